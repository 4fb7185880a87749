"""The rules of four-player Junqi (rules/junqi-four.md), each with the option that changes it.

What the recordings of `test_four_recordings.py` catch is not said again here.
"""

import pytest

from games.core import Act, Event, IllegalAction, NotationError, OutOfTurn, Over, Seat
from games.junqi.four.game import FOUR_JUNQI
from games.junqi.four.position import Position
from games.junqi.four.rules import FOUR_RULES
from games.junqi.layout import PRESETS, write_layout
from games.quitting import endings
from games.submission import play

from .positions import four_at, four_cells, four_codes, four_do, four_end, four_refusal

SOUTH, WEST, NORTH, EAST = map(Seat, range(4))
ALL = frozenset((SOUTH, WEST, NORTH, EAST))
FLAGS = "h1:0F a8:1F h17:2F q8:3F"
EACH = f"{FLAGS} i1:03 a9:13 i17:23 q9:33"
"""Every seat has its flag and a Captain that can move."""


def seat_to_move(state: Position) -> Seat | None:
    turn = FOUR_RULES.turn(state)
    return min(turn.seats) if isinstance(turn, Act) else None


def facts(state: Position) -> dict[str, object]:
    return FOUR_JUNQI.facts(FOUR_RULES.view(state, None))


def leaves(state: Position, seat: Seat, reason: str) -> Position:
    return FOUR_RULES.forfeit(state, frozenset({seat}), reason)


def news(state: Position) -> tuple[Event, ...]:
    return FOUR_RULES.view(state, None).news


def set_up(options: str = "standard") -> Position:
    state = FOUR_RULES.initial(options)
    for seat in (EAST, NORTH, SOUTH, WEST):
        state, _ = play(FOUR_RULES, state, seat, write_layout(PRESETS["decoy"]))
    return state


def test_all_four_deploy_in_any_order_in_secret_and_south_begins() -> None:
    state = FOUR_RULES.initial("open")
    assert FOUR_RULES.turn(state) == Act(ALL, free=True)
    state, _ = play(FOUR_RULES, state, WEST, write_layout(PRESETS["decoy"]))
    for viewer in (SOUTH, EAST, None):
        assert set(four_cells(state, viewer).values()) == {"1:?"}
    assert "1:?" not in four_cells(state, WEST).values()
    assert four_refusal(state, write_layout(PRESETS["decoy"]), WEST) == "core.not_your_turn"
    assert four_refusal(state, "deploy 999", EAST) == "junqi.bad_layout_four"
    assert four_refusal(state, "g6-g7", EAST) == "core.set_up_first"
    assert seat_to_move(set_up()) == SOUTH
    assert four_refusal(set_up(), write_layout(PRESETS["decoy"])) == "junqi.set_up_over"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("i1-i2", ""),
        ("h1-h2", "junqi.immobile"),
        ("j1-j2", "junqi.in_headquarters"),
        ("i12-i11", "junqi.not_yours"),
        ("g6-g7", "junqi.partners_piece"),
        ("g6-g9", "junqi.no_way"),
        ("g6-g5", "junqi.own_piece"),
        ("g6-f7", "junqi.no_way"),
        ("h6-h5", "junqi.in_camp"),
        ("c3-c4", "core.no_such_square"),
        ("m7-m9", "junqi.empty_square"),
        ("g6", "junqi.one_square"),
    ],
)
def test_every_wrong_move_has_its_reason(text: str, code: str) -> None:
    pieces = f"{EACH} j1:05 g6:09 g5:02 h6:03 g7:25 i12:14 h5:14 f8:15"
    if text == "g6-f7":
        pieces = f"{pieces} f7:25"
        code = "junqi.partners_piece"
    assert four_refusal(four_at(pieces), text) == code


def test_who_cannot_move_is_skipped_and_the_fifth_missed_turn_puts_the_seat_out() -> None:
    pieces = f"{FLAGS} i1:03 a10:13 i17:23 q9:33"
    state = four_do(four_at(pieces, missed="0,3,0,0", quiet=49), "i1-i2")
    assert four_codes(state) == ["skipped", "quiet"], "though no turn is the fiftieth by itself"
    assert (seat_to_move(state), facts(state)["missed"]) == (NORTH, [0, 4, 0, 0])
    state = four_do(state, "i17-i16", "q9-q10", "i2-i1")
    assert four_codes(state) == ["skipped", "out_missed"]
    out = news(state)[1].args
    assert (out["n"], out["timed"], out["skipped"]) == (5, 3, 2)


def test_a_draw_is_announced_twice_and_limits_are_options() -> None:
    warned = [
        quiet for quiet in range(69) if four_codes(four_do(four_at(EACH, quiet=quiet), "i1-i2"))
    ]
    assert warned == [49, 64]
    short = four_at(f"{EACH} b10:01 b11:1L", quiet=7, options="standard no_capture_limit=20")
    assert four_codes(four_do(short, "b10-b11")) == ["clash_attacker"], "no step to a draw"
    endless = four_at(EACH, quiet=500, options="standard no_capture_limit=0")
    assert four_end(four_do(endless, "i1-i2")) is None
    short = four_at(EACH, options="standard max_plies=41")
    assert four_end(four_do(short, "i1-i2")) == ([], "max_plies")
    missed = FOUR_RULES.lapse(four_at(EACH, options="standard missed_limit=1"), SOUTH)
    assert (four_codes(missed), seat_to_move(missed)) == (["missed", "out_missed"], WEST)


def test_an_abandoned_flag_is_worth_nothing() -> None:
    pieces = f"{EACH} b8:01 b10:09 b11:19"
    state = leaves(four_at(pieces, options="standard eliminated=stay"), WEST, "resign")
    assert facts(four_do(state, "b8-a8"))["dead"] == ["1:?"]
    fallen = four_do(state, "b10-b11")
    assert four_codes(fallen) == ["clash_both", "flag_revealed"]
    assert facts(fallen)["revealed"] == [0]


def test_a_fight_is_told_to_each_of_the_two_and_plainly_to_the_others() -> None:
    state = four_do(four_at(f"{EACH} g6:05 f7:14"), "g6-f7")
    heard = {seat: four_codes(state, seat) for seat in (SOUTH, WEST, NORTH, EAST, None)}
    took, fell, plain = ["you_took"], ["you_fell"], ["clash_attacker"]
    assert heard == {SOUTH: took, WEST: fell, NORTH: plain, EAST: plain, None: plain}
    args = [str(news(state)[0].args[key]) for key in ("side", "of", "square")]
    assert args == ["@junqi-four.seat.0", "@junqi-four.seat.1", "f7"]


def test_a_seat_resigns_from_ply_40_on_also_out_of_turn_and_its_partner_plays_on() -> None:
    with pytest.raises(IllegalAction) as refused:
        leaves(four_at(EACH, ply=39), NORTH, "resign")
    assert refused.value.event == Event("junqi.too_early", {"n": 1})
    state = leaves(four_at(EACH, quiet=30), NORTH, "resign")
    assert (facts(state)["out"], seat_to_move(state)) == ([[2, "resign"]], SOUTH)
    assert (facts(state)["ply"], facts(state)["quiet"]) == (40, 0)
    assert seat_to_move(four_do(state, "i1-i2")) == WEST
    own = leaves(four_at(EACH), SOUTH, "resign")
    assert seat_to_move(own) == WEST
    assert four_end(leaves(own, NORTH, "resign")) == ([1, 3], "resign")
    early = four_at(EACH, ply=20, options="qq")
    assert facts(leaves(early, WEST, "resign"))["out"] == [[1, "resign"]]


def test_who_is_out_neither_resigns_nor_escapes() -> None:
    state = leaves(four_at(EACH), WEST, "resign")
    for reason in ("resign", "escape"):
        with pytest.raises(IllegalAction) as refused:
            leaves(state, WEST, reason)
        assert refused.value.event.code == "junqi.is_out"


def test_all_four_cancel_before_ply_40_and_agree_on_a_draw_at_any() -> None:
    assert four_end(FOUR_RULES.forfeit(four_at(EACH, ply=39), ALL, "cancelled")) == (
        [],
        "cancelled",
    )
    with pytest.raises(IllegalAction) as refused:
        FOUR_RULES.forfeit(four_at(EACH, ply=40), ALL, "cancelled")
    assert refused.value.event.code == "junqi.too_late"
    state = leaves(four_at(EACH), WEST, "resign")
    assert four_end(FOUR_RULES.forfeit(state, ALL, "agreement")) == ([], "agreement")


@pytest.mark.parametrize("seats", [{SOUTH, WEST}, {SOUTH, NORTH}, {WEST, NORTH, EAST}])
def test_two_or_three_never_give_up_at_once(seats: set[Seat]) -> None:
    for reason in ("resign", "escape", "agreement"):
        with pytest.raises(IllegalAction):
            FOUR_RULES.forfeit(four_at(EACH), frozenset(seats), reason)


def test_during_the_set_up_leaving_or_running_out_of_time_calls_the_match_off() -> None:
    state = FOUR_RULES.initial("")
    state, _ = play(FOUR_RULES, state, WEST, write_layout(PRESETS["decoy"]))
    assert four_end(FOUR_RULES.lapse(state, NORTH)) == ([], "cancelled")
    ended = leaves(state, WEST, "escape")
    assert four_end(ended) == ([], "cancelled")
    assert set(four_cells(ended, SOUTH).values()) == {"1:?"}
    with pytest.raises(OutOfTurn):
        FOUR_RULES.lapse(state, WEST)


@pytest.mark.parametrize(
    "text", ["quick", "hq_locks=true", "sight=none", "missed_limit=0", "qq open"]
)
def test_what_is_no_option_of_this_game_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        FOUR_RULES.initial(text)


@pytest.mark.parametrize(("out", "weight"), [("", 1), ("3flag", 2), ("1flag", 1)])
def test_only_the_last_flag_of_the_others_wins_at_once(out: str, weight: int) -> None:
    pieces = f"{EACH} b8:01"
    if out == "1flag":
        pieces = pieces.replace(" a9:13", "")
    state = four_at(pieces, revealed="1", out=out, options="standard eliminated=stay")
    view = FOUR_RULES.view(state, SOUTH)
    move = FOUR_JUNQI.parse(view, "b8-a8")
    assert FOUR_JUNQI.weight(view, move) == weight
    assert isinstance(FOUR_JUNQI.preview(view, move).turn, Over) == (weight == 2)
    assert (four_end(four_do(state, "b8-a8")) is not None) == (weight == 2)


def test_only_where_partners_are_left_behind_is_an_escape_an_ending() -> None:
    assert endings(FOUR_JUNQI.info, WEST) == ("resign", "escape")
    assert "escape" not in endings(FOUR_JUNQI.info, None)
