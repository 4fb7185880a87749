"""Plays random matches in a file for ever, saying so after every commit; made to be killed."""

import asyncio
import random
import sys
from pathlib import Path

from tests.databases import address

from .club import Club


async def play(path: Path) -> None:
    club, rng = await Club.at(address(path)), random.Random(1)
    while True:
        match = await club.begin(rng.choice(["murus", "cups"]), seat="random")
        print(match.id, match.stand.revision, flush=True)
        while match.running:
            match = (await club.step(match, rng)).match
            print(match.id, match.stand.revision, flush=True)


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1])))
