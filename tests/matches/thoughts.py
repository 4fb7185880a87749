"""Tasks of tests for workers; a worker can import this file, and little comes with it."""

import os
import signal
import sys
import time
from pathlib import Path

from players.core import Choice
from players.worker import Question

KILLER = 13
"""The seed of a question that no worker survives."""
BUG = 14
"""The seed of one that no player can answer."""


class Secret(Exception):
    """A fault whose text must not leave the worker."""


def niceness() -> int:
    return os.nice(0)


def known() -> set[str]:
    """List the packages that have been imported."""
    return {name.partition(".")[0] for name in sys.modules}


def environment() -> set[str]:
    """List the names of the variables that are set."""
    return set(os.environ)


def number() -> int:
    return os.getpid()


def fail() -> None:
    raise Secret("the flag is on e12")


def burn(seconds: float) -> None:
    """Think for some seconds of a core's time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def burn_and_say(seconds: float, file: str) -> None:
    """Do the same; the file then names the process."""
    path = Path(file)
    path.with_suffix(".new").write_text(str(os.getpid()))
    path.with_suffix(".new").rename(path)
    burn(seconds)


def seeded(question: Question) -> tuple[Choice, ...]:
    """Answer at once with the seed as the turn."""
    if question.seed == KILLER:
        os.kill(os.getpid(), signal.SIGKILL)
    if question.seed == BUG:
        raise Secret("the flag is on e12")
    return (Choice(str(question.seed), 0.5),)


def thought(question: Question) -> tuple[Choice, ...]:
    """Answer so after `nodes` milliseconds of hard work."""
    burn(question.budget.nodes / 1000)
    return seeded(question)
