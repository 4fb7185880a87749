"""Honest matches for forgers: whole matches of every game, played on the service with a clock."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.matches.match.match import Match
from bot.matches.match.players import NamedPerson
from games.clock import DAY, HOUR, MINUTE
from games.core import Seat
from games.records.record import Hint, Record, read, write
from tests.databases import address, lay

from .absences import (
    BY_COMPUTER,
    BY_PERSON,
    absent,
    at_four,
    begun,
    flipping,
    move,
    pass_time,
    wanted,
)
from .club import ANN, BOB, CID, DAN, Club

MODERATOR = NamedPerson(909, "Mod")
MOVES = ((ANN, "b1-b3"), (BOB, "c7-c5"), (ANN, "c1-c3"), (BOB, "d7-d5"))


async def until_flag(club: Club, match: Match) -> None:
    """Let time pass until the next flag falls."""
    clocks = (await club.matches.match(match.id)).clocks.seats
    (deadline,) = (clock.deadline_ms for clock in clocks if clock.deadline_ms is not None)
    await pass_time(club, deadline - club.clock.time)


async def beside(club: Club) -> Match:
    """A match in which everything happens beside the log: a pause, time, a vacation, an outage."""
    match, clocks = await begun(club), club.matches.clocks
    await clocks.heartbeat(club.clock.time)
    club.clock.time += HOUR
    await club.matches.offers.offer(club.keys(), match.id, ANN.id, "pause")
    await club.answer(match, BOB)
    club.clock.time += 9 * DAY
    await clocks.heartbeat(club.clock.time)  # which gives nothing: no clock ran
    await club.act(match, *MOVES[0])
    await pass_time(club, 60 * HOUR)
    await clocks.give(club.keys(), match.id, ANN.id)
    await clocks.heartbeat(club.clock.time)
    club.clock.time += 3 * DAY
    await clocks.heartbeat(club.clock.time)
    await pass_time(club, MINUTE)
    await club.act(match, *MOVES[1])
    await pass_time(club, MINUTE)
    await club.matches.vacations.take(ANN.id, 2)
    await pass_time(club, 2 * DAY)
    await pass_time(club, 70 * HOUR)
    await club.act(match, *MOVES[2])
    await pass_time(club, 20 * HOUR)
    await club.act(match, *MOVES[3])
    await club.matches.offers.offer(club.keys(), match.id, BOB.id, "takeback")
    await club.answer(match, ANN)
    await pass_time(club, MINUTE)
    await club.act(match, *MOVES[3])
    return await club.resign(match, ANN)


async def flagged(club: Club) -> Match:
    """A friendly match in which the win is taken."""
    match = await absent(club)
    await pass_time(club, HOUR)
    return await club.matches.clocks.take_win(club.keys(), match.id, BOB.id)


async def strict(club: Club) -> Match:
    """A strict match of Ponte, lost when the flag falls."""
    match = await club.begin("ponte", strict=True, pace="1d")
    for _ in range(6):
        await club.step(match, random.Random(3))
        await pass_time(club, 3 * HOUR)
    await until_flag(club, match)
    return match


async def excused(club: Club) -> Match:
    """A match that the opponent called off once a flag had fallen."""
    match = await absent(club)
    return await club.matches.clocks.excuse(club.keys(), match.id, BOB.id)


async def never_begun(club: Club) -> Match:
    """A match of Diablo whose first turn never came."""
    match = await club.begin("diablo", pace="quick")
    await pass_time(club, 24 * HOUR)
    return match


async def diablo(club: Club) -> Match:
    """A match of Diablo with its dice, in which a flag fell and the player moved after all."""
    match = await club.begin("diablo", pace="quick")
    for _ in range(5):
        await club.step(match, random.Random(3))
        await pass_time(club, 5 * HOUR)
    await until_flag(club, match)
    await pass_time(club, HOUR)
    await club.step(match, random.Random(3))
    return await club.resign(match, BOB)


async def taken_over(club: Club) -> Match:
    """A match of Murus in which another person plays on."""
    match = await absent(club)
    made = await wanted(club, match, BY_PERSON)
    assert made
    await club.matches.offers.take(club.keys(), match.id, CID, made)
    await pass_time(club, HOUR)
    await club.act(match, CID, "b1-b3")
    await pass_time(club, HOUR)
    return await club.resign(match, BOB)


async def flip(club: Club) -> Match:
    """A match of flip Junqi with missed turns, in which another person plays on and misses more."""
    match = await flipping(club, 2)
    made = await wanted(club, match, BY_PERSON)
    assert made
    await club.matches.offers.take(club.keys(), match.id, CID, made)
    for square in ("c1", "d1", "e1"):
        await club.act(match, BOB, square)
        await pass_time(club, 48 * HOUR if square == "c1" else 24 * HOUR)
    await pass_time(club, DAY)
    return await club.matches.match(match.id)


async def dark(club: Club) -> Match:
    """A match of dark Junqi, lost by the fifth missed turn."""
    match = await club.begin("junqi-dark", pace="1d")
    for person in (ANN, BOB):
        await club.matches.setting_up.lay(match.id, person.id, "fortress")
        await club.matches.setting_up.ready(club.keys(), match.id, person.id)
        await pass_time(club, HOUR)
    for person in (ANN, BOB):
        await move(club, match, person)
    while (match := await club.matches.match(match.id)).running:
        await pass_time(club, DAY)
        if (await club.matches.match(match.id)).running:
            await move(club, match, BOB)
    return match


async def four(club: Club) -> Match:
    """A table of four, at which a computer plays on and a moderator closes the match."""
    match = await at_four(club)
    await wanted(club, match, BY_COMPUTER)
    assert (await club.answer(match, CID, DAN)).players[0].computer
    return await club.matches.leaving.close(club.keys(), match.id, MODERATOR)


async def untouched(club: Club) -> Match:
    """A match without clocks that both forgot."""
    match = await begun(club, pace="none")
    await pass_time(club, 30 * DAY)
    return match


HONEST: dict[str, Callable[[Club], Awaitable[Match]]] = {
    "beside": beside,
    "flagged": flagged,
    "strict": strict,
    "excused": excused,
    "never begun": never_begun,
    "diablo": diablo,
    "taken over": taken_over,
    "flip": flip,
    "dark": dark,
    "four": four,
    "untouched": untouched,
}
HINTS = {"beside": (Hint(Seat(0), 2), Hint(Seat(1), 3)), "taken over": (Hint(Seat(0), 2),)}
"""Hints that players asked for at their turns."""


@cache
def honest() -> dict[str, Record]:
    """Play all of them, once in a process."""
    with TemporaryDirectory() as folder:
        return asyncio.run(_played(Path(folder)))


async def _played(folder: Path) -> dict[str, Record]:
    found = {}
    for name, play in HONEST.items():
        club = await Club.at(address(lay(folder / f"{name}.sqlite")))
        match = await play(club)
        record = await club.matches.evidence.record(match.id)
        found[name] = read(write(replace(record, hints=HINTS.get(name, ()))))
        await club.close()
    return found
