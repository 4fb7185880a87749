"""Every game through the contract, beside bare boards and beside a well-known engine."""

import random
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from .contest import Contest
from .play import compared, contests, contract
from .table import Row, least, row

ROUNDS, PLIES = 5, 60
OTHERS = "AbstractPlay's gameslib (JavaScript) and Ludii (Java), which play some of these games"


def rows() -> Iterator[Row]:
    """Time all games beside bare boards, then beside python-chess where it is installed."""
    for contest in contests():
        yield from compared(contest)
    print(f"not in Python's package index, so there is no row beside them: {OTHERS}")
    if find_spec("chess") is None:
        print("not installed, so there is no row beside python-chess: chess")
        return
    yield from map(_beside_chess, contests())


def _beside_chess(contest: Contest) -> Row:
    """Time random games of both by turns. The games differ, so there is no limit."""
    ways = (lambda seed: contract(contest.rules, contest.variant, seed), _chess)
    ours, other = (
        seconds * 1e6 / sum(map(way, range(contest.games)))
        for seconds, way in zip(least(ways, contest.games, ROUNDS), ways, strict=True)
    )
    name = f"play {contest.rules.game.info.id} {contest.variant}"
    return row(f"{name}, beside a ply of python-chess", ours, other, "us/action")


def _chess(seed: int) -> int:
    """Play chess at random, asking for the end as our contract does; return the plies."""
    rng, board = random.Random(seed), import_module("chess").Board()
    for ply in range(PLIES):
        if board.is_game_over():
            return ply
        board.push(rng.choice(list(board.legal_moves)))
    return PLIES
