"""A game of every kind written out as every seat sees it, to be read by people and compared.

`python -m tests.games.test_playthroughs` writes the files anew; a change in them is a change of
what players see.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.core import AnyGame, AnyRules, Over, Roll, Seat, View
from games.rulebook import RULES
from tests.families import mapped

SHORTEST = dict(mapped("facts", "SHORTEST"))
"""The variants written out, by game; the default where there is none."""
SHOWN = 12
"""The decisions written out before the end."""


def path(game: str) -> Path:
    return Path(__file__).parent / game.replace("-", "/") / "playthrough.txt"


def written(rules: AnyRules, variant: str) -> str:
    """Return the whole file."""
    return "\n".join(_lines(rules, variant)) + "\n"


def _lines(rules: AnyRules, variant: str) -> Iterator[str]:
    rng, state, number = random.Random(1), rules.initial(variant), 0
    yield f"{rules.game.info.id} {variant}"
    while not isinstance(turn := rules.turn(state), Over):
        if isinstance(turn, Roll):
            faces = tuple(rng.randint(1, side) for side in turn.sides)
            state = rules.roll(state, faces)
            if number < SHOWN:
                yield f"\nroll {faces}"
            continue
        seat = min(turn.seats)
        action = rng.choice(rules.game.legal(rules.view(state, seat)))
        if number < SHOWN:
            yield f"\n{rules.dump(state)}"
            for viewer in (*map(Seat, range(rules.game.info.seats)), None):
                yield from _seen(rules.game, rules.view(state, viewer))
            yield f"seat {seat} plays {rules.game.format(action)}"
        state = rules.apply(state, seat, action)
        number += 1
    yield f"\nafter {number} actions: {turn}"
    yield rules.game.diagram(rules.view(state, None))


def _seen(game: AnyGame, view: View) -> Iterator[str]:
    legal = sorted(map(game.format, game.legal(view)))
    news = [f"{event.code} {json.dumps(event.args, default=str)}" for event in view.news]
    yield f"-- seat {view.seat}: {len(legal)} actions {' '.join(legal[:8])}"
    yield f"   news {news}"
    yield f"   facts {json.dumps(game.facts(view))}"
    if view.seat is None:
        yield game.diagram(view)


@pytest.mark.parametrize("game", RULES)
def test_every_seat_sees_what_was_written_down(game: str) -> None:
    assert path(game).read_text("utf-8") == written(RULES[game], SHORTEST.get(game, ""))


if __name__ == "__main__":
    for rule in RULES:
        path(rule).write_text(written(RULES[rule], SHORTEST.get(rule, "")), "utf-8")
