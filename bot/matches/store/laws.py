"""What must hold between a match and the rows about it, whatever its game: each law says what a
match that breaks it is told of, and finds those that do."""

from collections.abc import Mapping
from itertools import compress

from sqlalchemy import ColumnElement, Table, and_, case, exists, func, not_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables.matches import (
    attention,
    challenges,
    clock_events,
    hints,
    holders,
    judgements,
    log,
    matches,
    players,
)
from bot.store.tables.people import drafts, follows, marks, notes
from bot.store.tables.points import rated, strikes
from bot.store.tables.upkeep import pending, pings, posted

_m, _p, _h, _r = matches.c, players.c, holders.c, rated.c
_ENDED = _m.reason.is_not(None)


def _any(table: Table, *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Tell whether a match has such a row in a table."""
    rows = select(table.c.match).where(table.c.match == _m.id, *conditions)
    return exists(rows.correlate_except(table))


def _holds(user: ColumnElement[int]) -> ColumnElement[bool]:
    """Tell whether somebody has or had a seat."""
    return or_(_any(players, _p.person == user), _any(holders, _h.person == user))


_first = and_(_h.match == _p.match, _h.seat == _p.seat, _h.since == 0)
_took_over = and_(_h.match == _p.match, _h.seat == _p.seat, _h.since == _p.relief_revision)
_maker = players.alias().c
_made = _maker.match == _p.match, _maker.seat == _p.consent_to, _maker.consent_to == _maker.seat
_before = matches.alias().c
_acted = and_(
    log.c.match == _p.match, log.c.seat == _p.seat, log.c.kind == "act", log.c.at_ms == _p.acted_ms
)
_outcome = case((_r.game == "", "struck"), (_r.reason == "ended", ""), else_=_r.reason)
_other = and_(_r.game != "", _r.game != _m.game)

LAWS: Mapping[str, ColumnElement[bool]] = {
    "its messages are ahead of its log": exists().where(
        posted.c.owner_kind == "match", posted.c.owner == _m.id, posted.c.revision > _m.revision
    ),
    "its pings, offers or clock events are ahead of it": or_(
        *(
            _any(table, table.c.revision > _m.revision)
            for table in (pings, attention, clock_events)
        ),
        *(_any(table, table.c.serial > _m.serial) for table in (pending, clock_events)),
        _any(players, _p.consent_revision > _m.revision),
    ),
    "its clocks have changed after their last change": _any(
        clock_events,
        clock_events.c.at_ms
        > case((_m.clock_ms > _m.updated_ms, _m.clock_ms), else_=_m.updated_ms),
    ),
    "its hints are not of its seats, or there are to be none": _any(
        hints,
        or_(
            not_(_m.hints),
            hints.c.revision > _m.revision,
            not_(_any(players, _p.seat == hints.c.seat)),
        ),
    ),
    "its analysis is not of its turns": _any(
        judgements,
        or_(
            not_(_ENDED),
            not_(judgements.c.turn.between(1, _m.turns)),
            not_(judgements.c.value.between(0, 1)),
            not_(judgements.c.lost.between(0, 1)),
        ),
    ),
    "its notes are not of its turns, or published too early": _any(
        notes,
        or_(notes.c.turn > _m.revision, and_(notes.c.name.is_not(None), not_(_ENDED))),
    ),
    "somebody follows it, and it is not running": _any(
        follows, or_(_m.phase == "open", and_(_ENDED, not_(_any(pending))))
    ),
    "somebody has marks or a layout in it, and no seat": or_(
        _any(marks, not_(_holds(marks.c.user))), _any(drafts, not_(_holds(drafts.c.user)))
    ),
    "its challenges are not its host's": _any(
        challenges, or_(challenges.c.host != _m.host, challenges.c.at_ms != _m.created_ms)
    ),
    "it is the next match of one that goes on": exists().where(
        _before.id == _m.rematch_of, _before.reason.is_(None)
    ),
    "a moderator has closed it, and it is not": and_(
        _m.closer.is_not(None), _m.phase != "called_off"
    ),
    "nobody has made the offer that somebody has accepted": _any(
        players, _p.consent.is_not(None), or_(_ENDED, not_(exists().where(*_made)))
    ),
    "somebody is absent who has not missed two turns": _any(
        players, _p.deserted == "missed", _p.missed < 2
    ),
    "who held its seats before is not as they changed hands": or_(
        _any(players, (_p.since > 0) != exists().where(_first)),
        _any(players, _p.relief_revision != _p.since, not_(exists().where(_took_over))),
        _any(players, or_(_p.since > _m.revision, _p.relief_turn > _m.revision + 1)),
        _any(holders, _h.match == _p.match, _h.seat == _p.seat, _h.since >= _p.since),
        _any(holders, not_(_any(players, _p.seat == _h.seat))),
    ),
    "a clock is held, and the match is not": and_(_m.held_ms.is_(None), _any(players, _p.unshown)),
    "somebody has last moved when they have not": and_(
        _m.position != "", _any(players, _p.acted_ms.is_not(None), not_(exists().where(_acted)))
    ),
    "whether it counts is not as its points have it": or_(
        _any(rated, or_(_outcome != func.coalesce(_m.unrated, ""), _other)),
        _any(rated, _r.guild != func.coalesce(_m.guild, 0)),
        and_(_ENDED, _m.unrated.is_(None), not_(_any(rated))),
        and_(func.coalesce(_m.unrated, "") != "struck", _any(strikes)),
        _any(strikes, strikes.c.guild != func.coalesce(_m.guild, 0)),
    ),
}


async def broken_laws(
    connection: AsyncConnection, which: ColumnElement[bool]
) -> Mapping[str, tuple[str, ...]]:
    """List by match, of those for which a condition holds, the laws that it breaks."""
    laws = (law.label(f"law{number}") for number, law in enumerate(LAWS.values()))
    found = await connection.execute(select(_m.id, *laws).where(which))
    return {row.id: tuple(compress(LAWS, row[1:])) for row in found}
