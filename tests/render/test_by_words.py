"""Matches played by words alone: the reader has the text board and the answers, no picture.

By default one match a game, with -m slow four, with TETRARCH_FULL=1 a hundred. Every position is
made again from the text board that each reader was given, and must be what that reader may know.
"""

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from bot.ui.words.catalogue import catalogue
from games.core import AnyGame, GameError, Over, Roll, Seat, View
from games.library import GAMES
from games.rulebook import RULES
from games.submission import play, unfinished
from render.draw import reading_view
from tests.families import Legend, mapped
from tests.laws.walks import viewers
from tests.samples import FULL, sampled

MATCHES = 100 if FULL else 4
LONGEST = 1000 if FULL else 20
"""The most turns of a match."""
SQUARE = re.compile(r"\b[a-q]\d{1,2}\b|\bm[12]\b")
EMPTY = (".", "~", "()", "[]", "")
ASKED = 8
"""The pieces of its own that a reader asks about in a turn."""
PAIRS = 60
"""The pairs of actions tried where a turn may have two."""
ENGLISH = catalogue("en")


LEGENDS: dict[str, Legend] = dict(mapped("facts", "LEGENDS"))
"""What the letters of a text board mean, as its legend explains them."""


def rebuilt(game: str, board: str) -> dict[str, str]:
    """Read a text board: its first line names the files, and the rows begin with their rank."""
    files, *rows = board.splitlines()[:-1]
    names = files.split()
    margin, wide = len(rows[0].split()[0]) + 1, files.index(names[1]) - files.index(names[0])
    cells = {}
    for row in rows:
        rank = row[:margin].strip()
        tokens = [row[margin + n * wide :][: wide - 1].strip() for n in range(len(names))]
        squares = [f"{name}{rank}" for name in names]
        if not rank:  # the mountains, between two ranks
            tokens, squares = row.split(), ["m1", "m2"]
        for square, token in zip(squares, tokens, strict=True):
            if token not in EMPTY and not token.startswith("m"):
                cells[square] = LEGENDS[game](token)
    return cells


def tries(view: View, rng: random.Random) -> Iterator[str]:
    """Make turns of what is said: where my pieces are, where they can go, what is closed."""
    about = reading_view(view, ENGLISH)
    said = list(about.pieces())
    own = SQUARE.findall(" ".join(line for line in said if line.startswith("Yours")))
    down = SQUARE.findall(" ".join(line for line in said if line.startswith("Nobody's")))
    moves = [
        f"{square}-{target}"
        for square in rng.sample(own, min(ASKED, len(own)))
        for sentence in about.can(square)
        if " can " in sentence
        for target in SQUARE.findall(sentence.partition(": ")[2])
    ]
    yield from rng.sample([*moves, *down], len(moves) + len(down))
    if ground := list(about.ground()):
        closed = SQUARE.findall(ground[0])
        open_ = [name for name in about.names if name not in closed]
        moves = rng.sample(open_, len(open_))
    for _ in range(PAIRS if len(moves) > 1 else 0):
        yield ",".join(rng.sample(moves, 2))


def turn(game: AnyGame, view: View, state: Any, rng: random.Random) -> tuple[Any, bool]:
    """Take a turn that the words suggest, else one of the list; tell whether it was the words."""
    seat = view.seat
    assert seat is not None
    rules = RULES[game.info.id]
    for text in tries(view, rng):
        with suppress(GameError):
            return play(rules, state, seat, text)[0], True
    while True:
        legal = sorted(game.legal(rules.view(state, seat)), key=game.format)
        state = rules.apply(state, seat, rng.choice(legal))
        if not unfinished(rules.view(state, seat)):
            return state, False


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("number", sampled(range(MATCHES)))
def test_a_match_is_played_and_followed_by_words_alone(game: str, number: int) -> None:
    rng, rules = random.Random(f"{game} {number}"), RULES[game]
    variants = GAMES[game].info.variants
    state = rules.initial(variants[number % len(variants)])
    by_words = taken = 0
    while not isinstance(now := rules.turn(state), Over) and taken < LONGEST:
        if isinstance(now, Roll):
            state = rules.roll(state, tuple(rng.randint(1, sides) for sides in now.sides))
            continue
        for seat in viewers(GAMES[game]):
            view = rules.view(state, seat)
            assert rebuilt(game, GAMES[game].diagram(view)) == GAMES[game].cells(view)
        seat = Seat(min(now.seats))
        state, worded = turn(GAMES[game], rules.view(state, seat), state, rng)
        taken += 1
        by_words += worded
    assert by_words * 2 > taken
