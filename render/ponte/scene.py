"""The picture of Ponte del Diavolo."""

from collections.abc import Iterator
from functools import cache, lru_cache, partial

from games.core import Over, Seat, Word
from games.ponte.board import water
from games.ponte.notation import last
from games.ponte.position import Position
from games.ponte.view import Code, PonteView

from .. import frame
from ..look import Look, Theme
from ..painting.lettering import cut, fitting, width
from ..scene import Run, Scene, Sketch, Stamp, Text, Tile, compose, place_at
from ..squares import square_field, stock
from ..theme import TOKENS
from ..words import saying, sayings
from .board import following, items, over, rank_networks
from .cells import Near, counter, floor, tile
from .colours import PONTE
from .pieces import land
from .words import first_worths, sides, tie_break

CHIP = 76
"""The side in px of the cell whose tile, made smaller, is a seat's chip."""
COUNTED = ("score", "islands", "bridges", "tie")
"""The ends at which the networks are counted."""
ROW_NAME = 232
"""The longest name in the rows of the count, in px."""


def scene(view: PonteView, look: Look) -> Scene:
    """Draw the position as the reader wants it; at the end with its networks and their sums."""
    position = view.position
    field = square_field(position.variant.size, look.below == 1)
    over_ = isinstance(view.turn, Over)
    signs = [chip(look.theme, colour) for colour in position.seated]
    counted = isinstance(view.turn, Over) and view.turn.reason in COUNTED
    score = " : ".join(str(position.score(colour)) for colour in position.seated)
    number = position.number if over_ else position.number + 1
    finished = counted and not look.preview
    lines = () if finished else _lines(view, look)
    cells = _cells(view, look, field, counted=finished)
    return compose(
        f"ponte-{look.theme}",
        _ground(look.theme, position.variant.size, field.flipped, len(lines) or 4),
        frame.header(view, look, sides(view), signs),
        frame.centre(view, look, number, score if counted else ""),
        ((*cells, *over(view, look, field, counted=finished)), ()),
        _count(view, look, field) if finished else frame.footer(field.rule, look.theme, lines),
    )


@lru_cache(maxsize=8)
def chip(theme: Theme, colour: int) -> Sketch:
    """Draw a single tile of an island with its building, for header and footer."""
    shapes = land(theme, CHIP, colour, True, "", True)
    return Sketch(f"tile {colour}", place_at(shapes, -0.5, -0.5, 1 / CHIP))


@lru_cache(maxsize=24)
def _ground(theme: Theme, size: int, flipped: bool, lines: int) -> Tile:
    high = square_field(size, flipped).height(lines)
    later = partial(_draw_ground, theme, size, flipped, lines)
    return Tile(("ground", size, flipped, lines), frame.WIDTH, high, later=later)


def _draw_ground(theme: Theme, size: int, flipped: bool, lines: int) -> Tile:
    field = square_field(size, flipped)
    shapes = [*frame.surround(field, TOKENS[theme], lines)]
    for square in range(size * size):
        x, y = field.corner(*water(size).grid.at(square))
        shapes += place_at(floor(theme, field.cell, *_water(theme, size, square)), x, y)
    return Tile(("ground", size, flipped, lines), frame.WIDTH, field.height(lines), tuple(shapes))


@cache
def _water(theme: Theme, size: int, square: int) -> tuple[int, int]:
    """Return a cell's shade and wave (0 for none); always the same third of the cells has one."""
    file, rank = water(size).grid.at(square)
    scattered = (square * 2654435761 + size) % 4294967296 >> 16
    has_wave = PONTE[theme].wave and scattered % 3 == 0
    return (file + rank + 1) % 2, 1 + scattered % 89 % 30 if has_wave else 0


def _cells(view: PonteView, look: Look, field: frame.Field, *, counted: bool) -> Iterator[Stamp]:
    position = view.position
    (light, dark), grid = position.placed, position.table.grid
    near: dict[int, list[Near]] = {}
    wide: dict[int, list[Near]] = {}
    for item in items(view, look, field, counted=counted):
        if item.square is not None:
            near.setdefault(item.square, []).append((item.layer, item.looks, 0, 0))
            continue
        for file, rank in field.under(*item.edges):
            x, y = field.corner(file, rank)
            seen = item.layer, item.looks, item.x - x, item.y - y
            wide.setdefault(rank * grid.files + file, []).append(seen)
    for square in sorted(near.keys() | wide.keys()):
        x, y = field.corner(*grid.at(square))
        across = (*near.get(square, ()), *wide.get(square, ()))
        shade, wave = _water(look.theme, position.variant.size, square)
        wave = 0 if (light | dark) >> square & 1 else wave  # which land hides
        yield Stamp(x, y, tile(look.theme, field.cell, shade, wave, across))


def _lines(view: PonteView, look: Look) -> tuple[frame.Footer, ...]:
    """Write the last turn and the score, at an end without a count the result and under it the last
    turn; then what counts or else the supplies, and "only you"."""
    position, tokens, turn = view.position, TOKENS[look.theme], last(view)
    right = stock(look, "frame.score", (position.score(colour) for colour in position.seated))
    colour: int | None = position.mover if turn is None else position.seated[turn[0]]
    if isinstance(view.turn, Over) and not look.preview:
        winner = min(view.turn.winners, default=None)
        colour = None if winner is None else position.seated[winner]
        first, second = frame.result(view.turn, look, sides(view)), _last_turn(view, look, turn, 22)
    else:
        first = _picking(view, look) if look.picked else _last_turn(view, look, turn, 25)
        notes = [*first_worths(view, look)] or [*_supply(view, look)]
        some = [" · ".join(notes[:most]) for most in range(len(notes), 0, -1)]
        second = tuple((Run(note, 22, tokens.ink2),) for note in some) or ((),)
    if look.picked:
        colour = position.mover
    one = frame.Footer(first, right, None if colour is None else chip(look.theme, colour))
    if second == ((),) and not look.private:
        return (one,)
    return one, frame.Footer(second, frame.only_you(look))


def _supply(view: PonteView, look: Look) -> Iterator[str]:
    position, words = view.position, look.words
    tiles = [position.tiles_left(seat) for seat in position.seated]
    if None not in tiles:
        yield words("frame.tiles_left", first=str(tiles[0]), second=str(tiles[1]))
    if position.bridges_left is not None:
        yield words("frame.bridges_left", n=position.bridges_left)


def _picking(view: PonteView, look: Look) -> tuple[frame.Wording, ...]:
    bridge = any(isinstance(pick, Word) for pick in look.picked)
    end = "frame.choose_end" if look.squares else "frame.choose_begin"
    asked = look.words(end if bridge else "frame.choose_square")
    text = "-".join(look.squares) or look.file or look.words("ponte.bridge")
    if not any(following(view, look)):
        return frame.prompt(look, text, "")
    both, bold = frame.prompt(look, text, asked)
    return both, (both[-1].without_space(),), bold


def _last_turn(
    view: PonteView, look: Look, turn: tuple[Seat, str] | None, size: int
) -> tuple[frame.Wording, ...]:
    tokens, words = TOKENS[look.theme], look.words
    if turn is None:
        begins = "" if view.position.number else words("frame.begins", side=sides(view)[0])
        return ((Run(begins, size, tokens.ink2),),)
    text = Run(turn[1], size, tokens.ink, "Bold")
    events = [event for event in view.news if event.code != Code.SCORE]
    full = words("alt.semicolon").join(saying(look, event) for event in events)
    brief = words("alt.semicolon").join(sayings(look, event)[-1] for event in events)
    first = (said for event in view.news[:1] for said in sayings(look, event))
    news = filter(None, (full, *(brief,) * (len(events) > 1), *first))
    return *((text, Run(new, size, tokens.ink2, "Medium", 14)) for new in news), (text,)


def _count(view: PonteView, look: Look, field: frame.Field) -> tuple[list[Stamp], list[Text]]:
    """Write the result, one row a seat with its networks, and what broke a tie."""
    position, tokens, turn = view.position, TOKENS[look.theme], view.turn
    stamps: list[Stamp] = []
    texts: list[Text] = []
    if isinstance(turn, Over):
        winner = min(turn.winners, default=None)
        sign = None if winner is None else chip(look.theme, position.seated[winner])
        first = frame.Footer(frame.result(turn, look, sides(view)), (), sign)
        stamps, texts = frame.footer(field.rule, look.theme, (first,))
    ink = tokens.ink
    names = [
        cut(Run(frame.name_of(look, seat) or look.words(side.code), 25, ink, "Bold"), ROW_NAME)
        for seat, side in enumerate(sides(view))
    ]
    start = 54 + max(width((name,)) for name in names) + 24
    for row, (colour, name) in enumerate(zip(position.seated, names, strict=True)):
        top = field.rule + 44 + 42 * row
        line = frame.Footer(((name,),), (), chip(look.theme, colour))
        chips, written = frame.footer(top, look.theme, (line,))
        badges, sums = _sums(position, look, colour, start, top + 28)
        stamps += (*chips, *badges)
        texts += (*written, *sums)
    rule = (Run(look.words("frame.islands_score"), 22, tokens.ink2),)
    y = field.rule + 150
    private = frame.only_you(look)
    notes = [(Run(note, 22, tokens.ink2),) for note in filter(None, (tie_break(view, look),))]
    left = fitting((*notes, ()), 740 - width(private or rule))
    texts += [Text(18, y, "left", left, tokens.page)] if left else []
    texts.append(Text(782, y, "right", private or rule, tokens.page))
    return stamps, texts


def _sums(
    position: Position, look: Look, colour: int, start: float, y: int
) -> tuple[list[Stamp], list[Text]]:
    """Write `A 5 → 15`, `B 2 → 3`, `1 × n`, and the total at the right."""
    tokens = TOKENS[look.theme]
    parts = [
        (letter, fill, f"{len(network.islands)} → {network.score}")
        for owner, network, letter, fill in rank_networks(position)
        if owner == colour
    ]
    alone = sum(len(network.islands) == 1 for network in position.networks(colour))
    if alone:
        parts.append(("1", "#FFFFFF", f"× {alone}"))
    stamps: list[Stamp] = []
    texts: list[Text] = []
    x = start
    for letter, fill, sum_ in parts:
        run = (Run(sum_, 25, tokens.ink, "SemiBold"),)
        if x + 42 + width(run) > 700:
            break
        stamps.append(Stamp(round(x), y - 17, counter(look.theme, letter, fill)))
        texts.append(Text(x + 42, y, "left", run, tokens.page))
        x += 42 + width(run) + 22
    total = (Run(str(position.score(colour)), 36, tokens.ink, "ExtraBold"),)
    return stamps, [*texts, Text(782, y, "right", total, tokens.page)]
