"""One match as one JSON document that anybody can read, replay and verify after its end."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, TypeAlias, TypeVar, get_args

from .core import Entry, EntryKind, NotationError, Over, Seat

T = TypeVar("T")

FORMAT = "tetrarch-record-1"
SeatChoice: TypeAlias = Literal["first", "second", "random"]


class Code(StrEnum):
    """Why a document is not a record."""

    BAD_DOCUMENT = "record.bad_document"


@dataclass(frozen=True, slots=True)
class Player:
    """Who sat there: Discord's user id in decimal digits, and the name at that time."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log and when it was written, in epoch milliseconds."""

    entry: Entry
    at_ms: int


@dataclass(frozen=True, slots=True)
class Seal:
    """What a seat published of its secret layout; with the nonce anybody can open it.

    The layout itself is the text of the seat's line on the log.
    """

    seat: int
    seal: str
    nonce: bytes


@dataclass(frozen=True, slots=True)
class Record:
    """A match from its commitment to its result.

    `players` are by seat, `host` is the seat of the one who opened the match; with the choice
    "random" that seat was drawn. `seed` and `salt` are None where a match never came to have them;
    `result` is None for a match that was broken off. `seals` are those of secret layouts. Readers
    pass over keys they do not know, so that later documents may carry more.
    """

    match: str
    game: str
    version: int
    variant: str
    players: tuple[Player, ...]
    host: Seat
    seat_choice: SeatChoice
    commitment: str
    seed: bytes | None
    salt: str | None
    log: tuple[Line, ...]
    result: Over | None
    seals: tuple[Seal, ...] = ()


def write(record: Record) -> str:
    """The document, one line of the log a line."""
    head = {
        "format": FORMAT,
        "match": record.match,
        "game": record.game,
        "version": record.version,
        "variant": record.variant,
        "players": [{"id": player.id, "name": player.name} for player in record.players],
        "host": record.host,
        "seat_choice": record.seat_choice,
        "commitment": record.commitment,
        "seed": record.seed.hex() if record.seed is not None else None,
        "salt": record.salt,
        "result": _written_result(record.result),
    }
    if record.seals:
        head["seals"] = [
            {"seat": one.seat, "seal": one.seal, "nonce": one.nonce.hex()} for one in record.seals
        ]
    keys = [f"  {_json(key)}: {_json(value)}" for key, value in head.items()]
    log = [
        "    "
        + _json(
            {
                "kind": line.entry.kind,
                "seat": line.entry.seat,
                "text": line.entry.text,
                "at_ms": line.at_ms,
            }
        )
        for line in record.log
    ]
    entries = "[\n" + ",\n".join(log) + "\n  ]" if log else "[]"
    return "{\n" + ",\n".join([*keys, f'  "log": {entries}']) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _written_result(result: Over | None) -> dict[str, Any] | None:
    if result is None:
        return None
    return {
        "winners": sorted(result.winners),
        "reason": result.reason,
        "scores": list(result.scores),
    }


def read(text: str) -> Record:
    """The record of a document. Raises NotationError, saying which place is wrong."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError(Code.BAD_DOCUMENT, place="JSON") from None
    top = _Place("record", document)
    if top["format"].value != FORMAT:
        raise top["format"].wrong()
    players = tuple(
        Player(place["id"].text(r"[0-9A-Za-z_-]{1,32}"), place["name"].text(r"[^\ud800-\udfff]*"))
        for place in top["players"].items(1, 8)
    )
    seats = len(players)
    seed = top["seed"].optional()
    salt = top["salt"].optional()
    result = top["result"].optional()
    return Record(
        match=top["match"].text(r"[0-9A-Za-z]{1,32}"),
        game=top["game"].text(r"[a-z-]{1,32}"),
        version=top["version"].number(1 << 31),
        variant=top["variant"].text(r"[ -~]{0,1000}"),
        players=players,
        host=Seat(top["host"].number(seats)),
        seat_choice=top["seat_choice"].one_of("first", "second", "random"),
        commitment=top["commitment"].text(r"[0-9a-f]{64}"),
        seed=bytes.fromhex(seed.text(r"[0-9a-f]{64}")) if seed else None,
        salt=salt.text(r"[0-9]{1,32}") if salt else None,
        log=tuple(_read_line(place, seats) for place in top["log"].items(0, 100_000)),
        result=_read_result(result, seats) if result else None,
        seals=tuple(_read_seal(place, seats) for place in top.list("seals", seats)),
    )


def _read_seal(place: _Place, seats: int) -> Seal:
    return Seal(
        place["seat"].number(seats),
        place["seal"].text(r"[0-9a-f]{64}"),
        bytes.fromhex(place["nonce"].text(r"(?:[0-9a-f]{2}){1,64}")),
    )


def _read_line(place: _Place, seats: int) -> Line:
    kind = place["kind"].one_of(*get_args(EntryKind))
    seat = place["seat"].optional()
    entry = Entry(
        kind, Seat(seat.number(seats)) if seat else None, place["text"].text(r"[ -~]{0,1000}")
    )
    return Line(entry, place["at_ms"].number(1 << 53))


def _read_result(place: _Place, seats: int) -> Over:
    winners = frozenset(Seat(winner.number(seats)) for winner in place["winners"].items(0, seats))
    scores = tuple(score.number(1 << 31) for score in place["scores"].items(0, seats))
    return Over(winners, place["reason"].text(r"[a-z_]{1,32}"), scores)


@dataclass(frozen=True, slots=True)
class _Place:
    """A value of the document and where it stands there."""

    path: str
    value: Any

    def wrong(self) -> NotationError:
        return NotationError(Code.BAD_DOCUMENT, place=self.path)

    def __getitem__(self, key: str) -> _Place:
        if not isinstance(self.value, dict):
            raise self.wrong()
        place = _Place(f"{self.path}.{key}", self.value.get(key))
        if key not in self.value:
            raise place.wrong()
        return place

    def items(self, least: int, most: int) -> list[_Place]:
        if not isinstance(self.value, list) or not least <= len(self.value) <= most:
            raise self.wrong()
        return [_Place(f"{self.path}.{n}", value) for n, value in enumerate(self.value)]

    def list(self, key: str, most: int) -> list[_Place]:
        """The items under a key that may be missing."""
        missing = isinstance(self.value, dict) and key not in self.value
        return [] if missing else self[key].items(0, most)

    def optional(self) -> _Place | None:
        return None if self.value is None else self

    def text(self, pattern: str) -> str:
        if not isinstance(self.value, str) or not re.fullmatch(pattern, self.value, re.DOTALL):
            raise self.wrong()
        return self.value

    def number(self, below: int) -> int:
        """A whole number from 0."""
        if type(self.value) is not int or not 0 <= self.value < below:
            raise self.wrong()
        return self.value

    def one_of(self, *choices: T) -> T:
        for choice in choices:
            if self.value == choice:
                return choice
        raise self.wrong()
