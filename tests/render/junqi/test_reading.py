"""Questions about a position of Junqi, and what its text boards say."""

import re

from bot.ui.words.catalogue import catalogue, locales
from games.core import Seat
from games.rulebook import RULES
from render.draw import describe, reading_view
from render.look import Look
from tests.laws.walks import walked

from ..asking import asked_of


def test_in_the_dark_only_what_the_asker_may_know_is_said() -> None:
    path = walked("junqi-dark", "standard", 0)
    state = next(
        moment.state
        for moment in path.moments
        if not RULES["junqi-dark"].view(moment.state, None).free
    )
    words = catalogue("en")
    own = reading_view(RULES["junqi-dark"].view(state, Seat(0)), words)
    assert "hidden" not in " ".join(own.square("a1"))
    assert next(iter(own.square("a12"))) == "a12: hidden piece, Blue."
    watching = reading_view(RULES["junqi-dark"].view(state, None), words)
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
    state = next(moment.state for moment in path.moments if moment.seat is not None)
    view = RULES["junqi-flip"].view(state, Seat(0))
    alt = describe(view, Look(catalogue("en")))
    assert "Face down: 50." in alt
    assert "a1" not in alt
    assert "face-down piece a1, b1, c1" in " ".join(reading_view(view, catalogue("en")).pieces())
