"""What pictures are made of, kept for the next ones within a budget of bytes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeVar

MIB = 1 << 20

T = TypeVar("T")


@dataclass(slots=True)
class _Entry:
    thing: Any
    size: int
    used: bool = False


class Kept:
    """Things by their names, which say all they are made of; any thread may use it.

    `size` tells the bytes of a thing with its name. All together never exceed the budget: the
    oldest go first, but one used since it was kept, or since it was last spared, is spared. With a
    budget of 0 nothing is kept.
    """

    def __init__(self, budget: int, size: Callable[[Any], int]) -> None:
        self._budget = budget
        self._size = size
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()
        self._lock = Lock()
        self.bytes = 0
        """The bytes in use."""

    def allow(self, budget: int) -> None:
        """Change the budget, in bytes, for what is kept already and for all that is to come."""
        with self._lock:
            self._budget = budget
            self._make_room()

    def get(self, name: Hashable, make: Callable[[], T]) -> T:
        """Return the thing of this name, made now unless it is kept.

        Threads that want it at the same time may all make it; the first is kept.
        """
        with self._lock:
            if entry := self._entries.get(name):
                entry.used = True
                kept: T = entry.thing
                return kept
        made = make()
        took = self._size(made)
        with self._lock:
            if took <= self._budget and name not in self._entries:
                self._entries[name] = _Entry(made, took)
                self.bytes += took
                self._make_room()
        return made

    def _make_room(self) -> None:
        while self.bytes > self._budget:
            name, entry = self._entries.popitem(last=False)
            if entry.used:
                entry.used = False
                self._entries[name] = entry
            else:
                self.bytes -= entry.size
