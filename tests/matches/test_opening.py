"""Challenges and open seats, until the match begins or comes to nothing."""

import asyncio
import random

import pytest

from bot.matches.acts.opening import Proposal
from bot.matches.match.match import Match
from bot.matches.match.messages import PostedMessage, proving, public_proofs
from bot.matches.match.players import Invitation, NamedPerson
from bot.matches.match.refusals import Code, Refusal
from games import fairness
from games.core import NotationError
from games.records.record import SeatChoice
from tests.databases import BOTH

from .club import ANN, BOB, CHANNEL, CID, FIRST, RULEBOOK, SECOND, THREAD, Club, refusal, refused


async def test_a_challenge_waits_with_its_seal_and_no_seats(club: Club) -> None:
    card = await club.open()
    assert card == await club.matches.match(card.id)
    assert (card.stand.phase, card.terms.host, card.called) == ("open", ANN, (BOB,))
    assert (card.players, card.home, card.stand.revision) == ((), None, 0)
    assert (card.terms.salt, card.begun, card.running, card.complete) == (None, False, False, False)
    assert card.invitations == (Invitation(0, ANN, FIRST, accepted=True), Invitation(1, BOB))
    assert card.options.variant == RULEBOOK["murus"].game.info.variants[0]
    assert card.terms.commitment == fairness.commitment((await club.row(card.id))["seed"])
    renamed = NamedPerson(BOB.id, "Robert")
    match = await club.join(card, renamed)
    assert match == await club.matches.match(match.id)
    assert [player.human for player in match.players] == [ANN, renamed], "as last seen"


async def test_a_name_of_a_match_has_four_signs_and_none_that_look_alike(club: Club) -> None:
    names = [(await club.open(opponent=None, channel=place)).id for place in range(10)]
    assert len(set(names)) == 10
    assert all(len(name) == 4 and not set(name) & set("01OIL5S8BU") for name in names)


async def test_a_name_that_is_taken_is_drawn_again(url: str) -> None:
    club = await Club.at(url, entropy=bytes)
    names = [(await club.open(opponent=None, channel=place)).id for place in (1, 2)]
    assert [len(name) for name in names] == [4, 6]
    await club.close()


@BOTH
@pytest.mark.parametrize(("choice", "seats"), [("first", [ANN, BOB]), ("second", [BOB, ANN])])
async def test_the_host_gets_the_seat_they_chose(
    club: Club, choice: SeatChoice, seats: list[NamedPerson]
) -> None:
    match = await club.begin(seat=choice)
    assert [player.human for player in match.players] == seats
    assert (match.stand.phase, match.to_act) == ("playing", frozenset({FIRST}))
    assert [player.seat for player in match.others(FIRST)] == [SECOND]
    assert match == await club.matches.match(match.id)


async def test_a_random_seat_can_be_recomputed_from_seed_and_salt(club: Club) -> None:
    seen = set()
    for place in range(8):
        card = await club.open(seat="random", channel=place)
        key = club.keys()
        match = await club.matches.opening.join(key, card.id, BOB)
        seed = (await club.row(card.id))["seed"]
        (face,) = fairness.roll(seed, card.id, str(key), "seats", (2,))
        assert match.terms.salt == str(key)
        assert match.seat_of(ANN.id) == face - 1
        seen.add(face)
    assert seen == {1, 2}


async def test_chance_acts_first_where_the_game_begins_with_it(club: Club) -> None:
    match = await club.begin("cups")
    for person, layout in ((BOB, "cba"), (ANN, "abc")):
        seen = await club.act(match, person, layout, match.stand.revision)
    row = await club.row(match.id)
    faces = fairness.roll(row["seed"], match.id, match.terms.salt or "", "0", (3,))
    assert [(entry.kind, entry.text) for entry in await club.log(match.id)] == [
        ("act", "cba"),
        ("act", "abc"),
        ("roll", str(faces[0])),
    ]
    assert (seen.match.stand.revision, seen.match.stand.turns, row["rolls"]) == (3, 0, 1)


async def test_a_match_here_takes_its_place_at_once_and_frees_it_at_the_end(club: Club) -> None:
    async def here() -> Match:
        return await club.open(where="here", host=CID)

    card = await club.open(where="here")
    assert card.home == CHANNEL
    event = await refused(here())
    assert (event.code, event.args) == (Code.PLACE_TAKEN, {"match": card.id})
    await club.join(card, BOB)
    assert await refusal(here()) == Code.PLACE_TAKEN
    await club.resign(card, BOB)
    again = await here()
    assert again.home == CHANNEL
    await club.matches.opening.cancel(club.keys(), again.id, CID.id)
    assert (await here()).home == CHANNEL


async def test_declining_and_cancelling_close_a_card(club: Club) -> None:
    one, other = await club.open(), await club.open(opponent=None)
    declined = await club.matches.opening.decline(club.keys(), one.id, BOB.id)
    cancelled = await club.matches.opening.cancel(club.keys(), other.id, ANN.id)
    assert declined.stand.phase == cancelled.stand.phase == "called_off"
    assert sorted(await club.followed()) == sorted([one.id, other.id])
    for card in (one, other):
        assert (await club.matches.match(card.id)).stand.phase == "called_off"
        await club.check(card.id)


async def test_an_unreadable_variant_opens_nothing(club: Club) -> None:
    with pytest.raises(NotationError):
        await club.open(variant="sideways")
    assert await club.matches.list_matches(ANN.id, "mine", None) == ()


@BOTH
@pytest.mark.parametrize(("game", "places"), [("murus", 1), ("quartet", 3)])
async def test_of_many_who_join_at_once_few_get_a_seat(club: Club, game: str, places: int) -> None:
    card = await club.open(game, *[None] * places)
    people = [NamedPerson(number, f"P{number}") for number in range(500, 520)]
    tries = (club.join(card, person) for person in people)
    found = await asyncio.gather(*tries, return_exceptions=True)
    refused = [error.event.code for error in found if isinstance(error, Refusal)]
    assert refused == [Code.NOT_OPEN] * (20 - places)
    begun = await club.check(card.id)
    assert begun in found
    assert len({player.human for player in begun.players}) == 1 + places
    assert set(await club.followed()) == {card.id}


async def test_of_many_cards_of_one_host_at_once_one_is_opened(club: Club) -> None:
    found = await asyncio.gather(*(club.open() for _ in range(8)), return_exceptions=True)
    (opened,) = [card for card in found if isinstance(card, Match)]
    assert await club.matches.list_matches(ANN.id, "mine", None) == (opened,)


@BOTH
async def test_a_pair_has_one_open_card_in_every_game(club: Club) -> None:
    both = [await club.open(game) for game in ("murus", "diablo")]
    assert {*await club.matches.list_matches(ANN.id, "mine", None)} == {*both}
    await club.run("UPDATE matches SET proposal = '202' WHERE game = 'murus'")  # as once
    for card in both:
        event = await refused(club.open(card.terms.game, variant=card.options.variant))
        assert (event.code, event.args) == (Code.OPEN_ALREADY, {"match": card.id})


async def test_a_thread_becomes_the_home_of_a_match(club: Club) -> None:
    match = await club.begin()
    assert match.home is None
    assert match.place == CHANNEL
    housed = await club.matches.opening.live_in(match.id, THREAD)
    assert housed == await club.matches.match(match.id)
    assert housed.home == housed.place == THREAD
    club.clock.time += 1
    moved = await club.matches.opening.live_in(match.id, THREAD + 1)
    assert (moved.home, moved.updated_ms) == (THREAD + 1, match.updated_ms)


async def test_a_rematch_turns_the_seats_round_in_another_place(club: Club) -> None:
    before = await club.begin(variant=RULEBOOK["murus"].game.info.variants[-1])
    await club.resign(before, BOB)
    again = await club.matches.opening.rematch(club.keys(), before.id, BOB, THREAD)
    assert again == await club.matches.match(again.id)
    assert (again.terms.rematch_of, again.options.variant) == (before.id, before.options.variant)
    assert (again.options.where, again.home, again.called) == ("here", THREAD, (ANN,))
    begun = await club.join(again, ANN)
    assert [player.human for player in begun.players] == [BOB, ANN]
    await club.resign(begun, ANN)
    assert await club.verified(begun)


@BOTH
async def test_a_rematch_asked_for_by_both_begins_once_its_card_is_there(club: Club) -> None:
    before = await club.begin()
    await club.resign(before, BOB)
    rematch, asked = club.matches.opening.rematch, set[asyncio.Task[Match]]()
    for person in (ANN, BOB):
        asked.add(asyncio.create_task(rematch(club.keys(), before.id, person, CHANNEL)))
    first, second = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    card = first.pop().result()
    assert card.stand.phase == "open"
    await club.post_card(card)
    begun = await second.pop()
    assert (begun.id, begun.begun) == (card.id, True)


async def test_a_match_without_a_card_is_withdrawn(club: Club) -> None:
    withdraw = club.matches.opening.withdraw
    opened = await club.open(where="here")
    assert (await withdraw(opened.id)).stand.phase == "called_off"
    assert (await club.open(where="here", opponent=CID)).stand.phase == "open"
    assert await refusal(withdraw((await club.begin(channel=77)).id)) == Code.NOT_OPEN


@BOTH
async def test_the_proofs_a_message_has_shown_are_remembered(club: Club) -> None:
    match = await club.begin("junqi-dark")
    salt, *none = await club.matches.evidence.proofs(match)
    assert (salt.seat, salt.code, none) == (None, match.terms.salt, [])
    shown = PostedMessage(match.id, proving({"salt": 0, "1": 2}), CHANNEL, 1)
    await club.matches.show(shown)
    messages = (await club.matches.latest_messages(match.id)).values()
    assert shown in messages
    assert public_proofs(messages).items() >= {"salt": 0, "1": 2}.items()
    for person in (ANN, BOB):
        await club.matches.setting_up.ready(club.keys(), match.id, person.id)
    seals = await club.matches.evidence.seals(match.id)
    proofs = await club.matches.evidence.proofs(match)
    assert {proof.seat: proof.code for proof in proofs[1:]} == seals


async def test_a_match_may_come_from_a_program(club: Club) -> None:
    proposal = Proposal("murus", CID, (), None, CHANNEL)
    opened = await club.matches.opening.seat(proposal, [BOB, ANN])
    assert await club.followed() == [opened.id]
    assert (opened.stand.phase, opened.complete, opened.called) == ("open", True, ())
    begun = await club.matches.opening.begin(opened.id, 987_654)
    assert begun == await club.matches.match(begun.id)
    assert (begun.terms.salt, begun.stand.phase) == ("987654", "playing")
    assert [player.human for player in begun.players] == [BOB, ANN]
    assert await club.followed() == [opened.id]
    assert await club.matches.opening.begin(opened.id, 1) == begun
    await club.finish(begun, random.Random(1))
    assert await club.verified(begun)


async def test_a_program_cannot_begin_what_waits_or_has_come_to_nothing(club: Club) -> None:
    card = await club.open()
    assert await club.matches.opening.begin(card.id, 1) == card
    proposal = Proposal("murus", ANN, (), None, CHANNEL)
    opened = await club.matches.opening.seat(proposal, [ANN, BOB])
    gone = await club.matches.opening.cancel(club.keys(), opened.id, ANN.id)
    assert await club.matches.opening.begin(opened.id, 1) == gone
    assert gone.stand.phase == "called_off"


@BOTH
async def test_a_match_is_the_first_of_its_game_for_whom_no_other_has_begun(club: Club) -> None:
    first = await club.begin()
    newcomers, both = club.matches.facts.newcomers, {ANN.id: None, BOB.id: None}
    assert await newcomers(first, [ANN.id, BOB.id]) == both
    club.clock.time += 1
    await club.open("diablo", channel=7)  # a card is no match yet
    other = await club.begin("diablo", channel=8)
    assert await newcomers(other, [ANN.id, BOB.id]) == both
    club.clock.time += 1
    second = await club.begin(channel=9)
    assert await newcomers(second, [ANN.id, BOB.id, CID.id]) == {CID.id: None}
    assert await newcomers(second, [ANN.id]) == {}
    club.clock.time += 1
    third = await club.begin(channel=10, seat="second")  # she is told her side again
    assert await newcomers(third, [ANN.id]) == {ANN.id: 0}
    assert await newcomers(first, [ANN.id]) == {ANN.id: None}
