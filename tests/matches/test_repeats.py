"""Discord may deliver an interaction twice: the second time changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest

from bot.matches.model import Match, MatchId, Offer, Seen

from .club import ANN, BOB, Club

Doing: TypeAlias = Callable[[int], Awaitable[Match | Seen | Offer]]


async def opening(club: Club) -> Doing:
    return lambda key: club.open(key=key)


async def joining(club: Club) -> Doing:
    card = await club.open(seat="random")
    return lambda key: club.matches.join(key, card.id, BOB)


async def declining(club: Club) -> Doing:
    card = await club.open()
    return lambda key: club.matches.decline(key, card.id, BOB.id)


async def cancelling(club: Club) -> Doing:
    card = await club.open()
    return lambda key: club.matches.cancel(key, card.id, ANN.id)


async def acting(club: Club) -> Doing:
    match = await club.begin()
    return lambda key: club.matches.act(key, match.id, ANN.id, "a1-a3", 0)


async def acting_with_a_roll(club: Club) -> Doing:
    match = await club.begin("cups")
    await club.matches.act(club.keys(), match.id, ANN.id, "abc")
    return lambda key: club.matches.act(key, match.id, BOB.id, "abc", 1)


async def resigning(club: Club) -> Doing:
    match = await club.begin()
    return lambda key: club.matches.resign(key, match.id, ANN.id, 0)


async def offering(club: Club) -> Doing:
    match = await club.begin()
    return lambda key: club.matches.offer(key, match.id, ANN.id, "draw")


async def offering_back(club: Club) -> Doing:
    match = await club.begin()
    await club.matches.offer(club.keys(), match.id, BOB.id, "draw")
    return lambda key: club.matches.offer(key, match.id, ANN.id, "draw")


async def accepting(club: Club) -> Doing:
    match = await club.begin()
    await club.matches.offer(club.keys(), match.id, BOB.id, "cancel")
    return lambda key: club.matches.answer(key, match.id, ANN.id, "cancel", True, 0)


async def declining_an_offer(club: Club) -> Doing:
    match = await club.begin()
    await club.matches.offer(club.keys(), match.id, BOB.id, "draw")
    return lambda key: club.matches.answer(key, match.id, ANN.id, "draw", False, 0)


DEEDS = [
    opening,
    joining,
    declining,
    cancelling,
    acting,
    acting_with_a_roll,
    resigning,
    offering,
    offering_back,
    accepting,
    declining_an_offer,
]


def match_of(answer: Match | Seen | Offer) -> MatchId:
    match = answer if isinstance(answer, Match) else answer.match
    return match.id if isinstance(match, Match) else match


@pytest.mark.parametrize("prepare", DEEDS, ids=lambda deed: deed.__name__)
@pytest.mark.parametrize("together", [False, True], ids=["one after the other", "at once"])
async def test_a_repeated_interaction_returns_what_stands(
    club: Club, prepare: Callable[[Club], Awaitable[Doing]], together: bool
) -> None:
    do, key = await prepare(club), club.keys()
    told = len(club.told)
    if together:
        one, two = await asyncio.gather(do(key), do(key))
    else:
        one = await do(key)
        club.time += 1
        two = await do(key)
    assert one == two
    assert len(club.told) - told <= 1
    await club.check(match_of(one))
    rows = club.rows()
    assert await do(key) == two
    assert club.rows() == rows


async def test_a_repeat_may_come_after_others_have_moved_on(club: Club) -> None:
    match, key = await club.begin(), club.keys()
    await club.matches.act(key, match.id, ANN.id, "a1-a3", 0)
    await club.matches.act(club.keys(), match.id, BOB.id, "a7-a5", 1)
    again = await club.matches.act(key, match.id, ANN.id, "a1-a3", 0)
    assert again.match.revision == 2
    assert len(await club.log(match.id)) == 2
