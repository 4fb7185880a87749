"""The contract between a game and everything around it: seats, turns, views, events and the log."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, NewType, Protocol, TypeAlias, TypeVar

Seat = NewType("Seat", int)
"""A place at the table; seat 0 moves first."""

EntryKind: TypeAlias = Literal["act", "roll", "lapse", "forfeit", "takeback"]


class Code(StrEnum):
    """What the contract itself can say; every game has such a list of its own beside it."""

    NOT_YOUR_TURN = "core.not_your_turn"
    ALREADY_OVER = "core.already_over"
    EMPTY = "core.empty"
    TOO_LONG = "core.too_long"
    UNREADABLE = "core.unreadable"
    NO_SUCH_SQUARE = "core.no_such_square"
    AMBIGUOUS = "core.ambiguous"
    TOO_MANY_ACTIONS = "core.too_many_actions"
    INCOMPLETE = "core.incomplete"
    UNKNOWN_VARIANT = "core.unknown_variant"
    BAD_POSITION = "core.bad_position"
    BAD_FACES = "core.bad_faces"
    NO_SUCH_SEAT = "core.no_such_seat"
    NO_DRAWS = "core.no_draws"
    NOTHING_TO_TAKE_BACK = "core.nothing_to_take_back"
    DRAWN_SINCE = "core.drawn_since"
    MISSED_SINCE = "core.missed_since"


@dataclass(frozen=True, slots=True)
class Act:
    """Somebody is to act: one seat, or several in secret and in any order (a deployment).

    `begun` is true between two actions of one turn; a submission may not end there. In a `free`
    turn (a layout of one's own) `legal` only suggests, and `check` accepts more.
    """

    seats: frozenset[Seat]
    begun: bool = False
    free: bool = False


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance is to act: one face 1..s for every s of `sides`, in this order."""

    sides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended; no winners means a draw. `scores` holds one number a seat, or nothing."""

    winners: frozenset[Seat]
    reason: str
    scores: tuple[int, ...] = ()


Turn: TypeAlias = Act | Roll | Over


@dataclass(frozen=True, slots=True)
class Event:
    """A message code with its arguments, never prose.

    An argument that begins with "@" names words of the catalogue ("@murus.wall"); every other one
    is shown as it stands.
    """

    code: str
    args: Mapping[str, str | int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat (or, with None, a spectator) may know. Every game adds its own fields.

    `news` tells the last turn, all its actions in order, and what chance has shown since; between
    two actions of a turn, this turn so far.
    """

    seat: Seat | None
    turn: Turn
    news: tuple[Event, ...]

    @property
    def acting(self) -> bool:
        """Whether this view's owner is to act now."""
        return isinstance(self.turn, Act) and self.seat in self.turn.seats

    @property
    def free(self) -> bool:
        """Whether the turn is a free one: layouts are being made."""
        return isinstance(self.turn, Act) and self.turn.free

    @property
    def number(self) -> int | None:
        """The number of the turn to come, where that is not the count of turns taken and one."""
        return None


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match's log: a whole turn, the faces of a "roll", the reason of a "forfeit".

    A "forfeit" without a seat is everybody's: an agreed draw. A "takeback" is of the seat's last
    turn and all since; its text is the number of those turns.
    """

    kind: EntryKind
    seat: Seat | None
    text: str


# GameError            sayable to the one who asked: it carries an event, not a sentence
# ├── NotationError    the text cannot be read
# ├── IllegalAction    it can be read, and the rules forbid it here
# └── OutOfTurn        it is not this seat's turn, or the game is over


class GameError(ValueError):
    """A refusal; `event` says why, in the words of the catalogue."""

    def __init__(self, code: str, **args: str | int) -> None:
        super().__init__(code)
        self.event = Event(code, args)


class NotationError(GameError):
    """The text is not an action, a variant or a position of this game."""


class IllegalAction(GameError):
    """The action is well written, and the rules forbid it in this position."""


class OutOfTurn(GameError):
    """The seat has nothing to decide now."""


@dataclass(frozen=True, slots=True)
class Info:
    """What a list of games shows. The first variant is the default.

    `version` goes up whenever an old log could replay differently. `joint` stands between the
    actions of one turn ("" where a turn is always one action). `options` maps a key of "key=value"
    to its values, the default first. With `secrets` something on the board is hidden, from all or
    from some; with `private` the seats see different things, and no text of an action may be logged
    or shown to others. `draws` tells whether players may agree on one, `dice` whether chance has a
    part in the game. `unordered` actions of one turn are written by file, then by rank.
    """

    id: str
    version: int
    seats: int
    variants: tuple[str, ...]
    designer: str
    source: str
    joint: str = ""
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    secrets: bool = False
    private: bool = False
    draws: bool = True
    dice: bool = False
    unordered: bool = False


S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V", bound=View)


class Game(Protocol[S, A, V]):
    """One game's rules. States are immutable and secret; `view` is the only way out of one."""

    info: Info

    def initial(self, variant: str) -> S:
        """The state before the first turn of `variant` ("" = the default); or NotationError."""

    def turn(self, state: S) -> Turn: ...

    def view(self, state: S, seat: Seat | None) -> V: ...

    def legal(self, view: V) -> Sequence[A]:
        """Every single action open to the view's owner, in any order; none out of turn."""

    def check(self, view: V, action: A) -> None:
        """Raise OutOfTurn, or IllegalAction with the reason, unless `legal` lists the action.

        Only in a free turn it accepts more.
        """

    def preview(self, view: V, action: A) -> V:
        """The owner's view once the legal `action` is made, as far as the owner can foresee it.

        Whether the turn goes on (`begun`) and what is legal then must be right; without secrets,
        all of it is, but for what only the match's history tells (a repetition).
        """

    def apply(self, state: S, seat: Seat, action: A) -> S:
        """The state after the action; raises as `check` does and then nothing has changed."""

    def roll(self, state: S, faces: tuple[int, ...]) -> S:
        """The state after chance has shown these faces. Raises IllegalAction or OutOfTurn."""

    def lapse(self, state: S, seat: Seat) -> S:
        """The acting seat has let its time run out. Raises OutOfTurn for any other."""

    def forfeit(self, state: S, seats: frozenset[Seat], reason: str) -> S:
        """These seats give the game up; all of them together agree on a draw.

        Raises OutOfTurn after the end; IllegalAction for no such seats and, in a game without
        draws, for all of them, unless the reason is "cancelled".
        """

    def parse(self, view: V, text: str) -> A:
        """Read one action as the view's owner means it; NotationError rather than a guess."""

    def format(self, action: A) -> str: ...

    def path(self, action: A) -> tuple[str, ...]:
        """What a person picks, one thing after the other, to make this action: ("a1", "a3")."""

    def weight(self, view: V, action: A) -> int:
        """What a list should put first: 2 wins at once, 1 takes something, 0 all else."""

    def last(self, view: V) -> tuple[Seat, str] | None:
        """Who took the last turn and what it was, written as far as the view's owner may know."""

    def final(self, view: V) -> str | None:
        """Why the last turn cannot be taken back, as a refusal's code; None if it can.

        What everybody has seen of it decides, so that the answer betrays nothing.
        """

    def cells(self, view: V) -> dict[str, str]:
        """What stands where, as in the line protocol; empty squares are left out."""

    def facts(self, view: V) -> dict[str, Any]:
        """The other keys of this game in the line protocol's view (JSON values)."""

    def diagram(self, view: V) -> str:
        """The board as lines of monospaced text, seat 0 below, coordinates on every side."""

    def dump(self, state: S) -> str:
        """The whole state on one line, FEN-like."""

    def load(self, text: str) -> S:
        """The state a line of `dump` stands for. Raises NotationError."""


AnyGame: TypeAlias = Game[Any, Any, Any]
Draw: TypeAlias = Callable[[tuple[int, ...]], tuple[int, ...]]
"""Supplies one face 1..s for every s of the sides."""

LONGEST_TEXT = 200
_SIGNS = str.maketrans(
    {"–": "-", "—": "-", "−": "-", "→": "-", ">": "-", "×": "x", "、": ",", "∗": "*"}
)


def tidy(text: str) -> str:
    """Fold case, full-width forms and look-alike signs, and trim: what every notation reads.

    Raises NotationError when nothing is left, or more than any turn can need.
    """
    if len(text) > LONGEST_TEXT:
        raise NotationError(Code.TOO_LONG, limit=LONGEST_TEXT)
    folded = unicodedata.normalize("NFKC", text).lower().translate(_SIGNS)
    folded = " ".join(folded.split()).strip("`'\". ")
    if not folded:
        raise NotationError(Code.EMPTY)
    return folded


def excerpt(text: str) -> str:
    """A piece of somebody's text short and plain enough to be shown back."""
    plain = "".join(c for c in text if c.isprintable() and c != "`")
    return plain if len(plain) <= 24 else plain[:23] + "…"


def split(game: AnyGame, text: str) -> list[str]:
    """The single actions of one submission, as written: "a1 - a3, remove c3" are two."""
    tidied = tidy(text)
    if not game.info.joint:
        return [tidied]
    tight = re.sub(r"(?<=\d)(?: - | ?([+x*:]) ?)(?=[a-z]\d)", lambda m: m[1] or "-", tidied)
    tight = re.sub(r"(?<![^ ,;])- (?=[a-z]\d)", "-", tight)
    return [part for part in re.split(r"[,;]\s*|(?<![a-z,;])\s", tight) if part] or [tidied]


def actor(game: Game[S, A, V], state: S, seat: Seat) -> V:
    """The view of a seat that is to act; raises OutOfTurn for any other."""
    turn = game.turn(state)
    if isinstance(turn, Over):
        raise OutOfTurn(Code.ALREADY_OVER)
    view = game.view(state, seat)
    if not view.acting:
        raise OutOfTurn(Code.NOT_YOUR_TURN)
    return view


def foresee(game: Game[S, A, V], view: V, text: str) -> tuple[V, str]:
    """A draft: the owner's view after the actions of `text` ("" = none) and their canonical text.

    It asks the view alone, so that trying out a turn cannot betray what is hidden.
    """
    done: list[str] = []
    for part in split(game, text) if text.strip() else ():
        if done and not unfinished(view):
            raise IllegalAction(Code.TOO_MANY_ACTIONS, action=excerpt(part))
        action = game.parse(view, part)
        game.check(view, action)
        view = game.preview(view, action)
        done.append(game.format(action))
    return view, joined(game.info, done)


def joined(info: Info, actions: list[str]) -> str:
    """The actions of one turn in their canonical order."""
    if info.unordered:
        actions = sorted(actions, key=lambda text: (text[:1], len(text), text))
    return info.joint.join(actions)


def play(game: Game[S, A, V], state: S, seat: Seat, text: str) -> tuple[S, Entry]:
    """Make one whole turn, all of it or none; the log entry holds its canonical text."""
    done: list[str] = []
    view = actor(game, state, seat)
    for part in split(game, text):
        if done and not unfinished(view):
            raise IllegalAction(Code.TOO_MANY_ACTIONS, action=excerpt(part))
        action = game.parse(view, part)
        state = game.apply(state, seat, action)
        view = game.view(state, seat)
        done.append(game.format(action))
    canonical = joined(game.info, done)
    if unfinished(view):
        raise IllegalAction(Code.INCOMPLETE, action=canonical)
    return state, Entry("act", seat, canonical)


def unfinished(view: View) -> bool:
    """Whether the view's owner has begun a turn and not ended it."""
    return view.acting and isinstance(view.turn, Act) and view.turn.begun


def settle(game: Game[S, A, V], state: S, draw: Draw) -> tuple[S, tuple[Entry, ...]]:
    """Let chance act until somebody is to decide or the game is over."""
    entries: list[Entry] = []
    while isinstance(turn := game.turn(state), Roll):
        faces = draw(turn.sides)
        state = game.roll(state, faces)
        entries.append(Entry("roll", None, " ".join(map(str, faces))))
    return state, tuple(entries)


def read_faces(text: str) -> tuple[int, ...]:
    """The faces of a log line such as "3 1". Raises NotationError."""
    if not re.fullmatch(r"[0-9]{1,3}( [0-9]{1,3})*", text):
        raise NotationError(Code.BAD_FACES, count=len(text.split()))
    return tuple(map(int, text.split()))


def check_faces(sides: tuple[int, ...], faces: tuple[int, ...]) -> None:
    """Raise IllegalAction unless there is one face 1..s for every s."""
    if len(faces) != len(sides) or not all(1 <= f <= s for f, s in zip(faces, sides, strict=True)):
        raise IllegalAction(Code.BAD_FACES, count=len(sides))
