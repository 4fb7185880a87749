"""The turns of a player of Junqi with hidden pieces, set-up included."""

from collections.abc import Callable, Sequence
from random import Random

from games.core import Seat
from games.junqi import layout
from games.junqi.board_shape import Ground
from games.junqi.hidden import Piece
from games.junqi.hidden_view import HiddenView
from games.junqi.pieces import FLAG

from ..core import Budget, Choice
from ..exact import error
from .hidden import Considered, Thought, consider, text
from .layouts import draw_layout, left_flag_odds
from .outlook import Style
from .paths import paths
from .playouts import LENGTH, play_on

GLANCE, PLAYING = 150, 5000
"""The nodes for valuing moves at a glance, and those from which on games are played on instead of
thinking of replies."""
SHOWN = 3
"""The turns that a hint compares."""


def chooser(
    ground: Ground, style: Style
) -> tuple[
    Callable[[HiddenView, Sequence[HiddenView], Budget, int], Choice],
    Callable[[HiddenView, Sequence[HiddenView], int], Sequence[Choice]],
]:
    """Make `choose` and `judge` for this ground, in this style."""
    on_the_left = left_flag_odds(ground)

    def think(
        view: HiddenView, past: Sequence[HiddenView], nodes: int, seed: int
    ) -> tuple[list[Considered], int]:
        """List the moves, the best first, and count the positions looked at."""
        if not style.playouts or nodes < PLAYING:
            return consider(ground, style, view, past, nodes)
        thought = Thought(ground, style, view, past, GLANCE)
        options, spent = thought.consider(), thought.purse.spent
        if len(options) < 2 or options[0].sure or options[0].lost:
            return options, spent
        playouts = (nodes - spent) // LENGTH
        play_on(thought, options, playouts, seed)
        return options, spent + playouts * LENGTH

    def choose(view: HiddenView, past: Sequence[HiddenView], budget: Budget, seed: int) -> Choice:
        """Return the turn to take, or the layout to set up."""
        rng = Random(seed)
        if view.deploying:
            return Choice(layout.write_layout(draw_layout(rng, on_the_left)), 0.5)
        options, nodes = think(view, past, budget.nodes, seed)
        noisy = [(_disturb(option, budget, rng), option) for option in options]
        if march := style.marching * budget.noise:
            ways = _ways(ground, view)
            noisy = [
                (score + march * (ways[idea.move.origin] - ways[idea.move.target]), idea)
                for score, idea in noisy
            ]
        _, best = max(noisy, key=lambda each: each[0])
        return _choice(ground, best, nodes)

    def judge(view: HiddenView, past: Sequence[HiddenView], nodes: int) -> Sequence[Choice]:
        """Return the best turns in order; in a set-up, layouts that are as good as any."""
        if view.deploying:
            presets = tuple(layout.PRESETS.values())[:SHOWN]
            return [Choice(layout.write_layout(codes), 0.5) for codes in presets]
        options, spent = think(view, past, nodes, 0)
        return [_choice(ground, option, spent) for option in options[:SHOWN]]

    return choose, judge


def _ways(ground: Ground, view: HiddenView) -> Sequence[float]:
    """Return how far every point is from the nearest headquarters in which a flag may stand."""
    seat = view.seat if view.seat is not None else Seat(0)
    far = paths(ground).far
    aims = [
        far[at]
        for at in sorted(ground.headquarters)
        if (cell := view.board[at])
        and cell.origin == at
        and cell.seat not in ground.teams[seat] | view.out
        and not (isinstance(cell, Piece) and cell.code != FLAG)
    ]
    return [min(ways) for ways in zip(*aims, strict=True)] or [0.0] * len(view.board)


def _disturb(one: Considered, budget: Budget, rng: Random) -> float:
    """Return the score with the budget's error; every level sees what decides the game."""
    doubt = error(rng, budget.noise) if budget.noise else 0.0
    return one.score + (10 if one.sure else -10 if one.lost else doubt)


def _choice(ground: Ground, one: Considered, nodes: int) -> Choice:
    typed = text(ground, one.move)
    return Choice(typed, one.score, (typed,), nodes)
