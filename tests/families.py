"""Declarations about games in the folders of tests/games, for the tests of all games.

A folder holds one game, or a family that shares its pieces, as Junqi's three do.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

from games.core import Argument

FOLDER = Path(__file__).parent / "games"
Tense: TypeAlias = tuple[str, Mapping[str, Argument], str, str]
"""A code and its arguments; its text in English and Chinese."""
Taps: TypeAlias = tuple[str, str, str, bool, int]
"""A game, a variant, the turns before; whether few choices are open, and the taps of a turn."""
Legend: TypeAlias = Callable[[str], str]
"""Read a sign of a text board as the piece that `cells` names there."""

Counts: TypeAlias = Callable[[Any], list[int]]
"""Count what a picture counts for every seat, in the order of seats."""


OPTIONAL = frozenset({"UNEVEN", "FAIRNESS", "SPELLINGS", "SHORTEST", "WHOLE", "PLAIN", "LOSING"})
"""The facts that a game leaves out if there is nothing to say."""


def _declared(file: str, name: str) -> Iterator[Any]:
    for path in sorted(FOLDER.glob(f"*/{file}.py")):
        module = import_module(f"tests.games.{path.parent.name}.{file}")
        if hasattr(module, name) or name not in OPTIONAL:
            yield getattr(module, name)


def listed(file: str, name: str) -> Iterator[Any]:
    """Join the lists of one name that a file has in some of the folders."""
    return chain.from_iterable(_declared(file, name))


def mapped(file: str, name: str) -> Iterator[tuple[str, Any]]:
    """Join the mappings, by the ids of games, in the same way."""
    return chain.from_iterable(each.items() for each in _declared(file, name))
