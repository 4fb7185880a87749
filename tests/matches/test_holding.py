"""A match that can be shown nowhere is held: its clocks stand still, and it is tried again."""

import random
from contextlib import suppress

import pytest

from bot.matches.match.due import NOTHING, Given, due_ms
from bot.matches.match.held import Held
from bot.matches.match.match import Match
from bot.matches.match.refusals import Code
from games.clock import DAY, HOUR, MINUTE
from games.core import Sayable, Seat
from tests.databases import BOTH
from tests.samples import sampled

from .absences import BY_COMPUTER, absent, at_four, begun, now, pass_time, take_over, wanted
from .club import ANN, BOB, CHANNEL, CID, FIRST, FOR_TWO, GUILD, SECOND, Club, reason, refusal
from .test_flags import pings

WEEK = 7 * DAY


async def hold(club: Club, match: Match, *running_on: Seat, why: str = "locked") -> Match:
    """Hold a match as it stands now."""
    stand = (await club.matches.match(match.id)).stand
    await club.matches.holding.hold(match.id, stand.revision, why, 160005, running_on)
    return await now(club, match)


async def show(club: Club, match: Match) -> Match:
    await club.matches.holding.note_shown(match.id)
    return await now(club, match)


def left(match: Match, club: Club) -> list[float]:
    return [player.clock.time_left(club.clock.time) / HOUR for player in match.players]


async def verified(club: Club, match: Match) -> bool:
    await now(club, match)
    return await club.verified(match)


async def ends_well(club: Club, match: Match) -> bool:
    """Check the record after Bob has resigned."""
    return await verified(club, await club.resign(match, BOB))


@BOTH
async def test_no_clock_runs_while_a_match_can_be_shown_nowhere(club: Club) -> None:
    match = await begun(club)
    club.clock.time += 10 * HOUR
    held = await hold(club, match)
    assert held.held == Held(club.clock.time, "locked", 160005)
    assert left(held, club)[FIRST] == 72, "the turn's board has never been shown"
    await pass_time(club, 20 * DAY)
    assert left(await now(club, match), club)[FIRST] == 72
    assert await pings(club) == []
    again = await Club.at(club.url)
    assert (await again.matches.match(match.id)).held == (await now(club, match)).held
    await again.close()
    shown = await show(club, match)
    assert (shown.held, left(shown, club)[FIRST]) == (None, 72)
    assert await club.matches.evidence.time_given(shown) == Given(0, 20 * DAY + 10 * HOUR)
    await pass_time(club, 72 * HOUR)
    assert (await now(club, match)).players[FIRST].clock.down
    await club.act(match, ANN, "b1-b3")
    assert await club.matches.evidence.time_given(await now(club, match)) == NOTHING
    assert await ends_well(club, match)


async def test_what_has_moved_on_is_not_held_and_nothing_is_held_twice(club: Club) -> None:
    match = await begun(club)
    await club.matches.holding.hold(match.id, match.stand.revision - 1, "locked")
    await club.matches.holding.note_shown(match.id)
    assert await now(club, match) == match
    held = await hold(club, match)
    assert await hold(club, match, why="archived") == held
    shown = await show(club, match)
    assert await show(club, match) == shown
    assert await ends_well(club, match)
    await club.matches.holding.hold(match.id, 3, "locked")
    assert (await now(club, match)).held is None


async def test_a_board_that_was_up_for_a_while_is_counted_for_as_long(club: Club) -> None:
    match = await begun(club)
    revision, up_ms = match.stand.revision, club.clock.time + 5 * HOUR
    club.clock.time += 10 * HOUR
    await club.matches.holding.hold(match.id, revision, "locked", seen_ms=up_ms)
    assert left(await now(club, match), club)[FIRST] == 67
    await pass_time(club, DAY)
    shown = await show(club, match)
    assert await club.matches.evidence.time_given(shown) == Given(0, DAY + 5 * HOUR)
    await pass_time(club, 2 * HOUR)
    assert left(await hold(club, match), club)[FIRST] == 67, "two hours since it was let go"
    assert await ends_well(club, match)


async def test_the_clock_of_who_closed_the_place_runs_on(club: Club) -> None:
    match = await begun(club)
    held = await hold(club, match, FIRST)
    assert [player.unshown for player in held.players] == [False, True]
    await pass_time(club, 72 * HOUR)
    assert (await now(club, match)).players[FIRST].clock.down
    await club.act(match, ANN, "b1-b3")
    assert not (await now(club, match)).players[SECOND].clock.running
    await club.act(match, BOB, "d7-d5")
    assert (await now(club, match)).players[FIRST].clock.running
    assert await ends_well(club, match)


async def test_a_strict_match_is_held_as_well_and_lost_on_time_only_later(club: Club) -> None:
    match = await begun(club, strict=True)
    await hold(club, match)
    await pass_time(club, 5 * DAY)
    await show(club, match)
    await pass_time(club, 72 * HOUR)
    assert (await now(club, match)).players[FIRST].result == "lost"
    assert await verified(club, match)


# ------------------------------------------------------- whatever else stops clocks


async def test_moves_made_meanwhile_are_played_and_nobodys_clock_begins(club: Club) -> None:
    match = await begun(club)
    await hold(club, match)
    await pass_time(club, 4 * DAY)
    await club.act(match, ANN, "b1-b3")
    await pass_time(club, 5 * DAY)
    shown = await show(club, match)
    assert left(shown, club) == [96, 72]
    assert await club.matches.evidence.time_given(shown) == Given(0, 5 * DAY)
    assert await ends_well(club, match)


@pytest.mark.parametrize("shown_first", [True, False])
async def test_a_vacation_a_pause_and_a_hold_may_overlap(club: Club, shown_first: bool) -> None:
    match = await begun(club)
    await club.matches.vacations.take(ANN.id, 3)
    await hold(club, match)
    for person in (ANN, BOB):
        await club.offer(match, person, "pause")
    await pass_time(club, DAY)
    if shown_first:
        assert not (await show(club, match)).players[FIRST].clock.running
    await pass_time(club, 3 * DAY)
    assert not (await now(club, match)).players[FIRST].clock.running
    await pass_time(club, 27 * DAY)  # the pause is over
    current = await now(club, match)
    if shown_first:
        assert current.players[FIRST].clock.running
    else:
        assert reason(current) == "unfinished"
    assert await verified(club, current if current.stand.outcome else await club.resign(match, BOB))


async def test_a_takeback_and_more_time_leave_a_clock_held(club: Club) -> None:
    match = await begun(club)
    await pass_time(club, 60 * HOUR)
    await hold(club, match, SECOND)
    await club.act(match, ANN, "b1-b3")
    await club.take_back(match, ANN, BOB)
    taken_back = await now(club, match)
    assert (taken_back.stand.turns, taken_back.players[FIRST].clock.left_ms) == (2, 72 * HOUR)
    await pass_time(club, DAY)
    assert left(await show(club, match), club)[FIRST] == 72
    await pass_time(club, 60 * HOUR)
    await hold(club, match, FIRST)
    await club.matches.clocks.give(club.keys(), match.id, BOB.id)
    assert (await now(club, match)).players[FIRST].clock.running
    assert await ends_well(club, match)


async def test_a_win_is_not_taken_for_granted_before_the_flag_was_shown(club: Club) -> None:
    match = await absent(club)
    await hold(club, match)
    await pass_time(club, 20 * DAY)
    assert (await show(club, match)).players[FIRST].clock.flag_ms == club.clock.time
    await pass_time(club, 7 * DAY - 1)
    assert (await now(club, match)).running
    await pass_time(club, 1)
    assert (await now(club, match)).players[SECOND].result == "won"
    assert await verified(club, match)


async def test_a_person_who_takes_a_seat_over_is_held_and_a_computer_is_not(club: Club) -> None:
    for channel, human in enumerate((True, False), CHANNEL):
        match = await absent(club, channel=channel)
        await hold(club, match)
        if human:
            await take_over(club, match, CID)
        else:
            await wanted(club, match, BY_COMPUTER)
        taken = await now(club, match)
        assert taken.players[FIRST].who != ANN
        assert [player.unshown for player in taken.players] == [human, True]
        await show(club, match)
        assert await ends_well(club, match)


async def test_a_set_up_and_a_table_of_four_are_held_seat_by_seat(club: Club) -> None:
    dark = await club.begin("junqi-dark", pace="7d")
    await club.matches.setting_up.lay(dark.id, ANN.id, "fortress")
    await club.matches.setting_up.ready(club.keys(), dark.id, ANN.id)
    await pass_time(club, HOUR)
    held = await hold(club, dark)
    assert (held.players[SECOND].clock.left_ms, held.players[FIRST].clock.left_ms) == (
        72 * HOUR,
        None,
    )
    await pass_time(club, 30 * DAY)
    assert await verified(club, dark)
    four = await at_four(club)
    await hold(club, four)
    await pass_time(club, 9 * DAY)
    shown = await show(club, four)
    assert sum(player.clock.running for player in shown.players) == len(shown.to_act)


# ------------------------------------------------------------------------- in time


@BOTH
async def test_it_is_tried_again_after_an_hour_a_day_and_then_every_week(club: Club) -> None:
    match = await begun(club)
    held = await hold(club, match)
    began, tried = club.clock.time, []
    while (current := await now(club, match)).running:
        due, before = due_ms(current), current.held
        assert due is not None
        await pass_time(club, due - club.clock.time)
        current = await now(club, match)
        if current.held and before and current.held.tries > before.tries:
            tried.append(club.clock.time - began)
    assert tried == [HOUR, *(DAY + number * WEEK for number in range(5))]
    assert club.clock.time - began == 30 * DAY
    assert (current.held, current.stand.outcome and current.stand.outcome.reason) == (
        None,
        "unfinished",
    )
    assert sorted(await pings(club)) == [(BOB.id, "end"), (ANN.id, "end")]
    assert held.held
    assert await verified(club, match)


async def test_a_match_is_given_up_a_month_after_its_last_turn(club: Club) -> None:
    for channel, pace in enumerate(("normal", "none"), CHANNEL):
        match = await begun(club, pace=pace, channel=channel)
        await pass_time(club, 0 if pace == "normal" else 29 * DAY)
        await hold(club, match)
        await pass_time(club, 20 * DAY)
        if pace == "none":  # what has been shown meanwhile waits for a month anew
            assert (await show(club, match)).held is None
            await hold(club, match)
        await club.act(match, ANN, "b1-b3")
        await pass_time(club, 30 * DAY - MINUTE)
        assert (await now(club, match)).held
        await pass_time(club, MINUTE)
        assert (await now(club, match)).stand.phase == "called_off"
        assert await verified(club, match)


async def test_nobody_has_it_tried_more_than_twice_an_hour(club: Club) -> None:
    match = await begun(club)
    await hold(club, match)
    await club.followed()
    for _ in range(5):
        await club.matches.managing.post_again(match.id, GUILD, CID.id)
    held = (await now(club, match)).held
    assert held
    assert held.tries == 2
    assert match.id in await club.followed()
    await show(club, match)
    await club.matches.holding.try_again(match.id)
    assert (await now(club, match)).held is None


# ------------------------------------------------------------------------- elsewhere


async def test_a_player_may_have_it_shown_elsewhere(club: Club) -> None:
    match, other = await begun(club), await begun(club, channel=CHANNEL + 1)
    await club.matches.opening.live_in(other.id, CHANNEL + 1)
    key, elsewhere = club.keys(), CHANNEL + 50
    move = club.matches.holding.move
    assert await refusal(move(1, match.id, ANN.id, elsewhere, elsewhere)) == Code.NOT_HELD
    await hold(club, match)
    for person, place, code in ((CID, 50, Code.NOT_A_PLAYER), (ANN, 1, Code.PLACE_TAKEN)):
        tried = move(club.keys(), match.id, person.id, CHANNEL + place, CHANNEL + place)
        assert await refusal(tried) == code
    await club.followed()
    moved = await move(key, match.id, BOB.id, elsewhere, elsewhere)
    assert moved.held
    assert (moved.home, moved.held.tries) == (elsewhere, 1)
    assert match.id in await club.followed()
    await show(club, match)
    assert (await move(key, match.id, BOB.id, elsewhere, elsewhere)).held is None, "said twice"
    assert (await now(club, match)).home == elsewhere


@BOTH
async def test_a_server_has_its_held_matches_listed_the_longest_first(club: Club) -> None:
    matches = [await begun(club, channel=CHANNEL + number) for number in range(3)]
    for match in matches[1:]:
        club.clock.time += MINUTE
        await hold(club, match)
    listed = await club.matches.list_held(GUILD, 5)
    assert [match.id for match in listed] == [match.id for match in matches[1:]]
    assert await club.matches.list_held(GUILD + 1, 5) == ()
    assert len(await club.matches.list_held(GUILD, 1)) == 1


# --------------------------------------------------------------------------- by chance


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled(range(6), 2))
async def test_whatever_happens_clocks_follow_logs_and_all_verifies(club: Club, seed: int) -> None:
    rng = random.Random(seed)
    match = await club.begin(
        rng.choice([game for game in FOR_TWO if club.matches.games[game].set_up is None])
    )
    matches = club.matches
    for _ in range(40):
        current = await now(club, match)
        if not current.running:
            break
        one, other = rng.sample([ANN, BOB], 2)
        with suppress(Sayable):
            match rng.randrange(9):
                case 0 | 1 | 2:
                    await club.step(current, rng)
                case 3:
                    await hold(club, current, *rng.sample([FIRST, SECOND], rng.randrange(2)))
                case 4:
                    await show(club, current)
                case 5:
                    await club.take_back(current, one, other)
                    await club.offer(current, one, "pause")
                case 6:
                    await matches.clocks.give(club.keys(), current.id, one.id)
                case 7:
                    await matches.vacations.take(one.id, 1)
        for _ in range(rng.randrange(20)):
            await pass_time(club, HOUR)  # so that no flag falls late
    if (await now(club, match)).running:
        for person in (ANN, BOB):
            await club.offer(match, person, "cancel")
    assert await verified(club, match)
