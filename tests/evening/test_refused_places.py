"""Places, mailboxes and answers that Discord refuses: what players and managers meet then."""

import logging

import pytest

from tests.samples import sampled

from .bells import Ear, prefer
from .conftest import Evening, labels, said
from .four import Table, table
from .managers import manager
from .managers import told as told_manager
from .refusals import WAITING, Pair, Refusal, hour, too_often, tracebacks
from .scenes import rematch
from .scenes import thread as thread_refused

__all__ = ["table"]

OPENED = "/channels/*/messages/*/threads"
CLOSED_TO_US = "I cannot send you direct messages"
"""What somebody is told who refuses direct messages."""
LETTER_TOLD = "your move in"
AGAIN = "has been posted again"
GONE_ON = "goes on in"
THREADLESS = [200001, 160006, 30033, 50024, 160007, 999999]


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
    thread, card = await rematch(pair)
    pair.refuse("POST", f"/channels/{thread.id}/messages")
    await pair.accept(card)
    assert await pair.shown()
    assert (await pair.match()).home == pair.channel.id
    assert pair.name in pair.board().content


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
    await pair.livia.slash(pair.channel, "match offer", what="draw")
    (bell,) = await ear(pair.brennus)
    assert not bell.direct
    assert "offers a draw" in bell.content
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
    answer = await told_manager(pair, judith, pair.name, "move", channel=den)
    assert f"{GONE_ON} <#{den.id}>" not in answer
    assert pair.name in answer
    answer = await told_manager(pair, judith, pair.name, "move", channel=cellar)
    assert f"{GONE_ON} <#{cellar.id}>" in answer
    assert pair.name in pair.board(cellar).content


# ------------------------------------------------------------- an answer refused

UNANSWERABLE = [Refusal(50083), Refusal(160005)]
UNANSWERABLE += [Refusal(50001, 403), Refusal(50013, 403), Refusal(10003, 404)]
UNANSWERABLE += [Refusal(10062, 404)]


@pytest.mark.parametrize("refusal", sampled(UNANSWERABLE), ids=str)
async def test_what_cannot_be_answered_is_a_quiet_line_and_does_nothing(
    evening: Evening, caplog: pytest.LogCaptureFixture, refusal: Refusal
) -> None:
    pair = Pair(evening, refusal)
    await pair.begin()
    board = pair.board()
    for asked in ("a command", "a press"):
        pair.refuse("POST", "/interactions/*/*/callback", times=1)
        with caplog.at_level(logging.INFO, "bot"):
            caplog.clear()
            if asked == "a press":
                await pair.press(pair.livia, board, "Move")
            else:
                await pair.livia.slash(pair.channel, "move", move="a1-a3")
        await quiet(evening, caplog)
    assert (await pair.match()).stand.revision == 0
    assert pair.board().id == board.id
    assert (await pair.press(pair.livia, board, "Move")).ephemeral
    assert "you played `a1-a3`" in await pair.turn()


async def quiet(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    """Make sure that a refusal has left one line of the log, and no fault."""
    assert [one.levelname for one in caplog.records if one.levelno > logging.INFO] == []
    told = [one.getMessage() for one in caplog.records if "interaction=" in one.getMessage()]
    assert len([one for one in told if not one.startswith("press ")]) == 1
    assert list(evening.client.faults) == []
    health = said(await manager(evening).slash(evening.channel, "admin health"))
    assert evening.words("admin.health.no_faults") in health
