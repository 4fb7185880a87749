"""Queries for lists of matches, as SQL."""

from functools import cache
from typing import Any, assert_never

import sqlalchemy as sa

from bot.people.columns import several_people
from bot.store.store import Store
from bot.store.tables.matches import holders, invitations, matches, players, seats
from bot.store.tables.people import blocks
from bot.store.tables.upkeep import pending, posted

from ..match.ids import MatchId
from ..match.match import Match, Scope
from ..match.messages import CHANNEL
from ..match.shards import SERVERS_APART, Shards
from .rows import matching, several, store_row

_m = matches.c
_alive = _m.phase.in_(("open", "setting_up", "playing"))
_running = _m.phase.in_(("setting_up", "playing"))
_NEVER_MS = 1 << 62
MOST_HERE = 25
"""The most running matches of a channel that are looked at; Discord lists no more."""
_begun = _m.salt.is_not(None)
_waiting = (_m.updated_ms, _m.id)
_vacant = sa.exists(
    sa.select(invitations.c.match).where(
        invitations.c.match == _m.id,
        invitations.c.person.is_(None),
        invitations.c.computer.is_(None),
    )
)
_ids = sa.select(_m.id)
POSTED = sa.select(
    *(posted.c[name] for name in ("owner", "audience", "channel", "message", "revision", "digest")),
    posted.c.state,
).where(posted.c.owner_kind == "match")
"""The messages of matches, as `PostedMessage` has them."""


def _select_list(
    scope: Scope, user: int, channel: int | None, guild: int | None, limit: int
) -> sa.Select[Any]:
    """Select a scope's matches: challenges to the user, their turns by time left, then the others.

    "open" are the cards the user could join in the server, or without one in the channel;
    "everywhere" those that anybody could whom their host has not blocked, nor is blocked by.
    Turns without a clock, fallen flags for the user to decide about, and the others come in the
    order of their waiting, the longest first; so do open seats. Ended matches come latest first,
    those in which the user was replaced among them.
    """
    need, left = _need(user), _time_left(user)
    match scope:
        case "turn":
            chosen = _ids.where(_m.id.in_(sa.union(_asking(user), _acting(user), _deciding(user))))
        case "mine":
            chosen = _ids.where(_alive, _m.id.in_(sa.union(_playing(user), _places_of(user))))
        case "here":
            chosen = _ids.where(_alive, _at(channel))
        case "open":
            here = _m.channel == channel if guild is None else _m.guild == guild
            chosen = _ids.where(_m.phase == "open", here, _m.host != user, _joinable(user))
            return several(chosen.order_by(*_waiting).limit(limit), _m.updated_ms)
        case "everywhere":
            chosen = _ids.where(seats, _m.host + 0 != user, _m.place == "letters", _vacant)
            chosen = chosen.where(~blocking(sa.literal(user), _m.host))
            return several(chosen.order_by(_m.created_ms, _m.id).limit(limit), _m.created_ms)
        case "finished":
            newest = _m.updated_ms.desc()
            ended = _m.phase.in_(("over", "called_off")) & _begun
            seated = _m.id.in_(sa.union(_seats_of(user), _left_seats_of(user)))
            chosen = _ids.where(ended, seated).order_by(newest, _m.id)
            return several(chosen.limit(limit), newest)
        case _:
            assert_never(scope)
    return several(chosen.order_by(need, left, *_waiting).limit(limit), need, left, _m.updated_ms)


def rivals(card: Match) -> sa.Select[Any]:
    """Select the matches that could stand in the way of opening this one."""
    terms = card.terms
    found = sa.and_(_m.phase == "open", _m.host == terms.host.id)
    if card.home is not None:
        found = sa.or_(found, _m.home == card.home)
    if terms.rematch_of is not None:
        found = sa.or_(found, _m.rematch_of == terms.rematch_of)
    return several(_ids.where(_alive, found), _m.updated_ms)


@cache
def last_seats(number: int) -> sa.Select[Any]:
    """Select this number of people (`user0` …), each with their `seat` in the last match of `game`
    begun (or if that is unknown, opened) before `match` at `begun_ms`."""
    asked, seat, match = several_people(number), players.c, sa.bindparam("match", type_=_m.id.type)
    game = sa.bindparam("game", type_=_m.game.type)
    begun_ms = sa.bindparam("begun_ms", None, sa.BigInteger)
    began = sa.func.coalesce(_m.begun_ms, _m.created_ms)
    theirs = sa.select(seat.seat).join(matches, _m.id == seat.match).where(seat.match != match)
    before = theirs.where(seat.person == asked.c.id, _m.game == game, began < begun_ms)
    last = before.order_by(began.desc()).limit(1).scalar_subquery()
    return sa.select(asked.c.id, last.label("seat"))


def on_shards(shards: Shards) -> list[sa.ColumnElement[bool]]:
    """Make the conditions under which a match is on a server that these shards hear of."""
    return [] if shards.whole else [_shard(shards.of).in_(sorted(shards.there))]


def about_matches_on_shards(
    match: sa.ColumnElement[Any], shards: Shards
) -> list[sa.ColumnElement[bool]]:
    """Make the conditions under which what is about a match is about one of those."""
    if shards.whole:
        return []
    shard = sa.select(_shard(shards.of)).where(_m.id == match).scalar_subquery()
    return [shard.in_(sorted(shards.there))]


def _shard(of: int) -> sa.ColumnElement[int]:
    return sa.func.coalesce(_m.guild, 0) // SERVERS_APART % of


def _at(channel: int | None) -> sa.ColumnElement[bool]:
    return sa.or_(_m.channel == channel, _m.home == channel)


def _seats_of(user: int) -> sa.Select[Any]:
    return sa.select(players.c.match).where(players.c.person == user)


def _left_seats_of(user: int) -> sa.Select[Any]:
    """Select the matches in which a seat of a user was taken over."""
    return sa.select(holders.c.match).where(holders.c.person == user)


def _playing(user: int) -> sa.Select[Any]:
    """Select the same without those that have ended in a result, of which there are ever more."""
    return _seats_of(user).where(players.c.result.is_(None))


def _acting(user: int | sa.BindParameter[int]) -> sa.Select[Any]:
    return sa.select(players.c.match).where(players.c.person == user, players.c.acting)


def _places_of(user: int) -> sa.Select[Any]:
    """Select the open matches in which a place is kept for a user, or taken by them."""
    invited = sa.select(invitations.c.match).join(matches, _m.id == invitations.c.match)
    return invited.where(invitations.c.person == user, _m.phase == "open").correlate(None)


def _asking(user: int) -> sa.Select[Any]:
    """Select the open matches to which a user is invited and has not answered."""
    return _places_of(user).where(invitations.c.joined.is_(None))


def _deciding(user: int) -> sa.Select[Any]:
    """Select the matches in which another flag is down, and a user may take the win."""
    down = players.alias()
    others = sa.select(down.c.match).where(down.c.flag_ms.is_not(None), down.c.person != user)
    return others.where(down.c.match.in_(_playing(user)))


def _need(user: int) -> sa.ColumnElement[int]:
    """Rank what a match needs of a user: 0 an answer, 1 a turn or a decision, 2 nothing now."""
    awaiting = _m.id.in_(sa.union(_acting(user), _deciding(user)))
    return sa.case((_m.id.in_(_asking(user)), 0), (awaiting, 1), else_=2)


def _time_left(user: int | sa.BindParameter[int]) -> sa.ColumnElement[int]:
    """Read when a user's clock ends in a match: 0 if its flag is down, late if it does not run."""
    seat = players.c
    ends = sa.case(
        (seat.flag_ms.is_not(None), 0), else_=sa.func.coalesce(seat.deadline_ms, _NEVER_MS)
    )
    own = (seat.match == _m.id) & (seat.person == user) & seat.acting
    left = sa.select(ends).where(own).correlate(matches).scalar_subquery()
    return sa.func.coalesce(left, _NEVER_MS)


def _joinable(user: int) -> sa.ColumnElement[bool]:
    """Test whether a place is free for a user, or kept for them."""
    free = sa.or_(invitations.c.person.is_(None), invitations.c.person == user)
    places = sa.select(invitations.c.match).where(invitations.c.match == _m.id, free)
    return sa.exists(places.where(invitations.c.joined.is_(None)))


def blocking(one: sa.ColumnElement[int], other: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """Test whether one of two people has blocked the other."""
    own = blocks.c
    pairs = ((own.user == a) & (own.blocked == b) for a, b in ((one, other), (other, one)))
    return sa.or_(*(sa.exists(sa.select(own.user).where(pair)) for pair in pairs))


def _boards(table: sa.FromClause) -> tuple[sa.ColumnElement[bool], ...]:
    """Test for the public boards of matches that may still change."""
    found = table.c
    return found.owner_kind == "match", found.state == "open", found.audience == CHANNEL


def _onward() -> sa.Select[Any]:
    match, user = sa.bindparam("match", type_=_m.id.type), sa.bindparam("user", type_=_m.host.type)
    joined = POSTED.add_columns(_m.guild).join(matches, _m.id == posted.c.owner)
    either = sa.union(sa.select(match), _acting(user))  # for an OR PostgreSQL finds no index
    newer = posted.alias()
    behind = sa.exists(
        sa.select(newer.c.owner).where(
            *_boards(newer), newer.c.message > posted.c.message, newer.c.owner == posted.c.owner
        )
    )
    found = joined.where(*_boards(posted), ~behind, _m.id.in_(either))
    return found.order_by((_m.id == match).desc(), _time_left(user), *_waiting).limit(2)


ONWARD = _onward()
"""The board of `match`, then that of the one with the least time that waits for `user`."""


class MatchLists:
    """The lists of the matches in one store."""

    def __init__(self, store: Store, shards: Shards) -> None:
        self.store = store
        self._shards = shards

    async def list_matches(
        self,
        user: int,
        scope: Scope,
        channel: int | None,
        limit: int = 25,
        guild: int | None = None,
    ) -> tuple[Match, ...]:
        return await self._matches(_select_list(scope, user, channel, guild, limit))

    async def running_at(self, user: int | None, channel: int) -> tuple[Match, ...]:
        """List running matches that live in a channel or were opened there, the user's own
        first."""
        mine = None if user is None else _m.id.in_(_playing(user))
        own = sa.literal(0) if mine is None else sa.case((mine, 0), else_=1)
        chosen = _ids.where(_running, _at(channel)).order_by(own, *_waiting)
        return await self._matches(several(chosen.limit(MOST_HERE), own, _m.updated_ms))

    async def count_games(self, guild: int) -> dict[str, int]:
        """Count the matches of each game on a server, of the running and the latest ended ones."""
        latest = sa.select(_m.game).where(_m.guild == guild).order_by(_m.phase.desc()).limit(200)
        games = latest.subquery("latest").c
        counted = sa.select(games.game, sa.func.count().label("n")).group_by(games.game)
        return {row.game: row.n for row in await self.store.rows(counted)}

    async def list_held(self, guild: int, limit: int) -> tuple[Match, ...]:
        """List matches of a server that can be shown nowhere, the longest first."""
        chosen = _ids.where(_m.held_ms.is_not(None), _m.guild == guild).order_by(_m.held_ms)
        return await self._matches(several(chosen.limit(limit), _m.held_ms))

    async def last_at(self, user: int, channel: int, limit: int = 1) -> tuple[Match, ...]:
        """List the last matches that have ended at a place, the user's own before all others."""
        seated = _m.id.in_(sa.union(_seats_of(user), _left_seats_of(user)))
        own, newest = sa.case((seated, 0), else_=1), _m.updated_ms.desc()
        ended = _m.phase.in_(("over", "called_off")) & _begun
        chosen = _ids.where(ended, _at(channel)).order_by(own, newest, _m.id)
        return await self._matches(several(chosen.limit(limit), own, newest))

    async def living_at(self, home: int) -> Match | None:
        """Find the open or running match a place belongs to."""
        return next(iter(await self._matches(matching(_alive & (_m.home == home)))), None)

    async def last_result(self, match: Match, user: int, level: int) -> str | None:
        """Return how a user's last match of this game with a computer of this level ended."""
        seat, other = players.c, players.alias().c
        there = sa.exists(
            sa.select(other.match).where(other.match == seat.match, other.computer == level)
        )
        theirs = sa.select(seat.result).join(matches, _m.id == seat.match)
        own = (seat.person == user) & (seat.match != match.id)
        found = theirs.where(own, _m.game == match.terms.game, there, _m.phase == "over")
        rows = await self.store.rows(found.order_by(_m.updated_ms.desc()).limit(1))
        return next((row.result for row in rows), None)

    async def behind(self, before_ms: int) -> tuple[MatchId, ...]:
        """List the matches that may have a message to post or edit, by their last changes; open
        ones only if opened before `before_ms`: their cards may be on the way."""
        waited = sa.or_(pending.c.open.is_(False), pending.c.at_ms < before_ms)
        here = about_matches_on_shards(pending.c.match, self._shards)
        found = sa.select(pending.c.match).where(waited, *here)
        rows = await self.store.rows(found.order_by(pending.c.at_ms, pending.c.match))
        return tuple(MatchId(row.match) for row in rows)

    async def computing(self) -> tuple[MatchId, ...]:
        """List the running matches in which a computer is to act, or may have to answer."""
        seat, asking = players.c, players.alias().c
        computer, offered = seat.computer.is_not(None), asking.consent.is_not(None)
        acting = sa.select(seat.match).where(computer, seat.acting.is_(True))
        there = sa.exists(sa.select(seat.match).where(seat.match == asking.match, computer))
        found = sa.union(acting, sa.select(asking.match).where(offered, there))
        here = on_shards(self._shards)
        theirs = sa.select(_m.id.label("match")).where(_m.id.in_(found), *here)
        rows = await self.store.rows(theirs if here else found)
        return tuple(MatchId(row.match) for row in rows)

    async def _matches(self, statement: sa.Executable) -> tuple[Match, ...]:
        return tuple(found.match for found in store_row(await self.store.rows(statement)))
