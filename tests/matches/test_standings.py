"""Where people stand: leaderboards and seasons, who is on them, and who does not exist for whom."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Executable, insert
from sqlalchemy.ext.asyncio import create_async_engine

from bot.matches.match.players import NamedPerson
from bot.people.points.leaderboards import PAGE, Page
from bot.people.points.ratings import row
from bot.people.points.seasons import Season
from bot.people.points.standing import SEASON_MS, Pool, Standing, listed_value
from bot.store.deleted_users import seal
from bot.store.store import Store
from bot.store.tables.points import rated, ratings
from games.clock import DAY, HOUR
from tests import databases
from tests.databases import BOTH

from .absences import absent, at_table, pass_time, take_over
from .club import ANN, BOB, CID, DAN, GUILD, SPRING, Club
from .rated import EVA, FIN, GIL, begun, lost, moved, played, weeks

MURUS = Pool("murus", GUILD)
LISTED = "SELECT day FROM ratings WHERE listed IS NOT NULL"
BEST = 100_000
"""The id of the best on a ladder; those after are a point weaker each."""


async def ladder(club: Club, number: int, *, games: int = 9, deviation: float = 60) -> int:
    """Give a server people with a result each, and return when that was.

    They are all of one match that was played, so that everybody is called Eva or has no name.
    """
    match = await lost(club, await begun(club), 1)
    now = club.clock()
    engine = create_async_engine(club.url)
    async with engine.begin() as connection:
        ranks = range(number)
        one = Standing(0.0, deviation, 0.06, games, games, updated_ms=now)
        await connection.execute(
            insert(ratings),
            [row(BEST + n, MURUS, replace(one, rating=2500 - n / 8), now) for n in ranks],
        )
        result = {"match": match.id, "game": "murus", "guild": GUILD, "at_ms": now, "result": "won"}
        result |= {"reason": "ended", "before": 1500.0, "deviation_before": 90.0, "games": games}
        result |= {"deviation_after": deviation}
        await connection.execute(
            insert(rated),
            [{**result, "seat": 2 + n, "person": BEST + n, "after": 2500 - n / 8} for n in ranks],
        )
    await engine.dispose()
    return now


async def page(
    club: Club,
    number: int = 0,
    *,
    guild: int = GUILD,
    reader: int | None = None,
    blocked: Collection[int] = (),
    season: Season | None = None,
) -> Page:
    """Read a page of the leaderboard of Murus Gallicus, by default on the club's server."""
    return await club.matches.leaderboards.page(
        Pool("murus", guild), number, reader=reader, blocked=blocked, season=season
    )


def people(shown: Page) -> list[int]:
    return [placed.person - BEST for placed in shown.placed]


async def test_the_best_twenty_come_first_and_ones_own_place_below(club: Club) -> None:
    await ladder(club, 50)
    first = await page(club, reader=BEST + 44)
    assert people(first) == list(range(PAGE))
    assert [placed.place for placed in first.placed] == list(range(1, PAGE + 1))
    assert (first.own and first.own.place) == 45
    assert (first.number, first.after) == (0, True)
    last = await page(club, 2, reader=1)
    assert people(last) == list(range(40, 50))
    assert (last.number, last.after, last.own) == (2, False, None)
    assert (await page(club, 99)).number == 2


async def test_it_takes_three_matches_to_be_listed_here(club: Club) -> None:
    await ladder(club, 5, games=2)
    assert (await page(club)).placed == ()


async def test_who_is_not_sure_stands_further_down(club: Club) -> None:
    now = await ladder(club, 5)
    unsure = Standing(2510, 80, 0.06, 3, 3, updated_ms=now)
    await club.run(f"UPDATE ratings SET listed = {listed_value(unsure, 0)} WHERE person = {BEST}")  # noqa: S608
    assert people(await page(club)) == [1, 2, 3, 4, 0]
    assert (await page(club, guild=GUILD + 1)).placed == (), "elsewhere it is another list"


async def test_whoever_rests_sinks_day_by_day(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.people.points.leaderboards.PORTION", 2)
    now = await ladder(club, 5)
    await club.run(
        f"UPDATE ratings SET updated_ms = updated_ms - {200 * DAY} WHERE person = {BEST}"  # noqa: S608
    )
    for days, order in ((None, [0, 1, 2, 3, 4]), (0, [0, 1, 2, 3, 4]), (1, [1, 2, 3, 4, 0])):
        if days is not None:
            await club.matches.leaderboards.refresh(now + days * DAY)
        assert people(await page(club)) == order
    shown = {row["day"] for row in await databases.read(club.url, LISTED)}
    assert shown == {(now + DAY) // DAY}


async def test_who_is_hidden_exists_in_nobodys_list(club: Club) -> None:
    await ladder(club, 30)
    assert people(await page(club))[:3] == [0, 1, 2]
    await club.matches.prefer(BEST + 1, seen="hidden")
    first = await page(club, reader=BEST + 25)
    assert people(first)[:3] == [0, 2, 3]
    assert [placed.place for placed in first.placed] == list(range(1, PAGE + 1))
    assert (first.own and first.own.place) == 25
    assert (await page(club, reader=BEST + 1)).own is None
    await club.matches.prefer(BEST + 1, seen="server")
    assert people(await page(club))[:3] == [0, 1, 2]
    other = await Club.at(club.url)  # in another process it is at once, too
    await other.matches.prefer(BEST + 1, seen="hidden")
    await other.close()
    assert people(await page(club))[:3] == [0, 2, 3]


async def test_blocks_hide_both_ways(club: Club) -> None:
    await ladder(club, 50)
    me = BEST + 40
    await club.matches.people.block(BEST + 3, me)
    own = {BEST + 5}
    shown = await page(club, reader=me, blocked=own)
    assert people(shown) == [n for n in range(PAGE + 2) if n not in (3, 5)]
    assert [placed.place for placed in shown.placed] == list(range(1, PAGE + 1))
    assert (shown.own and shown.own.place) == 39
    second = await page(club, 1, reader=me, blocked=own)
    assert people(second)[0] == PAGE + 2
    assert second.placed[0].place == PAGE + 1
    assert people(await page(club, reader=BEST + 7)) == list(range(PAGE))
    former = {seal(BEST + 2, lambda number: bytes(number))}  # a former player's block
    assert people(await page(club, reader=BEST + 4, blocked=former))[:4] == [0, 1, 3, 4]


async def test_who_is_absent_is_on_no_page_but_who_asks_is_there(club: Club) -> None:
    await ladder(club, 300)
    asked, away = list[Sequence[int]](), {BEST + 2, BEST + 5, BEST + 40}

    async def absent(people: Sequence[int]) -> Collection[int]:
        asked.append(people)
        return away.intersection(people)

    reader = BEST + 40
    boards = club.matches.leaderboards
    shown = await boards.page(MURUS, 1, reader=reader, absent=absent)
    assert people(shown) == list(range(PAGE + 2, 2 * PAGE + 2))
    assert shown.placed[0].place == PAGE + 1
    assert asked[0][:50] == [BEST + n for n in range(50)]
    first = await boards.page(MURUS, 0, reader=reader, absent=absent)
    assert people(first) == [n for n in range(PAGE + 2) if n not in (2, 5)]
    assert (first.own and first.own.place) == 39
    away |= {*range(BEST, BEST + 120)}
    many = await boards.page(MURUS, 0, absent=absent)
    assert all(placed.person >= BEST + 120 for placed in many.placed)


async def test_whoever_was_replaced_at_last_keeps_their_name(club: Club) -> None:
    for _ in range(3):
        await played(club)
    late = await moved(club, await begun(club, seat_free=True, wanted=(None,)))
    await pass_time(club, 97 * HOUR)
    at = late.stand.turns % 2
    left, there = late.players[at].human, late.players[1 - at].human
    await take_over(club, await club.matches.match(late.id), GIL, there)
    assert {placed.name for placed in (await page(club)).placed} == {left.name, there.name}


async def test_a_season_is_kept_as_it_ended(club: Club) -> None:
    now = await ladder(club, 5)
    club.clock.time = now + SEASON_MS
    season = Season.at(now)
    then = await page(club, season=season)
    assert people(then) == list(range(5))
    assert (await page(club, season=season.before)).placed == ()


@BOTH
async def test_on_a_server_people_go_by_the_names_they_last_played_under_there(club: Club) -> None:
    for name, guild in (("Eva", GUILD), ("Eva", GUILD), ("Evelina", GUILD), ("Rogue", GUILD + 1)):
        await played(club, winner=NamedPerson(EVA.id, name), guild=guild)
        await weeks(club, 2)
    shown = await page(club, reader=EVA.id)
    games = [who.standing.games for who in shown.placed if isinstance(who.standing, Standing)]
    assert ([who.name for who in shown.placed], games) == (["Evelina", "Fin"], [3, 3])
    assert shown.own == shown.placed[0]
    assert [placed.place for placed in shown.placed] == [1, 2]


@BOTH
async def test_the_matches_somebody_has_finished_say_what_they_did_in_them(club: Club) -> None:
    await played(club)
    profiles = club.matches.profiles
    (won,), (lost_,) = [await profiles.finished_matches(person.id) for person in (EVA, FIN)]
    assert (won.game, won.won, won.level, won.timed, won.kept) == ("murus", True, None, True, True)
    assert not lost_.won
    late = await absent(club)
    await club.matches.clocks.take_win(club.keys(), late.id, BOB.id)
    (kept,), (fallen,) = [await profiles.finished_matches(person.id) for person in (BOB, ANN)]
    assert (kept.won, kept.kept) == (True, True)
    assert (fallen.won, fallen.kept) == (False, False)
    table = await at_table(club)
    for person in (BOB, DAN):
        await club.resign(table, person)
    computer = f"computer = seat, version = 1 WHERE match = '{table.id}' AND seat IN (1, 3)"
    await club.run(f"UPDATE players SET person = NULL, name = NULL, {computer}")  # noqa: S608
    *_, beaten = await profiles.finished_matches(CID.id)
    assert (beaten.won, beaten.level) == (True, 1), "whoever sits beside them"


async def test_two_who_have_met_and_who_begins_next(club: Club) -> None:
    for _ in range(3):
        await played(club)
        await weeks(club, 2)
    profiles = club.matches.profiles
    results = (await profiles.results(EVA.id, GUILD))["murus"]
    assert results.results == ("won", "won", "won")
    assert results.streak == 3
    assert results.since_ms >= SPRING
    met = await profiles.together(EVA.id, FIN.id)
    assert [together.result for together in met] == ["won", "won", "won"]
    assert await profiles.together(EVA.id, 1) == []
    began = [together.seats[0] for together in met].count(0)
    due = EVA if began == 1 else FIN
    assert await club.matches.first_move_due(EVA.id, FIN.id, MURUS) == due.id
    assert await profiles.running(EVA.id, GUILD) == {}
    assert await profiles.count_left(EVA.id, GUILD) == {}
    await begun(club, host=due, opponent=FIN if due == EVA else EVA)
    assert await profiles.running(EVA.id, GUILD) == {"murus": 1}
    assert await profiles.running(EVA.id, GUILD + 1) == {}
    assert await club.matches.first_move_due(EVA.id, FIN.id, MURUS) is None


async def test_a_person_shares_so_many_pages_a_day(club: Club) -> None:
    people, day = club.matches.people, club.clock() // DAY
    assert [await people.share(EVA.id, day, 2) for _ in range(3)] == [True, True, False]
    assert await people.share(FIN.id, day, 2)
    assert await people.share(EVA.id, day + 1, 2)
    rows = await databases.read(club.url, "SELECT * FROM shares ORDER BY person")
    assert [(row["person"], row["messages"]) for row in rows] == [(EVA.id, 1), (FIN.id, 1)]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Executable]:
    """List what is asked of databases."""
    asked, rows = list[Executable](), Store.rows

    async def counted(store: Store, statement: Executable, **given: object) -> Sequence[Any]:
        asked.append(statement)
        return await rows(store, statement, **given)

    monkeypatch.setattr(Store, "rows", counted)
    return asked


@pytest.mark.parametrize("number", [100, 10_000])
async def test_pages_take_few_statements(club: Club, number: int, asked: list[Executable]) -> None:
    await ladder(club, number)
    asked.clear()
    first = await page(club, reader=BEST + 90)
    assert (first.own and first.own.place) == 91
    assert len(asked) == 6
