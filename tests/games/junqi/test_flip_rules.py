"""The rules of flip Junqi (rules/junqi.md, section B), each with the option that changes it.

What the recordings of `test_flip_recordings.py` catch is not said again here.
"""

import pytest

from games.core import Act, IllegalAction, Over, Roll, Word
from games.junqi.board import GRID, POINTS
from games.junqi.flip.board import Down
from games.junqi.flip.game import FLIP_JUNQI
from games.junqi.flip.position import DEAL, PACK
from games.junqi.flip.rules import FLIP_RULES
from games.junqi.flip.view import FlipView

from .positions import A, B, flip_at, flip_cells, flip_codes, flip_do, flip_end, flip_refusal


def test_the_deal_is_one_draw_of_50_to_2_and_fills_every_point() -> None:
    state = FLIP_RULES.initial("")
    assert FLIP_RULES.turn(state) == Roll(tuple(range(50, 1, -1)))
    dealt = FLIP_RULES.roll(state, (1,) * 49)
    assert [dealt.board[at] for at in POINTS] == list(PACK)
    assert set(flip_cells(dealt).values()) == {"#"}
    last = FLIP_RULES.roll(state, DEAL.sides)
    assert [last.board[at] for at in POINTS] == list(reversed(PACK))


@pytest.mark.parametrize(
    ("rule", "flips", "colours"),
    [
        ("opponent", ["a1"], ("b", "r")),
        ("own", ["a1"], ("r", "b")),
        ("two_same", ["a1", "b1"], ("", "")),
        ("two_same", ["a1", "b1", "c1"], ("r", "b")),
        ("two_same", ["a1", "b1", "d1", "e1"], ("r", "b")),
        ("first_engineer", ["a1", "b1"], ("", "")),
        ("first_engineer", ["a1", "d2"], ("r", "b")),
        ("first_engineer", ["c2"], ("r", "b")),
    ],
)
def test_the_colours_are_settled_by_the_rule(
    rule: str, flips: list[str], colours: tuple[str, str]
) -> None:
    pieces = "#r9a1 #b8b1 #r7c1 #b6d1 #b5e1 #r1c2 #b1d2 #rLa3 #bLb4"
    state = flip_at(pieces, colours="-,-", options=f"standard colour_rule={rule}")
    assert flip_do(state, *flips).colours == colours


def test_until_colours_are_settled_only_flips_are_legal() -> None:
    state = flip_at("#r9a1 #b8b1 r7c1 b6d1", colours="-,-", options="standard colour_rule=two_same")
    assert flip_refusal(state, "c1-c2") == "junqi.no_colours"
    legal = FLIP_JUNQI.legal(FLIP_RULES.view(state, A))
    assert sorted(map(FLIP_JUNQI.format, legal)) == ["a1", "b1"]


def test_who_turns_up_the_last_piece_settles_what_no_rule_has() -> None:
    state = flip_at("#r9a1 b8b1 r7c1", colours="-,-", options="standard colour_rule=first_engineer")
    assert flip_do(state, "a1").colours == ("r", "b")


def test_any_piece_can_be_turned_up_but_only_once() -> None:
    state = flip_at("r9a1 #b8b1 b7e12")
    assert flip_refusal(state, "b1") == ""
    assert flip_refusal(state, "a1") == "junqi.face_up"
    assert flip_refusal(state, "c3") == "junqi.empty_square"
    assert flip_refusal(state, "b1-b2") == "junqi.flip_first"
    assert flip_refusal(state, "e12-e11") == "junqi.not_yours"


def test_pieces_face_down_cannot_be_attacked() -> None:
    state = flip_at("r9a1 #b8a2 b7e12")
    assert flip_refusal(state, "a1-a2") == "junqi.face_down"


@pytest.mark.parametrize(
    ("hidden", "left"),
    [
        ("#b8a2", {"a2": "r:9"}),
        ("#r8a2", {"a1": "r:9", "a2": "r:8"}),
        ("#bLa2", {"a2": "b:L"}),
        ("#bFa2", {"a1": "r:9", "a2": "b:F"}),
        ("#b9a2", {}),
    ],
)
def test_an_attack_on_a_piece_face_down_turns_it_up_and_fights_it(
    hidden: str, left: dict[str, str]
) -> None:
    state = flip_at(f"r9a1 {hidden} b7e12 r2e1 r1d1", options="standard attack_face_down=true")
    cells = flip_cells(flip_do(state, "a1-a2"))
    assert {at: piece for at, piece in cells.items() if at in ("a1", "a2")} == left


def test_a_losing_attack_is_refused_unless_the_option_allows_it() -> None:
    assert flip_refusal(flip_at("r3a6 b9a7 r1e1"), "a6-a7") == "junqi.stronger"
    allowed = flip_at("r3a6 b9a7 r1e1", options="standard suicide_attacks=true")
    assert flip_cells(flip_do(allowed, "a6-a7")) == {"a7": "b:9", "e1": "r:1"}


def test_equals_and_bombs_are_both_removed() -> None:
    for mine, theirs in (("r5a6", "b5a7"), ("rBa6", "b9a7"), ("r9a6", "bBa7"), ("rBa6", "bLa7")):
        state = flip_do(flip_at(f"{mine} {theirs} r1e1 b1e12"), "a6-a7")
        assert flip_cells(state) == {"e1": "r:1", "e12": "b:1"}
        assert flip_codes(state)[0] == "traded"


def test_a_camp_protects_and_headquarters_do_not_hold() -> None:
    state = flip_at("r9a2 b1b3 r8b1 b7e12")
    assert flip_refusal(state, "a2-b3") == "junqi.in_camp"
    assert flip_refusal(state, "b1-b2") == ""
    locked = flip_at("r9a2 b1b3 r8b1 b7e12", options="standard hq_locks=true")
    assert flip_refusal(locked, "b1-b2") == "junqi.in_headquarters"


def test_a_mine_is_attacked_only_by_bombs_and_workers() -> None:
    state = flip_at("r9a6 r1c6 bLa7 bLc7 b7e12")
    assert flip_refusal(state, "a6-a7") == "junqi.mine_safe"
    dug = flip_do(state, "c6-c7")
    assert flip_cells(dug)["c7"] == "r:1"


def test_without_engineers_the_lowest_rank_left_works_and_dies_with_the_mine() -> None:
    state = flip_at("r3a6 r5c6 bLa7 bLc7 b7e12")
    assert flip_refusal(state, "c6-c7") == "junqi.mine_safe"
    assert "a7" not in flip_cells(flip_do(state, "a6-a7"))
    down = flip_at("r3a6 #r1c1 bLa7 b7e12")
    assert flip_refusal(down, "a6-a7") == "junqi.mine_safe", "one face down counts as in play"


def test_the_players_are_told_when_the_workers_change_and_the_mines_are_gone() -> None:
    state = flip_do(flip_at("r1a6 r4e1 b1a7 bLc7 b9e12"), "a6-a7")
    assert flip_codes(state) == ["traded", "workers", "workers"]
    dug = flip_do(flip_at("r1c6 bLc7 b7e12"), "c6-c7")
    assert flip_codes(dug) == ["took", "mines_gone"]


def test_the_flag_is_taken_only_by_workers_and_after_all_mines() -> None:
    guarded = flip_at("r1c6 bFc7 bLe12 b7a12")
    assert flip_refusal(guarded, "c6-c7") == "junqi.flag_guarded"
    assert flip_refusal(flip_at("r9c6 r1e1 bFc7 b7a12"), "c6-c7") == "junqi.flag_safe"
    assert flip_refusal(flip_at("rBc6 r1e1 bFc7 b7a12"), "c6-c7") == "junqi.flag_safe"
    taken = flip_do(flip_at("r1c6 bFc7 b7a12"), "c6-c7")
    assert flip_cells(taken)["c7"] == "r:1+b"
    assert flip_codes(taken) == ["carries"]


def test_a_flag_taken_up_at_home_wins_at_once() -> None:
    assert flip_end(flip_do(flip_at("r1b2 bFb1 b7a12"), "b2-b1")) == ([0], "flag_carried")
    assert flip_end(flip_do(flip_at("r1b11 bFb12 b7a12"), "b11-b12")) is None


def test_an_engineer_flies_with_the_flag_and_shelters_in_a_camp() -> None:
    flown = flip_do(flip_at("r1a11+b b7c12"), "a11-e2")
    assert flip_cells(flown)["e2"] == "r:1+b"
    camp = flip_do(flip_at("r1a2+b b7a4"), "a2-b3")
    assert flip_refusal(camp, "a4-b3", B) == "junqi.in_camp"


def test_a_carrier_taken_by_the_flags_owner_leaves_the_flag_under_him() -> None:
    state = flip_do(flip_at("r1a6+b r9e1 b7a7", mover=B), "a7-a6")
    assert flip_cells(state)["a6"] == "b:7+b"
    left = flip_do(state, "e1-e2", "a6-a7")
    assert (flip_cells(left)["a6"], flip_cells(left)["a7"]) == ("b:F", "b:7")
    assert flip_codes(left) == ["flag_down"]


def test_a_carrier_that_falls_with_its_attacker_leaves_the_flag_where_it_stood() -> None:
    state = flip_do(flip_at("r1a6+b r9e1 b1a7 b5e12", mover=B), "a7-a6")
    assert flip_cells(state) == {"a6": "b:F", "e1": "r:9", "e12": "b:5"}
    assert "flag_down" in flip_codes(state)


def test_a_carrier_that_falls_attacking_leaves_the_flag_where_it_came_from() -> None:
    state = flip_do(flip_at("r1a6+b r9e1 b1a7 b5e12"), "a6-a7")
    assert flip_cells(state) == {"a6": "b:F", "e1": "r:9", "e12": "b:5"}


def test_who_does_not_work_stands_on_a_flag_without_carrying_it() -> None:
    state = flip_do(flip_at("r9a5 r1e1 b3a6+r rLe3 b5e12"), "a5-a6")
    assert flip_cells(state)["a6"] == "r:9+r"
    state = flip_at("r9a6+b r1e1 b5e12")
    left = flip_do(state, "a6-a5")
    assert (flip_cells(left)["a5"], flip_cells(left)["a6"]) == ("r:9", "b:F")


def test_two_flags_can_meet_under_one_carrier() -> None:
    state = flip_do(flip_at("r3a6+b b2a7+r b5e12"), "a6-a7")
    assert flip_cells(state)["a7"] == "r:3+b+r"
    left = flip_do(state, "e12-e11", "a7-a8")
    assert (flip_cells(left)["a7"], flip_cells(left)["a8"]) == ("r:F", "r:3+b")


def test_workers_of_both_sides_take_their_flag_from_two_that_stand_together() -> None:
    fallen = flip_do(flip_at("r3a6+b+r b3a7 r1e1 b1b7 b5e12", mover=B), "a7-a6")
    assert flip_cells(fallen)["a6"] == "b:F+r"
    assert [event.args["side"] for event in FLIP_RULES.view(fallen, None).news[-2:]] == [
        Word("junqi.blue"),
        Word("junqi.red"),
    ]
    blue = flip_do(fallen, "e1-e2", "b7-a7", "e2-e1", "a7-a6")
    assert flip_cells(blue)["a6"] == "b:1+b+r"
    assert FLIP_RULES.view(blue, None).news[0].args["side"] == Word("junqi.red")
    left = flip_do(blue, "e1-e2", "a6-a7")
    assert (flip_cells(left)["a6"], flip_cells(left)["a7"]) == ("b:F", "b:1+r")
    red = flip_at("bFa6+r r1a5 b1b7")
    assert flip_cells(flip_do(red, "a5-a6"))["a6"] == "r:1+b+r"
    camp = flip_at("bFb5+r r1b4 b1b6", mover=B)
    assert flip_refusal(camp, "b6-b5", B) == "junqi.in_camp"
    view = FLIP_RULES.view(camp, B)
    assert "b6-b5" not in map(FLIP_JUNQI.format, FLIP_JUNQI.legal(view))


@pytest.mark.parametrize(
    ("pieces", "options", "move", "weight"),
    [
        ("r1b2+b b7a12 rFa1", "standard", "b2-b1", 2),
        ("r1b2+b bBb1 b7a12", "standard", "b2-b1", 1),
        ("r1b2+b b1b1 b7a12", "standard", "b2-b1", 1),
        ("r1b2+b b9b1 b7a12", "standard suicide_attacks=true", "b2-b1", 1),
        ("r1b2+b #b3b1 b7a12", "standard attack_face_down=true", "b2-b1", 1),
        ("r1b2 bFb1 b7a12", "standard", "b2-b1", 2),
        ("r1b2 bFc2 b7a12", "standard", "b2-c2", 1),
        ("r1b2 bFc2 b7a12", "standard flag_goal=capture", "b2-c2", 2),
        ("r9b2+b r1e1 b7a12", "standard", "b2-b1", 0),
        ("r9a3 b2a4 bFa12 bLb12", "standard", "a3-a4", 2),
        ("r5a3 b5a4 b9c6 rFa1 rLb1", "standard", "a3-a4", 1),
        ("r5a3 b5a4 bFa12 rFa1", "standard", "a3-a4", 1),
        ("r5a3 b5a4 bFa12 rFa1", "standard mutual_elimination=mover", "a3-a4", 2),
    ],
)
def test_only_a_move_that_wins_at_once_weighs_two(
    pieces: str, options: str, move: str, weight: int
) -> None:
    state = flip_at(pieces, options=options)
    view = FLIP_RULES.view(state, A)
    assert FLIP_JUNQI.weight(view, FLIP_JUNQI.parse(view, move)) == weight
    ended = over(FLIP_RULES.view(flip_do(state, move), A))
    assert bool(ended and ended.winners == {A}) == (weight == 2)
    if "#" not in pieces:
        foreseen = over(FLIP_JUNQI.preview(view, FLIP_JUNQI.parse(view, move)))
        assert foreseen == ended, "a turn that loses at once is asked back"


def over(view: FlipView) -> Over | None:
    return view.turn if isinstance(view.turn, Over) else None


def test_in_the_quick_game_taking_the_flag_wins() -> None:
    state = flip_do(flip_at("r1c6 bFc7 b7a12", options="quick"), "c6-c7")
    assert flip_end(state) == ([0], "flag")
    assert FLIP_RULES.initial("quick").options.colour_rule == "own"


def test_who_has_nothing_left_that_moves_has_lost() -> None:
    assert flip_end(flip_do(flip_at("r5a6 b3a7 bLc12"), "a6-a7")) == ([0], "elimination")
    assert flip_end(flip_do(flip_at("r5a6 b3a7 #b2c12"), "a6-a7")) is None, "face down is in play"
    both = flip_at("r5a6 b5a7 bLc12")
    assert flip_end(flip_do(both, "a6-a7")) == ([], "mutual_elimination")
    mover = flip_at("r5a6 b5a7", options="standard mutual_elimination=mover")
    assert flip_end(flip_do(mover, "a6-a7")) == ([0], "elimination")


def test_who_can_do_nothing_loses_or_is_passed_over() -> None:
    pieces = "b2b1 r9a1 r8c1 r7b2 r6e6"
    assert flip_end(flip_do(flip_at(pieces), "e6-e7")) == ([0], "no_moves")
    passed = flip_do(flip_at(pieces, options="standard no_move=skip"), "e6-e7")
    assert flip_codes(passed) == ["skipped"]
    assert FLIP_RULES.turn(passed) == Act(frozenset({A}))


def test_seventy_turns_without_capture_or_flip_are_a_draw() -> None:
    assert flip_end(flip_do(flip_at("r9a1 b8e12", quiet=69), "a1-a2")) == ([], "no_capture")
    state = flip_do(flip_at("r9a1 b8e12 #b3c1", quiet=69), "c1")
    assert FLIP_JUNQI.facts(FLIP_RULES.view(state, A))["quiet"] == 0
    assert flip_codes(flip_do(flip_at("r9a1 b8e12", quiet=60), "a1-a2")) == ["quiet_flip"]


def test_missed_turns_and_resigning_are_as_in_dark_mode() -> None:
    state = flip_at("r9a1 b8e12", ply=19)
    fifth = flip_at("r9a1 b8e12", missed="4,0")
    assert flip_end(FLIP_RULES.lapse(fifth, A)) == ([1], "missed_turns")
    with pytest.raises(IllegalAction):
        FLIP_RULES.forfeit(state, frozenset({A}), "resign")
    assert flip_end(FLIP_RULES.forfeit(state, frozenset({A, B}), "agreement")) == ([], "agreement")


def test_nobody_sees_what_lies_face_down() -> None:
    state = FLIP_RULES.roll(FLIP_RULES.initial(""), (7,) * 43 + (1,) * 6)
    for viewer in (A, B, None):
        board = FLIP_RULES.view(state, viewer).board
        assert all(isinstance(board[at], Down) for at in POINTS)
    assert len(GRID) == 60
