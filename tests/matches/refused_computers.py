"""Requests about computers, hints and analysis that the service refuses."""

from __future__ import annotations

from bot.matches.match.players import Computer
from bot.matches.match.refusals import Code

from .club import ANN, Club
from .refused_in_time import Asking


async def a_computer_where_there_is_none(club: Club) -> object:
    return await club.open("cups", opponent=Computer(1))


async def a_level_beyond_the_highest(club: Club) -> object:
    return await club.open(opponent=Computer(6))


async def a_hint_where_there_are_none(club: Club) -> object:
    return await club.matches.advising.hint((await club.begin()).id, ANN.id)


async def a_hint_for_a_layout(club: Club) -> object:
    match = await club.begin("junqi-dark", hints=True)
    return await club.matches.advising.hint(match.id, ANN.id)


async def an_analysis_of_a_match_without_turns(club: Club) -> object:
    match = await club.resign(await club.begin(), ANN)
    return await club.matches.analysing.begin(match.id)


async def an_analysis_too_early(club: Club) -> object:
    return await club.matches.analysing.begin((await club.begin()).id)


OF_COMPUTERS: list[tuple[Code, Asking]] = [
    (Code.NO_COMPUTER, a_computer_where_there_is_none),
    (Code.NO_LEVEL, a_level_beyond_the_highest),
    (Code.NO_HINTS, a_hint_where_there_are_none),
    (Code.NO_HINTS_YET, a_hint_for_a_layout),
    (Code.NO_ANSWER, an_analysis_of_a_match_without_turns),
    (Code.NOT_OVER, an_analysis_too_early),
]
