"""The pages of the rules in every language, and the variants offered while one is typed."""

import discord
import pytest

from bot.commands.options import MOST_CHOICES
from bot.ui.controls.new_panel import variant_texts as variants
from bot.ui.words.catalogue import catalogue, locales
from bot.ui.words.lines import variant_name
from bot.ui.words.pages import MOST_COMPLEX, Page, pages, usual
from games.core import Info, NotationError, Seat
from games.library import GAMES
from games.rulebook import RULES
from players.library import PLAYERS

from .conftest import IN_BOTH, Evening, expect, labels, options, press, refused, said, shown_by

PAGES = [page for listed in pages().values() for page in listed]
PICTURED = [page for page in PAGES if page.position]


@pytest.mark.parametrize("page", PICTURED, ids=lambda page: f"{page.game}-{page.topic}")
def test_what_a_page_picks_can_be_played_there(page: Page) -> None:
    rules = RULES[page.game]
    state = rules.load(page.position)
    assert rules.load(rules.dump(state)) == state
    view = rules.view(state, None if page.seat is None else Seat(page.seat))
    paths = [rules.game.path(action)[: len(page.picked)] for action in rules.game.legal(view)]
    assert not page.picked or page.picked in paths


def test_no_two_pictures_of_a_game_are_alike() -> None:
    drawn = [(page.game, page.position, page.seat, page.picked) for page in PICTURED]
    assert len({*drawn}) == len(drawn)
    assert all(listed[0].position and not listed[-1].position for listed in pages().values())


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.game}-{page.topic}")
def test_a_page_has_words_that_fit_a_message(page: Page, locale: str) -> None:
    words = catalogue(locale)
    expect(words, page.title, page.text)
    assert len(words(page.title)) <= 60
    top = words("rules.computer.master", **page.figures) if "master" in page.scores else ""
    assert len(words(page.text, top=top, **page.figures)) <= 1800


def test_the_games_on_offer_are_games_of_the_library() -> None:
    assert set(pages()) == set(GAMES) == set(usual())


def test_every_game_says_how_strong_its_computer_is() -> None:
    named = {"random", "greedy", "casual", "club", "strong", "expert", "best"}
    last = [listed[-1] for listed in pages().values()]
    assert {page.topic for page in last} == {"computer"}
    for page in last:
        assert set(page.scores) == named | ({"master"} if PLAYERS[page.game].master else set())
        assert all(0 <= score <= 100 for score in page.scores.values())


@pytest.mark.parametrize("game", GAMES)
def test_a_game_says_how_complex_it_is_and_how_a_turn_is_made(game: str) -> None:
    assert 1 <= usual()[game].complexity <= MOST_COMPLEX
    assert usual()[game].moving in [page.topic for page in pages()[game]]


async def test_the_rules_are_read_page_by_page_and_topics_found_by_typing(evening: Evening) -> None:
    mara, channel = evening.mara, evening.channel
    shown = await mara.slash(channel, "match rules", game="murus")
    assert shown.ephemeral
    assert "Murus Gallicus · The aim" in said(shown)
    assert "-# 2 players · about 40 turns in all · complexity ●●●○○\nMurus Gallicus" in said(shown)
    assert shown_by(shown).attachments[0].description
    assert set(options(shown)) == {page.topic for page in pages()["murus"]}
    following = await press(mara, shown, "Next: Distributing a tower")
    assert "A tower moves" in said(following)
    assert "players" not in said(following)
    chosen = await mara.select(shown_by(following), ["catapults"])
    assert "Advanced: catapults" in said(chosen)
    assert len(shown_by(chosen).attachments) == 1
    assert "Next: Variants" in labels(shown_by(chosen))
    offered = await mara.autocomplete(channel, "match rules", "topic", "cata", game="murus")
    assert [choice["value"] for choice in offered] == ["catapults"]
    for topic, title in (("catapults", "Advanced: catapults"), ("xx", "The aim")):
        shown = await mara.slash(channel, "match rules", game="murus", topic=topic)
        assert title in refused(shown)
    await evening.begin()
    menu = await mara.click(evening.board(), label="More")
    assert "The aim" in said(await press(mara, menu, "Rules"))


@pytest.mark.slow
@IN_BOTH
async def test_the_aim_leads_into_a_match_against_the_first_level(evening: Evening) -> None:
    shown = await evening.mara.slash(evening.channel, "match rules", game="junqi-flip")
    (first, following) = labels(shown)
    assert [first] == evening.named("Play the computer")
    assert not (await press(evening.mara, shown, first)).ephemeral
    (match,) = await evening.client.desk.matches.list_matches(evening.mara.id, "mine", None)
    assert {player.computer.level for player in match.players if player.computer} == {1}
    chosen = match.options
    assert (chosen.pace, chosen.hints, chosen.variant) == ("none", True, "standard")
    assert match.alone
    assert match.alone.human.id == evening.mara.id
    assert first not in labels(await press(evening.mara, shown, following))


async def test_a_match_from_the_rules_meets_the_usual_refusals(evening: Evening) -> None:
    quiet = evening.guild.create_text_channel(
        "quiet", overwrites={evening.me: discord.PermissionOverwrite(create_public_threads=False)}
    )
    await evening.livia.slash(quiet, "match new", game="murus")
    shown = await evening.mara.slash(quiet, "match rules", game="diablo")
    assert "Mark Steere" in said(shown)
    assert "Livia" in refused(await press(evening.mara, shown, "Play the computer"))
    mute = evening.guild.create_text_channel(
        "mute", overwrites={evening.me: discord.PermissionOverwrite(attach_files=False)}
    )
    shown = await evening.mara.slash(mute, "match rules", game="diablo", topic="computer")
    assert not shown_by(shown).attachments
    refusal = await press(evening.mara, shown, "Play the computer")
    assert "I need these permissions: Attach Files" in refused(refusal)


# --------------------------------------------------------------------------------------- variants


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


@pytest.mark.parametrize("locale", locales())
def test_names_of_variants_are_short_and_no_two_are_alike(locale: str) -> None:
    for game, rules in RULES.items():
        texts = variants(rules.game.info, "")
        names = [variant_name(game, text, catalogue(locale)) for text in texts]
        assert len(set(names)) == len(names)
        assert max(map(len, names)) <= LONGEST_CHOICE


async def test_variants_are_offered_by_name_by_words_and_by_letters(evening: Evening) -> None:
    async def offered(game: str, typed: str = "") -> dict[str, str]:
        found = await evening.livia.autocomplete(
            evening.channel, "match new", "variant", typed, game=game
        )
        return {option["value"]: option["name"] for option in found}

    for game in pages():
        assert 0 < len(await offered(game)) <= MOST_CHOICES
    names = [*(await offered("junqi-flip")).values()]
    assert names[:2] == ["Standard (usual)", "Quick"]
    assert "Standard, losing attacks allowed" in names
    assert "Standard, engineers may hide in the mountains" in names
    quick = await offered("junqi-flip", "quick")
    assert "quick suicide_attacks=true" in quick
    assert not {"quick colour_rule=own", "quick flag_goal=capture"} & {*quick}
    sizes = ["4 × 4", "6 × 6", "8 × 8 (usual)", "10 × 10", "12 × 12"]
    assert [*(await offered("diablo")).values()] == sizes
    whole, named = await offered("ponte"), ["standard", "unlimited", "size-8", "size-12"]
    assert [*whole] == named + [f"{name} pie=off" for name in named]
    no_swap = "Standard (10 × 10, 40 tiles each, 15 bridges), no swap"
    assert whole["standard pie=off"] == no_swap
    for typed in ("12 swap", "size-12 pie", "12 x 12 no", "SIZE-12 pie=off"):
        assert [*await offered("ponte", typed)] == ["size-12 pie=off"], typed
    opened = await evening.new(evening.livia, game="junqi-flip", seat="first")
    assert "Livia moves first.\n" in said(opened)
