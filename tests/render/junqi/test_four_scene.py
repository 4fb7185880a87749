"""Pictures of four-player Junqi, and their words."""

import random
from collections import Counter
from functools import cache

import pytest
from PIL import Image

from bot.ui.words.catalogue import catalogue
from games.core import Act, Seat, View
from games.junqi.four.board import ARCS, CENTRE, GRID, NAMES, SEATS, ZONES, point
from games.junqi.four.game import FOUR_JUNQI
from games.junqi.four.position import Position
from games.junqi.four.rules import FOUR_RULES
from games.junqi.hidden import Piece
from games.junqi.layout import PRESETS
from render.draw import describe, draw
from render.junqi.colours import FOUR as COLOURS
from render.junqi.colours import JUNQI
from render.junqi.four.ground import BENDS
from render.junqi.four.pieces import FOOT, HIGH, LINE, tile
from render.junqi.four.plan import CELL, Plan
from render.junqi.four.scene import scene
from render.look import Look, Theme
from render.scene import Box, Scene, Stamp, Text, Tile
from render.words import LONGEST
from scripts.make_palettes import paint_in_full_colour
from tests.games.junqi.disguises import four as disguises
from tests.games.junqi.positions import four_at, four_do
from tests.render.sample import THEMES
from tests.samples import sampled

ENGLISH, CHINESE = catalogue("en"), catalogue("zh-CN")
FLAGS = "h1:0F a8:1F h17:2F q8:3F i1:03 a9:13 i17:23 q9:33"
NAMED = ("Livia", "Brennus", "Mara", "Tobias")


@cache
def played(variant: str, turns: int, seed: int = 1) -> Position:
    """Play a random match up to some turn."""
    rng, state = random.Random(seed), FOUR_RULES.initial(variant)
    for _ in range(turns):
        turn = FOUR_RULES.turn(state)
        if not isinstance(turn, Act):
            break
        seat = min(turn.seats)
        legal = FOUR_JUNQI.legal(FOUR_RULES.view(state, seat))
        state = FOUR_RULES.apply(state, seat, rng.choice(legal))
    return state


def words(view: View, look: Look) -> set[str]:
    """Return everything written on a picture."""
    texts = [text for text in scene(view, look).words if isinstance(text, Text)]  # type: ignore[arg-type]
    return {run.text for text in texts for run in text.runs}


def tiles(state: Position, seat: Seat | None, below: int = 0) -> dict[tuple[int, int], object]:
    """Return the pieces on a picture, by the corners of their cells."""
    drawn = scene(FOUR_RULES.view(state, seat), Look(ENGLISH, below=below))
    return {
        (stamp.x, stamp.y): stamp.tile.name[1:3]
        for stamp in drawn.stamps
        if stamp.tile.name[0] == "four"
    }


def filled(state: Position) -> dict[object, int]:
    """Count the filled squares in each seat's panel."""
    counts = {}
    for stamp in scene(FOUR_RULES.view(state, None), Look(ENGLISH)).stamps:
        if stamp.tile.name[0] == "left":
            seat = stamp.tile.name[1]
            own = COLOURS["dark"][int(str(seat))].fill
            squares = [
                shape for shape in stamp.tile.shapes if isinstance(shape, Box) and shape.ink == own
            ]
            counts[seat] = sum(square.fill == own for square in squares)
    return counts


def test_a_square_is_filled_for_every_piece_that_a_seat_still_has() -> None:
    state = four_at(f"{FLAGS} g6:05 f7:14 i11:28")
    assert filled(state) == {0: 25, 1: 25, 2: 25, 3: 25}
    assert filled(four_do(state, "g6-f7")) == {0: 25, 1: 24, 2: 25, 3: 25}


def grey(theme: Theme, seat: int, code: str, wide: int) -> bytes:
    """Return a tile without its colours, this wide, point by point."""
    piece = tile(Look(ENGLISH, theme), seat, code)
    ground = Tile(("paper",), CELL, CELL, (Box(0, 0, CELL, CELL, JUNQI[theme].station),))
    drawn = Scene(f"junqi-four-{theme}", ground, (Stamp(0, 0, piece, clear=True),), ())
    image = paint_in_full_colour(drawn).convert("L")
    return image.resize((wide, wide), Image.Resampling.BOX).tobytes()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("code", ["", "7"])
@pytest.mark.parametrize("seat", [0, 1])
def test_partners_are_told_apart_in_grey_on_a_picture_of_280_px(
    theme: Theme, code: str, seat: int
) -> None:
    """At the lower edge one is as dark or light as its own text."""
    wide = round(CELL * 280 / 800)
    one, other = (grey(theme, piece, code, wide) for piece in (seat, seat + 2))
    low = wide * round((CELL / 2 + HIGH - LINE - FOOT / 2) / CELL * wide - 0.5)
    foot = range(low + wide // 4, low + wide - wide // 4)
    assert sum(abs(one[at] - other[at]) for at in foot) / len(foot) > 90


@pytest.mark.parametrize("below", SEATS)
def test_the_zone_of_the_seat_below_lies_below_and_every_point_once_on_the_board(
    below: Seat,
) -> None:
    plan = Plan(below)
    assert len({plan.corner(at) for at in range(len(NAMES))}) == len(NAMES)
    assert {plan.corner(at)[1] for at in ZONES[below][:5]} == {plan.bottom - plan.cell}
    xs = [plan.corner(at)[0] for at in ZONES[below][:5]]
    assert xs == sorted(xs), "each row left to right as its owner sees it"
    assert {plan.turn_square(GRID.square(NAMES[at])) for at in ZONES[below]} == {
        (file, rank) for file in range(6, 11) for rank in range(6)
    }


def test_four_railways_bend_round_the_corners_of_the_centre() -> None:
    bends = {frozenset(NAMES[at] for at in pair) for pair in BENDS}
    assert bends == {
        frozenset(pair) for pair in (("g6", "f7"), ("f11", "g12"), ("k12", "l11"), ("l7", "k6"))
    }
    assert all(any(pair <= set(line) for line in ARCS) for pair in BENDS)


def test_a_picture_shows_codes_of_what_its_reader_knows_and_backs_of_the_rest() -> None:
    state = four_at(f"{FLAGS} g6:09 f7:15")
    plan = Plan(SEATS[0])
    seen = tiles(state, SEATS[0])
    assert seen[plan.corner(point("g6"))] == (0, "9")
    assert seen[plan.corner(point("f7"))] == (1, "")
    assert set(tiles(state, None).values()) == {(seat, "") for seat in SEATS}


@pytest.mark.parametrize("seat", [None, *SEATS])
def test_pictures_and_words_are_the_same_whatever_is_hidden(seat: Seat | None) -> None:
    state = played("partners", 60)
    look = Look(ENGLISH, names=NAMED, below=seat or 0)
    real = FOUR_RULES.view(state, seat)
    for disguised in disguises(state, seat):
        view = FOUR_RULES.view(disguised, seat)
        assert scene(view, look) == scene(real, look)
        assert describe(view, look) == describe(real, look)


def test_the_panels_say_whose_turn_it_is_who_is_out_and_why() -> None:
    state = FOUR_RULES.forfeit(four_at(FLAGS), frozenset({Seat(1)}), "resign")
    view = FOUR_RULES.view(state, None)
    texts = words(view, Look(ENGLISH, names=NAMED))
    assert describe(view, Look(ENGLISH)).count("West is out") == 1
    lines = [text for text in scene(view, Look(ENGLISH)).words if isinstance(text, Text)]
    assert sum("West is out" in run.text for text in lines for run in text.runs) == 1
    assert {*NAMED, "South", "West", "North", "East", "out: resigned", "lost", "0"} <= texts
    panels = [stamp for stamp in scene(view, Look(ENGLISH)).stamps if stamp.tile.name[0] == "panel"]
    states = [(0, "moving"), (1, "out"), (2, "waiting"), (3, "waiting")]
    assert [panel.tile.name[2:4] for panel in panels] == states
    right_and_low = [(panel.x > 400, panel.y > 400) for panel in panels]
    assert right_and_low == [(True, True), (False, True), (False, False), (True, False)]


def lost(view: View, look: Look) -> list[object]:
    """List the pieces on a picture that a seat is known to have lost: seat and code."""
    stamps = scene(view, look).stamps  # type: ignore[arg-type]
    return [stamp.tile.name[1:3] for stamp in stamps if stamp.tile.name[0] == "fallen"]


def test_the_owner_reads_which_kinds_are_lost_and_others_only_how_many() -> None:
    state = four_do(four_at(f"{FLAGS} g6:05 f7:17"), "g6-f7")
    own = FOUR_RULES.view(state, SEATS[0])
    assert lost(own, Look(ENGLISH)) == lost(own, Look(CHINESE, zoom=0)) == [(0, "5")]
    assert lost(FOUR_RULES.view(state, SEATS[1]), Look(ENGLISH)) == []


def test_lost_pieces_are_tiles_with_a_number_where_above_one() -> None:
    view = FOUR_RULES.view(played("open", 400), None)
    held = Counter((piece.seat, piece.code) for piece in view.lost if isinstance(piece, Piece))
    assert max(held.values()) > 1
    whole = scene(view, Look(ENGLISH, names=NAMED))
    numbers = [text.runs[0].text for text in whole.words if text.runs[0].size == 24]
    shown = [held[part] for part in lost(view, Look(ENGLISH))]  # type: ignore[index]
    assert sorted(shown) == sorted(held.values())
    assert list(map(int, numbers)) == [number for number in shown if number > 1]


def test_a_void_match_and_an_escape_are_said_in_words() -> None:
    state = FOUR_RULES.forfeit(four_at(FLAGS), frozenset({Seat(1)}), "escape")
    look = Look(ENGLISH, names=NAMED)
    assert any("No result" in text for text in words(FOUR_RULES.view(state, None), look))
    alone = FOUR_RULES.forfeit(four_at(FLAGS, out="3flag"), frozenset({Seat(1)}), "escape")
    texts = words(FOUR_RULES.view(alone, None), look)
    assert any(text.startswith("Livia") and " won" in text for text in texts)


@pytest.mark.parametrize(
    ("reason", "seats", "said"),
    [
        ("resign", [{1}, {3}], "Livia (South), Mara (North) won"),
        ("agreement", [set(SEATS)], "A draw by agreement"),
        ("closed", [set(SEATS)], "Called off by a manager"),
        ("escape", [{1}], "No result"),
    ],
)
@pytest.mark.parametrize("zoom", [None, 1])
def test_a_match_that_has_ended_says_how_under_the_board_and_hides_nothing_of_it(
    reason: str, seats: list[set[Seat]], said: str, zoom: int | None
) -> None:
    state = four_at(f"{FLAGS} g7:05 i9:16 k11:27")
    for seat in seats:
        state = FOUR_RULES.forfeit(state, frozenset(seat), reason)
    drawn = scene(FOUR_RULES.view(state, None), Look(ENGLISH, names=NAMED, zoom=zoom))
    plan = Plan(zoom=None if zoom is None else Seat(zoom))
    (left, top), (right, low) = plan.middle
    inside = [s for s in drawn.stamps if left <= s.x < right and top <= s.y < low]
    assert {stamp.tile.name[0] for stamp in inside} == {"four"}
    under = [text.runs[0].text for text in drawn.words if text.y > plan.rule]
    assert under[0].startswith(said)


@pytest.mark.parametrize("theme", sampled(THEMES))
def test_every_theme_draws_a_zone_being_set_up_and_says_what_is_wrong(theme: Theme) -> None:
    fresh = FOUR_RULES.view(FOUR_RULES.initial(""), Seat(3))
    assert FOUR_JUNQI.set_up
    drafted = FOUR_JUNQI.set_up.drafted(fresh, PRESETS["decoy"][::-1])
    assert any("problem" in text for text in words(drafted, Look(ENGLISH, theme)))
    picture = draw(drafted, Look(CHINESE, theme, below=3)).png
    assert len(picture) < 70_000


@pytest.mark.parametrize("locale", sampled(["zh-CN", "en", "zh-TW"]))
@pytest.mark.parametrize("variant", ["standard", "partners", "open"])
def test_the_words_name_every_piece_within_the_limit(variant: str, locale: str) -> None:
    for turns in (4, 60, 120, 400):
        state = played(variant, turns)
        for seat in (None, *SEATS):
            view = FOUR_RULES.view(state, seat)
            text = describe(view, Look(catalogue(locale), names=NAMED))
            assert len(text) < LONGEST, text


def test_kinds_are_named_for_oneself_and_coded_where_all_do_not_fit() -> None:
    state = played("partners", 4)
    text = describe(FOUR_RULES.view(state, SEATS[0]), Look(ENGLISH))
    assert "Field Marshal" in text
    assert "a7–a11" in text
    text = describe(FOUR_RULES.view(played("open", 90), SEATS[0]), Look(ENGLISH, names=NAMED))
    assert "Landmine" in text
    assert "; L " in text


@pytest.mark.parametrize("below", sampled(SEATS))
@pytest.mark.parametrize("zoom", SEATS)
def test_an_enlarged_part_has_a_whole_quarter_and_the_centre_and_no_point_twice(
    below: Seat, zoom: Seat
) -> None:
    plan = Plan(below, zoom=zoom)
    shown = [at for at in range(len(NAMES)) if plan.shows(at)]
    assert {*ZONES[zoom], *CENTRE} <= set(shown)
    assert len({plan.corner(at) for at in shown}) == len(shown)
    assert plan.cell > 1.5 * Plan(below).cell
    state, look = played("standard", 60), Look(ENGLISH, names=NAMED, below=below, zoom=zoom)
    view = FOUR_RULES.view(state, below)
    drawn = scene(view, look)
    pieces = {(stamp.x, stamp.y) for stamp in drawn.stamps if stamp.tile.name[0] == "four"}
    assert pieces == {plan.corner(at) for at in shown if view.board[at]}
    assert NAMED[zoom] in words(view, look)
    edge = {(stamp.x, stamp.x + stamp.tile.width) for stamp in drawn.stamps}
    assert all(0 <= left <= right <= drawn.ground.width for left, right in edge)


def test_an_enlarged_part_shows_the_last_move_as_far_as_it_lies_there() -> None:
    view = FOUR_RULES.view(four_do(four_at(f"{FLAGS} g5:05"), "g5-b7"), None)

    def arrows(zoom: Seat | None) -> int:
        drawn = scene(view, Look(ENGLISH, zoom=zoom))
        return sum(stamp.tile.name[0] == "arrow" for stamp in drawn.stamps)

    assert [arrows(zoom) for zoom in (None, *SEATS)] == [1, 0, 1, 0, 0]


@pytest.mark.parametrize("seat", [None, *SEATS])
def test_an_enlarged_part_is_the_same_whatever_is_hidden(seat: Seat | None) -> None:
    state = played("standard", 80)
    real = FOUR_RULES.view(state, seat)
    for disguised in disguises(state, seat):
        view = FOUR_RULES.view(disguised, seat)
        for zoom in SEATS:
            look = Look(ENGLISH, names=NAMED, below=seat or 0, zoom=zoom)
            assert scene(view, look) == scene(real, look)


def test_while_pieces_are_set_up_the_words_leave_out_empty_zones() -> None:
    fresh = FOUR_RULES.view(FOUR_RULES.initial(""), SEATS[0])
    assert "nothing" not in describe(fresh, Look(ENGLISH))
    assert FOUR_JUNQI.set_up
    drafted = FOUR_JUNQI.set_up.drafted(fresh, PRESETS["decoy"])
    text = describe(drafted, Look(ENGLISH))
    assert "South: Field Marshal" in text
    assert "West: " not in text
