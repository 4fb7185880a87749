"""Header and footer in every game: whose turn it is, a preview, and the end."""

from dataclasses import dataclass, replace
from io import BytesIO

import pytest
from PIL import Image

from bot.ui.words.catalogue import catalogue
from games.core import Act, Over, Seat, View, Word
from games.library import GAMES
from render.draw import draw, scene
from render.frame import header
from render.library import DRAWINGS
from render.look import Look
from render.scene import Scene, Sketch, Text
from render.theme import TOKENS
from render.words import endings

from .sample import lines, reader, shapes
from .test_every_game import views

NAMES = ("Livia", "Brennus", "Mara", "Tobias")


def panels(scene: Scene) -> dict[int, object]:
    """Return the state of each seat's panel; of two, the first sits on the left."""
    states: dict[int, object] = {}
    for stamp in scene.stamps:
        if stamp.tile.name[0] == "panel":
            _, _, seat, state, *_ = stamp.tile.name
            assert isinstance(seat, int)
            states[int(seat)] = state
    return states


@pytest.mark.parametrize("game", GAMES)
def test_a_preview_is_its_owners_turn_says_what_it_is_and_has_no_last_move(game: str) -> None:
    engine = GAMES[game]
    view = next(
        view for view in views(game, engine.info.variants[0])[1:] if view.acting and not view.free
    )
    ahead = engine.preview(view, engine.legal(view)[0])
    drawn = scene(ahead, Look(catalogue("en"), "light", NAMES, private=True, preview=True))
    assert "preview" in lines(drawn)
    assert panels(drawn) == {
        seat: "moving" if seat == view.seat else "waiting" for seat in engine.info.everybody
    }
    look = Look(catalogue("en"), preview=True)
    assert draw(ahead, look).png != draw(ahead, replace(look, preview=False)).png
    amber = {TOKENS["light"].last, TOKENS["light"].lastink}
    for stamp in drawn.stamps:
        if stamp.tile.name[0] not in ("panel", "four shown"):  # a revealed flag stays one
            for shape in shapes(stamp.tile):
                assert not amber & {getattr(shape, "ink", None), getattr(shape, "fill", None)}


@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game].info.seats == 2])
@pytest.mark.parametrize("locale", ["ar", "en"])
def test_no_word_on_a_panel_reaches_its_edge(game: str, locale: str) -> None:
    look = Look(catalogue(locale), "light", NAMES)
    view = next(v for v in views(game, GAMES[game].info.variants[0]) if v.acting and not v.free)
    for seat in (Seat(0), Seat(1)):
        drawn = draw(replace(view, turn=Act(frozenset({seat}))), look)
        picture, start = Image.open(BytesIO(drawn.png)).convert("RGB"), 466 if seat else 14
        edge = picture.crop((start + 20, 73, start + 300, 77)).getcolors()
        assert edge
        assert len(edge) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_end_is_told_at_the_top_and_by_name(game: str) -> None:
    view, info = views(game, GAMES[game].info.variants[0])[-1], GAMES[game].info
    for seat, points in ((Seat(0), "1 – 0"), (Seat(1), "0 – 1")):
        over = replace(view, turn=Over(info.team(seat), "resign"))
        drawn = scene(over, Look(catalogue("en"), names=NAMES))
        assert points in lines(drawn) or info.seats > 2
        assert {n for n, state in panels(drawn).items() if state == "winner"} == info.team(seat)
        first = next(line for line in lines(drawn) if " won: " in line)
        assert first.startswith(NAMES[seat])


@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game].info.seats == 2])
def test_a_draw_is_half_a_point_each_and_nobody_wears_a_crown(game: str) -> None:
    view = views(game, GAMES[game].info.variants[0])[-1]
    drawn = scene(replace(view, turn=Over(frozenset(), "agreement")), reader())
    assert "½ – ½" in lines(drawn)
    assert set(panels(drawn).values()) == {"waiting"}


@dataclass(frozen=True, slots=True)
class Four(View):
    """A spectator's view of a game of four in two teams, one player out."""

    @property
    def out(self) -> frozenset[Seat]:
        return frozenset({Seat(3)})


@pytest.mark.parametrize("count", [3, 4])
def test_more_than_two_players_have_their_panels_too(count: int) -> None:
    chip = Sketch("chip", ())
    sides = [Word(f"seat {seat}") for seat in range(count)]
    names = ("Ann", "Bob", "Cleo", "Dan")[:count]
    view = Four(None, Act(frozenset({Seat(1)})), ())
    stamps, words = header(view, Look(catalogue("en"), names=names), sides, [chip] * count)
    states = [stamp.tile.name[3] for stamp in stamps]
    assert states == ["waiting", "moving", "waiting", "out"][:count]
    assert len({(stamp.x, stamp.y) for stamp in stamps}) == count
    assert {run.text for text in words for run in text.runs} == set(names)


def test_a_whole_team_is_named_when_it_wins_and_all_who_lost() -> None:
    over, sides = Over(frozenset({Seat(0), Seat(2)}), "resign"), [Word(f"s{n}") for n in range(4)]
    wordings = list(endings(over, reader(), sides, ("Ann", "Bob", "", "Dan")))
    assert wordings == [
        "Ann (s0), s2 won: their last opponent resigned",
        "Ann, s2 won: their last opponent resigned",
        "s0, s2 won: their last opponent resigned",
    ]


def test_badges_never_reach_a_number() -> None:
    for side in (58, 70, 87, 116, 174):
        radius, numeral = min(13.0, 0.18 * side) + 2, 0.3 * side
        assert radius * 2**0.5 < (side / 2 - numeral) * 2**0.5 + radius


def test_every_game_has_portraits_that_can_be_drawn() -> None:
    assert {drawing.game for drawing in DRAWINGS.values()} == set(GAMES)
    for kind, drawing in DRAWINGS.items():
        portraits = list(drawing.portraits())
        assert {type(view) for view in portraits} == {kind}
        for view in portraits:
            picture = scene(view, Look(catalogue("en")))
            assert picture.stamps
            assert all(isinstance(text, Text) for text in picture.words)
