"""A position that occurs for the third time is a draw: a house rule (section 1.3)."""

import pytest

from games.core import Event, Over, Seat
from games.murus.game import MURUS
from games.murus.position import Position
from games.murus.rules import MURUS_RULES
from games.murus.view import Code
from games.submission import foresee

from .positions import after, at

OPENING = ["a1-a3", "a7-a5", "b1-b3", "b7-b5"]
CYCLE = [
    *("c1-a1", "c7-a7", "d1-b1", "d7-b7", "b1-d1", "b7-d7"),
    *("c1-a1", "c7-a7", "a1-c1", "a7-c7", "b1-d1", "b7-d7"),
]
"""Twelve plies by which both sides come back to where they were."""


def played(texts: list[str], variant: str = "basic") -> Position:
    state = MURUS_RULES.initial(variant)
    for text in texts:
        state = after(state, text)
        assert MURUS_RULES.load(MURUS_RULES.dump(state)) == state
    return state


def news(state: Position) -> list[Event]:
    return [event for event in MURUS_RULES.view(state, None).news if event.code == Code.REPEATED]


def test_the_second_time_is_told() -> None:
    assert news(played(OPENING)) == []
    assert news(played(OPENING + CYCLE[:-1])) == []
    state = played(OPENING + CYCLE)
    assert news(state) == [Event(Code.REPEATED, {"times": 2})]
    assert not isinstance(MURUS_RULES.turn(state), Over)


@pytest.mark.parametrize("variant", ["basic", "basic+escape"])
def test_the_third_time_is_a_draw(variant: str) -> None:
    before = played(OPENING + CYCLE + CYCLE[:-1], variant)
    assert not isinstance(MURUS_RULES.turn(before), Over)
    state = after(before, CYCLE[-1])
    assert MURUS_RULES.turn(state) == Over(frozenset(), "repetition")
    assert news(state) == [Event(Code.REPEATED, {"times": 3})]
    assert MURUS_RULES.load(MURUS_RULES.dump(state)) == state


def test_every_position_of_the_second_round_stands_for_the_second_time() -> None:
    state = played(OPENING + CYCLE)
    assert MURUS_RULES.view(state, None).times == 2
    assert MURUS_RULES.view(after(state, CYCLE[0]), None).times == 2
    assert MURUS_RULES.view(after(state, "c1-c3"), None).times == 1


def test_a_position_before_a_sacrifice_cannot_come_again() -> None:
    state = at("7t/8/8/w7/T7/8/8")
    sacrificed = after(state, "a3xa4")
    assert MURUS_RULES.dump(sacrificed).split()[4:] == ["a3xa4"]
    assert MURUS_RULES.load(MURUS_RULES.dump(sacrificed)) == sacrificed


def test_a_preview_leaves_repetition_to_the_match() -> None:
    state = played(OPENING + CYCLE + CYCLE[:-1])
    view, _ = foresee(MURUS, MURUS_RULES.view(state, Seat(1)), CYCLE[-1])
    assert not isinstance(view.turn, Over)


@pytest.mark.parametrize(
    "line",
    [
        "a1-a4",
        "a1-b3",
        "d4-d6",
        "a1-a3 a7-a5 a1xb2",
        "a1-a3 a1-a3",
        "a1-b2,c2 a7-a5",
        "a9-a3",
        "a1,a3",
    ],
)
def test_a_position_with_actions_that_do_not_lead_there_is_refused(line: str) -> None:
    board = "tttttttt/......../......../......../W......./W......./.TTTTTTT"
    assert MURUS_RULES.load(f"basic {board} 1 - a1-a3").ply == 1
    with pytest.raises(ValueError, match=r"core\.(bad_position|no_such_square|unreadable)"):
        MURUS_RULES.load(f"basic {board} 1 - {line}")
