"""Places, mailboxes, team threads and answers that Discord refuses: what people meet then."""

import logging
from itertools import product

import pytest

from bot.ui.answers.visits import LATE_MS
from tests.discord_codes import ALL
from tests.samples import FULL, sampled

from .bells import Ear, prefer
from .conftest import INJECTED, ChannelHandle, Evening, labels, press, said
from .four import Table
from .managers import manager
from .managers import told as told_manager
from .refusals import FAULT, WAITING, Pair, Refusal, hour, refused_requests, too_often, tracebacks
from .scenes import SCENES, rematch
from .test_refusals_law import CLASSES, MOST, STATUSES
from .test_replacing import missed

pytestmark = pytest.mark.whole

CLOSED_TO_US = "I cannot send you direct messages"
"""What somebody is told who refuses direct messages."""
LETTER_TOLD = "your move in"
AGAIN = "has been posted again"
GONE_ON = "goes on in"


# ------------------------------------------------------------- a thread refused


@pytest.mark.parametrize("code", sampled([200001, 160006, 30033, 50024, 160007, 999999]))
async def test_a_match_that_gets_no_thread_is_played_in_its_channel(
    table: Table, caplog: pytest.LogCaptureFixture, code: int
) -> None:
    """Check it of two people, of their rematch, of one against a computer, and of four."""
    pair = Pair(table, Refusal(code))
    await SCENES["thread"].play(pair)
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
    pair = Pair(table, Refusal(code), 1)
    thread, card = await rematch(pair)
    pair.refuse("POST", f"/channels/{thread.id}/messages")
    await pair.accept(card)
    assert await pair.shown()
    assert (await pair.match()).home == pair.channel.id
    assert pair.name in pair.board().content
    for path in ("/channels/*/messages/*/threads", "/channels/*/threads"):
        table.env.inject_error("POST", path, status=400, code=code, times=None)
    await table.new(table.livia, level="1", seat="first")
    await table.follow()
    assert "Move" in labels(table.board())
    await table.move(table.livia, "a1-a3")
    assert "a1-a3" in table.board().content
    table.room()
    await table.sit(where="thread")
    assert table.channel.threads == []
    assert "Set up" in labels(table.board())


# ---------------------------------------------- a direct message refused, by us

PASSING = [Refusal(40003, 403), Refusal(20026, 403), Refusal(40333, 403), Refusal(0, 403)]


@pytest.mark.parametrize("refusal", sampled(PASSING), ids=str)
async def test_a_letter_refused_for_the_bot_s_own_fault_comes_later_and_so_do_the_next(
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
    pair = Pair(evening, refusal, 1)
    opened = await pair.invite(game="junqi-dark")
    pair.refuse("POST", pair.letterbox, times=1)
    await pair.accept(opened)
    assert CLOSED_TO_US not in said(await pair.press(pair.brennus, pair.board(), "Set up"))
    await hour(evening)
    assert "Ready" in labels(pair.letters("Brennus")[-1])


# ------------------------------------------- a direct message refused, by them

CLOSED = [Refusal(50007, 400), Refusal(50007, 403), Refusal(50278, 400), Refusal(50278, 403)]


@pytest.mark.parametrize("refusal", sampled(CLOSED), ids=str)
async def test_who_takes_no_direct_messages_is_pinged_in_the_channel_until_they_come_back(
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
    assert bell.content.startswith(f"<@{pair.brennus.id}> · {LETTER_TOLD} `{pair.name}` Murus")
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
    before = len(pair.letters("Brennus"))
    pair.heal()
    await pair.press(pair.brennus, pair.board(), "My board")
    await pair.turn("g7-g5")
    await pair.turn("c1-c3")
    await pair.follow()
    (letter,) = pair.letters("Brennus")[before:]
    assert LETTER_TOLD in letter.content
    pair = Pair(evening, refusal, 1)
    opened, since = await pair.invite(game="junqi-dark"), len(evening.env.http_requests)
    await prefer(pair, pair.brennus, ping="dm")
    pair.refuse("POST", pair.letterbox)
    await pair.accept(opened)
    await hour(evening)
    assert pair.rung(), "a board of one's own is as much of a letter"
    assert all(count == 1 for count in pair.tries(since).values()), "it is known from then on"
    assert tracebacks(caplog) == []


# ------------------------------------------------------------ what managers ask

UNPOSTABLE = [Refusal(50013, 403), Refusal(999999), Refusal(240000), Refusal(200000)]


@pytest.mark.parametrize("refusal", sampled(UNPOSTABLE), ids=str)
async def test_what_cannot_be_posted_again_or_elsewhere_is_not_said_to_have_been(
    evening: Evening, refusal: Refusal
) -> None:
    pair, judith = Pair(evening, refusal), manager(evening)
    den, cellar = (evening.guild.create_text_channel(name) for name in ("den", "cellar"))
    await pair.begin()
    pair.refuse("POST", pair.messages)
    answer = await told_manager(pair, judith, pair.name, "post")
    assert AGAIN not in answer
    assert WAITING not in answer
    assert pair.name in answer
    pair.heal()
    assert AGAIN in await told_manager(pair, judith, pair.name, "post")
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
async def test_what_cannot_be_answered_is_a_quiet_line_and_done_once_or_if_late_not_at_all(
    evening: Evening, caplog: pytest.LogCaptureFixture, refusal: Refusal
) -> None:
    pair = Pair(evening, refusal)
    await pair.begin()
    board = pair.board()
    for asked in ("a late command", "a late press", "a command"):
        pair.refuse("POST", "/interactions/*/*/callback", times=1)
        evening.time.ahead = LATE_MS if "late" in asked else 0
        with caplog.at_level(logging.INFO, "bot"):
            caplog.clear()
            if asked == "a late press":
                await pair.press(pair.livia, board, "Move")
            else:
                await pair.livia.slash(pair.channel, "move", move="a1-a3")
        await quiet(evening, caplog)
        done = asked == "a command"
        assert (await pair.match()).stand.revision == done
        assert (pair.board().id == board.id) is not done
    assert (await pair.press(pair.brennus, pair.board(), "Move")).ephemeral
    assert not await pair.turn("a7-a5")


async def quiet(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    """Make sure that a refusal has left one line of the log, and no fault."""
    assert [record.levelname for record in caplog.records if record.levelno > logging.INFO] == []
    told = [line.getMessage() for line in caplog.records if "interaction=" in line.getMessage()]
    assert (
        len([line for line in told if not line.startswith(("press ", "turn ", "answer stays"))])
        == 1
    )
    assert list(evening.client.faults) == []
    health = said(await manager(evening).slash(evening.channel, "admin health"))
    assert evening.words("admin.health.no_faults") in health


# ----------------------------------------------------------------- requests about a team's thread


LEFT = "is not on this server any more"
"""What is told of a partner who cannot be let in because they are gone."""
NOT_ALLOWED = "Create Private Threads"
ABSENT = (10007, 10013)
REFUSALS = [Refusal(*pair) for pair in product(ALL, STATUSES)] if FULL else list(CLASSES)


def refuse(table: Table, method: str, path: str, refusal: Refusal) -> int:
    """Refuse such requests from now on; return how many requests there have been."""
    code, status = refusal.code, refusal.status
    table.env.inject_error(
        method, path, status=status, code=code, times=None, message=f"no ({INJECTED})"
    )
    return len(table.env.http_requests)


def often(table: Table, since: int) -> list[str]:
    """Name the refused requests that were tried too often since."""
    return list(too_often(refused_requests(table.env, table.env.backend.faults, since)))


async def conferring(table: Table) -> ChannelHandle:
    """Let four with partners sit down, and South and North have a thread."""
    await table.sit(variant="partners resign_min_ply=0")
    await table.people[0].slash(table.channel, "match partners")
    return table.channel.threads[-1]


PORTIONS = [REFUSALS[at : at + MOST] for at in range(0, len(REFUSALS), MOST)]


@pytest.mark.parametrize("refusals", sampled([[CLASSES[0], CLASSES[2], CLASSES[9]], *PORTIONS]))
async def test_whoever_cannot_be_let_in_is_named_and_the_thread_is_furnished(
    table: Table, caplog: pytest.LogCaptureFixture, refusals: list[Refusal]
) -> None:
    await table.sit(variant="partners")
    south, _, mara, _ = table.people
    wrong = []
    for refusal in refusals:
        since = refuse(table, "PUT", f"/channels/*/thread-members/{mara.id}", refusal)
        told = said(await south.slash(table.channel, "match partners"))
        rooms = table.channel.threads
        absent = refusal.code in ABSENT
        if "Mara" not in told or FAULT in told or (LEFT in told) != absent:
            wrong.append(f"{refusal}: told {told!r}")
        if absent and NOT_ALLOWED in told:
            wrong.append(f"{refusal}: told {told!r}")
        if not rooms or "This thread is for" not in str(
            [message.content for message in rooms[-1].history()]
        ):
            wrong.append(f"{refusal}: not furnished")
        wrong += [f"{refusal}: {call}" for call in often(table, since)]
        table.env.backend.faults.clear()
        for room in rooms:
            assert south.id in table.env.backend.channels[room.id].thread_members
            table.env.backend.delete_channel(room.id)
    assert [*wrong, *tracebacks(caplog)] == []


@pytest.mark.parametrize("refusal", sampled(REFUSALS), ids=str)
async def test_a_thread_that_cannot_be_archived_is_left_as_it_is(
    table: Table, caplog: pytest.LogCaptureFixture, refusal: Refusal
) -> None:
    room = await conferring(table)
    since = refuse(table, "PATCH", f"/channels/{room.id}", refusal)
    match = (await table.match()).id
    await told_manager(table, manager(table), match, "close", reason="to see what happens")
    await hour(table)
    assert [*often(table, since), *tracebacks(caplog)] == []


@pytest.mark.slow
@pytest.mark.parametrize("refusal", REFUSALS[: None if FULL else 4], ids=str)
async def test_who_cannot_be_let_out_is_tried_now_and_then(
    table: Table, caplog: pytest.LogCaptureFixture, refusal: Refusal
) -> None:
    south, west, north, east = await missed(table, "partners resign_min_ply=0")
    await north.slash(table.channel, "match partners")
    (room,) = table.channel.threads
    since = refuse(table, "DELETE", f"/channels/{room.id}/thread-members/{south.id}", refusal)
    asked = await west.click(table.board(), label="Find a replacement")
    await press(west, asked, "Computer (Club)")
    offer = table.channel.history()[-1]
    for who in (north, east):
        await who.click(offer, label="Accept")
    await hour(table)
    assert [*often(table, since), *tracebacks(caplog)] == []
