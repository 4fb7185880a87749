"""The lines of a board, made ready for asking what a piece meets and how far things are."""

from collections import deque
from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from games.junqi.board_shape import Ground

BITS = [1 << at for at in range(129)]


class Paths:
    """The roads and rails of one board, and its distances."""

    def __init__(self, ground: Ground) -> None:
        lines = ground.lines
        self.rays, self.rails = lines.rays, lines.rails
        self.roads = tuple(
            tuple(sorted(near - {ray[0] for ray in lines.rays[at]} - ground.camps))
            for at, near in enumerate(lines.steps)
        )
        self._near = tuple(1 << at | mask(roads) for at, roads in enumerate(self.roads))
        """The points of which even a piece that meets nothing on the rails takes note."""
        self.runs = tuple(
            tuple(tuple((stop, mask(ray[: n + 1])) for n, stop in enumerate(ray)) for ray in rays)
            for rays in self.rays
        )
        size = len(ground.names)
        steps = [tuple(sorted(near)) for near in lines.steps]
        runs = [
            tuple(sorted({*near, *(stop for ray in lines.rays[at] for stop in ray)}))
            for at, near in enumerate(lines.steps)
        ]
        self.far = tuple(
            tuple(
                0.5 * walk + 1.5 * other
                for walk, other in zip(_spread(steps, at), _spread(runs, at), strict=True)
            )
            for at in range(size)
        )
        self.near = tuple(_spread(steps, at) for at in range(size))
        self.around = tuple(
            tuple((by, way) for by, way in enumerate(near) if way < 4) for near in self.near
        )
        """The points less than four steps away, each with its distance."""
        rails = mask(lines.rails)
        plain = tuple(
            reduce(or_, (ray[-1][1] for ray in rays), self._near[at])
            for at, rays in enumerate(self.runs)
        )
        flying = tuple(
            self._near[at] | rails if at in lines.rails else bits for at, bits in enumerate(plain)
        )
        self.spans = (plain, flying)
        """The points on which it may depend what a piece meets, a bit each, by whether it flies."""

    def look(self, board: Sequence[object], origin: int, flies: bool) -> tuple[list[int], int]:
        """List what a piece meets, and on which points that depends, a bit each."""
        met = [near for near in self.roads[origin] if board[near] is not None]
        bits = self._near[origin]
        if flies and origin in self.rails:
            seen, waiting = {origin}, [origin]
            for at in waiting:
                for stop in self.rails[at]:
                    if stop not in seen:
                        seen.add(stop)
                        (waiting if board[stop] is None else met).append(stop)
            return met, bits | sum(map(BITS.__getitem__, seen))
        for ray in self.runs[origin]:
            for stop, passed in ray:
                if board[stop] is not None:
                    met.append(stop)
                    bits |= passed
                    break
            else:
                bits |= ray[-1][1]
        return met, bits


def mask(points: Iterable[int]) -> int:
    """Return points as the bits of a number."""
    return reduce(or_, (1 << at for at in points), 0)


def _spread(steps: Sequence[tuple[int, ...]], start: int) -> list[int]:
    far = [99] * len(steps)
    far[start] = 0
    waiting = deque([start])
    while waiting:
        at = waiting.popleft()
        for near in steps[at]:
            if far[near] == 99:
                far[near] = far[at] + 1
                waiting.append(near)
    return far


_PREPARED: dict[tuple[str, ...], Paths] = {}


def paths(ground: Ground) -> Paths:
    """Prepare the lines of a ground, once."""
    if ground.names not in _PREPARED:
        _PREPARED[ground.names] = Paths(ground)
    return _PREPARED[ground.names]
