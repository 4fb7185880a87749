"""Direct messages of dark Junqi: playing from them, and when they fail."""

import aiohttp
import pytest

from bot.matches.match.reader_view import ReaderView
from bot.ui.wire.rests import HALF_AN_HOUR
from tests.samples import sampled

from .bells import Ear, prefer
from .conftest import Evening, labels, press, refused, said
from .dark import begin, play, ready
from .test_weather import PASSING


async def test_the_game_is_played_from_letters(evening: Evening) -> None:
    await play(evening)
    livia = evening.users["Livia"]
    opened = await livia.click(evening.letters("Livia")[-1], label="Move")
    piece = await press(livia, opened, "c5 · 5")
    *squares, back = labels(piece)
    assert set(squares) <= {"c4", "b4", "d4", "b5", "d5", "b6", "d6", "c6"}
    assert back == "Back"
    place = await press(livia, piece, squares[0])
    done = await press(livia, place, labels(place)[0])
    assert "you played `c5-" in said(done)
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
    assert "you played" in await evening.move(evening.livia, "c5-c4")
    assert evening.letters("Livia") == []


async def test_a_refused_board_falls_back_to_the_channel_without_content(evening: Evening) -> None:
    await prefer(evening, evening.brennus, ping="dm")
    await play(evening)
    room = evening.users["Brennus"].dm_channel.id
    evening.env.inject_error(
        "POST", f"/channels/{room}/messages", status=403, code=50007, times=None
    )
    ear = Ear(evening)
    await evening.move(evening.livia, "c5-c4")
    tried, bell = await ear()
    assert tried.direct
    assert (bell.user, bell.direct) == (evening.brennus.id, False)
    assert bell.content.startswith(f"<@{evening.brennus.id}> · your move in `{evening.id()}` Junqi")


@pytest.mark.parametrize(("status", "code"), sampled([(400, 50033), (400, 40003), (500, 0)]))
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
    await play(evening)
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


@PASSING
@pytest.mark.parametrize("restarted", sampled([False, True]))
async def test_buttons_of_letters_that_could_not_be_taken_off_go_later(
    evening: Evening, status: int, code: int, restarted: bool
) -> None:
    await play(evening)
    rooms = [evening.users[name].dm_channel.id for name in ("Livia", "Brennus")]
    for room in rooms:
        path = f"/channels/{room}/messages/*"
        evening.env.inject_error("PATCH", path, status=status, code=code, times=None)
    for who, text in ((evening.livia, "c3-b3"), (evening.brennus, "c10-b10")):
        assert "you played" in await evening.move(who, text)
    assert all(map(labels, evening.letters("Livia")[-2:]))
    evening.env.backend.faults.clear()
    if restarted:
        await evening.restart()
    else:
        await evening.env.advance_time(36 * 60)
    for name in ("Livia", "Brennus"):
        *earlier, last = [bool(labels(letter)) for letter in evening.letters(name)]
        assert (any(earlier), last) == (False, True)
    assert "Brennus played `c10-b10`" in evening.letters("Livia")[-2].content


@pytest.mark.slow
async def test_buttons_of_a_letter_refused_for_good_are_not_tried_again(evening: Evening) -> None:
    await play(evening)
    path = f"/channels/{evening.users['Livia'].dm_channel.id}/messages/*"
    evening.env.inject_error("PATCH", path, status=403, code=50001, times=None)
    for who, text in ((evening.livia, "c3-b3"), (evening.brennus, "c10-b10")):
        await evening.move(who, text)
    before = len(evening.env.http_requests)
    await evening.env.advance_time(11 * 60)
    assert len(evening.env.http_requests) == before


@pytest.mark.slow
@pytest.mark.parametrize("patient", [True, False])
async def test_a_last_letter_that_failed_is_tried_again_for_a_while(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, patient: bool
) -> None:
    if not patient:
        monkeypatch.setattr("bot.ui.followers.letters.PATIENCE_MS", 8 * 60 * 1000)
    await play(evening)
    path = f"/channels/{evening.users['Livia'].dm_channel.id}/messages"
    evening.env.inject_error("POST", path, status=400, code=50033, times=None)
    for who in (evening.livia, evening.brennus):
        await who.slash(evening.channel, "match offer", what="draw")
    assert "A draw by agreement" not in evening.letters("Livia")[-1].content
    assert len(await evening.client.desk.matches.behind()) == 1
    if not patient:
        await evening.env.advance_time(11 * 60)
    evening.env.backend.faults.clear()
    await evening.env.advance_time(36 * 60)
    assert ("A draw by agreement" in evening.letters("Livia")[-1].content) == patient
    count = len(evening.letters("Livia"))
    await evening.client.desk.matches.followers.sweep()
    assert len(evening.letters("Livia")) == count
    assert await evening.client.desk.matches.behind() == ()


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
            monkeypatch.setattr(matches.marking, "noted", noted)
            await matches.playing.try_turn(991, now.match.id, reader, "b3-c3")
        return await noted(now, reader)

    monkeypatch.setattr(matches.marking, "noted", moved_meanwhile)
    await evening.move(evening.brennus, "c10-b10")
    await evening.follow()
    assert [letter.content for letter in evening.letters("Livia")[sent:]] == []
    await evening.move(evening.brennus, "b10-c10")
    (letter,) = evening.letters("Livia")[sent:]
    assert f"`{id_}`" in letter.content
    assert "your move" in letter.content
