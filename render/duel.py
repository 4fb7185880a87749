"""Pictures, words and answers of games for two with pieces on squares, of which both see all."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.core import AnyGame, Event, Over, Seat, View, Word
from games.grid import COMPASS, Grid

from . import marks, squares
from .drawing import Drawing, Livery, Paintbox
from .frame import Field, Footer, Wording, centre, footer, header, only_you, prompt, result
from .look import Look, Theme
from .reading import Held, Reading, Way, nothing
from .scene import Run, Scene, Sketch, Stamp, compose
from .squares import Marked, Squares, stock, ways
from .theme import TOKENS, inks
from .words import deed, describe_choice, opening, sayings, together

SEATS = (Seat(0), Seat(1))
_SQUARE, _TAKES = re.compile(r"[a-z]\d+"), re.compile(r"[x*]")


@dataclass(frozen=True, slots=True)
class Side:
    """The colours of one side's pieces."""

    fill: str
    outline: str


@dataclass(frozen=True, slots=True)
class Colours:
    """The cells of a board, light first, and its pieces, `sides` by seat."""

    cells: tuple[str, str]
    sides: tuple[Side, Side]
    shadow: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Duel:
    """What a game says of its own, from which its pictures, words and answers follow.

    `board` has a value for every square of the `grid`, and `owner` and `kind` say what stands where
    a value is; `count` counts a side's pieces, as the code `counted` calls them. `moves` are the
    actions of a side if it were to move, `goal` says how far the sides are from winning. `colours`
    by theme have what `Colours` has. `asks` asks for the next pick. A turn is marked by the squares
    in its text, and by a badge where it took; `passed` are more squares that it changed, `between`
    those that an action would, and `over` draws what goes over the pieces.
    """

    game: AnyGame
    grid: Grid
    squares: Squares
    colours: Mapping[Theme, Any]
    chip: Callable[[Theme, Seat, bool], Sketch]
    kind: Callable[[int], Word]
    moves: Callable[[Any, Seat], Iterable[Any]]
    goal: Callable[[Any], tuple[Event, ...]]
    board: Callable[[Any], Sequence[int]] = lambda view: view.position.board
    played: Callable[[Any], int] = lambda view: view.position.ply
    owner: Callable[[int], Seat | None] = lambda cell: Seat(cell - 1) if cell else None
    count: Callable[[Any, Seat], int] = lambda view, seat: view.position.board.count(seat + 1)
    counted: str = "frame.pieces"
    asks: str = "frame.choose_square"
    passed: Callable[[Any], Iterable[int]] = lambda view: ()
    between: Callable[[Any, Any], Iterable[int]] = nothing
    over: Callable[[Any, Look, Field], Iterable[Stamp]] = lambda view, look, field: ()

    @property
    def sides(self) -> tuple[Word, Word]:
        """The names of both sides."""
        game = self.game.info.id
        return Word(f"{game}.seat.0"), Word(f"{game}.seat.1")

    def drawing(
        self, view: type[View], portraits: Callable[[], Iterator[View]], **more: Any
    ) -> Drawing:
        """Return the pictures of the game; `more` is what a `Drawing` has besides."""
        game, answers = self.game.info.id, (self._held, self._ways, self._near, nothing, self.goal)
        return Drawing(
            game=game,
            view=view,
            scene=self.scene,
            words=self._describe,
            reading=Reading(game, lambda view: self.sides, lambda view: self.grid.names, *answers),
            portraits=portraits,
            paintbox=Paintbox(
                game, self._flat, {"light": 48, "dark": 48, "contrast": 18}, level=5, repeats=True
            ),
            liveries=self._liveries,
            cloth=lambda theme: self.squares.cells[theme][1],
            marked=None,
            **more,
        )

    def _flat(self, theme: Theme) -> Iterator[str]:
        tokens, colours = TOKENS[theme], self.colours[theme]
        named = squares.flat(tokens, colours.cells, colours.shadow)
        yield from (ink for ink in (*named, *inks(colours.sides)) if ink != tokens.good)

    def _liveries(self, view: View, theme: Theme) -> tuple[Livery, ...]:
        return tuple(
            Livery(self.sides[seat], self.chip(theme, seat, False), side.fill, side.outline)
            for seat, side in zip(SEATS, self.colours[theme].sides, strict=True)
        )

    def scene(self, view: View, look: Look) -> Scene:
        """Draw the position as the reader wants it. The number in the header is that of the move to
        come; at the end, of the moves made. Once something is picked, the possible continuations
        are marked instead of the last move."""
        field = self.field(look.below)
        lines = self._lines(view, look)
        chips_ = [[self.chip(look.theme, seat, lit) for seat in SEATS] for lit in (False, True)]
        return compose(
            f"{self.game.info.id}-{look.theme}",
            self.squares.ground(look.theme, field, len(lines)),
            header(view, look, self.sides, *chips_),
            centre(view, look, self._number(view)),
            (self._stamps(view, look, field), ()),
            footer(field.rule, look.theme, lines),
        )

    def field(self, below: int) -> Field:
        """Place the board on a picture."""
        files, ranks = self.grid.files, self.grid.ranks
        return Field(files, ranks, 696 // max(files, ranks), flipped=below == 1)

    def _number(self, view: View) -> int:
        return self.played(view) + (not isinstance(view.turn, Over))

    def _stamps(self, view: View, look: Look, field: Field) -> Iterator[Stamp]:
        """Yield a tile for every cell not empty as the ground, then what goes over the pieces."""
        _, text = self.game.last(view) or (None, "")
        origin, *targets = map(self.grid.square, _SQUARE.findall(text)) if text else [0]
        if look.picked:
            marked, badges = self._picks(view, look)
        else:
            targets += self.passed(view)
            source = [(origin, "source")] if text else []
            marked = [*source, *((target, "target") for target in targets)]
            badges = {targets[0]: "took"} if _TAKES.search(text) else {}
        yield from self.squares.stamps(self.board(view), marked, look, field)
        turns = (last[1] for then in look.before if (last := self.game.last(then)))
        named = ([*map(self.grid.square, _SQUARE.findall(text))] for text in turns)
        yield from ways(look, field, ((squares[0], squares[-1]) for squares in named))
        yield from () if look.picked else self.over(view, look, field)
        for square, kind in badges.items():
            yield marks.badge(look.theme, *field.corner(*self.grid.at(square)), field.cell, kind)

    def _following(self, view: View, look: Look) -> Iterator[tuple[Any, int]]:
        """Yield the actions that begin with what is picked, and the next square of each."""
        for action in self.game.legal(view):
            if step := look.next(self.game.path(action)):
                yield action, self._square(str(step))

    def _square(self, step: str) -> int:
        """Return the square of a step of a path, which may carry the sign of a capture."""
        return self.grid.square(step.lstrip("x*"))

    def _picks(self, view: View, look: Look) -> tuple[Marked, dict[int, marks.Badge]]:
        """Mark what is picked and where it leads to, with badges on the pieces that stand there."""
        leading: dict[int, str] = {}
        badges: dict[int, marks.Badge] = {}
        for action, target in self._following(view, look):
            holder = self.owner(self.board(view)[target])
            if holder is None:
                leading[target] = "dot"
            elif holder == view.seat:
                badges[target] = "dot"
            else:
                leading[target] = badges[target] = "prey"
            for near in self.between(view, action):
                leading.setdefault(near, "passing")
        chosen = ((self._square(step), "chosen") for step in look.squares)
        return [*chosen, *leading.items()], dict(sorted(badges.items()))

    def _lines(self, view: View, look: Look) -> tuple[Footer, ...]:
        """Write the last move, or at the end the result before it; then warnings, "only you"."""
        right = stock(look, self.counted, (self.count(view, seat) for seat in SEATS), space=14)
        second: tuple[Wording, ...] = ()
        if look.picked:
            first = self._picking(view, look, right)
        elif isinstance(view.turn, Over) and not look.preview:
            winner = min(view.turn.winners, default=None)
            sign = None if winner is None else self.chip(look.theme, winner, False)
            first = Footer(result(view.turn, look, self.sides), right, sign)
            second = self._last_turn(view, look, 22)
        else:
            turn = self.game.last(view)
            seat = turn[0] if turn else SEATS[self.played(view) % 2]
            sign = self.chip(look.theme, seat, False)
            first = Footer(self._last_turn(view, look, 25), right, sign)
            second = self._second(view, look)
        if not second and not look.private:
            return (first,)
        return first, Footer(second or ((),), only_you(look))

    def _picking(self, view: View, look: Look, right: Wording) -> Footer:
        cell = self.board(view)[self._square(look.squares[0])] if look.squares else 0
        text = ("-".join(look.squares) or look.file).replace("-x", "x").replace("-*", "*")
        asked = look.words(self.asks, piece=self.kind(cell))
        wordings = prompt(look, text, asked if any(self._following(view, look)) else "")
        return Footer(wordings, right, self.chip(look.theme, self.owner(cell) or SEATS[0], False))

    def _last_turn(self, view: View, look: Look, size: int) -> tuple[Wording, ...]:
        """Return wordings of the last move, in full if there is room; before any, of who begins."""
        tokens = TOKENS[look.theme]
        turn = self.game.last(view)
        if turn is None and isinstance(view.turn, Over):
            return ()
        if turn is None:
            begins = "" if self.played(view) else look.words("frame.begins", side=self.sides[0])
            return ((Run(begins, size, tokens.ink2),),)
        bold = Run(turn[1], size, tokens.ink, "Bold")
        wordings = tuple(
            (bold, Run(sentence, size, tokens.ink2, space=0.8 * size))
            for event in view.news[:1]
            for sentence in sayings(look, event)
        )
        return *wordings, (bold,)

    def _second(self, view: View, look: Look) -> tuple[Wording, ...]:
        """Say how a preview would end, or else warn that the end is near."""
        if isinstance(view.turn, Over):
            return result(view.turn, look, self.sides, 22)
        ink, semicolon = TOKENS[look.theme].ink2, look.words("alt.semicolon")
        warnings = [sayings(look, event) for event in view.news[1:]]
        texts = [semicolon.join(each[end] for each in warnings) for end in (0, -1) if warnings]
        return tuple((Run(text, 22, ink),) for text in texts)

    def _describe(self, view: View, look: Look) -> str:
        """Write the alt text of a picture: the whole position."""
        game = self.game
        return together(
            (
                *opening(view, look, game.info.id, self._number(view), self.sides),
                *deed(look, view.news, game.last(view), self.sides),
                *describe_choice(look, map(game.path, game.legal(view))),
                *(self._army(view, look, seat) for seat in SEATS),
            ),
            look,
        )

    def _army(self, view: View, look: Look, seat: Seat) -> str:
        """List one side's pieces by kind."""
        board, kinds = self.board(view), []
        for kind in sorted({cell for cell in board if cell and self.owner(cell) == seat}):
            held = zip(self.grid.names, board, strict=True)
            squares = look.words("alt.comma").join(name for name, cell in held if cell == kind)
            kinds.append(f"{look.words(self.kind(kind).code)} {squares}")
        pieces = look.words("alt.semicolon").join(kinds) or look.words("alt.none")
        what, side, n = look.words(self.counted), self.sides[seat], self.count(view, seat)
        return look.words("alt.pieces", side=side, what=what, n=n, pieces=pieces)

    def _held(self, view: View, square: str) -> Held | None:
        cell = self.board(view)[self.grid.square(square)]
        return Held(self.owner(cell), Event(self.kind(cell).code)) if cell else None

    def _ways(self, view: View, square: str) -> tuple[Way, ...]:
        """List the squares to which what stands on a square can go, and what it can take."""
        mover = self.owner(self.board(view)[self.grid.square(square)])
        found: dict[Way, None] = {}
        for action in () if mover is None else self.moves(view, mover):
            origin, *steps = self.game.path(action)
            for step in map(str, steps if origin == square else ()):
                target = step.lstrip("x*")
                found[Way(target, step != target)] = None
        return tuple(found)

    def _near(self, view: View, square: str) -> tuple[str, ...]:
        steps = (self.grid.step(self.grid.square(square), *step) for step in COMPASS)
        return tuple(self.grid.names[beside] for beside in steps if beside is not None)
