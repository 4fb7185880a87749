"""Questions about a position of Murus Gallicus."""

from bot.ui.words.catalogue import catalogue
from games.core import Seat
from games.rulebook import RULES
from games.submission import play
from render.draw import reading_view

from ..asking import asked_of

MURUS = "basic tttttt../......../......../...w..../...T..../......../TTTTTT.. 2 -"


def test_in_murus_it_is_said_what_can_be_taken_and_how_far_the_last_row_is() -> None:
    about = asked_of("murus", MURUS)
    assert list(about.describe_captures()) == ["You can take: d4 (wall, Gauls) from d3."]
    assert list(about.square("d4")) == ["d4: wall, Gauls."]
    assert next(iter(about.goal())) == (
        "Romans: the nearest tower, on d3, is 4 rows from the last row."
    )
    other = asked_of("murus", MURUS, 1, "zh-CN")
    assert list(other.describe_captures()) == ["罗马方能吃：d4（你的墙），从 d3。"]
    assert list(other.square("d4")) == ["d4：你的墙。"]


def test_only_a_first_turn_changes_the_formation() -> None:
    """The Romans have changed theirs, and the Gauls are to do so."""
    rules = RULES["murus"]
    state, _ = play(rules, rules.initial("basic+redistribution"), Seat(0), "a1-b2,c2")
    for seat in (Seat(0), Seat(1), None):
        about = reading_view(rules.view(state, seat), catalogue("en"))
        assert "a2" not in " ".join(about.can("b1"))
        assert "a6" in " ".join(about.can("b7"))
