"""How far the points of a board are from each other, and points as the bits of a number."""

from collections.abc import Iterable, Sequence
from functools import cache, reduce
from operator import or_

from games.junqi.board_shape import Ground


@cache
def distances(ground: Ground) -> Sequence[Sequence[float]]:
    """Return how far each point of a board is from each other: three quarters by moves of a piece
    that meets nothing on the rails, the rest by steps, in half moves."""
    steps = [tuple(sorted(near)) for near in ground.lines.steps]
    runs = [
        tuple(sorted({*near, *(stop for ray in rays for stop in ray)}))
        for near, rays in zip(ground.lines.steps, ground.lines.rays, strict=True)
    ]
    return [
        [
            0.5 * walk + 1.5 * other
            for walk, other in zip(_spread(steps, at), _spread(runs, at), strict=True)
        ]
        for at in range(len(steps))
    ]


def _spread(steps: Sequence[tuple[int, ...]], start: int) -> list[int]:
    far = [99] * len(steps)
    far[start] = 0
    waiting = [start]
    for at in waiting:
        for near in steps[at]:
            if far[near] == 99:
                far[near] = far[at] + 1
                waiting.append(near)
    return far


def mask(points: Iterable[int]) -> int:
    """Return points as the bits of a number."""
    return reduce(or_, (1 << at for at in points), 0)
