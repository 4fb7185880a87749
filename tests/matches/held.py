"""A worker that thinks for as long as a test wants."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from players.core import Choice
from players.worker import Question


class Held(Executor):
    """Answers when the test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[Question, Future[Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        self.asked.append((args[0], done))
        return done

    def answer(self, turn: str = "") -> int:
        """Answer the oldest question, with its seed if no turn is named; return the seed or 0."""
        question, done = self.asked.pop(0)
        done.set_result((Choice(turn or str(question.seed), 0.5),))
        return question.seed or 0
