"""The turns of a player of Junqi with hidden pieces, set-up included."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from games.junqi import layout
from games.junqi.board_shape import Ground
from games.junqi.hidden_view import HiddenView

from ..core import Budget, Choice
from .hidden import Considered, considered, text

SHOWN = 3
"""How many turns a hint compares."""


def chooser(
    ground: Ground,
) -> tuple[
    Callable[[HiddenView, Sequence[HiddenView], Budget, int], Choice],
    Callable[[HiddenView, Sequence[HiddenView], int], Sequence[Choice]],
]:
    """`choose` and `judge` on this ground."""

    def choose(view: HiddenView, past: Sequence[HiddenView], budget: Budget, seed: int) -> Choice:
        """The turn to take, or the layout to set up."""
        rng = Random(seed)
        if view.deploying:
            return Choice(layout.written(layout.varied(rng.randrange)), 0.5)
        found, nodes = considered(ground, view, past, budget.nodes)
        noisy = [(_disturbed(one, budget, rng), one) for one in found]
        _, best = max(noisy, key=lambda each: each[0])
        return _choice(ground, best, nodes)

    def judge(view: HiddenView, past: Sequence[HiddenView], nodes: int) -> Sequence[Choice]:
        """The best turns, the best first; in a set-up, layouts that are as good as another."""
        if view.deploying:
            presets = tuple(layout.PRESETS.values())[:SHOWN]
            return [Choice(layout.written(codes), 0.5) for codes in presets]
        found, spent = considered(ground, view, past, nodes)
        return [_choice(ground, one, spent) for one in found[:SHOWN]]

    return choose, judge


def _disturbed(one: Considered, budget: Budget, rng: Random) -> float:
    """The expected score with the budget's error; what decides the game is seen by everybody."""
    error = rng.gauss(0.0, budget.noise) if budget.noise else 0.0
    return one.score + (10 if one.sure else -10 if one.lost else error)


def _choice(ground: Ground, one: Considered, nodes: int) -> Choice:
    typed = text(ground, one.move)
    return Choice(typed, one.score, (typed,), nodes)
