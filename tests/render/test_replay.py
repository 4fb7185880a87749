"""A match as a picture that moves: its boards, its size, and what a short one keeps."""

import random
from collections.abc import Sequence
from functools import cache
from io import BytesIO

import pytest
from PIL import Image
from PIL.GifImagePlugin import GifImageFile

from games.core import Over, Roll, Seat, View
from games.library import GAMES
from games.rulebook import RULES
from render.draw import draw
from render.look import Look, Theme
from render.replay import FRAMES, canvas, close_file, frames, open_file, select_boards
from tests.render.sample import OPEN, THEMES, reader
from tests.samples import chosen

NAMES = ("Livia", "Brennus", "Mara", "Judith")
PLAYED = [(game, theme) for game in GAMES for theme in THEMES]
PHONE, HIGHEST = 360, 480
"""The width of a phone's screen in px, and how much of its height a picture may take."""
USUAL = {(game, THEMES[number % 3]) for number, game in enumerate(GAMES) if number % 2}


@cache
def played(game: str, seat: Seat | None, seed: int = 3) -> tuple[View, ...]:
    """Play a game at random; return what a seat or a spectator saw after every turn."""
    rules, rng = RULES[game], random.Random(seed)
    state = rules.initial(GAMES[game].info.variants[0])
    seen = [rules.view(state, seat)]
    while not isinstance(turn := rules.turn(state), Over):
        if isinstance(turn, Roll):
            state = rules.roll(state, tuple(rng.randint(1, side) for side in turn.sides))
            continue
        mover = min(turn.seats)
        state = rules.apply(state, mover, rng.choice(rules.game.legal(rules.view(state, mover))))
        if not isinstance(rules.turn(state), Roll):
            seen.append(rules.view(state, seat))
    return tuple(seen)


def some(game: str, seat: Seat | None = None) -> tuple[View, ...]:
    """Return the first boards and the last ones of a game."""
    seen = played(game, seat)
    return (*seen[:6], *seen[-4:])


def filmed(views: Sequence[View], look: Look, smaller: bool = False) -> bytes:
    size = canvas(views, look, smaller)
    first, rest = views[:4], views[4:]
    pieces = frames(None, first, look, size, not rest)
    if rest:
        pieces += frames(first[-1], rest, look, size, True)
    return close_file((open_file(views[0], look, size), *pieces))


@pytest.mark.parametrize(("game", "theme"), chosen(PLAYED, USUAL.__contains__))
def test_every_frame_is_the_board_of_its_turn(game: str, theme: Theme) -> None:
    look = reader(theme, names=NAMES)
    views = some(game, Seat(0) if theme == "dark" else None)
    film = GifImageFile(BytesIO(filmed(views, look)))
    assert (film.n_frames, film.info["loop"]) == (len(views), 0)
    for number, view in enumerate(views):
        film.seek(number)
        board = Image.open(BytesIO(draw(view, look).png)).convert("RGB")
        shown = film.convert("RGB")
        assert shown.crop((0, 0, *board.size)).tobytes() == board.tobytes()
        below = shown.crop((0, board.height, *shown.size)).getcolors() or []
        assert all(colour == board.getpixel((0, 0)) for _, colour in below)


def test_the_first_board_stands_longer_and_the_last_longest() -> None:
    film = GifImageFile(BytesIO(filmed(some(OPEN), reader())))
    times = []
    for number in range(film.n_frames):
        film.seek(number)
        times.append(film.info["duration"])
    assert times == [1500, *[800] * (film.n_frames - 2), 4000]


def test_a_board_that_has_not_changed_is_a_frame_of_its_own() -> None:
    first, second, *_ = some(OPEN)
    film = GifImageFile(BytesIO(filmed((first, second, second, first), reader())))
    assert film.n_frames == 4


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_a_whole_board_without_scrolling(game: str) -> None:
    size = canvas(some(game), reader())
    assert size.height * PHONE <= HIGHEST * size.width


@pytest.mark.slow
def test_a_smaller_one_has_three_quarters_of_the_size() -> None:
    views, look = some(OPEN), reader("dark")
    whole, smaller = (filmed(views, look, less) for less in (False, True))
    film, small = (GifImageFile(BytesIO(data)) for data in (whole, smaller))
    assert small.size == (600, film.height * 3 // 4)
    assert small.n_frames == film.n_frames
    assert len(smaller) < len(whole)


@pytest.mark.parametrize("game", GAMES)
def test_a_long_match_keeps_its_ends_and_the_boards_on_which_much_has_happened(game: str) -> None:
    views = played(game, None)
    for most in (FRAMES, 60, 30, 10, 2):
        kept = select_boards(views, most)
        assert len(kept) <= max(most, 2)
        assert kept == tuple(sorted(set(kept)))
        assert (kept[0], kept[-1]) == (0, len(views) - 1)
    assert select_boards(views, len(views)) == tuple(range(len(views)))
