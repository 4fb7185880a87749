"""A table of four in two teams: every seat is asked, and nobody is "the other"."""

import asyncio
import random
from dataclasses import replace

import pytest

from bot.matches.match.layout import Layout
from bot.matches.match.match import Match
from bot.matches.match.players import NamedPerson
from bot.matches.match.refusals import Code, Refusal
from games import fairness
from games.core import Seat, Word
from games.records.verify import verify
from tests.databases import BOTH
from tests.laws.toys.toy import ToyView

from .absences import at_table, now, seated
from .club import ANN, BOB, CID, DAN, RULEBOOK, THREAD, Club, reason, refusal
from .story import Story

FOUR = (ANN, BOB, CID, DAN)
EVE = NamedPerson(505, "Eve")
SOUTH, WEST, NORTH, EAST = map(Seat, range(4))


async def table(club: Club, *invited: NamedPerson | None, **options: object) -> Match:
    """Open a table for four of Ann's."""
    return await club.open("quartet", *(invited or (BOB, CID, DAN)), **options)  # type: ignore[arg-type]


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
    assert await refusal(club.join(card, ANN)) == Code.OWN_MATCH
    assert await club.join(card, EVE) == card
    again = await club.join(card, BOB, CID)
    assert {player.human for player in again.players} == {ANN, BOB, CID, EVE}
    assert await refusal(club.join(again, DAN)) == Code.NOT_OPEN


@BOTH
async def test_one_who_declines_leaves_a_seat_for_anybody(club: Club) -> None:
    card = await club.join(await table(club), CID)
    opening = club.matches.opening
    for user in (ANN.id, EVE.id):
        assert await refusal(opening.decline(club.keys(), card.id, user)) == Code.NOT_CHALLENGED
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
    assert refused.value.event.code == Code.OPEN_ALREADY
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
    assert await club.verified(ended)


async def test_a_rematch_moves_everybody_on_by_one_seat(club: Club) -> None:
    match = await called_off(club, await at_table(club))
    again = await club.matches.opening.rematch(club.keys(), match.id, ANN, THREAD)
    assert set(again.called) == {BOB, CID, DAN}
    await club.post_card(again)
    assert (await club.matches.opening.rematch(club.keys(), match.id, CID, THREAD)).id == again.id
    begun = await club.join(again, DAN, BOB)
    assert [player.human for player in begun.players] == [DAN, ANN, BOB, CID]


async def called_off(club: Club, match: Match) -> Match:
    for player in match.players:
        match = await club.offer(match, player.human, "cancel")
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
        assert isinstance(view, ToyView)
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
    assert (swapped.layout and swapped.layout.codes) == "soo"
    assert await refusal(setting_up.swap(match.id, DAN.id, "a1", "d3")) == Code.NOT_YOUR_SQUARE
    for person in FOUR:
        seen = await setting_up.ready(club.keys(), match.id, person.id)
    assert phase(seen.match) == "playing"
    assert (await club.matches.marking.mark(match.id, ANN.id, "b2", "s")).notes == (("b2", "s?"),)
    assert (await club.matches.see(match.id, CID.id)).notes == ()


# ----------------------------------------------------------------------- offers

OFFERED = {
    "all four must agree": (
        ("Bob offers.offer draw; Ann agrees", "draw SW"),
        ("Dan agrees", "draw SWE"),
        ("Dan agrees", "draw SWE"),
        ("Cid agrees", "over agreement"),
    ),
    "all four must want to call it off": (
        ("Bob offers.offer cancel; Ann,Dan agrees", "cancel SWE"),
        ("Cid agrees", "called_off cancelled"),
    ),
    "one refusal ends an offer": (
        ("Ann offers.offer draw; Bob agrees; Cid offers.answer draw no 4", ""),
    ),
    "an offer outlives the turns of others but not the proposer's": (
        ("Cid offers.offer draw; Bob agrees; Ann moves wait; Bob moves wait", "draw WN"),
        ("Cid moves wait", ""),
    ),
    "only the other team is asked for a takeback": (
        ("Ann moves wait; Ann offers.offer takeback; Bob agrees", "takeback SW"),
        ("Dan agrees", "taken back"),
    ),
    "any turn ends the question for a takeback": (
        ("Ann moves wait; Ann offers.offer takeback", "takeback S"),
        ("Bob moves wait", ""),
    ),
    "a pause waits for all however many turns are taken meanwhile": (
        ("Cid offers.offer pause; Dan agrees; Ann moves wait", "pause NE"),
        ("Ann,Bob agrees", "paused"),
    ),
    "a pause begins once the last who had not agreed goes out, and a move ends it": (
        ("Cid offers.offer pause; Ann,Dan agrees; Ann moves b1", "paused"),
        ("Cid moves wait", ""),
    ),
    "who goes out is no longer asked and the others still are": (
        ("Cid offers.offer draw; Ann agrees; Ann moves b1", "draw SN"),
        ("Dan agrees", "over agreement"),
    ),
    "who is out is not asked": (
        ("Ann moves b1; Dan offers.offer draw; Ann agrees", "draw SE"),
        ("Cid agrees", "over agreement"),
    ),
    "it is agreed once the last who had not agreed goes out": (
        ("Cid offers.offer draw; Ann,Dan agrees", "draw SNE"),
        ("Ann moves b1", "over agreement"),
    ),
    "it is called off once the last who had not agreed goes out": (
        ("Cid offers.offer cancel; Ann,Dan agrees", "cancel SNE"),
        ("Ann moves b1", "called_off cancelled"),
    ),
    "an offer outlives who resigns": (("Bob offers.offer draw; Dan playing.resign", "draw W"),),
    "an offer ends with its proposer": (("Bob offers.offer draw; Ann moves b1", ""),),
}
"""What is offered, agreed to and done, and what stands then: an offer, and who agrees to it."""


def standing(match: Match) -> str:
    if match.stand.outcome:
        return f"{phase(match)} {reason(match)}"
    if match.offer:
        agreeing = "".join("SWNE"[player.seat] for player in match.players if player.consent)
        return f"{match.offer.kind} {agreeing}"
    assert {player.consent for player in match.players} == {None}
    return "paused" if match.paused else "taken back" if match.stand.taken_back else ""


@BOTH
@pytest.mark.parametrize("name", OFFERED)
async def test_of_four_all_who_are_in_are_asked(club: Club, name: str) -> None:
    story = Story(club)
    await story.tell("at_table")
    for deeds, stands in OFFERED[name]:
        await story.tell(deeds)
        match = await now(club, story.matches[0])
        assert standing(match) == stands, deeds
    if match.stand.outcome:
        assert {player.consent for player in match.players} == {None}
        result = "drawn" if phase(match) == "over" else None
        assert {player.result for player in match.players} == {result}
        assert await club.verified(match)
    elif match.stand.taken_back:
        assert (match.stand.turns, match.to_act) == (0, frozenset({SOUTH}))


@BOTH
async def test_all_may_agree_at_once(club: Club) -> None:
    match = await at_table(club)
    await asyncio.gather(*(club.offer(match, person, "draw") for person in FOUR))
    ended = await now(club, match)
    assert (phase(ended), ended.stand.revision) == ("over", 5)


# ------------------------------------------------------------------------- a seat is out


async def test_a_team_wins_together_whoever_of_it_is_out(club: Club) -> None:
    match = await at_table(club)
    await club.resign(match, ANN)
    assert await refusal(club.matches.playing.check_resign(match.id, ANN.id)), "nobody does twice"
    for person, text in ((BOB, "wait"), (CID, "b1"), (DAN, "wait"), (CID, "d1")):
        seen = await club.act(match, person, text)
    assert phase(seen.match) == "over"
    assert seen.match.stand.outcome
    assert seen.match.stand.outcome.winners == {SOUTH, NORTH}
    results = [player.result for player in seen.match.players]
    assert results == ["won", "lost", "won", "lost"]
    assert await club.matches.match(match.id) == seen.match
    assert await club.verified(match)
    assert len(await club.matches.evidence.layouts(match.id)) == 4


@pytest.mark.slow
@BOTH
async def test_tables_of_four_played_to_the_end_can_be_verified(club: Club) -> None:
    rng = random.Random(4)
    for channel in range(3):
        card = await table(club, None, None, None, seat="random", channel=channel)
        match = await club.join(card, BOB, CID, DAN)
        while match.running:
            match = (await club.step(match, rng)).match
            if match.running and not match.offer:
                match = await club.offer(match, match.players[min(match.to_act)].human, "cancel")
            await club.check(match.id)
        assert await club.verified(match)


async def test_lists_know_every_seat(club: Club) -> None:
    match = await at_table(club)
    card = await table(club, EVE, None, None, channel=THREAD)

    async def listed(person: NamedPerson, scope: str) -> list[str]:
        found = await club.matches.list_matches(person.id, scope, THREAD)  # type: ignore[arg-type]
        return [match.id for match in found]

    for person in FOUR:
        assert match.id in await listed(person, "mine")
        assert (match.id in await listed(person, "turn")) == (person == ANN)
    assert await listed(EVE, "mine") == [card.id]
    assert await listed(BOB, "open") == [card.id]
    await club.join(card, BOB, CID)
    assert await listed(DAN, "open") == []
    assert await listed(EVE, "open") == [card.id]
