"""The end of Ponte del Diavolo is solved as by playing out every game that could follow."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from games.core import Over
from games.ponte.game import PONTE
from games.ponte.position import Position, Variant
from games.ponte.turns import actions, after
from players.ponte.endgame import Endgame, open_squares
from players.ponte.player import LEVELS, choose
from players.ponte.search import state
from tests.players.ponte.test_player import VARIANTS, view, walk
from tests.samples import sampled

PLENTY = 100_000


def ends(variant: str, count: int, few: int) -> Iterator[Position]:
    """Give positions of random games in which no more than `few` squares are left."""
    fitting = (
        now
        for now in walk(variant, 20_000, seed=4)
        if now.half is None and now.number > 1 and open_squares(state(now)).bit_count() <= few
    )
    return islice(fitting, 0, count * 3, 3)


def turns(now: Position) -> Iterator[tuple[str, Position]]:
    """Give every whole turn of the engine, and what it leads to."""
    for action in actions(now):
        then = after(now, action)
        if then.half is None:
            yield PONTE.format(action), then
            continue
        for second in actions(then):
            whole = after(then, second)
            yield ",".join(map(PONTE.format, whole.last)), whole


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


@pytest.mark.slow
@pytest.mark.parametrize("variant", sampled(VARIANTS))
def test_every_turn_near_the_end_is_worth_what_playing_on_in_every_way_says(variant: str) -> None:
    for now in ends(variant, 12, few=3):
        check(now)


@pytest.mark.parametrize("seed", sampled(range(6)))
def test_so_is_every_turn_where_tiles_and_bridges_run_out(seed: int) -> None:
    rng, most = Random(seed), 0
    for size in (5, 6, 7, 8):
        now = Position(Variant("standard", size, None, None, pie=False))
        course = list[Position]()
        while not now.end:
            options = actions(now)
            bridges = [option for option in options if "-" in PONTE.format(option)]
            now = after(now, rng.choice(bridges if bridges and rng.random() < 0.2 else options))
            if now.half is None and not now.end and open_squares(state(now)).bit_count() <= 6:
                course.append(now)
        for end in course[:2]:
            tiles = max(own.bit_count() for own in end.tiles) + rng.randrange(4)
            bridges_left = len(end.spans) + rng.randrange(3)
            most = max(most, check(end))
            check(replace(end, variant=replace(end.variant, tiles=tiles, bridges=bridges_left)))
    assert most >= 5


def check(now: Position) -> int:
    """Compare every turn with what playing everything that may follow says; count the turns."""
    end, known, found = Endgame(state(now), PLENTY), dict[object, float](), dict(turns(now))
    assert end.turns().keys() == found.keys()
    for text, far in end.turns().items():
        assert end.value(far) == outcome(now, found[text], known)
    return len(found)


@pytest.mark.slow
@pytest.mark.parametrize("count", sampled((9, 30)))
def test_the_best_level_takes_a_turn_that_wins_whatever_follows(count: int) -> None:
    found = []
    for now in ends("standard", count, few=4):
        choice, known = choose(view(now), [], LEVELS[-1], 1), dict[object, float]()
        assert choice.value == best(now, known)
        assert outcome(now, dict(turns(now))[choice.text], known) == choice.value
        found.append(choice.value)
    assert {0.0, 1.0} <= set(found)
