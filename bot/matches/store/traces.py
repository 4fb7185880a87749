"""All that the database says of one person, deleted or made nameless as the inventory has it."""

from collections.abc import Collection, Iterator
from typing import Any

import sqlalchemy as sa

from bot.people.points.lock import lock
from bot.store.deleted_users import DELETED_NAME, against
from bot.store.inventory import INVENTORY, USERS, Retained
from bot.store.store import StorePart, upsert
from bot.store.tables.matches import holders, invitations, matches, players
from bot.store.tables.people import departed, people
from bot.store.tables.points import strikes
from bot.store.tables.purpose import After
from bot.store.tables.upkeep import pending, posted

from ..match.ids import MatchId
from ..match.messages import CARD, DIRECT

_m, _p, _posted = matches.c, players.c, posted.c
_TABLES = matches.metadata.tables


class PersonalData(StorePart):
    """What people have left in one store."""

    async def counts(self, user: int) -> dict[str, int]:
        """Count the matches a user has finished, and the notes and layouts of theirs."""
        ended = sa.select(_p.match).where(
            _p.person == user, _p.match == _m.id, _m.reason.is_not(None)
        )
        notes, layouts = _TABLES["notes"], _TABLES["layouts"]
        counted = {
            "finished": ended,
            "notes": sa.select(notes.c.turn).where(notes.c.user == user),
            "layouts": sa.select(layouts.c.name).where(layouts.c.user == user),
        }
        numbers = [
            sa.select(sa.func.count()).select_from(select.subquery()).scalar_subquery().label(name)
            for name, select in counted.items()
        ]
        (row,) = await self._store.rows(sa.select(*numbers))
        return {name: getattr(row, name) for name in counted}

    async def of(self, user: int) -> list[tuple[str, list[dict[str, object]]]]:
        """Read all rows about a user, each kind with what it is kept for. Who has blocked them is
        nobody's business but the blocker's."""
        found = []
        for why, asked in _reading(user):
            rows = [dict(row._mapping) for row in await self._store.rows(asked)]
            if rows:
                found.append((why, rows))
        left = await self._store.rows(sa.select(departed))
        if mine := [dict(row._mapping) for row in left if against(row.digest, user)]:
            found.append(("that they have had all about them deleted before", mine))
        return found

    async def remove(
        self,
        user: int,
        number: int,
        block: int,
        digest: int,
        at_ms: int,
        ended: Collection[MatchId],
    ) -> tuple[MatchId, ...]:
        """Delete all about a user; where others need a row, `number` stands in their place, in
        blocks against them `block`, and that they have gone is known by `digest`. Returns the
        matches whose messages have to be written anew: those that go on, and those `ended` for it;
        the new time of their clocks makes their boards say so."""
        async with self._store.writing() as connection:
            await lock(connection)
            self._store.leave_out(people, user)
            shown = (await connection.execute(_unwritten(user, ended))).all()
            for statement in removing(user, number, block):
                await connection.execute(statement)
            await connection.execute(sa.insert(departed).values(digest=digest, at_ms=at_ms))
            for row in shown:
                serial, clock_ms = row.serial + 1, max(at_ms, row.clock_ms + 1)
                changed = sa.update(matches).where(_m.id == row.id)
                await connection.execute(changed.values(serial=serial, clock_ms=clock_ms))
                waiting = {"match": row.id, "serial": serial, "open": row.phase == "open"}
                await upsert(connection, pending, waiting | {"at_ms": row.updated_ms})
        await self._store.settle()
        return tuple(MatchId(row.id) for row in shown)


def _reading(user: int) -> Iterator[tuple[str, sa.Select[Any]]]:
    """Select what each reason of the inventory keeps about a user, and where it belongs."""
    for kept in INVENTORY:
        if kept.purpose.after not in (After.GONE, After.NAMELESS):
            continue
        table, names = kept.table, kept.columns
        for name in names:
            if name not in USERS:
                continue
            beside = _beside(kept) if name in ("user", "person") else []
            keys = [column.name for column in table.primary_key]
            shown = [table.c[fromkey] for fromkey in dict.fromkeys([*keys, *names, *beside])]
            yield (
                kept.purpose.why,
                sa.select(*shown).where(table.c[name] == user).order_by(*table.primary_key),
            )
    hints = _TABLES["hints"]
    own = sa.select(hints).join(players, (_p.match == hints.c.match) & (_p.seat == hints.c.seat))
    yield "the hints they asked for", own.where(_p.person == user).order_by(*hints.primary_key)


def _beside(kept: Retained) -> list[str]:
    """List the other columns of a table that are about the person in it, and about nobody else."""
    return [
        name
        for other in INVENTORY
        if other.table is kept.table and other.purpose.after and not USERS & {*other.columns}
        for name in other.columns
        if name != "proposal"
    ]


def removing(user: int, number: int, block: int) -> Iterator[sa.Executable]:
    """List the statements that delete all about a user, or put a former player's number there."""
    for kept in INVENTORY:
        for name in USERS & {*kept.columns}:
            yield _removing(kept, name, user, number, block)
    asked, was, now = sa.literal(" ") + _m.proposal + sa.literal(" "), f" {user} ", f" {number} "
    yield (
        sa.update(matches)
        .where(asked.contains(was))
        .values(proposal=sa.func.trim(sa.func.replace(asked, was, now)))
    )
    yield _without_mentions(_m.closer_reason, user)
    yield _without_mentions(strikes.c.reason, user)
    yield _without_mentions(_TABLES["notes"].c.text, user)
    yield from _without_rooms(number)


def _without_rooms(number: int) -> Iterator[sa.Executable]:
    """Delete where a former player has been written to: their boards and cards by letter, and all
    that stands in the same channels."""
    seat = sa.cast(_p.seat, sa.String)
    theirs = sa.select(_p.match).where(
        _p.match == _posted.owner,
        sa.or_(_p.person == number, _p.relief_person == number),
        _posted.audience == sa.literal(DIRECT) + seat,
    )
    seated = sa.union(
        sa.select(_p.match).where(_p.person == number),
        sa.select(holders.c.match).where(holders.c.person == number),
    )
    of_matches = _posted.owner_kind == "match"
    direct = sa.select(_m.id).where(_m.host == number, _m.place == "direct")
    yield sa.delete(posted).where(of_matches, _posted.owner.in_(direct))
    yield sa.update(matches).where(_m.id.in_(direct)).values(channel=0)
    boards = sa.select(_posted.channel).where(
        of_matches, _posted.owner.in_(seated), sa.exists(theirs)
    )
    place = invitations.c
    asked = sa.select(place.match).where(
        place.match == _posted.owner,
        place.person == number,
        _posted.audience == sa.literal(f"{CARD}:") + sa.cast(place.place, sa.String),
    )
    hosted = sa.select(_m.id).where(_m.host == number, _m.place == "letters")
    cards = sa.or_(sa.exists(asked), (_posted.audience == CARD) & _posted.owner.in_(hosted))
    yield sa.delete(posted).where(of_matches, cards)
    yield sa.delete(posted).where(_posted.channel.in_(boards))


def _removing(kept: Retained, name: str, user: int, number: int, block: int) -> sa.Executable:
    table = kept.table
    theirs = table.c[name] == user
    if kept.purpose.after is After.GONE:
        return sa.delete(table).where(theirs)
    if kept.purpose.after is After.SEALED:
        return sa.update(table).where(theirs).values({name: block})
    named = f"{name}_name".replace("person_", "")
    values: dict[str, Any] = {name: number}
    if named in table.c:
        values[named] = DELETED_NAME
    return sa.update(table).where(theirs).values(values)


def _without_mentions(words: sa.Column[str], user: int) -> sa.Executable:
    """Put a former player where others' words mention a user or have their number."""
    told: sa.ColumnElement[str] = words
    for sign in (f"<@{user}>", f"<@!{user}>", str(user)):
        told = sa.func.replace(told, sign, DELETED_NAME)
    return sa.update(words.table).where(words.contains(str(user))).values({words.name: told})


def _unwritten(user: int, ended: Collection[MatchId]) -> Any:
    """Select the matches of a user whose messages are still to be written, or have just been."""
    theirs = sa.union(
        sa.select(_m.id).where(_m.host == user),
        sa.select(_p.match).where(_p.person == user),
        sa.select(holders.c.match).where(holders.c.person == user),
        sa.select(invitations.c.match).where(invitations.c.person == user),
    )
    waiting = sa.exists(sa.select(pending.c.match).where(pending.c.match == _m.id))
    alive = _m.phase.in_(("open", "setting_up", "playing"))
    found = sa.select(_m.id, _m.serial, _m.clock_ms, _m.phase, _m.updated_ms)
    kept = sa.or_(alive, waiting, _m.id.in_(ended))
    return found.where(_m.id.in_(theirs), kept).with_for_update()
