"""Samples of long lists of cases for the default suite; the slow one tries all the rest."""

import os
from collections.abc import Callable, Iterable
from typing import Any

import pytest

FULL = bool(os.environ.get("TETRARCH_FULL"))
"""Whether everything is tried that samples are taken from; that takes hours."""


def sampled(cases: Iterable[Any], usual: int = 1) -> list[Any]:
    """Make parameters of a test, of which the first are always tried."""
    return [_case(case, number < usual) for number, case in enumerate(cases)]


def thinned(cases: Iterable[Any], of: int = 3) -> list[Any]:
    """Make parameters of a test, of which one in `of` is always tried."""
    return [_case(case, number % of == 0) for number, case in enumerate(cases)]


def chosen(cases: Iterable[Any], wanted: Callable[[Any], bool]) -> list[Any]:
    """Make parameters of a test, of which the wanted ones are always tried."""
    return [_case(case, wanted(case)) for case in cases]


def _case(case: Any, usual: bool) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=[] if usual else [pytest.mark.slow])
