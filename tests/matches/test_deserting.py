"""Who leaves a match that counts: what it costs them, in time and after missed turns."""

import random

import pytest

from bot.matches.match.due import due_ms
from games.clock import HOUR

from .absences import RollCall, take_over
from .club import Club
from .rated import GIL, begun
from .test_points import changes, check, four


@pytest.mark.parametrize("leaves", [False, True])
async def test_who_misses_turns_and_is_replaced_loses_wherever_they_are(
    club: Club, leaves: bool
) -> None:
    rng, match = random.Random(5), await begun(club, game="junqi-flip")
    while match.stand.turns < 32 or not match.players[0].acting:
        match = (await club.step(match, rng)).match
    left, there = match.players[0].human, match.players[1].human
    club.matches.leaving.roll_call = RollCall({left.id} if leaves else set())
    for number in range(3):
        while match.players[0].acting:
            club.clock.time += 6 * HOUR
            await club.matches.clocks.due(club.clock.time)
            match = await club.matches.match(match.id)
        if number < 2:
            match = (await club.step(match, rng)).match
    assert match.players[0].missed == 3
    match = await take_over(club, match, GIL, there)
    assert [(change.person, change.result) for change in await changes(club, match)] == [
        (left.id, "lost")
    ]
    await check(club)


@pytest.mark.parametrize("looking", [False, True])
async def test_a_table_of_four_that_counts_never_hangs_on_who_has_left(
    club: Club, looking: bool
) -> None:
    rng, match = random.Random(1), await four(club)
    match = await club.steps(match, 36, rng)
    seat = next(player.seat for player in match.players if player.acting)
    gone = match.players[seat].human
    club.matches.leaving.roll_call = RollCall({gone.id})
    for _ in range(24 * 40):
        if not match.running or match.players[seat].out:
            break
        club.clock.time += 3 * HOUR
        if looking:
            await club.matches.clocks.look(match, gone.id)
        await club.matches.clocks.due(club.clock.time)
        match = await club.matches.match(match.id)
        due = due_ms(match)
        assert not match.running or (due is not None and due > club.clock.time)
        if match.running and not match.players[seat].acting and rng.random() < 0.5:
            match = (await club.step(match, rng)).match
    assert not match.running or match.players[seat].out
    if not looking:
        assert match.unrated == "escaped"
        made = [(change.person, change.result) for change in await changes(club, match)]
        assert made == [(gone.id, "lost")]
    await check(club)
