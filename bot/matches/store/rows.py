"""A match as the database has it, secrets included, and the way between its rows and its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    and_,
    bindparam,
    exists,
    false,
    func,
    or_,
    select,
)

from bot.people.columns import columns, with_people
from bot.people.person import Person
from bot.store.tables import invitations, log, matches, players, requests
from games.clock import Clock
from games.core import Over, Seat

from ..match.due import due_ms
from ..match.ids import MatchId
from ..match.match import Match, Stand, Terms
from ..match.players import Computer, Consent, Deputy, Invitation, NamedPerson, Player, Relief, Who


@dataclass(frozen=True, slots=True, repr=False)
class Stored:
    """Everything known about a match. It never leaves this package: position and seed are secret.

    `repeated` says that the interaction it was loaded for has already been carried out. `position`
    is "" before the match begins, `state` the same as the engine has it, None until it is asked
    for; `rolls` counts the rolls of chance so far. `proposal` is what its host can have open only
    once in a channel. `people` are those at the table, by id, where it was loaded by itself.
    """

    match: Match
    proposal: str
    rolls: int
    position: str
    seed: bytes
    repeated: bool = False
    people: Mapping[int, Person] = field(default_factory=dict)
    state: Any = None


_EVERYTHING = select(
    matches,
    *(column.label(f"player_{column.name}") for column in players.c),
    *(column.label(f"invitation_{column.name}") for column in invitations.c),
)
_SEATED = matches.outerjoin(players, players.c.match == matches.c.id).outerjoin(
    invitations, and_(invitations.c.match == matches.c.id, matches.c.salt.is_(None))
)
_SEATS = (players.c.seat, invitations.c.place)
_PERSON = func.coalesce(players.c.person, invitations.c.person)
_REPEATED = or_(
    exists(select(requests.c.key).where(requests.c.key == bindparam("key", None))),
    exists(select(log.c.key).where(log.c.key == bindparam("key", None))),
)
ONE = (
    _EVERYTHING.add_columns(_REPEATED.label("repeated"), *columns(_PERSON, matches.c.id))
    .select_from(with_people(_SEATED, _PERSON))
    .where(matches.c.id == bindparam("match", None))
    .order_by(*_SEATS)
)
"""Everything about a `match` and its people: a row per player, or invitation before it begins.

The parameter `key` is the interaction on whose behalf it is read.
"""
_SELECTED = _EVERYTHING.add_columns(false().label("repeated")).select_from(_SEATED)


def matching(match: ColumnElement[bool]) -> Select[Any]:
    """Select everything about the matches for which a condition holds, but for their people."""
    return _SELECTED.where(match).order_by(matches.c.id, *_SEATS)


def several(chosen: Select[Any], *order: ColumnElement[Any]) -> Select[Any]:
    """Select the same about the matches whose ids a query selects, in an order."""
    return _SELECTED.where(matches.c.id.in_(chosen)).order_by(*order, matches.c.id, *_SEATS)


def stored(rows: Sequence[Row[Any]]) -> Iterator[Stored]:
    """Read the matches described by these rows."""
    for _, group in groupby(rows, key=lambda row: row.id):
        seated = list(group)
        row = seated[0]
        yield Stored(
            _match(seated),
            row.proposal,
            row.rolls,
            row.position or "",
            row.seed,
            bool(row.repeated),
        )


def peopled(rows: Sequence[Row[Any]], person: Callable[[Row[Any], str], Person]) -> Stored | None:
    """Read the match of `ONE` with its people, each made by `person` from a row and the match."""
    for found in stored(rows):
        people = [person(row, found.match.id) for row in rows if row.person_id is not None]
        return replace(found, people={one.id: one for one in people})
    return None


def _match(rows: Sequence[Row[Any]]) -> Match:
    row = rows[0]
    terms = Terms(
        id=MatchId(row.id),
        game=row.game,
        variant=row.variant,
        version=row.version,
        host=NamedPerson(row.host, row.host_name),
        guild=row.guild,
        channel=row.channel,
        where=row.place,
        commitment=row.commitment,
        created_ms=row.created_ms,
        salt=row.salt,
        rematch_of=row.rematch_of,
        pace=row.pace,
        strict=row.strict,
        hints=row.hints,
        resigns=row.resigns,
    )
    seated = tuple(_player(each) for each in rows if each.player_seat is not None)
    outcome = None
    if row.reason is not None:
        winners = frozenset(player.seat for player in seated if player.result == "won")
        scores = tuple(int(score) for score in (row.scores or "").split())
        outcome = Over(winners, row.reason, scores)
    return Match(
        terms=terms,
        stand=Stand(row.revision, row.turns, row.phase, outcome, row.taken_back),
        players=seated,
        invitations=tuple(
            _invitation(
                each.invitation_place,
                each.invitation_person,
                each.invitation_name,
                each.invitation_wanted_seat,
                each.invitation_joined,
                each.invitation_computer,
                each.invitation_version,
            )
            for each in rows
            if each.invitation_match is not None
        ),
        home=row.home,
        updated_ms=row.updated_ms,
        serial=row.serial,
        paused=row.paused,
        clock_ms=row.clock_ms,
        credit_ms=row.credit_ms,
        credit_turns=row.credit_turns,
        closer=None if row.closer is None else NamedPerson(row.closer, row.closer_name),
    )


def _player(row: Row[Any]) -> Player:
    consent = None
    if row.player_consent is not None:
        to = Seat(row.player_consent_to)
        deputy = Deputy.read(row.player_consent_deputy or "")
        consent = Consent(row.player_consent, to, row.player_consent_revision, deputy)
    relief = None
    if row.player_relief_person is not None:
        relieved = NamedPerson(row.player_relief_person, row.player_relief_name)
        relief = Relief(relieved, row.player_relief_turn, row.player_relief_revision)
    return Player(
        seat=Seat(row.player_seat),
        who=who(row.player_person, row.player_name, row.player_computer, row.player_version),
        acting=row.player_acting,
        out=row.player_out,
        consent=consent,
        result=row.player_result,
        clock=Clock(
            row.player_bank_ms, row.player_deadline_ms, row.player_left_ms, row.player_flag_ms
        ),
        missed=row.player_missed,
        acted_ms=row.player_acted_ms,
        seen_ms=row.player_seen_ms,
        reminded_ms=row.player_reminded_ms,
        away_ms=row.player_away_ms,
        lost_ms=row.player_lost_ms,
        declined=frozenset(row.player_declined.split()),
        since=row.player_since,
        relief=relief,
        deserted=row.player_deserted,
    )


def who(person: int | None, name: str | None, level: int | None, version: int | None) -> Who:
    """The person or the computer of a row."""
    if level is not None:
        return Computer(level, version or 0)
    return NamedPerson(person or 0, name or "")


def invitation(row: Row[Any]) -> Invitation:
    """A row of `invitations`."""
    return _invitation(
        row.place,
        row.person,
        row.name,
        row.wanted_seat,
        row.joined,
        row.computer,
        row.version,
    )


def _invitation(
    place: int,
    person: int | None,
    name: str | None,
    wanted: int | None,
    joined: int | None,
    level: int | None,
    version: int | None,
) -> Invitation:
    anybody = person is None and level is None
    seat = None if wanted is None else Seat(wanted)
    invited = None if anybody else who(person, name, level, version)
    return Invitation(place, invited, seat, joined is not None, joined or 0)


def changing(match: Match, rolls: int, position: str) -> dict[str, object]:
    """The columns of `matches` that change in the course of a match."""
    stand, over = match.stand, match.stand.outcome
    return {
        "salt": match.terms.salt,
        "phase": stand.phase,
        "revision": stand.revision,
        "turns": stand.turns,
        "taken_back": stand.taken_back,
        "reason": None if over is None else over.reason,
        "scores": " ".join(map(str, over.scores)) if over and over.scores else None,
        "home": match.home,
        "serial": match.serial,
        "updated_ms": match.updated_ms,
        "rolls": rolls,
        "position": position or None,
        "paused": match.paused,
        "clock_ms": match.clock_ms,
        "credit_ms": match.credit_ms,
        "credit_turns": match.credit_turns,
        "due_ms": due_ms(match),
        "closer": match.closer.id if match.closer else None,
        "closer_name": match.closer.name if match.closer else None,
    }


def first_values(opened: Stored) -> dict[str, object]:
    """All columns of `matches` for a match just opened."""
    match, terms = opened.match, opened.match.terms
    return changing(match, opened.rolls, opened.position) | {
        "id": terms.id,
        "game": terms.game,
        "version": terms.version,
        "variant": terms.variant,
        "host": terms.host.id,
        "host_name": terms.host.name,
        "proposal": opened.proposal,
        "guild": terms.guild,
        "channel": terms.channel,
        "place": terms.where,
        "rematch_of": terms.rematch_of,
        "commitment": terms.commitment,
        "created_ms": terms.created_ms,
        "seed": opened.seed,
        "pace": terms.pace,
        "strict": terms.strict,
        "hints": terms.hints,
        "resigns": terms.resigns,
    }


def who_values(who: Who | None) -> dict[str, object]:
    """The columns that say who sits somewhere."""
    person = who if isinstance(who, NamedPerson) else None
    computer = who if isinstance(who, Computer) else None
    return {
        "person": person.id if person else None,
        "name": person.name if person else None,
        "computer": computer.level if computer else None,
        "version": computer.version if computer else None,
    }


def player_values(match: MatchId, seated: Iterable[Player]) -> list[dict[str, object]]:
    """The rows of these players."""
    return [
        {
            "match": match,
            "seat": player.seat,
            **who_values(player.who),
            "acting": player.acting,
            "out": player.out,
            "result": player.result,
            "bank_ms": player.clock.bank_ms,
            "deadline_ms": player.clock.deadline_ms,
            "left_ms": player.clock.left_ms,
            "flag_ms": player.clock.flag_ms,
            "missed": player.missed,
            "acted_ms": player.acted_ms,
            "seen_ms": player.seen_ms,
            "reminded_ms": player.reminded_ms,
            "away_ms": player.away_ms,
            "lost_ms": player.lost_ms,
            "declined": " ".join(sorted(player.declined)),
            "since": player.since,
            **_consent_values(player.consent),
            **_relief_values(player.relief),
            "deserted": player.deserted,
        }
        for player in seated
    ]


def _consent_values(consent: Consent | None) -> dict[str, object]:
    deputy = consent.deputy if consent else None
    return {
        "consent": consent.kind if consent else None,
        "consent_to": consent.to if consent else None,
        "consent_revision": consent.revision if consent else None,
        "consent_deputy": deputy.text if deputy else None,
    }


def _relief_values(relief: Relief | None) -> dict[str, object]:
    return {
        "relief_person": relief.person.id if relief else None,
        "relief_name": relief.person.name if relief else None,
        "relief_turn": relief.turn if relief else None,
        "relief_revision": relief.revision if relief else None,
    }


def invitation_values(match: MatchId, invited: Iterable[Invitation]) -> list[dict[str, object]]:
    """The rows of these invitations."""
    return [
        {
            "match": match,
            "place": one.place,
            **who_values(one.who),
            "wanted_seat": one.wanted,
            "joined": one.order if one.accepted else None,
        }
        for one in invited
    ]
