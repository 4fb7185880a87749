"""Turns, offers and giving up."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot.matches.model import Code, Match, Offer, OfferKind, Refusal, StaleRevision
from games.core import Entry, GameError, IllegalAction, OutOfTurn, Over
from games.record import Holder, Person
from games.verify import verify

from .club import ANN, BOB, FIRST, RULEBOOK, SECOND, THREAD, Club

ROUND = 16
"""After so many lines a long log is replayed."""


async def test_a_turn_is_logged_and_passes_the_move(club: Club) -> None:
    match = await club.begin()
    club.time += 5000
    seen = await club.matches.act(club.keys(), match.id, ANN.id, "A1 > A3", match.revision)
    assert (seen.match.revision, seen.match.turns, seen.match.to_act) == (1, 1, frozenset({SECOND}))
    assert seen.match.updated_ms == club.time
    assert seen.match == await club.matches.match(match.id)
    assert await club.log(match.id) == [Entry("act", FIRST, "a1-a3")]
    assert (seen.view.seat, seen.choices, seen.last) == (0, (), (0, "a1-a3"))
    await club.check(match.id)


@pytest.mark.parametrize(
    ("user", "text", "error"),
    [
        (ANN.id, "a1-a2", IllegalAction),
        (ANN.id, "nonsense", GameError),
        (BOB.id, "a7-a5", OutOfTurn),
    ],
)
async def test_a_refused_turn_changes_nothing_and_does_not_use_up_its_key(
    club: Club, user: int, text: str, error: type[GameError]
) -> None:
    match, key = await club.begin(), club.keys()
    with pytest.raises(error):
        await club.matches.act(key, match.id, user, text)
    assert await club.matches.match(match.id) == match
    assert (await club.matches.act(key, match.id, ANN.id, "a1-a3")).match.revision == 1


async def test_half_a_turn_is_not_played(club: Club) -> None:
    match = await club.begin("cups")
    for user, layout in ((ANN.id, "abc"), (BOB.id, "cba")):
        await club.matches.act(club.keys(), match.id, user, layout)
    before = await club.matches.match(match.id)
    with pytest.raises(IllegalAction):
        await club.matches.act(club.keys(), match.id, ANN.id, "1")
    assert await club.matches.match(match.id) == before
    seen = await club.matches.act(club.keys(), match.id, ANN.id, "1,2")
    assert [entry.kind for entry in (await club.log(match.id))[3:]] == ["act", "roll"]
    assert seen.match.revision == before.revision + 2


async def test_a_turn_thought_of_at_an_older_board_is_refused(club: Club) -> None:
    match = await club.begin()
    await club.matches.act(club.keys(), match.id, ANN.id, "a1-a3", 0)
    with pytest.raises(StaleRevision):
        await club.matches.act(club.keys(), match.id, BOB.id, "a7-a5", 0)
    assert (await club.matches.match(match.id)).revision == 1


async def test_layouts_made_at_the_same_time_do_not_disturb_one_another(club: Club) -> None:
    match = await club.begin("cups")
    await asyncio.gather(
        *(
            club.matches.act(club.keys(), match.id, user, "abc", match.revision)
            for user in (ANN.id, BOB.id)
        )
    )
    assert (await club.matches.match(match.id)).revision >= 2
    await club.check(match.id)


async def test_of_twenty_racing_turns_one_wins_and_nothing_else_happens(club: Club) -> None:
    match = await club.begin()
    texts = [choice.text for choice in (await club.matches.see(match.id, ANN.id)).choices]
    found = await asyncio.gather(
        *(
            club.matches.act(club.keys(), match.id, ANN.id, texts[n % len(texts)], 0)
            for n in range(20)
        ),
        return_exceptions=True,
    )
    won = [seen for seen in found if not isinstance(seen, BaseException)]
    assert len(won) == 1
    assert [type(error) for error in found if isinstance(error, BaseException)] == [
        StaleRevision
    ] * 19
    assert await club.log(match.id) == [Entry("act", FIRST, won[0].last[1] if won[0].last else "")]
    assert await club.matches.match(match.id) == won[0].match
    assert club.told == [match.id] * 2
    await club.check(match.id)


@pytest.mark.parametrize("game", sorted(RULEBOOK))
async def test_a_game_played_to_its_end_can_be_verified(club: Club, game: str) -> None:
    match = await club.begin(game, seat="random")
    rng = random.Random(game)
    while match.status == "running":
        match = (await club.step(match, rng)).match
        if match.revision % ROUND == 0:
            await club.check(match.id)
    await club.check(match.id)
    assert (match.status, match.to_act) == ("over", frozenset())
    assert isinstance(match.outcome, Over)
    assert match == await club.matches.match(match.id)
    record = await club.matches.record(match.id)
    assert verify(record, RULEBOOK) == await club.matches.verify(match.id) == ()
    assert record.seats == tuple(
        (Holder(Person(str(player.id), player.name)),) for player in match.seats if player
    )


async def test_giving_up_makes_the_other_side_win_whoever_is_to_move(club: Club) -> None:
    match = await club.begin()
    seen = await club.matches.resign(club.keys(), match.id, BOB.id, 0)
    assert (seen.match.status, seen.match.outcome) == ("over", Over(frozenset({FIRST}), "resign"))
    assert await club.log(match.id) == [Entry("forfeit", SECOND, "resign")]
    await club.check(match.id)


async def test_an_ended_match_keeps_its_home_and_may_still_get_one(club: Club) -> None:
    match = await club.begin()
    await club.matches.resign(club.keys(), match.id, ANN.id)
    assert (await club.matches.settle_home(match.id, THREAD)).home == THREAD


ENDS: list[tuple[OfferKind, str, str]] = [
    ("draw", "over", "agreement"),
    ("cancel", "cancelled", "cancelled"),
]


@pytest.mark.parametrize(("kind", "status", "reason"), ENDS)
async def test_an_accepted_offer_ends_the_match_without_a_winner(
    club: Club, kind: OfferKind, status: str, reason: str
) -> None:
    match = await club.begin()
    offer = await club.matches.offer(club.keys(), match.id, BOB.id, kind)
    assert offer == Offer(match.id, kind, SECOND, 0)
    assert await club.matches.standing(match.id) == offer
    ended = await club.matches.answer(club.keys(), match.id, ANN.id, kind, True, 0)
    assert (ended.status, ended.outcome) == (status, Over(frozenset(), reason))
    assert await club.matches.standing(match.id) is None
    assert await club.log(match.id) == [Entry("forfeit", None, reason)]
    assert verify(await club.matches.record(match.id), RULEBOOK) == ()
    await club.check(match.id)


@pytest.mark.parametrize(("kind", "status", "reason"), ENDS)
async def test_the_same_offer_from_the_other_side_is_an_acceptance(
    club: Club, kind: OfferKind, status: str, reason: str
) -> None:
    match = await club.begin()
    await club.matches.offer(club.keys(), match.id, ANN.id, kind)
    ended = await club.matches.offer(club.keys(), match.id, BOB.id, kind)
    assert isinstance(ended, Match)
    assert (ended.status, ended.outcome) == (status, Over(frozenset(), reason))


async def test_offers_crossing_each_other_are_an_agreement(club: Club) -> None:
    match = await club.begin()
    found = await asyncio.gather(
        *(club.matches.offer(club.keys(), match.id, user, "draw") for user in (ANN.id, BOB.id))
    )
    assert {type(one) for one in found} == {Offer, Match}
    assert (await club.matches.match(match.id)).status == "over"


async def test_a_counter_offer_takes_the_place_of_the_offer(club: Club) -> None:
    match = await club.begin()
    await club.matches.offer(club.keys(), match.id, ANN.id, "draw")
    await club.matches.offer(club.keys(), match.id, BOB.id, "cancel")
    standing = await club.matches.standing(match.id)
    assert standing
    assert (standing.kind, standing.seat) == ("cancel", 1)


async def test_a_declined_offer_is_gone_and_the_match_goes_on(club: Club) -> None:
    match = await club.begin()
    await club.matches.offer(club.keys(), match.id, ANN.id, "draw")
    declined = await club.matches.answer(club.keys(), match.id, BOB.id, "draw", False, 0)
    assert (declined.status, await club.matches.standing(match.id)) == ("running", None)
    assert await club.log(match.id) == []


async def test_an_offer_dies_with_the_next_move(club: Club) -> None:
    match = await club.begin()
    await club.matches.offer(club.keys(), match.id, BOB.id, "draw")
    await club.matches.act(club.keys(), match.id, ANN.id, "a1-a3")
    assert await club.matches.standing(match.id) is None
    for revision in (0, 1):
        with pytest.raises(Refusal) as refused:
            await club.matches.answer(club.keys(), match.id, ANN.id, "draw", True, revision)
        assert refused.value.event.code == Code.NO_OFFER
    assert isinstance(await club.matches.offer(club.keys(), match.id, ANN.id, "draw"), Offer)


async def test_a_running_match_gives_out_no_record(club: Club) -> None:
    match = await club.begin()
    with pytest.raises(Refusal) as refused:
        await club.matches.record(match.id)
    assert refused.value.event.code == Code.NOT_OVER
