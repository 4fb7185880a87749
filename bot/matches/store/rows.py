"""A match as the database has it, secrets included, and the conversion from and to its rows."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields, replace
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, bindparam, exists, false, func, or_, select

from bot.people.columns import columns, with_people
from bot.people.person import Person
from bot.store.tables.matches import attention, invitations, log, matches, players, requests
from games.clock import Clock
from games.core import Over, Seat

from ..match.allowance import Spent
from ..match.due import due_ms
from ..match.held import Held
from ..match.ids import MatchId
from ..match.match import Match, Options, Stand, Terms
from ..match.players import (
    Computer,
    Invitation,
    NamedPerson,
    Offer,
    Player,
    Substitute,
    Substitution,
    Who,
)


@dataclass(frozen=True, slots=True, repr=False)
class Stored:
    """Everything known about a match. It never leaves this package: position and seed are secret.

    `repeated` says that the interaction it was loaded for has already been carried out. `position`
    is "" before the match begins, `state` the same as the engine has it, None until it is needed;
    `rolls` counts the rolls of chance so far. `proposal` is a key its host can have open only once
    in a channel. `people` are those at the table, by id, if the match was loaded alone, and `spent`
    is the attention they have caused in it.
    """

    match: Match
    proposal: str
    rolls: int
    position: str
    seed: bytes
    repeated: bool = False
    people: Mapping[int, Person] = field(default_factory=dict)
    spent: Mapping[int, Spent] = field(default_factory=dict)
    state: Any = None

    @property
    def cleared(self) -> bool:
        """True if the moves of an ended match are no longer kept."""
        return self.match.begun and not self.match.running and not self.position


def _named_fields(part: type[Any], *otherwise: str) -> tuple[str, ...]:
    """List the fields of a part that columns of the same names keep: all but `otherwise`."""
    return tuple(key.name for key in fields(part) if key.name not in otherwise)


_TERMS = _named_fields(Terms, "id", "host", "options")
_OPTIONS = _named_fields(Options, "where", "rated")
_STAND = _named_fields(Stand, "outcome")
_MATCH = _named_fields(
    Match, "terms", "stand", "players", "invitations", "closer", "held", "reader", "closed"
)
_PLAYER = _named_fields(
    Player, "seat", "who", "consent", "clock", "declined", "substitution", "absence"
)
_CLOCK = _named_fields(Clock)
_HELD = ("held_ms", "held_why", "held_code", "held_tries")
_WHO = ("person", "name", "computer", "version")
_CONSENT = ("consent", "consent_to", "consent_revision", "consent_deputy")
_RELIEF = ("relief_person", "relief_name", "relief_turn", "relief_revision")
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
_OWN = and_(attention.c.match == matches.c.id, attention.c.person == _PERSON)
_SPENDING = _named_fields(Spent)
_SPENT = [attention.c[name].label(f"attention_{name}") for name in _SPENDING]
_REPEATED = or_(
    exists(select(requests.c.key).where(requests.c.key == bindparam("key", None))),
    exists(select(log.c.key).where(log.c.key == bindparam("key", None))),
)
ONE = (
    _EVERYTHING.add_columns(_REPEATED.label("repeated"), *columns(_PERSON, matches.c.id), *_SPENT)
    .select_from(with_people(_SEATED, _PERSON).outerjoin(attention, _OWN))
    .where(matches.c.id == bindparam("match", None))
    .order_by(*_SEATS)
)
"""Everything about a `match` and its people: a row per player, or invitation before it begins. The
parameter `key` is the interaction it is read for."""
_SELECTED = _EVERYTHING.add_columns(false().label("repeated")).select_from(_SEATED)


def matching(match: ColumnElement[bool]) -> Select[Any]:
    """Select everything about the matches for which a condition holds, but for their people."""
    return _SELECTED.where(match).order_by(matches.c.id, *_SEATS)


def several(chosen: Select[Any], *order: ColumnElement[Any]) -> Select[Any]:
    """Select the same about the matches whose ids a query selects, in an order."""
    return _SELECTED.where(matches.c.id.in_(chosen)).order_by(*order, matches.c.id, *_SEATS)


def store_row(rows: Sequence[Row[Any]]) -> Iterator[Stored]:
    for _, group in groupby(rows, key=lambda row: row.id):
        seated = list(group)
        row = seated[0]
        position, repeated = row.position or "", bool(row.repeated)
        yield Stored(_match(seated), row.proposal, row.rolls, position, row.seed, repeated)


def read_stored(
    rows: Sequence[Row[Any]], person: Callable[[Row[Any], str], Person]
) -> Stored | None:
    """Read the match of `ONE` with its people, each made by `person` from a row and the match."""
    for found in store_row(rows):
        seated = [row for row in rows if row.person_id is not None]
        people = {row.person_id: person(row, found.match.id) for row in seated}
        spent = {
            row.person_id: Spent(**_read(row, _SPENDING, "attention_"))
            for row in seated
            if row.attention_revision is not None
        }
        return replace(found, people=people, spent=spent)
    return None


def _match(rows: Sequence[Row[Any]]) -> Match:
    row = rows[0]
    seated = tuple(_player(each) for each in rows if each.player_seat is not None)
    outcome = None
    if row.reason is not None:
        winners = frozenset(player.seat for player in seated if player.result == "won")
        scores = tuple(int(score) for score in (row.scores or "").split())
        outcome = Over(winners, row.reason, scores)
    host = NamedPerson(row.host, row.host_name)
    options = Options(where=row.place, rated=row.unrated != "chosen", **_read(row, _OPTIONS))
    return Match(
        terms=Terms(id=MatchId(row.id), host=host, options=options, **_read(row, _TERMS)),
        stand=Stand(outcome=outcome, **_read(row, _STAND)),
        players=seated,
        invitations=tuple(
            invitation(each, "invitation_") for each in rows if each.invitation_match is not None
        ),
        closer=None if row.closer is None else NamedPerson(row.closer, row.closer_name),
        held=None if row.held_ms is None else Held(*(getattr(row, name) for name in _HELD)),
        **_read(row, _MATCH),
    )


def _player(row: Row[Any]) -> Player:
    consent = None
    if row.player_consent is not None:
        maker = Seat(row.player_consent_to)
        substitute = Substitute.read(row.player_consent_deputy or "")
        consent = Offer(row.player_consent, maker, row.player_consent_revision, substitute)
    substitution = None
    if row.player_relief_person is not None:
        replaced = NamedPerson(row.player_relief_person, row.player_relief_name)
        substitution = Substitution(replaced, row.player_relief_turn, row.player_relief_revision)
    return Player(
        seat=Seat(row.player_seat),
        who=who(row.player_person, row.player_name, row.player_computer, row.player_version),
        consent=consent,
        clock=Clock(**_read(row, _CLOCK, "player_")),
        declined=frozenset(row.player_declined.split()),
        substitution=substitution,
        absence=row.player_deserted,
        **_read(row, _PLAYER, "player_"),
    )


def who(person: int | None, name: str | None, level: int | None, version: int | None) -> Who:
    """Read the person or the computer of a row."""
    if level is not None:
        return Computer(level, version or 0)
    return NamedPerson(person or 0, name or "")


def invitation(row: Row[Any], prefix: str = "") -> Invitation:
    """Read a row of `invitations`, whose columns may have a prefix."""
    found = _read(row, invitations.c.keys(), prefix)
    anybody = found["person"] is None and found["computer"] is None
    seat, joined = found["wanted_seat"], found["joined"]
    wanted = None if seat is None else Seat(seat)
    invited = None if anybody else who(*(found[name] for name in _WHO))
    return Invitation(found["place"], invited, wanted, joined is not None, joined or 0)


def _read(found: object, names: Iterable[str], prefix: str = "") -> dict[str, Any]:
    return {name: getattr(found, prefix + name) for name in names}


def changing(match: Match, rolls: int, position: str) -> dict[str, object]:
    """Return the columns of `matches` that change in the course of a match."""
    over = match.stand.outcome
    return {
        **_read(match, _MATCH),
        **_read(match.stand, _STAND),
        "salt": match.terms.salt,
        "channel": match.terms.channel,
        "reason": None if over is None else over.reason,
        "scores": " ".join(map(str, over.scores)) if over and over.scores else None,
        "rolls": rolls,
        "position": position or None,
        "due_ms": due_ms(match),
        "closer": match.closer.id if match.closer else None,
        "closer_name": match.closer.name if match.closer else None,
        **_spread(_HELD, astuple(match.held) if match.held else None),
    }


def first_values(opened: Stored) -> dict[str, object]:
    """Return all columns of `matches` for a match just opened."""
    match, terms = opened.match, opened.match.terms
    return {
        **changing(match, opened.rolls, opened.position),
        **_read(terms, _TERMS),
        **_read(terms.options, _OPTIONS),
        "id": terms.id,
        "host": terms.host.id,
        "host_name": terms.host.name,
        "proposal": opened.proposal,
        "place": terms.options.where,
        "seed": opened.seed,
    }


def who_values(who: Who | None) -> dict[str, object]:
    """Return the columns that name a person or a computer."""
    if isinstance(who, Computer):
        return _spread(_WHO, (None, None, who.level, who.version))
    return _spread(_WHO, (who.id, who.name, None, None) if who else None)


def _spread(names: Sequence[str], values: Sequence[object] | None) -> dict[str, object]:
    """Return the columns of what may be missing: each is None then."""
    return dict(zip(names, values or [None] * len(names), strict=True))


def player_values(match: MatchId, seated: Iterable[Player]) -> list[dict[str, object]]:
    return [
        {
            "match": match,
            "seat": player.seat,
            **who_values(player.who),
            **_read(player, _PLAYER),
            **_read(player.clock, _CLOCK),
            "declined": " ".join(sorted(player.declined)),
            **_spread(_CONSENT, _consent(player.consent) if player.consent else None),
            "deserted": player.absence,
            **_spread(_RELIEF, (*astuple(made.person), made.turn, made.revision) if made else None),
        }
        for player in seated
        for made in [player.substitution]
    ]


def _consent(given: Offer) -> tuple[object, ...]:
    substitute = given.substitute
    return given.kind, given.seat, given.revision, substitute and substitute.text


def invitation_values(match: MatchId, invited: Iterable[Invitation]) -> list[dict[str, object]]:
    return [
        {
            "match": match,
            "place": place.place,
            **who_values(place.who),
            "wanted_seat": place.wanted,
            "joined": place.order if place.accepted else None,
        }
        for place in invited
    ]
