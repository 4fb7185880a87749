"""Verbs, each declared where it is handled together with its answer, and the visits they get."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum, auto
from functools import partial
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

import discord
from discord import app_commands
from discord.utils import MISSING

from bot.matches.match.match import Match
from bot.matches.match.players import NamedPerson
from bot.matches.match.refusals import Code, Refusal
from bot.people.person import Person
from games.core import Sayable

from ..controls.buttons import NO_MATCH, Asked, Press
from ..messages.message import LONGEST_CONTENT
from ..wire.said import LOST, REFUSALS, judge
from ..words import held_lines
from ..words.catalogue import Catalogue
from ..words.direction import mark_lines
from .desk import Desk, Reader
from .places import check_permissions, check_reach, sees

log = logging.getLogger(__name__)

T = TypeVar("T")
JUST_POSTED = timedelta(minutes=1)
"""The age up to which a message may not be written down yet."""
LATE_MS = 1000
"""The age from which on an interaction may have been made once more."""
PROMISE = "promise"
"""The task of an interaction that promises its answer."""
FOLLOW_UP_S = 5
"""The time Discord has for what follows an answer; discord.py would sit out any limit."""


class Answer(Enum):
    """The place in which a pressed button answers."""

    IN_PLACE = auto()
    """In the message it is pressed on, which only its reader can see; refused on all others."""
    PUBLIC = auto()
    """In a message that all read: a card, an offer, the match itself."""
    PRIVATE = auto()
    """In a new message for the asker."""
    SHARED = auto()
    """In a new message for all readers here."""
    AT_ONCE = auto()
    """In a new private message or a window that needs no time."""


@dataclass(slots=True)
class Visit:
    """An interaction: who asks, in which language, and about which match as it stands."""

    interaction: Asked
    desk: Desk
    reader: Reader
    press: Press
    promised: bool = False
    private: bool = True
    _match: Match | None = None
    left: bool = False

    @property
    def words(self) -> Catalogue:
        return self.reader.words

    @property
    def key(self) -> int:
        """The interaction's id, which keys the changes it makes."""
        return self.interaction.id

    @property
    def user(self) -> int:
        return self.reader.person.id

    @property
    def named(self) -> NamedPerson:
        """The asker, by the name they go by here."""
        return NamedPerson(self.user, self.interaction.user.display_name)

    @property
    def abroad(self) -> NamedPerson:
        """The asker, by the name they go by on no server, for people who do not share one."""
        user = self.interaction.user
        return NamedPerson(self.user, user.global_name or user.name)

    def called_in(self, match: Match) -> NamedPerson:
        return self.abroad if match.letters else self.named

    @property
    def channel(self) -> int:
        """The channel it is asked in."""
        return self.interaction.channel_id or 0

    @property
    def direct(self) -> bool:
        """True if it is asked in the bot's direct messages."""
        return self.interaction.guild_id is None

    async def match(self) -> Match:
        """Read the match it is about, once. Raises Refusal, also for a match out of reach."""
        if self._match is not None:
            return self._match
        match, _ = await self.desk.matches.arrive(self.press.match, self.key)
        return self.on(await check_reach(self.interaction, match))

    def on(self, match: Match) -> Match:
        """Note that it is about this match, as it stands now."""
        self._match = match
        return match

    async def find(self, named: str | None, *, acting: bool = False, past: bool = False) -> Match:
        """Find the match an option names, else the asker's one here. Raises Refusal."""
        match = await self.desk.find(self.interaction, named, acting=acting, past=past)
        return self.on(await check_reach(self.interaction, match))

    async def show(
        self,
        *parts: str,
        file: discord.File | None = None,
        view: discord.ui.View | None = None,
    ) -> None:
        """Put these lines into the answer, in place of what it was, but for empty ones; a private
        answer about a held match says so."""
        content = "\n".join(filter(None, parts))
        response, match = self.interaction.response, self._match
        await keep(self.interaction)
        if self.private and match and (note := held_lines.note(match, self.user, self.words)):
            noted = f"{content}\n{note}"
            content = noted if len(noted) <= LONGEST_CONTENT else content
        content = mark_lines(content)
        if self.promised or response.is_done():
            edit = partial(self.interaction.edit_original_response, content=content, view=view)
            await insist(lambda: edit(attachments=_again(file)))
            return
        send = partial(response.send_message, content, ephemeral=True, view=view or MISSING)
        await insist(lambda: send(file=next(iter(_again(file)), MISSING)))

    async def open_window(self, window: discord.ui.Modal) -> None:
        """Answer with a window."""
        await insist(lambda: self.interaction.response.send_modal(window))

    async def add(
        self, content: str, *, file: discord.File | None = None, view: discord.ui.View | None = None
    ) -> None:
        """Say something more, in private."""
        await self.follow_up(content, ephemeral=True, file=file or MISSING, view=view or MISSING)

    async def leave(self) -> bool:
        """Take the answer away; False if Discord does not."""
        try:
            await keep(self.interaction)
            with suppress(discord.NotFound):
                await self.interaction.delete_original_response()
        except REFUSALS as failure:
            log.info("answer stays: interaction=%d %r", self.key, failure)
            return False
        self.left = True
        return True

    async def follow_up(self, content: str, **options: Any) -> bool:
        """Say something more to all here, unless it is `ephemeral`; the answer stands without it.
        False if Discord does not take it in time, nor any answer."""
        kept = False
        try:
            await keep(self.interaction)
            kept = True
            async with asyncio.timeout(FOLLOW_UP_S):
                await self.interaction.followup.send(mark_lines(content), **options)
        except REFUSALS as failure:
            if kept and not judge(failure, "answer").waits:
                raise
            log.info("left unsaid: interaction=%d %r", self.key, failure)
            return False
        return True


Handler: TypeAlias = Callable[[Visit], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Verb:
    """A request in a button's id, the place of its answer, and its handler; `sits` says that a
    stranger makes it to take a seat that is open everywhere."""

    name: str
    answer: Answer
    handle: Handler
    sits: bool = False

    @property
    def room(self) -> str:
        """The file of `bot/commands` that handles it."""
        return self.handle.__module__.rpartition(".")[2]


def verb(name: str, answer: Answer, *, sits: bool = False) -> Callable[[Handler], Verb]:
    """Declare a function the handler of a verb."""
    return lambda handle: Verb(name, answer, handle, sits)


def collect_verbs(modules: Iterable[ModuleType]) -> Mapping[str, Verb]:
    """Return the verbs declared in some modules, by name."""
    verbs: dict[str, Verb] = {}
    for module in modules:
        for var in vars(module).values():
            if isinstance(var, Verb) and verbs.setdefault(var.name, var) is not var:
                raise ValueError(f"two verbs are called {var.name}")
    return verbs


async def once_more(request: Callable[[], Awaitable[T]]) -> T:
    """Make a request that may be repeated, and once more where its reply was lost."""
    try:
        return await request()
    except LOST as lost:
        log.info("a request is tried once more: %r", lost)
        return await request()


async def insist(request: Callable[[], Awaitable[T]]) -> T | None:
    """Make an answer's request, and once more where its reply was lost. If Discord took it, it says
    so to whoever tries again: then all is well, and this None."""
    try:
        return await once_more(request)
    except discord.HTTPException as failure:
        if not judge(failure, "answer").acknowledged:
            raise
        log.info("answered already")
        return None


def _again(file: discord.File | None) -> list[discord.File]:
    """Return a file to be sent from its beginning, if there is one."""
    if file is not None:
        file.reset()
    return [file] if file else []


async def defer(interaction: Asked, answer: Answer, desk: Desk) -> None:
    """Promise the answer beside the work, which waits for that (`keep`) before it says anything.
    What was asked a while ago waits at once: it may have been asked again since, as nothing had
    come of it. Raises Refusal where the answer would replace what others can read."""
    private, message = answer is Answer.PRIVATE, interaction.message
    shown = message and interaction.guild_id and not message.flags.ephemeral
    if answer is Answer.IN_PLACE and shown:
        raise Refusal(Code.OLD_BUTTON)
    if answer is Answer.AT_ONCE:
        return
    thinking, respond = private or answer is Answer.SHARED, interaction.response.defer
    promising = insist(lambda: respond(ephemeral=private, thinking=thinking))
    interaction.extras[PROMISE] = asyncio.create_task(promising, name="promise")
    age_ms = desk.matches.now() - interaction.created_at.timestamp() * 1000
    await (asyncio.sleep(0) if age_ms < LATE_MS else keep(interaction))


async def keep(interaction: Asked) -> None:
    """Wait until Discord has taken the promise of an answer, if one has been made. Raises one of
    `REFUSALS` if it does not."""
    if promise := interaction.extras.get(PROMISE):
        await promise


async def enter(interaction: Asked, desk: Desk, press: Press, verb: Verb) -> Visit:
    """Make the visit of a press, its answer promised, its players read with their match. A shared
    answer is promised last: a refusal is for the asker alone. Raises Refusal if out of reach."""
    shared, match = verb.answer is Answer.SHARED, None
    people: Mapping[int, Person] = {}
    await defer(interaction, Answer.AT_ONCE if shared else verb.answer, desk)
    if press.match != NO_MATCH:
        match, people = await desk.matches.arrive(press.match, interaction.id)
        if not (verb.sits and match.everywhere):
            await check_reach(interaction, match)
        if verb.answer is Answer.PUBLIC and interaction.message:
            await _check_shows(interaction.message.id, match, interaction, desk)
        if shared and not await sees(interaction, match):
            raise Refusal(Code.SHARED_AT_HOME)
        if shared:
            await desk.matches.check_kept(match.id, interaction.id)
    reader = await desk.reader(interaction, people)
    if shared:
        check_permissions(interaction, reader.words)
        if match is not None:
            await desk.matches.attention.share(match, reader.person.id)
        else:
            await desk.matches.attention.share_page(reader.person.id)
        await defer(interaction, verb.answer, desk)
    promised = not shared and verb.answer is not Answer.AT_ONCE
    private = not shared and verb.answer is not Answer.PUBLIC
    return Visit(interaction, desk, reader, press, promised, private, match)


async def _check_shows(message: int, match: Match, interaction: Asked, desk: Desk) -> None:
    """Raise Refusal unless a message shows a match, so that a forged id changes no other board. One
    that has just been posted may not be written down yet."""
    shown = await desk.matches.match_of_message(message)
    age = interaction.created_at - discord.utils.snowflake_time(message)
    if shown != match.id and (shown or age > JUST_POSTED):
        raise Refusal(Code.OLD_BUTTON)


async def visit(interaction: Asked, desk: Desk, answer: Answer) -> Visit:
    """Make the visit of a command, its answer promised; it names its match later. Raises Sayable
    for a choice that is not offered; another version of the bot may have done so."""
    await defer(interaction, answer, desk)
    command = interaction.command
    for option in command.parameters if isinstance(command, app_commands.Command) else ():
        value = getattr(interaction.namespace, option.display_name)
        if option.choices and value not in (None, *(choice.value for choice in option.choices)):
            raise Sayable("error.bad_option")
    reader = await desk.reader(interaction)
    return Visit(interaction, desk, reader, Press(NO_MATCH, 0, ""), answer is not Answer.AT_ONCE)
