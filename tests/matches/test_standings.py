"""Where people stand: leaderboards and seasons, who is on them, and who does not exist for whom."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import pytest
from sqlalchemy import Executable, insert, select
from sqlalchemy.ext.asyncio import create_async_engine

from bot.matches.match.players import NamedPerson
from bot.people.points.leaderboards import KEPT_MS, PAGE, Page
from bot.people.points.seasons import Season
from bot.people.points.standing import SEASON_MS
from bot.store.points_tables import rated, ratings
from bot.store.store import Store
from bot.store.tables import matches, players
from games.clock import DAY
from tests import databases
from tests.databases import BOTH

from .absences import absent
from .club import ANN, BOB, GUILD, Club
from .rated import EVA, FIN, begun, lost, played, weeks
from .season import SPRING

BEST = 100_000
"""The id of the best on a ladder; those after are a point weaker each."""


async def ladder(club: Club, number: int, *, results: int = 3, deviation: float = 60) -> int:
    """Give a server people with a number of results each, and return when the last was.

    They are all of one match that was played, so that everybody is called Eva or has no name.
    """
    match = await lost(club, await begun(club), 1)
    now = club.clock()
    engine = create_async_engine(club.url)
    async with engine.begin() as connection:
        row = (await connection.execute(select(matches).where(matches.c.id == match.id))).one()
        seats = (await connection.execute(select(players).where(players.c.match == match.id))).all()
        people = range(number)
        copies = [
            {**row._mapping, "id": f"{n:08d}", "home": None, "rematch_of": None}
            for n in range(results)
        ]
        await connection.execute(insert(matches), copies)
        assert seats
        standing = {"rating": 0.0, "deviation": deviation, "volatility": 0.06, "games": 9}
        standing |= {"wins": 9, "draws": 0, "losses": 0, "updated_ms": now}
        await connection.execute(
            insert(ratings),
            [
                {**standing, "person": BEST + n, "pool": "murus", "rating": 2500 - n / 8}
                for n in people
            ],
        )
        result = {"pool": "murus", "guild": GUILD, "at_ms": now, "result": "won"}
        result |= {"reason": "ended", "before": 1500.0, "deviation_before": 90.0, "games": 9}
        result |= {"deviation_after": deviation, "fresh": False}
        await connection.execute(
            insert(rated),
            [
                {**result, "match": f"{k:08d}", "seat": n, "person": BEST + n}
                | {"after": 2500 - n / 8}
                for n in people
                for k in range(results)
            ],
        )
    await engine.dispose()
    return now


async def page(
    club: Club,
    number: int = 0,
    *,
    guild: int | None = GUILD,
    reader: int | None = None,
    blocked: Collection[int] = (),
    until_ms: int | None = None,
) -> Page:
    """Read a page of the leaderboard of Murus Gallicus, by default on the club's server."""
    return await club.matches.leaderboards.page(
        "murus", guild, number, club.clock(), reader=reader, blocked=blocked, until_ms=until_ms
    )


def people(shown: Page) -> list[int]:
    return [one.person - BEST for one in shown.placed]


async def test_the_best_twenty_come_first_and_ones_own_place_below(club: Club) -> None:
    await ladder(club, 50)
    first = await page(club, reader=BEST + 44)
    assert people(first) == list(range(PAGE))
    assert [one.place for one in first.placed] == list(range(1, PAGE + 1))
    assert first.own
    assert first.own.place == 45
    assert (first.before, first.after) == (False, True)
    last = await page(club, 2, reader=1)
    assert people(last) == list(range(40, 50))
    assert (last.before, last.after, last.own) == (True, False, None)
    assert (await page(club, 99)).number == 2


async def test_it_takes_three_matches_here_in_ninety_days_and_a_sure_rating(club: Club) -> None:
    await ladder(club, 5, results=2)
    assert (await page(club)).placed == ()


async def test_a_rating_that_is_not_sure_is_not_listed(club: Club) -> None:
    now = await ladder(club, 5, deviation=109)
    assert len((await page(club)).placed) == 5
    club.clock.time = now + 30 * DAY  # deviations grow
    assert (await page(club)).placed == ()


async def test_who_has_not_played_for_ninety_days_is_not_listed(club: Club) -> None:
    now = await ladder(club, 5)
    club.clock.time = now + SEASON_MS - 1
    assert len((await page(club)).placed) == 5
    club.clock.time = now + SEASON_MS + KEPT_MS
    assert (await page(club)).placed == ()


async def test_matches_elsewhere_count_for_the_rating_but_not_for_the_place(club: Club) -> None:
    await ladder(club, 5)
    assert (await page(club, guild=GUILD + 1)).placed == ()


async def test_who_is_hidden_exists_in_nobodys_list(club: Club) -> None:
    await ladder(club, 30)
    assert people(await page(club))[:3] == [0, 1, 2]
    await club.matches.prefer(BEST + 1, seen="hidden")
    first = await page(club, reader=BEST + 25)
    assert people(first)[:3] == [0, 2, 3]
    assert [one.place for one in first.placed] == list(range(1, PAGE + 1))
    assert first.own
    assert first.own.place == 25
    assert (await page(club, reader=BEST + 1)).own is None
    await club.matches.prefer(BEST + 1, seen="server")
    assert people(await page(club))[:3] == [0, 1, 2]


async def test_who_hides_in_another_process_is_gone_at_once(club: Club) -> None:
    await ladder(club, 30)
    await page(club)
    other = await Club.at(club.url)
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
    assert [one.place for one in shown.placed] == list(range(1, PAGE + 1))
    assert shown.own
    assert shown.own.place == 39
    second = await page(club, 1, reader=me, blocked=own)
    assert people(second)[0] == PAGE + 2
    assert second.placed[0].place == PAGE + 1
    assert people(await page(club, reader=BEST + 7)) == list(range(PAGE))


async def test_who_is_absent_is_on_no_page_but_who_asks_is_there(club: Club) -> None:
    await ladder(club, 50)
    asked = list[Sequence[int]]()

    async def absent(people: Sequence[int]) -> Collection[int]:
        asked.append(people)
        return {BEST + 2, BEST + 5, BEST + 45}.intersection(people)

    reader = BEST + 45
    boards = club.matches.leaderboards
    shown = await boards.page("murus", GUILD, 1, club.clock(), reader=reader, absent=absent)
    assert people(shown) == list(range(PAGE + 2, 2 * PAGE + 2))
    assert shown.placed[0].place == PAGE + 1
    assert asked == [[BEST + n for n in range(50)]]
    first = await boards.page("murus", GUILD, 0, club.clock(), reader=reader, absent=absent)
    assert people(first) == [n for n in range(PAGE + 2) if n not in (2, 5)]
    assert first.own
    assert first.own.place == 44


async def test_all_servers_list_only_people_who_said_yes(club: Club) -> None:
    await ladder(club, 9)
    assert (await page(club, guild=None)).placed == ()
    for n in (2, 4):
        await club.matches.prefer(BEST + n, seen="everywhere")
    assert people(await page(club, guild=None)) == [2, 4]


async def test_a_season_is_kept_as_it_ended(club: Club) -> None:
    now = await ladder(club, 5)
    club.clock.time = now + SEASON_MS
    season = Season.at(now)
    then = await page(club, until_ms=season.until_ms)
    assert people(then) == list(range(5))
    assert (await page(club, until_ms=season.before.until_ms)).placed == ()


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """List everybody after three matches."""
    monkeypatch.setattr("bot.people.points.leaderboards.KNOWN_AFTER", 1)
    monkeypatch.setattr("bot.people.points.standing.UNSURE", 400)


@pytest.mark.usefixtures("soon")
async def test_people_go_by_the_names_they_last_played_under(club: Club) -> None:
    for name in ("Eva", "Eva", "Evelina"):
        await played(club, winner=NamedPerson(EVA.id, name))
        await weeks(club, 2)
    found = [(one.person, one.name, one.here) for one in (await page(club)).placed]
    assert found == [(EVA.id, "Evelina", 3), (FIN.id, "Fin", 3)]


@BOTH
@pytest.mark.usefixtures("soon")
async def test_on_a_server_people_go_by_no_name_of_theirs_on_another(club: Club) -> None:
    for name, guild in (("Eva", GUILD), ("Eva", GUILD), ("Evelina", GUILD), ("Rogue", GUILD + 1)):
        await played(club, winner=NamedPerson(EVA.id, name), guild=guild)
        await weeks(club, 2)
    assert [one.name for one in (await page(club)).placed] == ["Evelina", "Fin"]
    await club.matches.prefer(EVA.id, seen="everywhere")
    assert [one.name for one in (await page(club, guild=None)).placed] == ["Rogue"]


@BOTH
async def test_the_matches_somebody_has_finished_say_what_they_did_in_them(club: Club) -> None:
    await played(club)
    profiles = club.matches.profiles
    (won,), (lost_,) = await profiles.finished(EVA.id), await profiles.finished(FIN.id)
    assert (won.game, won.won, won.level, won.timed, won.kept) == ("murus", True, None, True, True)
    assert not lost_.won
    late = await absent(club)
    await club.matches.clocks.take_win(club.keys(), late.id, BOB.id)
    (kept,), (fallen,) = await profiles.finished(BOB.id), await profiles.finished(ANN.id)
    assert (kept.won, kept.kept) == (True, True)
    assert (fallen.won, fallen.kept) == (False, False)


async def test_two_who_have_met_and_who_begins_next(club: Club) -> None:
    for _ in range(3):
        await played(club)
        await weeks(club, 2)
    profiles = club.matches.profiles
    results = (await profiles.results(EVA.id))["murus"]
    assert results.results == ("won", "won", "won")
    assert results.streak == 3
    assert results.since_ms >= SPRING
    met = await profiles.together(EVA.id, FIN.id)
    assert [one.result for one in met] == ["won", "won", "won"]
    assert await profiles.together(EVA.id, 1) == []
    began = [one.seats[0] for one in met].count(0)
    due = EVA if began == 1 else FIN
    assert await club.matches.first_move_due(EVA.id, FIN.id, "murus") == due.id
    assert await profiles.running(EVA.id) == {}
    assert await profiles.left(EVA.id) == {}
    await begun(club, host=due, opponent=FIN if due == EVA else EVA)
    assert await profiles.running(EVA.id) == {"murus": 1}
    assert await club.matches.first_move_due(EVA.id, FIN.id, "murus") is None


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


async def test_leaderboards_nobody_reads_are_not_kept(
    club: Club, monkeypatch: pytest.MonkeyPatch, asked: list[Executable]
) -> None:
    monkeypatch.setattr("bot.people.points.leaderboards.MOST_KEPT", 1)
    for guild in (GUILD, GUILD + 1, GUILD):
        await page(club, guild=guild)
    assert len(asked) == 6
    await page(club)
    assert len(asked) == 7


@pytest.mark.parametrize("number", [100, 10_000])
async def test_a_leaderboard_takes_two_statements_however_many_there_are(
    club: Club, number: int, asked: list[Executable]
) -> None:
    await ladder(club, number)
    asked.clear()
    first = await page(club, reader=BEST + 90)
    assert first.own
    assert first.own.place == 91
    assert len(asked) == 2
    await page(club, 1, reader=BEST + 90)
    assert len(asked) == 3
