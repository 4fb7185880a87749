"""Layouts of a player's half: presets, reading, changing, faults."""

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import NotationError
from games.junqi import layout
from games.junqi.pieces import CODES, SET

SEATS = (0, 1)
NAMES = "司令,軍長,师长,旅长,團長,营长,连长,排长,工兵,炸彈,地雷,军旗"


@pytest.mark.parametrize("name", layout.PRESETS)
@pytest.mark.parametrize("seat", SEATS)
def test_every_preset_is_legal_for_both_sides_and_mirrored(name: str, seat: int) -> None:
    codes = layout.PRESETS[name]
    for squad in (codes, layout.mirrored(codes)):
        assert layout.faults(seat, squad) == ()


def test_there_are_at_least_six_presets_and_all_differ() -> None:
    found = {layout.PRESETS[name] for name in layout.PRESETS}
    assert len(found) == len(layout.PRESETS) >= 6
    assert not found & {layout.mirrored(codes) for codes in found}


@given(st.integers(0, 2**32), st.sampled_from(SEATS))
def test_a_layout_by_chance_is_legal(seed: int, seat: int) -> None:
    codes = layout.random_layout(random.Random(seed).randrange)
    assert sorted(codes) == sorted(SET)
    assert layout.faults(seat, codes) == ()


@given(st.data(), st.sampled_from(SEATS))
def test_a_preset_varied_by_whatever_chance_is_legal_and_none_of_the_presets(
    data: st.DataObject, seat: int
) -> None:
    codes = layout.vary_preset(lambda below: data.draw(st.integers(0, below - 1)))
    assert sorted(codes) == sorted(SET)
    assert layout.faults(seat, codes) == ()
    known = layout.PRESETS.values()
    assert codes not in known
    assert layout.mirrored(codes) not in known


def test_varied_layouts_differ_and_have_the_flag_on_either_side() -> None:
    chance = random.Random(5)
    found = [layout.vary_preset(chance.randrange) for _ in range(60)]
    assert len(set(found)) == 60
    assert {codes.index("F") for codes in found} == set(layout.FLAG_ROOM)


@given(st.permutations(SET), st.integers(0, 24), st.integers(0, 24))
def test_mirroring_and_swapping_twice_change_nothing(pieces: list[str], a: int, b: int) -> None:
    codes = "".join(pieces)
    assert layout.mirrored(layout.mirrored(codes)) == codes
    assert layout.swapped(layout.swapped(codes, a, b), b, a) == codes
    assert sorted(layout.mirrored(codes)) == sorted(codes)


def test_a_mirrored_layout_exchanges_the_files() -> None:
    placed = layout.pieces_by_square(0, layout.mirrored(layout.PRESETS["fortress"]))
    before = layout.pieces_by_square(0, layout.PRESETS["fortress"])
    assert all(before[at] == placed["edcba"["abcde".index(at[0])] + at[1:]] for at in before)


@pytest.mark.parametrize(
    "spell",
    [
        lambda codes: codes,
        lambda codes: codes.lower(),
        lambda codes: f"deploy {codes}",
        lambda codes: " ".join(codes),
        lambda codes: "\n".join(codes[n : n + 5] for n in range(0, 25, 5)),
        lambda codes: "/".join((codes[:10], codes[10:])),
        lambda codes: f"  DEPLOY: {', '.join(codes)}; ",
        lambda codes: codes.translate(str.maketrans(CODES, "司军师旅团营连排工炸雷旗")),
        lambda codes: codes.translate(str.maketrans(CODES, "司軍師旅團營連排工炸雷旗")),
        lambda codes: "、".join(NAMES.split(",")[CODES.index(code)] for code in codes),
    ],
)
def test_25_codes_are_read_however_they_are_spelt(spell: object) -> None:
    codes = layout.PRESETS["ambush"]
    assert callable(spell)
    assert layout.read(spell(codes)) == codes


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(NotationError):
        assert set(layout.read(text)) <= set(SET)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"b1": "2", "a1": "F"}, "flag_not_in_hq"),
        ({"b4": "B"}, "count"),
        ({"a6": "L"}, "mine_not_in_last_two_rows"),
        ({"a6": "B"}, "bomb_in_front_row"),
        ({"b3": "9"}, "camp_not_empty"),
        ({"a7": "9"}, "outside_own_half"),
        ({"a1": ""}, "point_empty"),
    ],
)
def test_every_fault_is_named(changes: dict[str, str], code: str) -> None:
    pieces = {**layout.pieces_by_square(0, layout.PRESETS["fortress"]), **changes}
    there = {square: piece for square, piece in pieces.items() if piece}
    assert f"junqi.layout.{code}" in {fault.code for fault in layout.placement_faults(0, there)}
