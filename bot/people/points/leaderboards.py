"""Leaderboards: the best of a server or of the whole host, as of now or of the end of a season."""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from sqlalchemy import Select, func, literal, or_, select, union_all

from bot.store.former import against, former
from bot.store.people_tables import blocks, preferences
from bot.store.points_tables import rated, ratings
from bot.store.store import Store
from bot.store.tables import players

from .standing import KNOWN_AFTER, SEASON_MS, Standing

LEAST_HERE = 3
"""The rated matches of the last 90 days that it takes to be listed."""
PAGE = 20
"""The places of a page."""
CHECKED = 5 * PAGE
"""The people from a page on of whom it is asked again whether they may be seen, and are there."""
KEPT_MS = 60_000
"""The milliseconds for which a leaderboard is not reckoned again."""
MOST_KEPT = 64
"""The most leaderboards kept; each has some hundred bytes a person."""
_r = rated.c
Absent: TypeAlias = Callable[[Sequence[int]], Awaitable[Collection[int]]]
"""Tells which of some people are no longer on a server; the last of them matter most."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A person on a leaderboard, by the name they last played under there, with their matches."""

    person: int
    name: str
    standing: Standing
    here: int
    place: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a leaderboard as one reader sees it, and their own place, if they have one.

    `before` and `after` tell whether there is more on either side.
    """

    placed: tuple[Placed, ...]
    own: Placed | None
    number: int
    after: bool

    @property
    def before(self) -> bool:
        """Tell whether there are better places."""
        return self.number > 0


@dataclass(frozen=True)
class Board:
    """Everybody on a leaderboard, the best first, as reckoned at a moment."""

    at_ms: int
    placed: tuple[Placed, ...] = field(repr=False)

    @cached_property
    def index(self) -> Mapping[int, int]:
        """Where everybody stands, from 0."""
        return {one.person: at for at, one in enumerate(self.placed)}

    def without(self, gone: Collection[int], reader: int | None, number: int) -> Page:
        """Show a page as if these people did not exist; the rest move up."""
        missing = sorted(self.index[one] for one in gone if one in self.index)
        number = max(0, min(number, (len(self.placed) - len(missing) - 1) // PAGE))
        shown = [*self._from(number * PAGE, missing)]
        own = None if reader is None else self.index.get(reader)
        return Page(
            tuple(shown[:PAGE]),
            None if own is None else self._at(own, missing),
            number,
            len(shown) > PAGE,
        )

    def _from(self, start: int, missing: list[int]) -> Iterator[Placed]:
        """List one more than a page from a place on, counted without those missing."""
        at = start
        for one in missing:
            at += one <= at
        found, gone = 0, frozenset(missing)
        while at < len(self.placed) and found <= PAGE:
            if at not in gone:
                found += 1
                yield self._at(at, missing)
            at += 1

    def _at(self, at: int, missing: list[int]) -> Placed:
        one = self.placed[at]
        place = at - bisect_left(missing, at) + 1
        return Placed(one.person, one.name, one.standing, one.here, place)


class Leaderboards:
    """Reckons leaderboards from the results; they are kept for a minute."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._boards: OrderedDict[tuple[str, int | None, int | None], Board] = OrderedDict()

    def forget(self) -> None:
        """Reckon every leaderboard anew: somebody no longer wants to be seen, or does again."""
        self._boards.clear()

    async def page(
        self,
        pool: str,
        guild: int | None,
        number: int,
        now_ms: int,
        *,
        reader: int | None = None,
        blocked: Collection[int] = (),
        absent: Absent | None = None,
        until_ms: int | None = None,
    ) -> Page:
        """Read a page of a server's leaderboard, of all who said yes without a `guild`.

        Whoever the reader has `blocked`, or has blocked the reader, does not exist for them, nor
        does anybody `absent` for anyone. With `until_ms` it is the leaderboard as it stood at the
        end of a season.
        """
        key = pool, guild, until_ms
        board = self._boards.get(key)
        if board is None or board.at_ms <= now_ms - KEPT_MS:
            board = await self._reckoned(key, now_ms)
        sealed = [one for one in blocked if former(one)]
        blocked = {
            *blocked,
            *(one for one in board.index if any(against(it, one) for it in sealed)),
        }
        page = board.without(blocked, reader, number)
        start = board.index[page.placed[0].person] if page.placed else 0
        known = [one.person for one in board.placed[: start + CHECKED]]
        gone, hidden = await self._unseen(reader, known[start:], everywhere=guild is None)
        if absent:  # also of those before, or they would be counted on this page alone
            gone |= {*await absent(known)} - {reader}
        if hidden:
            board = await self._reckoned(key, now_ms)
        if hidden or gone:
            page = board.without({*blocked, *gone}, reader, number)
        return page

    async def _reckoned(self, key: tuple[str, int | None, int | None], now_ms: int) -> Board:
        pool, guild, until_ms = key
        end_ms = now_ms if until_ms is None else until_ms
        rows = await self._store.rows(_ranked(pool, guild, end_ms))
        found = (
            Placed(row.person, row.name or "", _standing(row, end_ms), row.here) for row in rows
        )
        sure = (one for one in found if one.standing.sure)
        best = sorted(
            sure, key=lambda one: (-one.standing.shown, one.standing.deviation, one.person)
        )
        board = self._boards[key] = Board(now_ms, tuple(best))
        self._boards.move_to_end(key)
        while len(self._boards) > MOST_KEPT:
            self._boards.popitem(last=False)
        return board

    async def _unseen(
        self, reader: int | None, listed: list[int], *, everywhere: bool
    ) -> tuple[set[int], bool]:
        """Find those who have blocked a reader, and whether anybody `listed` is to be seen no more.

        Another process may have been told since the leaderboard was reckoned.
        """
        seen = ("hidden", "server") if everywhere else ("hidden",)
        hiding = (preferences.c.user.in_(listed or [0]), preferences.c.seen.in_(seen))
        hidden = literal(None, blocks.c.blocked.type)
        blockers = select(blocks.c.user, blocks.c.blocked).where(
            or_(blocks.c.blocked == (reader or 0), blocks.c.blocked < 0)
        )
        asked = union_all(blockers, select(preferences.c.user, hidden).where(*hiding))
        rows = await self._store.rows(asked)
        blocking = [row for row in rows if row.blocked is not None]
        gone = {row.user for row in blocking if reader and against(row.blocked, reader)}
        return gone, len(blocking) < len(rows)


def _standing(row: Any, end_ms: int) -> Standing:
    own = Standing(row.after, row.deviation_after, row.volatility, row.games, updated_ms=row.at_ms)
    return own.at(end_ms)


def _ranked(pool: str, guild: int | None, end_ms: int) -> Select[Any]:
    """Select all who have played enough in the 90 days before a moment, as they stood then."""
    late = (_r.pool == pool, _r.at_ms > end_ms - SEASON_MS, _r.at_ms <= end_ms, _r.person >= 0)
    counted = select(_r.person, func.count().label("here")).where(*late)
    if guild is None:
        said_yes = select(preferences.c.user).where(preferences.c.seen == "everywhere")
        counted = counted.where(_r.person.in_(said_yes))
    else:
        counted = counted.where(_r.guild == guild)
    here = counted.group_by(_r.person).having(func.count() >= LEAST_HERE).subquery("here")
    past, last, own = rated.alias("past").c, rated.alias("last").c, players.alias("own").c
    latest = (
        select(past.serial)
        .where(past.person == here.c.person, past.pool == pool, past.at_ms <= end_ms)
        .order_by(past.at_ms.desc(), past.serial.desc())
        .limit(1)
        .correlate(here)
        .scalar_subquery()
    )
    played = rated.alias("played").c
    # Not `played.guild == guild`: SQLite might read the whole server's results for everybody.
    there = () if guild is None else (func.coalesce(played.guild, 0) == guild,)
    name = (
        select(own.name)
        .where(played.person == here.c.person, played.pool == pool, *there)
        .where(own.match == played.match, own.seat == played.seat, own.person == played.person)
        .order_by(played.at_ms.desc())
        .limit(1)
        .correlate(here)
        .scalar_subquery()
    )
    return (
        select(
            here.c.person,
            here.c.here,
            last.after,
            last.deviation_after,
            last.games,
            last.at_ms,
            ratings.c.volatility,
            name.label("name"),
        )
        .select_from(here)
        .join(last.serial.table, last.serial == latest)
        .join(ratings, (ratings.c.person == here.c.person) & (ratings.c.pool == pool))
        .outerjoin(preferences, preferences.c.user == here.c.person)
        .where(last.games >= KNOWN_AFTER)
        .where(func.coalesce(preferences.c.seen, "server") != "hidden")
    )
