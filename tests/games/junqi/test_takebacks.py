"""A takeback never puts a piece back on the board nor turns one down again."""

from collections import Counter
from typing import Any

import pytest

from games.core import AnyRules, Code, IllegalAction, Over, Seat
from games.junqi.codes import Code as Junqi
from games.junqi.dark.rules import DARK_RULES
from games.junqi.flip.rules import FLIP_RULES
from games.replay import Course
from tests.laws.walks import walked
from tests.samples import sampled

SEATS = (Seat(0), Seat(1))


def pieces(rules: AnyRules, state: object) -> Counter[str]:
    """Count the pieces on the board as all see them, wherever they stand."""
    return Counter(rules.game.cells(rules.view(state, None)).values())


def before(course: Course[Any, Any, Any], seat: Seat) -> object:
    """Return the state before the last turn of a seat."""
    turns = next(n for n, line in enumerate(reversed(course.lines), 1) if line.seat == seat)
    return course.states[-turns - 1]


@pytest.mark.parametrize("seed", sampled(range(3)))
@pytest.mark.parametrize("rules", [DARK_RULES, FLIP_RULES], ids=lambda rules: rules.game.info.id)
def test_the_same_pieces_are_seen_before_and_after(rules: AnyRules, seed: int) -> None:
    path = walked(rules.game.info.id, rules.game.info.variants[0], seed)
    course = Course(rules, path.variant)
    answers: Counter[str] = Counter()
    for entry in path.log:
        course.follow(entry)
        for seat in SEATS if not isinstance(rules.turn(course.state), Over) else ():
            try:
                turns = int(course.takeback(seat).text)
            except IllegalAction as refusal:
                answers[refusal.event.code] += 1
                if refusal.event.code not in (Code.NOTHING_TO_TAKE_BACK, Code.MISSED_SINCE):
                    assert pieces(rules, course.state) != pieces(rules, before(course, seat))
            else:
                answers["taken back"] += 1
                assert course.states[-turns - 1] == before(course, seat)
                assert pieces(rules, course.state) == pieces(rules, before(course, seat))
    assert answers["taken back"] > 100
    assert answers[Junqi.CAPTURE_STANDS] > 20
    assert answers[Code.MISSED_SINCE] > 0 or rules is FLIP_RULES
    assert (answers[Junqi.FLIP_STANDS] > 20) == (rules is FLIP_RULES)
