"""One process of several in which people play rated matches, begun and ended in random order.

`python -m tests.matches.rounds URL SEED MATCHES` plays them in a database.
"""

import asyncio
import random
import sys
from itertools import count

from bot.matches.match.match import Match
from bot.matches.match.players import NamedPerson
from games.clock import HOUR

from .club import Club
from .rated import begun, moved

PEOPLE = [NamedPerson(5_000 + number, f"P{number}") for number in range(40)]
TABLE = 6
"""The matches of one process that go on at once."""


async def play(url: str, seed: int, matches: int) -> None:
    """Play a number of matches of Murus, a third of them drawn; some are given up too soon."""
    rng = random.Random(seed)
    club = await Club.at(url, rng.randbytes)
    club.keys = count((1 + seed) * 10_000_000).__next__
    going: list[Match] = []
    for number in range(matches + TABLE):
        club.clock.time += rng.randrange(4 * HOUR)
        if number < matches:
            one, other = rng.sample(PEOPLE, 2)
            turns = 2 if rng.random() < 0.1 else 4
            match = await begun(
                club, other, host=one, wanted=(None,), seat_free=True, channel=1 + seed
            )
            going.append(await moved(club, match, turns))
        if len(going) > TABLE or number >= matches:
            await _end(club, rng, going.pop(rng.randrange(len(going))))
    await club.close()


async def _end(club: Club, rng: random.Random, match: Match) -> None:
    """Let a player resign, or both agree on a draw."""
    one, other = (player.human for player in match.players)
    if rng.random() < 2 / 3:
        await club.resign(match, rng.choice((one, other)))
    else:
        await club.offer(match, one, "draw")
        await club.answer(match, other)


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
