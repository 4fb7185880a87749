"""Shards: an outage of one is given back to its own matches, and to no others."""

from __future__ import annotations

import pytest

from bot.matches.match.match import Match
from bot.matches.match.shards import Shards
from games.clock import DAY, HOUR, MINUTE
from tests.databases import BOTH

from .absences import begun, now
from .club import CHANNEL, FIRST, Club

EVEN, ODD = 10 << 22, 11 << 22
"""Servers of the first and the second of two shards."""
ALL, FIRST_ALONE = Shards(frozenset({0, 1}), 2), Shards(frozenset({0}), 2)


@pytest.fixture
async def pair(club: Club, monkeypatch: pytest.MonkeyPatch) -> tuple[Match, Match]:
    """Begin a match on a server of each shard; Ann has 72 hours left in both."""
    found = []
    for number, guild in enumerate((EVEN, ODD)):
        monkeypatch.setattr("tests.matches.club.GUILD", guild)
        found.append(await begun(club, channel=CHANNEL + number))
    await club.matches.clocks.heartbeat(club.clock.time, ALL)
    return found[0], found[1]


async def stay(club: Club, span_ms: int, shards: Shards) -> None:
    """Let time pass with these shards there all the while."""
    for _ in range(span_ms // (5 * MINUTE)):
        club.clock.time += 5 * MINUTE
        assert await club.matches.clocks.heartbeat(club.clock.time, shards) == 0


async def left(club: Club, match: Match) -> int:
    return (await now(club, match)).players[FIRST].clock.left(club.clock.time)


@BOTH
async def test_an_outage_of_a_shard_is_given_back_to_its_matches_alone(
    club: Club, pair: tuple[Match, Match]
) -> None:
    heard, unheard = pair
    await stay(club, 3 * HOUR, FIRST_ALONE)
    assert await club.matches.clocks.heartbeat(club.clock.time, ALL) == 3 * HOUR
    assert await club.matches.clocks.heartbeat(club.clock.time, ALL) == 0
    assert await left(club, heard) == 69 * HOUR
    assert await left(club, unheard) == 72 * HOUR
    assert (await now(club, heard)).outage_ms == 0
    assert (await now(club, unheard)).outage_ms == 3 * HOUR


@BOTH
@pytest.mark.slow
async def test_no_flag_falls_on_a_server_that_is_not_heard(
    club: Club, pair: tuple[Match, Match]
) -> None:
    heard, unheard = pair
    await stay(club, 72 * HOUR, FIRST_ALONE)
    pages = club.matches.clocks.pages(club.clock.time, FIRST_ALONE)
    assert [count async for count in pages] == [1]
    assert (await now(club, heard)).players[FIRST].clock.down
    assert not (await now(club, unheard)).players[FIRST].clock.down
    await club.matches.clocks.heartbeat(club.clock.time, ALL)
    await club.matches.clocks.due(club.clock.time)
    assert await left(club, unheard) == 72 * HOUR


async def test_another_number_of_shards_gives_back_what_was_lost_and_no_more(
    club: Club, pair: tuple[Match, Match]
) -> None:
    await stay(club, HOUR, ALL)
    club.clock.time += DAY
    three = Shards(frozenset({0, 1, 2}), 3)
    assert await club.matches.clocks.heartbeat(club.clock.time, three) == DAY
    await stay(club, HOUR, three)
    assert await club.matches.clocks.heartbeat(club.clock.time, ALL) == 0
    for match in pair:
        assert await left(club, match) == 70 * HOUR
