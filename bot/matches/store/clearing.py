"""What the database can do without: the moves of old matches, and what has served its purpose."""

from collections.abc import Iterator, Sequence

import sqlalchemy as sa

from bot.people.points.standing import SEASON_MS
from bot.store.store import StorePart
from bot.store.tables import matches as tables
from bot.store.tables.people import (
    departed,
    dm_refusals,
    drafts,
    follows,
    marks,
    notes,
    pairings,
    vacations,
)
from bot.store.tables.upkeep import pending, pings, posted
from games.clock import DAY

from ..match.ids import MatchId

CLEARED = (
    tables.log,
    tables.seals,
    tables.judgements,
    tables.hints,
    tables.invitations,
    tables.requests,
    tables.attention,
    tables.reports,
    tables.challenges,
    drafts,
    marks,
    notes,
    follows,
    dm_refusals,
    pairings,
    pings,
)
"""The tables that have nothing more about a match whose moves are no longer kept."""
COUNTED = ("seat", "flag")
"""The clock events from which points and profiles are computed again."""
MOST_ROWS = 500
"""The most rows of a kind that are deleted at once."""
MONTH_MS = 30 * DAY
"""The time for which anybody could still ask for what has served its purpose."""
TWO_YEARS_MS = 2 * 366 * DAY
"""The time after which no year can be asked for how much vacation it had."""
_m, _c = tables.matches.c, tables.clock_events.c


class Clearing(StorePart):
    """Clears one store, a little at a time."""

    async def ended_matches(self, before_ms: int, limit: int) -> tuple[MatchId, ...]:
        """List matches that ended before a moment and whose moves are still kept, the oldest first,
        but none that is still to be shown."""
        waiting = sa.exists(sa.select(pending.c.match).where(pending.c.match == _m.id))
        old = sa.select(_m.id).where(tables.kept, _m.updated_ms < before_ms, ~waiting)
        rows = await self._store.rows(old.order_by(_m.updated_ms).limit(limit))
        return tuple(MatchId(row.id) for row in rows)

    async def clear(self, match: MatchId) -> None:
        """Delete all about a match but its terms, its players, its result and its points."""
        gone = sa.update(tables.matches).where(_m.id == match).values(position="", seed=b"")
        await self._execute(*_deletions(match, _c.kind.not_in(COUNTED)), gone)

    async def unbegun(self, before_ms: int, limit: int) -> tuple[MatchId, ...]:
        """List cards that came to nothing before a moment; it looks at every match."""
        waiting = sa.exists(sa.select(pending.c.match).where(pending.c.match == _m.id))
        nothing = (_m.phase == "called_off") & _m.salt.is_(None) & (_m.updated_ms < before_ms)
        rows = await self._store.rows(sa.select(_m.id).where(nothing, ~waiting).limit(limit))
        return tuple(MatchId(row.id) for row in rows)

    async def delete(self, card: MatchId) -> None:
        """Delete a card that came to nothing: nobody has played, and nothing refers to it."""
        await self._execute(*_deletions(card), sa.delete(tables.matches).where(_m.id == card))

    async def tidy(self, now_ms: int) -> int:
        """Delete some of what has served its purpose, and count the rows."""
        month = now_ms - MONTH_MS
        over = _m.phase.in_(("over", "called_off"))
        old = over & (_m.updated_ms < month)
        statements = (
            _of_matches(drafts, over),
            _of_matches(dm_refusals, old, dm_refusals.c.told.is_(True)),
            _of_matches(tables.attention, old),
            _some(tables.challenges, tables.challenges.c.at_ms < month),
            _some(departed, departed.c.at_ms <= now_ms - SEASON_MS),
            _some(vacations, vacations.c.until_ms < now_ms - TWO_YEARS_MS),
        )
        return sum([await self._store.write(statement) for statement in statements])

    async def _execute(self, *statements: sa.Executable) -> None:
        async with self._store.writing() as connection:
            for statement in statements:
                await connection.execute(statement)


def _deletions(match: MatchId, *events: sa.ColumnElement[bool]) -> Iterator[sa.Delete]:
    """Delete what `CLEARED` has about a match, its messages, and of its clocks these events."""
    for table in CLEARED:
        yield sa.delete(table).where(table.c.match == match)
    yield sa.delete(posted).where(posted.c.owner_kind == "match", posted.c.owner == match)
    yield sa.delete(tables.clock_events).where(_c.match == match, *events)


def _of_matches(
    table: sa.Table, which: sa.ColumnElement[bool], *conditions: sa.ColumnElement[bool]
) -> sa.Delete:
    """Delete some rows of a table about such matches."""
    theirs = sa.exists(sa.select(_m.id).where(_m.id == table.c.match, which))
    return _some(table, theirs, *conditions)


def _some(table: sa.Table, *conditions: sa.ColumnElement[bool]) -> sa.Delete:
    keys: Sequence[sa.ColumnElement[object]] = list(table.primary_key)
    some = sa.select(*keys).where(*conditions).limit(MOST_ROWS)
    return sa.delete(table).where(sa.tuple_(*keys).in_(some))
