"""Positions with a seat to act and what it has seen, from seeded random walks."""

import itertools
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.core import Act, AnyRules, Seat
from games.library import GAMES
from games.rulebook import RULES
from players.core import AnyPlayer, Budget
from players.library import PLAYERS
from tests.laws.walks import Walk, replayed, walk

THOUGHT = Budget(12, 0.05)
"""A small budget, so that many positions can be tried."""


@dataclass(frozen=True)
class Situation:
    """A seat of a game that is to act; `past` is what it has seen, the view of now the last."""

    game: str
    variant: str
    state: Any
    seat: Seat
    past: tuple[Any, ...]

    @property
    def rules(self) -> AnyRules:
        return RULES[self.game]

    @property
    def player(self) -> AnyPlayer:
        return PLAYERS[self.game]

    @property
    def view(self) -> Any:
        return self.past[-1]


def variants(game: str) -> list[str]:
    """List every variant on offer, and the first with every value of every option."""
    info = GAMES[game].info
    options = [f"{info.variants[0]} {k}={v}" for k, vs in info.options.items() for v in vs[1:]]
    return [*info.variants, *options]


TABLES = [(game, variant) for game in sorted(PLAYERS) for variant in variants(game)]
"""Every game that is played by computers, in every variant and with every option."""
VARIANTS = [(game, variant) for game, variant in TABLES if variant in GAMES[game].info.variants]


@cache
def walked(game: str, variant: str, seed: int) -> Walk:
    return walk(RULES[game], variant, seed)


def situations(game: str, variant: str, seed: int, count: int) -> list[Situation]:
    """Choose some positions of one walk: its first ones, its last, and any between."""
    return list(_situations(walked(game, variant, seed), variant, seed, count))


def _situations(one: Walk, variant: str, seed: int, count: int) -> Iterator[Situation]:
    rules, states = one.rules, replayed(one)
    acting = [n for n, state in enumerate(states) if isinstance(rules.turn(state), Act)]
    rng = random.Random(f"{seed} {count}")
    ends = {*acting[: count // 4 + 1], *acting[-(count // 4) - 1 :]}
    chosen = {*ends, *rng.sample(acting, min(len(acting), count))}
    for n in sorted(chosen, key=lambda n: (n not in ends, n))[:count]:
        turn = rules.turn(states[n])
        for seat in sorted(turn.seats)[:1] if isinstance(turn, Act) else ():
            past = tuple(rules.view(state, seat) for state in states[: n + 1])
            yield Situation(rules.game.info.id, variant, states[n], seat, past)


def half_turns(game: str, variant: str, seed: int, count: int) -> Iterator[Situation]:
    """Give positions in the middle of a turn; what came before is left out."""
    one = walked(game, variant, seed)
    for moment in one.moments:
        turn = one.rules.turn(moment.state)
        if count and moment.seat is not None and isinstance(turn, Act) and turn.begun:
            count -= 1
            view = one.rules.view(moment.state, moment.seat)
            yield Situation(game, variant, moment.state, moment.seat, (view,))


def requests(count: int) -> Iterator[Situation]:
    """Give positions of all games, `count` in all."""
    each = -(-count // len(VARIANTS))
    positions = (
        situation
        for seed in itertools.count(1)
        for game, variant in VARIANTS
        for situation in situations(game, variant, seed, each)
    )
    yield from itertools.islice(positions, count)


def main(count: int) -> None:
    """Print what players answer, a line each, for tests that compare processes."""
    for n, situation in enumerate(requests(count)):
        player = situation.player
        choice = player.choose(situation.view, situation.past, THOUGHT, n)
        best = player.judge(situation.view, situation.past, THOUGHT.nodes)
        answers = [(c.text, c.value, c.line, c.nodes) for c in (choice, *best)]
        print(json.dumps([situation.game, situation.variant, answers]), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
