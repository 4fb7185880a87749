"""A table of four in two teams: every seat is asked, and nobody is "the other"."""

import asyncio
import random
from dataclasses import replace

import pytest

from bot.matches.acts.opening import Proposal
from bot.matches.match.layout import Layout
from bot.matches.match.match import Match
from bot.matches.match.players import NamedPerson, Offer, OfferKind
from bot.matches.match.refusals import Code, Refusal
from games import fairness
from games.core import GameError, Over, Seat, Word
from games.records.verify import verify
from tests.databases import BOTH
from tests.laws.toys.quartet import QuartetView

from .club import ANN, BOB, CHANNEL, CID, DAN, GUILD, RULEBOOK, THREAD, Club

FOUR = (ANN, BOB, CID, DAN)
EVE = NamedPerson(505, "Eve")
SOUTH, WEST, NORTH, EAST = map(Seat, range(4))


async def table(club: Club, *invited: NamedPerson | None, **options: object) -> Match:
    """Open a table for four of Ann's."""
    return await club.open("quartet", *(invited or (BOB, CID, DAN)), **options)  # type: ignore[arg-type]


async def seated(club: Club) -> Match:
    """Begin a table at which everybody is to set up: Ann, Bob, Cid and Dan by seat."""
    seats = (SOUTH, WEST, NORTH, EAST)
    proposal = Proposal("quartet", ANN, (BOB, CID, DAN), GUILD, CHANNEL, wanted=seats)
    card = await club.matches.opening.open(club.keys(), proposal)
    return await club.join(card, BOB, CID, DAN)


async def playing(club: Club) -> Match:
    """Begin a table at which all have hidden their star under the first cap; Ann is to act."""
    match = await seated(club)
    for person in FOUR:
        match = (await club.act(match, person, "soo")).match
    return match


async def offered(club: Club, match: Match, person: NamedPerson, kind: OfferKind) -> Match:
    return await club.matches.offers.offer(club.keys(), match.id, person.id, kind)


async def refusal(asking: object) -> str:
    with pytest.raises((Refusal, GameError)) as refused:
        await asking  # type: ignore[misc]
    return str(refused.value.event.code)


def phase(match: Match) -> str:
    return match.stand.phase


# -------------------------------------------------------------------------- opening


@BOTH
async def test_a_table_begins_when_the_last_place_is_taken(club: Club) -> None:
    card = await table(club, BOB, None, None)
    assert (card.called, card.free_places, card.complete) == ((BOB,), 2, False)
    card = await club.join(card, CID)
    assert card == await club.matches.match(card.id)
    assert (phase(card), card.called, card.free_places) == ("open", (BOB,), 1)
    card = await club.join(card, DAN)
    assert (phase(card), card.free_places) == ("open", 0)
    begun = await club.join(card, BOB)
    assert begun == await club.matches.match(begun.id)
    assert (phase(begun), begun.to_act) == ("setting_up", frozenset(map(Seat, range(4))))
    assert {player.human for player in begun.players} == set(FOUR)
    assert begun.invitations == ()
    await club.check(begun.id)


async def test_a_place_that_is_kept_is_nobody_elses(club: Club) -> None:
    card = await table(club, BOB, CID, None)
    card = await club.join(card, EVE)
    assert await refusal(club.join(card, DAN)) == Code.NOT_CHALLENGED
    assert await refusal(club.join(card, ANN)) == Code.OWN_CHALLENGE
    assert await club.join(card, EVE) == card
    again = await club.join(card, BOB, CID)
    assert {player.human for player in again.players} == {ANN, BOB, CID, EVE}
    assert await refusal(club.join(again, DAN)) == Code.NOT_OPEN


@BOTH
async def test_one_who_declines_leaves_a_seat_for_anybody(club: Club) -> None:
    card = await club.join(await table(club), CID)
    opening = club.matches.opening
    for one in (ANN, EVE):
        assert await refusal(opening.decline(club.keys(), card.id, one.id)) == Code.NOT_CHALLENGED
    key = club.keys()
    declined = await opening.decline(key, card.id, DAN.id)
    assert (phase(declined), declined.called, declined.free_places) == ("open", (BOB,), 1)
    assert await opening.decline(key, card.id, DAN.id) == declined
    assert await refusal(opening.decline(club.keys(), card.id, DAN.id)) == Code.NOT_CHALLENGED
    left = await opening.decline(club.keys(), card.id, CID.id)
    assert left == await club.matches.match(card.id)
    assert (left.called, left.free_places) == ((BOB,), 2)
    begun = await club.join(left, DAN, EVE, BOB)
    assert {player.who for player in begun.players} == {ANN, BOB, DAN, EVE}
    await club.check(card.id)


async def test_a_free_seat_is_taken_by_name(club: Club) -> None:
    card = await table(club, None, None, BOB)
    opening = club.matches.opening
    card = await opening.join(club.keys(), card.id, CID, [2])
    assert [invitation.person for invitation in card.invitations] == [ANN, None, CID, BOB]
    assert await refusal(opening.join(club.keys(), card.id, DAN, [2, 3])) == Code.SEAT_TAKEN
    assert await refusal(opening.join(club.keys(), card.id, BOB, [1])) == Code.SEATED
    card = await opening.join(club.keys(), card.id, BOB, [3])
    begun = await opening.join(club.keys(), card.id, DAN, [1, 2])
    assert [player.who for player in begun.players] == [ANN, DAN, CID, BOB]


async def test_the_same_people_are_asked_once_whoever_has_accepted(club: Club) -> None:
    card = await table(club, BOB, CID, None)
    await club.join(card, BOB)
    with pytest.raises(Refusal) as refused:
        await table(club, CID, BOB, None)
    assert refused.value.event.code == Code.CHALLENGED_ALREADY
    assert refused.value.event.args["match"] == card.id
    other = await table(club, CID, None, None)
    await club.join(card, CID)
    assert phase(await club.matches.match(other.id)) == "open"


async def test_one_lot_turns_a_table_of_teams(club: Club) -> None:
    orders = set()
    for channel in range(8):
        card = await table(club, BOB, None, DAN, seat="random", channel=channel)
        card = await club.join(card, EVE, DAN)
        key = club.keys()
        begun = await club.matches.opening.join(key, card.id, BOB)
        seed = (await club.row(card.id))["seed"]
        host, *_ = fairness.seats(seed, card.id, str(key), list(map(Seat, range(4))))
        seats = [begun.seat_of(person.id) for person in (ANN, BOB, EVE, DAN)]
        assert seats == [(host + place) % 4 for place in range(4)]
        orders.add(host)
        ended = await called_off(club, begun)
        record = await club.matches.evidence.record(ended.id)
        assert (record.host, record.lots, record.seat_choice) == (host, (), "random")
        assert verify(record, RULEBOOK) == ()
        false = replace(record, host=Seat((host + 1) % 4))
        assert [event.code for event in verify(false, RULEBOOK)] == ["verify.host_differs"]
    assert len(orders) > 2


async def test_round_a_chosen_seat_the_others_sit_as_they_were_asked(club: Club) -> None:
    card = await table(club, BOB, CID, DAN, seat="second")
    begun = await club.join(card, DAN, CID, BOB)
    assert [player.who for player in begun.players] == [DAN, ANN, BOB, CID]
    ended = await called_off(club, begun)
    record = await club.matches.evidence.record(ended.id)
    assert (record.host, record.lots, record.seat_choice) == (WEST, (), "second")
    assert await club.matches.evidence.verify(ended.id) == ()


@BOTH
async def test_of_many_who_join_at_once_three_get_a_seat(club: Club) -> None:
    card = await table(club, None, None, None)
    people = [NamedPerson(number, f"P{number}") for number in range(500, 512)]
    found = await asyncio.gather(
        *(club.join(card, person) for person in people), return_exceptions=True
    )
    refused = [error.event.code for error in found if isinstance(error, Refusal)]
    assert refused == [Code.NOT_OPEN] * 9
    begun = await club.matches.match(card.id)
    assert (phase(begun), len({player.human for player in begun.players})) == ("setting_up", 4)
    await club.check(card.id)


async def test_a_rematch_moves_everybody_on_by_one_seat(club: Club) -> None:
    match = await called_off(club, await playing(club))
    again = await club.matches.opening.rematch(club.keys(), match.id, ANN, THREAD)
    assert set(again.called) == {BOB, CID, DAN}
    await club.post_card(again)
    waiting = await club.matches.opening.rematch(club.keys(), match.id, CID, THREAD)
    assert waiting.id == again.id
    begun = await club.join(again, DAN, BOB)
    assert [player.human for player in begun.players] == [DAN, ANN, BOB, CID]


async def called_off(club: Club, match: Match) -> Match:
    for player in match.players:
        match = await offered(club, match, player.human, "cancel")
    assert phase(match) == "called_off"
    return match


# ------------------------------------------------------------------------ setting up


@BOTH
async def test_four_set_up_at_once_and_in_secret(club: Club) -> None:
    match = await seated(club)
    layouts = ("soo", "oso", "oos", "soo")
    revision = match.stand.revision
    await asyncio.gather(
        *(
            club.act(match, person, layout, revision)
            for person, layout in zip(FOUR, layouts, strict=True)
        )
    )
    begun = await club.matches.match(match.id)
    assert (phase(begun), begun.to_act, begun.stand.turns) == ("playing", frozenset({SOUTH}), 0)
    for seat, person in enumerate((*FOUR, None)):
        view = (await club.matches.see(match.id, person.id if person else None)).view
        assert isinstance(view, QuartetView)
        seen = tuple(layout if owner == seat else "???" for owner, layout in enumerate(layouts))
        assert view.caps == seen
    assert set(await club.matches.evidence.seals(match.id)) == set(map(Seat, range(4)))
    await club.check(match.id)


async def test_everybody_has_a_draft_and_a_mark_of_their_own(club: Club) -> None:
    match = await seated(club)
    setting_up = club.matches.setting_up
    assert (await setting_up.see(match.id, CID.id)).layout == Layout("oso", Word("layout.varied"))
    laid = await setting_up.lay(match.id, DAN.id, "right")
    assert laid.layout == Layout("oos", Word("layout.right"))
    swapped = await setting_up.swap(match.id, DAN.id, "d1", "d3")
    assert swapped.layout
    assert swapped.layout.codes == "soo"
    assert await refusal(setting_up.swap(match.id, DAN.id, "a1", "d3")) == Code.NOT_YOUR_SQUARE
    for person in FOUR:
        seen = await setting_up.ready(club.keys(), match.id, person.id)
    assert phase(seen.match) == "playing"
    marked = await club.matches.marking.mark(match.id, ANN.id, "b2", "s")
    assert marked.notes == (("b2", "s?"),)
    assert (await club.matches.see(match.id, CID.id)).notes == ()


# ----------------------------------------------------------------------- offers


@BOTH
@pytest.mark.parametrize(("kind", "end"), [("draw", "agreement"), ("cancel", "cancelled")])
async def test_all_four_must_agree(club: Club, kind: OfferKind, end: str) -> None:
    match = await playing(club)
    assert (await offered(club, match, BOB, kind)).offer == Offer(kind, WEST, 4)
    for person in (ANN, DAN):
        assert phase(await club.answer(match, person)) == "playing"
        await club.check(match.id)
    agreed = await club.matches.match(match.id)
    assert [bool(player.consent) for player in agreed.players] == [True, True, False, True]
    assert await refusal(club.answer(match, BOB)) == Code.OWN_OFFER
    assert phase(await club.answer(match, DAN)) == "playing"
    ended = await club.answer(match, CID)
    assert ended.stand.outcome == Over(frozenset(), end)
    assert {player.consent for player in ended.players} == {None}
    await club.check(match.id)


@BOTH
async def test_all_may_agree_at_once(club: Club) -> None:
    match = await playing(club)
    await asyncio.gather(*(offered(club, match, person, "draw") for person in FOUR))
    ended = await club.matches.match(match.id)
    assert (phase(ended), ended.stand.revision) == ("over", 5)
    await club.check(match.id)


async def test_one_refusal_ends_an_offer(club: Club) -> None:
    match = await playing(club)
    await offered(club, match, ANN, "draw")
    await club.answer(match, BOB)
    refused = await club.answer(match, CID, accept=False)
    assert (refused.offer, {player.consent for player in refused.players}) == (None, {None})


async def test_an_offer_outlives_the_turns_of_others_but_not_the_proposers(club: Club) -> None:
    match = await playing(club)
    await offered(club, match, CID, "draw")
    await club.answer(match, BOB)
    for person in (ANN, BOB):
        match = (await club.act(match, person, "wait")).match
        assert match.offer == Offer("draw", NORTH, 4)
        assert [bool(player.consent) for player in match.players] == [False, True, True, False]
    match = (await club.act(match, CID, "wait")).match
    assert (match.offer, {player.consent for player in match.players}) == (None, {None})


async def test_only_the_other_team_is_asked_for_a_takeback(club: Club) -> None:
    match = await playing(club)
    match = (await club.act(match, ANN, "wait")).match
    await offered(club, match, ANN, "takeback")
    assert await refusal(club.answer(match, CID)) == Code.NOT_ASKED
    assert await refusal(club.answer(match, CID, accept=False)) == Code.NOT_ASKED
    assert (await club.answer(match, BOB)).stand.turns == 1
    back = await club.answer(match, DAN)
    assert (back.stand.turns, back.to_act, back.stand.taken_back) == (0, frozenset({SOUTH}), True)
    await club.check(match.id)


async def test_any_turn_ends_the_question_for_a_takeback(club: Club) -> None:
    match = await playing(club)
    match = (await club.act(match, ANN, "wait")).match
    await offered(club, match, ANN, "takeback")
    assert (await club.act(match, BOB, "wait")).match.offer is None


async def test_a_pause_waits_for_all_however_many_turns_are_taken_meanwhile(club: Club) -> None:
    match = await playing(club)
    await offered(club, match, CID, "pause")
    await club.answer(match, DAN)
    match = (await club.act(match, ANN, "wait")).match
    assert match.offer == Offer("pause", NORTH, 4)
    await club.answer(match, ANN)
    assert (await club.answer(match, BOB)).paused
    await club.check(match.id)


async def test_a_pause_begins_once_the_last_who_had_not_agreed_goes_out(club: Club) -> None:
    match = await playing(club)
    await offered(club, match, CID, "pause")
    await club.answer(match, ANN)
    await club.answer(match, DAN)
    match = (await club.act(match, ANN, "b1")).match
    assert (match.players[WEST].out, match.paused, match.offer) == (True, True, None)
    assert match.ended_by(Offer("pause", NORTH, 4))
    await club.check(match.id)
    match = (await club.act(match, CID, "wait")).match
    assert not match.paused
    await club.check(match.id)


# ------------------------------------------------------------------------- a seat is out


@BOTH
async def test_who_is_out_is_neither_asked_nor_heard(club: Club) -> None:
    match = await playing(club)
    seen = await club.act(match, ANN, "b1")
    assert (seen.view.out, seen.match.to_act) == (frozenset({WEST}), frozenset({NORTH}))
    assert await refusal(club.act(match, BOB, "wait")) == Code.OUT
    assert await refusal(club.matches.see(match.id, BOB.id, "wait")) == Code.OUT
    assert await refusal(offered(club, match, BOB, "draw")) == Code.OUT
    await offered(club, match, DAN, "draw")
    assert await refusal(club.answer(match, BOB, accept=False)) == Code.OUT
    await club.answer(match, ANN)
    ended = await club.answer(match, CID)
    assert phase(ended) == "over"
    assert {player.result for player in ended.players} == {"drawn"}
    await club.check(match.id)


async def test_who_goes_out_is_no_longer_asked_and_the_others_still_are(club: Club) -> None:
    match = await playing(club)
    await offered(club, match, CID, "draw")
    await club.answer(match, ANN)
    after = (await club.act(match, ANN, "b1")).match
    assert (after.offer, after.players[WEST].out) == (Offer("draw", NORTH, 4), True)
    assert [bool(player.consent) for player in after.players] == [True, False, True, False]
    ended = await club.answer(match, DAN)
    assert ended.stand.outcome == Over(frozenset(), "agreement")
    await club.check(match.id)
    assert await club.matches.evidence.verify(match.id) == ()


@pytest.mark.parametrize(("kind", "end"), [("draw", "agreement"), ("cancel", "cancelled")])
async def test_it_is_agreed_once_the_last_who_had_not_agreed_goes_out(
    club: Club, kind: OfferKind, end: str
) -> None:
    match = await playing(club)
    await offered(club, match, CID, kind)
    await club.answer(match, ANN)
    await club.answer(match, DAN)
    ended = (await club.act(match, ANN, "b1")).match
    assert ended.stand.outcome == Over(frozenset(), end)
    assert ended.offer is None
    await club.check(match.id)
    assert await club.matches.evidence.verify(match.id) == ()


async def test_an_offer_ends_with_its_proposer_and_outlives_who_resigns(club: Club) -> None:
    match = await playing(club)
    await offered(club, match, BOB, "draw")
    await club.resign(match, DAN)
    assert (await club.matches.match(match.id)).offer == Offer("draw", WEST, 4)
    other = await playing(club)
    await offered(club, other, BOB, "draw")
    assert (await club.act(other, ANN, "b1")).match.offer is None


async def test_a_team_wins_together_whoever_of_it_is_out(club: Club) -> None:
    match = await playing(club)
    await club.resign(match, ANN)
    for person, text in ((BOB, "wait"), (CID, "b1"), (DAN, "wait"), (CID, "d1")):
        seen = await club.act(match, person, text)
    assert phase(seen.match) == "over"
    assert seen.match.stand.outcome
    assert seen.match.stand.outcome.winners == {SOUTH, NORTH}
    results = [player.result for player in seen.match.players]
    assert results == ["won", "lost", "won", "lost"]
    assert await club.matches.match(match.id) == seen.match
    assert await club.matches.evidence.verify(match.id) == ()
    assert len(await club.matches.evidence.layouts(match.id)) == 4


async def test_nobody_resigns_twice(club: Club) -> None:
    match = await playing(club)
    await club.resign(match, DAN)
    with pytest.raises(GameError):
        await club.matches.playing.check_resign(match.id, DAN.id)
    assert await refusal(club.act(match, DAN, "wait")) == Code.OUT


@BOTH
async def test_tables_of_four_played_to_the_end_can_be_verified(club: Club) -> None:
    rng = random.Random(4)
    for channel in range(3):
        card = await table(club, None, None, None, seat="random", channel=channel)
        match = await club.join(card, BOB, CID, DAN)
        while match.running:
            match = (await club.step(match, rng)).match
            if match.running and not match.offer:
                match = await offered(club, match, match.players[min(match.to_act)].human, "cancel")
            await club.check(match.id)
        assert await club.matches.evidence.verify(match.id) == ()


async def test_lists_know_every_seat(club: Club) -> None:
    match = await playing(club)
    card = await table(club, EVE, None, None, channel=THREAD)

    async def listed(person: NamedPerson, scope: str) -> list[str]:
        found = await club.matches.listed(person.id, scope, THREAD)  # type: ignore[arg-type]
        return [one.id for one in found]

    for person in FOUR:
        assert match.id in await listed(person, "mine")
        assert (match.id in await listed(person, "turn")) == (person == ANN)
    assert await listed(EVE, "mine") == [card.id]
    assert await listed(BOB, "open") == [card.id]
    await club.join(card, BOB, CID)
    assert await listed(DAN, "open") == []
    assert await listed(EVE, "open") == [card.id]
