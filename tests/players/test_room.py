"""A worker stays small however long it thinks."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.matches.machines.workers import Processes
from games.library import GAMES
from lab.match import Terms, play_pair
from players.library import PLAYERS
from tests.samples import FULL

MEMORY_MB = 120
LEVELS = {"junqi-four": "2", "junqi-dark": "3", "junqi-flip": "3"}
"""The levels for games that would take too long at the highest."""


@pytest.fixture
def worker() -> Iterator[Processes]:
    one = Processes(1)
    yield one
    one.shutdown()


def played(game: str, level: str) -> float:
    """Play both games of a pair; return the most memory (MB) this process has had."""
    play_pair(Terms(game, GAMES[game].variant(""), 1, 0), level, "random", 0)
    status = Path("/proc/self/status").read_text("ascii")  # getrusage counts what the parent had
    found = re.search(r"VmHWM:\s*(\d+) kB", status)
    assert found
    return int(found[1]) / 1024


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the system does not say it as Linux does")
@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_a_worker_stays_small(worker: Processes, game: str) -> None:
    level = "5" if FULL else LEVELS.get(game, "4")
    assert worker.submit(played, game, level).result() < MEMORY_MB
