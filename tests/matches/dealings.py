"""What people cause in a season, noted by itself and held against what the rules allow.

Nothing here asks the service's own counts: everything is read out of the database past it.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby

from bot.people.vacation import DAYS_A_YEAR
from games.clock import DAY
from games.quitting import CALLED_OFF
from tests.databases import Row, read

ENDED = """
    SELECT * FROM matches WHERE phase IN ('over', 'called_off') AND salt IS NOT NULL ORDER BY id
"""
OF_ENDED = (
    "SELECT * FROM log ORDER BY match, revision",
    "SELECT * FROM clock_events ORDER BY match, serial, place",
    "SELECT match, seat, person, computer, result, since FROM players ORDER BY match, seat",
)
SUBSTITUTES = """
    SELECT p.match, p.relief_revision FROM players AS p JOIN players AS o ON o.match = p.match
    WHERE p.computer IS NOT NULL AND p.relief_revision IS NOT NULL
    GROUP BY p.match, p.relief_revision HAVING count(*) = 2
"""
GIVEN = (
    "SELECT match, revision FROM log WHERE kind = 'takeback'",
    "SELECT match, revision FROM clock_events WHERE kind = 'time'",
)
PASSING = ("serial", "home")
"""What may change in a match after its end: where it is shown."""


@dataclass
class Dealings:
    """What rogues have done in a season or were refused, and the results that stand."""

    url: str
    refused: Counter[tuple[str, str]] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    stood: dict[str, str] = field(default_factory=dict)
    most: Counter[str] = field(default_factory=Counter)
    """The most of anything that was found at a time."""

    async def check_results(self) -> None:
        """Check that no match that has ended is another one than when it was first found so."""
        now = {str(row["id"]): [without(row, PASSING)] for row in await read(self.url, ENDED)}
        for statement in OF_ENDED:
            for match, found in groupby(await read(self.url, statement), lambda row: row["match"]):
                if match in now:
                    now[match].extend(found)
        for match, rows in now.items():
            stands = hashlib.sha256(repr(rows).encode()).hexdigest()
            assert self.stood.setdefault(match, stands) == stands, (match, rows)
        assert self.stood.keys() <= now.keys()

    async def check_day(self, actors: dict[int, int]) -> Counter[str]:
        """Check all results, and return how often matches ended in which way."""
        await self.check_results()
        await self.check_vacations()
        await self.check_substitutes()
        return await self.check_ends(actors)

    async def check_vacations(self) -> None:
        """Check that nobody was away for more days than a year has."""
        taken: Counter[int] = Counter()
        for row in await read(self.url, "SELECT * FROM vacations"):
            taken[int(row["user"])] += -(-(row["until_ms"] - row["from_ms"]) // DAY)
        self._within("vacation", taken.values(), DAYS_A_YEAR)

    async def check_substitutes(self) -> None:
        """Check that no computer that plays on for a person has given a turn or time back."""
        held = await read(self.url, SUBSTITUTES)
        given = [await read(self.url, statement) for statement in GIVEN]
        for seat in held:
            late = [one for rows in given for one in rows if one["match"] == seat["match"]]
            found = [one for one in late if one["revision"] > seat["relief_revision"]]
            assert not found, (seat, found)
        self.most["substitutes"] = len(held)

    async def check_ends(self, actors: dict[int, int]) -> Counter[str]:
        """Check who called matches off; `actors` are the people behind interactions.

        Return how often they ended in which way.
        """
        ends: Counter[str] = Counter()
        seats: dict[str, dict[int, Row]] = defaultdict(dict)
        for row in await read(self.url, "SELECT * FROM players"):
            seats[str(row["match"])][row["seat"]] = row
        former: dict[str, set[int]] = defaultdict(set)
        for row in await read(self.url, "SELECT match, person FROM holders"):
            former[str(row["match"])].add(row["person"])
        last = {str(one["match"]): one for one in await read(self.url, OF_ENDED[0])}
        fallen = {
            str(one["match"]): one["seat"]
            for one in await read(self.url, OF_ENDED[1])
            if one["kind"] == "flag"
        }
        for match in await read(self.url, ENDED):
            name, line = str(match["id"]), last[str(match["id"])]
            players = {one["person"]: one for one in seats[name].values()}
            actor = actors.get(line["key"] or 0)
            reason = match["reason"] if match["phase"] == "called_off" else "over"
            ends[str(reason)] += 1
            if reason == "closed":
                assert actor not in players.keys() | former[name], (name, actor)
            elif reason == "excused":
                assert players[actor]["seat"] != fallen[name], (name, actor)
            elif reason == "unfinished":
                assert match["pace"] == "none"
            assert reason in ("over", *CALLED_OFF)
            assert reason != "absent"
        return ends

    def _within(self, name: str, counted: Iterable[int], limit: int) -> None:
        self.most[name] = max(counted, default=0)
        assert self.most[name] <= limit, (name, self.most[name])


def without(row: Row, names: Iterable[str]) -> Row:
    return {name: value for name, value in row.items() if name not in names}
