"""The seats that may give a match up, and the refusals; alike in every game that ends by it."""

from dataclasses import replace

import pytest

from games.core import Act, Code, GameError, Info, Over, Roll, Seat, Turn
from games.quitting import lapsing, quitting

FIRST, SECOND = Seat(0), Seat(1)
BOTH = frozenset({FIRST, SECOND})
TO_MOVE = Act(frozenset({FIRST}))
FINISHED = Over(frozenset({FIRST}), "score")


def info(draws: bool = True) -> Info:
    return Info("toy", 1, 2, ("plain",), "nobody", "nowhere", draws=draws)


@pytest.mark.parametrize("turn", [TO_MOVE, Roll((6,))])
def test_either_may_resign_whoever_is_to_move(turn: Turn) -> None:
    for one, other in ((FIRST, SECOND), (SECOND, FIRST)):
        end = quitting(info(), turn, frozenset({one}), "resign")
        assert end == Over(frozenset({other}), "resign")


def test_partners_lose_together() -> None:
    teams = (frozenset({Seat(0), Seat(2)}), frozenset({Seat(1), Seat(3)}))
    four = replace(info(), seats=4, teams=teams)
    assert quitting(four, TO_MOVE, frozenset({Seat(2)}), "escape") == Over(teams[1], "escape")
    assert quitting(four, TO_MOVE, four.everybody, "agreement") == Over(frozenset(), "agreement")
    assert [four.team(Seat(3)), info().team(FIRST)] == [teams[1], frozenset({FIRST})]


def test_both_together_agree_on_a_draw() -> None:
    assert quitting(info(), TO_MOVE, BOTH, "agreement") == Over(frozenset(), "agreement")


def test_a_game_without_draws_can_still_be_cancelled() -> None:
    assert quitting(info(draws=False), TO_MOVE, BOTH, "cancelled").winners == frozenset()
    with pytest.raises(GameError) as refused:
        quitting(info(draws=False), TO_MOVE, BOTH, "agreement")
    assert refused.value.event.code == Code.NO_DRAWS


@pytest.mark.parametrize(
    ("turn", "seats", "code"),
    [
        (FINISHED, frozenset({FIRST}), Code.ALREADY_OVER),
        (FINISHED, frozenset(), Code.ALREADY_OVER),
        (TO_MOVE, frozenset(), Code.NO_SUCH_SEAT),
        (TO_MOVE, frozenset({Seat(2)}), Code.NO_SUCH_SEAT),
        (TO_MOVE, BOTH | {Seat(2)}, Code.NO_SUCH_SEAT),
    ],
)
def test_nobody_else_and_nothing_later(turn: Turn, seats: frozenset[Seat], code: Code) -> None:
    with pytest.raises(GameError) as refused:
        quitting(info(), turn, seats, "resign")
    assert refused.value.event.code == code


def test_whose_time_runs_out_loses() -> None:
    assert lapsing(info(), TO_MOVE, FIRST) == Over(frozenset({SECOND}), "time")


@pytest.mark.parametrize(
    ("turn", "seat", "code"),
    [
        (TO_MOVE, SECOND, Code.NOT_YOUR_TURN),
        (Roll((6,)), FIRST, Code.NOT_YOUR_TURN),
        (FINISHED, FIRST, Code.ALREADY_OVER),
    ],
)
def test_only_the_time_of_the_one_to_act_runs_out(turn: Turn, seat: Seat, code: Code) -> None:
    with pytest.raises(GameError) as refused:
        lapsing(info(), turn, seat)
    assert refused.value.event.code == code
