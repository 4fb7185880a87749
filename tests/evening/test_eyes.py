"""What the second seat sees, who reads Chinese on an English server; and what all others see."""

from __future__ import annotations

import pytest

from .conftest import Evening
from .eyes import Eyes, speak_as


@pytest.fixture
def eyes(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Eyes:
    """The server and Livia speak English, Brennus Chinese."""
    speak_as(monkeypatch, {evening.brennus.id: "zh-CN"})
    return Eyes(evening, monkeypatch)


async def test_whoever_presses_for_the_first_time_is_written_to_in_their_own_language(
    evening: Evening, eyes: Eyes
) -> None:
    await evening.begin(game="junqi-dark")
    (letter,) = evening.letters("Brennus")
    assert "军棋暗棋" in letter.content
