"""The computer sets up as people do, and guesses at people's pieces by how they set up."""

from collections.abc import Sequence
from math import fsum, log2
from random import Random
from typing import Any

import pytest

from games.core import AnyRules, Seat
from games.junqi import layout
from games.junqi.board_shape import Ground
from games.junqi.dark.board import GROUND as DARK
from games.junqi.dark.rules import DARK_RULES
from games.junqi.four.board import GROUND as FOUR
from games.junqi.four.rules import FOUR_RULES
from games.junqi.hidden import Deploy
from games.junqi.pieces import CODES, SET
from players.core import AnyPlayer
from players.junqi.belief import Belief
from players.junqi.layouts import COUNTED, COUNTS, FLAG_LEFT, LAYOUTS, draw_layout, left_flag_odds
from players.junqi.opponents import DARK_PLAYER, FOUR_PLAYER

DRAWN = 2000
Tables = Sequence[Sequence[float]]


def people(on_the_left: float) -> Tables:
    """Return the share of people's layouts with each kind on each point, neither mirrored."""
    return [
        [
            (on_the_left * count + (1 - on_the_left) * other) / LAYOUTS
            for count, other in zip(COUNTS[at], COUNTS[layout.MIRROR[at]], strict=True)
        ]
        for at in range(len(SET))
    ]


def set_up(rules: AnyRules, codes: str) -> Any:
    """Return the state in which every seat has set up so."""
    state = rules.initial("standard")
    for seat in range(rules.game.info.seats):
        state = rules.apply(state, Seat(seat), Deploy(codes))
    return state


@pytest.fixture(scope="module")
def layouts() -> list[str]:
    return [draw_layout(Random(seed), left_flag_odds(FOUR)) for seed in range(DRAWN)]


@pytest.mark.parametrize(("rules", "ground"), [(FOUR_RULES, FOUR), (DARK_RULES, DARK)])
def test_a_piece_of_people_is_guessed_at_2_85_bits(rules: AnyRules, ground: Ground) -> None:
    view = rules.view(set_up(rules, layout.PRESETS["balanced"]), Seat(0))
    odds = Belief(ground, view, [view]).odds
    bits = [
        -share * log2(odds[Seat(1), origin][kind])
        for origin, row in zip(ground.homes[1], people(COUNTED["left"]), strict=True)
        for kind, share in enumerate(row)
        if share
    ]
    assert fsum(bits) / len(SET) <= 2.85


def test_a_flag_that_cannot_stand_on_the_right_has_its_mines_on_the_left() -> None:
    state = set_up(FOUR_RULES, layout.PRESETS["balanced"])
    mine, flag = CODES.index("L"), CODES.index("F")
    view = FOUR_RULES.view(state, Seat(0))
    right, corner = FOUR.homes[1][layout.FLAG_ROOM[1]], FOUR.homes[1][0]
    unsure = Belief(FOUR, view, [view]).odds
    board = tuple(None if at == right else cell for at, cell in enumerate(view.board))
    lost = (*view.lost, view.board[right])
    sure = Belief(FOUR, type(view)(**{**fields(view), "board": board, "lost": lost}), []).odds
    assert 0.5 < unsure[Seat(1), FOUR.homes[1][FLAG_LEFT]][flag] < 0.6
    assert sure[Seat(1), FOUR.homes[1][FLAG_LEFT]][flag] == 1
    assert unsure[Seat(1), corner][mine] < 0.5
    assert sure[Seat(1), corner][mine] == pytest.approx(COUNTS[0][mine] / LAYOUTS, abs=0.03)


def fields(view: Any) -> dict[str, Any]:
    return {name: getattr(view, name) for name in view.__dataclass_fields__}


def test_every_layout_is_legal() -> None:
    for codes in (draw_layout(Random(seed), left_flag_odds(FOUR)) for seed in range(100)):
        assert not layout.faults(0, codes)
        assert not layout.faults(1, codes)


def test_layouts_are_those_of_the_choices_seed() -> None:
    tables: list[tuple[AnyPlayer, AnyRules, Ground]] = [
        (DARK_PLAYER, DARK_RULES, DARK),
        (FOUR_PLAYER, FOUR_RULES, FOUR),
    ]
    for player, rules, ground in tables:
        view = rules.view(rules.initial("standard"), Seat(1))
        for seed in range(8):
            choices = {player.choose(view, [view], budget, seed) for budget in player.levels}
            assert {choice.text for choice in choices} == {
                layout.write_layout(draw_layout(Random(seed), left_flag_odds(ground)))
            }


def test_a_layout_is_the_same_on_every_machine() -> None:
    assert [draw_layout(Random(seed), 0.5) for seed in (1, 2)] == [
        "32LF741LL2B6591563B834217",
        "LFL27L51614691328BB452733",
    ]


@pytest.mark.slow
def test_kinds_stand_where_they_stand_with_people(layouts: list[str]) -> None:
    assert apart(layouts, people(COUNTED["left"])) <= 0.035
    flags = sum(codes[FLAG_LEFT] == "F" for codes in layouts) / len(layouts)
    assert flags == pytest.approx(COUNTED["left"], abs=0.04)


def apart(layouts: list[str], shares: Tables) -> float:
    """Return the share of pieces that would have to change places to stand as in `shares`."""
    return fsum(
        abs(sum(codes[at] == code for codes in layouts) / len(layouts) - share) / (2 * len(SET))
        for at, row in enumerate(shares)
        for code, share in zip(CODES, row, strict=True)
    )


@pytest.mark.slow
def test_pieces_stand_together_as_often_as_with_people(layouts: list[str]) -> None:
    """Those are the pairs that are furthest from what chance would do."""
    turned = [codes if codes[FLAG_LEFT] == "F" else layout.mirrored(codes) for codes in layouts]
    by_chance = off = 0.0
    for at, kind, other, beside, seen, expected in COUNTED["pairs"]:
        share = sum(codes[at] == kind and codes[other] == beside for codes in turned) / DRAWN
        by_chance += abs(seen - expected) / LAYOUTS
        off += abs(share - seen / LAYOUTS)
    assert off < by_chance / 2


@pytest.mark.slow
@pytest.mark.parametrize("name", layout.PRESETS)
def test_no_preset_is_nearer_than_to_people(name: str, layouts: list[str]) -> None:
    """On as many points as with people stands what the preset has there; nearly all of it never."""
    shares = people(COUNTED["left"])
    for preset in (layout.PRESETS[name], layout.mirrored(layout.PRESETS[name])):
        usual = fsum(row[CODES.index(code)] for row, code in zip(shares, preset, strict=True))
        alike = [
            sum(own == other for own, other in zip(codes, preset, strict=True)) for codes in layouts
        ]
        assert sum(alike) / len(alike) == pytest.approx(usual, abs=0.3)
        assert max(alike) < 18
