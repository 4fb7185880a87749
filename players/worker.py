"""A worker process: questions come in, answers go out, until the input ends.

`python -m players.worker` reads pickles from its input and writes pickles to its output. It is
handed what a seat has seen and never a state: what is hidden ends at the border of the process.
"""

import os
import pickle
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .core import AnyPlayer, Budget, Choice, Pause
from .library import PLAYERS

QUESTIONS = 4
"""A version that goes up whenever an older worker could not be asked as one of now is."""
NICENESS = 10
"""The niceness that lets the bot itself come first."""


class OtherVersion(Exception):
    """The player that was asked for is not the one that is here."""


@dataclass(frozen=True, slots=True)
class Question:
    """A turn to choose, or without a seed the best turns to list. `past` are the views of the seat
    that is to act, that of now the last; `version` is that of the player who is meant, since a
    worker may run on another machine. A thought that takes several slices goes on from a `pause`.
    """

    game: str
    past: tuple[Any, ...] = field(repr=False)
    budget: Budget
    seed: int | None
    version: int
    pause: Pause | None = None


def answer(
    question: Question, players: Mapping[str, AnyPlayer] = PLAYERS
) -> tuple[Choice, ...] | Pause:
    """Return the turn to take, or the best turns in order, or after a slice that did not suffice
    what is to be asked next. Raises OtherVersion."""
    player, view = players[question.game], question.past[-1]
    if player.version != question.version:
        raise OtherVersion(f"{question.game} {player.version}, not {question.version}")
    if question.seed is None:
        return player.rank(view, question.past, question.budget.nodes)
    asked = (view, question.past, question.budget, question.seed)
    found = player.go_on(*asked, question.pause) if player.go_on else player.choose(*asked)
    return found if isinstance(found, Pause) else (found,)


def perform(task: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, str]:
    """Return a task's result, or its error's name alone, for the text might tell what is hidden."""
    try:
        return task(*arguments), ""
    except Exception as error:  # a door: whatever a player does, the bot gets an answer
        return None, type(error).__name__


def versions() -> dict[str, str]:
    """Return what must be the same wherever one bot's turns are thought of."""
    found = {game: str(player.version) for game, player in PLAYERS.items()}
    found["questions"] = str(QUESTIONS)
    return {"python": ".".join(map(str, sys.version_info[:2])), **found}


def main() -> None:
    """Answer one question after the other."""
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot; the worker follows it
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    while True:
        try:
            task, arguments = pickle.load(sys.stdin.buffer)  # noqa: S301 - from our own parent
        except EOFError:
            return
        try:
            pickle.dump(perform(task, arguments), answers)
            answers.flush()
        except BrokenPipeError:
            os._exit(0)  # the asking process has gone


if __name__ == "__main__":
    main()
