"""What can be asked about a position of Ponte del Diavolo."""

from collections.abc import Iterator
from dataclasses import replace

from games.core import Event, Over
from games.ponte.board import DARK, ISLAND, LIGHT, Bridge, Colour, Mask
from games.ponte.position import Position
from games.ponte.turns import bridges, firsts, seconds
from games.ponte.view import PonteView

from ..look import Words
from ..reading import Held, Reading, Way
from .words import SIDES, sides


def held(view: PonteView, square: str) -> Held | None:
    position = view.position
    at = position.square(square)
    for colour, own in enumerate(position.placed):
        if own >> at & 1:
            n = position.table.group(at, own).bit_count()
            code = "ponte.island_tile" if n == ISLAND else "ponte.sandbank_tile"
            return Held(position.seat(colour), Event(code, {"n": n} if n < ISLAND else {}))
    return None


def spans(position: Position, colour: Colour) -> list[Bridge]:
    """List the bridges a colour could build if it were to move."""
    return bridges(replace(position, mover=colour, half=None))


def open_to(position: Position, colour: Colour) -> Mask:
    """Return the squares on which a colour could place a tile if it were to move."""
    if position.half is not None and position.mover == colour:
        return seconds(position, position.half)
    return firsts(replace(position, mover=colour, half=None))


def ways(view: PonteView, square: str) -> tuple[Way, ...]:
    """List the other ends of the bridges that could be built from a tile."""
    position, at = view.position, view.position.square(square)
    found = (
        {span.first, span.second} - {square}
        for colour, own in enumerate(position.tiles)
        if own >> at & 1
        for span in spans(position, colour)
        if square in (span.first, span.second)
    )
    return tuple(Way(end) for ends in found for end in ends)


def near(view: PonteView, square: str) -> tuple[str, ...]:
    table = view.position.table
    return tuple(
        table.grid.names[at] for at in table.squares(table.near[table.grid.square(square)])
    )


def about(view: PonteView, square: str) -> tuple[Event, ...]:
    """Tell of the bridge on or over a square, and for whom an empty one is closed."""
    position = view.position
    at = position.square(square)
    events = []
    for span in position.spans:
        bridge = {"first": span.action.first, "second": span.action.second}
        if at in (span.first, span.second):
            events.append(Event("ponte.ask_carries", bridge))
        elif span.covered >> at & 1:
            events.append(Event("ponte.ask_under", bridge))
    light, dark = position.placed
    if not isinstance(view.turn, Over) and not (light | dark | position.covered) >> at & 1:
        for colour in (LIGHT, DARK):
            code = "open" if open_to(position, colour) >> at & 1 else "closed"
            events.append(Event(f"ponte.ask_{code}", {"side": SIDES[colour]}))
    return tuple(events)


def goal(view: PonteView) -> tuple[Event, ...]:
    position = view.position
    points = {"light": position.score(LIGHT), "dark": position.score(DARK)}
    left = [position.tiles_left(colour) for colour in (LIGHT, DARK)]
    events = [Event("ponte.far", points)]
    if left[LIGHT] is not None:
        events.append(Event("alt.tiles_left", {"light": str(left[LIGHT]), "dark": str(left[DARK])}))
    return tuple(events)


def ground(view: PonteView, words: Words) -> Iterator[str]:
    """List the squares closed to the reader's colour, and its possible bridges. Spectators read
    them of both colours."""
    position = view.position
    if isinstance(view.turn, Over):
        return
    table, comma = position.table, words("alt.comma")
    light, dark = position.placed
    free = ((1 << len(table.grid)) - 1) & ~(light | dark | position.covered)
    colours = (LIGHT, DARK) if view.seat is None else (position.seated[view.seat],)
    for colour in colours:
        side, open_ = words(SIDES[colour].code), open_to(position, colour)
        closed = comma.join(table.grid.names[at] for at in table.squares(free & ~open_))
        yield words("ponte.closed", side=side, squares=closed or words("alt.none"))
        built = comma.join(f"{span.first}-{span.second}" for span in spans(position, colour))
        yield words("ponte.possible", side=side, bridges=built or words("alt.none"))


def names(view: PonteView) -> tuple[str, ...]:
    return view.position.table.grid.names


READING = Reading("ponte", sides, names, held, ways, near, about, goal, ground)
