"""The turns of a player of Junqi with hidden pieces, set-up included."""

from collections.abc import Callable, Sequence
from random import Random

from games.junqi import layout
from games.junqi.board_shape import Ground
from games.junqi.hidden_view import HiddenView

from ..core import Budget, Choice, GoOn, Pause, one_slice
from ..exact import error
from .hidden import Considered, Thought, text
from .layouts import draw_layout, left_flag_odds
from .playouts import Halving, Start

SLICE = 3_000
"""The nodes of a slice, half a second of CPU."""
SHOWN = 3
"""The turns that a hint compares."""
QUIET = 0.1
"""How much of a level's error there is in the value of a quiet move."""


def chooser(
    ground: Ground,
) -> tuple[GoOn[HiddenView], Callable[[HiddenView, Sequence[HiddenView], int], Sequence[Choice]]]:
    """Make `go_on` and `judge` for this ground."""
    on_the_left = left_flag_odds(ground)

    def think(
        view: HiddenView,
        past: Sequence[HiddenView],
        nodes: int,
        seed: int,
        whole: int,
        state: tuple[int, ...] = (),
    ) -> tuple[list[Considered], int, Halving | None]:
        """List the moves, the best first, count the nodes, and return the search for them: one node
        is for a glance at all moves, and one for every game that is played on, `whole` in all."""
        thought = Thought(ground, view, past)
        start = Start(thought, Random(seed + sum(state[:1])))
        ideas = thought.consider(start.guess)
        if len(ideas) < 2 or ideas[0].sure or ideas[1].lost:
            return ideas, 1, None
        halving = Halving(start, ideas, whole - 1, state)
        return ideas, 1 + halving.play_on(nodes - 1), halving

    def go_on(
        view: HiddenView, past: Sequence[HiddenView], budget: Budget, seed: int, pause: Pause | None
    ) -> Choice | Pause:
        """Think for a slice about the turn to take; a layout is set up at once."""
        rng = Random(seed)
        if view.deploying:
            return Choice(layout.write_layout(draw_layout(rng, on_the_left)), 0.5)

        def think_on(slice_: Budget, state: tuple[int, ...]) -> tuple[Choice, Halving | None]:
            ideas, nodes, halving = think(view, past, slice_.nodes, seed, budget.nodes, state)
            best = max(ideas, key=lambda idea: _disturb(idea, budget, rng))
            if halving and halving.spent:
                nodes = slice_.nodes  # what is left is too little for a deal
            return _choice(ground, best, nodes), halving

        return one_slice(think_on, budget, SLICE, pause)

    def judge(view: HiddenView, past: Sequence[HiddenView], nodes: int) -> Sequence[Choice]:
        """Return the best turns in order; in a set-up, layouts that are as good as any."""
        if view.deploying:
            presets = tuple(layout.PRESETS.values())[:SHOWN]
            return [Choice(layout.write_layout(codes), 0.5) for codes in presets]
        ideas, spent, _ = think(view, past, nodes, 0, nodes)
        return [_choice(ground, idea, spent) for idea in ideas[:SHOWN]]

    return go_on, judge


def _disturb(one: Considered, budget: Budget, rng: Random) -> float:
    """Return the score with the budget's error; every level sees what decides the game. Nobody errs
    so much about quiet moves as to lose the way."""
    doubt = error(rng, budget.noise * (1 if one.fights else QUIET)) if budget.noise else 0.0
    return one.score + (10 if one.sure else -10 if one.lost else doubt)


def _choice(ground: Ground, one: Considered, nodes: int) -> Choice:
    typed = text(ground, one.move)
    return Choice(typed, one.score, (typed,), nodes)
