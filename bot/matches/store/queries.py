"""Which matches somebody asks for, as SQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from sqlalchemy import ColumnElement, Select, and_, exists, or_, select

from ..model import CARD, CHANNEL, LETTER, SHOWN_OPEN, Match, Scope
from .rows import STORED
from .tables import boards, matches

_m = matches.c
_alive = _m.status.in_(("open", "running"))
_begun = _m.salt.is_not(None)
_waiting = (_m.updated_ms, _m.id)


def listed(scope: Scope, user: int, channel: int | None, guild: int | None) -> Select[Any]:
    """The matches of a scope, the longest waiting first, ended ones the other way round."""
    theirs = or_(_m.host == user, _m.guest == user)
    match scope:
        case "turn":
            return STORED.where(_turn_of(user)).order_by(*_waiting)
        case "mine":
            return STORED.where(_alive, theirs).order_by(*_waiting)
        case "here":
            return STORED.where(_alive, _at(channel)).order_by(*_waiting)
        case "open":
            here = _m.channel == channel if guild is None else _m.guild == guild
            free = or_(_m.guest.is_(None), _m.guest == user)
            mine = _m.host == user
            return STORED.where(_m.status == "open", here, free, ~mine).order_by(*_waiting)
        case "finished":
            ended = _m.status.in_(("over", "cancelled")) & _begun
            return STORED.where(ended, theirs).order_by(_m.updated_ms.desc(), _m.id)
        case _:
            assert_never(scope)


def running_at(channel: int) -> Select[Any]:
    """Running matches that live in a channel or were opened there."""
    return STORED.where(_m.status == "running", _at(channel)).order_by(*_waiting)


def lettered(games: Sequence[str], since_ms: int) -> Select[Any]:
    """The running matches of these games, and those ended since with an older letter out."""
    older = exists(
        select(boards.c.match).where(
            boards.c.match == _m.id,
            boards.c.audience.startswith(LETTER),
            boards.c.revision < _m.revision,
        )
    )
    ended = and_(_m.status == "over", _m.updated_ms > since_ms, older)
    return STORED.where(_m.game.in_(games), or_(_m.status == "running", ended)).order_by(*_waiting)


def rivals(card: Match) -> Select[Any]:
    """All that could stand in the way of opening this one."""
    found = and_(_m.status == "open", _m.host == card.host.id)
    if card.home is not None:
        found = or_(found, _m.home == card.home)
    if card.rematch_of is not None:
        found = or_(found, _m.rematch_of == card.rematch_of)
    return STORED.where(_alive, found).order_by(*_waiting)


def living_at(home: int) -> Select[Any]:
    """The open or running match a place belongs to."""
    return STORED.where(_alive, _m.home == home)


def behind(before_ms: int) -> Select[Any]:
    """Matches whose messages are not up to date; a card may be missing since `before_ms` only."""
    board, card = boards.alias("board"), boards.alias("card")
    left = or_(board.c.revision.is_(None), board.c.revision < _m.revision)
    homeless = and_(_m.status == "running", _m.home.is_(None))
    stale_card = and_(_m.status != "open", card.c.revision == SHOWN_OPEN)
    no_card = and_(_m.status == "open", card.c.match.is_(None), _m.created_ms < before_ms)
    joined = STORED.outerjoin(
        board, and_(board.c.match == _m.id, board.c.audience == CHANNEL)
    ).outerjoin(card, and_(card.c.match == _m.id, card.c.audience == CARD))
    return joined.where(or_(_begun & left, homeless, stale_card, no_card)).order_by(*_waiting)


def _at(channel: int | None) -> ColumnElement[bool]:
    return or_(_m.channel == channel, _m.home == channel)


def _turn_of(user: int) -> ColumnElement[bool]:
    first = and_(_m.first == user, _m.acting.bitwise_and(1) > 0)
    second = and_(_m.second == user, _m.acting.bitwise_and(2) > 0)
    return and_(_m.status == "running", or_(first, second))
