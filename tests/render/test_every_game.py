"""Laws of the pictures of every game: size, colours, words, and nothing left to chance."""

import random
import re
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import pairwise, product
from typing import get_args

import pytest
from PIL import Image

from bot.ui.words.catalogue import catalogue, locales, places
from games.core import Act, Over, Roll, Seat, View, Word
from games.library import GAMES
from games.quitting import CALLED_OFF
from games.rulebook import RULES
from render.draw import describe, draw, scene
from render.library import DRAWINGS
from render.look import Look, Theme
from render.painting.lettering import width
from render.scene import Text
from tests.families import mapped
from tests.laws.walks import WIDER, walked
from tests.samples import chosen, sampled, thinned

from .sample import lines

LARGEST = 64 * 1024
THEMES = get_args(Theme)
CASES = [
    (game, variant)
    for game in GAMES
    for variant in (*GAMES[game].info.variants, *WIDER.get(game, ()))
]


@cache
def views(game: str, variant: str) -> tuple[View, ...]:
    """Play a game at random: its start, its middle from both seats, half a turn, its end."""
    rules, rng = RULES[game], random.Random(3)
    state, turns = rules.initial(variant), []
    while not isinstance(turn := rules.turn(state), Over):
        if isinstance(turn, Roll):
            state = rules.roll(state, tuple(rng.randint(1, side) for side in turn.sides))
            continue
        seat = min(turn.seats)
        turns.append(rules.view(state, seat))
        state = rules.apply(state, seat, rng.choice(rules.game.legal(rules.view(state, seat))))
    middle = len(turns) // 2
    ends = (rules.view(state, None), rules.view(state, min(turn.winners, default=None)))
    return turns[0], *turns[middle : middle + 3], *ends


USUAL = {
    (game, GAMES[game].info.variants[0], THEMES[number % len(THEMES)], number % 2)
    for number, game in enumerate(GAMES)
}
"""Every game once, themes and sides in turn."""
LOOKS = [(*case, *look) for case in CASES for look in product(THEMES, (0, 1))]


@pytest.mark.parametrize(("game", "variant", "theme", "below"), chosen(LOOKS, USUAL.__contains__))
def test_a_picture_is_a_small_palette_file_of_the_usual_width(
    game: str, variant: str, theme: Theme, below: int
) -> None:
    for view in views(game, variant)[::2]:
        picture = draw(view, Look(catalogue("en"), theme, ("Livia", "Brennus"), below))
        image = Image.open(BytesIO(picture.png))
        assert (image.width, image.mode) == (800, "P")
        assert len(image.getcolors() or range(99)) <= 64
        assert image.height <= 1.3 * image.width
        assert len(picture.png) <= LARGEST


FIRST = {(game, GAMES[game].info.variants[0]) for game in GAMES}


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize(("game", "variant"), chosen(CASES, FIRST.__contains__))
def test_its_words_say_the_position_and_fit(game: str, variant: str, locale: str) -> None:
    names = ("Maximilian von Wartenburg-Hohenst", "Wilhelmina Montgomery-Smythe the 2")
    look = Look(catalogue(locale), names=names, private=True)
    alts = [describe(view, look) for view in views(game, variant)]
    assert all(0 < len(alt) <= 1024 for alt in alts)
    assert not any(alt.endswith("…") for alt in alts)
    assert len(set(alts[:4])) == 4


@pytest.mark.parametrize(("game", "variant"), sampled(CASES))
def test_equal_views_give_equal_bytes(game: str, variant: str) -> None:
    _, middle, before, view, *_ = views(game, variant)
    look = Look(catalogue("en"))
    now, then = (
        [run.text for text in scene(view, seen).words for run in text.runs]
        for seen in (look, replace(look, past=True))
    )
    counted = [pair for pair in zip(now, then, strict=True) if pair[0] != pair[1]]
    assert {int(row[-1].split()[-1]) + 1 == int(row[0].split()[-1]) for row in counted} == {True}
    since = replace(look, before=(middle, before))
    assert draw(view, since).png != draw(view, look).png  # the earlier turns are marked too
    for view in views(game, variant):
        look = Look(catalogue("zh-CN"), "dark", ("Zoë", "Łukasz"), private=True)
        picture = draw(view, look)
        assert draw(view, look) == picture
        assert draw(view, Look(catalogue("zh-CN"), "light")).png != picture.png


ENDS: dict[str, tuple[str, ...]] = dict(mapped("facts", "ENDS"))
"""The ends of each game; any of them can also end by `GIVEN_UP`."""
GIVEN_UP = ("resign", "time", *CALLED_OFF)


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("game", thinned(ENDS))
def test_no_words_run_into_each_other(game: str, locale: str) -> None:
    names = ("Maximilian von Wartenburg", "Wilhelmina Montgomery-Smythe")
    seen = views(game, GAMES[game].info.variants[0])
    ended = [
        replace(view, turn=Over(frozenset(winners), reason))
        for view in seen[-2:]
        for reason in (*ENDS[game], *GIVEN_UP)
        for winners in ({Seat(0)}, {Seat(1)}, set[Seat]())
        if winners or f"over.{reason}" not in FOR_A_WINNER
    ]
    for view in (*seen, *ended):
        drawn = scene(view, Look(catalogue(locale), names=names))
        for line in {text.y for text in drawn.words}:
            edges = sorted(span(text) for text in drawn.words if text.y == line)
            assert all(0 <= left <= right <= 800 for left, right in edges)
            assert all(edge[1] + 8 <= other[0] for edge, other in pairwise(edges))


FOR_A_WINNER = {
    code
    for code, pattern in catalogue("en").patterns.items()
    if code.startswith("over.") and "winner" in places(pattern)
}


def span(text: Text) -> tuple[float, float]:
    """Return where a line of text begins and ends."""
    long = width(text.runs)
    start = text.x - {"left": 0.0, "middle": 0.5, "right": 1.0}[text.anchor] * long
    return start, start + long


@pytest.mark.parametrize("game", GAMES)
def test_a_game_called_off_after_any_turn_is_not_shown_as_one_without_moves(game: str) -> None:
    rules, look = RULES[game], Look(catalogue("en"))
    moments = walked(game, rules.game.info.variants[0], 0).moments
    for moment in moments[len(moments) // 2 : -1 : max(7, len(moments) // 8)]:
        turn = rules.turn(moment.state)
        missed = [rules.lapse(moment.state, min(turn.seats))] if isinstance(turn, Act) else []
        for state in (moment.state, *missed):
            if not isinstance(rules.turn(state), Over):
                state = rules.forfeit(state, rules.game.info.everybody, "closed")
            view = rules.view(state, None)
            assert "No turn has been" not in describe(view, look)
            assert not any("to begin" in line for line in lines(scene(view, look)))
            draw(view, look)


@pytest.mark.parametrize("game", thinned(GAMES))
def test_every_first_pick_is_shown(game: str) -> None:
    engine = GAMES[game]
    for view in views(game, engine.info.variants[0])[:2]:
        if isinstance(view.turn, Act) and view.turn.free:
            continue  # a layout is chosen in a panel of its own
        plain = draw(view, Look(catalogue("en"), private=True)).png
        for first in {engine.path(action)[0] for action in engine.legal(view)}:
            if isinstance(first, Word) and (first,) in map(engine.path, engine.legal(view)):
                continue  # a whole turn without a square
            assert draw(view, Look(catalogue("en"), private=True, picked=(first,))).png != plain


@pytest.mark.parametrize("game", GAMES)
def test_a_file_picked_before_its_rank_is_shown_and_told(game: str) -> None:
    engine = GAMES[game]
    seen = views(game, engine.info.variants[0])
    view = next(view for view in seen if engine.legal(view) and not view.free)
    plain = Look(catalogue("en"), private=True)
    firsts = [engine.path(action)[0] for action in engine.legal(view)]
    square = next(first for first in firsts if isinstance(first, str))
    shown = draw(view, replace(plain, picked=(square[0],)))
    assert shown.png != draw(view, plain).png
    assert f"Chosen: {square[0]}." in shown.alt
    assert square in shown.alt.split("Chosen")[1]


@pytest.mark.parametrize("game", GAMES)
def test_two_numbers_in_a_picture_are_those_of_either_side_as_the_words_say(game: str) -> None:
    """Such as `stones 16 : 15`, which are uneven in some position."""
    look, uneven, even = Look(catalogue("en")), 0, 0
    played = views(game, GAMES[game].info.variants[0])
    for view in (*played, *DRAWINGS[type(played[0])].portraits()):
        for line in lines(scene(view, look)):
            for name, left, other in re.findall(r"(\w+) (\d+) : (\d+)", line):
                said = rf"(?i){name}\D*{left}\b.*?\D{other}\b"
                assert re.search(said, describe(view, look)), line
                uneven, even = uneven + (left != other), even + (left == other)
    assert uneven or not even
