"""Discord may deliver an interaction twice: the second time changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest

from bot.matches.acts.opening import Opening, Proposal
from bot.matches.match.match import Match
from bot.matches.match.reader_view import ReaderView
from tests.databases import BOTH
from tests.samples import thinned

from .absences import BY_PERSON, absent, wanted
from .club import ANN, BOB, CHANNEL, CID, Club

Doing: TypeAlias = Callable[[int], Awaitable[Match | ReaderView]]


async def opening(club: Club) -> Doing:
    return lambda key: club.open(key=key)


async def joining(club: Club) -> Doing:
    card = await club.open(seat="random")
    return lambda key: club.matches.opening.join(key, card.id, BOB)


async def declining(club: Club) -> Doing:
    card = await club.open()
    return lambda key: club.matches.opening.decline(key, card.id, BOB.id)


async def cancelling(club: Club) -> Doing:
    card = await club.open()
    return lambda key: club.matches.opening.cancel(key, card.id, ANN.id)


async def acting(club: Club) -> Doing:
    match = await club.begin()
    return lambda key: club.act(match, ANN, "a1-a3", 0, key=key)


async def acting_with_a_roll(club: Club) -> Doing:
    match = await club.begin("cups")
    await club.act(match, ANN, "abc")
    return lambda key: club.act(match, BOB, "abc", 1, key=key)


async def resigning(club: Club) -> Doing:
    match = await club.begin()
    return lambda key: club.matches.playing.resign(key, match.id, ANN.id, 0)


async def offering(club: Club) -> Doing:
    match = await club.begin()
    return lambda key: club.matches.offers.offer(key, match.id, ANN.id, "draw")


async def offering_back(club: Club) -> Doing:
    match = await club.begin()
    await club.matches.offers.offer(club.keys(), match.id, BOB.id, "draw")
    return lambda key: club.matches.offers.offer(key, match.id, ANN.id, "draw")


async def accepting(club: Club) -> Doing:
    match = await club.begin()
    await club.matches.offers.offer(club.keys(), match.id, BOB.id, "cancel")
    return lambda key: club.matches.offers.answer(key, match.id, ANN.id, "cancel", True, 0)


async def declining_an_offer(club: Club) -> Doing:
    match = await club.begin()
    await club.matches.offers.offer(club.keys(), match.id, BOB.id, "draw")
    return lambda key: club.matches.offers.answer(key, match.id, ANN.id, "draw", False, 0)


async def asking_for_a_turn_back(club: Club) -> Doing:
    match = await club.begin()
    await club.act(match, ANN, "a1-a3")
    return lambda key: club.matches.offers.offer(key, match.id, ANN.id, "takeback")


async def giving_a_turn_back(club: Club) -> Doing:
    match = await club.begin()
    await club.act(match, ANN, "a1-a3")
    await club.matches.offers.offer(club.keys(), match.id, ANN.id, "takeback")
    return lambda key: club.matches.offers.answer(key, match.id, BOB.id, "takeback", True, 1)


async def getting_ready(club: Club) -> Doing:
    match = await club.begin("junqi-dark")
    return lambda key: club.matches.setting_up.ready(key, match.id, ANN.id)


async def getting_ready_last(club: Club) -> Doing:
    match = await club.begin("junqi-dark")
    await club.matches.setting_up.ready(club.keys(), match.id, BOB.id)
    return lambda key: club.matches.setting_up.ready(key, match.id, ANN.id)


async def asking_for_a_rematch(club: Club) -> Doing:
    match = await club.resign(await club.begin(), ANN)
    return lambda key: club.matches.opening.rematch(key, match.id, ANN, CHANNEL)


async def accepting_a_rematch_by_asking(club: Club) -> Doing:
    match = await club.resign(await club.begin(), ANN)
    card = await club.matches.opening.rematch(club.keys(), match.id, BOB, CHANNEL)
    await club.post_card(card)
    return lambda key: club.matches.opening.rematch(key, match.id, ANN, CHANNEL)


async def calling_a_seated_match_off(club: Club) -> Doing:
    proposal = Proposal("murus", ANN, (), None, CHANNEL)
    match = await club.matches.opening.seat(proposal, [ANN, BOB])
    return lambda key: club.matches.opening.cancel(key, match.id, ANN.id)


async def taking_a_seat(club: Club) -> Doing:
    match = await absent(club)
    made = await wanted(club, match, BY_PERSON)
    assert made
    return lambda key: club.matches.offers.take(key, match.id, CID, made)


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
    asking_for_a_turn_back,
    giving_a_turn_back,
    getting_ready,
    getting_ready_last,
    asking_for_a_rematch,
    accepting_a_rematch_by_asking,
    calling_a_seated_match_off,
]


@BOTH
@pytest.mark.parametrize(
    "prepare", thinned((*DEEDS, taking_a_seat)), ids=lambda deed: deed.__name__
)
@pytest.mark.parametrize("how", ["one after the other", "at once", "in two processes"])
async def test_a_repeated_interaction_returns_what_stands(
    club: Club, prepare: Callable[[Club], Awaitable[Doing]], how: str
) -> None:
    do, key = await prepare(club), club.keys()
    await club.followed()
    if how == "at once":
        one, two = await asyncio.gather(do(key), do(key))
    else:
        one = await do(key)
        club.clock.time += 1
        if how == "in two processes":
            await club.matches.close()
            other = await Club.at(club.url)
            club.matches = other.matches
        two = await do(key)
    assert one == two
    assert len(await club.followed()) <= 1
    await club.check(one.id if isinstance(one, Match) else one.match.id)
    rows = await club.rows()
    assert await do(key) == two
    assert await club.rows() == rows


async def test_a_repeat_overtaken_while_it_accepts_a_rematch_returns_what_began(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    do, key, proposed = await accepting_a_rematch_by_asking(club), club.keys(), Opening.open
    overtaking: list[Match | ReaderView] = []

    async def overtaken(opening: Opening, key: int, proposal: Proposal) -> Match:
        monkeypatch.setattr(Opening, "open", proposed)
        try:
            return await proposed(opening, key, proposal)
        finally:
            overtaking.append(await do(key))

    monkeypatch.setattr(Opening, "open", overtaken)
    assert [await do(key)] == overtaking


async def test_a_repeat_may_come_after_others_have_moved_on(club: Club) -> None:
    match, key = await club.begin(), club.keys()
    await club.act(match, ANN, "a1-a3", 0, key=key)
    await club.act(match, BOB, "a7-a5", 1)
    again = await club.act(match, ANN, "a1-a3", 0, key=key)
    assert again.match.stand.revision == 2
    assert len(await club.log(match.id)) == 2
