"""Questions for computer players, and their answers, as text: plain data for untrusted workers.

A question is JSON, its views a table whose rows refer to earlier ones. An answer is JSON as well,
and is believed only as far as it is a legal choice of the question that was asked.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import astuple, fields, is_dataclass
from enum import Enum
from importlib import import_module
from typing import Any

from games.core import GameError
from games.library import GAMES
from games.submission import LONGEST_TEXT, foresee, unfinished

from .core import Budget, Choice, Pause
from .library import PLAYERS
from .worker import OtherVersion, Question, answer, perform, versions

LONGEST_ANSWER = 1 << 19
"""The most characters an answer may have; honest choices have some hundred, a pause 400,000."""
MOST_CHOICES = 1000
ADDRESS = r"(nats|tls)://([\w-]+:[^\s/@]+@)?[^\s/@]+:[0-9]{1,5}"
"""The address of the server through which questions go; its user's name is part of subjects."""
VERSION = re.compile(r"[0-9a-z.]{1,20}")
ERROR = re.compile(r"[A-Za-z_]{1,60}")
PLAIN = (bool, int, float, str)
"""The types that stand in the table as they are, beside None."""


class Untrue(Exception):
    """A text is no answer to its question."""


def write_question(question: Question, ours: Mapping[str, str]) -> str:
    """Write a question and the versions its worker must have."""
    table = _Table()
    head = {
        "versions": dict(ours),
        "game": question.game,
        "past": [table.put(view) for view in question.past],
        "budget": astuple(question.budget),
        "seed": question.seed,
        "version": question.version,
        "pause": question.pause and astuple(question.pause),
    }
    return f'{{"head": {json.dumps(head)}, "rows": [{",".join(table.rows)}]}}'


def reply(text: str) -> str:
    """Answer a question in a worker, which thinks only if its versions are those asked for."""
    asked = json.loads(text)
    if differences(asked["head"]["versions"], versions()):
        return write_answer((), OtherVersion.__name__)
    found, error = perform(lambda: answer(read_question(asked)), ())
    return write_answer(found or (), error)


def read_question(asked: Mapping[str, Any]) -> Question:
    """Read a question that is JSON already. Raises TypeError for what no view is made of."""
    head, done = asked["head"], list[Any]()
    for row in asked["rows"]:
        done.append(_read(row, done))
    past = tuple(_part(view, done) for view in head["past"])
    budget, pause = Budget(*head["budget"]), None
    if head["pause"]:
        nodes, state = head["pause"]
        pause = Pause(nodes, tuple(state))
    return Question(head["game"], past, budget, head["seed"], head["version"], pause)


def write_answer(found: Sequence[Choice] | Pause, error: str) -> str:
    """Write the choices, or what is to be asked next, or the name of the error that was met, with
    the versions that are here."""
    answered: dict[str, Any] = {"versions": versions(), "error": error}
    if isinstance(found, Pause):
        answered["pause"] = astuple(found)
    else:
        answered["choices"] = [[idea.text, idea.value, idea.line, idea.nodes] for idea in found]
    return json.dumps(answered)


def read_answer(
    question: Question, text: object, ours: Mapping[str, str]
) -> tuple[tuple[Choice, ...] | Pause, str]:
    """Read the choices, or what is to be asked next, and the error's name. Raises OtherVersion,
    whose text says how the worker differs, and Untrue for anything but legal choices of this
    question and the state after one more slice."""
    if not isinstance(text, str) or len(text) > LONGEST_ANSWER:
        raise Untrue
    try:
        found = json.loads(text)
        if differing := differences(ours, found["versions"]):
            raise OtherVersion(differing)
        if error := found["error"]:
            if not ERROR.fullmatch(error):
                raise Untrue
            return (), error
        if "pause" in found:
            return _pause(question, *found["pause"]), ""
        listed = found["choices"]
        if len(listed) > MOST_CHOICES or (question.seed is not None and len(listed) != 1):
            raise Untrue
        return tuple(_choice(question, *row) for row in listed), ""
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, GameError):
        raise Untrue from None


def differences(ours: Mapping[str, str], theirs: Mapping[str, Any]) -> str:
    """List what a worker has in another version than the bot: "python 3.11, not 3.13"."""
    known = {
        key: value
        for key in ours
        if isinstance(value := theirs.get(key), str) and VERSION.fullmatch(value)
    }
    keys = [key for key, value in ours.items() if known.get(key) != value]
    return ", ".join(f"{key} {known.get(key, '-')}, not {ours[key]}" for key in keys)


def _pause(question: Question, nodes: object, state: object) -> Pause:
    """Make a pause of what an answer says, if it comes after exactly one slice; so a thought ends,
    whatever workers answer."""
    before = question.pause.nodes if question.pause else 0
    slice_ = PLAYERS[question.game].slice
    if question.seed is None or not slice_ or nodes != before + slice_:
        raise Untrue
    if type(nodes) is not int or nodes >= question.budget.nodes or not isinstance(state, list):
        raise Untrue
    if any(type(number) is not int for number in state):
        raise Untrue
    return Pause(nodes, tuple(state))


def _choice(question: Question, text: object, value: object, line: object, nodes: object) -> Choice:
    """Make a choice of what an answer lists, if it is a whole legal turn and a score."""
    if not isinstance(text, str) or not text or not isinstance(line, list):
        raise Untrue
    if type(value) not in (float, int) or not 0 <= value <= 1:  # type: ignore[operator]  # a number
        raise Untrue
    if type(nodes) is not int or not 0 <= nodes <= question.budget.nodes:
        raise Untrue
    if len(line) > MOST_CHOICES:
        raise Untrue
    for turn in line:
        if not isinstance(turn, str) or len(turn) > LONGEST_TEXT or not turn.isprintable():
            raise Untrue
    after, written = foresee(GAMES[question.game], question.past[-1], text)
    if written != text or unfinished(after):
        raise Untrue
    return Choice(text, value, tuple(line), nodes)  # type: ignore[arg-type]  # a number


# ------------------------------------------------------------------------------- the table


class _Table:
    """Values as rows of JSON, each written once; a part of a row is plain, or [number of a row]."""

    def __init__(self) -> None:
        self.rows: dict[str, int] = {}
        self._known: dict[int, int] = {}

    def put(self, value: Any) -> Any:
        """Put a value into the table and return the part that stands for it."""
        if value is None or type(value) in PLAIN:
            return value
        number = self._known.get(id(value))
        if number is None:
            row = json.dumps(self._row(value))
            number = self._known[id(value)] = self.rows.setdefault(row, len(self.rows))
        return [number]

    def _row(self, value: Any) -> list[Any]:
        if isinstance(value, Enum):
            return [_name(value), value.name]
        if is_dataclass(value):
            return [
                _name(value),
                *(self.put(getattr(value, field.name)) for field in fields(value)),
            ]
        if isinstance(value, bytes):
            return ["bytes", value.hex()]
        if isinstance(value, Mapping):
            return ["dict", *(self.put(part) for item in value.items() for part in item)]
        if isinstance(value, tuple | frozenset):
            return [type(value).__name__, *map(self.put, value)]
        raise TypeError(type(value).__name__)


def _name(value: object) -> str:
    return f"{type(value).__module__}:{type(value).__qualname__}"


def _part(part: Any, done: Sequence[Any]) -> Any:
    return done[part[0]] if isinstance(part, list) else part


def _read(row: Sequence[Any], done: Sequence[Any]) -> Any:
    name, *rest = row
    parts = [_part(part, done) for part in rest]
    match name:
        case "bytes":
            return bytes.fromhex(parts[0])
        case "dict":
            return dict(zip(parts[::2], parts[1::2], strict=True))
        case "tuple":
            return tuple(parts)
        case "frozenset":
            return frozenset(parts)
    module, _, kind = name.partition(":")
    if not module.startswith("games."):
        raise TypeError(name)
    found: Any = getattr(import_module(module), kind)
    if isinstance(found, type) and issubclass(found, Enum):
        return found[parts[0]]
    if isinstance(found, type) and is_dataclass(found):
        return found(*parts)
    raise TypeError(name)
