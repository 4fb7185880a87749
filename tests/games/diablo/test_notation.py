"""The notation of Diablo, by the bot and by people (section 8)."""

import pytest

from games.core import Act, Code, NotationError, Seat, Word
from games.diablo.game import DIABLO
from games.diablo.rules import DIABLO_RULES
from games.submission import foresee, play
from tests.games.refusals import refusal

from .positions import act, at, legal

BLACK = Seat(0)
ACTION = "g2...../b2b1g1.b1. b action1 1,2 1,2 9 -"
REMOVING = "g2...../b2b1g1.b1. b remove1 1,2 - 9 -"


TWICE = "g4...../g4...../b3g4g4... b remove2 1,2 - 9 -"
ALONE = "g9...../....../....../....../....../b1.b5... b action1 1,3 1,3 9 -"
WRITINGS = [
    (ACTION, "a1+b1", "a1b1 / a1-b1 / a1>b1 / a1+b1 / A1 - B1 / ａ１＞ｂ１"),
    (ACTION, "a1xa2", "a1a2 / a1-a2 / a1xa2 / a1:a2 / A1×A2 / a1 x a2"),
    (ACTION, "a1-a3", "a1a3 / a1-a3 / a1→a3 / a1 – a3"),
    (REMOVING, "-a1", "-a1 / - a1 / a1- / rm a1 / RM A1 / remove a1 / a1 / －ａ１ / `-a1`"),
    (ACTION, "a1xa2 a2-a4", "a1xa2 a2-a4 / a1a2 a2a4 / a1 xa2 a2 - a4 / A1:A2, A2-A4"),
    (ACTION, "a1xa2 a2-a4", "a1xa2;a2a4 / a1xa2，a2a4 / a1xa2、 a2a4 / `a1xa2 a2-a4`"),
    (TWICE, "-a1 -a1", "-a1 -a1 / a1 a1 / rm a1, rm a1 / a1- a1- / remove a1 a1"),
    (ALONE, "a1-b1 -c1", "a1-b1 -c1 / a1b1 c1 / A1-B1, rm C1"),
]


@pytest.mark.parametrize(("position", "turn", "texts"), WRITINGS)
def test_a_turn_may_be_written_in_many_ways(position: str, turn: str, texts: str) -> None:
    view = DIABLO_RULES.view(at(position), BLACK)
    for text in texts.split(" / "):
        assert foresee(DIABLO, view, text)[1] == turn, text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", Code.EMPTY),
        (" ` ", Code.EMPTY),
        ("a1", Code.UNREADABLE),
        ("-", Code.UNREADABLE),
        ("a1xx", Code.UNREADABLE),
        ("a1xa2+a4", Code.UNREADABLE),
        ("a1*a2", Code.UNREADABLE),
        ("a1-a2-a4", Code.UNREADABLE),
        ("--a1", Code.UNREADABLE),
        ("roll", Code.UNREADABLE),
        ("棋子", Code.UNREADABLE),
        ("a1-a7", Code.NO_SUCH_SQUARE),
        ("-g1", Code.NO_SUCH_SQUARE),
        ("a1-a22", Code.NO_SUCH_SQUARE),
        ("a1-a3 " * 100, Code.TOO_LONG),
    ],
)
def test_an_unreadable_text_says_why(text: str, code: Code) -> None:
    assert refusal(NotationError, lambda: play(DIABLO_RULES, at(ACTION), BLACK, text)) == code


def test_half_a_turn_is_a_draft() -> None:
    start = DIABLO_RULES.view(at(ACTION), BLACK)
    assert DIABLO.format(DIABLO.parse(start, "a1 a3")) == "a1-a3", "of one action alone"
    view, text = foresee(DIABLO, start, "A1A2")
    assert text == "a1xa2"
    assert view.turn == Act(frozenset({BLACK}), begun=True)
    assert sorted(map(DIABLO.format, DIABLO.legal(view))) == legal(act(at(ACTION), "a1xa2"))


def test_a_position_between_two_actions_goes_on_there() -> None:
    state = at("b2...../.b1g1.b1. b action2_any 1,2 2 9 -")
    assert DIABLO_RULES.turn(state) == Act(frozenset({BLACK}), begun=True)
    assert play(DIABLO_RULES, state, BLACK, "a2-a4")[1].text == "a2-a4"


@pytest.mark.parametrize(
    ("text", "path"), [("a1b1", ("a1", "+b1")), ("a1a2", ("a1", "xa2")), ("a1a3", ("a1", "a3"))]
)
def test_a_move_is_picked_by_its_squares(text: str, path: tuple[str, ...]) -> None:
    assert DIABLO.path(DIABLO.parse(DIABLO_RULES.view(at(ACTION), BLACK), text)) == path


def test_a_removal_is_picked_as_such_and_then_its_square() -> None:
    view = DIABLO_RULES.view(at(REMOVING), BLACK)
    assert DIABLO.path(DIABLO.parse(view, "-a1")) == (Word("diablo.remove"), "a1")


@pytest.mark.parametrize(
    "text", ["size-7", "size-2", "size-0", "size-28", "size--8", "big", "8x8", "-"]
)
def test_an_unknown_variant_is_refused(text: str) -> None:
    assert refusal(NotationError, lambda: DIABLO_RULES.initial(text)) == Code.UNKNOWN_VARIANT


BOARD = "..../..../..../b1.g1."
GOOD = f"diablo1 4 {BOARD} b action1 1,2 1,2 9 -"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "nothing"),
        (BOARD, "a board alone"),
        (GOOD[:-2], "no result"),
        (" " + GOOD, "a blank too many"),
        (GOOD + "\n", "a second line"),
        (GOOD.replace("diablo1", "diablo2"), "another format"),
        (GOOD.replace("1 4 ", "1 5 "), "an odd size"),
        (GOOD.replace("1 4 ", "1 6 "), "another size than the board's"),
        (GOOD.replace("1 4 ", "1 size-4 "), "a size in words"),
        (GOOD.replace("b1.g1.", "b1.g1.."), "too many files"),
        (GOOD.replace("..../", "", 1), "too few ranks"),
        (GOOD.replace("g1", "r1"), "a third colour"),
        (GOOD.replace("g1", "g0"), "a stack of none"),
        (GOOD.replace("g1", "g"), "a stack without height"),
        (GOOD.replace("g1", "g1000"), "a stack beyond all height"),
        (GOOD.replace("g1", "."), "a side without checkers and no end"),
        (GOOD.replace(" b ", " r "), "a third side"),
        (GOOD.replace("action1", "action3"), "no such stage"),
        (GOOD.replace("action1", "over"), "an end without a result"),
        (GOOD.replace("action1", "first"), "a first turn that is the ninth"),
        (GOOD.replace("action1", "roll"), "dice before the roll"),
        (GOOD.replace("action1", "remove2"), "a removal with dice left"),
        (GOOD.replace("1,2 1,2", "1,2 -").replace("action1", "remove2"), "a needless removal"),
        (GOOD.replace("1,2 1,2", "- -"), "no dice"),
        (GOOD.replace("1,2 1,2", "1,3 1,3"), "a face the dice have not got"),
        (GOOD.replace("1,2 1,2", "1 1"), "one die"),
        (GOOD.replace("1,2 1,2", "1,2 2"), "one die left for the first action"),
        (GOOD.replace("1,2 1,2", "1,2 2,1"), "other dice left than were thrown"),
        (GOOD.replace("1,2 1,2", "1,1 2").replace("action1", "action2_any"), "a die never thrown"),
        (GOOD.replace("1,2 1,2", "1,2 1").replace("action1", "action2_mc"), "nothing to capture"),
        (GOOD.replace("1,2 1,2", "1,2 1").replace("action1", "remove1"), "a die left to remove"),
        (GOOD.replace(" 9 ", " 0 "), "no turn before the first"),
        (GOOD.replace(" 9 ", " 1 "), "two actions in the first turn"),
        (GOOD.replace(" 9 ", " ٩ "), "other digits"),
        (GOOD.replace(" 9 ", " 1_0 "), "a number only to Python"),
        (GOOD.replace(" 9 ", f" {'9' * 5000} "), "a turn nobody reaches"),
        (GOOD[:-1] + "bg:captured", "two winners"),
        (GOOD[:-1] + "b:captured", "a capture of the last stack that still stands"),
        (GOOD[:-1] + "b:", "an end without a reason"),
        (GOOD + " - -", "half of what the news need"),
        (GOOD + " b1-a1=1 - -", "a deed before the first action"),
        (GOOD + " - 1,2 -", "dice of no turn"),
        (GOOD + " - - a2-a1=1", "a turn without dice"),
        (GOOD + " - 1,2 a9-a1=1", "a deed off the board"),
        (GOOD + " - 1,2 a2a1=1", "a deed without its sign"),
        (GOOD + " - 1,2 a2-a1", "a deed without its number"),
        (GOOD + " - 1,2 a2-a1=1,a1-a2=1,a2-a1=1", "three deeds"),
        ("x" * 1_000_000, "anything at length"),
    ],
    ids=lambda value: value if len(value) < 50 and "/" not in value else "",
)
def test_what_is_no_position_is_refused(text: str, why: str) -> None:
    assert DIABLO_RULES.dump(DIABLO_RULES.load(GOOD)) == GOOD + " - - -"
    assert refusal(NotationError, lambda: DIABLO_RULES.load(text)) == Code.BAD_POSITION, why


def test_a_position_keeps_the_last_turn_and_the_one_begun() -> None:
    state = at("b1g1.b3../.....g9 b action1 1,2 1,2 9 - - 2,2 f2-f4=1,f4xf2=9")
    half = DIABLO_RULES.dump(act(state, "a2xb2"))
    assert half.split()[3:] == [
        "b",
        "action2_any",
        "1,2",
        "2",
        "9",
        "-",
        "a2xb2=1",
        "2,2",
        "f2-f4=1,f4xf2=9",
    ]
    assert DIABLO_RULES.dump(DIABLO_RULES.load(half)) == half


def test_the_board_is_shown_with_its_coordinates() -> None:
    view = DIABLO_RULES.view(at(".....g1/....../b12..g1.. b roll - - 9 -"), None)
    assert DIABLO.diagram(view).splitlines() == [
        "   a   b   c   d   e   f",
        *(f"{rank}  .   .   .   .   .   .  {rank}" for rank in (6, 5, 4)),
        "3  .   .   .   .   .   g1 3",
        "2  .   .   .   .   .   .  2",
        "1 b12  .   .   g1  .   .  1",
        "   a   b   c   d   e   f",
    ]
    assert DIABLO.cells(view) == {"a1": "0:12", "d1": "1:1", "f3": "1:1"}


def test_the_line_protocol_is_told_the_dice_the_stage_and_the_turn() -> None:
    assert DIABLO.facts(DIABLO_RULES.view(act(at(ACTION), "a1xa2"), None)) == {
        "dice": [1, 2],
        "dice_left": [2],
        "stage": "action2_any",
        "turn_number": 9,
        "size": 6,
    }
