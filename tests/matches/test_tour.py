"""The Tour: what is drawn for it, and what its matches bring."""

import pytest

from bot.matches.acts.pairing import Pairing
from bot.matches.match.match import Match
from bot.matches.match.players import NamedPerson
from bot.matches.match.refusals import Refusal
from bot.people.points.leaderboards import Page
from bot.people.points.standing import Pool
from bot.people.points.tour import TourSeason, begins_ms, kind_of
from bot.people.wish import TOUR
from games.clock import DAY, HOUR
from tests.databases import BOTH

from .absences import BY_COMPUTER, absent, at_table, thought, wanted
from .club import ANN, BOB, CID, DAN, GUILD, SPRING, Club
from .rated import EVA, FIN, HAL, begun, lost
from .test_ready import chosen, drawn, opened, seated, wish

SEASON = TourSeason.at(SPRING)
FIRST = SEASON.number * 12
"""The first fortnight of the season."""
MURUS = FIRST + next(n for n in range(6) if kind_of(FIRST + n) == "murus basic")
"""A fortnight in which the Tour plays Murus Gallicus."""


async def on_tour(club: Club, fortnight: int = MURUS) -> Pairing:
    """Let a fortnight begin."""
    pairing = await chosen(club)
    club.clock.time = begins_ms(fortnight)
    return pairing


async def ended(
    club: Club, loser: NamedPerson, winner: NamedPerson, tour: int | None = MURUS
) -> Match:
    """Play a match of the Tour that somebody resigns."""
    match = await begun(club, loser, host=winner, tour=tour)
    return await club.resign(match, loser)


async def table(club: Club, season: TourSeason = SEASON, guild: int = GUILD) -> dict[str, int]:
    """Read the points on a server, by name."""
    shown: Page = await club.matches.leaderboards.page(Pool(TOUR, guild), 0, season=season)
    assert [placed.place for placed in shown.placed] == [*range(1, len(shown.placed) + 1)]
    return {who.name: who.standing for who in shown.placed if isinstance(who.standing, int)}


@BOTH
async def test_who_ticks_it_is_drawn_for_the_game_of_the_fortnight(club: Club) -> None:
    pairing = await on_tour(club)
    for person in (ANN, BOB):
        await pairing.want(person.id, GUILD, wish(TOUR))
    await pairing.want(CID.id, GUILD, wish("ponte standard"))
    (match,) = await drawn(club)
    assert seated(match) == {"Ann", "Bob"}
    assert (match.terms.game, match.options.variant) == ("murus", "basic")
    assert match.options.tour == MURUS
    assert (await club.matches.match(match.id)).options.tour == MURUS
    again = await club.resign(match, BOB)
    assert await table(club) == {"Ann": 3, "Bob": 1}
    rematch = await club.matches.opening.rematch(club.keys(), again.id, ANN, match.place)
    assert rematch.options.tour is None


async def test_it_changes_its_game_every_fortnight(club: Club) -> None:
    for n, other in enumerate((BOB, CID)):
        pairing = await on_tour(club, MURUS + n)
        for person in (ANN, other):
            await pairing.want(person.id, GUILD, wish(TOUR, most=5))
        (match,) = await drawn(club)
        assert (match.terms.game, match.options.tour) == (kind_of(MURUS + n).split()[0], MURUS + n)
        assert seated(match) == {"Ann", other.name}


@BOTH
async def test_a_match_counts_if_all_have_ticked_it_and_in_its_game_alone(club: Club) -> None:
    pairing = await on_tour(club)
    await pairing.want(ANN.id, GUILD, wish(TOUR))
    await pairing.want(BOB.id, GUILD, wish("murus basic"))
    (match,) = await drawn(club)
    assert (seated(match), match.options.tour) == ({"Ann", "Bob"}, None)
    await club.resign(match, ANN)
    for person in (CID, DAN):
        await pairing.want(person.id, GUILD, wish(TOUR, "ponte standard", paces=("1d",)))
    (other,) = await drawn(club)
    assert other.options.tour == (MURUS if other.terms.game == "murus" else None)
    assert await table(club) == {}


async def test_whoever_takes_up_the_wish_of_another_on_the_tour_plays_for_it(club: Club) -> None:
    pairing = await on_tour(club)
    await pairing.want(ANN.id, GUILD, wish(TOUR, paces=("3d",)))
    for person, kinds, tour in ((BOB, (TOUR,), MURUS), (CID, ("ponte standard",), None)):
        await pairing.want(person.id, GUILD, wish(*kinds, paces=("1d",)))
        club.clock.time += DAY
        offered = await pairing.offer(person.id)
        assert offered
        assert offered.drawn.kind == "murus basic"
        await pairing.take_up(person.id, offered.text)
        (match,) = await opened(club)
        assert match.options.tour == tour
        await club.resign(match, person)
        club.clock.time += HOUR
        await pairing.want(ANN.id, GUILD, wish(TOUR, paces=("3d",)))
        with pytest.raises(Refusal):
            await pairing.take_up(DAN.id, offered.text)


@BOTH
async def test_a_server_can_do_without_it(club: Club) -> None:
    pairing = await on_tour(club)
    await club.matches.servers.choose(GUILD, tour=False)
    for person in (ANN, BOB):
        await pairing.want(person.id, GUILD, wish(TOUR))
    assert await drawn(club) == []
    await club.matches.servers.recall()
    for person in (ANN, BOB):
        await pairing.want(person.id, GUILD, wish(TOUR, "murus basic"))
    (match,) = await drawn(club)
    assert match.options.tour is None


@BOTH
async def test_a_win_brings_three_a_draw_two_a_loss_one_and_a_match_called_off_nothing(
    club: Club,
) -> None:
    await ended(club, FIN, EVA)
    match = await begun(club, HAL, host=FIN, tour=MURUS)
    await club.offer(match, FIN, "draw")
    await club.answer(match, HAL)
    off = await begun(club, HAL, tour=MURUS)
    await club.offer(off, EVA, "cancel")
    assert (await club.answer(off, HAL)).stand.phase == "called_off"
    await begun(club, FIN, tour=MURUS)
    await ended(club, EVA, HAL, tour=None)
    assert await table(club) == {"Eva": 3, "Fin": 3, "Hal": 2}
    assert await table(club, guild=GUILD + 1) == {}
    assert await table(club, SEASON.before) == {}
    boards = club.matches.leaderboards
    assert await boards.everywhere(SEASON, HAL.id) == (3, 2, 3)
    assert await boards.everywhere(SEASON, FIN.id) == (1, 3, 3)
    assert await boards.everywhere(SEASON, ANN.id) is None
    assert await boards.everywhere(SEASON.before, HAL.id) is None


@BOTH
async def test_the_best_six_fortnights_of_twelve_count(club: Club) -> None:
    for fortnight in range(FIRST - 1, FIRST + 13):
        won = (fortnight - FIRST) % 2 == 0
        await ended(club, *((FIN, EVA) if won else (EVA, FIN)), tour=fortnight)
    await ended(club, FIN, EVA, tour=FIRST)
    await ended(club, HAL, EVA, tour=FIRST + 1)
    assert await table(club) == {"Eva": 6 + 4 + 4 * 3, "Fin": 6 * 3, "Hal": 1}
    assert await table(club, SEASON.before) == {"Fin": 3, "Eva": 1}


@BOTH
async def test_who_stays_has_what_the_seat_ends_with_and_who_comes_later_nothing(
    club: Club,
) -> None:
    club.clock.time = SPRING
    match = await absent(club, tour=MURUS)
    await wanted(club, match, BY_COMPUTER)
    match = await thought(club, match)
    await club.resign(match, BOB)
    assert await table(club) == {"Bob": 1}


async def test_at_a_table_of_four_both_winners_have_three(club: Club) -> None:
    match = await at_table(club)
    await club.run(f"UPDATE matches SET tour = {MURUS}")  # noqa: S608
    for person in (ANN, CID):
        match = await club.resign(match, person)
    assert await table(club) == {"Bob": 3, "Dan": 3, "Ann": 1, "Cid": 1}


@BOTH
async def test_a_match_taken_out_of_the_points_brings_nothing(club: Club) -> None:
    match = await lost(club, await begun(club, tour=MURUS), 1)
    assert await table(club) == {"Eva": 3, "Fin": 1}
    await club.matches.striking.strike(match.id)
    assert await table(club) == {}


@BOTH
async def test_who_hides_is_on_no_table(club: Club) -> None:
    await ended(club, FIN, EVA)
    await ended(club, HAL, NamedPerson(EVA.id, "Evelina"))
    assert await table(club) == {"Evelina": 6, "Fin": 1, "Hal": 1}
    await club.matches.prefer(FIN.id, seen="hidden")
    assert await table(club) == {"Evelina": 6, "Hal": 1}
    assert await club.matches.leaderboards.everywhere(SEASON, FIN.id) == (2, 1, 3)


async def test_a_draw_before_midnight_is_of_the_fortnight_that_ends(club: Club) -> None:
    pairing = await on_tour(club, MURUS + 1)
    club.clock.time -= HOUR + 1
    for person in (ANN, BOB):
        await pairing.want(person.id, GUILD, wish(TOUR))
    (match,) = await drawn(club)
    assert match.options.tour == MURUS
    club.clock.time += 2 * HOUR
    await club.resign(match, ANN)
    assert await table(club) == {"Bob": 3, "Ann": 1}
