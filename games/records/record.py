"""One match as one JSON document that can be read, replayed and verified after its end."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias, get_args

from .. import fairness
from ..clock import PaceName
from ..core import Entry, EntryKind, Over, Seat
from .json_reader import Place, parse

FORMAT = "tetrarch-record-2"
FIRST_FORMAT = "tetrarch-record-1"
"""One player per seat, and neither lots, hints nor a clock; it is still read, not written."""
HASH = r"[0-9a-f]{64}|[A-Za-z0-9_-]{43}"
"""A hash in either of its spellings."""
SeatChoice: TypeAlias = Literal["first", "second", "random"]
LONGEST_LOG = 100_000
MOST_SEATS = 8


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user: the id in decimal digits, and the name at the time. Somebody who has had all
    about them deleted has a number below 0, drawn by lot."""

    id: str
    name: str

    @property
    def is_deleted(self) -> bool:
        """True for somebody who has had all about them deleted."""
        return self.id.startswith("-")


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player: its level, and the version of the program that played. Its chance follows
    from the seed (`fairness.player_seed`), so that its turns can be recomputed."""

    level: str
    version: int


@dataclass(frozen=True, slots=True)
class Holder:
    """A seat's player, from the revision `since` on until the next holder took it over."""

    who: Person | Computer
    since: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log and the time it was written, in epoch milliseconds."""

    entry: Entry
    at_ms: int


@dataclass(frozen=True, slots=True)
class Seal:
    """The published seal of a seat's secret layout, which the nonce lets readers check.

    The layout itself is the text of the seat's line on the log. Where the match ended before all
    were ready it stays secret: that line is left out, and the nonce is empty.
    """

    seat: int
    seal: str
    nonce: bytes


@dataclass(frozen=True, slots=True)
class Hint:
    """The computer advised the seat on its turn at this revision."""

    seat: Seat
    revision: int


@dataclass(frozen=True, slots=True)
class Note:
    """A person's note on the turn of a number on the boards, published after the end."""

    turn: int
    writer: Person
    text: str


@dataclass(frozen=True, slots=True)
class ClockEvent:
    """An event that changed the clocks beside the log: a pause, more time, an outage.

    `at_ms` is in epoch milliseconds, `ms` the span it is about. Without a seat it concerns all.
    `revision` is the number of lines of the log before it.
    """

    at_ms: int
    seat: Seat | None
    kind: str
    ms: int
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """A match from its commitment to its result.

    `seats` holds for every seat its holders in order; `host` is the seat of the player who opened
    the match. If `seat_choice` is "random", that seat was given by chance; `lots` are then the
    seats given by chance, in the order in which their holders joined (empty: all seats were).
    `seed` and `salt` are None for a match that never had them, `result` is None for a match that
    was broken off. `closer` is the moderator who closed it to free the channel. `seals` are those
    of secret layouts. `pace` is None where the document does not give it. `rated` says whether it
    counted for points, None where the document does not, and `unrated` why not: what host and
    players had agreed, and nothing that the log could prove. `notes` are what people have published
    about it; no verifier asks them. Readers ignore keys they do not know, so that later documents
    may hold more.
    """

    match: str
    game: str
    version: int
    variant: str
    seats: tuple[tuple[Holder, ...], ...]
    host: Seat
    seat_choice: SeatChoice
    commitment: str
    seed: bytes | None
    salt: str | None
    log: tuple[Line, ...]
    result: Over | None
    seals: tuple[Seal, ...] = ()
    lots: tuple[Seat, ...] = ()
    hints: tuple[Hint, ...] = ()
    clock: tuple[ClockEvent, ...] = ()
    pace: PaceName | None = None
    strict: bool = False
    closer: Person | None = None
    notes: tuple[Note, ...] = ()
    rated: bool | None = None
    unrated: str | None = None


# ----------------------------------------------------------------------- writing


def write(record: Record) -> str:
    """Write the document; seats, log, hints, clock and notes have one line per item."""
    head: dict[str, Any] = {
        "format": FORMAT,
        "match": record.match,
        "game": record.game,
        "version": record.version,
        "variant": record.variant,
        "host": record.host,
        "seat_choice": record.seat_choice,
        "commitment": record.commitment,
        "seed": record.seed.hex() if record.seed else None,
        "salt": record.salt,
        "result": _write_result(record.result),
    }
    if record.lots:
        head["lots"] = record.lots
    if record.pace is not None:
        head |= {"pace": record.pace, "strict": record.strict}
    if record.rated is not None:
        head["rated"] = record.rated
    if record.unrated is not None:
        head["unrated"] = record.unrated
    if record.closer is not None:
        head["closer"] = {"person": record.closer.id, "name": record.closer.name}
    lists: dict[str, list[Any]] = {
        "seats": [[_write_holder(holder) for holder in held] for held in record.seats],
        "seals": [_write_seal(seal) for seal in record.seals],
        "hints": [asdict(hint) for hint in record.hints],
        "clock": [asdict(event) for event in record.clock],
        "notes": [_write_note(note) for note in record.notes],
        "log": [{**asdict(line.entry), "at_ms": line.at_ms} for line in record.log],
    }
    keys = [f"  {_json(key)}: {_json(value)}" for key, value in head.items()]
    keys += [
        f"  {_json(key)}: {_rows(rows)}"
        for key, rows in lists.items()
        if rows or key in ("seats", "log")
    ]
    return "{\n" + ",\n".join(keys) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _rows(rows: Iterable[object]) -> str:
    lines = ",\n".join(f"    {_json(row)}" for row in rows)
    return f"[\n{lines}\n  ]" if lines else "[]"


def _write_holder(holder: Holder) -> dict[str, Any]:
    who = holder.who
    if isinstance(who, Person):
        return {"since": holder.since, "person": who.id, "name": who.name}
    return {"since": holder.since, "computer": who.level, "version": who.version}


def _write_seal(seal: Seal) -> dict[str, Any]:
    nonce = {"nonce": seal.nonce.hex()} if seal.nonce else {}
    return {"seat": seal.seat, "seal": seal.seal, **nonce}


def _write_note(note: Note) -> dict[str, Any]:
    writer = {"person": note.writer.id, "name": note.writer.name}
    return {"turn": note.turn, **writer, "text": note.text}


def _write_result(result: Over | None) -> dict[str, Any] | None:
    if result is None:
        return None
    winners, scores = sorted(result.winners), list(result.scores)
    return {"winners": winners, "reason": result.reason, "scores": scores}


# ----------------------------------------------------------------------- reading


def read(text: str) -> Record:
    """Return the record of a document. Raises NotationError, naming the place that is wrong."""
    top = parse(text, "record")
    seats = _read_seats(top)
    count = len(seats)
    seed, salt, result = (top[key].optional() for key in ("seed", "salt", "result"))
    return Record(
        match=top["match"].text(r"[0-9A-Za-z]{1,32}"),
        game=top["game"].text(r"[a-z-]{1,32}"),
        version=top["version"].number(1 << 31),
        variant=top["variant"].text(r"[ -~]{0,1000}"),
        seats=seats,
        host=_read_seat(top["host"], count),
        seat_choice=top["seat_choice"].one_of("first", "second", "random"),
        commitment=fairness.read(top["commitment"].text(HASH)),
        seed=bytes.fromhex(seed.text(r"[0-9a-f]{64}")) if seed else None,
        salt=salt.text(r"[0-9]{1,32}") if salt else None,
        log=tuple(_read_line(place, count) for place in top["log"].items(0, LONGEST_LOG)),
        result=_read_result(result, count) if result else None,
        seals=tuple(_read_seal(place, count) for place in top.list("seals", count)),
        lots=tuple(_read_seat(place, count) for place in top.list("lots", count)),
        hints=tuple(_read_hint(place, count) for place in top.list("hints", LONGEST_LOG)),
        clock=tuple(_read_clock(place, count) for place in top.list("clock", LONGEST_LOG)),
        pace=top["pace"].one_of(*get_args(PaceName)) if top.has("pace") else None,
        strict=top.has("strict") and top["strict"].one_of(False, True),
        closer=_read_person(top["closer"], top["closer"]["person"]) if top.has("closer") else None,
        notes=tuple(map(_read_note, top.list("notes", LONGEST_LOG))),
        rated=top["rated"].one_of(False, True) if top.has("rated") else None,
        unrated=top["unrated"].text(r"[a-z_]{1,16}") if top.has("unrated") else None,
    )


def _read_seats(top: Place) -> tuple[tuple[Holder, ...], ...]:
    if top["format"].one_of(FORMAT, FIRST_FORMAT) == FIRST_FORMAT:
        return tuple(
            (Holder(_read_person(place, place["id"])),)
            for place in top["players"].items(1, MOST_SEATS)
        )
    return tuple(_read_held(place) for place in top["seats"].items(1, MOST_SEATS))


def _read_held(place: Place) -> tuple[Holder, ...]:
    """Read the holders of a seat: the first from the beginning, each later than the one before."""
    held: list[Holder] = []
    for item in place.items(1, LONGEST_LOG):
        since = item["since"].number(LONGEST_LOG + 1)
        if (since <= held[-1].since) if held else since:
            raise item["since"].wrong()
        held.append(Holder(_read_computer(item) or _read_person(item, item["person"]), since))
    return tuple(held)


def _read_person(place: Place, number: Place) -> Person:
    return Person(number.text(r"[0-9A-Za-z_-]{1,32}"), place["name"].text(r"[^\ud800-\udfff]*"))


def _read_computer(place: Place) -> Computer | None:
    if not place.has("computer"):
        return None
    return Computer(place["computer"].text(r"[0-9a-z_-]{1,32}"), place["version"].number(1 << 31))


def _read_seat(place: Place, seats: int) -> Seat:
    return Seat(place.number(seats))


def _read_seal(place: Place, seats: int) -> Seal:
    nonce = place["nonce"].text(r"(?:[0-9a-f]{2}){1,64}") if place.has("nonce") else ""
    seat, seal = place["seat"].number(seats), fairness.read(place["seal"].text(HASH))
    return Seal(seat, seal, bytes.fromhex(nonce))


def _read_hint(place: Place, seats: int) -> Hint:
    return Hint(_read_seat(place["seat"], seats), place["revision"].number(LONGEST_LOG + 1))


def _read_note(place: Place) -> Note:
    writer, text = _read_person(place, place["person"]), place["text"].text(r"[^\ud800-\udfff]+")
    return Note(place["turn"].number(LONGEST_LOG + 1), writer, text)


def _read_clock(place: Place, seats: int) -> ClockEvent:
    seat = place["seat"].optional()
    return ClockEvent(
        place["at_ms"].number(1 << 53),
        _read_seat(seat, seats) if seat else None,
        place["kind"].text(r"[a-z_]{1,32}"),
        place["ms"].number(1 << 53),
        place["revision"].number(LONGEST_LOG + 1) if place.has("revision") else 0,
    )


def _read_line(place: Place, seats: int) -> Line:
    kind = place["kind"].one_of(*get_args(EntryKind))
    seat, text = place["seat"].optional(), place["text"].text(r"[ -~]{0,1000}")
    entry = Entry(kind, _read_seat(seat, seats) if seat else None, text)
    return Line(entry, place["at_ms"].number(1 << 53))


def _read_result(place: Place, seats: int) -> Over:
    winners = frozenset(_read_seat(item, seats) for item in place["winners"].items(0, seats))
    scores = tuple(score.number(1 << 31) for score in place["scores"].items(0, seats))
    return Over(winners, place["reason"].text(r"[a-z_]{1,32}"), scores)
