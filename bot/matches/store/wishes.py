"""Who is ready to play and who was drawn with whom, as SQL. What a draw needs of everybody is put
together by the database, as lines of words, so that reading it takes the bot no time."""

from collections.abc import Collection, Iterator, Sequence
from functools import reduce
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.people.draw import Ready, Seeker, Waiting
from bot.people.wish import FASTEST, LASTS_MS, WAITED_MS, Wish
from bot.store.direct import Statement
from bot.store.store import StorePart
from bot.store.tables.matches import matches, players
from bot.store.tables.people import blocks, pairings, vacations, wishes
from bot.store.tables.points import ratings
from games.clock import HOUR

from ..match.ids import MatchId
from ..match.match import Match
from .queries import blocking

_w, _p, _m = wishes.c, players.c, matches.c
_ALIVE = _m.phase.in_(("open", "setting_up", "playing"))
_CHANGED = ("guild", "kinds", "paces", "points", "most", "pressed_ms")
MOST_OFFERED = 10


def _activity(since_ms: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Tell whether a wish's owner has taken a turn or looked at a board since a moment."""
    late = sa.or_(_p.acted_ms > since_ms, _p.seen_ms > since_ms)
    return sa.exists(sa.select(_p.match).where(_p.person == _w.person, late))


def _free(now_ms: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Tell whether a wish's owner can be drawn: on no vacation, with fewer such matches than they
    wish for, and seen since they were last drawn."""
    own, away = pairings.c, vacations.c
    leave = (away.user == _w.person) & (away.from_ms <= now_ms) & (away.until_ms > now_ms)
    running = (
        sa.select(sa.func.count())
        .select_from(pairings.join(matches, _m.id == own.match))
        .where(own.person == _w.person, _ALIVE)
    )
    return sa.and_(
        ~sa.exists(sa.select(away.user).where(leave)),
        running.scalar_subquery() < _w.most,
        sa.or_(_w.paired_ms.is_(None), _w.pressed_ms > _w.paired_ms, _activity(_w.paired_ms)),
    )


def _words(*parts: Any, between: str) -> sa.ColumnElement[str]:
    words: Iterator[Any] = (sa.cast(part, sa.String) for part in parts)
    line = reduce(lambda line, word: line + sa.literal(between) + word, words)
    return sa.func.aggregate_strings(line, "\n")


_NOW, _GUILD, _USER = (
    sa.bindparam(name, None, sa.BigInteger) for name in ("now_ms", "guild", "user")
)
_SEEKERS = sa.select(
    _words(_w.person, _w.since_ms, _w.points, _w.paces, _w.kinds, between="|").label("lines")
).where(_w.guild == _GUILD, _free(_NOW))
_one, _other = pairings.alias("one").c, pairings.alias("other").c
_MET = sa.select(_words(_one.person, _other.person, between=" ").label("lines")).where(
    _w.guild == _GUILD,
    _one.person == _w.person,
    _other.match == _one.match,
    _other.person > _one.person,
)
_BLOCKED = sa.select(_words(blocks.c.user, blocks.c.blocked, between=" ").label("lines")).where(
    _w.guild == _GUILD, blocks.c.user == _w.person
)
_RATED = sa.select(
    _words(_w.person, ratings.c.game, ratings.c.rating, between=" ").label("lines")
).where(_w.guild == _GUILD, ratings.c.person == _w.person, ratings.c.guild == _GUILD)
_OWN = sa.select(wishes).where(_w.person == _USER)
_FREE = _OWN.where(_free(_NOW))
_KNOW = sa.or_(
    sa.exists(
        sa.select(_one.hour)
        .where(_one.person == _USER, _other.match == _one.match)
        .where(_other.person == _w.person)
    ),
    blocking(_USER, _w.person),
)
_LONGEST = (
    sa.select(wishes)
    .where(
        _w.guild == _GUILD,
        _w.since_ms <= sa.bindparam("until_ms", None, sa.BigInteger),
    )
    .where(_w.person != _USER, _free(_NOW), ~_KNOW)
    .order_by(_w.since_ms)
    .limit(MOST_OFFERED)
)

_OF_MATCH = pairings.c.match == sa.bindparam("was_match")
_UNWILLING = sa.bindparam("was_person", None, sa.BigInteger)
_AGAIN = sa.exists(
    sa.select(_other.hour).where(_other.person == pairings.c.person, _other.hour > pairings.c.hour)
)
_WAITED = sa.select(pairings.c.since_ms).where(_OF_MATCH, pairings.c.person == _w.person)
_WAIT_ON = (
    sa.update(wishes)
    .values(since_ms=_WAITED.scalar_subquery(), paired_ms=sa.null())
    .where(
        _w.person.in_(
            sa.select(pairings.c.person).where(_OF_MATCH, pairings.c.person != _UNWILLING, ~_AGAIN)
        )
    )
)
_LEAVE = sa.delete(wishes).where(_w.person == _UNWILLING)
_PRESS = sa.update(wishes).where(_w.person == _UNWILLING)
_PLAYED = sa.select(_m.game).distinct().where(_p.person == _USER, _m.id == _p.match)


class Wishes(StorePart):
    """Reads and writes who is ready to play in one store."""

    async def of(self, user: int, free_ms: int | None = None) -> Ready | None:
        """Read somebody's wish, if they have one; with `free_ms` only if they can be drawn then."""
        named = {} if free_ms is None else {"now_ms": free_ms}
        found = await self._store.prepared_rows(_FREE if named else _OWN, user=user, **named)
        return _ready(found[0]) if found else None

    async def games(self, user: int) -> frozenset[str]:
        """Read which games somebody has played."""
        return frozenset(row.game for row in await self._store.prepared_rows(_PLAYED, user=user))

    async def put(self, user: int, guild: int, wish: Wish, now_ms: int) -> None:
        """Write down somebody's wish; one they have is changed and keeps its age."""
        row = {
            "person": user,
            "guild": guild,
            "kinds": ",".join(sorted(wish.kinds)),
            "paces": " ".join(pace for pace in FASTEST if pace in wish.paces),
            "points": wish.points,
            "most": wish.most,
            "since_ms": now_ms,
            "pressed_ms": now_ms,
        }
        await self._store.write(self._store.put(wishes, *_CHANGED), row)

    async def take_off(self, users: Collection[int]) -> None:
        await self._store.write(sa.delete(wishes).where(_w.person.in_(users)))

    async def offer(self, user: int, now_ms: int) -> None:
        """Note that somebody has been offered another's wish."""
        own = sa.update(wishes).where(_w.person == user)
        await self._store.write(own.values(offered_ms=now_ms))

    async def longest(self, guild: int, user: int, now_ms: int) -> Sequence[Seeker]:
        """Read the wishes that have waited long, the longest first, for anybody but a user, who may
        meet them."""
        named = {"guild": guild, "user": user, "now_ms": now_ms, "until_ms": now_ms - WAITED_MS}
        rows = await self._store.prepared_rows(_LONGEST, **named)
        return [_ready(row).seeker for row in rows]

    # ------------------------------------------------------------------- draws

    async def waiting(self, guild: int, now_ms: int, *, counted: bool, tour: str) -> Waiting:
        """Read all who can be drawn in one place just now."""
        texts = []
        for asked in (_SEEKERS, _MET, _BLOCKED, _RATED):
            (row,) = await self._store.prepared_rows(asked, guild=guild, now_ms=now_ms)
            texts.append(row.lines or "")
        seekers, met, blocked, rated = texts
        return Waiting(seekers, f"{met}\n{blocked}".strip(), rated, counted, tour)

    async def expire(self, now_ms: int) -> None:
        """Delete the wishes of people who have not been seen for long, and old pairings."""
        since_ms = now_ms - LASTS_MS
        gone = (_w.pressed_ms < since_ms) & ~_activity(sa.literal(since_ms, sa.BigInteger))
        lasting = sa.select(_m.id).where(_m.id == pairings.c.match, _ALIVE)
        over = (pairings.c.hour < since_ms // HOUR) & ~sa.exists(lasting)
        async with self._store.writing() as connection:
            await connection.execute(sa.delete(wishes).where(gone))
            await connection.execute(sa.delete(pairings).where(over))

    async def replace(self, match: MatchId, other: MatchId, now_ms: int) -> None:
        """Note that those who were drawn for a match, if any, play another in its place."""
        theirs = sa.select(pairings.c.person).where(pairings.c.match == other)
        drawn = sa.update(wishes).values(paired_ms=now_ms, since_ms=now_ms)
        async with self._store.writing() as connection:
            own = sa.update(pairings).where(pairings.c.match == match)
            await connection.execute(own.values(match=other))
            await connection.execute(drawn.where(_w.person.in_(theirs)))


def undrawn(match: MatchId, unwilling: int, pressed_ms: int | None) -> Iterator[Statement]:
    """List what is written as a match is called off that never began: the others wait on as if they
    had not been drawn, unless they have been drawn again since; whoever has turned it down waits
    anew, or without a press leaves the list."""
    yield Statement(_WAIT_ON, [{"was_match": match, "was_person": unwilling}])
    if pressed_ms is None:
        yield Statement(_LEAVE, [{"was_person": unwilling}])
    else:
        yield Statement(_PRESS, [{"was_person": unwilling, "pressed_ms": pressed_ms}])


async def claim(connection: AsyncConnection, card: Match) -> bool:
    """Note, with the match itself, who was drawn for it; False if one of them is no longer there,
    or has been drawn within this hour."""
    people = [place.person.id for place in card.invitations if place.person]
    now_ms, theirs, own = card.terms.created_ms, _w.person.in_(people), pairings.c
    hour, match = sa.literal(now_ms // HOUR, sa.Integer), sa.literal(card.id)
    already = sa.exists(sa.select(own.hour).where(own.person == _w.person, own.hour == hour))
    drawn = sa.select(_w.person, hour, match, _w.since_ms).where(theirs, ~already)
    noted = sa.insert(pairings).from_select(["person", "hour", "match", "since_ms"], drawn)
    if (await connection.execute(noted)).rowcount < len(people):
        return False
    waiting = sa.update(wishes).where(theirs).values(paired_ms=now_ms, since_ms=now_ms)
    await connection.execute(waiting)
    return True


def _ready(row: Any) -> Ready:
    wish = Wish.read(row.kinds, row.paces, row.points, row.most)
    return Ready(Seeker(row.person, row.since_ms, wish), row.guild, row.pressed_ms, row.offered_ms)
