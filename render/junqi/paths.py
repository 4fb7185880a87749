"""The way a piece of Junqi took along the railways, as far as its reader may know."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from games.junqi.board import GRID
from games.junqi.flip.refuge import ROADS
from games.junqi.lines import Lines
from games.junqi.pieces import Verdict

Place: TypeAlias = Callable[[int], tuple[int, int]]


def way(
    board: Sequence[object], origin: int, target: int, lines: Lines = ROADS, place: Place = GRID.at
) -> tuple[int, ...]:
    """Return the squares where the way begins, bends and ends; `board` is as the move left it. If
    an ordinary piece could have gone that way, its way is shown: a needless bend would give away an
    engineer. Else it is the shortest free way along the railways with the fewest bends."""
    if target in lines.steps[origin]:
        return origin, target
    for ray in lines.rays[origin]:
        if target in ray and not any(board[stop] for stop in ray[: ray.index(target)]):
            return _bends((origin, *ray[: ray.index(target) + 1]), place)
    return _bends(_shortest(board, origin, target, lines, place), place)


def emptied_points(
    board: Sequence[object], origin: int, target: int, verdict: Verdict | None
) -> Iterator[int]:
    """Yield the points that those who fell in a fight have left empty."""
    fallen = {Verdict.DEFENDER: (origin,), Verdict.BOTH: (origin, target)}
    for at in fallen.get(verdict, ()) if verdict else ():
        if not board[at]:
            yield at


def _shortest(
    board: Sequence[object], origin: int, target: int, lines: Lines, place: Place
) -> tuple[int, ...]:
    """Return every stop of a way over free ones, or only both ends where there is no way."""
    ways: list[tuple[int, ...]] = [(origin,)]
    seen = {origin}
    while ways:
        arrived = [path for path in ways if path[-1] == target]
        if arrived:
            return min(arrived, key=lambda path: (len(_bends(path, place)), path))
        ways = [
            (*path, stop)
            for path in ways
            for stop in lines.rails.get(path[-1], ())
            if stop not in seen and (stop == target or not board[stop])
        ]
        seen.update(path[-1] for path in ways if path[-1] != target)
    return origin, target


def _bends(stops: tuple[int, ...], place: Place) -> tuple[int, ...]:
    turns = [
        corner
        for (before, corner), (_, after) in pairwise(pairwise(stops))
        if _direction(place, before, corner) != _direction(place, corner, after)
    ]
    return stops[0], *turns, stops[-1]


def _direction(place: Place, one: int, other: int) -> tuple[int, int]:
    """Return one step along the way; some stops are two squares apart."""
    (f1, r1), (f2, r2) = place(one), place(other)
    return (f2 > f1) - (f2 < f1), (r2 > r1) - (r2 < r1)
