"""How much of a long list of cases the default suite tries; the slow one tries all the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def sampled(cases: Iterable[Any], usual: int = 1) -> list[Any]:
    """Parameters of a test: the first ones are tried always."""
    return [_case(case, number < usual) for number, case in enumerate(cases)]


def thinned(cases: Iterable[Any], of: int = 3) -> list[Any]:
    """Parameters of a test: one in a few of them is tried always."""
    return [_case(case, number % of == 0) for number, case in enumerate(cases)]


def chosen(cases: Iterable[Any], wanted: Callable[[Any], bool]) -> list[Any]:
    """Parameters of a test: those that are wanted are tried always."""
    return [_case(case, wanted(case)) for case in cases]


def _case(case: Any, usual: bool) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=[] if usual else [pytest.mark.slow])
