"""Players reckon with nothing that another Python or another machine would do differently."""

import ast
import math
import random
from collections.abc import Iterator
from pathlib import Path
from statistics import NormalDist, fmean, stdev

import pytest

import players
from players.exact import error, exp, expected, ln

EXACT = {"fsum", "sqrt"}
INEXACT = {"gauss", "normalvariate", "lognormvariate", "expovariate", "betavariate"}
APART = {"fit.py", "gauntlet.py", "tune.py", "__main__.py"}
"""The files on the way to weights and reports, not to a choice."""


def test_no_player_asks_for_what_the_platform_reckons() -> None:
    folder = Path(players.__file__).parent
    found = {
        f"{path.relative_to(folder)}:{line}: {what}"
        for path in folder.rglob("*.py")
        if path.name not in APART
        for line, what in inexact(ast.parse(path.read_text("utf-8")))
    }
    assert found == set()


def inexact(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module="math", names=names):
                yield from ((node.lineno, name.name) for name in names if name.name not in EXACT)
            case ast.Import(names=names):
                yield from ((node.lineno, name.name) for name in names if name.name == "math")
            case ast.Attribute(attr=name) if name in INEXACT:
                yield node.lineno, name
            case ast.BinOp(op=ast.Pow()) | ast.AugAssign(op=ast.Pow()):
                yield node.lineno, "**"
            case ast.Name(id="pow"):
                yield node.lineno, "pow"


@pytest.mark.parametrize(
    "line",
    ["x ** y", "x **= y", "pow(x, y)", "import math", "from math import exp", "rng.gauss(0, 1)"],
)
def test_what_the_platform_reckons_is_found(line: str) -> None:
    assert [number for number, _ in inexact(ast.parse(line))] == [1]


@pytest.mark.parametrize("line", ["x * y", "from math import fsum, sqrt", "rng.random()"])
def test_what_is_the_same_everywhere_is_not(line: str) -> None:
    assert list(inexact(ast.parse(line))) == []


@pytest.mark.parametrize("power", [-50, -40, -7.3, -0.0625, -1e-9, 0, 0.06249, 0.0626, 1, 12.5, 41])
def test_powers_of_e_are_true_to_twelve_digits(power: float) -> None:
    assert exp(power) == pytest.approx(math.exp(max(-40, min(40, power))), rel=1e-12)


def test_a_higher_logit_is_never_a_lower_score() -> None:
    scores = [expected(n / 997) for n in range(-42_000, 42_000)]
    assert scores == sorted(scores)
    assert scores[0] == pytest.approx(0)
    assert expected(0) == 0.5
    assert scores[-1] == 1


@pytest.mark.parametrize("count", [1, 2, 3, 40, 144])
def test_logarithms_are_true(count: int) -> None:
    assert ln(count) == pytest.approx(math.log(count), rel=1e-15)


def test_errors_are_spread_as_normal_ones_are() -> None:
    chance = random.Random(5)
    drawn = [error(chance, 0.2) for _ in range(20_000)]
    usual = NormalDist(0, 0.2)
    assert fmean(drawn) == pytest.approx(0, abs=0.005)
    assert stdev(drawn) == pytest.approx(0.2, rel=0.02)
    for most in (-0.4, -0.2, 0, 0.1, 0.5):
        assert fmean(value <= most for value in drawn) == pytest.approx(usual.cdf(most), abs=0.01)
