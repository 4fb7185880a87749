"""What can be asked about a position instead of looking at its picture, alike in all games.

Every answer is made from the asker's own view, and from nothing else.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from games.core import Event, Seat, View
from games.grid import natural

from .look import Words
from .words import Sides, capital

MOST_TRACED = 10
"""The most pieces of a side that can be taken for which it is said from where."""


@dataclass(frozen=True, slots=True)
class Held:
    """What stands on a square: its owner, None if that is nobody's or not known, and its kind.
    `known` is false where the reader may not know how it moves."""

    owner: Seat | None
    kind: Event
    known: bool = True


@dataclass(frozen=True, slots=True)
class Way:
    """A square that a piece could go to; `takes` tells whether it would attack what is there."""

    square: str
    takes: bool = False


def nothing(view: Any, asked: object) -> tuple[()]:
    """Add nothing, about a square or to the board in letters."""
    return ()


@dataclass(frozen=True, slots=True)
class Reading:
    """The questions a game answers about its views. Squares go by their names.

    A sentence of its own under `<words>.ask_<key>` stands for the one all games share. `ways` are
    those a piece would have if its owner were to move, as far as the view's owner may know. `about`
    says what else belongs to a square, `near` lists the squares it touches, `goal` says how far the
    sides are from winning, `ground` what only the picture would show beside the pieces.
    """

    words: str
    sides: Callable[[Any], Sides]
    names: Callable[[Any], tuple[str, ...]]
    held: Callable[[Any, str], Held | None]
    ways: Callable[[Any, str], tuple[Way, ...]]
    near: Callable[[Any, str], tuple[str, ...]]
    about: Callable[[Any, str], tuple[Event, ...]]
    goal: Callable[[Any], tuple[Event, ...]]
    ground: Callable[[Any, Words], Iterable[str]] = nothing


@dataclass(frozen=True, slots=True)
class Asked:
    """A view to be asked, in the asker's language."""

    reading: Reading
    view: View
    words: Words

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all squares."""
        return self.reading.names(self.view)

    def pieces(self) -> Iterator[str]:
        """Say where the asker's pieces are, to spectators where everybody's are."""
        armies: dict[Seat | None, dict[str, list[str]]] = {}
        for name in self.names:
            held = self.reading.held(self.view, name)
            if held and (held.owner in (self.view.seat, None) or self.view.seat is None):
                kinds = armies.setdefault(held.owner, {})
                kinds.setdefault(self._tell(held.kind), []).append(name)
        if not any(self.reading.held(self.view, name) for name in self.names):
            yield self.words("ask.empty_board")
        elif self.view.seat not in (None, *armies):
            yield self.words("ask.no_known_pieces" if None in armies else "ask.no_pieces")
        for owner in sorted(armies, key=lambda owner: (owner is None, owner)):
            listed = self.words("alt.semicolon").join(
                f"{piece} {self._list(squares)}" for piece, squares in armies[owner].items()
            )
            whose = self.words("ask.nobodys") if owner is None else capital(self._whose(owner))
            yield self.words("ask.army", side=whose, pieces=listed)

    def square(self, name: str) -> Iterator[str]:
        """Say what stands on a square, and what kind of square it is."""
        held = self.reading.held(self.view, name)
        if held is None:
            yield self.words("ask.empty", square=name)
        else:
            yield self.words("ask.army", side=name, pieces=self._piece(held))
        yield from map(self._tell, self.reading.about(self.view, name))

    def can(self, name: str) -> Iterator[str]:
        """Say what the piece on a square could do if its owner were to move."""
        held = self.reading.held(self.view, name)
        if held is None:
            yield from self.square(name)
            return
        yield self.words("ask.army", side=name, pieces=self._piece(held))
        if not held.known:
            yield self._own("unsure")
        ways = self.reading.ways(self.view, name)
        free = [way.square for way in ways if not way.takes]
        if free:
            yield self._own("goes", squares=self._list(free))
        if taking := [self.at(way.square) for way in ways if way.takes]:
            yield self._own("takes", squares=self._list(taking))
        if not ways and held.owner is not None:  # else it can be turned up
            yield self._own("stays")

    def touches(self, name: str) -> Iterator[str]:
        """Say which squares a square touches, and what stands there."""
        near = self.reading.near(self.view, name)
        held = [square for square in near if self.reading.held(self.view, square)]
        free = [square for square in near if square not in held]
        if held:
            yield self._own("touches", square=name, squares=self._list(map(self.at, held)))
        if free:
            yield self._own("touches_empty", square=name, squares=self._list(free))
        if not near:
            yield self.words("ask.touches_nothing", square=name)

    def describe_captures(self) -> Iterator[str]:
        """Say what each side could take in its next turn, the asker's own side last."""
        hits: dict[Seat, dict[str, list[str]]] = {}
        unsure = False
        for name in self.names:
            held = self.reading.held(self.view, name)
            if held is None or held.owner is None:
                continue
            unsure = unsure or not held.known
            for way in self.reading.ways(self.view, name):
                if way.takes:
                    hits.setdefault(held.owner, {}).setdefault(way.square, []).append(name)
        for owner in sorted(hits, key=lambda owner: (owner == self.view.seat, owner)):
            taken = sorted(hits[owner], key=natural)
            pieces = self._by_kind(taken)
            if len(taken) <= MOST_TRACED:
                pieces = self.words("alt.semicolon").join(
                    self.words("ask.by", piece=self.at(square), squares=self._list(origins))
                    for square in taken
                    for origins in (sorted(hits[owner][square], key=natural),)
                )
            if owner == self.view.seat:
                yield self._own("you_take", pieces=pieces)
            else:
                yield self._own("they_take", side=self._whose(owner), pieces=pieces)
        if not hits:
            yield self._own("none_taken")
        if unsure:
            yield self._own("unsure")
        elif f"{self.reading.words}.ask_counted" in self.words:
            yield self._own("counted")

    def goal(self) -> Iterator[str]:
        """Say how far the sides are from winning."""
        yield from map(self._tell, self.reading.goal(self.view))

    def ground(self) -> Iterator[str]:
        """Say what the board in letters does not show."""
        yield from self.reading.ground(self.view, self.words)

    def _own(self, key: str, **args: str) -> str:
        """Say a sentence, as the game words it if it has words of its own."""
        own = f"{self.reading.words}.ask_{key}"
        return self.words(own if own in self.words else f"ask.{key}", **args)

    def _tell(self, event: Event) -> str:
        return self.words(event.code, **event.args)

    def _whose(self, owner: Seat) -> str:
        if owner == self.view.seat:
            return self.words("ask.yours")
        return self.words(self.reading.sides(self.view)[owner].code)

    def _piece(self, held: Held) -> str:
        kind = self._tell(held.kind)
        if held.owner is None:
            return kind
        return self.words("ask.piece", piece=kind, side=self._whose(held.owner))

    def at(self, name: str) -> str:
        """Name a square with what stands on it."""
        held = self.reading.held(self.view, name)
        return name if held is None else self.words("alt.who", side=name, name=self._piece(held))

    def _by_kind(self, squares: Iterable[str]) -> str:
        """List squares with pieces, each kind once: "a1, a3 (wall, Gauls); b2 (tower, Gauls)"."""
        kinds: dict[str, list[str]] = {}
        for square in squares:
            if held := self.reading.held(self.view, square):
                kinds.setdefault(self._piece(held), []).append(square)
        return self.words("alt.semicolon").join(
            self.words("alt.who", side=self._list(alike), name=piece)
            for piece, alike in kinds.items()
        )

    def _list(self, squares: Iterable[str]) -> str:
        return self.words("alt.comma").join(squares)
