"""The variants `/match new` offers while one is typed."""

import pytest

from bot.commands.new import variant_texts as variants
from bot.commands.options import MOST_CHOICES
from bot.ui.words.catalogue import catalogue, locales
from bot.ui.words.lines import variant_name
from bot.ui.words.pages import pages
from games.core import Info, NotationError
from games.rulebook import RULES

from .conftest import Evening, said

LONGEST_CHOICE = 100
"""The most characters of a choice that Discord takes."""
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
    assert variants(TOY, "small end=time p") == ["small end=time", "small end=time pie=off"]


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
        offered = await evening.livia.autocomplete(
            evening.channel, "match new", "variant", "", game=game
        )
        assert 0 < len(offered) <= MOST_CHOICES


@pytest.mark.parametrize("locale", locales())
def test_names_of_variants_are_short_and_no_two_are_alike(locale: str) -> None:
    for game, rules in RULES.items():
        texts = variants(rules.game.info, "")
        names = [variant_name(game, text, catalogue(locale)) for text in texts]
        assert len(set(names)) == len(names)
        assert max(map(len, names)) <= LONGEST_CHOICE


async def test_flip_offers_nothing_that_changes_nothing(evening: Evening) -> None:
    offered = await evening.livia.autocomplete(
        evening.channel, "match new", "variant", "", game="junqi-flip"
    )
    names = [one["name"] for one in offered]
    assert names[:2] == ["Standard (usual)", "Quick"]
    assert "Standard, losing attacks allowed" in names
    assert "Standard, engineers may hide in the mountains" in names
    quick = await evening.livia.autocomplete(
        evening.channel, "match new", "variant", "quick", game="junqi-flip"
    )
    texts = [one["value"] for one in quick]
    assert "quick suicide_attacks=true" in texts
    assert not {"quick colour_rule=own", "quick flag_goal=capture"} & {*texts}


async def test_sizes_come_in_their_order_and_the_usual_one_is_marked(evening: Evening) -> None:
    offered = await evening.livia.autocomplete(
        evening.channel, "match new", "variant", "", game="diablo"
    )
    sizes = ["4 × 4", "6 × 6", "8 × 8 (usual)", "10 × 10", "12 × 12"]
    assert [one["name"] for one in offered] == sizes


async def test_a_card_says_who_begins_once(evening: Evening) -> None:
    opened = await evening.new(evening.livia, game="junqi-flip", seat="first")
    assert "Livia moves first.\n" in said(opened)
