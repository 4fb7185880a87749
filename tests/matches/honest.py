"""Honest matches for forgers: whole matches of every game, played on the service with a clock."""

import asyncio
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from games.core import Seat
from games.library import GAMES
from games.records.record import Hint, Record, read, write
from tests.databases import address, lay

from .club import Club
from .story import Story

MISSED = "wait 24; Bob rests; " * 4 + "wait 24"
HONEST = {
    # everything that happens beside the log: a pause, time, a vacation, outages
    "beside": """
        begun; clocks.heartbeat; sleep 1; Ann offers.offer pause; Bob agrees; sleep 9d;
        clocks.heartbeat; Ann moves b1-b3; wait 60; Ann clocks.give; clocks.heartbeat; sleep 3d;
        clocks.heartbeat; wait 1m; Bob moves c7-c5; wait 1m; Ann vacations.take 2; wait 2d; wait 70;
        Ann moves c1-c3; wait 20; Bob moves d7-d5; Bob offers.offer takeback; Ann agrees; wait 1m;
        Bob moves d7-d5; Ann playing.resign
    """,
    "flagged": "absent; wait 1; Bob clocks.take_win",
    "excused": "absent; Bob clocks.excuse",
    "never begun": "begin diablo pace=quick; wait 24",
    # dice, and a move after the flag has fallen
    "diablo": f"""
        begin diablo pace=quick; {"chance; wait 5; " * 5} flag; wait 1; chance; Bob playing.resign
    """,
    "taken over": """
        absent; Bob offers.offer replace person; Cid offers.take; wait 1; Cid moves b1-b3; wait 1;
        Bob playing.resign
    """,
    # missed turns, and who plays on misses more
    "flip": """
        begin junqi-flip; Ann moves a1; Bob moves a2; wait 72; Bob moves b1; wait 24;
        Bob offers.offer replace person; Cid offers.take; Bob moves c1; wait 48; Bob moves d1;
        wait 24; Bob moves e1; wait 24; wait 24
    """,
    "dark": f"""
        begin junqi-dark pace=1d; Ann lays; wait 1; Bob lays; wait 1; Ann,Bob rests; {MISSED}
    """,
    "four": "at_four; Bob offers.offer replace 1; Cid,Dan agrees; Mod leaving.close",
    "untouched": "begin pace=none; Ann moves a1-a3; Bob moves b7-b5; wait 30d",
}
HONEST |= {
    f"strict {game}": f"begin {game} strict=yes pace=1d; {'chance; wait 3; ' * 6} flag"
    for game in GAMES
    if not GAMES[game].info.lapses
}
HINTS = {"beside": (Hint(Seat(0), 0), Hint(Seat(1), 3)), "taken over": (Hint(Seat(0), 2),)}
"""Hints that players asked for at their turns."""


@cache
def honest() -> dict[str, Record]:
    """Play all of them, once in a process."""
    with TemporaryDirectory() as folder:
        return asyncio.run(_played(Path(folder)))


async def _played(folder: Path) -> dict[str, Record]:
    found = {}
    for name, told in HONEST.items():
        club = await Club.at(address(lay(folder / f"{name}.sqlite")))
        story = Story(club)
        await story.tell(told)
        record = await club.matches.evidence.record(story.matches[0].id)
        found[name] = read(write(replace(record, hints=HINTS.get(name, ()))))
        await club.close()
    return found
