"""Roads and railways as a graph, and a piece's reach along them (rules/junqi.md, section 3)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .pieces import ENGINEER, Kind


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a board, by the numbers of its squares.

    `steps` are the squares one step away from every square, by road or rail; `rails` the neighbours
    of every stop along a railway; `rays` the railways leading away from each square, stop by stop,
    as an ordinary piece runs along them.
    """

    steps: tuple[frozenset[int], ...]
    rails: Mapping[int, tuple[int, ...]]
    rays: tuple[tuple[tuple[int, ...], ...], ...]

    def reach(self, board: Sequence[object], origin: int, kind: Kind) -> set[int]:
        """Return the squares a piece could go to: free ones, and the first piece met on every way.
        The caller must ask whose that piece is, and whether a camp protects it."""
        reached = set(self.steps[origin])
        if origin not in self.rails:
            return reached
        if kind == ENGINEER:
            return reached | self._flight(board, origin)
        for ray in self.rays[origin]:
            for stop in ray:
                reached.add(stop)
                if board[stop] is not None:
                    break
        return reached

    def _flight(self, board: Sequence[object], origin: int) -> set[int]:
        """Return every stop that an engineer reaches over free stops, round any corner."""
        rails = self.rails
        seen, waiting = {origin}, [origin]
        while waiting:
            for stop in rails[waiting.pop()]:
                if stop not in seen:
                    seen.add(stop)
                    if board[stop] is None:
                        waiting.append(stop)
        seen.discard(origin)
        return seen


def join_lines(steps: Sequence[Iterable[int]], railways: Sequence[tuple[int, ...]]) -> Lines:
    """Return the graph of a board with these steps and these railways, given stop by stop."""
    rails: dict[int, list[int]] = {}
    for line in railways:
        for at, other in pairwise(line):
            rails.setdefault(at, []).append(other)
            rails.setdefault(other, []).append(at)
    return Lines(
        tuple(map(frozenset, steps)),
        {stop: tuple(dict.fromkeys(near)) for stop, near in rails.items()},
        tuple(tuple(_rays(square, railways)) for square in range(len(steps))),
    )


def _rays(square: int, railways: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    for line in railways:
        if square in line:
            at = line.index(square)
            yield from (ray for ray in (line[at + 1 :], line[:at][::-1]) if ray)
