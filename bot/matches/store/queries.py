"""Which matches somebody asks for, as SQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from sqlalchemy import ColumnElement, Select, and_, bindparam, exists, or_, select

from ..match import Match
from ..shown import CARD, CHANNEL, DIRECT, SHOWN_OPEN, Scope
from .rows import one, several
from .tables import boards, invitations, matches, players

_m = matches.c
_alive = _m.phase.in_(("open", "setting_up", "playing"))
_running = _m.phase.in_(("setting_up", "playing"))
_begun = _m.salt.is_not(None)
_waiting = (_m.updated_ms, _m.id)
_ids = select(_m.id)


def listed(
    scope: Scope, user: int, channel: int | None, guild: int | None, limit: int
) -> Select[Any]:
    """The matches of a scope, the longest waiting first, ended ones the other way round."""
    match scope:
        case "turn":
            chosen = _ids.where(_id_in(_seats_of(user, acting=True)))
        case "mine":
            chosen = _ids.where(_alive, _theirs(user))
        case "here":
            chosen = _ids.where(_alive, _at(channel))
        case "open":
            here = _m.channel == channel if guild is None else _m.guild == guild
            chosen = _ids.where(_m.phase == "open", here, _m.host != user, _joinable(user))
        case "finished":
            newest = _m.updated_ms.desc()
            ended = _m.phase.in_(("over", "called_off")) & _begun
            chosen = _ids.where(ended, _id_in(_seats_of(user))).order_by(newest, _m.id)
            return several(chosen.limit(limit), newest)
        case _:
            assert_never(scope)
    return several(chosen.order_by(*_waiting).limit(limit), _m.updated_ms)


def running_at(channel: int) -> Select[Any]:
    """Running matches that live in a channel or were opened there."""
    return several(_ids.where(_running, _at(channel)), _m.updated_ms)


def private(games: Sequence[str], since_ms: int) -> Select[Any]:
    """The ids of these games' running matches, and of those ended since with an old direct message.

    They may have boards to be sent to their players.
    """
    older = exists(
        select(boards.c.match).where(
            boards.c.match == _m.id,
            boards.c.audience.startswith(DIRECT),
            boards.c.revision < _m.revision,
        )
    )
    ended = and_(_m.phase == "over", _m.updated_ms > since_ms, older)
    return _ids.where(_m.game.in_(games), or_(_running, ended)).order_by(*_waiting)


def rivals(card: Match) -> Select[Any]:
    """The matches that could stand in the way of opening this one."""
    terms = card.terms
    found = and_(_m.phase == "open", _m.host == terms.host.id)
    if card.home is not None:
        found = or_(found, _m.home == card.home)
    if terms.rematch_of is not None:
        found = or_(found, _m.rematch_of == terms.rematch_of)
    return several(_ids.where(_alive, found), _m.updated_ms)


def living_at(home: int) -> Select[Any]:
    """The open or running match a place belongs to."""
    return one(_alive & (_m.home == home))


def behind(before_ms: int) -> Select[Any]:
    """The ids of matches whose messages are not up to date.

    A missing card counts only for matches opened before `before_ms`.
    """
    board, card = boards.alias("board"), boards.alias("card")
    left = or_(board.c.revision.is_(None), board.c.revision < _m.revision)
    homeless = and_(_running, _m.home.is_(None))
    stale_card = and_(_m.phase != "open", card.c.revision == SHOWN_OPEN)
    no_card = and_(_m.phase == "open", card.c.match.is_(None), _m.created_ms < before_ms)
    joined = _ids.outerjoin(
        board, and_(board.c.match == _m.id, board.c.audience == CHANNEL)
    ).outerjoin(card, and_(card.c.match == _m.id, card.c.audience == CARD))
    return joined.where(or_(_begun & left, homeless, stale_card, no_card)).order_by(*_waiting)


def _at(channel: int | None) -> ColumnElement[bool]:
    return or_(_m.channel == channel, _m.home == channel)


def _id_in(chosen: Select[Any]) -> ColumnElement[bool]:
    return _m.id.in_(chosen)


def _seats_of(user: int, *, acting: bool = False) -> Select[Any]:
    """The matches in which a user has a seat, perhaps only where it is their turn."""
    seats = select(players.c.match).where(players.c.person == user)
    return seats.where(players.c.acting) if acting else seats


def _theirs(user: int) -> ColumnElement[bool]:
    """Whether a user plays, or is to play."""
    invited = select(invitations.c.match).where(invitations.c.person == user)
    return or_(_m.id.in_(_seats_of(user)), _m.id.in_(invited))


def _joinable(user: int) -> ColumnElement[bool]:
    """Whether a place is free for a user, or kept for them."""
    free = or_(invitations.c.person.is_(None), invitations.c.person == user)
    places = select(invitations.c.match).where(invitations.c.match == _m.id, free)
    return exists(places.where(invitations.c.joined.is_(None)))


def _onward() -> Select[Any]:
    match, user = bindparam("match", type_=_m.id.type), bindparam("user", type_=_m.host.type)
    awaited = select(players.c.match).where(players.c.person == user, players.c.acting)
    joined = select(boards, _m.guild).join(matches, _m.id == boards.c.match)
    return (
        joined.where(
            boards.c.audience == CHANNEL, or_(_m.id == match, _m.id.in_(awaited) & (_m.id != match))
        )
        .order_by((_m.id == match).desc(), *_waiting)
        .limit(2)
    )


ONWARD = _onward()
"""The board of `match`, then that of the one that has waited longest for a move of `user`."""
