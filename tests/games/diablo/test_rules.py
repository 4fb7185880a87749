"""The rules of Diablo as sentences: a position, an action, what comes of it."""

from __future__ import annotations

import pytest

from games.core import Act, GameError, NotationError, Over, Seat, play
from games.core import Code as Core
from games.diablo.rules import DIABLO
from games.diablo.view import Code

B = "diablo1 6 .....g1/....../....../b1...../g2...../b2b1g1.b1. b"


def position(stage: str, dice: str, left: str, done: str = "-") -> str:
    return f"{B} {stage} {dice} {left} 9 - {done} - -"


ACTION = position("action1", "1,2", "1,2")
SECOND = position("action2_mc", "1,2", "2", "b2-b1=1")
REMOVING = position("remove1", "1,2", "-", "b2-b1=1")


@pytest.mark.parametrize(
    ("rule", "line", "action", "board", "stage"),
    [
        ("a stack merges with its own", ACTION, "a1+b1", "g2...../.b3g1.b1.", "action2_any"),
        ("an equal stack is captured", ACTION, "a1xa2", "b2...../.b1g1.b1.", "action2_any"),
        ("a lower stack is captured", ACTION, "a1xc1", "g2...../.b1b2.b1.", "action2_any"),
        ("stacks jump over anything", ACTION, "a1xc1", "g2...../.b1b2.b1.", "action2_any"),
        ("after an empty square only merging or capturing", ACTION, "e1-d1", None, "action2_mc"),
        ("one checker is removed from any stack", REMOVING, "-a1", None, "roll"),
    ],
)
def test_an_action(rule: str, line: str, action: str, board: str | None, stage: str) -> None:
    state = DIABLO.load(line)
    view = DIABLO.view(state, Seat(0))
    after = DIABLO.dump(DIABLO.apply(state, Seat(0), DIABLO.parse(view, action))).split()
    assert after[4] == stage, rule
    assert board is None or after[2].endswith(board), rule


REFUSALS = [
    (ACTION, "d3-d4", Code.EMPTY_SQUARE),
    (ACTION, "c1-c2", Code.NOT_YOURS),
    (ACTION, "a1-b2", Code.NOT_STRAIGHT),
    (ACTION, "a1-a1", Code.NOT_STRAIGHT),
    (ACTION, "a1-d1", Code.NOT_ON_DICE),
    (ACTION, "a3xa2", Code.TALLER),
    (ACTION, "a1+c1", Code.REALLY),
    (ACTION, "a1xb1", Code.REALLY),
    (SECOND, "a1xa3", Code.REALLY),
    (SECOND, "e1-e3", Code.ONLY_MERGE_OR_TAKE),
    (ACTION, "-a1", Code.MUST_MOVE),
    (REMOVING, "a1-b1", Code.MUST_REMOVE),
    (REMOVING, "-c1", Code.NOT_YOURS),
    (REMOVING, "-d3", Code.EMPTY_SQUARE),
    (ACTION, "a1-a7", Core.NO_SUCH_SQUARE),
    (ACTION, "g1-f1", Core.NO_SUCH_SQUARE),
    (ACTION, "c3", Core.UNREADABLE),
    (ACTION, "hello", Core.UNREADABLE),
    (ACTION, "a1+b1", Core.INCOMPLETE),
    (ACTION, "a1xa2 a2-a4 c1", Core.TOO_MANY_ACTIONS),
]


@pytest.mark.parametrize(("line", "action", "code"), REFUSALS)
def test_a_refusal_says_why(line: str, action: str, code: str) -> None:
    state = DIABLO.load(line)
    with pytest.raises(GameError) as refused:
        play(DIABLO, state, Seat(0), action)
    assert refused.value.event.code == code
    assert DIABLO.dump(state) == line


def test_every_refusal_of_the_game_is_tried() -> None:
    news = {Code.MOVED, Code.MERGED, Code.TOOK, Code.REMOVED, Code.ROLLED}
    assert {code for _, _, code in REFUSALS if code in set(Code)} == set(Code) - news


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("a1b1", "a1+b1"),
        ("A1 - B1", "a1+b1"),
        ("ａ１＞ｂ１", "a1+b1"),
        ("a1:c1", "a1xc1"),
        ("a1-c1", "a1xc1"),
    ],
)
def test_notation_is_forgiving(text: str, canonical: str) -> None:
    view = DIABLO.view(DIABLO.load(ACTION), Seat(0))
    assert DIABLO.format(DIABLO.parse(view, text)) == canonical


@pytest.mark.parametrize("text", ["-a1", "a1-", "rm a1", "remove A1", "a1", "－ａ１"])
def test_removals_are_written_in_many_ways(text: str) -> None:
    view = DIABLO.view(DIABLO.load(REMOVING), Seat(0))
    assert DIABLO.format(DIABLO.parse(view, text)) == "-a1"


def test_there_is_no_duty_to_look_ahead() -> None:
    """A first move that leaves no second one is legal though another would leave one."""
    state = DIABLO.load(
        "diablo1 6 .....g1/....../....../....../....../b1g1.... b action1 1,2 1,2 9 -"
    )
    view = DIABLO.view(state, Seat(0))
    stages = {}
    for action in DIABLO.legal(view):
        after = DIABLO.apply(state, Seat(0), action)
        stages[DIABLO.format(action)] = DIABLO.view(after, None).position.stage.value
    assert stages["a1-a2"] == "remove1"
    assert stages["a1xb1"] == "action2_any"


def test_the_last_own_checker_removed_loses_at_once() -> None:
    state = DIABLO.load(
        "diablo1 4 .../ b remove2 1,1 - 5 -".replace(".../", "..../g9.../g9.../b1g9..")
    )
    after = DIABLO.apply(state, Seat(0), DIABLO.parse(DIABLO.view(state, Seat(0)), "-a1"))
    assert DIABLO.turn(after) == Over(frozenset({Seat(1)}), "removed")


def test_the_news_tell_both_actions_and_the_roll() -> None:
    state, _ = play(DIABLO, DIABLO.load(ACTION), Seat(0), "a1xa2 a2-a4")
    state = DIABLO.roll(state, (3, 1))
    told = [(event.code, dict(event.args)) for event in DIABLO.view(state, None).news]
    assert told == [
        (Code.TOOK, {"target": "a2", "n": 2}),
        (Code.MOVED, {"target": "a4"}),
        (Code.ROLLED, {"first": 3, "second": 1}),
    ]
    turn = DIABLO.turn(state)
    assert turn == Act(frozenset({Seat(1)}))


@pytest.mark.parametrize("text", ["size-7", "size-2", "size-28", "big", "8x8"])
def test_a_board_must_have_an_even_number_of_squares(text: str) -> None:
    with pytest.raises(NotationError):
        DIABLO.initial(text)
