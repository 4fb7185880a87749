"""Places, mailboxes and answers that Discord refuses: what players and managers meet then."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from simcord import ChannelHandle

from games.clock import DAY, HOUR
from tests.samples import sampled

from .bells import Ear, prefer
from .conftest import Evening, labels, press, said
from .four import Table, table
from .managers import manager
from .managers import told as told_manager
from .refusals import (
    INJECTED,
    NAMED,
    NOT_COUNTED,
    WAITING,
    Pair,
    Refusal,
    hour,
    too_often,
    tracebacks,
)
from .scenes import thread as thread_refused

__all__ = ["table"]

pytestmark = pytest.mark.usefixtures("forgiving")
OPENED = "/channels/*/messages/*/threads"
CLOSED_TO_US = "I cannot send you direct messages"
"""What somebody is told who refuses direct messages."""
LETTER_TOLD = "your move in"
AGAIN = "has been posted again"
GONE_ON = "goes on in"
LEFT = "is not on this server any more"
"""What is told of a partner who cannot be let into the team's thread because they are gone."""
NOT_ALLOWED = "Create Private Threads"
THREADLESS = [200001, 50024, 160007, 999999]


@pytest.fixture
def forgiving(forgiven: list[str]) -> None:
    """Forgive what is raised of a refusal: the log and the faults are judged instead."""
    forgiven.append(INJECTED)


# ------------------------------------------------------------- a thread refused


@pytest.mark.parametrize("code", sampled([*THREADLESS, 160006, 30033]))
async def test_a_match_that_gets_no_thread_is_played_in_its_channel(
    evening: Evening, caplog: pytest.LogCaptureFixture, code: int
) -> None:
    pair = Pair(evening, Refusal(code))
    await thread_refused(pair)
    first = await pair.shown()
    assert first
    assert f"<@{pair.livia.id}>" in first.content
    assert (await pair.match()).home == pair.channel.id
    for move in ("a1-a3", "h7-h5"):
        assert WAITING not in await pair.turn(move)
    board = await pair.shown()
    assert board
    assert "h7-h5" in board.content
    assert tracebacks(caplog) == []


@pytest.mark.parametrize("code", sampled(THREADLESS))
async def test_a_match_against_a_computer_that_gets_no_thread_is_shown_in_its_channel(
    evening: Evening, code: int
) -> None:
    evening.env.inject_error("POST", OPENED, status=400, code=code, times=None)
    evening.env.inject_error("POST", "/channels/*/threads", status=400, code=code, times=None)
    await evening.new(evening.livia, level="1", seat="first", where="thread")
    await evening.follow()
    assert "Move" in labels(evening.board())
    await evening.move(evening.livia, "a1-a3")
    assert "a1-a3" in evening.board().content


@pytest.mark.parametrize("code", sampled(THREADLESS))
async def test_four_who_get_no_thread_play_in_their_channel(table: Table, code: int) -> None:
    table.env.inject_error("POST", OPENED, status=400, code=code, times=None)
    await table.sit(where="thread")
    assert table.channel.threads == []
    assert "Set up" in labels(table.board())


@pytest.mark.parametrize("code", sampled(THREADLESS))
async def test_a_rematch_in_a_thread_that_takes_no_board_goes_on_in_the_channel(
    evening: Evening, code: int
) -> None:
    pair = Pair(evening, Refusal(code))
    thread = await pair.begin("thread")
    asked = await pair.livia.slash(thread, "match resign", match=pair.name)
    await press(pair.livia, asked, "Resign")
    card = await pair.press(pair.livia, pair.board(thread), "Rematch")
    pair.remember(card)
    pair.refuse("POST", f"/channels/{thread.id}/messages")
    await pair.accept(card)
    assert await pair.shown()
    assert (await pair.match()).home == pair.channel.id
    assert pair.name in pair.board().content


@pytest.mark.parametrize("code", sampled(THREADLESS))
async def test_a_match_without_thread_or_channel_is_held_and_comes_back_whole(
    evening: Evening, caplog: pytest.LogCaptureFixture, code: int
) -> None:
    pair = Pair(evening, Refusal(code))
    pair.refuse("POST", f"{pair.messages}/*/threads")
    opened = await pair.invite("thread")
    pair.refuse("POST", pair.messages)
    await pair.accept(opened)
    await evening.pass_time(HOUR)
    assert await pair.held()
    assert NAMED.search(await pair.listed())
    assert "you played `a1-a3`" in await pair.turn("a1-a3")
    for _ in range(9):
        await evening.pass_time(DAY)
    assert not any(one.absent for one in (await pair.match()).players)
    pair.heal()
    await evening.pass_time(7 * DAY)
    board = await pair.shown()
    assert board
    assert "a1-a3" in board.content
    assert NOT_COUNTED in board.content.lower()
    assert await pair.held() is None
    assert tracebacks(caplog) == []


# ---------------------------------------------- a direct message refused, by us

PASSING = [Refusal(40003, 403), Refusal(20026, 403), Refusal(40333, 403), Refusal(0, 403)]


@pytest.mark.parametrize("refusal", sampled(PASSING), ids=str)
async def test_a_ping_refused_for_the_bot_s_own_fault_comes_later_and_so_do_the_next(
    evening: Evening, refusal: Refusal
) -> None:
    pair = Pair(evening, refusal)
    await prefer(pair, pair.brennus, ping="dm")
    await pair.begin()
    pair.refuse("POST", pair.letterbox, times=1)
    before = len(pair.letters("Brennus"))
    told = [await pair.turn("a1-a3")]
    await hour(evening)
    (letter,) = pair.letters("Brennus")[before:]
    assert LETTER_TOLD in letter.content
    told += [await pair.turn("h7-h5"), await pair.turn("b1-b3")]
    await pair.follow()
    assert LETTER_TOLD in pair.letters("Brennus")[-1].content
    assert len(pair.letters("Brennus")) == before + 2
    assert not pair.rung()
    assert CLOSED_TO_US not in "\n".join(told)


@pytest.mark.parametrize("refusal", sampled(PASSING), ids=str)
async def test_a_private_board_refused_for_the_bot_s_own_fault_comes_later(
    evening: Evening, refusal: Refusal
) -> None:
    pair = Pair(evening, refusal)
    opened = await pair.invite(game="junqi-dark")
    pair.refuse("POST", pair.letterbox, times=1)
    await pair.accept(opened)
    assert CLOSED_TO_US not in said(await pair.press(pair.brennus, pair.board(), "Set up"))
    await hour(evening)
    assert "Ready" in labels(pair.letters("Brennus")[-1])


# ------------------------------------------- a direct message refused, by them

CLOSED = [Refusal(50007, 400), Refusal(50007, 403), Refusal(50278, 400), Refusal(50278, 403)]


@pytest.mark.parametrize("refusal", sampled(CLOSED), ids=str)
async def test_who_takes_no_direct_messages_is_pinged_in_the_channel(
    evening: Evening, caplog: pytest.LogCaptureFixture, refusal: Refusal
) -> None:
    pair, since = Pair(evening, refusal), len(evening.env.http_requests)
    await prefer(pair, pair.brennus, ping="dm")
    await pair.begin()
    pair.refuse("POST", pair.letterbox)
    ear = Ear(pair)
    await pair.turn()
    tried, bell = await ear(pair.brennus)
    assert [tried.direct, bell.direct] == [True, False]
    assert LETTER_TOLD in bell.content
    await hour(evening)
    assert await ear(pair.brennus) == []
    assert list(too_often(pair.tries(since))) == []
    await pair.turn("h7-h5")  # which may have let messages in again
    await pair.turn("b1-b3")
    assert [bell.direct for bell in await ear(pair.brennus)] == [True, False]
    assert tracebacks(caplog) == []


@pytest.mark.parametrize("refusal", sampled(CLOSED), ids=str)
async def test_who_takes_no_private_board_by_direct_message_is_pinged_in_the_channel(
    evening: Evening, caplog: pytest.LogCaptureFixture, refusal: Refusal
) -> None:
    pair = Pair(evening, refusal)
    opened = await pair.invite(game="junqi-dark")
    await prefer(pair, pair.brennus, ping="dm")
    since = len(evening.env.http_requests)
    pair.refuse("POST", pair.letterbox)
    await pair.accept(opened)
    await hour(evening)
    assert pair.rung()
    assert all(count == 1 for count in pair.tries(since).values()), "it is known from then on"
    assert tracebacks(caplog) == []


@pytest.mark.parametrize("refusal", sampled(CLOSED), ids=str)
async def test_who_comes_back_is_written_to_again(evening: Evening, refusal: Refusal) -> None:
    pair = Pair(evening, refusal)
    await prefer(pair, pair.brennus, ping="dm")
    await pair.begin()
    pair.refuse("POST", pair.letterbox)
    await pair.turn("a1-a3")
    await pair.follow()
    before = len(pair.letters("Brennus"))
    pair.heal()
    await pair.press(pair.brennus, pair.board(), "My board")
    await pair.turn("h7-h5")
    await pair.turn("b1-b3")
    await pair.follow()
    (letter,) = pair.letters("Brennus")[before:]
    assert LETTER_TOLD in letter.content


# ------------------------------------------------------------ what managers ask

UNPOSTABLE = [Refusal(50013, 403), Refusal(999999), Refusal(240000), Refusal(200000)]


@pytest.mark.parametrize("refusal", sampled(UNPOSTABLE), ids=str)
async def test_a_board_that_cannot_be_posted_again_is_not_said_to_have_been(
    evening: Evening, refusal: Refusal
) -> None:
    pair, judith = Pair(evening, refusal), manager(evening)
    await pair.begin()
    pair.refuse("POST", pair.messages)
    answer = await told_manager(pair, judith, pair.name, "post")
    assert AGAIN not in answer
    assert WAITING not in answer
    assert pair.name in answer
    pair.heal()
    assert AGAIN in await told_manager(pair, judith, pair.name, "post")


@pytest.mark.parametrize("refusal", sampled(UNPOSTABLE), ids=str)
async def test_a_match_moved_to_a_place_that_refuses_it_is_not_said_to_go_on_there(
    evening: Evening, refusal: Refusal
) -> None:
    pair, judith = Pair(evening, refusal), manager(evening)
    await pair.begin()
    den, cellar = (evening.guild.create_text_channel(one) for one in ("den", "cellar"))
    pair.refuse("POST", f"/channels/{den.id}/messages")
    answer = await moved(pair, judith, den)
    assert f"{GONE_ON} <#{den.id}>" not in answer
    assert pair.name in answer
    assert f"{GONE_ON} <#{cellar.id}>" in await moved(pair, judith, cellar)
    assert pair.name in pair.board(cellar).content


async def moved(pair: Pair, who: Any, place: ChannelHandle) -> str:
    """Have a manager move the match; return the answer."""
    return await told_manager(pair, who, pair.name, "move", channel=place)


# --------------------------------------------------------------- a team's thread

ABSENT = [Refusal(10007, 404), Refusal(10013, 404), Refusal(10007, 400), Refusal(10013, 403)]
SHUT_OUT = [Refusal(50001, 403), Refusal(50013, 403), Refusal(30033), Refusal(999999)]


async def asked_for_thread(table: Table, refusal: Refusal) -> tuple[str, ChannelHandle]:
    """Refuse Mara the thread of her team; return what her partner is told, and the thread."""
    await table.sit(variant="partners")
    south, _, mara, _ = table.people
    code, status = refusal.code, refusal.status
    path = f"/channels/*/thread-members/{mara.id}"
    table.env.inject_error("PUT", path, status=status, code=code, times=None)
    answer = said(await south.slash(table.channel, "match partners"))
    (room,) = table.channel.threads
    assert south.id in table.env.backend.channels[room.id].thread_members
    assert "This thread is for" in room.history()[-1].content
    return answer, room


@pytest.mark.parametrize("refusal", sampled(ABSENT), ids=str)
async def test_a_partner_who_is_gone_is_named_and_the_thread_is_furnished_all_the_same(
    table: Table, refusal: Refusal
) -> None:
    answer, _ = await asked_for_thread(table, refusal)
    assert LEFT in answer
    assert "Mara" in answer
    assert NOT_ALLOWED not in answer


@pytest.mark.parametrize("refusal", sampled(SHUT_OUT), ids=str)
async def test_a_partner_who_cannot_be_let_in_leaves_no_thread_half_furnished(
    table: Table, refusal: Refusal
) -> None:
    answer, _ = await asked_for_thread(table, refusal)
    assert LEFT not in answer
    assert "Mara" in answer


# ------------------------------------------------------------- an answer refused

UNANSWERABLE = [
    Refusal(50083),
    Refusal(160005),
    Refusal(50001, 403),
    Refusal(50013, 403),
    Refusal(10003, 404),
    Refusal(10062, 404),
]


@pytest.mark.parametrize("refusal", sampled(UNANSWERABLE), ids=str)
async def test_a_command_that_cannot_be_answered_is_a_quiet_line_and_does_nothing(
    evening: Evening, caplog: pytest.LogCaptureFixture, refusal: Refusal
) -> None:
    pair = Pair(evening, refusal)
    await pair.begin()
    board = pair.board()
    pair.refuse("POST", "/interactions/*/*/callback", times=1)
    with caplog.at_level(logging.INFO, "bot"):
        caplog.clear()
        await pair.livia.slash(pair.channel, "move", move="a1-a3")
    assert (await pair.match()).stand.revision == 0
    assert pair.board().id == board.id
    await quiet(evening, caplog)
    assert "you played `a1-a3`" in await pair.turn()


@pytest.mark.parametrize("refusal", sampled(UNANSWERABLE), ids=str)
async def test_a_press_that_cannot_be_answered_is_a_quiet_line(
    evening: Evening, caplog: pytest.LogCaptureFixture, refusal: Refusal
) -> None:
    pair = Pair(evening, refusal)
    await pair.begin()
    pair.refuse("POST", "/interactions/*/*/callback", times=1)
    with caplog.at_level(logging.INFO, "bot"):
        caplog.clear()
        await pair.press(pair.livia, pair.board(), "Move")
    await quiet(evening, caplog)
    shown = await pair.press(pair.livia, pair.board(), "Move")
    assert shown.ephemeral


async def quiet(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    """Make sure that a refusal has left one line of the log, and no fault."""
    assert [one.levelname for one in caplog.records if one.levelno > logging.INFO] == []
    told = [one.getMessage() for one in caplog.records if "interaction=" in one.getMessage()]
    assert len([one for one in told if not one.startswith("press ")]) == 1
    assert list(evening.client.faults) == []
    judith = manager(evening)
    health = said(await judith.slash(evening.channel, "admin health"))
    assert evening.words("admin.health.no_faults") in health
