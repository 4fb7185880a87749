"""The poster of a match in every game: its result, its last board and its curve."""

from dataclasses import replace
from itertools import combinations

import pytest

from bot.ui.words.catalogue import locales
from games.core import Over, Seat, View
from games.library import GAMES
from games.quitting import CALLED_OFF
from render.curve.poster import BESIDE, TITLE, poster, scene
from render.draw import scene as board
from render.look import Theme
from render.painting.shaping import MARKS
from tests.samples import sampled

from .sample import OPEN, THEMES, lines, reader
from .test_curve import LONG, NAMES, box, course
from .test_every_game import views

UNMARKED = str.maketrans("", "", MARKS)
ALL = sampled([(game, theme, locale) for game in GAMES for theme in THEMES for locale in locales()])


def ended(game: str, reason: str = "resign", winner: int | None = 0) -> View:
    """Return the last position of a game with another end, won by this seat's team or nobody."""
    won = frozenset[Seat]() if winner is None else GAMES[game].info.team(Seat(winner))
    return replace(views(game, GAMES[game].info.variants[0])[-2], turn=Over(won, reason))


def turning(game: str) -> View:
    """Return a position from the middle of a match."""
    played = views(game, GAMES[game].info.variants[0])
    return played[len(played) // 2]


@pytest.mark.parametrize(("game", "theme", "locale"), ALL)
def test_it_is_the_last_board_under_its_result(game: str, theme: Theme, locale: str) -> None:
    view, look = ended(game), reader(theme, locale, NAMES)
    below, drawn = board(view, look), scene(view, look)
    assert [stamp.tile for stamp in drawn.stamps[1:]] == [stamp.tile for stamp in below.stamps]
    assert drawn.stamps[0].tile == below.ground
    assert lines(drawn)[0] == look.words(f"{game}.name")
    assert lines(drawn)[2:] == lines(below)
    assert drawn.ground.height <= 1.5 * drawn.ground.width
    whole = scene(view, look, course(game))
    assert whole.ground.height <= 1.8 * whole.ground.width
    bare = [line.translate(UNMARKED) for line in lines(whole)]
    assert [line for line in bare if line.endswith(" d4xd6")] != []


@pytest.mark.parametrize(("game", "theme", "locale"), ALL)
def test_the_turning_point_stands_small_beside_the_curve(
    game: str, theme: Theme, locale: str
) -> None:
    view, look, then = ended(game), reader(theme, locale, NAMES), turning(game)
    drawn = scene(view, look, replace(course(game), turning=then))
    small, under = drawn.stamps[0], board(view, look).ground.height
    assert small.tile.small == board(then, replace(look, past=True))
    assert max(small.tile.width, small.tile.height) == BESIDE
    assert small.y > TITLE + under
    assert small.y + small.tile.height <= drawn.ground.height <= 2 * drawn.ground.width
    key = look.words("analysis.key", n=6, action="d4xd6")
    assert [word.x for word in drawn.words if word.runs[0].text == key] == [small.x]


@pytest.mark.parametrize(("game", "theme", "locale"), ALL)
@pytest.mark.parametrize("names", [NAMES, LONG])
def test_no_words_run_into_each_other(
    game: str, theme: Theme, locale: str, names: tuple[str, ...]
) -> None:
    look = reader(theme, locale, names)
    for winner in (0, 1):
        setting = "2026-11-26", "My club 🦊 " + "W" * 60, look.words("computer.level.3")
        went = replace(course(game), turning=turning(game) if winner else None)
        drawn = scene(ended(game, winner=winner), look, went, setting)
        assert any(line.startswith("2026-11-26 · My club WWW") for line in lines(drawn))
        for word, other in combinations(map(box, drawn.words), 2):
            assert word.left >= 0
            assert word.right <= 800
            assert word.bottom <= drawn.ground.height
            apart = word.right <= other.left or other.right <= word.left
            over = word.bottom <= other.top + 12 or other.bottom <= word.top + 12
            assert apart or over


@pytest.mark.parametrize(
    ("reason", "winner", "said"),
    [
        ("time", 1, "Brennus won"),
        ("agreement", None, "Draw"),
        *((reason, None, "No result") for reason in (*CALLED_OFF, "void")),
    ],
)
def test_every_end_is_said(reason: str, winner: int | None, said: str) -> None:
    drawn, won = (scene(ended(OPEN, *end), reader()) for end in ((reason, winner), ("time", 0)))
    assert said in lines(drawn)
    assert (len(drawn.ground.shapes) == len(won.ground.shapes)) is (winner is not None)


@pytest.mark.parametrize("locale", sampled(locales()))
@pytest.mark.parametrize("game", GAMES)
def test_its_words_say_result_course_and_position(game: str, locale: str) -> None:
    view, look = ended(game), reader("dark", locale, NAMES)
    alt = poster(view, look, course(game)).alt
    winners = " + ".join(NAMES[seat] for seat in sorted(GAMES[game].info.team(Seat(0))))
    assert alt.startswith(look.words("poster.alt", result=look.words("poster.won", winner=winners)))
    assert look.words("analysis.key", n=6, action="d4xd6") in alt
    assert len(alt) <= 1024
    assert not alt.endswith("…")
