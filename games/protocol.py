"""The line protocol: one game driven from outside, one JSON object per line in and out."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, BinaryIO, NoReturn, TypeAlias

from .core import AnyRules, GameError, IllegalAction, NotationError, OutOfTurn, Seat, View
from .core import Code as Core
from .protocol_json import Answer, write_event, write_refusal, write_turn, write_view
from .rulebook import RULES
from .submission import foresee, play

Request: TypeAlias = Mapping[str, Any]

LONGEST_LINE = 1 << 20
"""In bytes; no sensible request is longer, and the rest of a longer line is not kept."""
LONGEST_POSITION = 100_000


class Code(StrEnum):
    """The faults a request can have before any game looks at it."""

    TOO_LONG = "request.too_long"
    NOT_JSON = "request.not_json"
    NOT_AN_OBJECT = "request.not_an_object"
    UNKNOWN_OP = "request.unknown_op"
    MISSING = "request.missing"
    WRONG_TYPE = "request.wrong_type"
    UNKNOWN_GAME = "request.unknown_game"
    NO_GAME = "request.no_game"
    FAILED = "request.failed"


class BadRequest(GameError):
    """The request itself is wrong."""


KINDS: tuple[tuple[type[GameError], str], ...] = (
    (NotationError, "notation"),
    (IllegalAction, "illegal"),
    (OutOfTurn, "turn"),
    (BadRequest, "request"),
)


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """The game being played."""

    rules: AnyRules
    state: Any


class Session:
    """Hold one game and answer one line at a time; a refusal changes nothing."""

    def __init__(self, rulebook: Mapping[str, AnyRules] = RULES) -> None:
        self._rulebook = rulebook
        self._table: Table | None = None
        self._ops: Mapping[str, Callable[[Request], Answer]] = {
            "games": self._list,
            "new": self._new,
            "load": self._load,
            "legal": self._legal,
            "play": self._play,
            "roll": self._roll,
            "lapse": self._lapse,
            "forfeit": self._forfeit,
            "view": self._view,
            "dump": self._dump,
        }

    def answer(self, line: bytes) -> str:
        """Answer any line with one line of JSON, without the newline."""
        try:
            request = read_request(line)
            op = self._ops.get(require_text(request, "op", 100))
            if op is None:
                raise BadRequest(Code.UNKNOWN_OP)
            answer = {"ok": True, **op(request)}
        except GameError as error:
            answer = refusal(error)
        except Exception as error:  # a door: whatever an engine does, the driver gets an answer
            answer = refusal(BadRequest(Code.FAILED, why=type(error).__name__))
        return json.dumps(answer, separators=(",", ":"))

    def _current_table(self) -> Table:
        """Return the game being played. Raises BadRequest before there is one."""
        if self._table is None:
            raise BadRequest(Code.NO_GAME)
        return self._table

    def _list(self, request: Request) -> Answer:
        infos = [rules.game.info for rules in self._rulebook.values()]
        games = [
            {"id": i.id, "version": i.version, "seats": i.seats, "variants": list(i.variants)}
            for i in infos
        ]
        return {"games": games}

    def _rules(self, request: Request) -> AnyRules:
        wanted = require_text(request, "game", 100)
        if wanted not in self._rulebook:
            raise BadRequest(Code.UNKNOWN_GAME)
        return self._rulebook[wanted]

    def _new(self, request: Request) -> Answer:
        rules = self._rules(request)
        return self._sit(Table(rules, rules.initial(require_text(request, "variant", default=""))))

    def _load(self, request: Request) -> Answer:
        rules = self._rules(request)
        position = require_text(request, "position", LONGEST_POSITION)
        return self._go_on(Table(rules, rules.load(position)))

    def _go_on(self, table: Table) -> Answer:
        """Go on with this game after something has happened, and tell everybody's news of it."""
        viewers = (*map(Seat, range(table.rules.game.info.seats)), None)
        news = {
            "-" if viewer is None else str(viewer): [
                write_event(event) for event in table.rules.view(table.state, viewer).news
            ]
            for viewer in viewers
        }
        return {**self._sit(table), "news": news}

    def _sit(self, table: Table) -> Answer:
        """Go on with this game; every change of the game ends here."""
        answer = {"turn": write_turn(table.rules.turn(table.state))}
        self._table = table
        return answer

    def _legal(self, request: Request) -> Answer:
        table = self._current_table()
        game = table.rules.game
        view: View = table.rules.view(table.state, require_seat(table, request))
        view, _ = foresee(game, view, require_text(request, "after", default=""))
        return {"legal": sorted(game.format(action) for action in game.legal(view))}

    def _play(self, request: Request) -> Answer:
        table = self._current_table()
        seat, text = require_seat(table, request), require_text(request, "text")
        state, entry = play(table.rules, table.state, seat, text)
        return {"text": entry.text, **self._go_on(Table(table.rules, state))}

    def _roll(self, request: Request) -> Answer:
        table = self._current_table()
        faces = tuple(_numbers(request, "faces"))
        return self._go_on(Table(table.rules, table.rules.roll(table.state, faces)))

    def _lapse(self, request: Request) -> Answer:
        table = self._current_table()
        seat = require_seat(table, request)
        return self._go_on(Table(table.rules, table.rules.lapse(table.state, seat)))

    def _forfeit(self, request: Request) -> Answer:
        table = self._current_table()
        numbers, reason = _numbers(request, "seats"), require_text(request, "reason")
        seats = frozenset(_check(table, number) for number in numbers)
        if not re.fullmatch(r"[a-z_]{1,32}", reason):
            raise BadRequest(Code.WRONG_TYPE, key="reason")
        return self._go_on(Table(table.rules, table.rules.forfeit(table.state, seats, reason)))

    def _view(self, request: Request) -> Answer:
        table = self._current_table()
        seat = None if require(request, "seat") is None else require_seat(table, request)
        return write_view(table.rules.game, table.rules.view(table.state, seat))

    def _dump(self, request: Request) -> Answer:
        table = self._current_table()
        return {"position": table.rules.dump(table.state)}


def read_request(line: bytes) -> Request:
    """Return the JSON object of a line. Raises BadRequest."""
    if len(line) > LONGEST_LINE:
        raise BadRequest(Code.TOO_LONG, limit=LONGEST_LINE)
    try:
        request = json.loads(line.decode("utf-8"), parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise BadRequest(Code.NOT_JSON) from None
    if not isinstance(request, dict):
        raise BadRequest(Code.NOT_AN_OBJECT)
    return request


def _no_number(constant: str) -> NoReturn:
    raise ValueError(constant)


def require(request: Request, key: str) -> object:
    """Return the value under a key. Raises BadRequest without it, as do the others."""
    if key not in request:
        raise BadRequest(Code.MISSING, key=key)
    return request[key]


def require_text(request: Request, key: str, limit: int = 1000, default: str | None = None) -> str:
    """Return a text of at most `limit` characters."""
    value = require(request, key) if default is None else request.get(key, default)
    if not isinstance(value, str):
        raise BadRequest(Code.WRONG_TYPE, key=key)
    if len(value) > limit:
        raise NotationError(Core.TOO_LONG, limit=limit)
    return value


def require_seat(table: Table, request: Request) -> Seat:
    """Return the seat a request is about."""
    value = require(request, "seat")
    if type(value) is not int:  # and no bool, which is an int to Python
        raise BadRequest(Code.WRONG_TYPE, key="seat")
    return _check(table, value)


def _check(table: Table, seat: int) -> Seat:
    if not 0 <= seat < table.rules.game.info.seats:
        raise BadRequest(Core.NO_SUCH_SEAT)
    return Seat(seat)


def _numbers(request: Request, key: str) -> list[int]:
    value = require(request, key)
    if not isinstance(value, list) or not all(type(number) is int for number in value):
        raise BadRequest(Code.WRONG_TYPE, key=key)
    return value


def refusal(error: GameError) -> Answer:
    return {
        "ok": False,
        "error": next(kind for wanted, kind in KINDS if isinstance(error, wanted)),
        "code": error.event.code,
        "message": write_refusal(error.event),
    }


def converse(session: Session, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line until the input ends."""
    while line := requests.readline(LONGEST_LINE + 1):
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = requests.readline(LONGEST_LINE + 1)
        answers.write(session.answer(line).encode("ascii") + b"\n")
        answers.flush()
