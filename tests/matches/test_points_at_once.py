"""Rated matches that end in random order in several processes come to what a recount makes."""

import asyncio
import sys

import pytest

from tests import databases
from tests.databases import BOTH
from tests.samples import FULL
from tests.statements import ROOT

from .club import GUILD, Club
from .rated import faults
from .rounds import PEOPLE, play

MATCHES = 5_000 if FULL else 120
"""The matches that two processes play; in one process, two services play some."""
FEW = 16


async def checked(club: Club) -> int:
    """Check the points against a recount; return how many results there are."""
    assert await faults(club) == []
    standings = [await club.matches.ratings.on(GUILD, person.id) for person in PEOPLE]
    (found,) = await databases.read(club.url, "SELECT count(*) AS number FROM rated")
    games = sum(standing["murus"].games for standing in standings if standing)
    assert games == found["number"]
    return games


@pytest.mark.slow
async def test_two_services_at_once_come_to_what_a_recount_makes(club: Club) -> None:
    await asyncio.gather(*(play(club.url, seed, FEW) for seed in range(2)))
    assert await checked(club) > FEW


@pytest.mark.slow
@BOTH
async def test_two_processes_at_once_come_to_what_a_recount_makes(club: Club) -> None:
    command = [sys.executable, "-m", "tests.matches.rounds", club.url]
    players = [
        await asyncio.create_subprocess_exec(*command, str(seed), str(MATCHES // 2), cwd=ROOT)
        for seed in range(2)
    ]
    assert [await player.wait() for player in players] == [0, 0]
    assert await checked(club) > MATCHES
