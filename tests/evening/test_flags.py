"""Flags that fall: the board says so by itself, and the opponent decides."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.matches.acts.timekeeping import Timekeeping
from bot.matches.match.shards import WHOLE, Shards
from bot.ui.wire.rounds import ROUND_SECONDS
from games.junqi.layout import PRESETS

from . import dark
from .conftest import DAY, HOUR, IN_BOTH, MINUTE, Evening, Match, labels, refused, said
from .phone import plain
from .test_places import forged
from .test_times import seconds

PLAIN = ["Move", "My board", "Offer", "More"]
FLAGGED = [*PLAIN, "Take the win", "Give 24 h", "Call it off", "Find a replacement"]


async def begun(evening: Evening) -> None:
    """Begin a match of a day each in which both have moved."""
    await evening.begin(pace="1d", moves="a1-a3 a7-a5")


async def fall(evening: Evening) -> None:
    """Begin a match in which both have moved, and let Livia's time run out."""
    await begun(evening)
    await evening.pass_time(DAY)
    evening.time.ahead += MINUTE


async def stay(evening: Evening, span_ms: int) -> None:
    """Let time pass, with the bot there all the while."""
    for _ in range(span_ms // (4 * MINUTE)):
        evening.time.ahead += 4 * MINUTE
        await evening.client.desk.matches.clocks.heartbeat(evening.time())


@pytest.mark.slow
async def test_a_flag_falls_by_itself_though_not_for_an_outage(evening: Evening) -> None:
    await begun(evening)
    evening.time.ahead += 2 * DAY
    await evening.env.advance_time(120)
    left = (await evening.match()).players[0].clock.time_left(evening.time())
    assert left > DAY - 10 * MINUTE, "the outage is credited before any flag falls"
    await stay(evening, left - 8 * MINUTE)
    await evening.env.advance_time(120)
    assert labels(evening.board()) == PLAIN
    boards = len(evening.boards())
    await stay(evening, 12 * MINUTE)
    await evening.env.advance_time(120)
    line, fallen = evening.board().content.splitlines()
    assert fallen.startswith("**Livia has run out of time.** If nobody decides, the win counts")
    assert seconds(line) == []
    (decided,) = seconds(fallen)
    assert 0 <= evening.time() // 1000 + 7 * 24 * 3600 - decided < 8 * 60
    assert (labels(evening.board()), len(evening.boards())) == (FLAGGED, boards)


@pytest.fixture
def slow_pings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Discord take an hour for every ping."""

    async def send(*_: object) -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr("bot.ui.followers.pings.Pings._send", send)


@pytest.mark.slow
@pytest.mark.usefixtures("slow_pings")
async def test_no_flag_waits_for_pings_that_discord_keeps_waiting(evening: Evening) -> None:
    assert ROUND_SECONDS <= 60, "or a flag would fall more than a minute late"
    await begun(evening)
    await stay(evening, DAY - 4 * MINUTE)
    await evening.env.advance_time(ROUND_SECONDS)
    evening.time.ahead += 4 * MINUTE
    assert labels(evening.board()) == PLAIN
    await evening.env.advance_time(60)
    assert labels(evening.board()) == FLAGGED


@pytest.mark.slow
async def test_time_goes_on_after_a_round_that_fails(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(evening)
    await stay(evening, DAY)
    broken = ValueError("no such time")

    async def fail(*_: object) -> int:
        raise broken

    async def no_pages(*_: object) -> AsyncIterator[int]:
        raise broken
        yield

    with monkeypatch.context() as patched:
        patched.setattr(Timekeeping, "pages", no_pages)
        patched.setattr(Timekeeping, "heartbeat", fail)
        await evening.env.advance_time(120)
    assert labels(evening.board()) == PLAIN
    await evening.env.advance_time(120)
    assert labels(evening.board()) == FLAGGED


@pytest.mark.slow
async def test_the_heart_beats_while_what_is_due_takes_long(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def look_up(match: Match, user: int) -> bool | None:
        asked.set()
        await asyncio.sleep(3600)
        return None

    await begun(evening)
    matches, asked, beats = evening.client.desk.matches, asyncio.Event(), list[int]()
    heartbeat = Timekeeping.heartbeat

    async def counted(clocks: Timekeeping, now_ms: int, shards: Shards = WHOLE) -> int:
        beats.append(now_ms)
        return await heartbeat(clocks, now_ms, shards)

    monkeypatch.setattr(matches.leaving, "roll_call", look_up)
    monkeypatch.setattr(Timekeeping, "heartbeat", counted)
    await stay(evening, DAY)
    await evening.env.advance_time(ROUND_SECONDS)
    assert asked.is_set()
    before = len(beats)
    await evening.env.advance_time(4 * ROUND_SECONDS)
    assert len(beats) >= before + 4


@pytest.mark.slow
async def test_while_discord_answers_nothing_no_clock_runs(evening: Evening) -> None:
    await begun(evening)
    await stay(evening, DAY - 8 * MINUTE)
    await evening.env.advance_time(ROUND_SECONDS)
    evening.client.connection_state.bad = True
    evening.env.inject_error("GET", "/oauth2/applications/@me", status=503, code=0, times=None)
    for _ in range(8):
        evening.time.ahead += 2 * MINUTE
        await evening.env.advance_time(ROUND_SECONDS)
    assert labels(evening.board()) == PLAIN
    evening.env.backend.faults.clear()
    await evening.env.advance_time(2 * ROUND_SECONDS)
    assert labels(evening.board()) == PLAIN
    await evening.move(evening.livia, "b1-b3")
    assert "bot offline 1" in evening.board().content


@pytest.mark.slow
@IN_BOTH
async def test_the_opponent_alone_decides_and_the_board_says_what(evening: Evening) -> None:
    livia, brennus, words = evening.livia, evening.brennus, evening.words
    await fall(evening)
    flagged, match = evening.board(), evening.id()
    for label in ("Take the win", "Give 24 h", "Call it off"):
        own = refused(await evening.press(livia, flagged, label))
        assert words("match.own_flag", match=match) in own
        watching, _, _ = words("match.not_a_player", match=match).partition("`/")
        assert watching in refused(await evening.press(evening.mara, flagged, label))
    assert evening.again(flagged).content == flagged.content
    assert labels(evening.board()) == evening.named(*FLAGGED)
    listed = said(await brennus.slash(evening.channel, "match list", scope="turn"))
    assert f"**{words('list.decide', player='Livia')}**" in listed
    await evening.restart()
    await evening.press(brennus, flagged, "Take the win")
    won = words("over.time", winner="Brennus", loser="Livia")
    assert f"**{won}**" in evening.board().content
    assert labels(evening.board()) == evening.named(
        "Rematch", "Replay", "Analysis", "More", "Poster"
    )
    assert labels(evening.again(flagged)) == []
    assert won in evening.again(flagged).content
    evening.room()
    await fall(evening)
    await evening.press(brennus, evening.board(), "Call it off")
    assert words("over.excused") in evening.board().content
    evening.room()
    await fall(evening)
    boards = len(evening.boards())
    await evening.press(brennus, evening.board(), "Give 24 h")
    content = evening.board().content
    assert len(content.splitlines()) == 1
    assert words("time.given", n=24) in content
    assert seconds(content) == [evening.time() // 1000 + 24 * 3600]
    assert (labels(evening.board()), len(evening.boards())) == (evening.named(*PLAIN), boards)
    await evening.move(livia, "b1-b3")
    assert f"<@{brennus.id}>" in evening.board().content
    evening.room()
    await fall(evening)
    played = "Livia `b1-b3`"
    await evening.move(livia, "b1-b3")
    assert (labels(evening.board()), labels(evening.boards()[-2])) == (evening.named(*PLAIN), [])
    assert played in plain(evening.boards()[-2].content)
    revision = (await evening.match()).stand.revision - 1
    for verb in ("win", "give"):
        stale = f"m:{evening.id()}:{revision}:{verb}"
        late = refused(await forged(evening, brennus, evening.channel, stale))
        assert words("match.moved_on", match=evening.id()) in late
    assert (await evening.match()).running


@pytest.mark.slow
async def test_in_junqi_a_turn_is_missed_and_the_new_board_says_so(evening: Evening) -> None:
    await evening.begin(game="junqi-flip", pace="1d", moves="a6 b6")
    before = evening.board()
    await evening.pass_time(DAY)
    content = evening.board().content
    assert "missed a turn (1 of 5)" in content
    assert content.startswith(f"<@{evening.brennus.id}>, your move")
    assert labels(evening.board()) == PLAIN
    passed = evening.again(before)
    assert "b6" not in passed.content
    assert "missed a turn" in passed.content
    await evening.move(evening.brennus, "c6")
    await evening.pass_time(DAY)
    assert "missed a turn (2 of 5)" in evening.board().content
    assert labels(evening.board()) == [*PLAIN, "Find a replacement"]


@IN_BOTH
async def test_a_set_up_never_made_is_called_off_and_shows_no_layout(evening: Evening) -> None:
    await dark.begin(evening)
    await dark.ready(evening, evening.livia)
    await evening.pass_time(49 * HOUR)
    why = evening.words("over.not_begun")
    assert f"**{why}**" in evening.board().content
    assert labels(evening.board()) == evening.named("Rematch", "Replay", "More", "Poster")
    assert why in evening.boards()[-2].content
    assert PRESETS["fortress"] not in "\n".join(post.content for post in evening.channel.history())
