"""Leaderboards: the best of a server, as of today or of the end of a season, and of the Tour."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import (
    FromClause,
    Integer,
    Select,
    and_,
    bindparam,
    case,
    cast,
    func,
    or_,
    select,
    update,
)

from bot.store.deleted_users import against
from bot.store.store import StorePart
from bot.store.tables.matches import matches, players
from bot.store.tables.people import blocks, preferences
from bot.store.tables.points import rated, ratings

from .lock import lock
from .ratings import standing
from .seasons import Season
from .standing import DAY_MS, KNOWN_AFTER, Pool, Standing, listed_value
from .tour import BEST, WORTH, TourSeason

PAGE = 20
"""The places of a page."""
ASKED = 3 * PAGE
"""The people from a page on of whom it is asked whether they are there."""
ASKED_AGAIN = 5
"""The times a page is read again because somebody on it has turned out to be away."""
LOOKED_AT = 100
"""The places before a page of whom it is asked, too, who has left the server."""
PORTION = 200
"""The people whose deviations are brought up to a new day at a time."""
_r, _m, _p = rated.c, matches.c, players.c
Absent: TypeAlias = Callable[[Sequence[int]], Awaitable[Collection[int]]]
"""Tells which of some people are no longer on a server."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A person on a leaderboard, by the name they last played under there; in the Tour `standing`
    is their points."""

    place: int
    person: int
    name: str
    standing: Standing | int


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a leaderboard as one reader sees it, their own place, and whether there is more
    `after` it. It is sorted by deviations as of today; in a past season, of everybody's last match
    in it."""

    placed: tuple[Placed, ...]
    own: Placed | None
    number: int
    after: bool


class Leaderboards(StorePart):
    """Reads leaderboards page by page, and brings what they are sorted by up to date."""

    async def page(
        self,
        pool: Pool,
        number: int,
        *,
        reader: int | None = None,
        blocked: Collection[int] = (),
        absent: Absent | None = None,
        season: Season | TourSeason | None = None,
    ) -> Page:
        """Read a page of a server's leaderboard; with a `season`, as it stood at the end of it, or
        that of the Tour, which plays all games.
        People `absent`, `blocked` by the reader, or who have blocked the reader are not on it."""
        table = _table(pool, season)
        gone = await self._blockers(reader) if reader else set[int]()
        sealed = [user for user in blocked if user < 0]
        gone |= {0, *(user for user in blocked if user > 0)}  # SQLite wants no empty set
        for asked in range(ASKED_AGAIN + 1):
            most = (await self._count(table, gone) - 1) // PAGE
            number = max(0, min(number, most))
            start = number * PAGE
            before = min(start, LOOKED_AT)
            ranked = select(table).where(~table.c.person.in_(gone))
            ranked = ranked.order_by(table.c.listed.desc(), table.c.person)
            rows = await self._store.rows(ranked.offset(start - before).limit(before + ASKED))
            people = [row.person for row in rows]
            away = {person for person in people if any(against(it, person) for it in sealed)}
            if absent and asked < ASKED_AGAIN:
                away |= {*await absent(people)} - {reader}
            if not away:
                break
            gone |= away
        shown = rows[before : before + PAGE]
        own = None if reader is None else await self._own(table, gone, reader)
        names = await self._names(pool, [row.person for row in shown] + [reader or 0], season)
        return Page(
            tuple(_placing(start + at, row, names) for at, row in enumerate(shown, 1)),
            _placing(*own, names) if own else None,
            number,
            number < most,
        )

    async def everywhere(self, season: TourSeason, person: int) -> tuple[int, int, int] | None:
        """Read somebody's place in the Tour of all servers, their points, and of how many people;
        None for who has none."""
        table = _toured(season)
        place = func.rank().over(order_by=table.c.listed.desc()).label("place")
        people = func.count().over().label("people")
        ranked = select(table, place, people).subquery("ranked")
        own = await self._store.rows(select(ranked).where(ranked.c.person == person))
        return (own[0].place, own[0].listed, own[0].people) if own else None

    async def refresh(self, now_ms: int) -> None:
        """Bring what is sorted by up to the day, a portion at a time."""
        day, own = now_ms // DAY_MS, ratings.c
        late = select(ratings).where(own.listed.is_not(None), own.day < day)
        one = (own[name] == bindparam(f"was_{name}") for name in ("person", "game", "guild"))
        write = update(ratings).where(*one).values(listed=bindparam("now"), day=day)
        while await self._store.rows(late.limit(1)):
            async with self._store.writing() as connection:
                await lock(connection)
                rows = (await connection.execute(late.limit(PORTION))).all()
                values = [
                    {f"was_{name}": getattr(row, name) for name in ("person", "game", "guild")}
                    | {"now": listed_value(standing(row), day)}
                    for row in rows
                ]
                if values:
                    await connection.execute(write, values)

    async def _blockers(self, reader: int) -> set[int]:
        theirs = or_(blocks.c.blocked == reader, blocks.c.blocked < 0)
        rows = await self._store.rows(select(blocks.c.user, blocks.c.blocked).where(theirs))
        return {row.user for row in rows if against(row.blocked, reader)}

    async def _count(self, table: FromClause, gone: Collection[int], *where: Any) -> int:
        counted = select(func.count()).select_from(table).where(~table.c.person.in_(gone), *where)
        return int((await self._store.rows(counted))[0][0])

    async def _own(
        self, table: FromClause, gone: Collection[int], reader: int
    ) -> tuple[int, Any] | None:
        """Read the place of a reader and their row, if they are listed."""
        own = await self._store.rows(select(table).where(table.c.person == reader))
        if not own:
            return None
        better = or_(
            table.c.listed > own[0].listed,
            and_(table.c.listed == own[0].listed, table.c.person < reader),
        )
        return await self._count(table, gone, better) + 1, own[0]

    async def _names(
        self, pool: Pool, people: list[int], season: Season | TourSeason | None
    ) -> dict[int, str]:
        """Read the names under which people last played in a pool, or in the Tour."""
        if isinstance(season, TourSeason):
            named = _on_tour(select(_p.person, _p.name), season, pool.guild)
            named = named.where(_p.person.in_(people)).order_by(_m.created_ms)
            return {row.person: row.name for row in await self._store.rows(named)}
        own = players.alias("own").c
        theirs = (own.match == _r.match, own.seat == _r.seat, own.person == _r.person)
        here = (_r.person.in_(people), _r.game == pool.game, _r.guild == pool.guild)
        last = select(func.max(_r.serial)).where(*here, *theirs).group_by(_r.person)
        named = select(_r.person, own.name).where(_r.serial.in_(last.correlate(None)), *theirs)
        return {row.person: row.name or "" for row in await self._store.rows(named)}


def _placing(place: int, row: Any, names: dict[int, str]) -> Placed:
    where = standing(row) if "rating" in row._mapping else row.listed
    return Placed(place, row.person, names.get(row.person, ""), where)


def _is_visible(person: Any) -> Any:
    """Hold for people who may be seen, with the former out."""
    hiding = select(preferences.c.user).where(preferences.c.seen == "hidden")
    return and_(person > 0, ~person.in_(hiding))


def _table(pool: Pool, season: Season | TourSeason | None) -> FromClause:
    if isinstance(season, TourSeason):
        toured = _toured(season, pool.guild)
        return select(toured).where(_is_visible(toured.c.person)).subquery("seen")
    return _today(pool) if season is None else _then(pool, season)


def _toured(season: TourSeason, guild: int | None = None) -> FromClause:
    """Select everybody's points in the Tour (`listed`), on a server or in all places. Who stays
    when a seat is taken over has what it ends with; who comes later has nothing."""
    ended = (_p.result.is_not(None), _m.unrated.is_distinct_from("struck"))
    points = func.sum(case(WORTH, value=_p.result)).label("points")
    each = _on_tour(select(_p.person, points), season, guild)
    each = each.where(*ended, _p.since == 0, _p.person > 0)
    own = each.group_by(_p.person, _m.tour).subquery("fortnights").c
    nth = func.row_number().over(partition_by=own.person, order_by=own.points.desc())
    best = select(own.person, own.points, nth.label("nth")).subquery("best").c
    listed = cast(func.sum(best.points), Integer).label("listed")
    counted = select(best.person, listed).where(best.nth <= BEST)
    return counted.group_by(best.person).subquery("tour")


def _on_tour(chosen: Select[Any], season: TourSeason, guild: int | None) -> Select[Any]:
    chosen = chosen.where(_p.match == _m.id, _m.tour.in_(season.fortnights))
    return chosen if guild is None else chosen.where(_m.guild == guild)


def _today(pool: Pool) -> FromClause:
    """Select everybody who is listed today."""
    here = (ratings.c.guild == pool.guild, ratings.c.game == pool.game)
    return (
        select(ratings)
        .where(*here, ratings.c.listed.is_not(None), _is_visible(ratings.c.person))
        .subquery()
    )


def _then(pool: Pool, season: Season) -> FromClause:
    """Select everybody who had played in a season and was listed at its end."""
    here = (_r.guild == pool.guild, _r.game == pool.game)
    within = (_r.at_ms > season.before.until_ms, _r.at_ms <= season.until_ms)
    last = (
        select(func.max(_r.serial))
        .where(*here, *within, _is_visible(_r.person))
        .group_by(_r.person)
    )
    return (
        select(
            _r.person,
            _r.after.label("rating"),
            _r.deviation_after.label("deviation"),
            ratings.c.volatility,
            _r.games,
            ratings.c.wins,
            ratings.c.draws,
            ratings.c.losses,
            _r.at_ms.label("updated_ms"),
            (_r.after - 2 * _r.deviation_after).label("listed"),
        )
        .join(
            ratings,
            and_(
                ratings.c.person == _r.person,
                ratings.c.game == _r.game,
                ratings.c.guild == _r.guild,
            ),
        )
        .where(_r.serial.in_(last), _r.games >= KNOWN_AFTER)
        .subquery()
    )
