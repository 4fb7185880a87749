"""The counts of the attention people take up, as SQL."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from bot.store.tables.matches import challenges, invitations, matches, players
from bot.store.tables.upkeep import posted

from ..match.allowance import CHALLENGED_MS, STARTED_MS, Tally
from ..match.match import Match
from ..match.messages import CARD

_m = matches.c
_playing = sa.and_(_m.salt.is_not(None), _m.reason.is_(None))
_full = sa.and_(
    _m.phase == "open",
    ~sa.exists(
        sa.select(invitations.c.match).where(
            invitations.c.match == _m.id, invitations.c.joined.is_(None)
        )
    ),
)
_started_ms = sa.func.coalesce(_m.begun_ms, _m.created_ms)


def select_tallies(match: Match, people: Iterable[int], now_ms: int) -> sa.CompoundSelect[Any]:
    """Select all that counts for these people before a match is opened or begins."""
    host, channel, again = match.terms.host.id, match.terms.channel, match.terms.rematch_of
    return sa.union_all(
        _seats(people),
        _complete(people),
        *_starts(host, channel, now_ms - STARTED_MS),
        _challenges(host, now_ms - CHALLENGED_MS),
        *([_again(host, again, now_ms - CHALLENGED_MS)] if again else []),
    )


def _seats(people: Iterable[int]) -> sa.Select[Any]:
    """The running matches these people have a part in; "alone" if nobody else has a seat."""
    own, other = players.c, players.alias().c
    company = sa.exists(
        sa.select(other.match).where(
            other.match == own.match, other.person.is_not(None), other.person != own.person
        )
    )
    kind = sa.case((company, "running"), else_="alone").label("kind")
    seats = sa.select(kind, own.person.label("person"), _m.created_ms.label("at_ms"), _m.guild)
    playing = seats.join(matches, _m.id == own.match).where(_playing)
    return playing.where(own.person.in_(sorted(people)), own.result.is_(None), own.out.is_(False))


def _complete(people: Iterable[int]) -> sa.Select[Any]:
    """The open matches of these hosts that begin by themselves once their cards are posted."""
    place = invitations.c
    company = sa.exists(
        sa.select(place.match).where(
            place.match == _m.id, place.person.is_not(None), place.person != _m.host
        )
    )
    kind = sa.case((company, "running"), else_="alone")
    return sa.select(kind, _m.host, _m.created_ms, _m.guild).where(
        _full, _m.host.in_(sorted(people))
    )


def _starts(host: int, channel: int, since_ms: int) -> tuple[sa.Select[Any], sa.Select[Any]]:
    """The matches somebody has started in a channel since then: running ones; complete ones, which
    are found by their host, for in a channel there may be any number of open ones."""
    begun = sa.select(sa.literal("started"), _m.host, _started_ms, _m.guild).where(_m.host == host)
    late = begun.where(_started_ms > since_ms)
    return late.where(_m.channel == channel, _playing), late.where(_m.channel + 0 == channel, _full)


def _challenges(host: int, since_ms: int) -> sa.Select[Any]:
    """The challenges since then that were not accepted; one nobody could see does not count."""
    one, place, card = challenges.c, invitations.c, posted.c
    accepted = sa.exists(
        sa.select(place.match).where(
            place.match == one.match, place.person == one.person, place.joined.is_not(None)
        )
    )
    own = (card.owner_kind == "match") & (card.owner == one.match)
    seen = sa.exists(sa.select(card.owner).where(own, card.audience == CARD))
    found = sa.select(sa.literal("challenged"), one.person, one.at_ms, _m.guild)
    waiting = found.join(matches, _m.id == one.match).where(sa.or_(_m.phase == "open", seen))
    return waiting.where(one.host == host, one.at_ms > since_ms, ~accepted)


def _again(host: int, rematch_of: str, since_ms: int) -> sa.Select[Any]:
    """The rematches of the same match somebody has proposed since then that were not accepted."""
    found = sa.select(sa.literal("again"), _m.host, _m.created_ms, _m.guild).where(_m.host == host)
    return found.where(_m.rematch_of == rematch_of, _m.salt.is_(None), _m.created_ms > since_ms)


def tally(rows: Sequence[Any], guild: int | None) -> Tally:
    """Read what `tallied` selects, for a match on a server."""
    everywhere = _tally(rows)
    if guild is None:
        return everywhere
    return replace(everywhere, here=_tally([row for row in rows if row.guild == guild]))


def _tally(rows: Sequence[Any]) -> Tally:
    seats = [row for row in rows if row.kind in ("running", "alone")]
    return Tally(
        running=Counter(row.person for row in seats),
        alone=Counter(row.person for row in seats if row.kind == "alone"),
        started=[row.at_ms for row in rows if row.kind == "started"],
        challenged=[(row.person, row.at_ms) for row in rows if row.kind == "challenged"],
        again=[row.at_ms for row in rows if row.kind == "again"],
    )
