"""A takeback never puts a piece back on the board nor turns one down again."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.core import AnyGame, Code, IllegalAction, Over, Seat
from games.junqi.codes import Code as Junqi
from games.junqi.dark.game import DARK_JUNQI
from games.junqi.flip.game import FLIP_JUNQI
from games.replay import Course
from tests.laws.walks import walked

SEATS = (Seat(0), Seat(1))


def pieces(game: AnyGame, state: object) -> Counter[str]:
    """What is on the board as everybody sees it, wherever it stands."""
    return Counter(game.cells(game.view(state, None)).values())


def before(course: Course[Any, Any, Any], seat: Seat) -> object:
    """The state before the last turn of a seat."""
    turns = next(n for n, line in enumerate(reversed(course.lines), 1) if line.seat == seat)
    return course.states[-turns - 1]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", [DARK_JUNQI, FLIP_JUNQI], ids=lambda game: game.info.id)
def test_the_same_pieces_are_seen_before_and_after(game: AnyGame, seed: int) -> None:
    path = walked(game.info.id, game.info.variants[0], seed)
    course = Course(game, path.variant)
    answers: Counter[str] = Counter()
    for entry in path.log:
        course.follow(entry)
        for seat in SEATS if not isinstance(game.turn(course.state), Over) else ():
            try:
                turns = int(course.takeback(seat).text)
            except IllegalAction as refusal:
                answers[refusal.event.code] += 1
                if refusal.event.code not in (Code.NOTHING_TO_TAKE_BACK, Code.MISSED_SINCE):
                    assert pieces(game, course.state) != pieces(game, before(course, seat))
            else:
                answers["taken back"] += 1
                assert course.states[-turns - 1] == before(course, seat)
                assert pieces(game, course.state) == pieces(game, before(course, seat))
    assert answers["taken back"] > 100
    assert answers[Junqi.CAPTURE_STANDS] > 20
    assert answers[Code.MISSED_SINCE] > 0 or game is FLIP_JUNQI
    assert (answers[Junqi.FLIP_STANDS] > 20) == (game is FLIP_JUNQI)
