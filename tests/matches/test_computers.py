"""A computer's thought when the match goes on, ends, or the bot is started anew."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from bot.matches.acts.offers import Offers
from bot.matches.machines.thinkers import Thinkers
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.players import Computer, NamedPerson, Offer
from games.core import Sayable, Seat
from tests.patience import PATIENCE_S

from .club import ANN, BOB, Club
from .held import Held


@pytest.fixture
def held() -> Held:
    return Held()


@pytest.fixture
async def club(url: str, held: Held) -> AsyncIterator[Club]:
    """Open a club with one worker, which thinks until the test lets it answer."""
    club = await Club.at(url, thinkers=Thinkers(held, 1))
    yield club
    await club.close()


async def soon(true: Callable[[], object]) -> None:
    """Wait until a condition is true."""
    async with asyncio.timeout(PATIENCE_S):
        while not true():  # noqa: ASYNC110 - there is no event to wait for
            await asyncio.sleep(0.001)


async def at_rest(club: Club, match: Match) -> None:
    """Wait until the followers are done and no computer is thinking."""
    await club.matches.followers.reconcile(match.id)
    await soon(lambda: not club.matches.computers.thinks(match.id))


async def opened(club: Club, person: NamedPerson = ANN, level: int = 2) -> Match:
    """Begin a match of a person, who moves first, against the computer."""
    match = await club.open(opponent=Computer(level), host=person, pace="none")
    return await club.matches.opening.begin(match.id, club.keys())


async def in_thought(club: Club, held: Held) -> Match:
    """Begin a match in which Ann has moved, and the computer is thinking of its answer."""
    match = await opened(club)
    await club.act(match, ANN, "a1-a3")
    await soon(lambda: held.asked)
    return match


async def turns(club: Club, match: Match) -> list[str]:
    return [entry.text for entry in await club.log(match.id) if entry.kind == "act"]


async def test_after_a_restart_it_answers_once(club: Club, held: Held, url: str) -> None:
    match = await in_thought(club, held)
    (before,) = held.asked
    await club.matches.close()
    later = Held()
    again = await Club.at(url, thinkers=Thinkers(later, 1))
    try:
        for _ in range(2):
            await again.matches.computers.wake()
        await soon(lambda: later.asked)
        (after,) = later.asked
        assert after[0] == before[0]
        later.answer("a7-a5")
        await at_rest(again, match)
        await again.matches.computers.wake()
        assert not again.matches.computers.thinks(match.id)
        assert await turns(again, match) == ["a1-a3", "a7-a5"]
        await again.check(match.id)
    finally:
        await again.close()


async def test_it_answers_nothing_once_the_match_is_resigned(club: Club, held: Held) -> None:
    match = await in_thought(club, held)
    await club.resign(match, ANN)
    await at_rest(club, match)
    held.answer("a7-a5")
    await in_thought(club, held)  # the only worker has been heard
    assert await turns(club, match) == ["a1-a3"]
    assert not (await club.matches.match(match.id)).running


async def test_it_agrees_to_call_the_match_off_without_a_thought(club: Club, held: Held) -> None:
    match = await in_thought(club, held)
    await club.offer(match, ANN, "cancel")
    await at_rest(club, match)
    assert (await club.matches.match(match.id)).stand.phase == "called_off"
    held.answer("a7-a5")
    await in_thought(club, held)
    assert (await turns(club, match), len(held.asked)) == (["a1-a3"], 1)


async def test_what_it_thought_of_a_turn_taken_back_is_dropped(club: Club, held: Held) -> None:
    match = await in_thought(club, held)
    await club.offer(match, ANN, "takeback")
    await at_rest(club, match)
    await club.act(match, ANN, "b1-b3")
    stale = held.answer("a7-a5")
    await soon(lambda: held.asked)
    assert held.answer("b7-b5") != stale
    await at_rest(club, match)
    assert await turns(club, match) == ["a1-a3", "b1-b3", "b7-b5"]


async def test_of_two_turns_at_once_it_answers_the_one_played(club: Club, held: Held) -> None:
    match = await opened(club)
    tried = (club.act(match, ANN, text, 0) for text in ("a1-a3", "b1-b3"))
    done = await asyncio.gather(*tried, return_exceptions=True)
    assert sorted(isinstance(result, Sayable) for result in done) == [False, True]
    await soon(lambda: held.asked)
    held.answer("c7-c5")
    await at_rest(club, match)
    (played, answer) = await turns(club, match)
    assert (played in ("a1-a3", "b1-b3"), answer, held.asked) == (True, "c7-c5", [])


async def test_two_people_who_move_at_once_both_get_their_answer(club: Club, held: Held) -> None:
    first, second = await opened(club), await opened(club, BOB, 3)
    await asyncio.gather(club.act(first, ANN, "a1-a3"), club.act(second, BOB, "b1-b3"))
    for _ in range(2):
        await soon(lambda: held.asked)
        held.answer("c7-c5")
    for match in (first, second):
        await at_rest(club, match)
    assert await turns(club, first) == ["a1-a3", "c7-c5"]
    assert await turns(club, second) == ["b1-b3", "c7-c5"]


async def test_if_it_cannot_be_asked_it_waits_and_plays_nothing(club: Club, held: Held) -> None:
    match = await in_thought(club, held)
    await club.matches.followers.reconcile(match.id)
    held.asked.pop()[1].set_exception(OSError("no memory for a worker"))
    await soon(lambda: not club.matches.computers.thinks(match.id))
    assert await turns(club, match) == ["a1-a3"]
    await club.matches.computers.wake()
    await soon(lambda: held.asked)
    held.answer("a7-a5")
    await at_rest(club, match)
    assert await turns(club, match) == ["a1-a3", "a7-a5"]


async def test_an_answer_that_comes_too_late_for_an_offer_is_not_remembered(
    club: Club, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await in_thought(club, held)
    held.answer("a7-a5")
    await at_rest(club, match)
    reply = Offers.reply

    async def late(offers: Offers, id_: MatchId, seat: Seat, offer: Offer, accept: bool) -> None:
        await club.act(match, ANN, "b1-b3")
        await reply(offers, id_, seat, offer, accept)

    monkeypatch.setattr(Offers, "reply", late)
    offered = await club.offer(match, ANN, "draw")
    assert offered.offer
    await soon(lambda: held.asked)
    held.answer("h7-h5")
    await soon(lambda: held.asked)
    assert club.matches.offers.outcome(match.id, offered.offer) is None
    held.answer("b7-b5")
    await at_rest(club, match)


async def test_two_losses_in_a_row_at_a_level_suggest_the_one_below(club: Club) -> None:
    levels = []
    for channel, level in enumerate((2, 3, 2, 2, 1, 1), 70):
        match = await club.open(opponent=Computer(level), pace="none", channel=channel)
        begun = await club.matches.opening.begin(match.id, club.keys())
        assert await club.matches.facts.next_level(begun) is None  # it goes on
        levels.append(await club.matches.facts.next_level(await club.resign(begun, ANN)))
        club.clock.time += 1
    assert levels == [None, None, 1, 1, None, None]
