"""The board and the combat table of Junqi (rules/junqi.md, sections 1 to 4).

The ways of pieces are said by the lists of moves of all recordings.
"""

from itertools import product

import pytest

from games.junqi.board import CAMPS, GRID, HEADQUARTERS, POINTS, RAILS, STEPS
from games.junqi.pieces import CODES, COUNTS, SET, Verdict, clash

from .positions import adjacent

ADJACENT = """
a1: b1 a2  b1: a1 c1 b2  c1: b1 d1 c2  d1: c1 e1 d2  e1: d1 e2
a2: a1 b2 a3 b3  b2: b1 a2 c2 b3  c2: c1 b2 d2 b3 c3 d3  d2: d1 c2 e2 d3  e2: e1 d2 d3 e3
a3: a2 b3 a4  b3: a2 b2 c2 a3 c3 a4 b4 c4  c3: c2 b3 d3 c4  d3: c2 d2 e2 c3 e3 c4 d4 e4  e3: e2 d3 e4
a4: a3 b3 b4 a5 b5  b4: b3 a4 c4 b5  c4: b3 c3 d3 b4 d4 b5 c5 d5  d4: d3 c4 e4 d5  e4: d3 e3 d4 d5 e5
a5: a4 b5 a6  b5: a4 b4 c4 a5 c5 a6 b6 c6  c5: c4 b5 d5 c6  d5: c4 d4 e4 c5 e5 c6 d6 e6  e5: e4 d5 e6
a6: a5 b5 b6 a7  b6: b5 a6 c6  c6: b5 c5 d5 b6 d6 c7  d6: d5 c6 e6  e6: d5 e5 d6 e7
a7: a6 b7 a8 b8  b7: a7 c7 b8  c7: c6 b7 d7 b8 c8 d8  d7: c7 e7 d8  e7: e6 d7 d8 e8
a8: a7 b8 a9  b8: a7 b7 c7 a8 c8 a9 b9 c9  c8: c7 b8 d8 c9  d8: c7 d7 e7 c8 e8 c9 d9 e9  e8: e7 d8 e9
a9: a8 b8 b9 a10 b10  b9: b8 a9 c9 b10  c9: b8 c8 d8 b9 d9 b10 c10 d10  d9: d8 c9 e9 d10  e9: d8 e8 d9 d10 e10
a10: a9 b10 a11  b10: a9 b9 c9 a10 c10 a11 b11 c11  c10: c9 b10 d10 c11  d10: c9 d9 e9 c10 e10 c11 d11 e11  e10: e9 d10 e11
a11: a10 b10 b11 a12  b11: b10 a11 c11 b12  c11: b10 c10 d10 b11 d11 c12  d11: d10 c11 e11 d12  e11: d10 e10 d11 e12
a12: a11 b12  b12: b11 a12 c12  c12: c11 b12 d12  d12: d11 c12 e12  e12: e11 d12
"""  # noqa: E501  # the list of the rules, as it stands there


def test_the_graph_is_that_of_the_rules_edge_by_edge() -> None:
    wanted = adjacent(ADJACENT)
    graph = {GRID.names[at]: {GRID.names[n] for n in near} for at, near in enumerate(STEPS)}
    assert graph == wanted
    assert sum(map(len, wanted.values())) == 2 * 133


def test_the_railways_have_32_stops_and_35_segments() -> None:
    assert len(RAILS) == 32
    assert sum(map(len, RAILS.values())) == 2 * 35
    assert all(set(near) <= STEPS[at] for at, near in RAILS.items())


def test_a_camp_has_eight_lines_and_only_camps_have_slanting_ones() -> None:
    assert {len(STEPS[camp]) for camp in CAMPS} == {8}
    slanting = [
        (at, other)
        for at, near in enumerate(STEPS)
        for other in near
        if all(a != b for a, b in zip(GRID.at(at), GRID.at(other), strict=True))
    ]
    assert len(slanting) == 2 * 32
    assert all({at, other} & CAMPS for at, other in slanting)


def test_there_are_as_many_points_as_pieces() -> None:
    assert len(POINTS) == 2 * len(SET) == 50
    assert set(POINTS) >= HEADQUARTERS


@pytest.mark.parametrize(("attacker", "defender"), list(product("987654321B", CODES)))
def test_the_combat_table(attacker: str, defender: str) -> None:
    if "B" in (attacker, defender) or attacker == defender:
        wanted = Verdict.BOTH
    elif defender == "F" or (attacker == "1" and defender == "L"):
        wanted = Verdict.ATTACKER
    elif defender == "L":
        wanted = Verdict.DEFENDER
    else:
        wanted = Verdict.ATTACKER if int(attacker) > int(defender) else Verdict.DEFENDER
    assert clash(attacker, defender) is wanted


def test_a_side_has_25_pieces() -> None:
    assert sum(COUNTS.values()) == 25
    assert "".join(COUNTS) == "987654321BLF"
