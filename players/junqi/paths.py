"""The lines of a board, made ready for asking what a piece meets and how far things are."""

from collections import deque
from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from games.junqi.board_shape import Ground


class Paths:
    """The roads and rails of one board, and its distances."""

    def __init__(self, ground: Ground) -> None:
        lines = ground.lines
        self._rays = lines.rays
        self._roads = tuple(
            tuple(sorted(near - {ray[0] for ray in lines.rays[at]} - ground.camps))
            for at, near in enumerate(lines.steps)
        )
        self.runs = tuple(
            tuple(tuple((stop, mask(ray[: n + 1])) for n, stop in enumerate(ray)) for ray in rays)
            for rays in lines.rays
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

    def look(self, board: Sequence[object], origin: int) -> list[int]:
        """List what a piece other than an engineer meets."""
        met = [near for near in self._roads[origin] if board[near] is not None]
        for ray in self._rays[origin]:
            met += [stop for stop in ray if board[stop] is not None][:1]
        return met


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
