"""Refusals to take a match out of the points, and how to provoke them."""

from __future__ import annotations

from bot.matches.acts.striking import MOST_STRUCK
from bot.matches.match.refusals import Code
from games.clock import DAY

from .club import Club
from .rated import FIN, HAL, begun, lost, played
from .refused_in_time import Asking

WHY = "It was arranged."


async def striking_what_has_not_counted(club: Club) -> object:
    match = await lost(club, await begun(club, rated=False), 0)
    return await club.matches.striking.strike(match.id, HAL, WHY)


async def striking_a_match_of_ones_own(club: Club) -> object:
    return await club.matches.striking.strike((await played(club)).id, FIN, WHY)


async def striking_a_match_of_long_ago(club: Club) -> object:
    match = await played(club)
    club.clock.time += 30 * DAY + 1
    return await club.matches.striking.strike(match.id, HAL, WHY)


async def striking_too_often(club: Club) -> object:
    matches = [await played(club) for _ in range(MOST_STRUCK + 1)]
    for match in matches[1:]:
        await club.matches.striking.strike(match.id, HAL, WHY)
    await club.matches.striking.strike(matches[0].id)  # whoever runs the bot may
    await club.matches.striking.undo(matches[0].id)
    return await club.matches.striking.strike(matches[0].id, HAL, WHY)


async def undoing_what_was_not_struck(club: Club) -> object:
    return await club.matches.striking.undo((await played(club)).id)


OF_POINTS: list[tuple[Code, Asking]] = [
    (Code.NOT_RATED, striking_what_has_not_counted),
    (Code.NOT_STRUCK, undoing_what_was_not_struck),
    (Code.OWN_STRIKING, striking_a_match_of_ones_own),
    (Code.RATED_LONG_AGO, striking_a_match_of_long_ago),
    (Code.STRUCK_OFTEN, striking_too_often),
]
