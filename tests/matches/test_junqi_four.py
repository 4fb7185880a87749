"""Four-player Junqi at the table: offers, escapes, and turns that run out."""

import pytest

from bot.matches.match.match import Match
from bot.matches.match.players import Offer
from bot.matches.match.refusals import Code
from games.clock import DAY, HOUR
from games.core import Entry, Over
from tests.databases import BOTH

from .absences import RollCall, move, pass_time, seated
from .club import ANN, BOB, CID, DAN, Club, refusal
from .test_four_seats import EAST, FOUR, SOUTH, WEST


async def playing(club: Club, variant: str = "") -> Match:
    """Begin a table at which all have the same layout, and Ann is to move."""
    match = await seated(club, "junqi-four", variant=variant, where="here")
    return await club.ready(match, *FOUR, layout="balanced")


async def quiet(club: Club, match: Match, turns: int) -> Match:
    """Play some turns in which no piece is taken."""
    for _ in range(turns):
        await move(club, match, match.players[min(match.to_act)].human)
        match = await club.matches.match(match.id)
    return match


# ---------------------------------------------------------------------- escapes


@BOTH
async def test_an_escape_from_a_partner_who_is_still_in_is_without_result(club: Club) -> None:
    match = await quiet(club, await playing(club), 3)
    ended = await club.matches.leaving.note_departure(match.id, BOB.id)
    assert (ended.stand.phase, ended.stand.outcome) == ("called_off", Over(frozenset(), "void"))
    assert {player.result for player in ended.players} == {None}
    assert {ping.user for ping, _ in await club.matches.pings.owed_pings(club.clock.time)} == {
        person.id for person in FOUR if person != BOB
    }
    assert await club.check(match.id) == ended
    assert (await club.log(match.id))[-1] == Entry("forfeit", WEST, "escape")
    assert await club.verified(match)
    assert len(await club.matches.evidence.layouts(match.id)) == 4


async def test_an_escape_from_a_partner_who_is_out_loses_for_the_team(club: Club) -> None:
    match = await playing(club, "resign_min_ply=0")
    await club.resign(match, ANN)
    freely = await club.matches.leaving.note_departure(match.id, ANN.id)
    assert freely.running, "who is out may leave"
    ended = await club.matches.leaving.note_departure(match.id, CID.id)
    assert ended.stand.outcome == Over(frozenset({WEST, EAST}), "escape")
    assert [player.result for player in ended.players] == ["lost", "won", "lost", "won"]
    await club.check(match.id)
    assert await club.verified(match)


async def test_leaving_during_the_set_up_is_no_escape(club: Club) -> None:
    match = await seated(club, "junqi-four")
    ended = await club.matches.leaving.note_departure(match.id, DAN.id)
    assert (ended.stand.phase, ended.stand.outcome) == ("called_off", Over(frozenset(), "left"))
    await club.check(match.id)


async def test_any_other_seat_may_leave_one_awaited_for_a_turns_time(club: Club) -> None:
    match = await quiet(club, await playing(club), 5)
    leave = club.matches.leaving.leave
    club.clock.time += match.pace.start_ms - 1
    assert await refusal(leave(club.keys(), match.id, DAN.id)) == Code.STAY
    club.clock.time += 1
    assert await refusal(leave(club.keys(), match.id, BOB.id)) == Code.STAY
    ended = await leave(club.keys(), match.id, DAN.id)
    assert (ended.stand.phase, ended.stand.outcome) == ("called_off", Over(frozenset(), "left"))


@pytest.mark.parametrize("fraction", [4 / 5, 1])
async def test_who_has_left_is_found_at_a_reminder_or_a_flag(club: Club, fraction: float) -> None:
    match = await quiet(club, await playing(club), 8)
    left = match.players[SOUTH].clock.time_left(club.clock.time)
    if fraction == 1:
        await pass_time(club, left - 1)
    club.matches.leaving.roll_call = RollCall({ANN.id})
    club.clock.time = match.updated_ms
    await pass_time(club, int(left * fraction))
    if fraction < 1:  # until then the others may find a substitute
        waiting = await club.matches.match(match.id)
        assert (waiting.running, waiting.players[SOUTH].absence) == (True, "left")
        await pass_time(club, left)
    ended = await club.matches.match(match.id)
    assert ended.stand.outcome == Over(frozenset(), "void")
    assert ended.players[SOUTH].missed == 0
    await club.check(match.id)


async def test_who_is_back_by_then_has_not_left(club: Club) -> None:
    match = await quiet(club, await playing(club), 8)
    club.matches.leaving.roll_call = RollCall({BOB.id, CID.id, DAN.id})
    await pass_time(club, 7 * DAY)
    match = await club.matches.match(match.id)
    assert (match.running, match.players[SOUTH].missed) == (True, 1)


async def test_who_does_not_set_up_and_has_left_ends_the_match_for_all(club: Club) -> None:
    match = await seated(club, "junqi-four")
    club.matches.leaving.roll_call = RollCall({DAN.id})
    await pass_time(club, 40 * HOUR)
    assert (await club.matches.match(match.id)).stand.outcome == Over(frozenset(), "left")


# ------------------------------------------------------------------------- time


async def test_the_fifth_missed_turn_puts_a_seat_out_and_the_others_play_on(club: Club) -> None:
    match = await quiet(club, await playing(club, "no_capture_limit=0"), 8)
    for missed in range(1, 6):
        assert match.to_act == {SOUTH}
        assert not match.players[SOUTH].out
        await pass_time(club, 7 * DAY)
        match = await club.matches.match(match.id)
        assert match.players[SOUTH].missed == missed
        await club.check(match.id)
        match = await quiet(club, match, 3)
    assert [player.out for player in match.players] == [True, False, False, False]
    assert (match.running, match.to_act) == (True, frozenset({WEST}))
    assert await refusal(club.act(match, ANN, "g5-g6")) == Code.OUT


# ----------------------------------------------------------------------- offers


async def test_the_match_can_be_called_off_only_until_one_may_resign(club: Club) -> None:
    """The turn that comes too late is West's, and the offer East's."""
    match = await playing(club, "resign_min_ply=4")
    assert await club.matches.offers.unavailable_offers(match.id, ANN.id) == frozenset()
    await club.offer(match, DAN, "cancel")
    match = await quiet(club, match, 3)
    assert match.offer == Offer("cancel", EAST, 4)
    await club.answer(match, ANN)
    match = await quiet(club, match, 1)
    assert (match.offer, {player.consent for player in match.players}) == (None, {None})
    assert await club.matches.offers.unavailable_offers(match.id, ANN.id) == {"cancel"}
    assert await refusal(club.offer(match, BOB, "cancel")) == "junqi.too_late"
    await club.check(match.id)


async def test_an_opponent_who_is_out_is_not_asked_for_a_takeback(club: Club) -> None:
    match = await quiet(club, await playing(club, "resign_min_ply=0"), 1)
    await club.resign(match, DAN)
    assert await refusal(club.offer(match, ANN, "takeback")) == "core.moved_since"
    match = await quiet(club, match, 1)
    await club.offer(match, BOB, "takeback")
    await club.answer(match, CID)
    assert (await club.answer(match, ANN)).stand.taken_back
