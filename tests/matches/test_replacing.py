"""Deserted seats: the substitutes, their beginning, and the rights of those who have left."""

import asyncio

import pytest

from bot.matches.match.match import Match
from bot.matches.match.ping import Ping
from bot.matches.match.players import Computer, OfferKind, Substitute, Substitution
from bot.matches.match.refusals import Code, Refusal
from bot.ui.words import reminders
from bot.ui.words.catalogue import catalogue
from games.clock import DAY, HOUR
from games.core import Seat
from games.junqi.flip.view import FlipView
from games.records.record import Person, read, write
from games.records.verify import verify
from players.library import PLAYERS
from players.verify import verify as verify_computers
from tests.databases import BOTH

from . import absences
from .club import ANN, BOB, CHANNEL, CID, DAN, FIRST, SECOND, Club, reason, refusal
from .story import Story


async def owed(club: Club) -> list[tuple[int, str]]:
    return sorted(
        (ping.user, ping.kind) for ping, _ in await club.matches.pings.owed_pings(club.clock.time)
    )


async def holders(club: Club, match: Match) -> list[str]:
    """Check the record of an ended match; return who has held the first seat."""
    record = read(write(await club.matches.evidence.record(match.id)))
    assert verify(record) == ()
    return [holder.who.name for holder in record.seats[0] if isinstance(holder.who, Person)]


# ------------------------------------------------------------------------ by a computer


@BOTH
async def test_of_two_the_other_ones_word_puts_a_computer_in_a_deserted_seat(club: Club) -> None:
    match = await absences.absent(club)
    assert match.absent == (match.players[FIRST],)
    after = await club.offer(match, BOB, "replace", absences.BY_COMPUTER)
    seat = after.players[FIRST]
    assert seat.who == Computer(1, PLAYERS["murus"].version)
    assert (seat.since, seat.substitution) == (2, Substitution(ANN, 3, 2))
    assert (after.offer, after.absent, after.seat_of(ANN.id)) == (None, (), None)
    assert after.timeless == {FIRST}
    assert (ANN.id, "end") in await owed(club)
    answered = await absences.thought(club, match)
    assert (answered.stand.turns, answered.to_act) == (3, frozenset({SECOND}))
    ended = await club.resign(match, BOB)
    assert [player.result for player in ended.players] == ["won", "lost"]
    assert await holders(club, ended) == ["Ann"]
    record = await club.matches.evidence.record(match.id)
    assert [holder.since for holder in record.seats[0]] == [0, 2]
    assert [found for _, found in verify_computers(record)] == [None]


async def test_the_first_answer_hides_its_time(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.matches.machines.computers.DELAY_MS", (2000, 4000))
    sleep, slept = asyncio.sleep, list[float]()

    async def note(seconds: float) -> None:
        slept.append(seconds)
        await sleep(0)

    monkeypatch.setattr("bot.matches.machines.computers.asyncio.sleep", note)
    match = await absences.absent(club)
    await absences.wanted(club, match, absences.BY_COMPUTER)
    assert (await absences.thought(club, match)).stand.turns == 3
    assert 2 <= max(slept) <= 4


@pytest.mark.parametrize("kind", ["takeback", "time"])
async def test_who_plays_on_for_somebody_gives_nothing_away(club: Club, kind: OfferKind) -> None:
    match = await absences.absent(club)
    await absences.wanted(club, match, absences.BY_COMPUTER)
    await absences.thought(club, match)
    if kind == "takeback":
        await club.act(match, BOB, "h7-h5")
    else:
        club.clock.time += 90 * HOUR
    before = await absences.thought(club, match)
    await club.offer(match, BOB, kind)
    after = await absences.thought(club, match)
    assert (after.offer, after.stand.turns) == (None, before.stand.turns)
    assert after.players[SECOND].clock.deadline_ms == before.players[SECOND].clock.deadline_ms


@pytest.mark.parametrize("deed", ["Ann moves b1-b3", "Bob clocks.give"])
async def test_a_turn_taken_in_time_or_more_time_ends_the_search(club: Club, deed: str) -> None:
    story = Story(club)
    await story.tell("absent; Bob offers.offer replace person")
    (match,) = story.matches
    made = (await absences.now(club, match)).offer
    await story.tell(deed)
    after = await absences.now(club, match)
    assert (after.offer, after.absent) == (None, ())
    assert made
    assert await refusal(club.take(match, CID, made)) == Code.NO_OFFER


async def test_an_untimed_match_goes_on_with_a_computer_too(club: Club) -> None:
    match = await absences.begun(club, pace="none")
    club.matches.leaving.roll_call = absences.RollCall({ANN.id})
    assert not await club.matches.leaving.call_roll(match.id, BOB.id)
    assert await absences.wanted(club, match, absences.BY_COMPUTER) is None
    assert await owed(club) == []
    assert (await absences.thought(club, match)).stand.turns == 3
    assert await club.verified(await club.resign(match, BOB))


async def test_one_missed_turn_costs_nobody_the_seat(club: Club) -> None:
    match = await absences.flipping(club, 1)
    assert (match.players[FIRST].missed, match.absent) == (1, ())
    assert await refusal(absences.wanted(club, match, absences.BY_COMPUTER)) == Code.NOBODY_ABSENT
    await club.act(match, BOB, "b1")
    await absences.pass_time(club, DAY)
    again = await absences.now(club, match)
    assert again.absent == (again.players[FIRST],)
    await club.act(match, BOB, "c1")
    await club.act(match, ANN, "d1")
    assert (await absences.now(club, match)).absent == ()


async def test_whoever_put_a_computer_in_does_not_get_away_without_a_result(club: Club) -> None:
    match = await absences.flipping(club, 2)
    await absences.wanted(club, match, absences.BY_COMPUTER)
    assert await refusal(club.matches.leaving.leave(club.keys(), match.id, BOB.id)) == Code.STAY


@pytest.mark.parametrize(("content", "phase"), [(0.0, "playing"), (1.0, "called_off")])
async def test_a_computer_calls_off_what_somebody_began_only_if_it_expects_no_more(
    club: Club, monkeypatch: pytest.MonkeyPatch, content: float, phase: str
) -> None:
    monkeypatch.setattr("bot.matches.machines.computers.CONTENT", content)
    match = await absences.absent(club)
    await absences.wanted(club, match, absences.BY_COMPUTER)
    await absences.thought(club, match)
    await club.offer(match, BOB, "cancel")
    after = await absences.thought(club, match)
    assert (after.stand.phase, after.offer) == (phase, None)


# ------------------------------------------------------------------------- by a person


@BOTH
async def test_a_person_who_takes_a_seat_gets_a_clock_of_their_own(club: Club) -> None:
    match = await absences.absent(club)
    await club.matches.following.follow(match.id, CID.id)
    match = await absences.take_over(club, match, CID)
    seat = match.players[FIRST]
    assert (seat.who, seat.missed) == (CID, 0)
    assert seat.clock.deadline_ms == club.clock.time + 48 * HOUR
    for scope in ("turn", "mine"):
        assert await club.matches.list_matches(ANN.id, scope, None) == ()
    assert [own.id for own in await club.matches.list_matches(CID.id, "turn", None)] == [match.id]
    await club.act(match, CID, "b1-b3")
    await absences.pass_time(club, DAY)
    await club.act(match, BOB, "a7-a5")
    after = await absences.now(club, match)
    assert after.players[FIRST].clock.time_left(club.clock.time) == 72 * HOUR
    ended = await club.resign(match, CID)
    assert await holders(club, ended) == ["Ann", "Cid"]
    assert await club.matches.following.end(ended)
    assert (CID.id, "follow") not in await owed(club), "who plays knows of the end"


@pytest.mark.slow
async def test_who_is_on_vacation_may_take_a_seat_whose_clock_then_waits(club: Club) -> None:
    match = await absences.absent(club)
    await club.matches.vacations.take(CID.id, 2)
    assert (await absences.take_over(club, match, CID)).players[FIRST].clock.left_ms == 48 * HOUR
    await absences.pass_time(club, 2 * DAY)
    assert (await absences.now(club, match)).players[FIRST].clock.running
    assert await club.verified(await club.resign(match, BOB))


async def test_turns_missed_before_count_for_whoever_takes_the_seat(club: Club) -> None:
    match = await absences.take_over(club, await absences.flipping(club, 2), CID)
    assert (match.players[FIRST].who, match.players[FIRST].missed) == (CID, 2)
    await club.act(match, BOB, "c1")
    await absences.pass_time(club, 72 * HOUR)
    view, after = (await club.matches.see(match.id, None)).view, await absences.now(club, match)
    assert isinstance(view, FlipView)
    assert after.players[FIRST].missed == view.missed[FIRST] == 3
    notice = Ping(match.id, CID.id, "notice", after.stand.revision, 0)
    told = reminders.ping(after, notice, catalogue("en"), None, name="")
    assert told.startswith("your seat has missed 3 turns in"), "not only those of their own"


async def test_turns_of_before_are_not_taken_back_and_later_ones_are(club: Club) -> None:
    match = await absences.take_over(club, await absences.absent(club), CID)
    for person in (BOB, CID):
        assert await refusal(club.offer(match, person, "takeback"))
    await club.act(match, CID, "b1-b3")
    assert await refusal(club.offer(match, BOB, "takeback")) == Code.TAKEN_OVER_SINCE
    await club.take_back(match, CID, BOB)
    after = await absences.now(club, match)
    assert (after.stand.turns, after.to_act) == (2, frozenset({FIRST}))
    await club.act(match, CID, "b1-b3")
    assert await club.verified(await club.resign(match, BOB))


async def test_a_rematch_is_for_those_who_hold_the_seats_at_the_end(club: Club) -> None:
    match, rematch = await absences.absent(club, where="here"), club.matches.opening.rematch
    await club.resign(await absences.take_over(club, match, CID), BOB)
    assert await refusal(rematch(club.keys(), match.id, ANN, CHANNEL)) == Code.REPLACED
    again = await rematch(club.keys(), match.id, BOB, CHANNEL)
    assert [invitation.person for invitation in again.invitations] == [BOB, CID]


@pytest.mark.slow
async def test_of_those_who_take_a_seat_one_who_never_played_leaves_no_trace(club: Club) -> None:
    match, close = await absences.absent(club), club.matches.leaving.close
    for taker, replaced in ((CID, ANN), (DAN, CID)):
        match = await absences.take_over(club, match, taker)
        assert await refusal(close(club.keys(), match.id, replaced)) == Code.OWN_MANAGING
        await absences.pass_time(club, 72 * HOUR)
        match = await absences.now(club, match)
    assert await refusal(close(club.keys(), match.id, ANN)) == Code.OWN_MANAGING
    assert await holders(club, await club.resign(match, BOB)) == ["Ann", "Dan"]


@pytest.mark.slow
async def test_of_two_who_take_a_seat_at_once_one_has_it(club: Club) -> None:
    match = await absences.absent(club)
    made = await absences.propose(club, match, absences.BY_PERSON)
    both = (club.take(match, person, made) for person in (CID, DAN))
    found = await asyncio.gather(*both, return_exceptions=True)
    (refused,) = [result for result in found if isinstance(result, Refusal)]
    assert refused.event.code == Code.NO_OFFER
    (seated,) = [match for match in found if isinstance(match, Match)]
    assert (await absences.now(club, match)).players[FIRST].who == seated.players[FIRST].who


# -------------------------------------------------------------------- who leaves, and is back


async def test_who_leaves_is_found_out_by_the_reminder_and_may_come_back(club: Club) -> None:
    leaving, match = club.matches.leaving, await absences.begun(club)
    leaving.roll_call = roll_call = absences.RollCall({ANN.id})
    await absences.pass_time(club, 60 * HOUR)
    left = await absences.now(club, match)
    assert (left.players[FIRST].absence, left.absent) == ("left", (left.players[FIRST],))
    assert await owed(club) == []
    made = await absences.propose(club, match, absences.BY_PERSON)
    roll_call.left.clear()
    roll_call.known = False
    await leaving.call_roll(match.id, DAN.id)
    assert (await absences.now(club, match)).offer == made
    roll_call.known = True
    await leaving.call_roll(match.id, DAN.id)
    back = await absences.now(club, match)
    assert (back.offer, back.absent) == (None, ())


@pytest.mark.slow
async def test_who_is_back_when_their_time_is_up_has_not_left(club: Club) -> None:
    club.matches.leaving.roll_call = roll_call = absences.RollCall({ANN.id})
    match = await absences.begun(club)
    await absences.pass_time(club, 60 * HOUR)
    assert (await absences.now(club, match)).players[FIRST].absence == "left"
    roll_call.left.clear()
    await absences.pass_time(club, 12 * HOUR)
    seat = (await absences.now(club, match)).players[FIRST]
    assert (seat.clock.down, seat.absence) == (True, None)


@pytest.mark.slow
async def test_who_asks_is_there(club: Club) -> None:
    match = await absences.at_four(club)
    await absences.wanted(club, match, absences.BY_COMPUTER)
    assert await club.matches.leaving.call_roll(match.id, ANN.id)
    back = await absences.now(club, match)
    assert (back.offer, back.absent) == (None, ())
    assert not await club.matches.leaving.call_roll(match.id, ANN.id)


@pytest.mark.slow
async def test_a_search_ends_when_whoever_began_it_leaves(club: Club) -> None:
    match = await absences.absent(club)
    made = await absences.propose(club, match, absences.BY_PERSON)
    club.matches.leaving.roll_call = absences.RollCall({BOB.id})
    await club.matches.leaving.call_roll(match.id, CID.id)
    assert (await absences.now(club, match)).offer is None
    assert await refusal(club.take(match, CID, made)) == Code.NO_OFFER


async def test_a_search_leaves_the_ages_of_a_match_without_clocks_as_they_are(club: Club) -> None:
    match = await absences.begun(club, pace="none")
    await absences.pass_time(club, 8 * DAY)
    club.matches.leaving.roll_call = absences.RollCall({ANN.id})
    await club.matches.leaving.call_roll(match.id, BOB.id)
    assert (await absences.now(club, match)).absent
    assert await club.matches.leaving.check_leave(match.id, BOB.id) == "unfinished"
    await absences.pass_time(club, 22 * DAY)
    assert reason(await absences.now(club, match)) == "unfinished"


def test_what_a_substitute_is_written_as_is_read_again() -> None:
    for substitute in (Substitute(Seat(3)), Substitute(Seat(0), 1), Substitute(Seat(1), 5)):
        assert Substitute.read(substitute.text) == substitute
    for wrong in ("", "p", "1", "1c0", "1c10", "11p", "1x3"):
        assert Substitute.read(wrong) is None
