"""Buttons and what their ids hold."""

import re

import pytest

from bot.matches.match.ids import MatchId
from bot.ui.controls.buttons import Press, PressItem, button, rows, select


@pytest.mark.parametrize("match", ["K7Q2", "K7Q2XY", "-"])
@pytest.mark.parametrize("press", ["move", "at:a1,b2|f4|0", "swap:0a1b2c3d a6"])
def test_an_id_is_read_back_for_every_length_of_name(match: str, press: str) -> None:
    verb, _, text = press.partition(":")
    made = Press(MatchId(match), 12, verb, text)
    parts = re.fullmatch(PressItem.__discord_ui_compiled_template__, made.id("m"))
    assert parts
    assert Press.read(parts) == made


async def test_what_is_written_on_a_button_never_gets_into_a_log() -> None:
    named = button("a2-b3 · 2 Lieutenant", Press(MatchId("K7Q2"), 3, "at", "a2 b3"))
    listed = select(Press(MatchId("K7Q2"), 3, "pick", "a2"), [], "2 Lieutenant")
    for shown in (named, listed, rows(named)):
        assert "Lieutenant" not in repr(shown)
        assert "a2" not in repr(shown)
