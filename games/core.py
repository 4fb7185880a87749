"""The contract between a game and everything around it: seats, turns, views, events and the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, Literal, NewType, TypeAlias, TypeVar

Seat = NewType("Seat", int)
"""A place at the table; seat 0 moves first."""

EntryKind: TypeAlias = Literal["act", "roll", "lapse", "forfeit", "takeback"]


class Code(StrEnum):
    """The refusals of the contract itself; every game has a list of its own as well."""

    NOT_YOUR_TURN = "core.not_your_turn"
    ALREADY_OVER = "core.already_over"
    EMPTY = "core.empty"
    TOO_LONG = "core.too_long"
    UNREADABLE = "core.unreadable"
    NO_SUCH_SQUARE = "core.no_such_square"
    AMBIGUOUS = "core.ambiguous"
    TOO_MANY_ACTIONS = "core.too_many_actions"
    INCOMPLETE = "core.incomplete"
    MUST_MOVE = "core.must_move"
    SET_UP_FIRST = "core.set_up_first"
    TO_RESIGN = "core.to_resign"
    TO_OFFER = "core.to_offer"
    UNKNOWN_VARIANT = "core.unknown_variant"
    BAD_POSITION = "core.bad_position"
    BAD_FACES = "core.bad_faces"
    NO_SUCH_SEAT = "core.no_such_seat"
    NO_DRAWS = "core.no_draws"
    NOTHING_TO_TAKE_BACK = "core.nothing_to_take_back"
    DRAWN_SINCE = "core.drawn_since"
    MISSED_SINCE = "core.missed_since"
    MOVED_SINCE = "core.moved_since"


@dataclass(frozen=True, slots=True)
class Act:
    """A seat is to act, or several in secret and in any order (a set-up).

    `begun` is true between two actions of one turn; a submission may not end there. In a `free`
    turn, such as a set-up, `legal` only makes suggestions and `check` accepts more than those.
    """

    seats: frozenset[Seat]
    begun: bool = False
    free: bool = False


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance is to act: one face from 1 to s for every s of `sides`, in this order."""

    sides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended. Without winners it is a draw, or a match without a result. `scores` holds
    one number per seat, or nothing."""

    winners: frozenset[Seat]
    reason: str
    scores: tuple[int, ...] = ()


Turn: TypeAlias = Act | Roll | Over


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the catalogue, by its code ("murus.wall")."""

    code: str

    def __str__(self) -> str:
        """Spell the word for the line protocol and the ids of buttons: "@murus.wall"."""
        return f"@{self.code}"


Argument: TypeAlias = str | int | Word
"""A text, shown as it stands; a number; or a word of the catalogue."""
Pick: TypeAlias = str | Word
"""One thing a person picks: a square, or a word such as "pass"."""


def read_pick(text: str) -> Pick:
    """Return the pick for which `str` gives this text."""
    return Word(text[1:]) if text.startswith("@") else text


@dataclass(frozen=True, slots=True)
class Event:
    """A message code with its arguments, never prose."""

    code: str
    args: Mapping[str, Argument] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one seat, or a spectator (None), may know. Every game adds its own fields.

    `news` tells the last turn with all its actions in order, and the rolls since. In the middle of
    a turn it tells that turn so far. After an end that is no turn it tells who has gone out by it,
    if anything.
    """

    seat: Seat | None
    turn: Turn
    news: tuple[Event, ...]

    @property
    def acting(self) -> bool:
        """Tell whether this view's owner is to act now."""
        return isinstance(self.turn, Act) and self.seat in self.turn.seats

    @property
    def free(self) -> bool:
        """Tell whether pieces are being set up."""
        return isinstance(self.turn, Act) and self.turn.free

    @property
    def out(self) -> frozenset[Seat]:
        """Return the seats out of a game that goes on without them; they never act again."""
        return frozenset()

    @property
    def number(self) -> int | None:
        """Return the number of the turn to come; None if it is one more than the turns taken."""
        return None


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match's log: a whole turn, the faces of a "roll", the reason of a "forfeit".

    A "forfeit" without a seat is for all: an agreed draw, or a match called off. A "takeback"
    undoes the seat's last turn and every turn since; its text is the number of turns undone.
    """

    kind: EntryKind
    seat: Seat | None
    text: str


# Sayable                  carries an event for the one who asked, never a sentence
# ├── GameError            what an engine refuses
# │   ├── NotationError    the text cannot be read
# │   ├── IllegalAction    it can be read, and the rules forbid it here
# │   └── OutOfTurn        it is not this seat's turn, or the game is over
# └── Refusal              what the match service refuses (bot/matches/refusals.py)


class Sayable(Exception):
    """A refusal that changed nothing; `event` gives the reason as a code with arguments."""

    def __init__(self, code: str, **args: Argument) -> None:
        super().__init__(code)
        self.event = Event(code, args)


class GameError(Sayable, ValueError):
    """A refusal by an engine."""


class NotationError(GameError):
    """The text is not an action, a variant or a position of this game."""


class IllegalAction(GameError):
    """The action can be read, but the rules forbid it in this position."""


class OutOfTurn(GameError):
    """The seat has nothing to decide now."""


@dataclass(frozen=True, slots=True)
class Info:
    """A game as lists of games show it. The first variant is the default.

    `version` goes up whenever an old log could replay differently. `joint` stands between the
    actions of one turn ("" where a turn is always one action). `options` maps the key of a
    "key=value" to its values, the default first. `secrets`: something on the board is hidden, from
    all or from some. `private`: the seats see different things, and the text of an action must not
    be logged or shown to others. `draws`: players may agree on a draw. `dice`: chance plays a part.
    `unordered`: the actions of one turn are written by file, then by rank. `teams` are the seats
    that win and lose together; without teams every seat plays for itself. `host_first`: unless they
    choose otherwise, the host takes the first seat. `lapses`: a turn that is not played in time is
    missed, and the game goes on. `last_only`: no turn can be taken back once the next one has been
    taken. `free_draws`: a draw changes nobody's points. A match given up, or lost on time, before
    its turn `counts_from` counts for nothing.
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
    host_first: bool = False
    teams: tuple[frozenset[Seat], ...] = ()
    lapses: bool = False
    last_only: bool = False
    free_draws: bool = False
    counts_from: int = 0

    @property
    def everybody(self) -> frozenset[Seat]:
        """Return every seat."""
        return frozenset(Seat(number) for number in range(self.seats))

    def team(self, seat: Seat) -> frozenset[Seat]:
        """Return the seats that win and lose with this one, itself included."""
        return next((team for team in self.teams if seat in team), frozenset({seat}))


S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V", bound=View)


@dataclass(frozen=True, slots=True)
class SetUp(Generic[V]):
    """Pieces that their owners place in secret before the first turn.

    A layout is a text with one code per piece, in the order of `squares`. Whether it is legal or
    not, it has a code for every square.
    """

    presets: Mapping[str, str]
    """Legal layouts to start from, by name; they are public."""
    squares: Callable[[Seat], tuple[str, ...]]
    """The names of the squares on which a seat sets up."""
    random: Callable[[Callable[[int], int]], str]
    """A random legal layout; `pick(n)` returns a number from 0 to n - 1."""
    varied: Callable[[Callable[[int], int]], str]
    """A legal layout that cannot be looked up: a preset changed at random, its idea kept."""
    read: Callable[[str], str]
    """The codes of a typed layout, however many there are. Raises NotationError."""
    written: Callable[[str], str]
    """The text of the action that sets this layout up, as it stands in the log."""
    faults: Callable[[Seat, str], tuple[Event, ...]]
    """Every fault of a layout."""
    swapped: Callable[[str, int, int], str]
    """The layout with two codes exchanged; the squares are counted from 0."""
    mirrored: Callable[[str], str]
    """The layout mirrored, left to right."""
    drafted: Callable[[V, str], V]
    """The owner's view with a draft on the board, whether it is legal or not."""
    hidden: Callable[[V], Mapping[str, int]]
    """The squares of the pieces whose kind is hidden from the view's owner. Each piece has a
    number, which it keeps wherever it goes."""
    possible: Callable[[V, str], tuple[str, ...]] | None = None
    """The kinds that the hidden piece on a square can be by public knowledge; None: any."""
    ranks: str = ""
    """The kinds that compare with one another, the highest first."""
    letters: Word | None = None
    """The word for the letters of all kinds in a language, in the order of `Game.pieces`."""

    def preset(self, codes: str) -> str | None:
        """Return the name of the preset that a layout is, as it stands or mirrored, or None."""
        both = (codes, self.mirrored(codes))
        return next((name for name, known in self.presets.items() if known in both), None)


@dataclass(frozen=True, slots=True)
class Game(Generic[A, V]):
    """The public half of a game: every question that a view can answer. It knows no state."""

    info: Info
    legal: Callable[[V], Sequence[A]]
    """Every single action open to the view's owner, in any order; out of turn there are none."""
    check: Callable[[V, A], None]
    """Raise OutOfTurn, or IllegalAction with its reason, unless `legal` lists the action; accept
    more only in a free turn."""
    preview: Callable[[V, A], V]
    """The owner's view after a legal action, as far as the owner can foresee it.

    It must be right about whether the turn goes on (`begun`) and which actions are legal then, and
    shows the end where the action surely wins (`weight` 2). In a game without secrets all of it is
    right, except for a repetition, which only the history shows.
    """
    parse: Callable[[V, str], A]
    """Read one action as the view's owner means it. Raises NotationError rather than guess."""
    format: Callable[[A], str]
    """The canonical text of an action."""
    path: Callable[[A], tuple[Pick, ...]]
    """The picks that make an action, in order: ("a1", "a3")."""
    weight: Callable[[V, A], int]
    """The rank of an action in a list: 2 wins at once, 1 takes something, 0 is anything else."""
    last: Callable[[V], tuple[Seat, str] | None]
    """The seat that took the last turn, and its text as far as the view's owner may know it."""
    cells: Callable[[V], dict[str, str]]
    """The pieces by square, as in the line protocol; empty squares are left out."""
    facts: Callable[[V], dict[str, Any]]
    """The game's other keys in the line protocol's view; the values are JSON."""
    diagram: Callable[[V], str]
    """The board as lines of monospaced text: seat 0 at the bottom, coordinates all round."""
    takeback_refusal: Callable[[V], str | None]
    """The code of the reason why the last turn cannot be taken back; None if it can.

    It depends only on what all have seen of that turn, so that the answer betrays nothing. For a
    preview it tells whether the turn could be taken back once it is played.
    """
    variant: Callable[[str], str]
    """The canonical text of a variant and its options ("" = the default). Raises NotationError."""
    material: Callable[[V], Event] | None = None
    """The material left to both sides; None where the news say it, or nothing counts."""
    fought: Callable[[V, V], tuple[Event, ...]] | None = None
    """`fought(then, now)`: what happened to the owner's piece in the fight that `then` shows, and
    what `now` reveals of its opponent; None where nothing is hidden."""
    pieces: Mapping[str, Word] = field(default_factory=dict)
    """The kinds of pieces by their codes, which stand behind the colon of a cell's text."""
    shown: Callable[[V, A], str] | None = None
    """A legal action as boards have it once it is played; None where `format` says the same."""
    confers: Callable[[str], bool] | None = None
    """Tells whether partners may confer in private; None where there are no partners."""
    set_up: SetUp[V] | None = None
    """The secret set-up of the pieces; None in a game that has none."""


@dataclass(frozen=True, slots=True)
class Rules(Generic[S, A, V]):
    """The secret half of a game. States are immutable and secret; `view` is the only way out."""

    game: Game[A, V]
    initial: Callable[[str], S]
    """The state before the first turn of a variant ("" = the default). Raises NotationError."""
    turn: Callable[[S], Turn]
    view: Callable[[S, Seat | None], V]
    apply: Callable[[S, Seat, A], S]
    """The state after an action. Raises as `check` does."""
    roll: Callable[[S, tuple[int, ...]], S]
    """The state after chance has shown these faces. Raises IllegalAction or OutOfTurn."""
    lapse: Callable[[S, Seat], S]
    """The state after the acting seat's time has run out; the game decides what that costs. Raises
    OutOfTurn for any other seat."""
    forfeit: Callable[[S, frozenset[Seat], str], S]
    """The state after these seats give the game up; all seats together agree on a draw.

    With two seats this ends the game. With partners it need not: a seat may go out alone, and is in
    the views' `out` from then on. Raises OutOfTurn after the end. Raises IllegalAction for seats
    that do not exist or are out already and, in a game without draws, for all seats, unless the
    match is called off for this reason (quitting.py). A game in which seats may resign only after
    some turns may refuse "cancelled" from then on.
    """
    dump: Callable[[S], str]
    """The whole state on one line, in the manner of chess's FEN."""
    load: Callable[[str], S]
    """The state of a line made by `dump`. Raises NotationError."""
    opened: Callable[[S], V] | None = None
    """A position as spectators would see it if its pieces were known, for matches that have ended;
    None where seats see alike. At the end it is what all see; during a set-up it shows no layout.
    """
    earlier: Mapping[int, Rules[S, A, V]] = field(default_factory=dict, hash=False)
    """The rules of older versions, by version, whose matches go on and whose records are verified.

    They differ in `initial` and `load` alone: a state knows the rules it is played by, so that once
    there is one, any of them can go on with it.
    """

    def as_of(self, version: int) -> Rules[S, A, V]:
        """Return the rules that begin and load a match of this version. They are the older
        version's if those are kept, and else these; `info` tells which."""
        return self.earlier.get(version, self)


AnyGame: TypeAlias = Game[Any, Any]
AnyRules: TypeAlias = Rules[Any, Any, Any]
