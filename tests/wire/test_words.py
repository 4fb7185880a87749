"""What people are told beside boards, while Discord is out of order: offers, notes and cards."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from .people import Person, finished, text
from .process import Bot
from .server import Discord
from .tables import Table, dark, play_dark
from .test_faults import LONG_S, Kind, case, new
from .things import CHANNEL

pytestmark = pytest.mark.slow

SOON_S = 8.0
"""An offer waits five seconds for Discord; the machine may be busy."""
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
    began = time.monotonic()
    told = await ann.slash(table.home, "match offer", what="draw")
    assert time.monotonic() - began < SOON_S
    assert met.met
    shown = about.get("times") == 1
    assert ("could not show it" in text(told)) != shown
    discord.heal()
    await table.turn()
    assert sorted(await table.shown()) == [0, 1]


@pytest.mark.parametrize("fault", OUT_OF_ORDER)
async def test_a_note_that_cannot_be_sent_keeps_no_turn_back_and_is_sent_later(
    discord: Discord, bot: Bot, ann: Person, bob: Person, fault: Kind
) -> None:
    bot.troubled = True
    discord.fail("dm", 403, 50007)
    _, about = fault
    met = discord.fail("followup", **about)
    home = await dark(ann, bob)
    assert met.met
    discord.heal()
    discord.fail("dm", 403, 50007)
    for person in (ann, bob):
        await person.slash(home, "match board")
    await play_dark(ann, home)
    told = [text(asked) for asked in discord.asked.values()]
    assert sum("cannot send you direct messages" in one for one in told) >= 2, told


@pytest.mark.parametrize("fault", OUT_OF_ORDER)
async def test_a_card_that_cannot_be_looked_up_is_posted_once_or_not_at_all(
    discord: Discord, bot: Bot, ann: Person, bob: Person, fault: Kind
) -> None:
    bot.troubled = True
    discord.fail("callback", 500, done=True, times=1)  # then discord.py asks what stands there
    _, about = fault
    discord.fail("original", **about)
    asked = await ann.ask(2, CHANNEL, {"data": new(bob)})
    await asyncio.sleep(4)
    discord.heal()
    again = await ann.slash(CHANNEL, "match new", game="murus", opponent=bob)
    cards: list[Any] = [one for one in discord.messages.values() if one["components"]]
    assert len(cards) <= 2, (text(asked), text(again))
    await bob.press(cards[-1], "join")
    assert "has begun" in cards[-1]["content"]
    await finished(asked)
