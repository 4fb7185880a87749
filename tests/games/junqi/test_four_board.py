"""The cross of four-player Junqi and the ways on it (rules/junqi-four.md, sections 1, 2 and 8)."""

from itertools import pairwise

import pytest

from games.core import Act, NotationError, Over, Seat
from games.junqi.four.board import (
    BASES,
    CAMPS,
    CENTRE,
    GRAPH,
    HEADQUARTERS,
    HOMES,
    NAMES,
    RAILWAYS,
    SEATS,
    ZONES,
    point,
    turned,
)
from games.junqi.four.position import Position
from games.junqi.four.rules import FOUR_RULES
from games.junqi.pieces import SET

from .positions import adjacent, four_at

ADJACENT = """
g1: h1 g2  h1: g1 i1 h2  i1: h1 j1 i2  j1: i1 k1 j2  k1: j1 k2
g2: g1 h2 g3 h3  h2: h1 g2 i2 h3  i2: i1 h2 j2 h3 i3 j3  j2: j1 i2 k2 j3  k2: k1 j2 j3 k3
g3: g2 h3 g4  h3: g2 h2 i2 g3 i3 g4 h4 i4  i3: i2 h3 j3 i4  j3: i2 j2 k2 i3 k3 i4 j4 k4  k3: k2 j3 k4
g4: g3 h3 h4 g5 h5  h4: h3 g4 i4 h5  i4: h3 i3 j3 h4 j4 h5 i5 j5  j4: j3 i4 k4 j5  k4: j3 k3 j4 j5 k5
g5: g4 h5 g6  h5: g4 h4 i4 g5 i5 g6 h6 i6  i5: i4 h5 j5 i6  j5: i4 j4 k4 i5 k5 i6 j6 k6  k5: k4 j5 k6
g6: g5 h5 h6 f7 g7  h6: h5 g6 i6  i6: h5 i5 j5 h6 j6 i7  j6: j5 i6 k6  k6: j5 k5 j6 k7 l7
g7: g6 f7 i7 g9  i7: i6 g7 k7 i9  k7: k6 i7 l7 k9  g9: g7 f9 i9 g11  i9: i7 g9 k9 i11  k9: k7 i9 l9 k11
g11: g9 f11 i11 g12  i11: i9 g11 k11 i12  k11: k9 i11 l11 k12
"""  # noqa: E501  # the list of the rules, as it stands there
DEPLOYMENTS = """
g1 h1 i1 j1 k1, g2 h2 i2 j2 k2, g3 i3 k3, g4 h4 j4 k4, g5 i5 k5, g6 h6 i6 j6 k6
a11 a10 a9 a8 a7, b11 b10 b9 b8 b7, c11 c9 c7, d11 d10 d8 d7, e11 e9 e7, f11 f10 f9 f8 f7
k17 j17 i17 h17 g17, k16 j16 i16 h16 g16, k15 i15 g15, k14 j14 h14 g14, k13 i13 g13, k12 j12 i12 h12 g12
q7 q8 q9 q10 q11, p7 p8 p9 p10 p11, o7 o9 o11, n7 n8 n10 n11, m7 m9 m11, l7 l8 l9 l10 l11
"""  # noqa: E501  # as in the rules
CAMPS_NAMED = "h3 j3 i4 h5 j5 c10 c8 d9 e10 e8 j15 h15 i14 j13 h13 o8 o10 n9 m8 m10"
EDGES = {frozenset((at, other)) for at, near in enumerate(GRAPH.steps) for other in near}
SEGMENTS = {frozenset(pair) for line in RAILWAYS for pair in pairwise(line)}


def names(squares: frozenset[int] | tuple[int, ...] | set[int]) -> set[str]:
    return {NAMES[at] for at in squares}


def test_the_graph_has_129_points_288_lines_and_18_railways() -> None:
    assert len(NAMES) == 129
    assert len(EDGES) == 288
    assert (len(RAILWAYS), len(GRAPH.rails), len(SEGMENTS)) == (18, 73, 92)
    assert SEGMENTS <= EDGES
    inside = [sum(edge <= set(zone) for edge in EDGES) for zone in ZONES]
    assert inside == [65, 65, 65, 65]
    assert sum(edge <= CENTRE for edge in EDGES) == 12
    assert sum(len(edge & CENTRE) == 1 for edge in EDGES) == 12


def test_south_and_the_centre_are_as_in_the_rules_and_every_quarter_turn_is_the_same() -> None:
    for name, near in adjacent(ADJACENT).items():
        for quarters in range(4):
            here = point(turned(name, quarters))
            assert names(GRAPH.steps[here]) == {turned(other, quarters) for other in near}


def test_a_quarter_turn_leaves_the_railways_as_they_are() -> None:
    def either_way(lines: list[tuple[str, ...]]) -> set[tuple[str, ...]]:
        return {min(line, line[::-1]) for line in lines}

    railways = either_way([tuple(NAMES[at] for at in line) for line in RAILWAYS])
    assert railways == either_way([tuple(turned(name, 1) for name in line) for line in railways])


def test_camps_headquarters_and_deployments_are_those_of_the_rules() -> None:
    assert names(CAMPS) == set(CAMPS_NAMED.split())
    assert names(HEADQUARTERS) == {"h1", "j1", "a10", "a8", "j17", "h17", "q8", "q10"}
    for seat, line in enumerate(DEPLOYMENTS.strip().splitlines()):
        assert [NAMES[at] for at in HOMES[seat]] == line.replace(",", "").split()
        assert BASES[seat] < set(HOMES[seat])
        assert len(HOMES[seat]) == len(SET)
    assert {len(GRAPH.steps[camp]) for camp in CAMPS} == {8}


@pytest.mark.parametrize("name", ["a1", "h7", "j9", "q17", "r1", "i18", ""])
def test_what_is_blank_is_no_point(name: str) -> None:
    with pytest.raises(NotationError):
        point(name)


def test_one_piece_alone_reaches_as_many_points_as_the_rules_say() -> None:
    free = [at for at in range(len(NAMES)) if at not in HEADQUARTERS]
    for code, count in (("5", 1392), ("B", 1392), ("1", 5624)):
        empty = [None] * len(NAMES)
        assert sum(len(GRAPH.reach(empty, at, code)) for at in free) == count


START = "LF23L23L416B518B473659172"
POSITIONS = {
    "P1": ("h1:0F g6:05 a8:1F f7:14 h17:2F g12:21 q8:3F k7:36", 0),
    "P2": (
        "j1:0F i9:01 k2:09 a10:1F b7:11 c8:1B j17:2F i12:28 h13:23 q10:3F p11:37 l9:31 o10:32",
        0,
    ),
    "P3": ("h1:0F h2:0L j1:09 g2:03 a8:1F a10:17 b10:1L h17:2F k16:2B q8:3F q10:32 p7:35", 2),
}
COUNTS = [
    ("start", (53, 53, 53, 53), (53, 2792)),
    ("P1", (13, 12, 72, 19), (13, 257)),
    ("P2", (93, 78, 14, 102), (93, 7086)),
    ("P3", (19, 0, 23, 23), (23, 512)),
]
DEEP = [("start", 145_435), ("P1", 14_676), ("P2", 113_268), ("P3", 9_332)]


def position(name: str) -> Position:
    if name in POSITIONS:
        pieces, mover = POSITIONS[name]
        return four_at(pieces, mover=Seat(mover), ply=100)
    state = FOUR_RULES.initial("")
    for seat in SEATS:
        view = FOUR_RULES.view(state, seat)
        state = FOUR_RULES.apply(state, seat, FOUR_RULES.game.parse(view, f"deploy {START}"))
    return state


def perft(state: Position, depth: int) -> int:
    """Count the sequences of legal moves; a finished match has none."""
    turn = FOUR_RULES.turn(state)
    if isinstance(turn, Over):
        return 0
    assert isinstance(turn, Act)
    seat = min(turn.seats)
    moves = FOUR_RULES.game.legal(FOUR_RULES.view(state, seat))
    if depth == 1:
        return len(moves)
    return sum(perft(FOUR_RULES.apply(state, seat, move), depth - 1) for move in moves)


@pytest.mark.parametrize(("name", "moves", "counts"), COUNTS)
def test_positions_have_the_moves_that_the_rules_count(
    name: str, moves: tuple[int, ...], counts: tuple[int, ...]
) -> None:
    state = position(name)
    for seat, count in zip(SEATS, moves, strict=True):
        assert len(FOUR_RULES.game.legal(FOUR_RULES.view(to_move(state, seat), seat))) == count
    assert [perft(state, depth) for depth in (1, 2)] == list(counts)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "count"), DEEP)
def test_and_as_many_sequences_of_three(name: str, count: int) -> None:
    assert perft(position(name), 3) == count


def to_move(state: Position, seat: Seat) -> Position:
    """Return the same position with another seat to move."""
    parts = FOUR_RULES.dump(state).split()
    parts[1] = str(seat)
    return FOUR_RULES.load(" ".join(parts))
