"""Requests about clocks, vacations and blocks that the service refuses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bot.matches.match.refusals import Code
from games.clock import DAY, HOUR

from .club import ANN, BOB, CID, Club

Asking: TypeAlias = Callable[[Club], Awaitable[object]]


async def a_strict_match_of_a_game_with_missed_turns(club: Club) -> object:
    return await club.open("junqi-dark", strict=True)


async def a_strict_match_without_clocks(club: Club) -> object:
    return await club.open(pace="none", strict=True)


async def a_pause_without_clocks(club: Club) -> object:
    match = await club.begin(pace="none")
    return await club.matches.offers.offer(club.keys(), match.id, ANN.id, "pause")


async def more_time_without_clocks(club: Club) -> object:
    match = await club.begin(pace="none")
    return await club.matches.offers.offer(club.keys(), match.id, ANN.id, "time")


async def a_second_pause(club: Club) -> object:
    match = await club.begin()
    for person in (ANN, BOB, ANN):
        await club.matches.offers.offer(club.keys(), match.id, person.id, "pause")
    return None


async def a_pause_when_it_would_be_over(club: Club) -> object:
    match = await club.begin(pace="7d")
    await club.matches.vacations.take(ANN.id, 14)
    for days in (14, 16):
        club.clock.time += days * 24 * HOUR
        if days == 14:
            await club.matches.offers.offer(club.keys(), match.id, ANN.id, "pause")
            await club.matches.offers.offer(club.keys(), match.id, BOB.id, "pause")
        await club.matches.clocks.due(club.clock.time)
    return await club.matches.offers.offer(club.keys(), match.id, ANN.id, "pause")


async def a_pause_after_a_flag(club: Club) -> object:
    match = await club.begin(pace="1d")
    await club.act(match, ANN, "a1-a3")
    await club.act(match, BOB, "a7-a5")
    club.clock.time += 24 * HOUR
    await club.matches.clocks.due(club.clock.time)
    return await club.matches.offers.offer(club.keys(), match.id, BOB.id, "pause")


async def more_time_with_a_day_left(club: Club) -> object:
    match = await club.begin()
    club.clock.time += 24 * HOUR
    return await club.matches.offers.offer(club.keys(), match.id, ANN.id, "time")


async def more_time_for_somebody_who_is_not_to_move(club: Club) -> object:
    match = await club.begin()
    club.clock.time += 25 * HOUR
    return await club.matches.offers.offer(club.keys(), match.id, BOB.id, "time")


async def giving_time_in_ones_own_turn(club: Club) -> object:
    match = await club.begin()
    return await club.matches.clocks.give(club.keys(), match.id, ANN.id)


async def giving_time_without_clocks(club: Club) -> object:
    match = await club.begin(pace="none")
    return await club.matches.clocks.give(club.keys(), match.id, BOB.id)


async def taking_a_win_too_early(club: Club) -> object:
    match = await club.begin()
    return await club.matches.clocks.take_win(club.keys(), match.id, BOB.id)


async def taking_the_win_of_others(club: Club) -> object:
    match = await club.begin()
    return await club.matches.clocks.take_win(club.keys(), match.id, CID.id)


async def taking_a_win_on_an_old_board(club: Club) -> object:
    match = await club.begin()
    await club.act(match, ANN, "a1-a3")
    return await club.matches.clocks.take_win(club.keys(), match.id, BOB.id, 0)


async def leaving_what_one_may_resign(club: Club) -> object:
    match = await club.begin()
    return await club.matches.leaving.leave(club.keys(), match.id, BOB.id)


async def leaving_what_is_over(club: Club) -> object:
    match = await club.resign(await club.begin(), ANN)
    return await club.matches.leaving.leave(club.keys(), match.id, BOB.id)


async def coming_back_from_nowhere(club: Club) -> object:
    return await club.matches.vacations.end(ANN.id)


async def a_vacation_of_a_month(club: Club) -> object:
    return await club.matches.vacations.take(ANN.id, 30)


async def a_vacation_from_a_day_that_is_over(club: Club) -> object:
    return await club.matches.vacations.take(ANN.id, 1, club.clock.time - DAY)


async def an_unknown_time_zone(club: Club) -> object:
    await club.matches.prefer(ANN.id, zone="Atlantis")
    return None


async def closing_a_match_of_ones_own(club: Club) -> object:
    match = await club.begin()
    return await club.matches.leaving.close(club.keys(), match.id, ANN)


async def showing_elsewhere_what_is_not_held(club: Club) -> object:
    match = await club.begin()
    return await club.matches.holding.move(club.keys(), match.id, ANN.id, 99, 99)


async def showing_the_match_of_others_elsewhere(club: Club) -> object:
    match = await club.begin()
    await club.matches.holding.hold(match.id, match.stand.revision, "locked", 160005)
    return await club.matches.holding.move(club.keys(), match.id, CID.id, 99, 99)


async def challenging_somebody_one_has_blocked(club: Club) -> object:
    await club.matches.people.block(ANN.id, BOB.id)
    return await club.open()


async def challenging_somebody_who_has_blocked_one(club: Club) -> object:
    await club.matches.people.block(BOB.id, ANN.id)
    return await club.open()


OF_TIME: list[tuple[Code, Asking]] = [
    (Code.NOT_STRICT, a_strict_match_of_a_game_with_missed_turns),
    (Code.NOT_STRICT, a_strict_match_without_clocks),
    (Code.NO_CLOCKS, a_pause_without_clocks),
    (Code.NO_CLOCKS, more_time_without_clocks),
    (Code.PAUSED_ALREADY, a_second_pause),
    (Code.PAUSED_LONG, a_pause_when_it_would_be_over),
    (Code.FLAG_DOWN, a_pause_after_a_flag),
    (Code.TIME_ENOUGH, more_time_with_a_day_left),
    (Code.TIME_ENOUGH, more_time_for_somebody_who_is_not_to_move),
    (Code.TIME_ENOUGH, giving_time_in_ones_own_turn),
    (Code.NO_CLOCKS, giving_time_without_clocks),
    (Code.NO_FLAG, taking_a_win_too_early),
    (Code.NOT_A_PLAYER, taking_the_win_of_others),
    (Code.MOVED_ON, taking_a_win_on_an_old_board),
    (Code.STAY, leaving_what_one_may_resign),
    (Code.NOT_RUNNING, leaving_what_is_over),
    (Code.NO_VACATION, coming_back_from_nowhere),
    (Code.TOO_LONG_AWAY, a_vacation_of_a_month),
    (Code.DAY_OVER, a_vacation_from_a_day_that_is_over),
    (Code.BAD_ZONE, an_unknown_time_zone),
    (Code.OWN_CLOSING, closing_a_match_of_ones_own),
    (Code.NOT_HELD, showing_elsewhere_what_is_not_held),
    (Code.NOT_A_PLAYER, showing_the_match_of_others_elsewhere),
    (Code.OWN_BLOCK, challenging_somebody_one_has_blocked),
    (Code.BLOCKED, challenging_somebody_who_has_blocked_one),
]
