"""Matches that live in the bot's direct messages, and all that one asks for oneself there."""

import random
import re
from collections.abc import Sequence
from typing import Any, cast

import discord
import pytest
from simcord import InteractionResult

from bot.matches.acts.limiter import MOST_DIRECT
from games.library import GAMES
from tests.drafts import plant, posting

from .bells import Ear, prefer, wait
from .conftest import (
    HOUR,
    IN_BOTH,
    Evening,
    MatchId,
    expect,
    labels,
    options,
    press,
    refused,
    said,
    shown_by,
)
from .dark import ready
from .eyes import Eyes
from .test_computers import any_turn, play_some


class Writer:
    """A user who writes to the bot, wherever an evening would have them write, and as a `member` of
    the club's `hall` only where that is said."""

    def __init__(self, evening: Evening, name: str = "Livia") -> None:
        self._user = evening.users[name]
        self.member, self.hall = evening.livia, evening.channel

    def __getattr__(self, name: str) -> Any:
        return getattr(self._user, name)

    async def slash(self, place: object, name: str, **options: Any) -> InteractionResult:
        shown = await self._user.slash(name, **options)
        assert isinstance(shown, InteractionResult)
        return shown

    async def autocomplete(self, place: object, *typed: str) -> list[dict[str, Any]]:
        return await self._user.autocomplete(*typed)


class Home(Evening):
    """An evening at which Livia writes to the bot."""

    livia: Any


def write_home(evening: Evening) -> Home:
    """Let Livia write to the bot from now on, instead of to the club."""
    home = cast("Home", evening)
    home.livia = Writer(evening)
    home.channel = evening.users["Livia"].dm_channel
    return home


@pytest.fixture
def home(evening: Evening) -> Home:
    return write_home(evening)


async def begin(home: Home, game: str = "murus", level: str = "1", **options: Any) -> str:
    """Begin a match in direct messages; return its id."""
    card = await home.livia.slash(None, "match new", game=game, level=level, **options)
    found = re.search(r"`([0-9A-Z]{4,6})`", said(card))
    assert found
    await home.follow()
    return found[1]


def room(home: Home) -> str:
    """Return where messages to Livia are posted."""
    return f"/channels/{home.channel.id}/messages"


def close(home: Home, code: int = 50007) -> None:
    """Let Livia close her direct messages."""
    home.env.inject_error("POST", room(home), status=403, code=code, times=None)


def live(home: Home) -> list[discord.Message]:
    """List the messages from which somebody can still play."""
    return [message for message in home.channel.history() if ":move" in str(message.components)]


@IN_BOTH
@pytest.mark.whole
@pytest.mark.parametrize("game", GAMES)
async def test_every_game_is_played_there(
    home: Home, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes = Eyes(home, monkeypatch)
    await begin(home, game)
    match, livia, private = await home.match(), home.livia, GAMES[game].info.private
    assert (match.terms.guild, match.place, match.direct) == (0, home.channel.id, True)
    if match.stand.phase == "setting_up":
        await ready(home, livia)
        await home.follow()
    await play_some(home, 3, random.Random(game))
    await home.follow()
    assert len(live(home)) <= 1
    (own,) = (player.seat for player in match.players if player.person)
    if private:
        assert {drawn.seat for drawn in eyes.drawn} == {own}, "one board, and it is hers"
    assert {drawn.look.below for drawn in eyes.drawn} == {own}
    if (await home.match()).running:
        asked = shown_by(await livia.slash(None, "match resign"))
        await livia.click(asked, label=labels(asked)[0])
        await home.follow()
    match = await home.match()
    assert not match.running
    assert home.named("Rematch")[0] in labels(home.board())
    boards = [message for message in home.boards() if match.id in message.content]
    assert len({message.content for message in boards}) == len(boards)
    rooms = {request.path for request in home.env.http_requests if request.method == "POST"}
    assert {path for path in rooms if path.endswith("/messages")} == {room(home)}
    assert match.id in said(await livia.slash(None, "match history", match=match.id))


async def test_three_run_at_once_and_no_more(home: Home) -> None:
    games = ["murus", "ponte", "diablo"]
    assert len(games) == MOST_DIRECT
    running = [await begin(home, game) for game in games]
    told = refused(await home.livia.slash(None, "match new", game="murus", level="1"))
    assert "limit in direct messages: 3 matches" in told
    listed = said(await home.livia.slash(None, "match list"))
    expect(listed, *running)
    assert "discord.com/channels/@me/" in listed
    home.time.ahead += HOUR + 1
    await home.livia.slash(None, "match resign", match=running[0])
    assert "limit" in refused(await home.livia.slash(None, "match new", game="murus", level="1"))


async def hers(home: Home, games: Sequence[str]) -> list[str]:
    """Begin matches in which Livia is to move first."""
    found = []
    for game in games:
        panel = shown_by(await home.livia.slash(None, "match new"))
        post = posting(game, level=1, seat="first")
        plant(home.env, panel, post)
        await home.livia.click(panel, custom_id=post)
        await home.follow()
        found.append(home.id())
    return found


async def test_of_several_that_wait_one_is_chosen(home: Home) -> None:
    murus, ponte = await hers(home, ["murus", "ponte"])
    listed = await home.livia.slash(None, "move", move="a1-a3")
    assert {label.partition(" ")[0] for label in options(listed).values()} == {murus, ponte}
    wanted = next(label for label in options(listed).values() if label.startswith(murus))
    await press(home.livia, listed, wanted)
    await home.follow()
    assert home.log(murus)[0] == "a1-a3"
    assert home.log(ponte) == []
    assert "Name" not in said(await home.livia.slash(None, "move", move="a" * 90))


async def test_what_one_asks_for_oneself_works_there(home: Home) -> None:
    livia, (murus, ponte) = home.livia, await hers(home, ["murus", "ponte"])
    await livia.slash(None, "match resign", match=ponte)
    asked: list[tuple[str, dict[str, str]]] = [
        ("match list", {}),
        ("match settings", {}),
        ("match rules", {"game": "murus"}),
        ("match board", {"match": murus}),
        ("match history", {"match": murus}),
        ("match ask", {"match": murus}),
        ("match hint", {"match": murus}),
        ("match offer", {"match": murus, "what": "cancel"}),
        ("about", {}),
    ]
    for name, named in asked:
        answer = await livia.slash(None, name, **named)
        assert said(answer) or shown_by(answer).attachments, name
    assert "have no finished match" not in said(await livia.slash(None, "match stats"))
    ranks = refused(await livia.slash(None, "match stats", view="leaderboard"))
    assert ranks == home.words("error.only_in_servers")
    helped = said(await livia.slash(None, "help"))
    expect(helped, "here", "three at a time")
    assert "leaderboard" not in helped
    assert "for two" in refused(await livia.slash(None, "match partners", match=ponte))


async def test_matches_of_servers_are_played_from_there_by_name(evening: Evening) -> None:
    await evening.begin()
    livia = Writer(evening)
    played = await livia.slash(None, "move", move="a1-a3")
    assert said(played).startswith(f"`{evening.id()}`: you played")
    assert evening.log(evening.id()) == ["a1-a3"]


async def test_the_panel_begins_a_match_against_a_computer(home: Home) -> None:
    panel = shown_by(await home.livia.slash(None, "match new"))
    more = shown_by(await press(home.livia, panel, "More settings"))
    assert not any("thread" in label for label in labels(more))
    assert "Posted" in said(await press(home.livia, more, "Post"))
    await home.follow()
    assert (await home.match()).direct
    again = await home.livia.slash(None, "match rules", game="ponte")
    await press(home.livia, again, "Play the computer")
    await home.follow()
    assert (await home.match()).terms.game == "ponte"


@pytest.mark.parametrize("code", [50007, 50278, 10013, 50033, 60003])
async def test_a_match_waits_while_its_messages_are_refused(home: Home, code: int) -> None:
    """It goes on from any server, and is shown again as soon as it can be."""
    (match,) = await hers(home, ["murus"])
    close(home, code)
    await home.livia.slash(None, "move", move="a1-a3")
    await home.follow()
    held = (await home.match()).held
    assert held
    assert (held.why, held.code) == ("closed", code)
    livia, hall = home.livia.member, home.livia.hall
    shown = await livia.slash(hall, "match board", match=match)
    expect(said(shown), f"write to you (code {code})", "with your next move")
    assert "Show it here" not in labels(shown)
    listed = said(await livia.slash(hall, "match list"))
    assert home.words("held.listed", why=home.words("held.why.closed")) in listed
    text = await any_turn(home, random.Random(1))
    await press(livia, await livia.slash(hall, "move", move=text, match=match))
    await home.follow()
    assert hall.history() == []
    assert home.log(match)[2] == text
    home.env.backend.faults.clear()
    await home.pass_time(HOUR)
    assert (await home.match()).held is None
    assert len(live(home)) == 1


@pytest.mark.whole
@pytest.mark.parametrize("game", ["murus", "junqi-dark"])
async def test_a_restart_loses_and_repeats_nothing(home: Home, game: str) -> None:
    livia = home.livia
    panel = shown_by(await livia.slash(None, "match new"))
    await home.restart()
    post = posting(game, level=1, seat="first")
    plant(home.env, panel, post)
    await livia.click(panel, custom_id=post)
    for step in range(4):
        await home.restart()
        await home.follow()
        seen = await home.seen()
        if not step and seen.match.stand.phase == "setting_up":
            await ready(home, livia)
        else:
            await home.move(livia, await any_turn(home, random.Random(step)))
        await home.follow()
    await home.restart()
    await home.follow()
    boards, match = home.boards(), await home.match()
    assert len(live(home)) == 1
    assert len({message.content for message in boards}) == len(boards)
    assert len(home.log(match.id)) == match.stand.revision


async def test_language_theme_and_text_are_the_persons_own(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes = Eyes(home, monkeypatch)
    await prefer(home, home.livia, locale="zh-CN", text_first=True)
    await hers(home, ["murus"])
    expect(home.board().content, "轮到你", "a1")
    await prefer(home, home.livia, theme="dark", locale="zh-TW", text_first=False)
    await home.move(home.livia, "a1-a3")
    await home.follow()
    assert "輪到你" in home.board().content
    assert [drawn.look.theme for drawn in eyes.drawn][-1] == "dark"


@pytest.mark.parametrize(
    ("wish", "rings"), [({}, True), ({"ping": "dm"}, True), ({"ping": "none"}, False)]
)
async def test_a_board_rings_once_unless_nobody_wants_to_hear(
    home: Home, wish: dict[str, str], rings: bool
) -> None:
    await prefer(home, home.livia, **wish)
    await hers(home, ["murus"])
    ear = Ear(home)
    await home.move(home.livia, "a1-a3")
    assert len(await ear()) == rings
    assert len(live(home)) == 1


async def test_a_board_has_the_marks_of_its_reader(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hers(home, ["junqi-dark"])
    await ready(home, home.livia)
    await home.follow()
    await home.livia.slash(None, "match mark", square="a12", guess="9")
    eyes = Eyes(home, monkeypatch)
    await home.move(home.livia, await any_turn(home, random.Random(1)))
    await home.follow()
    assert [text for _, text in eyes.drawn[-1].look.notes] == ["9?"]


async def test_nobody_else_hears_of_it(home: Home) -> None:
    """Not its number, its place or its board, on a server or in another's messages."""
    (match,) = await hers(home, ["junqi-dark"])
    hall = home.livia.hall
    strangers = [await home.mara.slash(hall, "match board", match=match)]
    strangers.append(await Writer(home, "Mara").slash(None, "match board", match=match))
    for answer in strangers:
        assert refused(answer) == home.words("match.unknown_match", match=match)
    listed = said(await home.mara.slash(hall, "match list", scope="here"))
    assert match not in listed


async def test_nothing_of_the_place_is_left_of_somebody_who_has_gone(home: Home) -> None:
    running, over = await hers(home, ["murus", "ponte"])
    await home.client.desk.matches.leaving.leave(77, MatchId(over), home.livia.id)
    await home.follow()
    await home.client.desk.matches.forgetting.forget(home.livia.id)
    await home.follow()
    assert home.stored("SELECT DISTINCT channel FROM matches") == [(0,)]
    assert home.stored("SELECT * FROM posted WHERE channel = ?", home.channel.id) == []
    before = len(home.env.http_requests)
    await home.restart()
    await home.follow()
    sent = [request.path for request in home.env.http_requests[before:]]
    assert not any("/messages" in path for path in sent)
    assert running


async def test_closed_before_the_first_board_it_begins_and_waits(home: Home) -> None:
    close(home)
    match = await begin(home)
    held = (await home.client.desk.matches.match(MatchId(match))).held
    assert held
    assert held.why == "closed"
    home.env.backend.faults.clear()
    await home.livia.slash(None, "match board", match=match)
    await home.follow()
    assert (await home.match()).held is None
    assert len(live(home)) == 1


async def test_a_room_that_denies_access_is_opened_anew(home: Home) -> None:
    (match,) = await hers(home, ["murus"])
    home.env.inject_error("POST", room(home), status=403, code=50001, times=1)
    await home.move(home.livia, "a1-a3")
    await home.follow()
    assert len(live(home)) == 1
    assert (await home.match()).held is None
    assert (await home.match()).id == match


async def test_a_clock_that_is_wished_for_reminds_there(home: Home) -> None:
    panel = shown_by(await home.livia.slash(None, "match new"))
    post = posting("murus", level=1, seat="first", pace="quick")
    plant(home.env, panel, post)
    await home.livia.click(panel, custom_id=post)
    await home.follow()
    await home.move(home.livia, "a1-a3")
    ear = Ear(home)
    await wait(home, 28)
    (reminder,) = await ear()
    assert reminder.direct
    expect(reminder.content, home.id(), "https://discord.com/channels/@me/")
    await wait(home, 5)
    (notice,) = await ear()
    assert notice.content.startswith(f"<@{home.livia.id}>")
    assert (await home.match()).players[0].clock.down
