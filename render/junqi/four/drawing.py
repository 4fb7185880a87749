"""The pictures of four-player Junqi: the functions that draw them, colours, sample views."""

from collections.abc import Iterable, Iterator

from games.core import Act
from games.junqi.codes import DRAWN, NOTABLE
from games.junqi.four.board import GROUND, NAMES, SEATS, point
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
    return map(_portrait, range(4))


def _portrait(number: int) -> FourView:
    board: list[Piece | Back | None] = []
    for at in range(len(NAMES)):
        piece = Piece(SEATS[number], CODES[at % len(CODES)], at)
        back = Back(SEATS[(at + number) % len(SEATS)], at)
        board.append((piece, back, None)[at % 3])
    origin, target = map(point, (("g5", "b7"), ("i6", "i11"))[number % 2])
    board[origin] = None
    seat, deed = SEATS[number], Strike(SEATS[number], Move(origin, target))
    lost = tuple(Piece(seat, code, at) for at, code in enumerate(CODES[:number]))
    own = {"board": tuple(board), "lost": lost, "deeds": (deed,)}
    return view_in_play(FourView, SEATS, seat, Act(frozenset({seat})), **own)


FOUR_JUNQI = Drawing(
    game="junqi-four",
    view=FourView,
    scene=scene,
    words=describe,
    reading=of_hidden(GROUND, lambda view: SIDES, lambda _, words: (words("junqi-four.ground"),)),
    portraits=portraits,
    paintbox=Paintbox("junqi-four", flat, {"light": 64, "dark": 64, "contrast": 40}),
    liveries=liveries,
    cloth=lambda theme: JUNQI[theme].board,
    marked=DRAWN | {*VERDICTS.values()},
    notable=NOTABLE,
    sides=4,
    parts=True,
)
