"""Declarations about games in the folders of tests/games, for the tests of all games.

A folder holds one game, or a family that shares its pieces, as Junqi's three do. Its `facts.py`
has, by the ids of games or beside them:

TENSES: every event as news, and as a choice where that differs.
ENDS: the reasons for its end beside those of every game.
REFUSED: first moves, with what refuses them.
COUNTS: what its picture counts for every seat.
LEGENDS: what the letters of its text board mean, as its legend explains them.
DRAWS: whether an agreed draw counts for points, is free of any, or refused.
TAPS: what a turn in the picker takes.
MOST_TAPS: variants, turns by chance, and the most taps that any of them may take.
SPELLINGS: variants as people may type them, and their canonical texts.
SHORTEST: the variant in which a match by chance is short; WHOLE: the one that is played to its end.
PLAIN: the variant in which every turn is a plain one, where it is not the usual variant.
LOSING: a match in which whoever takes the last turn loses by it.
UNEVEN: a position in which sides differ, if play by chance shows none.
FAIRNESS: the pages of the rules that say what fairness does not prove.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

from games.core import Argument
from games.library import GAMES

FOLDER = Path(__file__).parent / "games"
Tense: TypeAlias = tuple[str, Mapping[str, Argument], str, str]
"""A code and its arguments; its text in English and Chinese."""
Taps: TypeAlias = tuple[str, str, str, bool, int]
"""A game, a variant, the turns before; whether few choices are open, and the taps of a turn."""
Legend: TypeAlias = Callable[[str], str]
"""Read a sign of a text board as the piece that `cells` names there."""

Counts: TypeAlias = Callable[[Any], list[int]]
"""Count what a picture counts for every seat, in the order of seats."""

FAMILIES = sorted({game.partition("-")[0] for game in GAMES})
"""The folders of games, and the names of their files."""
OPTIONAL = frozenset({"UNEVEN", "FAIRNESS", "SPELLINGS", "SHORTEST", "WHOLE", "PLAIN", "LOSING"})
"""The facts that a game leaves out if there is nothing to say."""
USUAL: Mapping[str, Callable[[str], Any]] = {
    "COUNTS": lambda game: {game: lambda view: [view.position.board.count(n) for n in (1, 2)]},
    "LEGENDS": lambda game: {game: str},
    "DRAWS": lambda game: {game: "counts"},
    "TAPS": lambda game: [(game, GAMES[game].info.variants[0], "", True, 4)],
    "MOST_TAPS": lambda game: [(game, GAMES[game].info.variants[0], 12, 4)],
}
"""The facts of a game whose folder does not say otherwise."""


def _declared(file: str, name: str) -> Iterator[Any]:
    for path in sorted(FOLDER.glob(f"*/{file}.py")):
        module = import_module(f"tests.games.{path.parent.name}.{file}")
        if name in USUAL and not hasattr(module, name):
            yield USUAL[name](path.parent.name)
        elif hasattr(module, name) or name not in OPTIONAL:
            yield getattr(module, name)


def listed(file: str, name: str) -> Iterator[Any]:
    """Join the lists of one name that a file has in some of the folders."""
    return chain.from_iterable(_declared(file, name))


def mapped(file: str, name: str) -> Iterator[tuple[str, Any]]:
    """Join the mappings, by the ids of games, in the same way."""
    return chain.from_iterable(each.items() for each in _declared(file, name))
