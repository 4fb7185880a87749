"""What pictures are made of, kept for the next ones within a budget of bytes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

MIB = 1 << 20

T = TypeVar("T")


class Kept:
    """Things by their names, which say all they are made of; any thread may use it. `size` tells
    the bytes of a thing with its name. All together never exceed the budget: what has not been used
    for the longest goes first. With a budget of 0 nothing is kept."""

    def __init__(self, budget: int, size: Callable[[Any], int]) -> None:
        self._budget = budget
        self._size = size
        self._things: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = Lock()
        self.bytes = 0
        """The bytes in use."""

    def allow(self, budget: int) -> None:
        """Change the budget, in bytes, for what is kept already and for all that is to come."""
        with self._lock:
            self._budget = budget
            self._make_room()

    def get(self, name: Hashable, make: Callable[[], T]) -> T:
        """Return the thing of this name, made now unless it is kept. Threads that want it at the
        same time may all make it; the first is kept."""
        with self._lock:
            if name in self._things:
                self._things.move_to_end(name)
                kept: T = self._things[name]
                return kept
        made = make()
        took = self._size(made)
        with self._lock:
            if took <= self._budget and name not in self._things:
                self._things[name] = made
                self.bytes += took
                self._make_room()
        return made

    def _make_room(self) -> None:
        while self.bytes > self._budget:
            _, thing = self._things.popitem(last=False)
            self.bytes -= self._size(thing)
