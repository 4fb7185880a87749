"""A match as the database has it, secrets included, and the way between its row and its parts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, Select, bindparam, exists, or_, select

from games.core import Over, Seat

from ..model import Match, MatchId, Offer, Player
from .tables import log, matches, people, requests


@dataclass(frozen=True, slots=True, repr=False)
class Stored:
    """All that is known of a match. It never leaves this package: position and seed are secret.

    `repeated` says that the interaction it was loaded for has already been carried out. `position`
    is "" before the match begins; `draws` counts the draws of chance so far.
    """

    match: Match
    version: int
    draws: int
    position: str
    seed: bytes
    offer: Offer | None = None
    repeated: bool = False


_host = people.alias("host_person")
_guest = people.alias("guest_person")

STORED: Select[Any] = select(
    matches,
    _host.c.name.label("host_name"),
    _guest.c.name.label("guest_name"),
    or_(
        exists(select(requests.c.key).where(requests.c.key == bindparam("key", None))),
        exists(select(log.c.key).where(log.c.key == bindparam("key", None))),
    ).label("repeated"),
    exists(
        select(log.c.match).where(
            log.c.match == matches.c.id,
            log.c.revision == matches.c.revision,
            log.c.kind == "takeback",
        )
    ).label("taken_back"),
).select_from(
    matches.join(_host, _host.c.id == matches.c.host).outerjoin(
        _guest, _guest.c.id == matches.c.guest
    )
)
"""Everything `stored` reads; the parameter `key` is the interaction on whose behalf."""


def stored(row: Row[Any]) -> Stored:
    """What a row of STORED says."""
    match = _match(row)
    offer = None
    if row.offer is not None and match.status == "running" and row.offer_revision == match.revision:
        offer = Offer(match.id, row.offer, Seat(row.offer_seat), row.offer_revision)
    return Stored(
        match, row.version, row.draws, row.position or "", row.seed, offer, bool(row.repeated)
    )


def _match(row: Row[Any]) -> Match:
    host = Player(row.host, row.host_name)
    guest = None if row.guest is None else Player(row.guest, row.guest_name)
    known = {player.id: player for player in (host, guest) if player}
    outcome = None
    if row.reason is not None:
        scores = tuple(int(score) for score in (row.scores or "").split())
        outcome = Over(_seats(row.winners), row.reason, scores)
    return Match(
        id=MatchId(row.id),
        game=row.game,
        variant=row.variant,
        status=row.status,
        host=host,
        opponent=guest,
        seat_choice=row.seat_choice,
        seats=(known.get(row.first), known.get(row.second)),
        guild=row.guild,
        channel=row.channel,
        where=row.place,
        home=row.home,
        revision=row.revision,
        to_act=_seats(row.acting),
        outcome=outcome,
        commitment=row.commitment,
        salt=row.salt,
        created_ms=row.created_ms,
        updated_ms=row.updated_ms,
        turns=row.turns,
        taken_back=bool(row.taken_back),
        rematch_of=row.rematch_of,
    )


def values(after: Stored) -> dict[str, object]:
    """The columns that change in the course of a match."""
    match, over = after.match, after.match.outcome
    first, second = match.seats
    return {
        "status": match.status,
        "guest": match.opponent.id if match.opponent else None,
        "first": first.id if first else None,
        "second": second.id if second else None,
        "revision": match.revision,
        "turns": match.turns,
        "draws": after.draws,
        "acting": _sum(match.to_act),
        "winners": None if over is None else _sum(over.winners),
        "reason": None if over is None else over.reason,
        "scores": " ".join(map(str, over.scores)) if over and over.scores else None,
        "salt": match.salt,
        "updated_ms": match.updated_ms,
        "position": after.position or None,
    }


def first_values(card: Stored) -> dict[str, object]:
    """All columns of a match just opened."""
    match = card.match
    return values(card) | {
        "id": match.id,
        "game": match.game,
        "version": card.version,
        "variant": match.variant,
        "host": match.host.id,
        "seat_choice": match.seat_choice,
        "guild": match.guild,
        "channel": match.channel,
        "place": match.where,
        "home": match.home,
        "rematch_of": match.rematch_of,
        "commitment": match.commitment,
        "created_ms": match.created_ms,
        "seed": card.seed,
    }


def _seats(number: int) -> frozenset[Seat]:
    return frozenset(Seat(seat) for seat in (0, 1) if number >> seat & 1)


def _sum(seats: Iterable[Seat]) -> int:
    return sum(1 << seat for seat in seats)
