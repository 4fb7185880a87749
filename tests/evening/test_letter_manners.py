"""What becomes of a match by letter: offers, phrases, absences, closed doors, restarts."""

import pytest

from bot.config import Settings
from bot.host import aside
from bot.ui.wire.rests import HALF_AN_HOUR
from bot.ui.words.catalogue import catalogue
from games.clock import DAY, HOUR, MINUTE
from tests.drafts import plant
from tests.samples import sampled

from .bells import prefer
from .conftest import Evening, expect, labels, press, refused, said, shown_by, speak
from .strangers import Strangers
from .test_everywhere import close, offer_seat, sit
from .test_settings import field

ZH = catalogue("zh-CN")
"""The words of Quintus."""


@pytest.fixture
def strangers(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Strangers:
    club = Strangers(evening)
    speak(monkeypatch, "zh-CN", {club.quintus.id})
    return club


def last(strangers: Strangers, name: str) -> str:
    """Return the words of somebody's newest direct message."""
    return strangers.letters(name)[-1].content


async def test_an_offer_comes_to_all_and_is_answered_there(strangers: Strangers) -> None:
    await strangers.seat("murus")
    await strangers.quintus.slash(strangers.places[strangers.quintus.id], "match list")
    for _ in range(2):
        await strangers.turn()
    expect(
        said(await strangers.ask(strangers.livia, "match offer", what="takeback")), "on the table"
    )
    await strangers.settle()
    expect(last(strangers, "Quintus"), "Livia", "悔棋")
    assert labels(strangers.post(strangers.quintus)[-1]) == ["接受", "拒绝"]
    assert labels(strangers.post(strangers.livia)[-1]) == ["Withdraw"]
    await strangers.do(strangers.quintus, "agree")
    match = await strangers.settle()
    assert match.stand.taken_back
    for who in (strangers.livia, strangers.quintus):
        assert [post for post in strangers.post(who) if "Withdraw" in labels(post)] == []
        assert strangers.post(who)[-1].attachments
    await strangers.ask(strangers.livia, "match offer", what="draw")
    await strangers.settle()
    await strangers.do(strangers.quintus, "refuse")
    await strangers.settle()
    expect(last(strangers, "Livia"), "Quintus declines")
    assert labels(strangers.post(strangers.livia)[-1]) == []


async def test_four_phrases_are_said_in_the_language_of_whoever_hears_them(
    strangers: Strangers,
) -> None:
    await strangers.seat("murus")
    await strangers.quintus.slash(strangers.places[strangers.quintus.id], "match list")
    await strangers.turn()
    panel = await press(
        strangers.actor(strangers.livia),
        await strangers.tap(strangers.livia, "More"),
        "Say or report",
    )
    assert labels(panel)[:4] == ["Good luck!", "Well played!", "One moment, please.", "Again?"]
    for phrase in ("Good luck!", "Well played!"):
        panel = await press(strangers.actor(strangers.livia), panel, phrase)
        expect(said(panel), f"You have said: {phrase}")
    expect(last(strangers, "Quintus"), "Livia：下得漂亮！", strangers.match_id)
    told = await press(strangers.actor(strangers.livia), panel, "Again?")
    expect(refused(told), "2 phrases for this turn")
    before = len(strangers.post(strangers.quintus))
    assert (await strangers.ask(strangers.livia, "match offer", what="draw")).ephemeral
    await strangers.settle()
    assert len(strangers.post(strangers.quintus)) == before + 1, "offers are counted apart"
    await strangers.turn()
    people = strangers.client.desk.matches.people
    await people.block(strangers.quintus.id, strangers.livia.id)
    before = len(strangers.post(strangers.quintus))
    await press(strangers.actor(strangers.livia), panel, "Again?")
    assert len(strangers.post(strangers.quintus)) == before


async def test_notes_are_no_letters_to_strangers(strangers: Strangers) -> None:
    """Nobody publishes their own words, under the name they go by on their server."""
    match, livia = await strangers.seat("murus"), strangers.livia
    for _ in range(2):
        await strangers.turn()
    await strangers.client.desk.matches.noting.note(match.id, livia.id, 0, "Write to me!")
    await strangers.press(livia, await strangers.ask(livia, "match resign"), "Resign")
    await strangers.settle()
    moves = await press(livia, await strangers.ask(livia, "match history"), "Moves")
    expect(said(moves), "Write to me!")
    assert "Publish my notes" not in labels(moves)
    forged = f"m:{match.id}:0:publish_all:0 mine"
    plant(strangers.env, shown_by(moves), forged)
    told = await livia.click(shown_by(moves), custom_id=forged)
    expect(refused(told), "older version")
    assert strangers.stored("SELECT name FROM notes") == [(None,)]


async def test_what_is_reported_is_for_whoever_runs_the_bot(
    strangers: Strangers, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    await strangers.seat("murus")
    livia = strangers.actor(strangers.livia)
    panel = await press(livia, await strangers.tap(strangers.livia, "More"), "Say or report")
    window = await press(livia, panel, "Report")
    done = await livia.submit_modal(window, {field(window): "He stalls."})
    expect(refused(done), "can read your report")
    assert await aside.reports(settings) == 0
    expect(capsys.readouterr().out, "He stalls.", strangers.match_id, "Quintus")


@pytest.mark.parametrize("code", sampled([50007, 50278, 10013, 50033]))
async def test_whoever_closes_their_letters_lets_their_own_clock_run(
    strangers: Strangers, code: int
) -> None:
    await strangers.seat("murus", pace="1d")
    await strangers.turn()
    close(strangers, strangers.livia, code)
    await strangers.turn()
    match = await strangers.now()
    expect(strangers.shown(strangers.quintus).content, "Livia 关闭了私信")
    assert match.held is None
    assert match.clocks.seats[0].deadline_ms is not None
    listed = await strangers.livia.slash(strangers.places[strangers.livia.id], "match list")
    expect(said(listed), strangers.match_id)
    await strangers.pass_time(DAY + HOUR)
    assert (await strangers.settle()).flag_down
    await strangers.do(strangers.quintus, "win")
    match = await strangers.settle()
    assert [player.result for player in match.players] == ["lost", "won"]


async def test_letters_come_again_once_they_are_let_in(strangers: Strangers) -> None:
    await strangers.seat("murus")
    await strangers.turn()
    close(strangers, strangers.livia, 50278)
    await strangers.turn()
    before = len(strangers.post(strangers.livia))
    strangers.env.backend.faults.clear()
    await strangers.livia.slash(strangers.places[strangers.livia.id], "match list")
    await strangers.follow()
    assert len(strangers.post(strangers.livia)) == before, "no refusal is tried again at once"
    await strangers.pass_time(HALF_AN_HOUR)
    await strangers.client.desk.matches.followers.sweep()
    await strangers.follow()
    await strangers.client.desk.matches.followers.letters(strangers.match_id)
    assert len(strangers.post(strangers.livia)) > before
    await strangers.settle()
    assert "关闭" not in strangers.shown(strangers.quintus).content


async def test_a_computer_takes_a_seat_over_and_its_last_holder_may_report(
    strangers: Strangers,
) -> None:
    await strangers.seat("murus", pace="1d")
    for _ in range(2):
        await strangers.turn()
    await strangers.pass_time(DAY + HOUR)
    await strangers.settle()
    found = await strangers.do(strangers.quintus, "replace")
    assert ZH("button.another_person") not in labels(found)
    await press(strangers.actor(strangers.quintus), found, labels(found)[0])
    await strangers.settle()
    await strangers.client.desk.matches.computers.ponder(strangers.match_id, 5)
    match = await strangers.settle()
    assert match.players[0].computer
    left = strangers.post(strangers.livia)[-1]
    expect(left.content, "Computer")
    assert labels(left) == ["Report"]
    assert match.players[1].acting
    assert ZH("button.move") in labels(strangers.shown(strangers.quintus))


async def test_a_rematch_is_proposed_by_letter(strangers: Strangers) -> None:
    first = await strangers.seat("murus")
    await strangers.press(
        strangers.livia, await strangers.ask(strangers.livia, "match resign"), "Resign"
    )
    await strangers.settle()
    asked = await strangers.tap(strangers.livia, "Rematch")
    expect(said(asked), "the cards are in your direct messages")
    await strangers.do(strangers.quintus, "join")
    (again,) = strangers.stored("SELECT id FROM matches WHERE rematch_of = ?", first.id)
    strangers.match_id = again[0]
    match = await strangers.settle()
    assert [person.name for person in match.people] == ["Quintus", "Livia"]
    assert match.letters


async def test_a_restart_loses_and_doubles_nothing(strangers: Strangers) -> None:
    await offer_seat(strangers, strangers.livia, "Diablo")
    await strangers.restart()
    await sit(strangers, strangers.quintus)
    await strangers.restart()
    match = await strangers.settle()
    for _ in range(3):
        await strangers.turn()
        await strangers.restart()
        match = await strangers.settle()
    for who in (strangers.livia, strangers.quintus):
        boards = [post for post in strangers.post(who) if post.attachments]
        assert len(boards) == 4
        assert [bool(labels(board)) for board in boards] == [False, False, False, True]
        assert sum("Fairness" in post.content or "公平" in post.content for post in boards) <= 1
    assert match.stand.turns == 3


async def test_both_hear_by_letter_that_a_match_cannot_be_read(
    strangers: Strangers, forgiven: list[str]
) -> None:
    match = await strangers.seat("murus")
    whole = strangers.stored("SELECT position FROM matches WHERE id = ?", match.id)[0][0]
    strangers.stored("UPDATE matches SET position = 'garbage' WHERE id = ?", match.id)
    await strangers.restart()
    strangers.client.desk.matches.followers.kick(match.id)
    await strangers.client.desk.matches.followers.reconcile(match.id)
    await strangers.follow()
    for who in (strangers.livia, strangers.quintus):
        expect(strangers.post(who)[-1].content, match.id, f"{match.id}-0")
    strangers.stored("UPDATE matches SET position = ? WHERE id = ?", whole, match.id)


async def test_both_read_of_a_pause_and_of_a_vacation(strangers: Strangers) -> None:
    await strangers.seat("ponte")
    await strangers.ask(strangers.livia, "match offer", what="pause")
    await strangers.settle()
    strangers.time.ahead += MINUTE
    await strangers.do(strangers.quintus, "agree")
    assert (await strangers.settle()).paused
    expect(strangers.shown(strangers.livia).content, "paused")
    paused = strangers.shown(strangers.quintus).content
    await strangers.turn()
    strangers.time.ahead += MINUTE
    vacations = strangers.client.desk.matches.vacations
    await vacations.take(strangers.quintus.id, 2)
    await strangers.settle()
    boards = [strangers.shown(who).content for who in (strangers.livia, strangers.quintus)]
    assert paused not in boards
    assert all("<t:" in board for board in boards)
    assert (await strangers.now()).players[1].away_ms


async def test_quiet_hours_hold_the_ping_back_and_no_board(strangers: Strangers) -> None:
    await prefer(strangers, strangers.livia, quiet_from=0, quiet_until=1439, ping="dm")
    await strangers.seat("murus")
    board = strangers.shown(strangers.livia)
    assert board.flags.suppress_notifications
    before = len(strangers.post(strangers.livia))
    await strangers.pass_time(DAY - HOUR // 60)
    await strangers.client.desk.pings.deliver()
    await strangers.follow()
    (ping, *_) = strangers.post(strangers.livia)[before:]
    expect(ping.content, strangers.match_id, "https://discord.com/channels/@me/")
