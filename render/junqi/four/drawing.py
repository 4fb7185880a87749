"""The pictures of four-player Junqi: the functions that draw them, colours, sample views."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from games.core import Act, Over
from games.junqi.codes import DRAWN, NOTABLE
from games.junqi.four.board import GROUND, NAMES, SEATS, ZONES, point
from games.junqi.four.happenings import Gone
from games.junqi.four.view import SIDES, VERDICTS, FourView
from games.junqi.hidden import Back, Piece, Strike
from games.junqi.pieces import CODES, Move

from ...drawing import Drawing, Livery, Paintbox
from ...look import Theme
from ...theme import PICKED, TOKENS, inks, mix
from ..colours import FOUR, JUNQI
from ..portraits import view_in_play
from ..reading import of_hidden
from .pieces import chip
from .scene import scene
from .words import describe


def flat(theme: Theme) -> Iterable[str]:
    tokens, colours = TOKENS[theme], JUNQI[theme]
    yield from (ink for ink in inks(tokens) if ink != tokens.good)
    yield from (colours.board, colours.station, colours.edge, colours.road, colours.rail)
    yield from (colours.dash, colours.camp, colours.camp_line, colours.home)
    yield from (colours.slip, colours.slip_text)
    yield from inks(FOUR[theme])
    for over, share in ((tokens.last, tokens.source), (tokens.last, tokens.target)):
        yield mix(colours.station, over, share)
        yield mix(colours.camp, over, share)
    yield mix(colours.station, tokens.pick, PICKED)


def liveries(view: FourView, theme: Theme) -> tuple[Livery, ...]:
    return tuple(
        Livery(SIDES[seat], chip(theme, seat), colours.fill, colours.outline)
        for seat, colours in enumerate(FOUR[theme])
    )


def portraits() -> Iterator[FourView]:
    for seat in SEATS:
        gone: tuple[Gone, ...] = tuple((other, "flag") for other in SEATS if (other - seat) % 2)
        lost = tuple(Piece(side, code, 0) for side in SEATS for code in CODES[seat::4] * 3)
        won = Over(frozenset({seat}), "flag")
        yield replace(_portrait(3 * len(SEATS)), seat=None, turn=won, gone=gone, lost=lost)
    yield from map(_portrait, reversed(range(4 * len(SEATS))))


MOVES = ("g5", "b7"), ("k16", "j15"), ("i6", "i11"), ("o9", "o10")
"""Far ones along railways, and those of a step, as most are at first."""


def _portrait(number: int) -> FourView:
    """Show what each seat sees; then hidden pieces on every point, of each seat; then what it sees
    at the start; then all armies, at home."""
    board: list[Piece | Back | None] = []
    seat, stage = SEATS[number % len(SEATS)], number // len(SEATS)
    for at in range(len(NAMES)):
        owner = next((home for home in SEATS if stage > 1 and at in ZONES[home]), seat)
        piece = Piece(owner, CODES[(at + 3 * number) % len(CODES)], at)
        back = Back(owner if stage > 1 else SEATS[(at + number) % len(SEATS)], at)
        board.append((piece, back, None)[(at % 3, 1, owner != seat, 0)[stage]])
    origin, target = map(point, MOVES[number % len(MOVES)])
    board[origin] = None
    deed = Strike(seat, Move(origin, target))
    lost = tuple(
        Piece(seat, code, at) for at, code in enumerate(CODES[:number] if stage == 0 else ())
    )
    own = {"board": tuple(board), "lost": lost, "deeds": (deed,)}
    return view_in_play(FourView, SEATS, seat, Act(frozenset({seat})), **own)


FOUR_JUNQI = Drawing(
    game="junqi-four",
    view=FourView,
    scene=scene,
    words=describe,
    reading=of_hidden(GROUND, lambda view: SIDES, lambda _, words: (words("junqi-four.ground"),)),
    portraits=portraits,
    paintbox=Paintbox("junqi-four", flat, {"light": 64, "dark": 64, "contrast": 34}),
    liveries=liveries,
    cloth=lambda theme: JUNQI[theme].board,
    marked=DRAWN | {*VERDICTS.values()},
    notable=NOTABLE,
    sides=4,
    parts=True,
)
