"""The picture of Murus Gallicus: marks, names, turns and results."""

import pytest

from games.core import Seat
from games.murus.board import GRID
from games.murus.rules import MURUS_RULES
from render.frame import Field
from render.look import Theme
from render.murus.drawing import DUEL
from render.murus.pieces import CELL
from render.scene import Polygon, Scene, Text
from tests.games.murus.positions import after, at
from tests.games.murus.test_repetition import CYCLE, OPENING
from tests.samples import sampled

from ..sample import THEMES, arrows, lines, reader, shapes
from .sample import (
    GAULS,
    MIDDLE,
    ROMANS,
    START,
    cells,
    gauls_to_move,
    marks,
    random_views,
    romans_to_move,
    view_after,
)


def test_every_stack_stands_on_its_square() -> None:
    for view in random_views(5):
        shown = cells(DUEL.scene(view, reader()))
        stacks = {name: cell.stack for name, cell in shown.items() if cell.stack}
        board = zip(GRID.names, view.board, strict=True)
        assert stacks == {name: stack for name, stack in board if stack}


def test_a_distribution_is_brackets_where_it_began_and_rings_on_both_squares() -> None:
    assert marks(romans_to_move("d2-d4")) == {"d2": {"source"}, "d3": {"target"}, "d4": {"target"}}


def test_a_sacrifice_leaves_a_bracketed_wall_and_a_badge_on_what_was_taken() -> None:
    view = romans_to_move("f4xg5")
    assert marks(view) == {"f4": {"source"}, "g5": {"target", "took badge"}}
    assert cells(DUEL.scene(view, reader()))["f4"].stack == 1


def test_giving_both_stones_leaves_an_empty_bracketed_square() -> None:
    view = MURUS_RULES.view(after(at("8/8/8/3c4/3T4/8/8", "advanced"), "d3*d4"), None)
    assert marks(view) == {"d3": {"source"}, "d4": {"target", "took badge"}}
    assert cells(DUEL.scene(view, reader()))["d3"].stack == 0


@pytest.mark.parametrize("shot", ["c3xc6", "c3-a3", "c3-e5"])
def test_a_shot_flies_over_the_pieces_and_ends_well_within_its_target(shot: str) -> None:
    scene = DUEL.scene(romans_to_move(shot), reader())
    (arrow,) = arrows(scene)
    field = Field(GRID.files, GRID.ranks, CELL)
    x, y = field.corner(*GRID.at(GRID.square(shot[3:])))
    tip = next(s.points[0] for s in arrow.tile.shapes if isinstance(s, Polygon))
    assert abs(arrow.x + tip[0] - x - CELL / 2) <= CELL / 4 + 1
    assert abs(arrow.y + tip[1] - y - CELL / 2) <= CELL / 4 + 1
    pieces = [n for n, stamp in enumerate(scene.stamps) if stamp.tile.name[0] == "cell"]
    assert scene.stamps.index(arrow) > max(pieces)


def test_only_a_shot_has_an_arrow() -> None:
    for view in (romans_to_move("d2-d4"), romans_to_move("f4xg5")):
        assert not arrows(DUEL.scene(view, reader()))


def test_a_hit_that_leaves_stones_still_wears_the_badge() -> None:
    view = gauls_to_move("a7-c5", "c3xc5")
    assert marks(view) == {"c3": {"source"}, "c5": {"target", "took badge"}}
    assert cells(DUEL.scene(view, reader()))["c5"].stack


def test_a_redistribution_rings_both_walls() -> None:
    view = view_after(f"basic+redistribution {START} 0 -", "c1-b2,g2")
    assert marks(view) == {"c1": {"source"}, "b2": {"target"}, "g2": {"target"}}


def test_the_first_board_has_no_marks_and_says_who_begins() -> None:
    view = MURUS_RULES.view(MURUS_RULES.initial("basic"), None)
    assert marks(view) == {}
    assert "Romans to begin" in lines(DUEL.scene(view, reader()))


def test_a_picked_tower_shows_where_it_may_go_and_what_it_may_take() -> None:
    picked = reader(private=True, picked=("f4",))
    assert marks(romans_to_move(seat=ROMANS), picked) == {
        "f4": {"chosen"},
        **{name: {"dot"} for name in ("d4", "d6", "f2", "h4")},
        **{name: {"passing"} for name in ("e4", "e5", "g3", "g4")},
        **{name: {"dot badge"} for name in ("d2", "h2")},
        "g5": {"prey", "prey badge"},
    }


def test_a_picked_catapult_has_no_squares_it_passes() -> None:
    shown = marks(romans_to_move(seat=ROMANS), reader(private=True, picked=("c3",)))
    assert set().union(*shown.values()) == {"chosen", "dot", "prey", "prey badge"}


def test_picking_hides_the_last_move() -> None:
    shown = marks(romans_to_move("d2-d4", seat=GAULS), reader(private=True, picked=("b7",)))
    assert shown["b7"] == {"chosen"}
    assert not {"source", "target"} & set().union(*shown.values())


def test_the_set_up_turn_is_picked_in_three_steps() -> None:
    view = view_after(f"basic+redistribution {START} 0 -", seat=ROMANS)
    first = marks(view, reader(private=True, picked=("a1",)))
    assert {name for name, kinds in first.items() if kinds == {"dot"}} == set(GRID.names[8:15])
    second = marks(view, reader(private=True, picked=("a1", "f2")))
    assert second == {"a1": {"chosen"}, "f2": {"chosen"}, "g2": {"dot"}, "h2": {"dot"}}


def test_one_who_is_not_to_move_is_offered_nothing() -> None:
    shown = marks(romans_to_move(seat=GAULS), reader(private=True, picked=("f4",)))
    assert shown == {"f4": {"chosen"}}


def test_a_private_picture_says_so() -> None:
    for look in (reader(private=True), reader(private=True, picked=("f4",))):
        assert "only you see this" in lines(DUEL.scene(romans_to_move(seat=ROMANS), look))
    assert "only you see this" not in lines(DUEL.scene(romans_to_move(), reader()))


def test_the_header_counts_the_turn_to_come_and_at_the_end_the_turns_made() -> None:
    running = lines(DUEL.scene(romans_to_move("f4xg5"), reader()))
    assert ("turn" in running, "26" in running) == (True, True)
    over = lines(DUEL.scene(view_after(f"advanced {MIDDLE} 24 resign:1"), reader()))
    assert ("1 – 0" in over, "24 turns" in over) == (False, True)
    assert "0 – 1" in over


@pytest.mark.parametrize(
    ("end", "sentence"),
    [
        ("breakthrough:0", "Livia (Romans) won: breakthrough"),
        ("stalemate:1", "Brennus won: Livia cannot move"),
        ("resign:0", "Livia won: Brennus resigned"),
        ("time:1", "Brennus won: Livia ran out of time"),
        ("agreement:", "A draw by agreement"),
        ("repetition:", "A draw"),
        ("cancelled:", "Called off"),
    ],
)
def test_the_footer_says_how_the_game_ended(end: str, sentence: str) -> None:
    scene = DUEL.scene(view_after(f"advanced {MIDDLE} 24 {end}"), reader())
    assert any(line.startswith(sentence) for line in lines(scene))


def test_a_position_seen_before_is_said() -> None:
    once = view_after(f"basic {START} 0 -", *OPENING)
    twice = view_after(f"basic {START} 0 -", *OPENING, *CYCLE)
    thrice = view_after(f"basic {START} 0 -", *OPENING, *CYCLE, *CYCLE)
    texts = [" / ".join(lines(DUEL.scene(view, reader()))) for view in (once, twice, thrice)]
    assert ["same position, 2 of 3" in line for line in texts] == [False, True, False]
    assert ["A draw" in line for line in texts] == [False, False, True]


def test_an_intruder_is_announced_in_the_words_that_fit() -> None:
    view = MURUS_RULES.view(after(at("8/7t/T7/8/8/8/8", "advanced"), "a5-a7"), None)
    assert "Romans on the last row: one turn to stop them" in lines(DUEL.scene(view, reader()))


def test_seen_from_the_other_side_all_is_turned_but_the_players() -> None:
    view = romans_to_move("d2-d4")
    own, turned = reader(), reader(below=1)
    one, other = DUEL.scene(view, own), DUEL.scene(view, turned)
    plain, flipped = cells(one), cells(other, flipped=True)
    assert {name: (c.stack, c.marks) for name, c in plain.items()} == {
        name: (c.stack, c.marks) for name, c in flipped.items()
    }
    assert one.ground != other.ground
    assert lines(one) == lines(other)


@pytest.mark.slow
@pytest.mark.parametrize("theme", sampled(THEMES))
def test_tiles_of_one_name_have_the_same_shapes(theme: Theme) -> None:
    known: dict[tuple[object, ...], object] = {}
    looks = [reader(theme, below=below) for below in (0, 1)]
    looks += [reader(theme, private=True, picked=(name,)) for name in ("f4", "c3", "d2")]
    for view in (*random_views(3), *random_views(4), romans_to_move(seat=Seat(0))):
        for look in looks:
            scene = DUEL.scene(view, look)
            for tile in (scene.ground, *(stamp.tile for stamp in scene.stamps)):
                assert known.setdefault(tile.name, shapes(tile)) == shapes(tile)


def test_contrast_is_told_by_height_in_figures_too() -> None:
    from_light = DUEL.scene(romans_to_move(), reader())
    from_contrast = DUEL.scene(romans_to_move(), reader("contrast"))
    assert figures(from_light) == set()
    assert figures(from_contrast) == {"1", "2", "3"}


def figures(scene: Scene) -> set[str]:
    """Return everything written on the tiles of a scene."""
    texts = [s for stamp in scene.stamps for s in shapes(stamp.tile) if isinstance(s, Text)]
    return {run.text for text in texts for run in text.runs}
