"""The pictures of Junqi beyond the pieces: headquarters' owners, and the second line."""

from dataclasses import replace
from itertools import pairwise
from math import dist

import pytest

from bot.ui.words.catalogue import catalogue
from games.core import Seat, View
from games.junqi.board import GRID
from games.junqi.dark.game import DARK_JUNQI
from games.junqi.dark.rules import DARK_RULES
from games.junqi.flip.refuge import NAMES, find
from games.junqi.flip.rules import FLIP_RULES
from games.junqi.hidden import Deploy
from games.junqi.layout import PRESETS
from games.library import GAMES
from games.submission import play
from render.draw import scene as drawn
from render.junqi import scene as junqi
from render.junqi import words as junqi_words
from render.junqi.board import TILE, Plan, point
from render.junqi.board import lines as drawn_lines
from render.junqi.cells import APART, BEND, PieceTile, Spot
from render.junqi.colours import JUNQI
from render.junqi.losses import RIGHT
from render.junqi.paths import way
from render.junqi.portraits import boards
from render.look import Look
from render.scene import Box, Scene, Stroke
from render.theme import TOKENS, inks
from tests.games.junqi.positions import B, dark_at, dark_do, flip_at, flip_do

from ..sample import arrows, lines
from ..test_every_game import views

WORDS = catalogue("en")


def look(*, private: bool = False) -> Look:
    return Look(WORDS, "light", ("Mei", "Jonas"), private=private)


def below(scene: Scene) -> list[str]:
    """Return the words of the second line under the board."""
    lowest = max(text.y for text in scene.words)
    return ["".join(run.text for run in text.runs) for text in scene.words if text.y == lowest]


def test_a_move_without_words_stands_where_lines_begin() -> None:
    for locale, start in (("en", "left"), ("ar", "right")):
        for view in views("junqi-dark", "standard"):
            words = drawn(view, Look(catalogue(locale))).words
            moves = [text for text in words if GAMES["junqi-dark"].last(view) and text.y > 945]
            assert all(text.anchor == start for text in moves)


@pytest.mark.parametrize("colours", [("r", "b"), ("b", "r"), ("", "")])
def test_headquarters_have_their_owners_colour_once_it_is_settled(colours: tuple[str, str]) -> None:
    theme = JUNQI["light"]
    inks = {"r": theme.homes[0], "b": theme.homes[1], "": theme.edge}
    for square, owner in (("b1", 0), ("d1", 0), ("b12", 1), ("d12", 1)):
        shapes = point(theme, Plan(flipped=False, homes=colours), GRID.square(square))
        assert inks[colours[owner]] in str(shapes)


def test_squares_are_compared_in_colours_of_which_no_two_are_the_same() -> None:
    board = JUNQI[APART]
    lines = board.road, board.rail, board.dash, board.edge, board.camp_line, board.homes
    points = board.board, board.station, board.camp, board.camp_text, board.home, board.home_text
    colours = [*inks((lines, points))]
    assert len(colours) == len(set(colours))


def test_the_ground_of_a_flip_game_follows_its_colours() -> None:
    pieces = "r1b2 b7a12"
    red, blue = (flip_at(pieces, colours=colours) for colours in ("r,b", "b,r"))
    grounds = [junqi.flip_scene(FLIP_RULES.view(side, None), look()).ground for side in (red, blue)]
    assert grounds[0] != grounds[1]


def test_both_flags_are_told_when_both_field_marshals_fall() -> None:
    state = dark_do(dark_at("Fb1 9a6 5e3", "Fd12 9a7 4e8"), "a6-a7")
    view = DARK_RULES.view(state, None)
    assert not any("no capture" in line for line in below(junqi.dark_scene(view, look())))
    line = below(junqi.dark_scene(replace(view, quiet=30), look()))
    assert "Red's flag: b1; Blue's flag: d12" in line
    assert "no capture for 30 of 70" in line


def test_a_private_picture_says_so_beside_the_news_too() -> None:
    state = dark_do(dark_at("Fb1 9a6 5e3", "Fd12 9a7 4e8"), "a6-a7")
    line = below(junqi.dark_scene(DARK_RULES.view(state, Seat(0)), look(private=True)))
    assert line == ["Red's flag: b1; Blue's flag: d12", "only you see this"]


def test_where_a_flag_lies_comes_before_who_works() -> None:
    state = flip_do(flip_at("r1a6+b r4e2 b1a7 b7a12 rFa1 b3c5 r2c6"), "a6-a7")
    line = below(junqi.flip_scene(FLIP_RULES.view(state, None), look()))
    assert line[0].startswith("Blue's flag is left on a6; ")
    text = junqi_words.describe_flip(FLIP_RULES.view(flip_at("r1a6+b b9a7+r b7a12"), None), look())
    assert "The piece on a6 carries Blue's flag. Red's flag lies under the piece on a7." in text


def test_a_missed_turn_is_told_to_those_who_do_not_see_the_picture() -> None:
    state = DARK_RULES.lapse(dark_at("Fb1 9a6 5e3", "Fd12 9a7 4e8", mover=B), B)
    text = junqi_words.describe_dark(DARK_RULES.view(state, None), look())
    assert text.startswith("Junqi (dark), turn 42. ")
    assert "Blue missed a turn (1 of 5)." in text
    assert "No turn has been" not in text


@pytest.mark.parametrize(
    ("pieces", "turn", "corners"),
    [
        ("r1e7 rFb1 b7a12 bFd12 r5c6", "e7-a6", ["e7", "a7", "a6"]),
        ("r1a6 rFb1 b7a12 bFd12 r5e1", "a6-e6", ["a6", "e6"]),
        ("r1a6 rFb1 b7a12 bFd12 r5c6", "a6-e6", ["a6", "a7", "e7", "e6"]),
        ("r1a6 rFb1 b7a12 bFd12 r5e1", "a6-a7", ["a6", "a7"]),
        ("r1b4 rFb1 b7a12 bFd12 r5e1", "b4-c4", ["b4", "c4"]),
    ],
)
def test_the_way_of_a_piece_follows_the_rails(pieces: str, turn: str, corners: list[str]) -> None:
    view = FLIP_RULES.view(flip_do(flip_at(pieces), turn), None)
    origin, target = (GRID.square(name) for name in turn.split("-"))
    assert [GRID.names[stop] for stop in way(view.board, origin, target)] == corners


@pytest.mark.parametrize("game", ["dark", "flip"])
def test_an_engineers_way_is_drawn_with_round_corners(game: str) -> None:
    view: View
    if game == "dark":
        view = DARK_RULES.view(dark_do(dark_at("Fb1 1a6 5c6", "Fd12 9a12"), "a6-e6"), None)
    else:
        view = FLIP_RULES.view(flip_do(flip_at("r1a6 rFb1 b7a12 bFd12 r5c6"), "a6-e6"), None)
    (arrow,) = arrows(drawn(view, look()))
    line = next(shape for shape in arrow.tile.shapes if isinstance(shape, Stroke)).points
    plan = Plan()
    corners = [plan.centre(GRID.square(name)) for name in ("a7", "e7")]
    for x, y in corners:
        near = [dist((x, y), (a + arrow.x, b + arrow.y)) for a, b in line]
        assert 2 < min(near) < BEND
        assert sum(distance <= BEND for distance in near) > 4


def test_codes_lead_for_all_but_readers_of_chinese() -> None:
    assert Look(catalogue("en")).coded
    assert not Look(catalogue("zh-CN")).coded
    assert Look(catalogue("zh-CN"), codes=True).coded
    assert not Look(catalogue("en"), codes=False).coded


def test_the_characters_on_a_board_are_those_its_reader_writes() -> None:
    state = flip_at("r8c6 rFb1 bFd12")
    for locale, general, home in (("en", "军长", "HQ"), ("zh-TW", "軍長", "大本營")):
        scene = junqi.flip_scene(FLIP_RULES.view(state, None), Look(catalogue(locale), "light"))
        tiles = [
            layer for stamp in scene.stamps for layer in (stamp.tile, *stamp.tile.whole.layers)
        ]
        assert any(general in str(tile.shapes) for tile in tiles)
        assert home in str(scene.ground.whole.shapes)


def test_hills_lie_over_every_point_beside_them() -> None:
    state = flip_at("r1b7 r2b6 r3d6 b7d7 rFb1 bFd12")
    stamps = junqi.flip_scene(FLIP_RULES.view(state, None), look()).stamps
    hills = [n for n, stamp in enumerate(stamps) if stamp.tile.name[0] == "hill"]
    points = [n for n, stamp in enumerate(stamps) if stamp.tile.name[0] == "spot"]
    assert len(hills) == 2
    assert min(hills) > max(points)


REFUGE = "standard mountain_refuge=true"


def standing(pieces: str, *turns: str, picked: tuple[str, ...] = ()) -> dict[str, Spot]:
    """Return the tiles of the mountains, by their names."""
    state = flip_do(flip_at(pieces, options=REFUGE), *turns)
    wanted = Look(WORDS, "light", ("Mei", "Jonas"), private=bool(picked), picked=picked)
    scene = junqi.flip_scene(FLIP_RULES.view(state, Seat(0)), wanted)
    spots = [stamp.tile.name[1] for stamp in scene.stamps if stamp.tile.name[0] == "refuge"]
    return {NAMES[spot.square]: spot for spot in spots if isinstance(spot, Spot)}


@pytest.mark.parametrize(
    ("turns", "picked", "piece", "marks"),
    [
        ((), (), None, ()),
        (("b6-m1",), (), PieceTile("r", "1"), ("target",)),
        (("b6-m1", "e12-e11", "m1-b7"), (), None, ("source",)),
        ((), ("b6",), None, ("dot",)),
        (("b6-m1", "e12-e11"), ("m1",), PieceTile("r", "1"), ("chosen",)),
    ],
)
def test_a_mountain_shows_who_hides_there_and_its_marks(
    turns: tuple[str, ...], picked: tuple[str, ...], piece: PieceTile | None, marks: tuple[str, ...]
) -> None:
    hills = standing("r1b6 b1m2 b7e12", *turns, picked=picked)
    assert (hills["m1"].piece, hills["m1"].marks) == (piece, marks)
    assert hills["m2"].piece == PieceTile("b", "1")


def test_mountains_are_drawn_between_their_points_from_both_sides() -> None:
    for flipped in (False, True):
        plan = Plan(flipped=flipped, homes=("r", "b"))
        for name, points in (("m1", ("b6", "b7")), ("m2", ("d6", "d7"))):
            (x, low), (_, high) = (plan.centre(find(name)) for name in points)
            assert plan.centre(find(name)) == (x, (low + high) // 2)


def test_a_step_out_of_a_mountain_is_an_arrow_without_a_shaft() -> None:
    state = flip_do(flip_at("r1m1 b7e12", options=REFUGE), "m1-b7")
    view = FLIP_RULES.view(state, None)
    assert way(view.board, find("m1"), find("b7")) == (find("m1"), find("b7"))
    text = junqi_words.describe_flip(view, look())
    assert "Last move, by Red: m1-b7." in text
    hidden = flip_at("r1m1 b7e12", options=REFUGE)
    text = junqi_words.describe_flip(FLIP_RULES.view(hidden, None), look())
    assert "Red: Engineer m1." in text


def test_the_first_problem_of_a_layout_is_said_in_words() -> None:
    set_up = DARK_JUNQI.set_up
    assert set_up
    wrong = set_up.swapped(next(iter(set_up.presets.values())), 0, 24)
    view = set_up.drafted(DARK_RULES.view(DARK_RULES.initial(""), Seat(0)), wrong)
    texts = lines(junqi.dark_scene(view, look()))
    assert "1 problem landmine on e6: only in the two rows at the back" in texts
    assert texts.count("Red deploys") == 1


def test_before_play_the_public_picture_shows_who_is_ready_and_no_board() -> None:
    layout = "deploy " + PRESETS["balanced"]
    state, _ = play(DARK_RULES, DARK_RULES.initial("standard"), B, layout)
    scene = junqi.dark_scene(DARK_RULES.view(state, None), look())
    texts = {"".join(run.text for run in text.runs) for text in scene.words}
    assert {"ready", "not ready", "all set up in secret"} <= texts
    assert scene.ground.height < Plan().height / 2
    text = junqi_words.describe_dark(DARK_RULES.view(state, None), look())
    assert "Red (Mei) to set up. Blue is ready." in text
    assert "a12" not in text


def filled(scene: Scene) -> list[int]:
    """Count the filled squares next to the board for each side, the upper side's first."""
    paper = TOKENS["light"].panel
    tiles = [stamp.tile for stamp in scene.stamps if stamp.tile.name[0] == "pips"]
    squares = [[shape for shape in tile.shapes[1:] if isinstance(shape, Box)] for tile in tiles]
    return [sum(box.fill != paper for box in side) for side in squares]


def lost(scene: Scene) -> list[str]:
    """Return the numbers to the right of the signs at the board's edge, the upper side's first."""
    texts = [text for text in scene.words if text.anchor == "right" and text.x == RIGHT - 6]
    return ["".join(run.text for run in text.runs) for text in texts]


def test_a_square_is_filled_for_every_piece_that_a_side_still_has() -> None:
    state = dark_do(dark_at("Fb1 9a6 5e3", "Fd12 9a7 3e4 4e8"), "a6-a7")
    drawn = junqi.dark_scene(DARK_RULES.view(state, None), look())
    assert (filled(drawn), lost(drawn)) == ([24, 24], ["1", "1"])
    drawn = junqi.dark_scene(DARK_RULES.view(dark_do(state, "e8-e7", "e3-e4"), None), look())
    assert (filled(drawn), lost(drawn)) == ([23, 24], ["2", "1"])


def painted(scene: Scene, *kinds: str) -> set[tuple[object, ...]]:
    """Return the names of the tiles of a picture that are of these kinds."""
    tiles = {tile for stamp in scene.stamps for tile in (stamp.tile, *stamp.tile.whole.layers)}
    return {tile.name for tile in tiles if tile.name[0] in kinds}


@pytest.mark.parametrize("below", [0, 1])
def test_points_and_losses_are_prepared_for_the_first_moves_of_a_match(below: int) -> None:
    kinds = ("under", "over", "pips")
    prepared = set().union(*(painted(scene, *kinds) for scene in boards("dark", below)))
    state = DARK_RULES.initial("standard")
    for seat, codes in enumerate([*PRESETS.values()][:2]):
        state = DARK_RULES.apply(state, Seat(seat), Deploy(codes))
    for _ in range(20):
        seat = state.tally.mover
        view = DARK_RULES.view(state, seat)
        state = DARK_RULES.apply(state, seat, DARK_JUNQI.legal(view)[-1])
        public = DARK_RULES.view(state, None)
        scene = junqi.dark_scene(public, Look(catalogue("en"), "dark", below=below))
        fresh = painted(scene, *kinds) - prepared
        assert not [name for name in fresh if name[0] == "pips" or ("source",) in name]
        assert not [name for name in fresh if ("target",) in name]


@pytest.mark.parametrize("flipped", [False, True])
def test_a_sleeper_shows_between_every_two_pieces_along_a_railway(flipped: bool) -> None:
    plan, colours = Plan(flipped), JUNQI["dark"]
    bars = [shape for shape in drawn_lines(colours, plan) if isinstance(shape, Box)]
    sleepers = [box for box in bars if max(box.right - box.left, box.bottom - box.top) == 26]
    files = [[plan.centre(GRID.square(f"{file}{rank}")) for rank in range(2, 12)] for file in "ae"]
    for upper, other in (pair for file in files for pair in pairwise(sorted(file))):
        low, high = upper[1] + TILE[1] / 2 + 3.5, other[1] - TILE[1] / 2
        between = (bar for bar in sleepers if low < bar.top and bar.bottom < high)
        assert any(bar.left < upper[0] - 7 and upper[0] + 7 < bar.right for bar in between)
