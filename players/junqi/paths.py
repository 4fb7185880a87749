"""The lines of a board, made ready for asking what a piece meets and how far things are."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from games.junqi.board_shape import Ground


class Paths:
    """The roads and rails of one board, and its distances."""

    def __init__(self, ground: Ground) -> None:
        lines = ground.lines
        self.rays, self.rails = lines.rays, lines.rails
        self.roads = tuple(
            tuple(sorted(near - {ray[0] for ray in lines.rays[at]}))
            for at, near in enumerate(lines.steps)
        )
        size = len(ground.names)
        steps = [tuple(sorted(near)) for near in lines.steps]
        runs = [
            tuple(sorted({*near, *(stop for ray in lines.rays[at] for stop in ray)}))
            for at, near in enumerate(lines.steps)
        ]
        self.far = tuple(
            tuple(
                0.5 * one + 1.5 * other
                for one, other in zip(_spread(steps, at), _spread(runs, at), strict=True)
            )
            for at in range(size)
        )
        self.near = tuple(_spread(steps, at) for at in range(size))

    def met(self, board: Sequence[object], origin: int, flies: bool) -> Iterator[int]:
        """List the occupied points that a piece could move onto if it may attack what is there."""
        for near in self.roads[origin]:
            if board[near] is not None:
                yield near
        if flies and origin in self.rails:
            seen, waiting = {origin}, [origin]
            while waiting:
                for stop in self.rails[waiting.pop()]:
                    if stop not in seen:
                        seen.add(stop)
                        if board[stop] is None:
                            waiting.append(stop)
                        else:
                            yield stop
            return
        for ray in self.rays[origin]:
            for stop in ray:
                if board[stop] is not None:
                    yield stop
                    break


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
