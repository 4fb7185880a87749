"""Many pairs of games between two contenders: the score, its error, and when it is clear enough."""

import math
import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from .contenders import BEST
from .match import Cost, Pair, Terms, play_pair

T = TypeVar("T")
Z = 1.96
"""Standard errors on either side that hold 95 % of the chances."""
SURE = math.log(19)
"""The logarithm of the odds at which a sequential test stops: 5 % errors of either kind."""
FEWEST = 4
"""Pairs before such a test may stop."""


@dataclass(frozen=True, slots=True)
class Score:
    """The first contender's share of the points, from the means of pairs."""

    mean: float
    error: float
    """Half the width of the 95 % interval."""

    @property
    def elo(self) -> tuple[float, float, float]:
        """The Elo difference at the low end, at the mean and at the high end."""
        low, high = self.mean - self.error, self.mean + self.error
        return (elo(low), elo(self.mean), elo(high))


def elo(share: float) -> float:
    """Return the Elo difference that makes this share of the points likely; it may be infinite."""
    if share <= 0:
        return -math.inf
    return math.inf if share >= 1 else -400 * math.log10(1 / share - 1)


def variance(means: Sequence[float]) -> float:
    """Return the variance of one pair's mean, as if one pair more had shown the spread of even,
    drawless games, so that a handful of pairs that came out alike is not taken for certainty."""
    mean = sum(means) / len(means)
    return (sum((value - mean) ** 2 for value in means) + 1 / 8) / len(means)


def score(means: Sequence[float]) -> Score:
    """Sum up the means of pairs."""
    return Score(sum(means) / len(means), Z * math.sqrt(variance(means) / len(means)))


def log_odds(means: Sequence[float], low: float, high: float) -> float:
    """Return the logarithm of the odds that the true score is `high` rather than `low`, the means
    of pairs taken as normal."""
    mean = sum(means) / len(means)
    return len(means) * (high - low) * (2 * mean - low - high) / (2 * variance(means))


def clear(means: Sequence[float], low: float, high: float) -> bool:
    """Tell whether a sequential probability ratio test between these scores has its answer."""
    return len(means) >= FEWEST and abs(log_odds(means, low, high)) >= SURE


def pairs(terms: Terms, first: str, second: str, count: int, workers: int) -> Generator[Pair]:
    """Play pairs and give them as they end."""
    return run_shared(
        play_pair, [(terms, first, second, number) for number in range(count)], workers
    )


def run_shared(
    task: Callable[..., T], calls: Sequence[tuple[Any, ...]], workers: int
) -> Generator[T]:
    """Call a function with each of these arguments and give the results as they come; several
    workers are processes of their own."""
    if workers == 1:
        for call in calls:
            yield task(*call)
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, spawn, os.nice, (10,)) as pool:
        waiting = [pool.submit(task, *call) for call in calls]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def nodes_for(terms: Terms, seconds: float) -> int:
    """Find by a short trial how many nodes the game's player looks at in this much CPU time."""
    cost = play_pair(replace(terms, nodes=None), BEST, "random", 0).costs[0]
    return max(1, round(cost.nodes / max(cost.total, 1e-6) * seconds))


def keep(folder: Path, pair: Pair) -> None:
    """Write the records of a pair."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, game in enumerate(pair.games, start=1):
        (folder / f"{pair.number:04}-{number}.json").write_text(game.record, "utf-8")


def report(first: str, second: str, played: Sequence[Pair]) -> Iterator[str]:
    """Give the lines of the final table."""
    games = [game for pair in played for game in pair.games]
    if not games:
        yield "no games"
        return
    total = score([pair.score for pair in played])
    low, middle, high = total.elo
    yield (
        f"{first} scores {total.mean:.3f} ± {total.error:.3f} against {second}: "
        f"{len(games)} games in {len(played)} {'pair' if len(played) == 1 else 'pairs'}, "
        f"Elo {middle:+.0f} ({low:+.0f} … {high:+.0f})"
    )
    won, drawn, lost = (sum(game.score == value for game in games) for value in (1, 0.5, 0))
    yield f"+{won} ={drawn} -{lost}"
    for value, word in ((1, "won"), (0.5, "drawn"), (0, "lost")):
        ends = Counter(game.reason for game in games if game.score == value)
        if ends:
            yield f"{word}: " + ", ".join(f"{n} {reason}" for reason, n in ends.most_common())
    turns = [game.turns for game in games]
    yield f"turns: {sum(turns) / len(turns):.0f} on average, {max(turns)} at most"
    for side, name in enumerate((first, second)):
        cost = Cost()
        for pair in played:
            cost.merge(pair.costs[side])
        mean = cost.total / max(1, cost.turns)
        yield f"{name}: {mean:.3f} s a turn on average, {cost.worst:.3f} s at worst"
    faults = [fault for game in games for fault in game.faults]
    yield f"illegal or missing answers: {len(faults)}"
    yield from faults[:20]
