"""The pictures of Junqi: dark mode as one side or a spectator may see it, and flip mode."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.core import Act, Event, Over, Seat, View, Word
from games.junqi.board import COLOURS, FLAG, GRID, HOMES, SEATS, Verdict
from games.junqi.dark import notation as dark_notation
from games.junqi.dark import view as dark_view
from games.junqi.dark.board import Back, Fallen
from games.junqi.dark.view import DarkView
from games.junqi.flip import notation as flip_notation
from games.junqi.flip import view as flip_view
from games.junqi.flip.board import Down, Face, carried
from games.junqi.flip.view import FlipView

from ..frame import Chair, Footer, Wording, below, centre, header
from ..look import Look, Theme
from ..scene import Run, Scene, Stamp, Tile
from ..theme import TOKENS
from ..words import result, sayings
from .board import Plan, ground, whole
from .cells import Man, Spot, arrow, over, stamp
from .pieces import chip
from .setup import setting_up, setup_scene
from .side import Losses, column, panels


@dataclass(frozen=True, slots=True)
class Table:
    """What both modes have in common to be drawn; `men` by square, `colours` by seat.

    `last` is where the last move began and ended, `cross` what died: "", "target" (its corner),
    "source" or "both". `flags` are those under pieces, as `cells.over` names them, `open_`
    the steps that can follow what is picked, onto an enemy or not.
    """

    men: tuple[Man | None, ...]
    colours: tuple[str, str]
    losses: tuple[tuple[Man, ...], tuple[Man, ...]]
    missed: tuple[int, ...]
    limit: int
    last: tuple[int | None, int] | None = None
    cross: str = ""
    revealed: tuple[int, ...] = ()
    flags: tuple[tuple[int, str], ...] = ()
    open_: tuple[int, ...] = ()
    face_down: int | None = None


def dark_scene(view: DarkView, look: Look) -> Scene:
    """Dark mode; a side's own half while it sets up."""
    if setting_up(view):
        return setup_scene(view, look)
    men = tuple(_man(cell) if cell else None for cell in view.board)
    lost = [tuple(_man(one) for one in view.lost if one.seat == seat) for seat in SEATS]
    strike = view.strike
    table = Table(
        men=men,
        colours=(COLOURS[0], COLOURS[1]),
        losses=(lost[0], lost[1]),
        missed=view.missed,
        limit=view.options.missed_limit,
        last=(strike.move.origin, strike.move.target) if strike else None,
        cross=_cross(strike.verdict) if strike else "",
        revealed=tuple(_revealed(view, men)),
        open_=_open(look, [dark_view.path(action) for action in dark_view.legal(view)]),
    )
    return _scene(view, look, table, dark_notation.last(view), "junqi-dark")


def flip_scene(view: FlipView, look: Look) -> Scene:
    """Flip mode."""
    men = tuple(_piece(cell) if cell else None for cell in view.board)
    dead = [tuple(_piece(one) for one in view.dead if one.colour == colour) for colour in COLOURS]
    colours = view.colours if view.colours[0] else ("", "")
    first = COLOURS.index(colours[0]) if colours[0] else 0
    strike, flipped = view.strike, view.flipped
    last = (strike.move.origin, strike.move.target) if strike else None
    table = Table(
        men=men,
        colours=colours,
        losses=(dead[first], dead[1 - first]),
        missed=view.missed,
        limit=view.options.missed_limit,
        last=(None, flipped.square) if flipped else last,
        cross=_cross(strike.verdict) if strike else "",
        flags=tuple(_flags(view)),
        open_=_open(look, [flip_view.path(action) for action in flip_view.legal(view)]),
        face_down=view.face_down,
    )
    return _scene(view, look, table, flip_notation.last(view), "junqi-flip")


def _man(piece: Fallen) -> Man:
    code = "" if isinstance(piece, Back) else piece.code
    return Man(COLOURS[piece.seat], code)


def _piece(cell: Face | Down) -> Man:
    return Man("") if isinstance(cell, Down) else Man(cell.colour, cell.code)


def _cross(verdict: Verdict | None) -> str:
    """Where the crosses of a combat stand."""
    crosses = {Verdict.ATTACKER: "target", Verdict.DEFENDER: "source", Verdict.BOTH: "both"}
    return crosses[verdict] if verdict else ""


def _revealed(view: DarkView, men: tuple[Man | None, ...]) -> Iterator[int]:
    """The flags that a fallen Field Marshal has exposed."""
    for square, man in enumerate(men):
        if man and man.code == FLAG and Seat(COLOURS.index(man.colour)) in view.revealed:
            yield square


def _flags(view: FlipView) -> Iterator[tuple[int, str]]:
    """The flags under pieces: those that go along, and those that only lie there."""
    for square, cell in enumerate(view.board):
        for flag in cell.under if isinstance(cell, Face) else "":
            goes = isinstance(cell, Face) and carried(cell, view.alive) == flag
            yield square, flag if goes else f"{flag} stays"


def _open(look: Look, paths: list[tuple[str, ...]]) -> tuple[int, ...]:
    """What can be picked next."""
    depth = len(look.picked)
    if not depth:
        return ()
    steps = {path[depth] for path in paths if path[:depth] == look.picked and path[depth:]}
    return tuple(sorted(map(GRID.square, steps)))


def _scene(view: View, look: Look, table: Table, told: tuple[Seat, str] | None, game: str) -> Scene:
    """The picture of the whole board."""
    plan = whole(look.below == 1, table.colours)
    flip = table.face_down is not None
    panels_, names = header(view, look, _chairs(look, table, game))
    number = view.number or 1
    shown = str(number - 1 if isinstance(view.turn, Over) else number)
    title = centre(TOKENS[look.theme], look.words("frame.turn_word"), shown)
    order = (0, 1) if plan.flipped else (1, 0)
    sides = [_losses(table, seat) for seat in order]
    lists, counts = column(look, plan, sides, table.face_down)
    chips, sentences = below(plan.rule, look.theme, _lines(view, look, table, told))
    return Scene(
        f"junqi-{look.theme}",
        _ground(look.theme, plan, flip),
        (*panels_, *_spots(look, plan, table), *lists, *chips),
        (*names, *title, *counts, *sentences),
    )


def _losses(table: Table, seat: int) -> Losses:
    return Losses(table.colours[seat], table.losses[seat], table.missed[seat], table.limit)


def side_word(colour: str, game: str, seat: int) -> str:
    """The catalogue's word for a side: its colour, or until that is decided its seat."""
    return {"r": "junqi.red", "b": "junqi.blue"}.get(colour, f"{game}.seat.{seat}")


def _chairs(look: Look, table: Table, game: str) -> tuple[Chair, Chair]:
    first, second = (
        Chair(look.words(side_word(colour, game, seat)), sign, sign)
        for seat, colour in enumerate(table.colours)
        for sign in (chip(look.theme, colour),)
    )
    return first, second


@lru_cache(maxsize=16)
def _ground(theme: Theme, plan: Plan, flip: bool) -> Tile:
    shapes = (*ground(theme, plan), *panels(theme, plan, flip=flip))
    return Tile(("ground", plan, flip), 800, plan.height, shapes)


def _spots(look: Look, plan: Plan, table: Table) -> Iterator[Stamp]:
    """Empty points with marks, the arrow, the pieces, and what lies over them."""
    theme = look.theme
    marked = _marks(look, table)
    spots = [
        Spot(square, man, marked.get(square, ()), look.codes)
        for square, man in enumerate(table.men)
        if man or square in marked
    ]
    yield from (stamp(theme, plan, spot) for spot in spots if not spot.man)
    if table.last and table.last[0] is not None and not look.picked:
        yield from _arrow(look, plan, table.last[0], table.last[1])
    yield from (stamp(theme, plan, spot) for spot in spots if spot.man)
    yield from (over(theme, plan, square, kind) for square, kind in _crosses(look, table))
    for square in table.open_:
        if table.men[square]:
            yield over(theme, plan, square, "prey")
    for square, flag in table.flags:
        yield over(theme, plan, square, flag)
    if look.private:
        yield from (over(theme, plan, GRID.square(name), text) for name, text in look.notes)


def _crosses(look: Look, table: Table) -> Iterator[tuple[int, str]]:
    """The crosses of the last combat: at the corner of who stays, and where nobody stands now."""
    if not table.last or look.picked:
        return
    origin, target = table.last
    if table.cross == "target":
        yield target, "lost"
    if table.cross in ("source", "both") and origin is not None and not table.men[origin]:
        yield origin, "fallen"
    if table.cross == "both" and not table.men[target]:
        yield target, "fallen"


def _arrow(look: Look, plan: Plan, origin: int, target: int) -> Iterator[Stamp]:
    if max(abs(a - b) for a, b in zip(plan.centre(origin), plan.centre(target), strict=True)):
        yield arrow(look.theme, plan, origin, target)


def _marks(look: Look, table: Table) -> dict[int, tuple[str, ...]]:
    """The marks on points, by square."""
    found: dict[int, list[str]] = {}

    def mark(square: int, name: str) -> None:
        found.setdefault(square, []).append(name)

    for square in table.revealed:
        mark(square, "revealed")
    if look.picked:
        for name in look.squares:
            mark(GRID.square(name), "chosen")
        for square in table.open_:
            mark(square, "prey" if table.men[square] else "dot")
    elif table.last:
        origin, target = table.last
        mark(target, "target")
        if origin is not None:
            mark(origin, "source")
    return {square: tuple(names) for square, names in found.items()}


def _lines(
    view: View, look: Look, table: Table, told: tuple[Seat, str] | None
) -> tuple[Footer, ...]:
    """The last turn; then the result or what has become public, and how long nothing was taken."""
    tokens = TOKENS[look.theme]
    quiet = () if isinstance(view.turn, Over) else _quiet(view, look)
    if look.picked:
        return _picking(look, table), Footer(_private(look), quiet)
    if told is None:
        said = "; ".join(look.words(event.code, **event.args) for event in view.news)
        deploying = isinstance(view, DarkView) and view.deploying
        begins = "junqi.both_set_up" if deploying else "frame.begins"
        said = said or look.words(begins, side=Word(f"junqi-flip.seat.{SEATS[0]}"))
        first = Footer(((Run(said, 25, tokens.ink2),),))
    else:
        first = _told(view, look, table, told)
    second = _second(view, look)
    if look.private and second and isinstance(view, DarkView):
        return first, Footer(second, _private(look)[0])
    return first, Footer(second or _home(view, look) or _private(look), quiet)


def _told(view: View, look: Look, table: Table, told: tuple[Seat, str]) -> Footer:
    """The last move and its first news, in full if there is room."""
    tokens = TOKENS[look.theme]
    seat, text = told
    bold = Run(text, 25, tokens.ink, "Bold")
    head = [event for event in view.news if event.code not in LATER]
    full = "; ".join(next(sayings(look, event)) for event in head)
    brief = "; ".join(list(sayings(look, event))[-1] for event in head)
    first = next(iter(sayings(look, head[0]))) if head else ""
    wordings: list[Wording] = [
        (bold, Run(saying, 25, tokens.ink2, space=14)) for saying in (full, brief, first) if saying
    ]
    return Footer((*wordings, (bold,)), chip=chip(look.theme, table.colours[seat] or COLOURS[seat]))


LATER = (
    "junqi.flag_revealed",
    "junqi.flag_down",
    "junqi.mines_gone",
    "junqi.workers",
    "junqi.colours",
    "junqi.quiet",
    "junqi.quiet_flip",
)
"""The news of the second line, what matters most first."""


def _second(view: View, look: Look) -> tuple[Wording, ...]:
    """The result, or what the last turn has made known."""
    tokens = TOKENS[look.theme]
    if isinstance(view.turn, Over):
        ended = sayings(look, _result(view, view.turn))
        return tuple((Run(saying, 22, tokens.ink, "Bold"),) for saying in ended)
    events = sorted((one for one in view.news if one.code in LATER), key=_rank)
    later = [tuple(sayings(look, event)) for event in events]
    ways = ["; ".join(said[min(way, len(said) - 1)] for said in later) for way in range(3)]
    ways += ("; ".join(said[-1] for said in later[:most]) for most in range(len(later) - 1, 0, -1))
    return tuple((Run(way, 22, tokens.ink2),) for way in dict.fromkeys(ways) if way)


def _rank(event: Event) -> int:
    return LATER.index(event.code)


def _result(view: View, over_: Over) -> Event:
    """How it ended, with the sides by their colours once those are decided."""
    if isinstance(view, FlipView):
        if not view.colours[0]:
            return result(over_, "junqi-flip")
        first = COLOURS.index(view.colours[0])
        return result(over_, "junqi-dark", (first, 1 - first))
    return result(over_, "junqi-dark")


def _home(view: View, look: Look) -> tuple[Wording, ...]:
    """Where the side to move must carry the enemy's flag."""
    if not isinstance(view, FlipView) or not isinstance(view.turn, Act) or not view.colours[0]:
        return ()
    if view.options.flag_goal != "carry":
        return ()
    seat = min(view.turn.seats)
    squares = ", ".join(GRID.names[square] for square in sorted(HOMES[seat]))
    side = Word(f"junqi.{'red' if view.colours[seat] == COLOURS[0] else 'blue'}")
    said = look.words("junqi.home", side=side, squares=squares)
    return ((Run(said, 22, TOKENS[look.theme].ink2),),)


def _private(look: Look) -> tuple[Wording, ...]:
    """For whose eyes a picture is."""
    if not look.private:
        return ((),)
    return ((Run(look.words("frame.only_you"), 22, TOKENS[look.theme].ink2),),)


def _quiet(view: View, look: Look) -> Wording:
    """How many turns nothing has been taken."""
    if not isinstance(view, DarkView | FlipView) or not view.options.no_capture_limit:
        return ()
    if isinstance(view, DarkView) and view.deploying:
        return ()
    code = "junqi.quiet_for" if isinstance(view, DarkView) else "junqi.quiet_for_flip"
    said = look.words(code, n=view.quiet, limit=view.options.no_capture_limit)
    return (Run(said, 22, TOKENS[look.theme].ink2),)


def _picking(look: Look, table: Table) -> Footer:
    """What is picked, and what to do next."""
    tokens = TOKENS[look.theme]
    man = table.men[GRID.square(look.squares[0])]
    bold = Run("-".join(look.squares), 25, tokens.ink, "Bold")
    wordings: tuple[Wording, ...] = ((bold,),)
    if table.open_:
        asked = look.words("picker.where")
        wordings = ((bold, Run(asked, 25, tokens.ink2, space=14)), *wordings)
    return Footer(wordings, chip=chip(look.theme, man.colour if man else ""))
