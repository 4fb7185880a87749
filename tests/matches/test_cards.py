"""Challenges and open seats, until the match begins or comes to nothing."""

from __future__ import annotations

import asyncio

import pytest

from bot.matches.model import Code, Refusal, SeatChoice
from bot.matches.service import Matches
from games import fairness
from games.core import NotationError

from .club import ANN, BOB, CHANNEL, CID, FIRST, RULEBOOK, THREAD, Club


async def test_a_challenge_waits_with_its_seal_and_no_seats(club: Club) -> None:
    card = await club.open()
    assert card == await club.matches.match(card.id)
    assert (card.status, card.host, card.opponent) == ("open", ANN, BOB)
    assert (card.seats, card.home, card.revision, card.salt) == ((None, None), None, 0, None)
    assert card.variant == RULEBOOK["murus"].game.info.variants[0]
    assert card.commitment == fairness.commitment((await club.stored(card.id)).seed)


async def test_a_name_of_a_match_has_four_signs_and_none_that_look_alike(club: Club) -> None:
    names = [(await club.open(opponent=None, channel=place)).id for place in range(10)]
    assert len(set(names)) == 10
    assert all(len(name) == 4 and not set(name) & set("01OIL5S8BU") for name in names)


async def test_a_name_that_is_taken_is_drawn_again(club: Club) -> None:
    matches = Matches(club.store, lambda: 0, lambda count: bytes(count), RULEBOOK)
    names = [
        (await matches.open(key, ANN, "murus", "", None, "first", None, key, "thread")).id
        for key in (1, 2)
    ]
    assert len(set(names)) == 2


@pytest.mark.parametrize(("choice", "seats"), [("first", (ANN, BOB)), ("second", (BOB, ANN))])
async def test_the_host_gets_the_seat_they_chose(
    club: Club, choice: SeatChoice, seats: tuple[object, ...]
) -> None:
    match = await club.begin(seat=choice)
    assert (match.seats, match.status, match.to_act) == (seats, "running", frozenset({FIRST}))
    assert match == await club.matches.match(match.id)


async def test_a_random_seat_can_be_recomputed_from_seed_and_salt(club: Club) -> None:
    seen = set()
    for place in range(20):
        card = await club.open(seat="random", channel=place)
        key = club.keys()
        match = await club.matches.join(key, card.id, BOB)
        seed = (await club.stored(card.id)).seed
        (face,) = fairness.roll(seed, card.id, str(key), "seats", (2,))
        assert match.seat_of(ANN.id) == face - 1
        seen.add(face)
    assert seen == {1, 2}


async def test_anybody_but_the_host_may_take_an_open_seat(club: Club) -> None:
    card = await club.open(opponent=None)
    match = await club.matches.join(club.keys(), card.id, CID)
    assert (match.opponent, match.seats) == (CID, (ANN, CID))


async def test_a_name_is_the_one_last_seen(club: Club) -> None:
    card = await club.open()
    renamed = type(BOB)(BOB.id, "Robert")
    match = await club.matches.join(club.keys(), card.id, renamed)
    assert (await club.matches.match(match.id)).seats == (ANN, renamed)


async def test_chance_acts_first_where_the_game_begins_with_it(club: Club) -> None:
    match = await club.begin("cups")
    for user, layout in ((BOB.id, "cba"), (ANN.id, "abc")):
        seen = await club.matches.act(club.keys(), match.id, user, layout, match.revision)
    stored = await club.stored(match.id)
    faces = fairness.roll(stored.seed, match.id, match.salt or "", "0", (3,))
    assert [(entry.kind, entry.text) for entry in await club.log(match.id)] == [
        ("act", "cba"),
        ("act", "abc"),
        ("roll", str(faces[0])),
    ]
    assert (seen.match.revision, seen.match.turns, stored.draws) == (3, 0, 1)


async def test_a_match_here_takes_its_place_at_once_and_frees_it_at_the_end(club: Club) -> None:
    card = await club.open(where="here")
    assert card.home == CHANNEL
    with pytest.raises(Refusal) as refused:
        await club.open(where="here", host=CID)
    assert refused.value.event.code == Code.PLACE_TAKEN
    assert refused.value.event.args == {"match": card.id}
    await club.matches.join(club.keys(), card.id, BOB)
    with pytest.raises(Refusal):
        await club.open(where="here", host=CID)
    await club.matches.resign(club.keys(), card.id, BOB.id)
    assert (await club.open(where="here", host=CID)).home == CHANNEL


async def test_a_cancelled_card_frees_its_place(club: Club) -> None:
    card = await club.open(where="here")
    await club.matches.cancel(club.keys(), card.id, ANN.id)
    assert (await club.open(where="here", host=CID)).home == CHANNEL


async def test_declining_and_cancelling_close_a_card(club: Club) -> None:
    one, other = await club.open(), await club.open(opponent=None)
    declined = await club.matches.decline(club.keys(), one.id, BOB.id)
    cancelled = await club.matches.cancel(club.keys(), other.id, ANN.id)
    assert declined.status == cancelled.status == "cancelled"
    assert club.told == [one.id, other.id]
    for card in (one, other):
        assert (await club.matches.match(card.id)).status == "cancelled"
        await club.check(card.id)


async def test_an_unreadable_variant_opens_nothing(club: Club) -> None:
    with pytest.raises(NotationError):
        await club.open(variant="sideways")
    assert await club.matches.list(ANN.id, "mine", None) == ()


async def test_of_many_who_join_at_once_one_gets_the_seat(club: Club) -> None:
    card = await club.open(opponent=None)
    people = [type(BOB)(number, f"P{number}") for number in range(500, 520)]
    found = await asyncio.gather(
        *(club.matches.join(club.keys(), card.id, player) for player in people),
        return_exceptions=True,
    )
    joined = [match for match in found if not isinstance(match, BaseException)]
    refused = [error for error in found if isinstance(error, Refusal)]
    assert (len(joined), len(refused)) == (1, 19)
    assert {error.event.code for error in refused} == {Code.NOT_OPEN}
    assert await club.matches.match(card.id) == joined[0]
    assert club.told == [card.id]


async def test_of_many_cards_of_one_host_at_once_one_is_opened(club: Club) -> None:
    found = await asyncio.gather(*(club.open() for _ in range(8)), return_exceptions=True)
    opened = [card for card in found if not isinstance(card, BaseException)]
    assert len(opened) == 1
    assert await club.matches.list(ANN.id, "mine", None) == tuple(opened)


async def test_a_thread_becomes_the_home_of_a_match(club: Club) -> None:
    match = await club.begin()
    assert match.home is None
    settled = await club.matches.settle_home(match.id, THREAD)
    assert settled == await club.matches.match(match.id)
    assert settled.home == THREAD
    moved = await club.matches.settle_home(match.id, THREAD + 1)
    assert (moved.home, moved.updated_ms) == (THREAD + 1, match.updated_ms)


async def test_a_rematch_names_the_match_before_it(club: Club) -> None:
    before = await club.begin()
    await club.matches.resign(club.keys(), before.id, BOB.id)
    again = await club.open(rematch_of=before.id, seat="second", where="here")
    assert (await club.matches.match(again.id)).rematch_of == before.id
    with pytest.raises(Refusal) as refused:
        await club.open(host=BOB, opponent=ANN, rematch_of=before.id, where="here")
    assert refused.value.event.code == Code.PLACE_TAKEN
    assert refused.value.event.args == {"match": again.id}
