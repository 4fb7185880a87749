"""Direct messages of dark Junqi: setting up and playing from them, their time, their failures."""

import aiohttp
import discord
import pytest

from bot.matches.match.ids import MatchId
from bot.matches.match.reader_view import ReaderView
from bot.ui.wire.rests import HALF_AN_HOUR
from games.clock import DAY, HOUR
from games.core import Seat
from games.fairness import spell
from tests.samples import sampled

from .conftest import IN_BOTH, Evening, expect, labels, press, refused, said, shown_by
from .dark import begin, draft, play, ready
from .four import LAYOUTS, Table
from .phone import plain
from .test_nothing_lost import PASSING


@pytest.mark.slow
async def test_the_game_is_played_from_letters(evening: Evening) -> None:
    await play(evening)
    livia = evening.users["Livia"]
    opened = await livia.click(evening.letters("Livia")[-1], label="Move")
    piece = await press(livia, opened, "c5 · 5")
    *squares, back = labels(piece)
    assert set(squares) <= {"c4", "b4", "d4", "b5", "d5", "b6", "d6", "c6"}
    assert back == "Back"
    place = await press(livia, piece, squares[0])
    assert "you played `c5-" in said(await press(livia, place, labels(place)[0]))
    assert f"<@{evening.brennus.id}>, your move" in evening.board().content
    assert labels(evening.letters("Livia")[-2]) == []
    mine = await evening.users["Brennus"].click(evening.letters("Brennus")[-1], label="My board")
    assert "your move" in said(mine)


@pytest.mark.parametrize("step", sampled(["opening", "sending"]))
async def test_a_refused_letter_is_told_of_once_and_the_match_goes_on(
    evening: Evening, step: str
) -> None:
    rooms = [evening.users[name].dm_channel.id for name in ("Livia", "Brennus")]
    sending = [f"/channels/{room}/messages" for room in rooms]
    for path in ["/users/@me/channels"] if step == "opening" else sending:
        evening.env.inject_error("POST", path, status=403, code=50007, times=None)
    await begin(evening)
    first = await evening.livia.click(evening.board(), label="Set up")
    second = await evening.livia.click(evening.board(), label="Set up")
    note = "I cannot send you direct messages"
    assert note in refused(first)
    assert first.followups[-1].ephemeral
    assert note not in said(second)
    assert note not in "".join(message.content for message in evening.channel.history())
    await ready(evening, evening.brennus)
    await ready(evening, evening.livia)
    assert not await evening.move(evening.livia, "c5-c4")
    assert evening.letters("Livia") == []


@pytest.mark.parametrize(
    ("status", "code"), sampled([(400, 50033), (400, 40003), (500, 0), (429, 0)])
)
async def test_a_letter_that_fails_keeps_nothing_else_back(
    evening: Evening, status: int, code: int
) -> None:
    path = f"/channels/{evening.users['Livia'].dm_channel.id}/messages"
    evening.env.inject_error("POST", path, status=status, code=code, times=None)
    await begin(evening)
    assert len(evening.letters("Brennus")) == 1
    assert labels(evening.channel.history()[0]) == ["Set up"]
    await ready(evening, evening.brennus)
    assert "Discord did not accept" not in said(await ready(evening, evening.livia))
    evening.env.backend.faults.clear()
    await evening.pass_time(HALF_AN_HOUR)
    followers = evening.client.desk.matches.followers
    await followers.sweep()
    await followers.letters((await evening.match()).id)
    assert len(evening.letters("Livia")) == 1
    path = f"/channels/{evening.channel.id}/messages"
    evening.env.inject_error("POST", path, status=403, code=50013, times=None)
    before = len(evening.letters("Brennus"))
    assert "I don't have permission to show its board" in await evening.move(evening.livia, "c5-c4")
    assert len(evening.letters("Brennus")) == before + 1


async def test_after_a_takeback_both_letters_show_the_board_as_it_stands(evening: Evening) -> None:
    await evening.begin("thread", game="junqi-dark")
    assert [len(evening.letters(name)) for name in ("Livia", "Brennus")] == [1, 1]
    evening.room()
    await evening.client.desk.matches.prefer(evening.livia.id, text_first=True)
    await play(evening)
    told = evening.letters("Livia")[-1].content
    assert told.startswith("```\n   a  b  c  d  e\n")
    expect(told, "Flag b1. Lost 0.", "your move")
    await evening.move(evening.livia, "c3-b3")
    sent = [
        request.json["nonce"]
        for request in evening.env.http_requests
        if request.method == "POST" and isinstance(request.json, dict) and "nonce" in request.json
    ]
    assert len(sent) == len(set(sent)) > 6, "a board and its letters are not one message"
    asked = await evening.offer(evening.livia, "takeback")
    old = evening.letters("Brennus")[-1]
    await evening.brennus.click(asked, label="Accept")
    letter = evening.letters("Brennus")[-1]
    assert "Livia to move · after a takeback" in letter.content
    assert labels(letter) == ["My board", "Text", "Public board"]
    assert labels(evening.letters("Livia")[-1])[0] == "Move"
    assert labels(await old.channel.fetch_message(old.id)) == []


@pytest.mark.slow
@PASSING
@pytest.mark.parametrize("restarted", sampled([True, False]))
async def test_letters_that_could_not_be_edited_are_edited_later(
    evening: Evening, status: int, code: int, restarted: bool
) -> None:
    """Check it of one that is to be closed, of those of earlier turns, and of one with the time."""

    def refuse() -> None:
        for name in ("Livia", "Brennus"):
            path = f"/channels/{evening.users[name].dm_channel.id}/messages/*"
            evening.env.inject_error("PATCH", path, status=status, code=code, times=None)

    async def heal() -> None:
        evening.env.backend.faults.clear()
        if restarted:
            await evening.restart()
            await evening.pass_time(HALF_AN_HOUR)
        else:
            await evening.env.advance_time(36 * 60)

    await begin(evening)
    refuse()
    await ready(evening, evening.livia)
    assert "Ready" in labels(evening.letters("Livia")[0])
    await heal()
    (letter,) = evening.letters("Livia")
    assert "You are ready" in letter.content
    assert labels(letter) == []
    await ready(evening, evening.brennus, "ambush")
    refuse()
    for who, text in ((evening.livia, "c3-b3"), (evening.brennus, "c10-b10")):
        assert not await evening.move(who, text)
    assert all(map(labels, evening.letters("Livia")[-2:]))
    await heal()
    for name in ("Livia", "Brennus"):
        *earlier, last = [bool(labels(letter)) for letter in evening.letters(name)]
        assert (any(earlier), last) == (False, True)
    assert "Brennus `c10-b10`" in evening.letters("Livia")[-2].content
    await evening.client.desk.matches.vacations.take(evening.brennus.id, 5)
    await evening.follow()
    refuse()
    await evening.pass_time(DAY)
    await evening.client.desk.matches.vacations.end(evening.brennus.id)
    await evening.follow()
    assert "vacation" in evening.letters("Livia")[-1].content
    await heal()
    assert "vacation" not in evening.letters("Livia")[-1].content


async def test_a_line_that_breaks_writes_no_rank_into_the_log(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await play(evening)
    picker = await evening.livia.click(evening.board(), label="Move")
    a2 = next(label for label in labels(picker) if label.startswith("a2"))
    where = await press(evening.livia, picker, a2)
    assert "Lieutenant" in said(where)

    async def broken(*args: object, **more: object) -> None:
        raise aiohttp.ClientOSError(104, "Connection reset by peer")

    with monkeypatch.context() as patch:
        patch.setattr(evening.env._webhook_adapter, "request", broken)
        await press(evening.livia, where, labels(where)[0])
    assert "could not answer interaction" in caplog.text
    assert "Lieutenant" not in caplog.text


async def test_no_board_is_sent_to_somebody_who_has_moved_meanwhile(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play(evening)
    await evening.move(evening.livia, "c3-b3")
    matches, id_ = evening.client.desk.matches, evening.id()
    sent, noted = len(evening.letters("Livia")), matches.marking.add_marks

    async def moved_meanwhile(now: ReaderView, reader: int | None) -> ReaderView:
        if reader == evening.livia.id:
            monkeypatch.setattr(matches.marking, "add_marks", noted)
            await matches.playing.try_turn(991, now.match.id, reader, "b3-c3")
        return await noted(now, reader)

    monkeypatch.setattr(matches.marking, "add_marks", moved_meanwhile)
    await evening.move(evening.brennus, "c10-b10")
    await evening.follow()
    assert [letter.content for letter in evening.letters("Livia")[sent:]] == []
    await evening.move(evening.brennus, "b10-c10")
    (letter,) = evening.letters("Livia")[sent:]
    expect(letter.content, f"`{id_}`", "your move")


# -------------------------------------------------------------------- the time on them


def changes(evening: Evening, letter: discord.Message) -> int:
    """Count the edits of a message so far."""
    path = f"/channels/{letter.channel.id}/messages/{letter.id}"
    return sum(request.path == path for request in evening.env.http_requests)


def away(evening: Evening, days: int) -> str:
    """Say that Brennus is on vacation for some days from now on."""
    until = evening.time() // 1000 + days * 24 * 3600
    return evening.words("time.away", player="Brennus", until=f"<t:{until}:f>")


@pytest.mark.slow
@IN_BOTH
async def test_a_vacation_is_said_in_the_letter_until_it_is_over(evening: Evening) -> None:
    await play(evening)
    await evening.pass_time(HOUR)
    letter = evening.letters("Livia")[-1]
    vacations = evening.client.desk.matches.vacations
    await vacations.take(evening.brennus.id, 5)
    await evening.follow()
    said = away(evening, 5)
    assert said in evening.board().content
    called = evening.words("line.your_move", player="Livia")
    expect(evening.letters("Livia")[-1].content, said, called)
    assert labels(evening.letters("Livia")[-1]) == labels(letter)
    await evening.pass_time(DAY)
    await vacations.end(evening.brennus.id)
    await evening.follow()
    assert said not in evening.board().content
    assert evening.letters("Livia")[-1].content == letter.content
    assert evening.letters("Livia")[-1].id == letter.id
    await evening.move(evening.livia, "c5-c4")
    await evening.pass_time(HOUR)
    passed = changes(evening, letter)
    await vacations.take(evening.livia.id, 2)
    await evening.follow()
    assert away(evening, 2).replace("Brennus", "Livia") in evening.letters("Brennus")[-1].content
    assert changes(evening, letter) == passed, "a turn that has been taken stays as it is"
    await vacations.take(evening.brennus.id, 1)
    await evening.move(evening.brennus, "c10-b10")
    await evening.follow()
    said = away(evening, 1)
    assert said in evening.letters("Livia")[-1].content
    await evening.pass_time(DAY + HOUR)
    assert said not in evening.board().content
    assert said not in evening.letters("Livia")[-1].content


@pytest.mark.slow
async def test_a_letter_is_written_anew_for_the_clocks_and_not_for_offers(evening: Evening) -> None:
    await play(evening)
    await evening.pass_time(HOUR)
    letters = evening.letters("Livia")[-1], evening.letters("Brennus")[-1]
    await evening.offer(evening.livia, "draw")
    assert [changes(evening, message) for message in letters] == [0, 1]
    await evening.press(evening.brennus, await evening.offer(evening.livia, "pause"), "Accept")
    await evening.follow()
    assert "paused until a move" in evening.letters("Livia")[-1].content
    assert [changes(evening, message) for message in letters] == [1, 1]
    await evening.restart()
    await evening.env.advance_time(6 * 60)
    assert [changes(evening, message) for message in letters] == [1, 1]


# ----------------------------------------------------------------- once a player is ready


def edits(evening: Evening, name: str) -> int:
    """Count the edits of a user's direct messages so far."""
    path = f"/channels/{evening.users[name].dm_channel.id}/messages/"
    requests = evening.env.http_requests
    return sum(request.method == "PATCH" and request.path.startswith(path) for request in requests)


@IN_BOTH
async def test_the_letter_says_so_when_its_player_is_ready_wherever(evening: Evening) -> None:
    words = evening.words
    await begin(evening)
    (before,) = evening.letters("Livia")
    (drawn,) = before.attachments
    assert await draft(evening, evening.livia)
    await ready(evening, evening.livia, "fortress")
    (letter,) = evening.letters("Livia")
    assert letter.id == before.id
    assert words("setup.sealed") in letter.content
    seals = await evening.client.desk.matches.evidence.seals(MatchId(evening.id()))
    assert plain(letter.content).endswith(f"`{spell(seals[Seat(0)])}`")
    assert labels(letter) == []
    (sealed_,) = letter.attachments
    answer = await evening.livia.slash(evening.channel, "match board")
    (own,) = shown_by(answer).message.attachments
    assert await sealed_.read() == await own.read() != await drawn.read()
    (other,) = evening.letters("Brennus")
    assert words("setup.ready") in labels(other)
    await evening.client.desk.matches.prefer(evening.brennus.id, boards_by_dm=False)
    answer = await evening.users["Brennus"].click(other, label=words("setup.ready"))
    (other,) = evening.letters("Brennus")
    assert other.content == shown_by(answer).content
    assert words("setup.sealed") in other.content
    assert other.attachments
    assert labels(other) == []
    first = evening.letters("Livia")[0]
    assert (labels(first), first.content) == ([], letter.content)
    assert labels(evening.letters("Livia")[1])[0] == evening.named("Move")[0]


@pytest.mark.slow
async def test_a_letter_is_closed_once_and_not_with_every_move(evening: Evening) -> None:
    await begin(evening)
    await ready(evening, evening.brennus, "ambush")
    assert edits(evening, "Brennus") == 1
    await evening.client.desk.matches.followers.sweep()
    await ready(evening, evening.livia)
    await evening.livia.slash(evening.channel, "match offer", what="draw")
    await evening.follow()
    assert edits(evening, "Brennus") == 1
    await evening.restart()
    await evening.env.advance_time(6 * 60)
    assert edits(evening, "Brennus") == 1


@pytest.mark.slow
async def test_at_a_table_of_four_each_letter_is_closed_with_its_own_player(table: Table) -> None:
    await table.sit()
    names = [user for user in table.users if user != "Mei"]
    for who, layout in zip(table.people, LAYOUTS, strict=True):
        await table.ready(who, layout)
        ready_ = table.people.index(who) + 1
        first = [table.letters(name)[0] for name in names]
        assert [not labels(panel) for panel in first] == [number < ready_ for number in range(4)]
