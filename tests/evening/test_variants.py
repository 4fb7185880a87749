"""What `/match new` offers while a variant is typed."""

from __future__ import annotations

from bot.commands.new import variant_texts as variants
from bot.commands.options import MOST_CHOICES
from bot.ui.pages import pages
from games.core import Info, NotationError
from games.rulebook import RULES

from .conftest import Evening

TOY = Info(
    "toy",
    1,
    2,
    ("small", "large"),
    "nobody",
    "nowhere",
    options={"pie": ("on", "off"), "end": ("score", "time", "both")},
)


def test_named_variants_come_first_then_each_with_one_option() -> None:
    one = ["pie=off", "end=time", "end=both"]
    singles = [f"{name} {option}" for name in ("small", "large") for option in one]
    assert variants(TOY, "") == ["small", "large", *singles]


def test_a_variant_typed_whole_narrows_what_is_offered() -> None:
    assert variants(TOY, "large") == ["large", "large pie=off", "large end=time", "large end=both"]


def test_an_option_typed_whole_stays_and_the_others_come_beside_it() -> None:
    found = variants(TOY, "small end=time p")
    assert found == ["small end=time", "small end=time pie=off"]


def test_all_that_is_offered_can_be_played() -> None:
    refused = []
    for rules in RULES.values():
        for text in variants(rules.game.info, ""):
            try:
                rules.initial(text)
            except NotationError:
                refused.append(text)
    assert refused == []


async def test_no_more_are_offered_than_discord_shows(evening: Evening) -> None:
    for game in pages():
        found = await evening.livia.autocomplete(
            evening.channel, "match new", "variant", "", game=game
        )
        assert 0 < len(found) <= MOST_CHOICES
