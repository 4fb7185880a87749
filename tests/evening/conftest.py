"""A simulated Discord server with three members, and the manners every evening must keep."""

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Collection, Container, Iterator, Mapping
from contextlib import closing
from functools import cache, partial
from os import environ, urandom
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, overload

import discord
import pytest
from simcord import ChannelHandle, Env, InteractionResult, MemberActor, UserHandle, interactions
from simcord.results import ResponseMessage, to_discord_message

from bot.app import create, epoch_ms
from bot.config import Settings
from bot.matches.machines.workers import InProcess
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.reader_view import ReaderView
from bot.playground.starting import restart, start
from bot.ui.answers.client import Tetrarch
from bot.ui.answers.errors import sayable
from bot.ui.controls.buttons import PressItem
from bot.ui.words.catalogue import DEFAULT, Catalogue, catalogue
from games.clock import DAY, HOUR, MINUTE
from players.core import AnyPlayer
from tests.databases import address, lay
from tests.drafts import opened
from tests.patience import PATIENCE_S
from tests.samples import sampled

from .machines import MACHINES
from .manners import loud, raw_mentions, record_errors, spec_errors, translate_once, untranslated
from .phone import tall, unended

__all__ = ["DAY", "HOUR", "MINUTE", "ChannelHandle", "Env", "InteractionResult", "Match", "MatchId"]
__all__ += ["MemberActor", "ResponseMessage", "Settings", "UserHandle"]
"""What evenings import from here besides what stands here."""

Lots: TypeAlias = Callable[[int], bytes]
Shown = TypeVar("Shown")
INJECTED = "injected by test"
"""The message of a pair's refusals: of those the log and the faults are judged instead."""


class Time:
    """Discord's time of day and how far it has been put forward, in epoch milliseconds."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return epoch_ms() + self.ahead


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let private answers wait for the board on a slow machine, too, and for whole analyses."""
    monkeypatch.setattr("bot.ui.answers.replies.PATIENCE_S", PATIENCE_S)
    monkeypatch.setattr("bot.ui.answers.proposing.PATIENCE_S", PATIENCE_S)
    monkeypatch.setattr("bot.commands.past.analysis.ROUND_S", 0)
    monkeypatch.setattr("bot.ui.answers.command_ids._payload", translate_once)
    monkeypatch.setattr("bot.commands.past.analysis.ROUNDS", 1_000_000)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let computers answer at once."""
    monkeypatch.setattr("bot.matches.machines.computers.DELAY_MS", (0, 0))


@pytest.fixture
def machines() -> Mapping[str, AnyPlayer]:
    """Return the computer players: for every game one that takes any turn at all."""
    return MACHINES


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Return settings with the real SQLite file."""
    return Settings(
        _env_file=None,  # type: ignore[call-arg]  # pydantic-settings takes it, its plugin is not used
        database_url=address(lay(tmp_path / "evening.sqlite")),
    )


@pytest.fixture
def forgiven() -> list[str]:
    """List the faults a test causes on purpose, by their messages."""
    return [INJECTED]


@pytest.fixture
def lots() -> Lots:
    """Return the bot's source of chance; a module of games with dice may fix it."""
    return urandom


@pytest.fixture
def time() -> Time:
    """Return the bot's time of day."""
    return Time()


@pytest.fixture
def shards() -> int:
    """Return the number of the bot's connections to Discord."""
    return 1


def bot_maker(
    settings: Settings, now: Callable[[], int], lots: Lots, machines: Mapping[str, AnyPlayer]
) -> Callable[[], Tetrarch]:
    """Return what makes a bot that does all its work in this process."""
    return partial(create, settings, now=now, entropy=lots, players=machines, workers=InProcess())


@pytest.fixture
async def env(
    shards: int,
    settings: Settings,
    forgiven: list[str],
    lots: Lots,
    time: Time,
    machines: Mapping[str, AnyPlayer],
) -> AsyncIterator[Env]:
    """Run a bot; afterwards no fault may have gone unnoticed."""
    make = bot_maker(settings, time, lots, machines)
    env = Env(make(), shard_count=shards, settle_timeout=PATIENCE_S)
    await start(env, make)
    yield env
    last = env.bot
    assert isinstance(last, Tetrarch)
    # discord.py may silently drop the buttons the client still answers to
    registered = set(last._connection._view_store._dynamic_items.values())
    await env.shutdown()
    await last.shut_down()
    faults = [
        error
        for error in env.errors
        if sayable(error) is None and not any(message in str(error) for message in forgiven)
    ]
    if faults:
        raise ExceptionGroup("the bot failed", faults)  # type: ignore[type-var]
    assert registered == {PressItem}
    assert (spec_errors(env), record_errors(env), tall(env)) == ([], [], [])
    assert [who for request in env.http_requests for who in raw_mentions(request.json)] == []
    assert [request.path for request in env.http_requests if loud(request.json)] == []


class Evening:
    """A server, its people, and what they do with the bot."""

    def __init__(
        self,
        env: Env,
        settings: Settings,
        language: str = "en-US",
        lots: Lots = urandom,
        time: Time | None = None,
        machines: Mapping[str, AnyPlayer] = MACHINES,
    ) -> None:
        self.env = env
        self.time = time or Time()
        self.language = language
        self.settings = settings
        self.machines = machines
        self.lots = lots
        self.guild = env.create_guild("The club", preferred_locale=language)
        self.channel = self.guild.create_text_channel("games")
        self.users = {name: env.create_user(name) for name in ("Livia", "Brennus", "Mara")}
        self.livia, self.brennus, self.mara = map(self.guild.add_member, self.users.values())

    @property
    def client(self) -> Tetrarch:
        assert isinstance(self.env.bot, Tetrarch)
        return self.env.bot

    @property
    def words(self) -> Catalogue:
        """The words in the language of the server and all clients."""
        return catalogue(self.language)

    @property
    def me(self) -> discord.Member:
        """The bot itself, as a member."""
        assert self.guild.me
        return self.guild.me

    def named(self, *english: str) -> list[str]:
        """List the names here of the buttons with these English names."""
        return [self.words(_codes()[label]) for label in english]

    async def press(self, who: MemberActor, on: Any, english: str) -> InteractionResult:
        """Press the button of this English name."""
        label, more = self.named(english, "More")
        if label not in labels(on) and more in labels(on):
            menu = await who.click(shown_by(on), label=more)
            known = button_ids(shown_by(menu)).values()
            id_ = next(label for label in known if label.split(":")[3] == english.lower())
            return await who.click(shown_by(menu), custom_id=id_)
        return await press(who, on, label)

    async def verify(self, who: MemberActor, on: Any) -> InteractionResult:
        """Take the record of an ended match from its last board, and have it verified."""
        given = await self.press(who, on, "Record")
        assert given.response
        ((checked,),) = (row["components"] for row in given.response.components)
        return await who.click(given.response, custom_id=checked["custom_id"])

    async def restart(self) -> None:
        """Stop the bot and start another process on the same file."""
        await restart(self.env, bot_maker(self.settings, self.time, self.lots, self.machines))

    async def pass_time(self, span_ms: int) -> None:
        """Let time pass at once, and let the bot do what has become due."""
        self.time.ahead += span_ms
        await self.client.desk.matches.clocks.due(self.time())
        await self.follow()

    async def follow(self) -> None:
        """Wait for all that follows from what has changed without an interaction."""
        matches = self.client.desk.matches
        for match in await matches.behind():
            await matches.followers.reconcile(match)
            await matches.followers.letters(match)
        while posting := [job for job in asyncio.all_tasks() if job.get_name().startswith("post ")]:
            await asyncio.wait(posting)

    async def new(self, host: MemberActor, place: Any = None, **options: Any) -> InteractionResult:
        """Use `/match new`, for Murus Gallicus unless `options` name another game."""
        return await opened(self.env, host, place or self.channel, **{"game": "murus", **options})

    async def begin(self, where: str = "here", moves: str = "", **options: Any) -> ChannelHandle:
        """Begin a match of Livia, who moves first, and Brennus; play moves, and return where."""
        wanted = {"opponent": self.brennus, "seat": "first", "where": where, **options}
        await self.press(self.brennus, await self.new(self.livia, **wanted), "Accept")
        place = self.channel.threads[-1] if where == "thread" else self.channel
        await self.play(moves, place)
        return place

    async def begin_anew(self, *args: Any, **options: Any) -> ChannelHandle:
        """Begin another match, in a channel of which nothing has been made yet."""
        self.room()
        return await self.begin(*args, **options)

    def boards(self, place: ChannelHandle | None = None) -> list[discord.Message]:
        """List the messages with a picture, oldest first."""
        return [message for message in (place or self.channel).history() if message.attachments]

    def board(self, place: ChannelHandle | None = None) -> discord.Message:
        """Return the newest board; of a long evening the other messages are not even read."""
        channel = place or self.channel
        kept = self.env.backend.messages[channel.id].values()
        shown = (message for message in kept if message.attachments and message.visible_to(None))
        return to_discord_message(self.env, max(shown, key=lambda message: message.id))

    def id(self, place: ChannelHandle | None = None) -> str:
        """Return the id of the match last shown."""
        found = re.search(r"`([0-9A-Z]{4,6})`", self.board(place).content)
        assert found
        return found[1]

    def last(self) -> discord.Message:
        """Return the newest message of the channel."""
        message = self.channel.last_message
        assert message
        return message

    def again(self, message: discord.Message | ResponseMessage) -> discord.Message:
        """Return the same message of the channel as it stands now."""
        return next(posted for posted in self.channel.history() if posted.id == message.id)

    def room(self) -> ChannelHandle:
        """Go on in a channel of which nothing has been made yet."""
        self.channel = self.guild.create_text_channel(f"games-{len(self.guild.channels)}")
        return self.channel

    def title(self) -> str:
        """Return what messages call the match of Murus last shown."""
        return f"`{self.id()}` {self.words('murus.name')}"

    async def offer(self, who: MemberActor, what: str) -> discord.Message:
        """Offer something in the channel, ping and all; return the message of the offer."""
        await who.slash(self.channel, "match offer", what=what)
        await self.follow()
        return self.last()

    async def agree(self, what: str) -> discord.Message:
        """Let Livia propose something and Brennus accept; return the newest board."""
        await self.press(self.brennus, await self.offer(self.livia, what), "Accept")
        return self.board()

    async def record(self, who: MemberActor, board: discord.Message | None = None) -> str:
        """Return the record of an ended match as the button gives it out."""
        given = shown_by(await self.press(who, board or self.board(), "Record"))
        return (await given.message.attachments[0].read()).decode()

    async def resign(self, who: MemberActor) -> InteractionResult:
        """Resign the match of the channel, and confirm it."""
        return await self.press(who, await who.slash(self.channel, "match resign"), "Resign")

    def letters(self, name: str) -> list[discord.Message]:
        """List the direct messages of a user, oldest first."""
        return list(self.users[name].dm_channel.history())

    async def move(self, who: MemberActor, text: str, place: ChannelHandle | None = None) -> str:
        """Use `/move`, and Confirm if asked; return what the player is told."""
        result = await who.slash(place or self.channel, "move", move=text)
        assert result.ephemeral
        buttons = button_ids(result.response) if result.response else {}
        if sure := next((button for button in buttons.values() if ":go:" in button), ""):
            assert result.response
            result = await who.click(result.response, custom_id=sure)
        return said(result)

    def log(self, match: str) -> list[str]:
        """List the texts of a match's log in the file: players are not told before the end."""
        rows = self.stored("SELECT text FROM log WHERE match = ? ORDER BY revision", match)
        return [text for (text,) in rows]

    def stored(self, statement: str, *parameters: object) -> list[Any]:
        """Run a statement on the file, past the bot."""
        file = self.settings.database_url.partition(":///")[2]
        with closing(sqlite3.connect(file)) as connection, connection:
            return connection.execute(statement, parameters).fetchall()

    async def match(self) -> Match:
        """Return the match last shown, as it stands."""
        return await self.client.desk.matches.match(MatchId(self.id()))

    async def seen(self, draft: str = "") -> ReaderView:
        """Return the newest match as the player to move sees it, some actions into the turn."""
        matches, match = self.client.desk.matches, MatchId(self.id())
        now = await matches.match(match)
        acting = next((player.human.id for player in now.players if player.acting), None)
        return await matches.see(match, acting, draft)

    def to_move(self, now: ReaderView) -> MemberActor:
        """Return the one to move: Livia or Brennus."""
        return self.livia if 0 in now.match.to_act else self.brennus

    async def play(self, moves: str, place: ChannelHandle | None = None) -> None:
        """Play moves in turn, Livia first."""
        for number, text in enumerate(moves.split()):
            await self.move((self.livia, self.brennus)[number % 2], text, place)


@cache
def _codes() -> Mapping[str, str]:
    known = catalogue(DEFAULT).patterns.items()
    return {
        str(text): code for code, text in known if code.startswith(("choice.offer.", "button."))
    }


def said(result: InteractionResult) -> str:
    """Return all the words an interaction was answered with."""
    parts = [result.response] if result.response else []
    return unended("\n".join(message.content for message in (*parts, *result.followups)))


def refused(result: InteractionResult) -> str:
    """Return the words of a refusal, which only the asker may see."""
    words = said(result)
    assert words
    assert result.ephemeral or all(message.ephemeral for message in result.followups)
    return words


def expect(told: Container[Any], *parts: Any) -> None:
    """Check that each of these is in a text, or in a list."""
    for part in parts:
        assert part in told


def fairness(place: ChannelHandle) -> list[discord.Message]:
    """List the messages with the proofs of matches, oldest first."""
    heads = ("**Fairness**", "**公平凭证**")
    return [message for message in place.history() if message.content.startswith(heads)]


@overload
def shown_by(shown: InteractionResult) -> ResponseMessage: ...
@overload
def shown_by(shown: Shown) -> Shown: ...
def shown_by(shown: Any) -> Any:
    """Return the message of an answer, which has to be there; a message is its own."""
    if not isinstance(shown, InteractionResult):
        return shown
    assert shown.response
    return shown.response


def items(message: discord.Message | ResponseMessage | InteractionResult) -> list[dict[str, Any]]:
    """List the buttons and selects of a message or an answer."""
    rows: list[Any] = [
        row if isinstance(row, dict) else row.to_dict() for row in shown_by(message).components
    ]
    return [item for row in rows for item in row["components"]]


def labels(message: discord.Message | ResponseMessage | InteractionResult) -> list[str]:
    """List the labels of the buttons of a message or an answer."""
    return [unended(item["label"]) for item in items(message) if "label" in item]


def options(result: Any) -> dict[str, str]:
    """Return the options of the selects in an answer: value to label."""
    listed = [option for item in items(result) for option in item.get("options", ())]
    return {option["value"]: unended(option["label"]) for option in listed}


def button_ids(message: ResponseMessage) -> dict[str, str]:
    """Return the labels and custom ids of a private answer's buttons, links aside."""
    named = [item for item in items(message) if "label" in item and "url" not in item]
    return {unended(item["label"]): item["custom_id"] for item in named}


async def press(who: MemberActor | UserHandle, shown: Any, *names: str) -> InteractionResult:
    """Press buttons, or choose from lists, each in the answer to the last."""
    for name in names:
        message, lists = shown_by(shown), [item for item in items(shown) if "options" in item]
        listed = {unended(row["label"]): (item, row) for item in lists for row in item["options"]}
        if name in listed and name not in labels(message):
            item, option = listed[name]
            shown = await who.select(message, [option["value"]], custom_id=item["custom_id"])
        else:
            sent = {unended(row["label"]): row["label"] for row in items(shown) if "label" in row}
            shown = await who.click(message, label=sent.get(name, name))
    assert isinstance(shown, InteractionResult)
    return shown


def select_id(message: ResponseMessage, verb: str) -> str:
    """Return the custom id of a select of the panel."""
    ids = [item["custom_id"] for item in items(message) if "url" not in item]
    return str(next(id_ for id_ in ids if id_.split(":")[3] == verb and id_.startswith("s:")))


async def choose(
    who: MemberActor, shown: ResponseMessage, verb: str, value: str
) -> ResponseMessage:
    return shown_by(await who.select(shown, [value], custom_id=select_id(shown, verb)))


LANGUAGES = environ.get("TETRARCH_LANGUAGES", "zh-CN en-US ar").split()
IN_BOTH = pytest.mark.parametrize("language", sampled(LANGUAGES), indirect=True)
"""The mark of evenings that go the same way in every language; by default in the one in which a
word that comes from no catalogue is noticed. TETRARCH_LANGUAGES=ar tries them in Arabic alone."""


@pytest.fixture
def language(request: pytest.FixtureRequest) -> str:
    """Return the language of the server and all clients."""
    return str(getattr(request, "param", "en-US"))


@pytest.fixture
def evening(
    env: Env,
    settings: Settings,
    lots: Lots,
    time: Time,
    machines: Mapping[str, AnyPlayer],
    language: str,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Evening]:
    if language != "en-US":
        speak(monkeypatch, language)
    yield Evening(env, settings, language, lots, time, machines)
    if language != "en-US":
        assert untranslated(env, language) == []


@pytest.fixture
def table(evening: Evening) -> Any:
    from .four import Table  # which builds on this module

    return Table(evening)


def speak(
    monkeypatch: pytest.MonkeyPatch, language: str, who: Collection[int] | None = None
) -> None:
    """Let all clients speak a language instead of English; or some members', by their ids."""
    plain = interactions.base_payload

    def translated(*args: Any, **options: Any) -> tuple[Any, dict[str, Any]]:
        record, payload = plain(*args, **options)
        if who is None:
            return record, {**payload, "locale": language, "guild_locale": language}
        own = language if record.user_id in who else "en-US"
        return record, {**payload, "locale": own}

    monkeypatch.setattr(interactions, "base_payload", translated)
