"""What is kept without a bound stays small, in processes that run for months."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MANY = ("...", "Sequence", "Mapping", "bytes", "frozenset", "Options")
"""What stands in the types of arguments of which ever more different ones come."""


def endless(source: str) -> list[str]:
    """List the functions of a module whose results are all kept, however many there may be."""
    return [
        function.name
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef)
        and any(unbounded(decorator) for decorator in function.decorator_list)
        and any(part in ast.unparse(function.args) for part in MANY)
    ]


def unbounded(decorator: ast.expr) -> bool:
    name = ast.unparse(decorator).removeprefix("functools.")
    return name == "cache" or ("lru_cache" in name and "None" in name)


@pytest.mark.parametrize("room", ["games", "players", "render"])
def test_caches_that_could_grow_for_ever_have_a_bound(room: str) -> None:
    files = sorted((ROOT / room).rglob("*.py"))
    assert files
    found = {path: endless(path.read_text("utf-8")) for path in files}
    assert not {path: functions for path, functions in found.items() if functions}


@pytest.mark.parametrize("decorator", ["cache", "functools.cache", "lru_cache(maxsize=None)"])
def test_a_cache_that_could_grow_is_found(decorator: str) -> None:
    function = "def worth(ours: tuple[int, ...], hunting: bool) -> float:\n    return 0.0\n"
    assert endless(f"@{decorator}\n{function}") == ["worth"]
    assert not endless(f"@lru_cache(maxsize=1024)\n{function}")
