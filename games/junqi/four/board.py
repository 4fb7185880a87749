"""The board of four-player Junqi and the moves on it (rules/junqi-four.md, sections 1 and 2)."""

from collections.abc import Iterator

from ...core import Seat
from ...grid import COMPASS, Grid, no_square
from ..board_shape import Ground
from ..lines import join_lines

GRID = Grid(17, 17)
"""The square around the cross; most of its corners are no points of the board."""
SEATS = tuple(map(Seat, range(4)))
"""South, West, North, East: clockwise."""
TEAMS = (frozenset(SEATS[::2]), frozenset(SEATS[1::2]))
TEAM_OF = tuple(TEAMS[seat % 2] for seat in SEATS)
"""By seat: itself and its partner."""


def partner(seat: Seat) -> Seat:
    """Return the seat opposite."""
    return SEATS[(seat + 2) % 4]


def turned(name: str, quarters: int) -> str:
    """Return a square of the grid after `quarters` turns clockwise: South to West, to North, …"""
    file, rank = GRID.at(GRID.square(name))
    for _ in range(quarters % 4):
        file, rank = rank, 16 - file
    return GRID.names[rank * 17 + file]


_SOUTH = tuple(f"{file}{rank}" for rank in range(1, 7) for file in "ghijk")
_SOUTH_CAMPS = ("h3", "j3", "i4", "h5", "j5")
_CENTRE = tuple(f"{file}{rank}" for rank in (7, 9, 11) for file in "gik")


def _quarters(names: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(turned(name, seat) for name in names) for seat in SEATS)


NAMES = tuple(
    sorted(
        {*_CENTRE, *(name for zone in _quarters(_SOUTH) for name in zone)},
        key=lambda name: (int(name[1:]), name[0]),
    )
)
"""The 129 points; their numbers go along the ranks, from the lowest rank upward."""
_NUMBERS = {name: at for at, name in enumerate(NAMES)}


def point(name: str) -> int:
    """Return the number of a point. Raises NotationError for all else, even squares of the grid."""
    try:
        return _NUMBERS[name]
    except KeyError:
        raise no_square(name, NAMES) from None


def points(names: str) -> tuple[int, ...]:
    """Return the numbers of points, named with blanks between them."""
    return tuple(map(point, names.split()))


def _zones(names: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(map(point, zone)) for zone in _quarters(names))


ZONES = _zones(_SOUTH)
"""The 30 points of each seat, from the own back row to the front row, each row left to right."""
HOMES = _zones(tuple(name for name in _SOUTH if name not in _SOUTH_CAMPS))
"""The 25 points of each seat's deployment, in the order of its text."""
CAMPS = frozenset(at for zone in _zones(_SOUTH_CAMPS) for at in zone)
BASES = tuple(frozenset(zone) for zone in _zones(("h1", "j1")))
"""The headquarters, by seat."""
HEADQUARTERS = frozenset[int]().union(*BASES)
CENTRE = frozenset(map(point, _CENTRE))

RAILWAYS = tuple(
    map(
        points,
        (
            "g2 h2 i2 j2 k2",
            "g6 h6 i6 j6 k6",
            "b7 b8 b9 b10 b11",
            "f7 f8 f9 f10 f11",
            "g16 h16 i16 j16 k16",
            "g12 h12 i12 j12 k12",
            "p7 p8 p9 p10 p11",
            "l7 l8 l9 l10 l11",
            "g2 g3 g4 g5 g6 g7 g9 g11 g12 g13 g14 g15 g16",
            "i6 i7 i9 i11 i12",
            "k2 k3 k4 k5 k6 k7 k9 k11 k12 k13 k14 k15 k16",
            "b7 c7 d7 e7 f7 g7 i7 k7 l7 m7 n7 o7 p7",
            "f9 g9 i9 k9 l9",
            "b11 c11 d11 e11 f11 g11 i11 k11 l11 m11 n11 o11 p11",
            "g2 g3 g4 g5 g6 f7 e7 d7 c7 b7",
            "b11 c11 d11 e11 f11 g12 g13 g14 g15 g16",
            "k16 k15 k14 k13 k12 l11 m11 n11 o11 p11",
            "p7 o7 n7 m7 l7 k6 k5 k4 k3 k2",
        ),
    )
)
"""The 18 railways, stop by stop; the last four are the arcs."""
ARCS = RAILWAYS[-4:]


def _steps(at: int) -> Iterator[int]:
    """List the steps along a line: by rail, and inside a zone by road, slanting at a camp."""
    for line in RAILWAYS:
        if at in line:
            here = line.index(at)
            yield from (line[place] for place in (here - 1, here + 1) if 0 <= place < len(line))
    for zone in ZONES:
        if at not in zone:
            continue
        for right, up in COMPASS:
            near = GRID.step(GRID.square(NAMES[at]), right, up)
            other = None if near is None else _NUMBERS.get(GRID.names[near])
            if other in zone and (not (right and up) or at in CAMPS or other in CAMPS):
                yield other


GRAPH = join_lines([tuple(_steps(at)) for at in range(len(NAMES))], RAILWAYS)
GROUND = Ground(
    names=NAMES,
    point=point,
    homes=HOMES,
    teams=TEAM_OF,
    camps=CAMPS,
    headquarters=HEADQUARTERS,
    lines=GRAPH,
)
actions = GROUND.actions
