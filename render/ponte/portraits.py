"""Views of Ponte del Diavolo drawn at the start, so that no tile is new."""

from collections.abc import Iterator

from games.core import Act, Over, Seat
from games.ponte.notation import load
from games.ponte.view import PonteView, news

TURNS = (Act(frozenset({Seat(0)})), Act(frozenset({Seat(1)})))
WON = Over(frozenset({Seat(0)}), "score")
LANDS = (
    "ponte1 standard on ........o./.x.oooo.o./.xx.....oo/..xooxx.xx/.....xooxx/"
    ".ooo.xoo../..o.....x./....x.xxx./...xx...../...x.oooo. d 27 0 0 - "
    "g9-i10,g6-i8,e3-f5,e2-g3,i4-i6,d7-f9 - 0 d7-f9"
)


def portraits() -> Iterator[PonteView]:
    """Yield lands and bridges in play, and counted."""
    position = load(LANDS)
    for turn in TURNS:
        yield PonteView(None, turn, news(position), position)
    yield PonteView(None, WON, news(position), position)
