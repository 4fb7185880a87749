"""Keeps matches in the database: every change is one short transaction, all of it or nothing."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from bot.people.people import People
from bot.people.points.lock import sharing
from bot.people.points.ratings import Ratings, write_settlement
from bot.store.direct import Statement
from bot.store.store import Store, adding, insert_missing
from bot.store.tables.matches import (
    attention,
    challenges,
    clock_events,
    hints,
    holders,
    invitations,
    log,
    matches,
    players,
    requests,
    seals,
)
from bot.store.tables.upkeep import pending, pings, posted
from games.core import Entry, Seat
from games.records.record import ClockEvent, Hint, Line, Seal

from ..match.allowance import Limits, Spent, Tally
from ..match.change import Change
from ..match.ids import MatchId
from ..match.match import Match
from ..match.messages import CHANNEL, PostedMessage
from ..match.players import Invitation, Who
from ..match.refusals import Code, Refusal
from ..match.shards import Shards
from . import queries
from .attention import select_tallies, tally
from .rows import (
    ONE,
    Stored,
    changing,
    first_values,
    invitation,
    invitation_values,
    player_values,
    read_stored,
    store_row,
    who,
    who_values,
)
from .wishes import claim, undrawn

_SWAP = sa.update(matches).where(
    matches.c.id == sa.bindparam("was_id"), matches.c.serial == sa.bindparam("was_serial")
)
"""Compare and swap."""
_SEAT = sa.update(players).where(
    players.c.match == sa.bindparam("was_match"), players.c.seat == sa.bindparam("was_seat")
)
_PLACE = sa.update(invitations).where(
    invitations.c.match == sa.bindparam("was_match"),
    invitations.c.place == sa.bindparam("was_place"),
)
_BEGIN_SEATS, _LINES = sa.insert(players), sa.insert(log)
_REQUEST, _SEALED, _HELD = sa.insert(requests), sa.insert(seals), sa.insert(holders)
_MARK_DONE = sa.delete(pending).where(
    pending.c.match == sa.bindparam("match"), pending.c.serial == sa.bindparam("serial")
)
_CLOCK = sa.insert(clock_events)
_POSTED = queries.POSTED.where(posted.c.owner == sa.bindparam("match"))
_SHOWN = _POSTED.where(posted.c.state == "open").order_by(posted.c.message)
_BOARDS = _POSTED.where(posted.c.audience == CHANNEL).order_by(posted.c.message)
_SHOWN_BY = queries.POSTED.where(posted.c.message == sa.bindparam("message")).limit(1)
_LINES_SINCE = (
    sa.select(log)
    .where(log.c.match == sa.bindparam("match"), log.c.revision > sa.bindparam("revision"))
    .order_by(log.c.revision)
)
_HANDLED = sa.union_all(
    sa.select(requests.c.match).where(requests.c.key == sa.bindparam("key")),
    sa.select(log.c.match).where(log.c.key == sa.bindparam("key")),
)

Check: TypeAlias = Callable[[Sequence[Stored], Tally], None]
"""Looks at the rivals of a match and at what its host has caused, and raises to refuse."""


class MatchStore(queries.MatchLists):
    """The matches of one store, each read with its people."""

    def __init__(self, store: Store, people: People, shards: Shards) -> None:
        super().__init__(store, shards)
        self.ratings = Ratings(store)
        self._people = people
        self._spending = adding(store.dialect, attention, "revision")

    # ---------------------------------------------------------------- matches

    async def load(self, match: MatchId, key: int | None = None) -> Stored | None:
        """Read a match as it stands, with its people; `key` is the interaction it is loaded for."""
        rows = await self.store.prepared_rows(ONE, match=match, key=key)
        return read_stored(rows, self._people.read)

    async def match_of_interaction(self, key: int) -> MatchId | None:
        """Find the match an interaction has changed already."""
        found = await self.store.prepared_rows(_HANDLED, key=key)
        return MatchId(found[0].match) if found else None

    async def insert(self, key: int | None, opened: Stored, check: Check) -> bool:
        """Add an open match; `check` sees all that might stand in its way, and refuses by raising.
        False if the interaction has been handled before, its name is taken, or another process was
        faster."""
        match = opened.match
        try:
            return await self._insert(key, opened, check)
        except IntegrityError:
            if key is not None and await self.match_of_interaction(key):
                return False
            if await self.load(match.id) or await self.store.rows(queries.rivals(match)):
                return False
        return await self._insert(key, opened, check)  # what was in the way has gone meanwhile

    async def _insert(self, key: int | None, opened: Stored, check: Check) -> bool:
        match, host = opened.match, opened.match.terms.host.id
        invited = invitation_values(match.id, match.invitations)
        async with self.store.writing() as connection:
            rivals = (await connection.execute(queries.rivals(match))).all()
            # Asked last: a rival may have come about by this very interaction meanwhile.
            if key is not None and (await connection.execute(_HANDLED, {"key": key})).first():
                return False
            counted = await connection.execute(select_tallies(match, [host], match.updated_ms))
            check(list(store_row(rivals)), tally(counted.all(), match.terms.guild))
            await connection.execute(sa.insert(matches), first_values(opened))
            await connection.execute(sa.insert(invitations), invited)
            if asked := _challenges(match):
                await connection.execute(sa.insert(challenges), asked)
            await connection.execute(sa.insert(pending), _pending(match))
            if match.options.drawn and not await claim(connection, match):
                raise Refusal(Code.OFFER_GONE)
            if key is not None:
                await connection.execute(sa.insert(requests), {"key": key, "match": match.id})
        return True

    async def commit(self, change: Change) -> bool:
        """Carry a change out, all of it or nothing. False, with nothing changed, if the match is no
        longer as it was before, if another one has just moved into its home, if the interaction has
        been handled already, or if the points of its end were made from standings that have changed
        since."""
        before, after = change.before, change.after
        statements = [*_statements(change), Statement(self.store.put(pending), [_pending(after)])]
        if change.pings:
            rows = [asdict(ping) for ping in change.pings]
            statements.append(Statement(self.store.put(pings), rows))
        if change.spent:
            rows = [_spent_row(after.id, user, spent) for user, spent in change.spent.items()]
            statements.append(Statement(self._spending, rows))
        called_off = before.stand.phase != after.stand.phase == "called_off"
        if after.options.drawn and called_off and not before.all_moved:
            statements += undrawn(after.id, *change.unwanted)
        if change.points:
            dialect = self.store.dialect
            statements = [*sharing(dialect), *statements, *write_settlement(change.points, dialect)]
        try:
            return await self.store.carry_out(statements)
        except IntegrityError:
            if change.key is not None and await self.match_of_interaction(change.key):
                return False
            if after.home != before.home and after.home and await self.living_at(after.home):
                return False
        return await self.store.carry_out(statements)  # what was in the way has gone meanwhile

    async def invitations(self, match: MatchId) -> tuple[Invitation, ...]:
        """Read the invitations of a match, by place, begun or not."""
        return tuple(map(invitation, await self._about(invitations, match, invitations.c.place)))

    async def seals(self, match: MatchId) -> tuple[Seal, ...]:
        """Read the seals of a match's layouts, with their secrets."""
        found = await self._about(seals, match, seals.c.seat)
        return tuple(Seal(row.seat, row.seal, row.nonce) for row in found)

    async def holders(self, match: MatchId) -> dict[Seat, list[tuple[int, Who]]]:
        """Read the former holders of each seat, each with their first revision."""
        found: dict[Seat, list[tuple[int, Who]]] = {}
        for row in await self._about(holders, match, holders.c.since):
            held = who(row.person, row.name, row.computer, row.version)
            found.setdefault(Seat(row.seat), []).append((row.since, held))
        return found

    async def hints(self, match: MatchId) -> tuple[Hint, ...]:
        """List the hints that were given in a match."""
        found = await self._about(hints, match, hints.c.revision, hints.c.seat)
        return tuple(Hint(Seat(row.seat), row.revision) for row in found)

    async def hint(self, match: MatchId, hint: Hint) -> None:
        async with self.store.writing() as connection:
            await insert_missing(connection, hints, {"match": match, **asdict(hint)})

    async def lines(self, match: MatchId, since: int = 0) -> tuple[Line, ...]:
        """Read the log of a match, or the lines after a revision."""
        rows = await self.store.prepared_rows(_LINES_SINCE, match=match, revision=since)
        return tuple(Line(Entry(row.kind, row.seat, row.text), row.at_ms) for row in rows)

    async def clock_events(self, match: MatchId) -> tuple[ClockEvent, ...]:
        """Read the clock events of a match that are not on its log."""
        order = clock_events.c.serial, clock_events.c.place
        return tuple(
            ClockEvent(row.at_ms, row.seat, row.kind, row.ms, row.revision)
            for row in await self._about(clock_events, match, *order)
        )

    # -------------------------------------------------------------- attention

    async def tally(self, match: Match, people: Iterable[int], now_ms: int) -> Tally:
        """Count what these people have caused before a match begins with them."""
        rows = await self.store.rows(select_tallies(match, people, now_ms))
        return tally(rows, match.terms.guild)

    async def spend(self, match: MatchId, user: int, one: Spent, most: Limits) -> bool:
        """Count what a person causes; False, and nothing has changed, if it would be too much."""
        found = attention.c
        own = (found.match == match) & (found.person == user)
        within = sa.and_(
            *(found[name] <= getattr(most, name) for name in ("messages", "mentions", "phrases"))
        )
        async with self.store.writing() as connection:
            await connection.execute(self._spending, _spent_row(match, user, one))
            counted = sa.select(found.match).where(own, within)
            allowed = (await connection.execute(counted)).first() is not None
            if not allowed:
                await connection.rollback()
            return allowed

    async def last_seats(self, match: Match, users: Sequence[int]) -> dict[int, int | None]:
        """Return the seats of these people in their last match of this game before this one."""
        since = match.terms.created_ms if match.begun_ms is None else match.begun_ms
        named = {f"user{place}": user for place, user in enumerate(users)}
        about = {"match": match.id, "game": match.terms.game, "begun_ms": since}
        found = await self.store.prepared_rows(queries.last_seats(len(users)), **named, **about)
        return {row.id: row.seat for row in found}

    async def mark_done(self, serials: Mapping[MatchId, int]) -> None:
        """Note that all consequences of these changes are done; later changes still wait."""
        rows = [{"match": match, "serial": serial} for match, serial in sorted(serials.items())]
        await self.store.carry_out([Statement(_MARK_DONE, rows)])

    # --------------------------------------------------------------- messages

    async def open_messages(self, match: MatchId) -> tuple[PostedMessage, ...]:
        """Read the open messages of a match, those of an audience in order."""
        rows = await self.store.prepared_rows(_SHOWN, match=match)
        return tuple(PostedMessage(*row) for row in rows)

    async def match_of_message(self, message: int) -> MatchId | None:
        """Return the match a message is known to show."""
        found = await self.store.prepared_rows(_SHOWN_BY, message=message)
        return MatchId(found[0].owner) if found else None

    async def onward(self, match: MatchId, user: int) -> list[tuple[PostedMessage, int | None]]:
        """Read the board of a match and of the next that waits for a user, each with its server."""
        found = await self.store.prepared_rows(queries.ONWARD, match=match, user=user)
        return [(PostedMessage(*row[:-1]), row.guild) for row in found]

    async def message_of_revision(self, match: MatchId) -> dict[int, tuple[int, int]]:
        """Read which message in a channel showed a match at a revision: its channel and id."""
        found = await self.store.prepared_rows(_BOARDS, match=match)
        return {row.revision: (row.channel, row.message) for row in found}

    async def show(self, messages: Sequence[PostedMessage]) -> None:
        """Write down which messages show a match now."""
        rows = {(note.channel, note.message): _posted_row(note) for note in messages}
        await self.store.put_along(posted, rows)

    async def _about(self, table: sa.Table, match: MatchId, *order: Any) -> Sequence[Any]:
        found = sa.select(table).where(table.c.match == match)
        return await self.store.rows(found.order_by(*order))


def _pending(match: Match) -> dict[str, object]:
    """Return the row that says: followers have yet to learn of a match's last change. It is `open`
    if somebody's answer may be its card."""
    return {
        "match": match.id,
        "serial": match.serial,
        "open": match.stand.phase == "open" and not match.options.drawn,
        "at_ms": match.updated_ms,
    }


def _challenges(match: Match) -> list[dict[str, object]]:
    """List the rows of the challenges an open match makes; a rematch makes none."""
    terms, called = match.terms, match.called if match.terms.rematch_of is None else ()
    row = {"match": terms.id, "host": terms.host.id, "at_ms": match.updated_ms}
    return [row | {"person": person.id} for person in called]


def _posted_row(one: PostedMessage) -> dict[str, object]:
    row = asdict(one)
    return {"owner_kind": "match", "owner": row.pop("match"), **row}


def _spent_row(match: MatchId, user: int, one: Spent) -> dict[str, object]:
    return {"match": match, "person": user, **asdict(one)}


def _lines(change: Change) -> list[dict[str, object]]:
    """Return the rows of the log; the first carries the interaction."""
    before = change.before
    return [
        {
            "match": before.id,
            "revision": before.stand.revision + number,
            "kind": entry.kind,
            "seat": entry.seat,
            "text": entry.text,
            "at_ms": change.after.updated_ms,
            "key": change.key if number == 1 else None,
        }
        for number, entry in enumerate(change.lines, 1)
    ]


def _statements(change: Change) -> Iterator[Statement]:
    """List all that a change writes: the match unless it has changed, its seats, its log."""
    before, after = change.before, change.after
    was = {"was_id": before.id, "was_serial": before.serial}
    yield Statement(_SWAP, [changing(after, change.rolls, change.position) | was], swaps=True)
    if after.players and not before.players:
        yield Statement(_BEGIN_SEATS, player_values(after.id, after.players))
    elif moved := set(after.players) - set(before.players):
        rows = player_values(after.id, moved)
        yield Statement(_SEAT, [_keyed_row(row, "seat") for row in rows])
    if change.met:
        rows = invitation_values(after.id, change.met)
        yield Statement(_PLACE, [_keyed_row(row, "place") for row in rows])
    if lines := _lines(change):
        yield Statement(_LINES, lines)
    elif change.key is not None:
        yield Statement(_REQUEST, [{"key": change.key, "match": before.id}])
    taken_over = zip(before.players, after.players, strict=False)
    if left := [player for player, now in taken_over if player.since != now.since]:
        rows = [
            {"match": after.id, "seat": guest.seat, "since": guest.since, **who_values(guest.who)}
            for guest in left
        ]
        yield Statement(_HELD, rows)
    if change.seals:
        yield Statement(_SEALED, [{"match": before.id, **asdict(seal)} for seal in change.seals])
    if change.clock:
        at = {"match": before.id, "serial": after.serial}
        rows = [at | {"place": place, **asdict(event)} for place, event in enumerate(change.clock)]
        yield Statement(_CLOCK, rows)


def _keyed_row(row: dict[str, object], place: str) -> dict[str, object]:
    """Turn a row into one for an update, its key apart from its values."""
    return {"was_match": row.pop("match"), f"was_{place}": row.pop(place), **row}
