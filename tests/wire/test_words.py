"""The words people get next to boards while Discord is out of order."""

import pytest

from .people import Person, text
from .process import Bot
from .server import Discord
from .tables import Table
from .test_faults import LONG_S, Kind, case
from .things import CHANNEL

pytestmark = pytest.mark.slow

OUT_OF_ORDER = [
    case("send", 503),
    case("send", 500),
    case("send", 429, retry_after=1.0, times=1),
    case("send", 429, retry_after=LONG_S),
]


@pytest.mark.parametrize("fault", OUT_OF_ORDER)
async def test_whoever_makes_an_offer_soon_hears_what_became_of_it(
    discord: Discord, bot: Bot, ann: Person, bob: Person, fault: Kind
) -> None:
    bot.troubled = True
    table = Table(discord, ann, bob, 12)
    await table.open()
    kind, about = fault
    met = discord.fail(kind, **about)
    answer = await ann.slash(table.home, "match offer", what="draw")
    assert met.met
    shown = about.get("times") == 1
    assert ("could not show it" in text(answer)) != shown
    discord.heal()
    await table.turn()
    assert sorted(await table.shown()) == [0, 1]


async def test_who_has_their_board_is_not_told_to_wait_for_what_is_behind_it(
    discord: Discord, bot: Bot, ann: Person, bob: Person
) -> None:
    table = Table(discord, ann, bob, 13)
    await table.open()
    met = discord.fail("edit", hang=True)
    told = await table.turn()
    assert met.met
    assert "as soon as" not in text(told)
    assert told.message
    (row,) = told.message["components"]
    assert row["components"][0]["url"].endswith(table.boards()[table.revision][-1]["id"])
    discord.heal()
    discord.fail("send", hang=True)
    assert "as soon as" in text(await table.turn())


async def test_a_command_of_another_version_is_answered_in_words(
    discord: Discord, bot: Bot, ann: Person
) -> None:
    """Discord's client may still show what an older version has published."""
    chosen = await ann.slash(CHANNEL, "match board", view="sideways")
    assert text(chosen) == "One of the options is not valid. Please pick it from the list."
    for name, options in (("match fly", {}), ("match show", {"turn": 3}), ("chess", {})):
        asked = await ann.slash(CHANNEL, name, **options)
        assert "from another version of me" in text(asked)
