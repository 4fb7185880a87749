"""The rules of Ponte del Diavolo as sentences: a position, an action and its effect."""

import pytest

from games.core import Code as Core
from games.core import Entry, GameError, Over, Seat
from games.ponte.game import PONTE
from games.ponte.rules import PONTE_RULES
from games.ponte.view import Code
from games.replay import Course
from games.submission import play
from tests.games.refusals import refusal


def line(
    rows: str, mover: str = "l", bridges: str = "-", name: str = "size-8", **other: str
) -> str:
    """Return a position line: rows from the highest rank on, the rest of the board empty below."""
    size = {"standard": 10, "size-3": 3}.get(name, 8)
    given = rows.split("/")
    board = "/".join(given + ["." * size] * (size - len(given)))
    number, pie = other.get("number", "9"), other.get("pie", "off")
    half, final = other.get("half", "-"), other.get("final", "0")
    swapped = other.get("swapped", "0")
    return f"ponte1 {name} {pie} {board} {mover} {number} {swapped} {final} {half} {bridges} - - -"


ISLAND = line("oooo..../......../........")
THREE = line("ooo...../....o.../.o......")
BRIDGED = line("o.o.o.../......../o.o.....", bridges="a8-c8")
CROSSED = line("o.x...../......../x.o.....", bridges="a8-c6")
SPENT = line(
    "/".join(["o.o.o.o.o.", ".o.o.o.o.o"] * 3 + ["o.o.o.o.o.", ".o.o.o.o.."]), name="standard"
)
PILLARS = "oooooooooo/..........", "oooooooooo/..........", "oooooo..../..........", "oooooo...."
BUILT = ",".join(
    [f"{file}8-{file}10" for file in "abcdefghij"] + [f"{file}4-{file}6" for file in "abcde"]
)
ALL_BUILT = line("/".join(PILLARS), bridges=BUILT, name="standard")
ONE_LEFT = line("xxx/x.x/xxx", name="size-3")

REFUSALS = [
    (ISLAND, "a8,c3", Code.TAKEN),
    (BRIDGED, "b8,g3", Code.COVERED),
    (ISLAND, "a7,g3", Code.NEAR_ISLAND),
    (ISLAND, "e7,g3", Code.NEAR_ISLAND),
    (line("oo.oo..."), "c8,g3", Code.TOO_LARGE),
    (line("ooo...../....o..."), "d8,g3", Code.TOUCHES),
    (ISLAND, "g3", Core.INCOMPLETE),
    (ISLAND, "g3,g3", Code.TAKEN),
    (ISLAND, "g3,g4,g5", Core.TOO_MANY_ACTIONS),
    (line("o......."), "c3,a3-a5", Code.TILE_NEXT),
    (BRIDGED, "a1-c1", Code.NOT_YOUR_TILE),
    (BRIDGED, "a8-e8", Code.BAD_SPAN),
    (line("o.o.....", half="-"), "a8-b8", Code.NOT_YOUR_TILE),
    (line("oxo....."), "a8-c8", Code.SPAN_BLOCKED),
    (BRIDGED, "c8-e8", Code.END_TAKEN),
    (CROSSED, "a6-c8", Code.NOT_YOUR_TILE),
    (line("o.x...../......../x.o.....", "d", "a8-c6"), "a6-c8", Code.CROSSES),
    (SPENT, "j1,h1", Code.NO_TILES),
    (ALL_BUILT, "f4-f6", Code.NO_BRIDGES),
    (ONE_LEFT, "b2,a1", Code.NO_PARTNER),
    (ISLAND, "pass", Code.MUST_PLACE),
    (ISLAND, "swap", Code.NO_SWAP),
    (ISLAND, "k1,a1", Core.NO_SUCH_SQUARE),
    (ISLAND, "a1a3", Core.AMBIGUOUS),
    (ISLAND, "hello", Core.UNREADABLE),
]


@pytest.mark.parametrize(("position", "text", "code"), REFUSALS)
def test_a_refusal_says_why_and_changes_nothing(position: str, text: str, code: str) -> None:
    state = PONTE_RULES.load(position)
    seat = Seat(0 if position.split()[4] == "l" else 1)
    assert refusal(GameError, lambda: play(PONTE_RULES, state, seat, text)) == code
    assert PONTE_RULES.dump(state) == position


@pytest.mark.parametrize(("position", "text"), [(SPENT, "停一手"), (ONE_LEFT, "棄權")])
def test_who_cannot_place_two_tiles_may_pass(position: str, text: str) -> None:
    state = PONTE_RULES.load(position)
    assert "pass" in {
        PONTE.format(action) for action in PONTE.legal(PONTE_RULES.view(state, Seat(0)))
    }
    after, entry = play(PONTE_RULES, state, Seat(0), text)
    assert entry.text == "pass"
    assert PONTE.facts(PONTE_RULES.view(after, None))["final_turn"]


def test_after_a_swap_the_seats_have_changed_colours() -> None:
    state = PONTE_RULES.initial("standard")
    state, _ = play(PONTE_RULES, state, Seat(0), "a1,c3")
    state, entry = play(PONTE_RULES, state, Seat(1), "swap")
    assert entry.text == "swap"
    assert PONTE_RULES.view(state, Seat(0)).acting
    state, _ = play(PONTE_RULES, state, Seat(0), "e5,g7")
    cells = PONTE.cells(PONTE_RULES.view(state, None))
    assert cells == {"a1": "0", "c3": "0", "e5": "1", "g7": "1"}
    assert PONTE_RULES.view(state, Seat(1)).acting


@pytest.mark.parametrize(("swapped", "winner", "scores"), [("0", 0, (3, 0)), ("1", 1, (0, 3))])
def test_the_score_of_light_is_that_of_the_seat_which_has_light(
    swapped: str, winner: int, scores: tuple[int, int]
) -> None:
    rows = "oooo..../......../oooo...."
    state = PONTE_RULES.load(line(rows, "d", "a6-a8", pie="on", swapped=swapped, final="1"))
    state, _ = play(PONTE_RULES, state, Seat(1 - winner), "a1,c1")
    assert PONTE_RULES.turn(state) == Over(frozenset({Seat(winner)}), "score", scores)


def test_every_refusal_of_the_game_is_tried() -> None:
    news = {
        Code.PLACED,
        Code.PLACED_ONE,
        Code.ISLANDS,
        Code.BUILT,
        Code.BUILT_FREELY,
        Code.PASSED,
        Code.SWAPPED,
        Code.LAST_TURN,
        Code.MAY_SWAP,
        Code.SCORE,
    }
    tried = {code for _, _, code in REFUSALS if code in set(Code)}
    assert tried == set(Code) - news


@pytest.mark.parametrize(
    ("name", "code"), [("standard", Code.BUILT), ("size-8", Code.BUILT_FREELY)]
)
def test_bridges_left_are_told_only_where_their_number_is_limited(name: str, code: Code) -> None:
    state = PONTE_RULES.load(line("o.o" + "." * (7 if name == "standard" else 5), name=name))
    state, _ = play(PONTE_RULES, state, Seat(0), "a10-c10" if name == "standard" else "a8-c8")
    (built,) = PONTE_RULES.view(state, None).news
    assert built.code == code
    assert built.args.get("left") == (14 if name == "standard" else None)


def test_a_pass_of_light_is_told_with_what_follows_from_it() -> None:
    state, _ = play(PONTE_RULES, PONTE_RULES.load(SPENT), Seat(0), "pass")
    assert PONTE_RULES.view(state, None).news[0].code == Code.LAST_TURN
    state, _ = play(
        PONTE_RULES, PONTE_RULES.load(line("ooo/o.o/ooo", "d", name="size-3")), Seat(1), "pass"
    )
    assert PONTE_RULES.view(state, None).news[0].code == Code.PASSED


def test_a_change_of_sides_can_be_taken_back() -> None:
    first = Entry("act", Seat(0), "a1,b2")
    course = Course(PONTE_RULES, "", [first, Entry("act", Seat(1), "swap")])
    course.follow(course.takeback(Seat(1)))
    assert course.state == Course(PONTE_RULES, "", [first]).state
