"""Points on the service: what counts, what comes to count for nothing, and what is written when."""

import asyncio
import random
from contextlib import suppress
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from bot.matches.match.due import due_ms
from bot.matches.match.match import Match
from bot.matches.match.players import Computer, NamedPerson
from bot.matches.match.refusals import Refusal
from bot.matches.service import Matches
from bot.people.points.counts import DISCORD_MS, YOUNG_MS
from bot.people.points.standing import SEASON_MS, UNRATED
from games.clock import DAY, HOUR
from games.core import Seat
from tests.databases import BOTH
from tests.families import mapped

from .absences import RollCall, pass_time, take_over
from .club import GUILD, RULEBOOK, SPRING, Club, refusal
from .rated import (
    EVA,
    FIN,
    GIL,
    HAL,
    begun,
    card,
    changes,
    check,
    faults,
    four,
    lost,
    moved,
    played,
    standing,
    weeks,
)
from .story import Story

TAKEN = "wait 97; Fin offers.offer replace person; Gil offers.take"
"""Somebody plays on for Eva, whose flag has fallen."""
RATING = """
    INSERT INTO ratings (
        person, guild, game, rating, deviation, volatility, games, wins, draws, losses, updated_ms,
        day
    ) VALUES ({person}, {guild}, '{game}', {rating}, 80, 0.06, 0, 0, 0, 0, 0, 0)
"""


# ---------------------------------------------------------------------- on the card


def young(now_ms: int, age_ms: int) -> NamedPerson:
    """Give somebody whose account is so old."""
    return NamedPerson((now_ms - age_ms - DISCORD_MS) << 22, "Ivo")


CARDS: list[tuple[dict[str, Any], str | None]] = [
    ({}, None),
    ({"pace": "quick"}, None),
    ({"variant": "advanced"}, None),
    ({"rated": False}, "chosen"),
    ({"opponent": Computer(1)}, "computer"),
    ({"opponent": Computer(1), "pace": "normal", "hints": False}, "computer"),
    ({"pace": "none"}, "no_clock"),
    ({"game": "junqi-dark", "variant": "standard resign_min_ply=0"}, "variant"),
    ({"hints": True}, "hints"),
    ({"opponent": young(SPRING, YOUNG_MS - 1)}, "young"),
    ({"opponent": young(SPRING, YOUNG_MS)}, None),
    ({"opponent": None}, None),
]


async def test_the_card_says_whether_a_match_counts_and_why_not(club: Club) -> None:
    for terms, reason in CARDS:
        made = await card(club, **terms)
        assert made.unrated == reason, terms
        await club.matches.opening.withdraw(made.id)
    open_ = await card(club, None)
    assert (await club.join(open_, young(SPRING, DAY))).unrated == "young"


@BOTH
async def test_who_deletes_their_data_plays_unrated_for_90_days(club: Club) -> None:
    await played(club)
    await club.matches.forgetting.forget(FIN.id)
    gone = club.clock.time
    asked = await card(club, FIN)
    assert asked.unrated is None, "nobody can find out by asking"
    assert (await card(club, EVA, host=FIN, channel=2)).unrated == "young"
    assert (await card(club, FIN, rated=False, channel=3)).unrated == "chosen"
    assert (await card(club, GIL, channel=4)).unrated is None
    open_ = await card(club, None, host=GIL, channel=5)
    assert open_.unrated is None
    assert (await club.join(open_, FIN)).unrated == "young"
    assert (await club.join(asked, FIN)).unrated == "young"
    await check(club)
    club.clock.time = gone + SEASON_MS - 1
    assert (await card(club, EVA, host=FIN, channel=6)).unrated == "young"
    club.clock.time += 1
    assert (await card(club, EVA, host=FIN, channel=7)).unrated is None


async def test_the_fourth_of_two_opponents_counts_three_quarters_and_so_on(club: Club) -> None:
    for nth in (1, 2, 3, 4):
        assert (await played(club)).nth == nth
        club.clock.time += DAY
    assert (await card(club, GIL)).nth == 1
    assert (await card(club)).nth == 5
    assert (await card(club, EVA, host=FIN)).nth == 5
    assert (await card(club, guild=GUILD + 1, channel=9)).nth == 1
    assert (await card(club, game="diablo")).nth == 1  # another pool
    open_ = await card(club, None)
    assert open_.nth == 1
    assert (await club.join(open_, FIN)).nth == 5
    await weeks(club, 13)
    assert (await card(club, channel=2, variant="advanced")).nth == 2  # one still goes on
    await check(club)


async def test_of_four_the_matches_of_two_pairs_against_each_other_are_counted(club: Club) -> None:
    assert (await four(club)).nth == 1
    for nth, (person, other) in ((2, (FIN, GIL)), (1, (GIL, FIN))):
        assert (await card(club, person, other, HAL, game="junqi-four", channel=1 + nth)).nth == nth


async def test_two_matches_closed_by_moderators_make_the_next_ones_unrated(club: Club) -> None:
    for channel, opponent in enumerate((FIN, GIL)):
        match = await moved(club, await begun(club, opponent, channel=channel))
        assert match.unrated is None
        match = await club.matches.leaving.close(club.keys(), match.id, HAL)
        assert match.unrated == "closed"
    assert (await card(club, GIL)).unrated == "closures"
    assert (await club.join(await card(club, None, host=GIL), EVA)).unrated == "closures"
    assert (await card(club, HAL, host=GIL)).unrated is None
    assert (await card(club, GIL, guild=GUILD + 1, channel=9)).unrated is None
    await check(club)
    club.clock.time += 30 * DAY
    assert (await card(club, GIL, channel=3)).unrated is None


async def test_matches_that_go_on_count_among_them(club: Club) -> None:
    for nth in (1, 2, 3, 4):
        assert (await begun(club, wanted=(None,), seat_free=True)).nth == nth


async def test_the_first_move_goes_to_who_has_had_it_less_often(club: Club) -> None:
    first = await begun(club)  # Eva begins
    assert (await card(club, wanted=(None,), seat_free=True)).invitations[0].wanted == 1
    assert (await card(club, game="diablo", seat_free=True)).invitations[0].wanted is None
    assert (await card(club, wanted=(Seat(0),), channel=2)).unrated == "seats"
    assert (await card(club, EVA, host=FIN, wanted=(Seat(0),))).unrated is None
    assert first.unrated is None


async def test_lots_give_an_open_seat_the_first_move_that_is_due(club: Club) -> None:
    await begun(club)  # Eva begins
    for _ in range(6):
        match = await club.join(await card(club, None, host=GIL), HAL)
        assert match.unrated is None
        await club.resign(match, GIL)  # too soon to count
    match = await club.join(await card(club, None), FIN)
    assert match.seat_of(FIN.id) == 0
    await lost(club, match, 0)
    assert await club.verified(match)


async def test_a_rematch_keeps_the_wish_and_turns_the_seats(club: Club) -> None:
    for rated in (True, False):
        match = await lost(club, await begun(club, rated=rated), 0)
        again = await club.matches.opening.rematch(club.keys(), match.id, FIN, 1)
        assert again.unrated == (None if rated else "chosen")
        await club.matches.opening.withdraw(again.id)


# ---------------------------------------------------------------------- at the end


@BOTH
async def test_a_result_is_written_with_the_end_and_only_once(club: Club) -> None:
    match = await moved(club, await begun(club))
    key = club.keys()
    for _ in range(2):  # the same interaction twice
        match = (await club.matches.playing.resign(key, match.id, FIN.id)).match
    assert match.unrated is None
    eva, fin = await changes(club, match)
    assert (eva.person, eva.result, eva.reason) == (EVA.id, "won", "ended")
    assert (fin.person, fin.result) == (FIN.id, "lost")
    assert (eva.before.shown, eva.after.shown) == (1500, 1662)
    assert (fin.after.shown, fin.after.games) == (1338, 1)
    assert (await club.matches.ratings.on(GUILD, EVA.id)).keys() == {"murus"}
    assert await club.matches.ratings.on(GUILD + 1, EVA.id) == {}
    found = await standing(club, EVA)
    assert (found.wins, found.losses, found.updated_ms) == (1, 0, match.updated_ms)
    await check(club)


async def test_what_is_arranged_elsewhere_or_unrated_moves_nothing_here(club: Club) -> None:
    await played(club, loser=GIL, winner=EVA)
    before = await standing(club, EVA)
    for _ in range(3):
        await played(club, guild=GUILD + 1)
    match = await lost(club, await begun(club, rated=False), 0)
    assert (match.unrated, await changes(club, match)) == ("chosen", ())
    assert await standing(club, EVA) == before
    assert (await club.matches.ratings.on(GUILD + 1, EVA.id))["murus"].wins == 3
    await check(club)


async def test_four_at_a_table_change_together(club: Club) -> None:
    match = await four(club)
    rng = random.Random(3)
    for _ in range(60):
        match = (await club.step(match, rng)).match
        club.clock.time += 1
    for seat in (0, 2):
        match = await club.resign(match, match.players[seat].human)
    assert match.stand.outcome
    assert match.stand.outcome.winners == {1, 3}
    assert match.unrated is None
    made = await changes(club, match)
    assert [change.result for change in made] == [player.result for player in match.players]
    for change in made:
        assert (change.after.rating > 1500) == (change.result == "won")
        assert abs(change.after.rating - 1500) == pytest.approx(82.5, abs=1)
    await check(club)


# ---------------------------------------------------------------------- on the way


async def told(club: Club, match: Match, deeds: str) -> Match:
    """Return the match after a story; Eva moves first, and Fin second."""
    await Story(club, [match]).tell(deeds)
    return await club.matches.match(match.id)


@pytest.mark.parametrize(
    ("turns", "deeds", "reason"),
    [
        (4, "Eva playing.resign", None),
        (4, "wait 97; Fin clocks.take_win", None),
        (4, "Eva offers.offer cancel; Fin agrees", "called_off"),
        (4, "Hal leaving.close", "closed"),
        (4, "wait 97; Fin clocks.excuse", "called_off"),
        (3, "Eva playing.resign", None),
        (2, "Eva playing.resign", "short"),
        (2, "wait 97; Fin clocks.take_win", "short"),
    ],
)
async def test_an_end_without_a_real_result_counts_for_nothing(
    club: Club, turns: int, deeds: str, reason: str | None
) -> None:
    match = await told(club, await moved(club, await begun(club), turns), deeds)
    assert not match.running
    assert match.unrated == reason
    assert len(await changes(club, match)) == (0 if reason else 2)
    await check(club)


@pytest.mark.parametrize(("turns", "reason"), [(28, "early"), (30, None)])
async def test_junqi_given_up_early_is_unrated(club: Club, turns: int, reason: str | None) -> None:
    rng = random.Random(5)
    match = await begun(club, game="junqi-flip")
    while match.stand.turns < turns:
        match = (await club.step(match, rng)).match
    match = await club.resign(match, match.players[0].human)
    assert match.unrated == reason
    assert len(await changes(club, match)) == (0 if reason else 2)


@BOTH
async def test_who_is_replaced_out_of_time_loses_and_the_rest_is_for_nothing(club: Club) -> None:
    match = await told(club, await moved(club, await begun(club)), TAKEN)
    assert match.unrated == "replaced"
    (left,) = await changes(club, match)
    assert (left.person, left.result, left.reason) == (EVA.id, "lost", "replaced")
    assert left.after.rating < 1500
    assert await standing(club, FIN) == UNRATED
    match = await club.resign(match, FIN)  # who played on for Eva wins, for nothing
    assert await changes(club, match) == (left,)
    assert await club.matches.profiles.count_left(EVA.id, GUILD) == {}  # it counts as a loss
    await check(club)


@pytest.mark.parametrize(
    ("turns", "removed", "left"), [(2, False, {"murus": 1}), (4, True, {"murus": 1})]
)
async def test_who_is_replaced_too_soon_or_was_removed_in_time_loses_nothing(
    club: Club, turns: int, removed: bool, left: dict[str, int]
) -> None:
    match, deeds = await moved(club, await begun(club), turns), TAKEN
    if removed:
        club.matches.leaving.roll_call = RollCall({EVA.id})
        deeds = f"Fin leaving.call_roll; {TAKEN.removeprefix('wait 97; ')}"
    match = await told(club, match, deeds)
    assert (match.unrated, await changes(club, match)) == ("replaced", ())
    assert await club.matches.profiles.count_left(EVA.id, GUILD) == left
    assert await club.matches.profiles.count_left(FIN.id, GUILD) == {}
    await check(club)


@pytest.mark.parametrize(("turns", "pays"), [(2, False), (34, True)])
async def test_who_escapes_a_table_of_four_pays_alone(club: Club, turns: int, pays: bool) -> None:
    match = await club.steps(await four(club), turns, random.Random(1))
    leaver = match.players[1].human
    match = await club.matches.leaving.note_departure(match.id, leaver.id, late=True)
    assert match.unrated == "escaped"
    made = await changes(club, match)
    assert [(change.person, change.result, change.reason) for change in made] == (
        [(leaver.id, "lost", "escaped")] if pays else []
    )
    left = [
        await club.matches.profiles.count_left(player.human.id, GUILD) for player in match.players
    ]
    assert left == [{}, {} if pays else {"junqi-four": 1}, {}, {}]
    await check(club)


async def test_whose_partner_is_out_loses_by_an_escape_and_the_others_win(club: Club) -> None:
    match = await club.steps(await four(club), 44, random.Random(1))
    match = await club.resign(match, match.players[3].human)
    match = await club.matches.leaving.note_departure(
        match.id, match.players[1].human.id, late=True
    )
    assert match.unrated is None
    results = [change.result for change in await changes(club, match)]
    assert results == ["won", "lost", "won", "lost"]
    await check(club)


async def test_whoever_is_not_there_when_a_turn_is_due_has_a_day_to_come_back(club: Club) -> None:
    match = await four(club)
    match = await club.steps(match, 8, random.Random(1))
    for player in match.players:
        assert not club.matches.leaving.has_fled(match, player)
    seen = max(player.acted_ms or 0 for player in match.players)
    club.clock.time = seen + DAY
    assert all(club.matches.leaving.has_fled(match, player) for player in match.players)
    marked = await club.matches.leaving.note_departure(match.id, match.players[1].human.id)
    assert (marked.running, marked.players[1].absence) == (True, "left")


@pytest.mark.parametrize("leaves", [False, True])
async def test_who_misses_turns_and_is_replaced_loses_anywhere(club: Club, leaves: bool) -> None:
    rng, match = random.Random(5), await begun(club, game="junqi-flip")
    while match.stand.turns < 32 or not match.players[0].acting:
        match = (await club.step(match, rng)).match
    left, there = match.players[0].human, match.players[1].human
    club.matches.leaving.roll_call = RollCall({left.id} if leaves else set())
    for number in range(3):
        while match.players[0].acting:
            await pass_time(club, 6 * HOUR)
            match = await club.matches.match(match.id)
        if number < 2:
            match = (await club.step(match, rng)).match
    assert match.players[0].missed == 3
    match = await take_over(club, match, GIL, there)
    (change,) = await changes(club, match)
    assert (change.person, change.result) == (left.id, "lost")
    await check(club)


@pytest.mark.parametrize("looking", [False, True])
async def test_a_table_that_counts_never_hangs_on_who_has_left(club: Club, looking: bool) -> None:
    rng, match = random.Random(1), await four(club)
    match = await club.steps(match, 36, rng)
    seat = next(player.seat for player in match.players if player.acting)
    gone = match.players[seat].human
    club.matches.leaving.roll_call = RollCall({gone.id})
    for _ in range(24 * 40):
        if not match.running or match.players[seat].out:
            break
        club.clock.time += 3 * HOUR
        if looking:
            await club.matches.clocks.look(match, gone.id)
        await club.matches.clocks.due(club.clock.time)
        match = await club.matches.match(match.id)
        due = due_ms(match)
        assert not match.running or (due is not None and due > club.clock.time)
        if match.running and not match.players[seat].acting and rng.random() < 0.5:
            match = (await club.step(match, rng)).match
    assert not match.running or match.players[seat].out
    if not looking:
        assert match.unrated == "escaped"
        (change,) = await changes(club, match)
        assert (change.person, change.result) == (gone.id, "lost")
    await check(club)


@pytest.mark.parametrize(("game", "drawn"), list(mapped("facts", "DRAWS")))
async def test_draws_move_unequal_points_unless_free(club: Club, game: str, drawn: str) -> None:
    people = (EVA, FIN, GIL, HAL)[: RULEBOOK[game].game.info.seats]
    match = await club.join(await card(club, *people[1:], game=game), *people[1:])
    for person in people:
        rating = 1900 if person == EVA else 1500
        await club.run(RATING.format(person=person.id, game=game, guild=GUILD, rating=rating))
    with suppress(Refusal):
        await club.ready(match, *people)
    match = await club.steps(match, 4 if len(people) == 2 else 34, random.Random(1))
    offered = club.offer(match, EVA, "draw")
    if drawn == "refused":
        assert await refusal(offered)
        return
    await offered
    match = await club.answer(match, *people[1:])
    settled = await changes(club, match)
    assert len(settled) == len(people)
    for made in settled:
        assert (made.result, made.after.games) == ("drawn", 1)
        assert (made.after.rating == made.before.rating) == (drawn == "free")


# ---------------------------------------------------------------------- many at once


@BOTH
async def test_two_matches_of_one_person_that_end_at_once_both_count(club: Club) -> None:
    matches = [await moved(club, await begun(club, person)) for person in (FIN, GIL, HAL)]
    other = await Matches.open(club.url, now=club.clock)
    resigned = [
        service.playing.resign(club.keys(), match.id, match.players[1].human.id)
        for service, match in zip((club.matches, other, club.matches), matches, strict=True)
    ]
    await asyncio.gather(*resigned)
    found = await standing(club, EVA)
    assert (found.games, found.wins, found.shown) == (3, 3, 1809)
    await check(club)
    await other.close()


# ---------------------------------------------------------------------- kept


BROKEN = {
    "UPDATE ratings SET rating = rating + 0.000001 WHERE person = 5001": None,
    "UPDATE rated SET after = after - 1 WHERE seat = 0": 0,
    "UPDATE rated SET before = before + 1 WHERE seat = 1": 1,
    "DELETE FROM ratings WHERE person = 5002": None,
    "UPDATE matches SET nth = 4": 0,
    "DELETE FROM rated": None,
}
"""What is done to the points of a match, and the seat at which that shows, or in the standings."""
IMPOSSIBLE = (
    "UPDATE ratings SET games = games + 1",
    "UPDATE ratings SET wins = -1, losses = losses + 1 + wins",
    "UPDATE ratings SET deviation = 351",
    "UPDATE rated SET result = 'void'",
    "UPDATE rated SET reason = 'luck'",
    "UPDATE rated SET match = 'NONE'",
    "UPDATE rated SET seat = 0",
    "UPDATE rated SET games = 0",
)


async def test_points_the_matches_do_not_bear_out_are_found_or_cannot_be_stored(club: Club) -> None:
    match = await lost(club, await begun(club), 1)
    for broken in IMPOSSIBLE:
        with pytest.raises(IntegrityError):
            await club.run(broken)
    await check(club)
    for broken, seat in BROKEN.items():
        await club.run(broken)
        assert ("murus" if seat is None else match.id, seat) in await faults(club), broken
        assert [point.mended async for point in club.matches.checking.points(repair=True)]
        await check(club)
