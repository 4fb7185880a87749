"""A game of every kind written out as every seat sees it, to be read by people and compared.

    python -m tests.games.test_playthroughs

writes the files anew; a change in them is a change of what somebody sees.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.core import AnyGame, Over, Roll, Seat, View
from games.library import GAMES

SHORTEST = {"diablo": "size-4", "ponte": "size-8", "murus": "advanced"}
SHOWN = 12
"""So many decisions are written out, then the end."""


def path(game: str) -> Path:
    return Path(__file__).parent / game.replace("-", "/") / "playthrough.txt"


def written(game: AnyGame, variant: str) -> str:
    """The whole file."""
    return "\n".join(_lines(game, variant)) + "\n"


def _lines(game: AnyGame, variant: str) -> Iterator[str]:
    rng, state, number = random.Random(1), game.initial(variant), 0
    yield f"{game.info.id} {variant}"
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Roll):
            faces = tuple(rng.randint(1, side) for side in turn.sides)
            state = game.roll(state, faces)
            if number < SHOWN:
                yield f"\nroll {faces}"
            continue
        seat = min(turn.seats)
        action = rng.choice(game.legal(game.view(state, seat)))
        if number < SHOWN:
            yield f"\n{game.dump(state)}"
            for viewer in (Seat(0), Seat(1), None):
                yield from _seen(game, game.view(state, viewer))
            yield f"seat {seat} plays {game.format(action)}"
        state = game.apply(state, seat, action)
        number += 1
    yield f"\nafter {number} actions: {turn}"
    yield game.diagram(game.view(state, None))


def _seen(game: AnyGame, view: View) -> Iterator[str]:
    legal = sorted(map(game.format, game.legal(view)))
    news = [f"{event.code} {json.dumps(dict(event.args))}" for event in view.news]
    yield f"-- seat {view.seat}: {len(legal)} actions {' '.join(legal[:8])}"
    yield f"   news {news}"
    yield f"   facts {json.dumps(game.facts(view))}"
    if view.seat is None:
        yield game.diagram(view)


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_sees_what_was_written_down(game: str) -> None:
    assert path(game).read_text("utf-8") == written(GAMES[game], SHORTEST.get(game, ""))


if __name__ == "__main__":
    for one in GAMES:
        path(one).write_text(written(GAMES[one], SHORTEST.get(one, "")), "utf-8")
