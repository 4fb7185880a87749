"""Players of Junqi play games on, over deals of what hidden pieces may be."""

from collections import Counter
from random import Random

import pytest

from games.core import Seat
from games.junqi.board import GRID
from games.junqi.board_shape import Ground
from games.junqi.dark.board import GROUND
from games.junqi.dark.rules import DARK_RULES
from games.junqi.dark.view import DarkView
from games.junqi.four.board import GROUND as FOUR
from games.junqi.four.rules import FOUR_RULES
from games.junqi.hidden_view import HiddenView
from games.junqi.pieces import CODES, COUNTS, Move
from players.core import Budget, Pause
from players.junqi import turns
from players.junqi.belief import Belief
from players.junqi.hidden import Thought
from players.junqi.knowledge import MEN
from players.junqi.opponents import DARK_PLAYER
from players.junqi.playouts import WON, Playout, Start
from tests.games.junqi.course import Look, course
from tests.games.junqi.positions import dark_at, dark_do, four_at
from tests.laws.walks import DISGUISES

A, B = Seat(0), Seat(1)
ENOUGH = Budget(200)
"""As many nodes as some games that are played on."""
LOOKS = list(course(DARK_RULES, "standard", 3, bold=0.3))[2:150:21]
FOURS = [
    look
    for variant in ("standard", "partners")
    for look in list(course(FOUR_RULES, variant, 3, bold=0.3))[4:400:61]
]


def started(*past: HiddenView, ground: Ground = GROUND) -> Start:
    return Start(Thought(ground, past[-1], past), Random(1))


@pytest.mark.parametrize(
    ("ground", "look"), [*((GROUND, look) for look in LOOKS), *((FOUR, look) for look in FOURS)]
)
def test_a_deal_has_all_kinds_and_gives_no_piece_one_that_it_cannot_be(
    ground: Ground, look: Look
) -> None:
    start, board = started(*look.past, ground=ground), look.view.board
    odds = Belief(ground, look.view, look.past).odds
    kinds = set[tuple[int, ...]]()
    for _ in range(10):
        start.deal()
        for side in range(len(ground.homes)):
            dealt = start.kinds[MEN * side : MEN * side + MEN]
            assert Counter(CODES[kind] for kind in dealt) == COUNTS
        for piece, cell in zip(start.board, board, strict=True):
            if cell:
                assert odds[cell.seat, cell.origin][start.kinds[piece]] > 0
        kinds.add(tuple(start.kinds))
    assert len(kinds) > 1


@pytest.mark.parametrize("look", LOOKS[::3])
def test_a_seed_decides_the_turn_and_its_value(look: Look) -> None:
    first, again, other = (
        DARK_PLAYER.choose(look.view, look.past, ENOUGH, seed) for seed in (1, 1, 2)
    )
    assert first == again
    assert first.value != other.value
    assert ENOUGH.nodes / 2 < first.nodes <= ENOUGH.nodes


@pytest.mark.parametrize("look", LOOKS[::3])
def test_the_enemys_pieces_move_no_game_that_is_played_on(look: Look) -> None:
    def thoughts(view: DarkView) -> object:
        chosen = DARK_PLAYER.choose(view, (view,), ENOUGH, 1)
        return chosen, DARK_PLAYER.judge(view, (view,), ENOUGH.nodes)

    twins = [twin for twin in DISGUISES["junqi-dark"](look.state, look.seat) if twin != look.state]
    assert twins
    expected = thoughts(look.view)
    for twin in twins[:2]:
        assert thoughts(DARK_RULES.view(twin, look.seat)) == expected


@pytest.fixture
def short_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "SLICE", 90)


@pytest.mark.usefixtures("short_slices")
def test_a_thought_goes_on_where_its_last_slice_stopped() -> None:
    go_on, look = turns.chooser(GROUND)[0], LOOKS[1]
    pauses, found = list[Pause](), go_on(look.view, look.past, ENOUGH, 7, None)
    while isinstance(found, Pause):
        pauses.append(found)
        found = go_on(look.view, look.past, ENOUGH, 7, found)
    first, second = (sum(pause.state[4::4]) for pause in pauses)
    assert [pause.nodes for pause in pauses] == [90, 180]
    assert 45 < second - first < 90
    assert ENOUGH.nodes / 2 < found.nodes <= ENOUGH.nodes


@pytest.mark.usefixtures("short_slices")
@pytest.mark.parametrize(("place", "number"), [(0, -1), (0, 10**9), (1, 60), (3, -1), (4, 10**6)])
def test_no_thought_goes_on_from_what_no_slice_says(place: int, number: int) -> None:
    go_on, look = turns.chooser(GROUND)[0], LOOKS[1]
    pause = go_on(look.view, look.past, ENOUGH, 7, None)
    assert isinstance(pause, Pause)
    for state in (pause.state[:-1], (*pause.state[:place], number, *pause.state[place + 1 :])):
        with pytest.raises(ValueError, match=r"zip|these are no"):
            go_on(look.view, look.past, ENOUGH, 7, Pause(pause.nodes, state))


def move(text: str) -> Move:
    return Move(*map(GRID.square, text.split("-")))


def test_a_flag_that_all_know_is_taken_by_either_side_at_once() -> None:
    """Red's Field Marshal goes with a bomb, which shows red's flag to a piece next to it."""
    states = [dark_at("Fb1 1a6 4e6", "Fd12 Ba7 8c7 3a1 La12 Lc12")]
    for turn in ("a6-a7", "c7-c8"):
        states.append(dark_do(states[-1], turn))
    for count, seat, turn, score in ((2, B, "a1-b1", 1), (3, A, "e6-e7", 0)):
        start = started(*(DARK_RULES.view(state, seat) for state in states[:count]))
        for _ in range(5):
            start.deal()
            assert Playout(start).play(move(turn)) == score * WON


def test_a_way_that_becomes_free_is_gone() -> None:
    """A piece of blue's reaches red's flag by rail once red's own leaves the rails."""
    start = started(DARK_RULES.view(dark_at("Fb1 4c2", "Fd12 3e2 La12 Lc12"), A))
    for _ in range(5):
        start.deal()
        assert Playout(start).play(move("c2-c1")) == 0


def test_a_flag_that_nobody_guards_is_worth_less() -> None:
    """Red's third mine stands next to its flag, or elsewhere."""
    shut, bare = (
        started(DARK_RULES.view(dark_at(f"Fb1 La1 Lc1 L{at} 4e3", "Fd12 Lc12 Le12 Ld11 3a11"), A))
        for at in ("b2", "d2")
    )
    for _ in range(5):
        shut.deal()
        bare.deal()
        assert Playout(bare).play(move("e3-e2")) < Playout(shut).play(move("e3-e2"))


ALL_OPEN = "h1:0F a8:1F b8:05 c9:11 h17:2F i17:21 q8:3F q9:39 q7:38 p9:37 p7:36 p11:36"


@pytest.mark.parametrize(("out", "won"), [("", False), ("3resign", True)])
def test_a_game_of_four_goes_on_without_a_side_until_its_team_is_out(out: str, won: bool) -> None:
    view = FOUR_RULES.view(four_at(ALL_OPEN, options="open", out=out), A)
    start = started(view, ground=FOUR)
    start.deal()
    attack = Move(*map(FOUR.point, ("b8", "a8")))
    assert (Playout(start).play(attack) == WON) is won
