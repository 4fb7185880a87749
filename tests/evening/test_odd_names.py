"""Odd names where points are shown: in profiles, on leaderboards, and of two together."""

import re

import pytest

from bot.ui.words import lines

from .conftest import DAY, Evening, MemberActor, said, shown_by
from .test_names import LIVE, TRICKS, TURNING, named, spoken
from .test_points import by_chance, known, resign
from .test_stats import alt, soon, stats

__all__ = ["known", "soon"]

ODD = [
    *TRICKS,
    "# heading\n- item",
    "-# small",
    "~~gone~~ __line__",
    "<t:0:R> <id:guide>",
    "<:x:123456789012345678>",
    "\uff37" * 32,
    "\u05d0\u05d1\u05d2 \u0627\u0644\u0639",
]
"""Names with marks of every kind, one of 32 wide letters, and letters from right to left."""
FORMATS = re.compile(r"(?<!\\)(~~gone|__line|<t:0|<id:guide|<:x:)|^(# |- item|-# small)", re.M)


async def play(evening: Evening, who: MemberActor) -> None:
    """Let somebody win a rated match against Livia."""
    opened = await evening.new(who, opponent=evening.livia, where="here", seat="first")
    await evening.livia.click(shown_by(opened), label="Accept")
    await by_chance(evening, 4)
    await resign(evening, evening.livia)
    evening.time.ahead += DAY


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.slow)])
async def test_odd_names_stand_as_they_are_wherever_points_do(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    monkeypatch.setattr("bot.people.points.standing.KNOWN_AFTER", 1)
    people = {}
    for name in ODD[::step]:
        people[name] = who = named(evening, name)
        await play(evening, who)
        assert (await evening.match()).unrated is None
    board = await stats(evening, evening.mara, view="leaderboard", game="murus")
    listed = said(board)
    if len(people) >= 20:
        listed += said(await evening.mara.click(shown_by(board), label="Next ▶"))
    for name, who in people.items():
        assert f"**{lines.player_name(name)}**" in listed
        profile = await stats(evening, evening.mara, user=who)
        assert said(profile) == evening.words("profile.of", name=lines.player_name(name))
        assert lines.sanitize(name, 32) in alt(profile)
        text = said(await evening.press(evening.mara, shown_by(profile), "Text"))
        assert lines.sanitize(name, 32) in text.replace("\\", "").replace("\u200b", "")
        own = await stats(evening, who)
        assert alt(await evening.press(who, shown_by(own), "Share"))
        together = said(await stats(evening, evening.livia, user=who, view="together"))
        assert lines.player_name(name) in together
    for text in spoken(evening):
        assert not TURNING.search(text.replace("@\u200b", "@"))
    for text in spoken(evening, ("content",)):  # labels and alt texts format nothing
        assert not LIVE.search(text)
        assert not FORMATS.search(text)
