"""Diablo: the refusals, the news and what lists put first.

What an action leads to is said by the recordings of `test_recordings.py`.
"""

import pytest

from games.core import Code as Core
from games.core import Event, GameError, IllegalAction, Seat
from games.diablo.game import DIABLO
from games.diablo.rules import DIABLO_RULES
from games.diablo.view import Code
from games.submission import play

from .positions import act, at, short

BLACK, GREEN = Seat(0), Seat(1)
BLACK_ALONE = frozenset({BLACK})


def test_where_no_die_can_move_at_the_outset_two_checkers_are_removed() -> None:
    board = "g3...../g3...../b2g3g3... b"
    for roll, stage in (((1, 2), "remove2 1,2 -"), ((1, 3), "action1 1,3 1,3")):
        assert short(DIABLO_RULES.roll(at(f"{board} roll - - 9 -"), roll)) == f"{board} {stage} 9 -"


ACTION = "g2...../b2b1g1.b1. b action1 1,2 1,2 9 -"
SECOND = "g2...../b2...b1. b action2_mc 1,2 1 9 -"
REMOVING = "g2...../b2b1g1.b1. b remove1 1,2 - 9 - b3-b2=1 - -"

REFUSALS = [
    (ACTION, "d3-d4", Code.EMPTY_SQUARE, {"square": "d3"}),
    (REMOVING, "-d3", Code.EMPTY_SQUARE, {"square": "d3"}),
    (ACTION, "c1-c2", Code.NOT_YOURS, {"square": "c1"}),
    (REMOVING, "-c1", Code.NOT_YOURS, {"square": "c1"}),
    (ACTION, "a1-b2", Code.NOT_STRAIGHT, {}),
    (ACTION, "a1-a1", Code.NOT_STRAIGHT, {}),
    (ACTION, "a1-d1", Code.NOT_ON_DICE, {"distance": 3, "left": "1 2"}),
    (SECOND, "a1-a3", Code.NOT_ON_DICE, {"distance": 2, "left": "1"}),
    ("g2...../b1g1.... b action1 1,2 1,2 9 -", "a1xa2", Code.TALLER, None),
    ("g2...../b1g1.... b action1 1,2 1,2 9 -", "a1a2", Code.TALLER, None),
    (ACTION, "a1+c1", Code.REALLY, {"meant": "a1xc1"}),
    (ACTION, "a1xb1", Code.REALLY, {"meant": "a1+b1"}),
    (ACTION, "a1:a3", Code.REALLY, {"meant": "a1-a3"}),
    (ACTION, "e1+d1", Code.REALLY, {"meant": "e1-d1"}),
    (SECOND, "e1-d1", Code.ONLY_MERGE_OR_TAKE, {"die": 1}),
    (SECOND, "e1xd1", Code.ONLY_MERGE_OR_TAKE, {"die": 1}),
    (ACTION, "-a1", Code.MUST_MOVE, {}),
    (SECOND, "rm a1", Code.MUST_MOVE, {}),
    (REMOVING, "a1-b1", Code.MUST_REMOVE, {}),
    (ACTION, "a1-a7", Core.NO_SUCH_SQUARE, None),
    (ACTION, "g1-f1", Core.NO_SUCH_SQUARE, None),
    (REMOVING, "-a0", Core.NO_SUCH_SQUARE, None),
    (ACTION, "a1+b1", Core.INCOMPLETE, {"action": "a1+b1"}),
    (ACTION, "a1xa2 a2-a4 c1", Core.TOO_MANY_ACTIONS, {"action": "c1"}),
    (ACTION, "a1xa2 a1-a3", Code.EMPTY_SQUARE, {"square": "a1"}),
    (ACTION, "a1xa2 a2-a3", Code.NOT_ON_DICE, {"distance": 1, "left": "2"}),
]


@pytest.mark.parametrize(("before", "text", "code", "args"), REFUSALS)
def test_a_refusal_says_why(
    before: str, text: str, code: str, args: dict[str, str | int] | None
) -> None:
    state = at(before)
    dumped = DIABLO_RULES.dump(state)
    with pytest.raises(GameError) as refusal:
        play(DIABLO_RULES, state, BLACK, text)
    assert refusal.value.event.code == code
    assert args in (None, dict(refusal.value.event.args))
    assert DIABLO_RULES.dump(state) == dumped


def test_a_taller_stack_is_told_with_both_heights() -> None:
    state = at("g2...../b1g1.... b action1 1,2 1,2 9 -")
    with pytest.raises(IllegalAction) as refusal:
        play(DIABLO_RULES, state, BLACK, "a1xa2")
    assert refusal.value.event.args == {"target": "a2", "theirs": 2, "mine": 1}


NEWS = [
    (
        "b2..b1g1g9 b action1 1,2 1,2 9 -",
        "d1xe1 e1-c1",
        [Event(Code.TOOK, {"target": "e1", "n": 1}), Event(Code.MOVED, {"target": "c1"})],
    ),
    (
        "b2b1...g9 b action1 1,2 1,2 9 -",
        "a1+b1 b1-d1",
        [Event(Code.MERGED, {"target": "b1", "n": 3}), Event(Code.MOVED, {"target": "d1"})],
    ),
    (
        "b3....g9 b action1 1,2 1,2 9 -",
        "a1-b1 -b1",
        [Event(Code.MOVED, {"target": "b1"}), Event(Code.REMOVED, {"square": "b1", "n": 2})],
    ),
    (
        "b1...b1g9 b action1 1,2 1,2 9 -",
        "a1-b1 -b1",
        [Event(Code.MOVED, {"target": "b1"}), Event(Code.EMPTIED, {"square": "b1"})],
    ),
]


@pytest.mark.parametrize(("before", "text", "events"), NEWS)
def test_a_turn_is_told_with_both_actions_and_then_the_roll(
    before: str, text: str, events: list[Event]
) -> None:
    state = at(before + " - 3,1 b1xa1=3")
    first, _ = text.split()
    half = act(state, first)
    assert list(DIABLO_RULES.view(half, None).news) == events[:1], "between the two actions"
    state = play(DIABLO_RULES, state, BLACK, text)[0]
    assert list(DIABLO_RULES.view(state, GREEN).news) == events
    state = DIABLO_RULES.roll(state, (3, 1))
    events = [*events, Event(Code.ROLLED, {"first": 3, "second": 1})]
    for seat in (BLACK, GREEN, None):
        assert list(DIABLO_RULES.view(state, seat).news) == events
        assert DIABLO.last(DIABLO_RULES.view(state, seat)) == (BLACK, text)
    assert DIABLO_RULES.view(state, None).position.last_dice == (1, 2)


def test_the_first_roll_is_told_before_any_turn() -> None:
    view = DIABLO_RULES.view(DIABLO_RULES.roll(DIABLO_RULES.initial("size-6"), (2, 3)), None)
    assert view.news == (Event(Code.ROLLED_FIRST, {"first": 2, "second": 3}),)
    assert DIABLO.last(view) is None


def test_the_turn_that_ended_the_game_is_told_without_a_roll() -> None:
    state = play(DIABLO_RULES, at("b1g1.... b action1 1,3 1,3 9 -"), BLACK, "a1xb1")[0]
    view = DIABLO_RULES.view(state, None)
    assert view.news == (Event(Code.TOOK, {"target": "b1", "n": 1}),)
    assert DIABLO.last(view) == (BLACK, "a1xb1")
    assert DIABLO.facts(view)["dice"] == [1, 3]


def test_the_checkers_of_both_sides_are_counted() -> None:
    view = DIABLO_RULES.view(at("b1g2.... b action1 1,3 1,3 9 -"), None)
    assert DIABLO.material
    assert DIABLO.material(view) == Event(Code.CHECKERS, {"first": 1, "second": 2})


def test_every_code_of_the_game_is_shown_above() -> None:
    codes = {event.code for *_, events in NEWS for event in events}
    codes |= {Code.ROLLED, Code.ROLLED_FIRST, Code.CHECKERS}
    assert codes | {code for _, _, code, _ in REFUSALS if code in set(Code)} == set(Code)


def test_a_game_given_up_has_no_stage_and_no_dice_left() -> None:
    state = at("b1g1.... b action1 1,3 1,3 9 -")
    facts = DIABLO.facts(
        DIABLO_RULES.view(DIABLO_RULES.forfeit(state, BLACK_ALONE, "resign"), None)
    )
    assert (facts["stage"], facts["dice_left"]) == ("over", [])


def test_lists_put_a_win_first_and_then_captures() -> None:
    state = at("b1g1.b1.. b action1 1,2 1,2 9 -")
    view = DIABLO_RULES.view(state, BLACK)
    weights = {DIABLO.format(a): DIABLO.weight(view, a) for a in DIABLO.legal(view)}
    assert (weights["a1xb1"], weights["a1-a2"]) == (2, 0)
    state = at("b1g1b1..g1 b action1 1,2 1,2 9 -")
    view = DIABLO_RULES.view(state, BLACK)
    weights = {DIABLO.format(a): DIABLO.weight(view, a) for a in DIABLO.legal(view)}
    assert (weights["a1xb1"], weights["a1+c1"]) == (1, 0)
