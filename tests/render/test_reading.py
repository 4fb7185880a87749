"""Questions about a position: every game answers all of them in words, from one view."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from bot.ui.words.catalogue import catalogue, locales
from games.core import Seat, View
from games.library import GAMES
from games.rulebook import RULES
from render.draw import asked, describe
from render.look import Look
from render.reading import Asked
from tests.laws.walks import viewers, walked

CODE = re.compile(r"\b[a-z]+\.[a-z_]+\b|[{}]|  ")
"""What no sentence has: a code without words, a place not filled in, a double blank."""
MOMENTS = 4
EVERY_GAME = pytest.mark.parametrize("game", sorted(GAMES))


@cache
def views(game: str) -> tuple[View, ...]:
    """See some moments of a game with every seat's eyes and a spectator's."""
    path = walked(game, GAMES[game].info.variants[0], 0)
    playing = [one.state for one in path.moments if not RULES[game].view(one.state, None).free]
    states = [*playing[:: max(1, len(playing) // MOMENTS)], path.end]
    return tuple(RULES[game].view(one, seat) for one in states for seat in viewers(GAMES[game]))


def everything(about: Asked) -> Iterator[list[str]]:
    for answer in (about.pieces, about.taken, about.goal):
        yield list(answer())
    for name in about.names:
        for ask in (about.square, about.can, about.touches):
            yield list(ask(name))


@EVERY_GAME
@pytest.mark.parametrize("locale", locales())
def test_every_question_is_answered_in_words(game: str, locale: str) -> None:
    for view in views(game):
        for said in everything(asked(view, catalogue(locale))):
            assert said
            assert [one for one in said if not one or CODE.search(one)] == []


@EVERY_GAME
def test_a_piece_can_do_in_words_what_the_rules_let_it_do(game: str) -> None:
    rules, square = GAMES[game], re.compile(r"[a-z]\d{1,2}")
    for view in views(game):
        if not view.acting:
            continue
        reading = asked(view, catalogue("en")).reading
        legal: set[tuple[str, str, bool]] = set()
        for action in rules.legal(view):
            origin, *targets = map(square.findall, map(str, rules.path(action)))
            takes = rules.weight(view, action) == 1
            legal |= {(origin[0], one, takes) for target in targets for one in target if origin}
        told = {
            (name, way.square, way.takes)
            for name in reading.names(view)
            if (held := reading.held(view, name)) and held.owner == view.seat
            for way in reading.ways(view, name)
        }
        assert {one[:2] for one in legal} <= {one[:2] for one in told}
        assert {one for one in legal if one[2]} <= told


def asked_of(game: str, position: str, seat: int | None = 0, locale: str = "en") -> Asked:
    rules = RULES[game]
    state = rules.load(position) if position else rules.initial("")
    return asked(rules.view(state, None if seat is None else Seat(seat)), catalogue(locale))


MURUS = "basic tttttt../......../......../...w..../...T..../......../TTTTTT.. 2 -"


def test_in_murus_it_is_said_what_can_be_taken_and_how_far_the_last_row_is() -> None:
    about = asked_of("murus", MURUS)
    assert list(about.taken()) == ["You can take: d4 (wall, Gauls) from d3."]
    assert list(about.square("d4")) == ["d4: wall, Gauls."]
    assert next(iter(about.goal())) == (
        "Romans: the nearest tower, on d3, is 4 rows from the last row."
    )
    other = asked_of("murus", MURUS, 1, "zh-CN")
    assert list(other.taken()) == ["罗马方能吃：d4（你的墙），从 d3。"]
    assert list(other.square("d4")) == ["d4：你的墙。"]


def test_in_ponte_closed_squares_and_bridges_are_said() -> None:
    position = "ponte1 size-5 off ...../...o./...../oo.../oo... d 4 0 0 - - - 0 a1,b2"
    light = asked_of("ponte", position)
    assert list(light.square("c1")) == [
        "c1 is empty.",
        "Light cannot place a tile there.",
        "Dark can place a tile there.",
    ]
    closed, bridges = light.ground()
    assert closed == "Closed to tiles of Light: c1, c2, a3, b3, c3."
    assert bridges == "Bridges that Light can build: b2-d4."
    dark = list(asked_of("ponte", position, 1).ground())
    assert dark[0] == "Closed to tiles of Dark: none."


def test_in_the_dark_only_what_the_asker_may_know_is_said() -> None:
    path = walked("junqi-dark", "standard", 0)
    state = next(
        one.state for one in path.moments if not RULES["junqi-dark"].view(one.state, None).free
    )
    words = catalogue("en")
    own = asked(RULES["junqi-dark"].view(state, Seat(0)), words)
    assert "hidden" not in " ".join(own.square("a1"))
    assert next(iter(own.square("a12"))) == "a12: hidden piece, Blue."
    watching = asked(RULES["junqi-dark"].view(state, None), words)
    assert next(iter(watching.square("a1"))) == "a1: hidden piece, Red."
    assert list(own.touches("d6")) != []
    assert "d7" not in " ".join(own.touches("d6"))
    assert "c7" in " ".join(own.touches("c6"))


def test_the_text_boards_of_junqi_say_where_the_roads_are() -> None:
    words = catalogue("en")
    for game in ("junqi-dark", "junqi-flip"):
        assert "no way from b6 to b7 nor from d6 to d7" in words(f"{game}.letters")
    for locale in locales():
        (said,) = asked_of("junqi-four", "", None, locale).ground()
        named = set(re.findall(r"[a-q]\d+", said))
        four = asked_of("junqi-four", "", None, locale)
        about = {name: [*four.reading.about(four.view, name)] for name in four.names}
        camps = {n for n, events in about.items() if "junqi.ask_camp" in {e.code for e in events}}
        assert len(camps) == 20
        assert camps <= named


def test_a_face_down_board_is_counted_and_listed_on_request() -> None:
    path = walked("junqi-flip", "standard", 0)
    state = next(one.state for one in path.moments if one.seat is not None)
    view = RULES["junqi-flip"].view(state, Seat(0))
    alt = describe(view, Look(catalogue("en")))
    assert "Face down: 50." in alt
    assert "a1" not in alt
    assert "face-down piece a1, b1, c1" in " ".join(asked(view, catalogue("en")).pieces())
