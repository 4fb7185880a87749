"""Questions about a position: every game answers all of them in words, from one view."""

import re
from collections.abc import Iterator
from functools import cache

import pytest

from bot.ui.words.catalogue import catalogue, locales
from games.core import View
from games.library import GAMES
from games.rulebook import RULES
from render.draw import reading_view
from render.reading import Asked
from tests.laws.walks import viewers, walked
from tests.samples import chosen

CODE = re.compile(r"\b[a-z]+\.[a-z_]+\b|[{}]|  ")
"""What no sentence has: a code without words, a place not filled in, a double blank."""
MOMENTS = 4
EVERY_GAME = pytest.mark.parametrize("game", sorted(GAMES))
EACH = [(game, locale) for game in sorted(GAMES) for locale in locales()]
USUAL = {(game, locales()[number % 3]) for number, game in enumerate(sorted(GAMES))}


@cache
def views(game: str) -> tuple[View, ...]:
    """See some moments of a game with every seat's eyes and a spectator's."""
    path = walked(game, GAMES[game].info.variants[0], 0)
    playing = [
        moment.state for moment in path.moments if not RULES[game].view(moment.state, None).free
    ]
    states = [*playing[:: max(1, len(playing) // MOMENTS)], path.end]
    return tuple(RULES[game].view(state, seat) for state in states for seat in viewers(GAMES[game]))


def everything(about: Asked) -> Iterator[list[str]]:
    for answer in (about.pieces, about.describe_captures, about.goal):
        yield list(answer())
    for name in about.names:
        for ask in (about.square, about.can, about.touches):
            yield list(ask(name))


@pytest.mark.parametrize(("game", "locale"), chosen(EACH, USUAL.__contains__))
def test_every_question_is_answered_in_words(game: str, locale: str) -> None:
    for view in views(game):
        for said in everything(reading_view(view, catalogue(locale))):
            assert said
            assert [line for line in said if not line or CODE.search(line)] == []


@EVERY_GAME
def test_a_piece_can_do_in_words_what_the_rules_let_it_do(game: str) -> None:
    rules, square = GAMES[game], re.compile(r"[a-z]\d{1,2}")
    for view in views(game):
        if not view.acting:
            continue
        reading = reading_view(view, catalogue("en")).reading
        legal: set[tuple[str, str, bool]] = set()
        for action in rules.legal(view):
            origin, *targets = map(square.findall, map(str, rules.path(action)))
            takes = rules.weight(view, action) == 1
            legal |= {(origin[0], goal, takes) for target in targets for goal in target if origin}
        told = {
            (name, way.square, way.takes)
            for name in reading.names(view)
            if (held := reading.held(view, name)) and held.owner == view.seat
            for way in reading.ways(view, name)
        }
        assert {way[:2] for way in legal} <= {way[:2] for way in told}
        assert {way for way in legal if way[2]} <= told
