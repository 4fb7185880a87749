"""The end of Ponte del Diavolo is solved as by playing out every game that could follow."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from games.core import Over
from games.ponte.game import PONTE
from games.ponte.position import Position
from games.ponte.rules import PONTE_RULES
from players.ponte.endgame import Endgame, left
from players.ponte.player import LEVELS, choose
from players.ponte.search import state
from tests.players.ponte.test_player import VARIANTS, view, walk
from tests.samples import sampled

PLENTY = 100_000


def ends(variant: str, count: int, few: int) -> Iterator[Position]:
    """Give positions of random games in which no more than so many squares are left."""
    fitting = (
        now
        for now in walk(variant, 20_000, seed=4)
        if now.half is None and now.number > 1 and left(state(now)).bit_count() <= few
    )
    return islice(fitting, 0, count * 3, 3)


def turns(now: Position) -> Iterator[tuple[str, Position]]:
    """Give every whole turn of the engine, and what it leads to."""
    for action in PONTE.legal(view(now)):
        then = PONTE_RULES.apply(now, now.seat(now.mover), action)
        if then.half is None:
            yield PONTE.format(action), then
            continue
        for second in PONTE.legal(view(then)):
            after = PONTE_RULES.apply(then, now.seat(now.mover), second)
            yield ",".join(map(PONTE.format, after.last)), after


def best(now: Position, known: dict[object, float]) -> float:
    """Return the score of the colour to move if both play their best, by playing everything."""
    key = now.tiles, frozenset(now.spans), now.mover, now.final
    if key not in known:
        known[key] = max(outcome(now, then, known) for _, then in turns(now))
    return known[key]


def outcome(now: Position, then: Position, known: dict[object, float]) -> float:
    """Return the score of the colour that has led from one position to the other."""
    if isinstance(then.turn, Over):
        return 1.0 * (now.seat(now.mover) in then.turn.winners) if then.turn.winners else 0.5
    return 1 - best(then, known)


@pytest.mark.parametrize("variant", sampled(VARIANTS, 2))
def test_every_turn_near_the_end_is_worth_what_playing_on_in_every_way_says(variant: str) -> None:
    for now in ends(variant, 12, few=3):
        end, known = Endgame(state(now), PLENTY), dict[object, float]()
        after = dict(turns(now))
        assert end.turns().keys() == after.keys()
        for text, far in end.turns().items():
            assert end.value(far) == outcome(now, after[text], known)


def test_the_best_level_takes_a_turn_that_wins_whatever_follows() -> None:
    found = []
    for now in ends("standard", 30, few=4):
        choice, known = choose(view(now), [], LEVELS[-1], 1), dict[object, float]()
        assert choice.value == best(now, known)
        assert outcome(now, dict(turns(now))[choice.text], known) == choice.value
        found.append(choice.value)
    assert {0.0, 1.0} <= set(found)
