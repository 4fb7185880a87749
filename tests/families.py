"""What the folders of tests/games say of their games, for the tests of all games.

A folder holds one game, or a family that shares its pieces, as Junqi's three do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from games.core import Argument

FOLDER = Path(__file__).parent / "games"
Tense: TypeAlias = tuple[str, Mapping[str, Argument], str, str, str, str]
"""A code and its arguments; what is told, and as a choice where that differs; both in Chinese."""


def listed(file: str, name: str) -> Iterator[Any]:
    """A list that a file of this name has in some of the folders, put together."""
    for path in sorted(FOLDER.glob(f"*/{file}.py")):
        yield from getattr(import_module(f"tests.games.{path.parent.name}.{file}"), name)


def mapped(file: str, name: str) -> Iterator[tuple[str, Any]]:
    """The same of a mapping by the ids of games."""
    for path in sorted(FOLDER.glob(f"*/{file}.py")):
        yield from getattr(import_module(f"tests.games.{path.parent.name}.{file}"), name).items()
