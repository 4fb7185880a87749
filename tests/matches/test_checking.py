"""All matches are checked, however many there are, and while people play."""

import asyncio
import random

from bot.matches.match.players import NamedPerson
from bot.matches.store.census import PAGE
from bot.matches.upkeep.audit import Difference, Kind, Unchecked
from tests.databases import BOTH

from .club import BOB, Club
from .rated import played


async def found(club: Club, *, repair: bool = False) -> list[Difference | Unchecked]:
    return [amiss async for amiss in club.matches.checking.everything(repair=repair)]


@BOTH
async def test_all_are_gone_through_page_by_page(url: str) -> None:
    club = await Club.at(url)
    for channel in range(PAGE + 1):
        last = await club.open(host=NamedPerson(600 + channel, "Eve"), channel=channel)
    await club.resign(await club.join(last, BOB), BOB)
    await played(club)
    assert await found(club) == []
    assert club.matches.checking.count == PAGE + 2
    await club.close()


@BOTH
async def test_what_is_mended_is_told_to_the_followers(url: str) -> None:
    club = await Club.at(url)
    await played(club)
    match = await club.step(await club.begin(), random.Random(1))
    await club.followed()
    await club.run(
        "UPDATE matches SET position = 'nothing' WHERE phase = 'playing'",
        "UPDATE ratings SET rating = rating + 1",
    )
    assert await found(club, repair=True) == [
        Difference(match.match.id, Kind.POSITION, mended=True),
        *[Difference("murus", Kind.STANDING, mended=True)] * 2,
    ]
    assert match.match.id in await club.matches.behind()
    await club.step(match.match, random.Random(2))
    assert await found(club) == []
    await club.close()


async def test_a_turn_played_between_two_questions_is_no_difference(url: str) -> None:
    club, rng = await Club.at(url), random.Random(1)
    match = await club.begin()
    playing = True

    async def play() -> None:
        while playing and (await club.matches.match(match.id)).running:
            await club.step(match, rng)

    turns = asyncio.create_task(play())
    for _ in range(20):
        assert await found(club) == []
    playing = False
    await turns
    assert (await club.matches.match(match.id)).stand.turns > 0
    await club.close()
