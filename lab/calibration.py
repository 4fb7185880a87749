"""Expectations beside results: games of a player with itself, and how far its judge was right."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any

from games.library import GAMES
from players.core import AnyPlayer, Choice
from players.exact import KNOTS, along
from players.library import PLAYERS

from .contenders import House, house
from .gauntlet import Z
from .match import Cost, Table, Terms

ASKED = 1 / 8
"""The share of turns at which the judge is asked."""
TENTHS, CLOSE = 10, 0.05
DOUBT, SLOPE = 2.0, 0.01
"""The expectations that count as right at every knot before any game has been played, and how far a
curve rises from one knot to the next where the games do not."""
DECIDED = 0.001
"""A value as near as this to 0 or 1 is no expectation: the end is seen."""


@dataclass(frozen=True, slots=True)
class Told:
    """An expectation before a turn, its game (by number), and what its side scored in the end."""

    game: int
    value: float
    score: float

    @property
    def decided(self) -> bool:
        """Tell whether the judge saw the end."""
        return not DECIDED < self.value < 1 - DECIDED


@dataclass(frozen=True, slots=True)
class Bucket:
    """The expectations in a tenth of the scale beside the results."""

    values: int
    games: int
    told: float
    scored: float
    low: float
    high: float
    """The ends of the 95 % interval of the score (Wilson's), with games as units."""

    @property
    def honest(self) -> bool:
        """Tell whether both agree to a twentieth, or as far as these games can tell."""
        return abs(self.told - self.scored) <= CLOSE or self.low <= self.told <= self.high

    def __str__(self) -> str:
        found = f"{self.scored:.3f} ({self.low:.3f} … {self.high:.3f})"
        count = f"{self.values} times in {self.games} games"
        return f"{self.told:.3f} expected, {found} scored, {count}{'' if self.honest else '  OFF'}"


@dataclass(frozen=True)
class Asked(House):
    """A level whose judge is asked now and then, before its turn, what it expects."""

    player: AnyPlayer
    heard: list[float] = field(default_factory=list)

    def choose(self, past: Sequence[Any], seed: int) -> tuple[Choice, float]:
        view, player = past[-1], self.player
        if not view.free and Random(f"asked {seed}").random() < ASKED:
            strongest = player.budget(view, len(player.levels))
            self.heard.append(player.judge(view, past, strongest.nodes)[0].value)
        return super().choose(past, seed)


def play_and_judge(terms: Terms, level: str, number: int) -> list[Told]:
    """Play a game of a level with itself, and list what the judge expected on the way."""
    one, player = house(terms.game, level), PLAYERS[terms.game]
    seats = GAMES[terms.game].info.everybody
    held = {seat: Asked(**vars(one), player=player) for seat in sorted(seats)}
    over, _ = Table(terms, number, held).play({seat: Cost() for seat in held})
    scores = {seat: float(seat in over.winners) if over.winners else 0.5 for seat in held}
    return [Told(number, value, scores[seat]) for seat in held for value in held[seat].heard]


def buckets(expected: Sequence[Told], curve: Sequence[float]) -> Iterator[Bucket]:
    """Sort expectations, as a curve corrects them, by tenths, and compare each with the results.
    Decided positions are left out."""
    corrected = [(along(curve, told.value), told) for told in expected if not told.decided]
    for tenth in range(TENTHS):
        inside = [(value, told) for value, told in corrected if int(value * TENTHS) == tenth]
        if inside:
            count, games = len(inside), len({told.game for _, told in inside})
            mean = sum(value for value, _ in inside) / count
            scored = sum(told.score for _, told in inside) / count
            yield Bucket(count, games, mean, scored, *_interval(scored, games))


def fitted_curve(expected: Sequence[Told]) -> tuple[float, ...]:
    """Return the curve that suits these games: at every knot what was scored around it, as if a few
    more had come out as expected; where that falls, hardly more at each than at the one before."""
    pools: list[tuple[float, float, int]] = []
    for number, (left, knot, right) in enumerate(zip(KNOTS, KNOTS[1:], KNOTS[2:], strict=False)):
        weight, total, count = DOUBT, DOUBT * knot, 1
        for told in expected:
            if left < told.value < right and not told.decided:
                side = left if told.value < knot else right
                near = (told.value - side) / (knot - side)
                weight, total = weight + near, total + near * told.score
        total -= weight * SLOPE * number
        while pools and pools[-1][1] / pools[-1][0] >= total / weight:
            before = pools.pop()
            weight, total, count = weight + before[0], total + before[1], count + before[2]
        pools.append((weight, total, count))
    most = 1 - SLOPE * (len(KNOTS) - 3)
    levels = [total / weight for weight, total, count in pools for _ in range(count)]
    rounded = [round(min(max(level, 0.0), most), 2) for level in levels]
    inner = [round(level + SLOPE * number, 2) for number, level in enumerate(rounded)]
    return (0.0, *inner, 1.0)


def _interval(share: float, count: int) -> tuple[float, float]:
    spread = Z * Z / count
    middle = share + spread / 2
    width = Z * sqrt(share * (1 - share) / count + spread / (4 * count))
    return (middle - width) / (1 + spread), (middle + width) / (1 + spread)
