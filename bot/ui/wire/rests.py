"""What Discord has just refused, and is not to be asked for again for a while."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from games.clock import HOUR

K = TypeVar("K", bound=Hashable)
HALF_AN_HOUR = HOUR // 2
"""The time between two attempts: no refusal is tried more often than twice an hour."""


class Rests(Generic[K]):
    """Keys that rest for a span (in ms) after they were added."""

    def __init__(self, now: Callable[[], int], span_ms: int = HALF_AN_HOUR) -> None:
        self._now = now
        self._span_ms = span_ms
        self._until: dict[K, int] = {}

    def rests(self, key: K) -> bool:
        """Tell whether a key was added not long ago."""
        return self._until.get(key, 0) > self._now()

    def add(self, key: K) -> None:
        """Let a key rest from now on; what has rested long enough is forgotten."""
        now_ms = self._now()
        self._until = {key: until for key, until in self._until.items() if until > now_ms}
        self._until[key] = now_ms + self._span_ms
