"""Refusals about what is no longer kept, or is handed out but once, and how to provoke them."""

from __future__ import annotations

from bot.matches.match.refusals import Code

from .club import ANN, Club
from .rated import FIN, played
from .refused_in_time import Asking


async def a_rematch_with_a_former_player(club: Club) -> object:
    match = await played(club)
    await club.matches.forgetting.forget(match.others(match.player_of(FIN.id).seat)[0].human.id)
    return await club.matches.opening.rematch(club.keys(), match.id, FIN, 1)


async def exporting_twice_a_day(club: Club) -> object:
    await club.matches.exporting.today(ANN.id)
    return await club.matches.exporting.today(ANN.id)


async def deleting_twice_a_week(club: Club) -> None:
    await club.matches.forgetting.grant(ANN.id)
    await club.matches.forgetting.grant(ANN.id)


async def a_record_that_is_no_longer_kept(club: Club) -> object:
    match = await played(club)
    await club.run("UPDATE matches SET position = ''")
    return await club.matches.evidence.record(match.id)


OF_DATA: list[tuple[Code, Asking]] = [
    (Code.FORMER_PLAYER, a_rematch_with_a_former_player),
    (Code.EXPORTED_TODAY, exporting_twice_a_day),
    (Code.DELETED_THIS_WEEK, deleting_twice_a_week),
    (Code.NO_LONGER_KEPT, a_record_that_is_no_longer_kept),
]
