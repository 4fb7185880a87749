"""The refusals of dark Junqi (rules/junqi.md, section A), its options, and what few games come to.

The recordings of `test_dark_recordings.py` say the rest.
"""

from dataclasses import replace

import pytest

from games.core import Act, IllegalAction, NotationError, Over, Seat
from games.junqi.board import GRID
from games.junqi.dark.game import DARK_JUNQI
from games.junqi.dark.rules import DARK_RULES
from games.junqi.layout import PRESETS, write_layout

from .positions import A, B, dark_at, dark_cells, dark_codes, dark_do, dark_end, dark_refusal

RED, BLUE = "Fb1 9a6 2e2", "Fd12 9a7 2e11"


def test_while_deploying_only_the_backs_of_who_is_ready_are_seen_and_nobody_moves() -> None:
    state = dark_do(DARK_RULES.initial(""), write_layout(PRESETS["decoy"]))
    for viewer in (B, None):
        assert set(dark_cells(state, viewer).values()) == {"0:?"}
    assert "0:?" not in dark_cells(state, A).values()
    assert dark_refusal(state, write_layout(PRESETS["ambush"]), A) == "core.not_your_turn"
    assert dark_refusal(state, "a6-a7", B) == "core.set_up_first"
    assert dark_refusal(state, "deploy 999", B) == "junqi.bad_layout"


@pytest.mark.parametrize(
    ("red", "blue", "move", "seat", "code"),
    [
        ("Fb1 9d1 2e2", BLUE, "d1-d2", A, "junqi.in_headquarters"),
        ("Fb1 Lc1 2e2", BLUE, "c1-c2", A, "junqi.immobile"),
        ("Fb1 Lc1 2e2", BLUE, "b1-b2", A, "junqi.immobile"),
        ("Fb1 9c7 2e2", "Fd12 2b8 3a11", "c7-b8", A, "junqi.in_camp"),
        ("Fb1 9a6 2a5", BLUE, "c3-c4", A, "junqi.empty_square"),
        ("Fb1 9a6 2a5", BLUE, "a7-a8", A, "junqi.not_yours"),
        ("Fb1 9a6 2a5", BLUE, "a6-a5", A, "junqi.own_piece"),
        ("Fb1 9a6 2a5", BLUE, "a6-a9", A, "junqi.no_way"),
        ("Fb1 9a6 2a5", BLUE, "a6", A, "junqi.one_square"),
        ("Fb1 9a6 2a5", BLUE, "a7-a6", B, "core.not_your_turn"),
    ],
)
def test_a_refusal_says_why(red: str, blue: str, move: str, seat: Seat, code: str) -> None:
    assert dark_refusal(dark_at(red, blue), move, seat) == code


def test_the_referee_tells_who_remains_and_only_the_owner_what_fell() -> None:
    state = dark_do(dark_at("Fb1 3a6 2e2", BLUE), "a6-a7")
    assert dark_codes(state) == ["defender_stays"]
    assert (dark_codes(state, A), dark_codes(state, B)) == (["you_failed"], ["you_held"])
    assert dark_cells(state, A)["a7"] == "1:?"


BOMB, WEAK, MINED = "Fb1 Bd11 9e2", "Fb1 3c11 4b11 9e2", "Fd12 Lc12 9a7"
LOST, FLAG = ["defender_stays"], ([0], "flag")


@pytest.mark.parametrize(
    ("red", "blue", "option", "moves", "codes", "seen"),
    [
        ("Fb1 3a6 2e2", BLUE, "combat_disclosure=result", "a6-a7", LOST, "a7=1:?"),
        ("Fb1 3a6 2e2", BLUE, "combat_disclosure=loser", "a6-a7", [*LOST, "fell"], "a7=1:?"),
        (
            "Fb1 3a6 2e2",
            BLUE,
            "combat_disclosure=both",
            "a6-a7",
            [*LOST, "fell", "shown"],
            "a7=1:9",
        ),
        (RED, BLUE, "no_move=lose", "a6-a7", ["both_removed", *2 * ["flag_revealed"]], "b1=0:F"),
        (RED, BLUE, "commander_reveals_flag=false", "a6-a7", ["both_removed"], "b1=0:?"),
        ("Fb1 9d1", BLUE, "hq_locks=false", "d1-d2", [], "d2=0:?"),
        (BOMB, MINED, "bomb_takes_flag=false", "d11-d12", LOST, "d12=1:?"),
        ("Fb1 2d11 9e2", MINED, "dark_flag_needs_mines_dug=true", "d11-d12", LOST, "d12=1:?"),
        (WEAK, MINED, "mine_vs_attacker=stays", "c11-c12", LOST, "c12=1:?"),
        (WEAK, MINED, "mine_vs_attacker=both", "c11-c12", ["both_removed"], "c12="),
        (WEAK, MINED, "mine_vs_attacker=reveal", "c11-c12", [*LOST, "shown"], "c12=1:L"),
        (
            *(WEAK, MINED, "mine_vs_attacker=reveal"),
            *("c11-c12 a7-a8 b11-c11 a8-a7 c11-c12", ["both_removed", "fell"], "c12="),
        ),
    ],
)
def test_an_option_changes_what_a_fight_comes_to_and_who_hears_of_it(
    red: str, blue: str, option: str, moves: str, codes: list[str], seen: str
) -> None:
    state = dark_do(dark_at(red, blue, options=f"standard {option}"), *moves.split())
    assert dark_codes(state) == codes
    square, _, token = seen.partition("=")
    assert dark_cells(state).get(square, "") == token


LOCKED = ("Fb1 9a6 2e2", "Fd12 3b12")
EQUAL = ("Fb1 Lc1 3a6", "Fd12 Lc12 3a7")
DUG = "dark_flag_needs_mines_dug=true"


@pytest.mark.parametrize(
    ("pieces", "option", "quiet", "move", "end"),
    [
        ((BOMB, MINED), "", 0, "d11-d12", FLAG),
        ((BOMB, MINED), "bomb_takes_flag=false", 0, "d11-d12", None),
        (("Fb1 2d11 9e2", MINED), DUG, 0, "d11-d12", None),
        (("Fb1 2d11 9e2", "Fd12 9a7"), DUG, 0, "d11-d12", FLAG),
        (("Fb1 2d11", "Fd12 Lc12 3e1"), "", 69, "d11-d12", FLAG),
        (EQUAL, "", 0, "a6-a7", ([], "mutual_elimination")),
        (EQUAL, "mutual_elimination=mover", 0, "a6-a7", ([0], "elimination")),
        (LOCKED, "no_move=lose", 0, "a6-a5", ([0], "no_moves")),
        ((RED, BLUE), "", 69, "e2-e3", ([], "no_capture")),
        ((RED, BLUE), "no_capture_limit=0", 500, "e2-e3", None),
        ((RED, BLUE), "max_plies=41", 0, "e2-e3", ([], "max_plies")),
    ],
)
def test_how_a_game_ends(
    pieces: tuple[str, str],
    option: str,
    quiet: int,
    move: str,
    end: tuple[list[int], str] | None,
) -> None:
    before = dark_at(*pieces, options=f"standard {option}".strip(), quiet=quiet)
    assert dark_end(dark_do(before, move)) == end


def test_who_cannot_move_misses_a_turn_and_the_fifth_one_loses_whatever_made_it_missed() -> None:
    state = dark_do(dark_at(*LOCKED), "a6-a5")
    assert dark_codes(state) == ["skipped"]
    assert DARK_RULES.turn(state) == Act(frozenset({A}))
    assert DARK_JUNQI.facts(DARK_RULES.view(state, A))["missed"] == [0, 1]
    state = dark_do(state, "a5-a6", "a6-a5", "a5-a6")
    assert dark_end(state) is None
    assert dark_end(dark_do(state, "a6-a5")) == ([0], "missed_turns")
    for options, missed in (("standard", "4,0"), ("standard missed_limit=1", "0,0")):
        state = dark_at(RED, BLUE, options=options, missed=missed)
        assert dark_end(DARK_RULES.lapse(state, A)) == ([1], "missed_turns")


@pytest.mark.parametrize(("option", "left"), [("false", 2), ("true", 0)])
def test_missed_turns_are_forgotten_only_by_the_option(option: str, left: int) -> None:
    options = f"standard missed_reset_on_move={option}"
    moved = dark_do(dark_at(RED, BLUE, options=options, missed="2,1"), "e2-e3")
    assert DARK_JUNQI.facts(DARK_RULES.view(moved, None))["missed"] == [left, 1]


def test_the_players_are_warned_of_a_draw() -> None:
    assert dark_codes(dark_do(dark_at(RED, BLUE, quiet=53), "e2-e3")) == []
    warned = dark_do(dark_at(RED, BLUE, quiet=54), "e2-e3")
    assert dark_codes(warned) == ["quiet"]
    assert DARK_RULES.view(warned, None).news[-1].args == {"n": 15}


def test_nobody_resigns_before_the_twentieth_turn_and_draws_are_free() -> None:
    early = dark_at(RED, BLUE, ply=19)
    with pytest.raises(IllegalAction) as refused:
        DARK_RULES.forfeit(early, frozenset({A}), "resign")
    assert refused.value.event.args == {"n": 1}
    for reason in ("agreement", "cancelled"):
        assert dark_end(DARK_RULES.forfeit(early, frozenset({A, B}), reason)) == ([], reason)
    late = DARK_RULES.forfeit(dark_at(RED, BLUE, ply=20), frozenset({A}), "resign")
    assert DARK_RULES.turn(late) == Over(frozenset({B}), "resign")
    soon = dark_at(RED, BLUE, ply=0, options="standard resign_min_ply=0")
    assert dark_end(DARK_RULES.forfeit(soon, frozenset({B}), "resign")) == ([0], "resign")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("expert", "core.unknown_variant"),
        ("standard quick", "core.unknown_variant"),
        ("flag_goal=carry", "junqi.unknown_option"),
        ("missed_limit=0", "junqi.bad_number"),
        ("missed_limit=x", "junqi.bad_number"),
        ("no_move=win", "junqi.bad_value"),
        ("no_move=lose no_move=skip", "junqi.option_twice"),
    ],
)
def test_a_wrong_variant_is_refused_with_its_reason(text: str, code: str) -> None:
    with pytest.raises(NotationError) as refused:
        DARK_RULES.initial(text)
    assert refused.value.event.code == code


@pytest.mark.parametrize(
    ("options", "move", "weight"),
    [
        ("standard", "b11-b12", 2),
        ("standard", "c12-b12", 2),
        ("standard bomb_takes_flag=false", "b11-b12", 1),
        ("standard bomb_takes_flag=false", "c12-b12", 2),
        ("standard dark_flag_needs_mines_dug=true", "c12-b12", 1),
        ("standard", "c12-c11", 1),
        ("standard", "b11-a11", 0),
    ],
)
def test_only_a_move_that_wins_at_once_weighs_two(options: str, move: str, weight: int) -> None:
    state = dark_at("Bb11 3c12 Fb1", "Fb12 4c11 Le12", options=options)
    state = replace(state, revealed=frozenset({B}), shown=frozenset({GRID.square("b12")}))
    view = DARK_RULES.view(state, A)
    assert DARK_JUNQI.weight(view, DARK_JUNQI.parse(view, move)) == weight
    if weight == 2:
        assert dark_end(dark_do(state, move)) == ([0], "flag")
