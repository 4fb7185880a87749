"""The words people get next to boards while Discord is out of order."""

from __future__ import annotations

import pytest

from .people import Person, text
from .process import Bot
from .server import Discord
from .tables import Table
from .test_faults import LONG_S, Kind, case

pytestmark = pytest.mark.slow

OUT_OF_ORDER = [
    case("", 503),
    case("", 500),
    case("", 429, retry_after=1.0, times=1),
    case("", 429, retry_after=LONG_S),
]


@pytest.mark.parametrize("fault", OUT_OF_ORDER)
async def test_whoever_makes_an_offer_soon_hears_what_became_of_it(
    discord: Discord, bot: Bot, ann: Person, bob: Person, fault: Kind
) -> None:
    bot.troubled = True
    table = Table(discord, ann, bob, 12)
    await table.open()
    _, about = fault
    met = discord.fail("send", **about)
    answer = await ann.slash(table.home, "match offer", what="draw")
    assert met.met
    shown = about.get("times") == 1
    assert ("could not show it" in text(answer)) != shown
    discord.heal()
    await table.turn()
    assert sorted(await table.shown()) == [0, 1]
