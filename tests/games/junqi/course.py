"""Games of Junqi played by chance, with what every seat has seen on the way."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.core import AnyRules, Over, Roll, Seat
from games.junqi.hidden import Deploy
from games.junqi.layout import vary_preset


@dataclass(frozen=True, slots=True)
class Look:
    """A state with a seat to act, and all that this seat has seen so far."""

    state: Any
    seat: Seat
    view: Any
    past: tuple[Any, ...]


def course(rules: AnyRules, variant: str, seed: int, bold: float = 0.7) -> Iterator[Look]:
    """Give every turn of a game; attacks are taken with the odds `bold` where there are any."""
    rng = random.Random(f"{variant} {seed}")
    state = rules.initial(variant)
    pasts: list[list[Any]] = [[] for _ in range(rules.game.info.seats)]
    while not isinstance(turn := rules.turn(state), Over):
        if isinstance(turn, Roll):
            state = rules.roll(state, tuple(rng.randint(1, sides) for sides in turn.sides))
        else:
            seat = min(turn.seats)
            view = rules.view(state, seat)
            yield Look(state, seat, view, (*pasts[seat], view))
            actions = list(rules.game.legal(view))
            attacks = [action for action in actions if rules.game.weight(view, action)]
            action = rng.choice(attacks if attacks and rng.random() < bold else actions)
            if isinstance(action, Deploy):
                action = Deploy(vary_preset(rng.randrange))
            state = rules.apply(state, seat, action)
        for number, past in enumerate(pasts):
            past.append(rules.view(state, Seat(number)))
