"""Diablo: position, action, position; then the refusals, the news and the ends."""

import pytest

from games.core import Act, Event, GameError, IllegalAction, Over, Roll, Seat
from games.core import Code as Core
from games.diablo.game import DIABLO
from games.diablo.position import Stage
from games.diablo.rules import DIABLO_RULES
from games.diablo.view import Code
from games.submission import foresee, play

from .positions import act, at, legal, mover, short

BLACK, GREEN = Seat(0), Seat(1)
BOTH = frozenset({BLACK, GREEN})

RULES = [
    (
        "onto an empty square; then only a merge or a capture may follow",
        ".b2.g1.. b action1 1,2 1,2 9 -",
        "b1-c1",
        "..b2g1.. b remove1 1,2 - 9 -",
    ),
    (
        "and where one can, it must",
        ".b2..g1. b action1 1,2 1,2 9 -",
        "b1-c1",
        "..b2.g1. b action2_mc 1,2 2 9 -",
    ),
    (
        "a merge adds the heights; anything may follow",
        ".b2b3..g1 b action1 1,2 1,2 9 -",
        "b1+c1",
        "..b5..g1 b action2_any 1,2 2 9 -",
    ),
    (
        "a lower stack is captured and the height kept",
        ".b2.g1.g1 b action1 1,2 1,2 9 -",
        "b1xd1",
        "...b2.g1 b action2_any 1,2 1 9 -",
    ),
    (
        "so is an equal one",
        ".b2.g2.g1 b action1 1,2 1,2 9 -",
        "b1xd1",
        "...b2.g1 b action2_any 1,2 1 9 -",
    ),
    (
        "stacks jump over anything in between",
        "b2b3g9g1.g1 b action1 3,2 3,2 9 -",
        "a1xd1",
        ".b3g9b2.g1 b action2_any 3,2 2 9 -",
    ),
    (
        "vertically as well",
        "b1...../g9...../b2....g1 b action1 3,2 3,2 9 -",
        "a1+a3",
        "b3...../g9...../.....g1 b action2_any 3,2 3 9 -",
    ),
    (
        "a double is two actions of the same distance",
        "..b2.b1g1 b action1 2,2 2,2 9 -",
        "c1+e1",
        "....b3g1 b action2_any 2,2 2 9 -",
    ),
    (
        "the second action ends the turn",
        "....b3g1 b action2_any 2,2 2 9 -",
        "e1-c1",
        "..b3..g1 g roll - - 10 -",
    ),
    (
        "the same stack may act twice",
        "..b2.g1. b action2_mc 1,2 2 9 -",
        "c1xe1",
        "....b2. b over 1,2 - 9 b:captured",
    ),
    (
        "with no second move a checker is removed",
        "..b2g1.. b remove1 1,2 - 9 -",
        "-c1",
        "..b1g1.. g roll - - 10 -",
    ),
    (
        "a single checker leaves its square empty",
        "b1b2...g9 b remove1 1,2 - 9 -",
        "-a1",
        ".b2...g9 g roll - - 10 -",
    ),
    (
        "two are removed where nothing can move at the outset",
        "g3...../g3...../b2g3g3... b remove2 1,2 - 9 -",
        "-a1",
        "g3...../g3...../b1g3g3... b remove1 1,2 - 9 -",
    ),
    (
        "the last own checker ends the game at once, a second removal is waived",
        "g3...../g3...../b1g3g3... b remove2 1,2 - 9 -",
        "-a1",
        "g3...../g3...../.g3g3... b over 1,2 - 9 g:removed",
    ),
    (
        "the last enemy stack ends it at once, a second action is waived",
        "b1g1.... b action1 1,3 1,3 9 -",
        "a1xb1",
        ".b1.... b over 1,3 - 9 b:captured",
    ),
    (
        "Green does all this too",
        ".b1.g2.b1 g action1 1,2 1,2 8 -",
        "d1xb1",
        ".g2...b1 g action2_any 1,2 1 8 -",
    ),
    (
        "and loses in the same way",
        "b3...../b3...../g1b3b3... g remove1 1,2 - 8 -",
        "-a1",
        "b3...../b3...../.b3b3... g over 1,2 - 8 b:removed",
    ),
]


@pytest.mark.parametrize(("rule", "before", "action", "after"), RULES, ids=[r[0] for r in RULES])
def test_an_action(rule: str, before: str, action: str, after: str) -> None:
    assert short(act(at(before), action)) == after, rule


def test_blacks_first_turn_is_one_move() -> None:
    state = DIABLO_RULES.roll(DIABLO_RULES.initial("size-6"), (2, 3))
    assert DIABLO_RULES.view(state, None).position.stage is Stage.FIRST
    after, entry = play(DIABLO_RULES, state, BLACK, "a1xd1")
    assert entry.text == "a1xd1"
    assert DIABLO_RULES.turn(after) == Roll((3, 3))
    assert DIABLO_RULES.turn(DIABLO_RULES.roll(after, (1, 1))) == Act(frozenset({GREEN}))


@pytest.mark.parametrize(
    ("before", "roll", "stage"),
    [
        ("b1g1.... b roll - - 9 -", (1, 3), "b1g1.... b action1 1,3 1,3 9 -"),
        (
            "g3...../g3...../b2g3g3... b roll - - 9 -",
            (1, 2),
            "g3...../g3...../b2g3g3... b remove2 1,2 - 9 -",
        ),
        (
            "g3...../g3...../b2g3g3... b roll - - 9 -",
            (1, 3),
            "g3...../g3...../b2g3g3... b action1 1,3 1,3 9 -",
        ),
    ],
    ids=["both dice move", "no die moves", "one die moves"],
)
def test_what_a_roll_leads_to(before: str, roll: tuple[int, int], stage: str) -> None:
    assert short(DIABLO_RULES.roll(at(before), roll)) == stage


def test_a_die_that_cannot_move_at_the_outset_may_do_so_later() -> None:
    state = at("g4g4..../g4...../b1g1g4g1.. b action1 1,2 1,2 9 -")
    assert legal(state) == ["a1xb1"]
    state = act(state, "a1xb1")
    assert (legal(state), DIABLO_RULES.view(state, None).position.left) == (["b1xd1"], (2,))


def test_a_double_lists_no_action_twice() -> None:
    state = at(".....g9/....../....../b1.b1... b action1 2,2 2,2 9 -")
    assert legal(state) == ["a1+c1", "a1-a3", "c1+a1", "c1-c3", "c1-e1"]


def test_there_is_no_duty_to_look_ahead() -> None:
    """An older rule sheet would have forbidden b1-b2, since a1-a2 leaves a second move."""
    state = at(".....g5/....../....../....../....../b1b1.g1.. b action1 1,2 1,2 9 -")
    assert {"a1-a2", "b1-b2"} <= set(legal(state))
    assert legal(act(state, "a1-a2")) == ["b1xd1"]
    assert legal(act(state, "b1-b2")) == ["-a1", "-b2"]
    assert play(DIABLO_RULES, state, BLACK, "b1-b2 -a1")[1].text == "b1-b2 -a1"


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


@pytest.mark.parametrize(
    ("before", "text", "end"),
    [
        ("b1g1.... b action1 1,3 1,3 9 -", "a1xb1", Over(frozenset({BLACK}), "captured")),
        ("b2..g1.. b action1 1,2 1,2 9 -", "a1-b1 b1xd1", Over(frozenset({BLACK}), "captured")),
        ("b1....g5 b action1 1,2 1,2 9 -", "a1-b1 -b1", Over(frozenset({GREEN}), "removed")),
        (
            "g3...../g3...../b2g3g3... b remove2 1,2 - 9 -",
            "-a1 -a1",
            Over(frozenset({GREEN}), "removed"),
        ),
        ("g1b1.... g action1 1,3 1,3 8 -", "a1xb1", Over(frozenset({GREEN}), "captured")),
    ],
)
def test_how_a_game_ends(before: str, text: str, end: Over) -> None:
    state = at(before)
    seat = mover(state)
    foreseen, _ = foresee(DIABLO, DIABLO_RULES.view(state, seat), text)
    assert foreseen.turn == end, "and whoever asks first knows it"
    state = play(DIABLO_RULES, state, seat, text)[0]
    assert DIABLO_RULES.turn(state) == end
    assert DIABLO.facts(DIABLO_RULES.view(state, None))["stage"] == "over"


@pytest.mark.parametrize("stage", ["b roll - - 9 -", "b action1 1,3 1,3 9 -"])
def test_a_game_can_be_given_up_but_no_draw_agreed(stage: str) -> None:
    state = at("b1g1.... " + stage)
    resigned = DIABLO_RULES.forfeit(state, frozenset({BLACK}), "resign")
    assert DIABLO_RULES.turn(resigned) == Over(frozenset({GREEN}), "resign")
    assert DIABLO.facts(DIABLO_RULES.view(resigned, None))["stage"] == "over"
    assert DIABLO.facts(DIABLO_RULES.view(resigned, None))["dice_left"] == []
    assert DIABLO_RULES.load(DIABLO_RULES.dump(resigned)) == resigned
    for reason in ("agreement", "resign"):
        with pytest.raises(IllegalAction) as refusal:
            DIABLO_RULES.forfeit(state, BOTH, reason)
        assert refusal.value.event.code == Core.NO_DRAWS
    called_off = DIABLO_RULES.forfeit(state, BOTH, "cancelled")
    assert DIABLO_RULES.turn(called_off) == Over(frozenset(), "cancelled")
    assert DIABLO_RULES.load(DIABLO_RULES.dump(called_off)) == called_off


def test_whoever_runs_out_of_time_loses() -> None:
    state = at("b1g1.... b action1 1,3 1,3 9 -")
    assert DIABLO_RULES.turn(DIABLO_RULES.lapse(state, BLACK)) == Over(frozenset({GREEN}), "time")


def test_lists_put_a_win_first_and_then_captures() -> None:
    state = at("b1g1.b1.. b action1 1,2 1,2 9 -")
    view = DIABLO_RULES.view(state, BLACK)
    weights = {DIABLO.format(a): DIABLO.weight(view, a) for a in DIABLO.legal(view)}
    assert (weights["a1xb1"], weights["a1-a2"]) == (2, 0)
    state = at("b1g1b1..g1 b action1 1,2 1,2 9 -")
    view = DIABLO_RULES.view(state, BLACK)
    weights = {DIABLO.format(a): DIABLO.weight(view, a) for a in DIABLO.legal(view)}
    assert (weights["a1xb1"], weights["a1+c1"]) == (1, 0)
