"""The rules of dark Junqi (rules/junqi.md, section A), each with the option that changes it.

What the recordings of `test_dark_recordings.py` catch is not said again here.
"""

from dataclasses import replace

import pytest

from games.core import Act, IllegalAction, NotationError, Over
from games.junqi.board import GRID
from games.junqi.dark.game import DARK_JUNQI
from games.junqi.dark.rules import DARK_RULES
from games.junqi.layout import PRESETS, write_layout

from .positions import A, B, dark_at, dark_cells, dark_codes, dark_do, dark_end, dark_refusal

RED, BLUE = "Fb1 9a6 2e2", "Fd12 9a7 2e11"


def test_both_deploy_in_any_order_and_red_begins() -> None:
    state = DARK_RULES.initial("")
    assert DARK_RULES.turn(state) == Act(frozenset({A, B}), free=True)
    for seat in (B, A):
        action = DARK_JUNQI.parse(DARK_RULES.view(state, seat), write_layout(PRESETS["decoy"]))
        state = DARK_RULES.apply(state, seat, action)
    assert DARK_RULES.turn(state) == Act(frozenset({A}))


def test_nobody_deploys_twice_or_moves_before_both_are_ready() -> None:
    state = dark_do(DARK_RULES.initial(""), write_layout(PRESETS["decoy"]))
    assert dark_refusal(state, write_layout(PRESETS["ambush"]), A) == "core.not_your_turn"
    assert dark_refusal(state, "a6-a7", B) == "junqi.set_up_first"
    assert dark_refusal(state, "deploy 999", B) == "junqi.bad_layout"


def test_while_deploying_only_the_backs_of_who_is_ready_are_seen() -> None:
    state = dark_do(DARK_RULES.initial(""), write_layout(PRESETS["decoy"]))
    for viewer in (B, None):
        assert set(dark_cells(state, viewer).values()) == {"0:?"}
    assert "0:?" not in dark_cells(state, A).values()


def test_the_referee_tells_who_remains_and_only_the_owner_what_fell() -> None:
    state = dark_do(dark_at("Fb1 3a6 2e2", BLUE), "a6-a7")
    assert dark_codes(state) == ["defender_stays"]
    assert (dark_codes(state, A), dark_codes(state, B)) == (["you_failed"], ["you_held"])
    assert dark_cells(state, A)["a7"] == "1:?"


@pytest.mark.parametrize(
    ("option", "codes"),
    [
        ("result", ["defender_stays"]),
        ("loser", ["defender_stays", "fell"]),
        ("both", ["defender_stays", "fell", "shown"]),
    ],
)
def test_combat_disclosure_tells_more(option: str, codes: list[str]) -> None:
    before = dark_at("Fb1 3a6 2e2", BLUE, options=f"standard combat_disclosure={option}")
    state = dark_do(before, "a6-a7")
    assert dark_codes(state) == codes
    assert (dark_cells(state)["a7"] == "1:9") == (option == "both")


def test_a_commanders_death_shows_the_flag_of_its_side_to_all() -> None:
    state = dark_do(dark_at(RED, BLUE), "a6-a7")
    assert dark_codes(state) == ["both_removed", "flag_revealed", "flag_revealed"]
    assert dark_cells(state)["b1"] == "0:F"
    assert dark_cells(state)["d12"] == "1:F"
    quiet = dark_at(RED, BLUE, options="standard commander_reveals_flag=false")
    assert dark_codes(dark_do(quiet, "a6-a7")) == ["both_removed"]


def test_pieces_in_headquarters_flags_and_mines_stay_where_they_are() -> None:
    state = dark_at("Fb1 9d1 Lc1 2e2", BLUE)
    assert dark_refusal(state, "d1-d2") == "junqi.in_headquarters"
    assert dark_refusal(state, "c1-c2") == "junqi.immobile"
    assert dark_refusal(state, "b1-b2") == "junqi.immobile"
    free = dark_at("Fb1 9d1 Lc1 2e2", BLUE, options="standard hq_locks=false")
    assert dark_refusal(free, "d1-d2") == ""


def test_a_camp_protects_whoever_stands_in_it() -> None:
    state = dark_at("Fb1 9c7 2e2", "Fd12 2b8 3a11")
    assert dark_refusal(state, "c7-b8") == "junqi.in_camp"


def test_every_other_wrong_move_has_its_reason() -> None:
    state = dark_at("Fb1 9a6 2a5", BLUE)
    assert dark_refusal(state, "c3-c4") == "junqi.empty_square"
    assert dark_refusal(state, "a7-a8") == "junqi.not_yours"
    assert dark_refusal(state, "a6-a5") == "junqi.own_piece"
    assert dark_refusal(state, "a6-a9") == "junqi.no_way"
    assert dark_refusal(state, "a6") == "junqi.one_square"
    assert dark_refusal(state, "a7-a6", B) == "core.not_your_turn"


def test_a_bomb_takes_the_flag_unless_the_option_protects_it() -> None:
    pieces = ("Fb1 Bd11 9e2", "Fd12 Lc12 9a7")
    assert dark_end(dark_do(dark_at(*pieces), "d11-d12")) == ([0], "flag")
    kept = dark_do(dark_at(*pieces, options="standard bomb_takes_flag=false"), "d11-d12")
    assert dark_end(kept) is None
    assert dark_codes(kept) == ["defender_stays"]
    assert dark_cells(kept)["d12"] == "1:?"


def test_with_mines_to_dig_first_whatever_strikes_the_flag_is_lost_as_at_a_mine() -> None:
    options = "standard dark_flag_needs_mines_dug=true"
    early = dark_do(dark_at("Fb1 2d11 9e2", "Fd12 Lc12 9a7", options=options), "d11-d12")
    assert (dark_end(early), dark_codes(early)) == (None, ["defender_stays"])
    late = dark_do(dark_at("Fb1 2d11 9e2", "Fd12 9a7", options=options), "d11-d12")
    assert dark_end(late) == ([0], "flag")


def test_a_mine_stays_goes_or_is_shown_by_the_option() -> None:
    pieces = ("Fb1 3c11 9e2", "Fd12 Lc12 9a7")
    stays = dark_do(dark_at(*pieces), "c11-c12")
    assert dark_cells(stays)["c12"] == "1:?"
    both = dark_do(dark_at(*pieces, options="standard mine_vs_attacker=both"), "c11-c12")
    assert "c12" not in dark_cells(both)
    shown = dark_do(dark_at(*pieces, options="standard mine_vs_attacker=reveal"), "c11-c12")
    assert dark_cells(shown)["c12"] == "1:L"
    assert dark_codes(shown) == ["defender_stays", "shown"]
    again = dark_at(
        "Fb1 3c11 4b11 9e2", "Fd12 Lc12 9a7", options="standard mine_vs_attacker=reveal"
    )
    second = dark_do(again, "c11-c12", "a7-a8", "b11-c11", "a8-a7", "c11-c12")
    assert dark_codes(second)[0] == "both_removed"


def test_when_nobody_has_anything_left_it_is_a_draw_or_the_movers_win() -> None:
    pieces = ("Fb1 Lc1 3a6", "Fd12 Lc12 3a7")
    assert dark_end(dark_do(dark_at(*pieces), "a6-a7")) == ([], "mutual_elimination")
    for_mover = dark_at(*pieces, options="standard mutual_elimination=mover")
    assert dark_end(dark_do(for_mover, "a6-a7")) == ([0], "elimination")


LOCKED = ("Fb1 9a6 2e2", "Fd12 3b12")


def test_who_cannot_move_is_passed_over_and_misses_a_turn() -> None:
    state = dark_do(dark_at(*LOCKED), "a6-a5")
    assert dark_codes(state) == ["skipped"]
    assert DARK_RULES.turn(state) == Act(frozenset({A}))
    assert DARK_JUNQI.facts(DARK_RULES.view(state, A))["missed"] == [0, 1]
    lost = dark_do(dark_at(*LOCKED, options="standard no_move=lose"), "a6-a5")
    assert dark_end(lost) == ([0], "no_moves")


def test_the_fifth_missed_turn_loses_whatever_made_it_missed() -> None:
    state = dark_do(dark_at(*LOCKED), "a6-a5", "a5-a6", "a6-a5", "a5-a6")
    assert dark_end(state) is None
    assert dark_end(dark_do(state, "a6-a5")) == ([0], "missed_turns")
    mixed = dark_at(RED, BLUE, missed="4,0")
    assert dark_end(DARK_RULES.lapse(mixed, A)) == ([1], "missed_turns")
    three = dark_at(RED, BLUE, options="standard missed_limit=1")
    assert dark_end(DARK_RULES.lapse(three, A)) == ([1], "missed_turns")


def test_a_lapse_is_a_turn_and_the_other_side_moves() -> None:
    state = DARK_RULES.lapse(dark_at(RED, BLUE), A)
    facts = DARK_JUNQI.facts(DARK_RULES.view(state, None))
    assert (facts["ply"], facts["quiet"], facts["missed"]) == (41, 1, [1, 0])
    assert dark_codes(state) == ["missed"]
    assert DARK_RULES.turn(state) == Act(frozenset({B}))


def test_missed_turns_are_forgotten_only_by_the_option() -> None:
    for option, left in (("false", 2), ("true", 0)):
        options = f"standard missed_reset_on_move={option}"
        moved = dark_do(dark_at(RED, BLUE, options=options, missed="2,1"), "e2-e3")
        assert DARK_JUNQI.facts(DARK_RULES.view(moved, None))["missed"] == [left, 1]


def test_seventy_turns_without_a_capture_are_a_draw_and_the_players_are_warned() -> None:
    assert dark_codes(dark_do(dark_at(RED, BLUE, quiet=53), "e2-e3")) == []
    warned = dark_do(dark_at(RED, BLUE, quiet=54), "e2-e3")
    assert dark_codes(warned) == ["quiet"]
    assert DARK_RULES.view(warned, None).news[-1].args == {"n": 15}
    assert dark_end(dark_do(dark_at(RED, BLUE, quiet=69), "e2-e3")) == ([], "no_capture")
    endless = dark_at(RED, BLUE, quiet=500, options="standard no_capture_limit=0")
    assert dark_end(dark_do(endless, "e2-e3")) is None


def test_a_limit_of_turns_ends_in_a_draw() -> None:
    state = dark_at(RED, BLUE, options="standard max_plies=41")
    assert dark_end(dark_do(state, "e2-e3")) == ([], "max_plies")


def test_the_flag_comes_before_every_other_end() -> None:
    state = dark_at("Fb1 2d11", "Fd12 Lc12 3e1", quiet=69)
    assert dark_end(dark_do(state, "d11-d12")) == ([0], "flag")


def test_nobody_resigns_before_the_twentieth_turn_and_draws_are_free() -> None:
    early = dark_at(RED, BLUE, ply=19)
    with pytest.raises(IllegalAction) as refused:
        DARK_RULES.forfeit(early, frozenset({A}), "resign")
    assert refused.value.event.args == {"n": 1}
    for reason in ("agreement", "cancelled"):
        assert dark_end(DARK_RULES.forfeit(early, frozenset({A, B}), reason)) == ([], reason)
    late = dark_at(RED, BLUE, ply=20)
    assert DARK_RULES.turn(DARK_RULES.forfeit(late, frozenset({A}), "resign")) == Over(
        frozenset({B}), "resign"
    )
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


def test_a_variant_is_written_with_what_differs_from_its_name() -> None:
    state = DARK_RULES.initial("  NO_MOVE=lose standard, missed_limit=5 ")
    assert state.options.text == "standard no_move=lose"
    assert DARK_RULES.initial("").options.text == "standard"


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
