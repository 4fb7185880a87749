"""The pictures of Junqi: dark mode as one side or a spectator may see it, and flip mode."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from games.core import Act, Event, Over, Seat, View, Word
from games.junqi.board import COLOURS, GRID, HOMES, SEATS
from games.junqi.dark import notation as dark_notation
from games.junqi.dark import view as dark_view
from games.junqi.dark.view import DarkView
from games.junqi.flip import notation as flip_notation
from games.junqi.flip import view as flip_view
from games.junqi.flip.board import Down, Face, carried_flag
from games.junqi.flip.refuge import find
from games.junqi.flip.view import FlipView
from games.junqi.hidden import Back, Fallen
from games.junqi.pieces import Verdict

from ..frame import WIDTH, Footer, centre, footer, header, only_you, prompt, result
from ..look import Look, Theme
from ..scene import Scene, Stamp, Tile, compose
from .board import Names, Plan, ground, place_names
from .cells import PieceTile, Spot, arrow, over, stamp
from .footer import last_turn, later, quiet_for, small
from .hills import hills
from .losses import Losses, column, panels
from .paths import emptied_points, way
from .pieces import chip
from .setup import setup_scene, waiting_scene
from .words import flip_sides, waiting


@dataclass(frozen=True, slots=True)
class Table:
    """The parts of a picture that both modes have in common.

    `pieces` stand by square; `colours` (of the pieces, "" until that is decided), `sides` (their
    names) and `losses` are by seat. `move` is where the last move began and ended, `verdict` that
    of its fight. `flags` are those under pieces, as `cells.over` names them, `open_` the steps that
    can follow what is picked, onto an enemy or not. `last` is the last turn as text, `begins` the
    line before the first, `home` where a flag must be carried, `quiet` for how long nothing was
    taken, and `earlier` the tables after the turns before the last that are marked too.
    """

    pieces: tuple[PieceTile | None, ...]
    colours: tuple[str, ...]
    sides: tuple[Word, ...]
    losses: tuple[tuple[PieceTile, ...], ...]
    last: tuple[Seat, str] | None
    begins: Event
    move: tuple[int | None, int] | None = None
    verdict: Verdict | None = None
    revealed: tuple[int, ...] = ()
    flags: tuple[tuple[int, str], ...] = ()
    open_: tuple[int, ...] = ()
    face_down: int | None = None
    home: Event | None = None
    quiet: Event | None = None
    earlier: tuple[Table, ...] = ()


def dark_scene(view: DarkView, look: Look) -> Scene:
    """Draw dark mode: a side's own half while it sets up, and for others who is ready."""
    if view.arranging:
        return setup_scene(view, look)
    if waiting(view):
        return waiting_scene(view, look)
    return _scene(view, look, _dark_table)


def _dark_table(view: DarkView, look: Look) -> Table:
    strike, limit = view.strike, view.options.no_capture_limit
    begins = Event("frame.begins", {"side": dark_view.SIDES[0]})
    quiet = quiet_for("junqi.quiet_for", view.quiet, limit)
    return Table(
        pieces=tuple(_hidden_piece(cell) if cell else None for cell in view.board),
        colours=COLOURS,
        sides=dark_view.SIDES,
        losses=tuple(
            tuple(_hidden_piece(piece) for piece in view.lost if piece.seat == seat)
            for seat in SEATS
        ),
        last=dark_notation.last(view),
        begins=Event("junqi.all_set_up") if view.deploying else begins,
        move=(strike.move.origin, strike.move.target) if strike else None,
        verdict=strike.verdict if strike else None,
        revealed=tuple(view.exposed_flags),
        open_=_open(look, [dark_view.path(action) for action in dark_view.legal(view)]),
        quiet=None if view.deploying else quiet,
    )


def flip_scene(view: FlipView, look: Look) -> Scene:
    return _scene(view, look, _flip_table)


def _flip_table(view: FlipView, look: Look) -> Table:
    colours = view.colours if view.colours[0] else ("", "")
    strike, flipped, limit = view.strike, view.flipped, view.options.no_capture_limit
    move = (strike.move.origin, strike.move.target) if strike else None
    sides = flip_sides(view)
    quiet = quiet_for("junqi.quiet_for_flip", view.quiet, limit)
    return Table(
        pieces=tuple(_open_piece(cell) if cell else None for cell in view.board),
        colours=colours,
        sides=sides,
        losses=tuple(
            tuple(_open_piece(face) for face in view.dead if face.colour == colour)
            for colour in colours
        ),
        last=flip_notation.last(view),
        begins=Event("frame.begins", {"side": sides[0]}),
        move=(None, flipped.square) if flipped else move,
        verdict=strike.verdict if strike else None,
        flags=tuple(_flags(view)),
        open_=_open(look, [flip_view.path(action) for action in flip_view.legal(view)]),
        face_down=view.face_down,
        home=_home(view),
        quiet=quiet,
    )


def _hidden_piece(piece: Fallen) -> PieceTile:
    return PieceTile(COLOURS[piece.seat], "" if isinstance(piece, Back) else piece.code)


def _open_piece(cell: Face | Down) -> PieceTile:
    return PieceTile("") if isinstance(cell, Down) else PieceTile(cell.colour, cell.code)


def _flags(view: FlipView) -> Iterator[tuple[int, str]]:
    """Yield the flags under pieces: those that go along, and those that only stay there."""
    for square, cell in enumerate(view.board):
        if isinstance(cell, Face):
            goes = carried_flag(cell, view.alive)
            yield from ((square, flag if flag == goes else f"{flag} stays") for flag in cell.under)


def _open(look: Look, paths: list[tuple[str, ...]]) -> tuple[int, ...]:
    if not look.picked:
        return ()
    return tuple(sorted(map(find, {str(step) for path in paths if (step := look.next(path))})))


def _home(view: FlipView) -> Event | None:
    """Tell where the side to move must carry the enemy's flag."""
    if not isinstance(view.turn, Act) or not view.colours[0] or view.options.flag_goal != "carry":
        return None
    seat = min(view.turn.seats)
    squares = ", ".join(GRID.names[square] for square in sorted(HOMES[seat]))
    return Event("junqi.home", {"side": flip_sides(view)[seat], "squares": squares})


def _scene(view: DarkView | FlipView, look: Look, seen: Callable[[Any, Look], Table]) -> Scene:
    table = replace(seen(view, look), earlier=tuple(seen(then, look) for then in look.before))
    plan = Plan(look.below == 1, homes=(table.colours[0], table.colours[1]), script=look.script)
    flip = table.face_down is not None
    signs = [chip(look.theme, colour) for colour in table.colours]
    number = (view.number or 1) - isinstance(view.turn, Over)
    limit = view.options.missed_limit
    losses = [
        Losses(table.colours[seat], table.losses[seat], view.missed[seat], limit)
        for seat in ((0, 1) if plan.flipped else (1, 0))
    ]
    return compose(
        f"junqi-{look.theme}",
        _ground(look.theme, plan, flip, place_names(look)),
        header(view, look, table.sides, signs),
        centre(view, look, number),
        (_spots(look, plan, table), ()),
        column(look, plan, losses, table.face_down),
        footer(plan.rule, look.theme, _lines(view, look, table)),
    )


@lru_cache(maxsize=16)
def _ground(theme: Theme, plan: Plan, flip: bool, names: Names) -> Tile:
    later = partial(_draw_ground, theme, plan, flip, names)
    return Tile(("ground", plan, flip, names), WIDTH, plan.height, later=later)


def _draw_ground(theme: Theme, plan: Plan, flip: bool, names: Names) -> Tile:
    shapes = (*ground(theme, plan, names), *panels(theme, plan, flip=flip))
    return Tile(("ground", plan, flip, names), WIDTH, plan.height, shapes)


def _spots(look: Look, plan: Plan, table: Table) -> Iterator[Stamp]:
    """Yield points with pieces or marks, hills, the last move's way, and everything over pieces."""
    theme = look.theme
    marked = _marks(look, table)
    spots = [
        Spot(square, piece, marked.get(square, ()), look.coded, look.preview)
        for square, piece in enumerate(table.pieces)
    ]
    for spot in spots[: len(GRID)]:
        if spot.piece or spot.marks:
            yield stamp(theme, plan, spot)
    yield from hills(theme, plan, spots[len(GRID) :], place_names(look)[2])
    for then in () if look.picked else (*table.earlier, table):
        if then.move and then.move[0] is not None:
            stops = way(then.pieces, then.move[0], then.move[1])
            yield arrow(theme, plan, stops, planned=look.preview, earlier=then is not table)
        for square, kind in _crosses(then):
            if then.pieces[square] == table.pieces[square]:  # nothing has come or gone since
                yield over(theme, plan, square, kind)
    for square in table.open_ if look.squares else ():
        if table.pieces[square]:
            yield over(theme, plan, square, "prey")
    for square, flag in table.flags:
        yield over(theme, plan, square, flag)
    if look.private:
        yield from (over(theme, plan, GRID.square(name), text) for name, text in look.notes)


def _crosses(table: Table) -> Iterator[tuple[int, str]]:
    if not table.move:
        return
    origin, target = table.move
    if table.verdict is Verdict.ATTACKER:
        yield target, "lost"
    if origin is not None:
        fallen = emptied_points(table.pieces, origin, target, table.verdict)
        yield from ((square, "fallen") for square in fallen)


def _marks(look: Look, table: Table) -> dict[int, tuple[str, ...]]:
    marked: dict[int, list[str]] = {}

    def mark(square: int, name: str) -> None:
        marked.setdefault(square, []).append(name)

    for square in table.revealed:
        mark(square, "revealed")
    if look.picked:
        for name in look.squares:
            mark(find(name), "chosen")
        for square in table.open_:
            piece = table.pieces[square]
            taken, faced = piece and look.squares, piece and piece.code
            mark(square, "prey" if taken else "chosen" if faced else "dot")
    elif table.move:
        for then in table.earlier:
            if then.move and then.move[0] is None:  # turned up, and no way shows it
                mark(then.move[1], "target")
        origin, target = table.move
        mark(target, "target")
        if origin is not None:
            mark(origin, "source")
    return {square: tuple(names) for square, names in marked.items()}


def _lines(view: View, look: Look, table: Table) -> tuple[Footer, ...]:
    """Write the last turn; then what has become public, and for how long nothing was taken. At the
    end the result comes first, and the last turn under it. "Only you" is at the right."""
    ended = view.turn if isinstance(view.turn, Over) else None
    if ended and not look.preview:
        winner = min(ended.winners, default=None)
        sign = None if winner is None else chip(look.theme, table.colours[winner])
        first = Footer(result(ended, look, table.sides), chip=sign)
        return first, Footer(last_turn(view, look, table.last, table.begins, 22), only_you(look))
    quiet = small(look, None if ended else table.quiet)
    right = only_you(look) or quiet
    if look.picked:
        piece = table.pieces[find(look.squares[0])] if look.squares else None
        sign = chip(look.theme, piece.colour if piece else "")
        asked = look.words("frame.choose_square") if table.open_ else ""
        first = Footer(prompt(look, "-".join(look.squares) or look.file, asked), chip=sign)
        return first, Footer((quiet if look.private else (),), right)
    seat = table.last[0] if table.last else None
    sign = None if seat is None else chip(look.theme, table.colours[seat] or COLOURS[seat])
    second = later(view, look, table.sides, moved=seat is not None) or (small(look, table.home),)
    if second == ((),) and look.private:
        second = (quiet,)
    first = Footer(last_turn(view, look, table.last, table.begins, 25), chip=sign)
    return first, Footer(second, right)
