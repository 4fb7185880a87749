"""Reads all matches of a database, page by page, and what the database itself finds wrong."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.store import StorePart
from bot.store.tables.matches import clock_events, holders, invitations, log, matches, seals
from games.core import Entry, Seat
from games.records.record import ClockEvent, Line, Record, Seal

from ..match.ids import MatchId
from ..match.players import Invitation, Who
from .laws import broken_laws
from .rows import Stored, invitation, matching, store_row, who

PAGE = 20
"""The matches that are read at once: what is checked has room in memory, however many there are."""


@dataclass(frozen=True, slots=True, repr=False)
class Entire:
    """A match with all that its position follows from; secret like it. `due_ms` is its noted due
    time. Its record may be unfinished and names no holders. `card` has its invitations, begun or
    not, `table` who held the seats at first, and `told` what the laws that it breaks have to tell.
    """

    stored: Stored
    due_ms: int | None
    record: Record
    revisions: tuple[int, ...]
    card: tuple[Invitation, ...]
    table: tuple[Who, ...]
    told: tuple[str, ...]


class MatchScan(StorePart):
    """Reads every match of one store."""

    async def page(self, after: str) -> tuple[MatchId, ...]:
        """List the next matches by their ids."""
        found = select(matches.c.id).where(matches.c.id > after).order_by(matches.c.id).limit(PAGE)
        return tuple(MatchId(row.id) for row in await self._store.rows(found))

    async def entire(self, ids: Sequence[MatchId]) -> tuple[Entire, ...]:
        """Read these matches. Raises ValueError for rows it cannot read."""
        async with self._store.looking() as connection:
            rows = (await connection.execute(matching(matches.c.id.in_(ids)))).all()
            lines = await _about(connection, log, ids)
            events = await _about(connection, clock_events, ids)
            sealed = await _about(connection, seals, ids)
            held = await _about(connection, holders, ids)
            cards = await _about(connection, invitations, ids)
            broken = await broken_laws(connection, matches.c.id.in_(ids))
        due = {row.id: row.due_ms for row in rows}
        return tuple(
            Entire(
                stored,
                due[stored.match.id],
                _record(stored, lines[id_], events[id_], sealed[id_]),
                tuple(row.revision for row in lines[id_]),
                tuple(map(invitation, cards[id_])),
                tuple(_first_holders(stored, held[id_])),
                broken[id_],
            )
            for stored in store_row(rows)
            for id_ in [stored.match.id]
        )


async def _about(
    connection: AsyncConnection, table: Table, ids: Sequence[MatchId]
) -> Mapping[str, list[Any]]:
    """Read the rows of a table about these matches, in the order of their keys."""
    found = defaultdict[str, list[Any]](list)
    asked = select(table).where(table.c.match.in_(ids)).order_by(*table.primary_key.columns)
    for row in await connection.execute(asked):
        found[row.match].append(row)
    return found


def _record(
    one: Stored, lines: Iterable[Any], events: Iterable[Any], sealed: Iterable[Any]
) -> Record:
    terms = one.match.terms
    return Record(
        terms.id,
        terms.game,
        terms.version,
        one.match.options.variant,
        seats=(),
        host=Seat(0),
        seat_choice="first",
        commitment=terms.commitment,
        seed=one.seed,
        salt=terms.salt,
        log=tuple(Line(Entry(row.kind, row.seat, row.text), row.at_ms) for row in lines),
        result=one.match.stand.outcome,
        seals=tuple(Seal(row.seat, row.seal, row.nonce) for row in sealed),
        clock=tuple(
            ClockEvent(row.at_ms, row.seat, row.kind, row.ms, row.revision) for row in events
        ),
    )


def _first_holders(one: Stored, held: Sequence[Any]) -> Iterator[Who]:
    """List who held the seats of a match that has begun from the beginning."""
    was = {row.seat: row for row in sorted(held, key=lambda row: -row.since)}
    for player in one.match.players:
        first = was.get(player.seat)
        own = first and who(first.person, first.name, first.computer, first.version)
        yield own or player.who
