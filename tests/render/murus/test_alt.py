"""The words of a picture tell the whole position."""

import pytest

from games.murus.board import GRID, height
from games.murus.rules import MURUS_RULES
from render.draw import describe, draw

from ..sample import reader
from .sample import MIDDLE, ROMANS, random_views, romans_to_move, view_after


def test_a_description_names_turn_move_and_every_stack() -> None:
    assert draw(romans_to_move("d2-d4"), reader()).alt == (
        "Murus Gallicus, turn 26. Gauls (Brennus) to move. "
        "Last move, by Romans: d2-d4; wall on d3, wall on d4. "
        "Romans, stones left 15: wall h1, h2, d3, e3, f3, d4; tower a1, c1, f4; catapult c3. "
        "Gauls, stones left 15: wall g5, h5, c6, f6; tower c5, a7, b7, g7; catapult e6."
    )


@pytest.mark.parametrize("locale", ["en", "zh-CN"])
def test_positions_that_differ_have_descriptions_that_differ(locale: str) -> None:
    views = {view.board: view for seed in range(6) for view in random_views(seed)}
    texts = {describe(view, reader(locale=locale)) for view in views.values()}
    assert len(texts) == len(views) > 60


def test_every_square_with_stones_is_in_the_description_once() -> None:
    for view in random_views(2):
        sides = describe(view, reader()).partition("Romans, stones left")[2]
        for name, cell in zip(GRID.names, view.board, strict=True):
            assert sides.count(name) == (1 if height(cell) else 0), name


def test_the_end_is_told_with_its_reason() -> None:
    text = draw(view_after(f"advanced {MIDDLE} 24 resign:0"), reader()).alt
    assert "final position after 24 turns" in text
    assert "Livia (Romans) won: Brennus (Gauls) resigned." in text
    assert "to move" not in text


def test_a_draw_names_no_winner() -> None:
    text = draw(view_after(f"advanced {MIDDLE} 24 agreement:"), reader()).alt
    assert "A draw by agreement." in text
    assert "Victory" not in text


def test_before_the_first_move_that_is_said() -> None:
    view = MURUS_RULES.view(MURUS_RULES.initial("basic"), None)
    assert "No turn has been played yet." in draw(view, reader()).alt


def test_what_is_picked_is_told_with_what_can_follow() -> None:
    picked = reader(private=True, picked=("f4",))
    text = draw(romans_to_move(seat=ROMANS), picked).alt
    assert "Chosen: f4. You can continue with: d2, d4, d6, f2, h2, h4, f4xg5." in text
    assert text.startswith("Only you see this picture. ")


def test_codes_never_show_in_a_description() -> None:
    for locale in ("en", "zh-CN"):
        for view in random_views(1, "basic+redistribution"):
            text = describe(view, reader(locale=locale))
            assert "murus." not in text
            assert "@" not in text
            assert "{" not in text
