"""What people cause in a season, noted by itself and held against what the rules allow.

Nothing here asks the service's own counts: mentions are noted as they are made, everything else is
read out of the database past the service.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby

from bot.matches.match.allowance import Allowance
from bot.matches.match.ids import MatchId
from bot.people.vacation import DAYS_A_YEAR
from games.clock import DAY, HOUR
from games.quitting import CALLED_OFF
from tests.databases import Row, read

SEATED = """
    SELECT p.person, p.match, m.host, m.channel, m.begun_ms, (
        SELECT count(*) FROM players AS o WHERE o.match = m.id AND o.person IS NOT NULL
    ) AS company
    FROM players AS p JOIN matches AS m ON m.id = p.match
    WHERE m.phase IN ('setting_up', 'playing') AND p.person IS NOT NULL AND NOT p.out
"""
THREADS = "SELECT host, begun_ms FROM matches WHERE place = 'thread' AND begun_ms IS NOT NULL"
CARDS = "SELECT id, salt IS NULL AS vain, rematch_of FROM matches"
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


@dataclass(frozen=True)
class Mention:
    """One person mentioned because of another, at a revision of a match and a time."""

    verb: str
    match: MatchId
    revision: int
    by: int
    user: int
    at_ms: int


@dataclass
class Dealings:
    """All mentions and messages of a season, by whoever caused them, and the results that stand."""

    url: str
    allowed: Allowance
    mentions: list[Mention] = field(default_factory=list)
    messages: Counter[tuple[MatchId, int, int]] = field(default_factory=Counter)
    refused: Counter[tuple[str, str]] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    blocked: set[frozenset[int]] = field(default_factory=set)
    stood: dict[str, str] = field(default_factory=dict)
    most: Counter[str] = field(default_factory=Counter)
    """The most of anything that was found at a time."""

    # ------------------------------------------------------------- at any time

    async def check_running(self, now_ms: int) -> None:
        """Check that nobody plays or has started more matches than the budget has."""
        seats = await read(self.url, SEATED)
        running = Counter(seat["person"] for seat in seats)
        alone = Counter(seat["person"] for seat in seats if seat["company"] == 1)
        fresh = [one for one in seats if (one["begun_ms"] or 0) > now_ms - HOUR]
        begun = {(one["match"], one["host"], one["channel"]) for one in fresh}
        started = Counter((host, channel) for _, host, channel in begun)
        found = {"running": running, "alone": alone, "started": started}
        for name, counted in found.items():
            most = max(counted.values(), default=0)
            assert most <= getattr(self.allowed, name), (name, counted.most_common(3))
            self.most[name] = max(self.most[name], most)

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
        """Check all that does not have to be looked at after every deed."""
        await self.check_results()
        await self.check_vacations()
        await self.check_substitutes()
        threads: dict[int, list[int]] = defaultdict(list)
        for row in await read(self.url, THREADS):
            threads[row["host"]].append(row["begun_ms"])
        self.most["threads of one host a day"] = max(map(in_a_day, threads.values()), default=0)
        return await self.check_ends(actors)

    async def check_mentions(self) -> None:
        """Check that nobody was mentioned beyond the budget, and nothing posted beyond it."""
        heard = [one for one in self.mentions if one.verb in ("offer", "leave")]
        turns = Counter((one.match, one.revision, one.user) for one in heard)
        self._within("mentions", turns.values(), self.allowed.mentions)
        self._within("messages", self.messages.values(), self.allowed.messages)
        made = {str(row["id"]): row for row in await read(self.url, CARDS)}
        calls: dict[tuple[int, int], list[int]] = defaultdict(list)
        every: dict[int, list[int]] = defaultdict(list)
        again: dict[tuple[str, int, int], list[int]] = defaultdict(list)
        for one in self.mentions:
            card = made[one.match]
            if one.verb == "challenge" and card["vain"]:
                calls[one.by, one.user].append(one.at_ms)
                every[one.by].append(one.at_ms)
            elif one.verb == "rematch" and card["vain"]:
                again[str(card["rematch_of"]), one.by, one.user].append(one.at_ms)
        self._within("to_one", map(in_a_day, calls.values()), self.allowed.to_one)
        self._within("challenges", map(in_a_day, every.values()), self.allowed.challenges)
        self._within("rematches", map(in_a_day, again.values()), self.allowed.to_one)

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


def in_a_day(times: list[int]) -> int:
    """Return the most of these times that lie within 24 hours."""
    ordered = sorted(times)
    return max(sum(at <= one < at + DAY for one in ordered) for at in ordered)


def without(row: Row, names: Iterable[str]) -> Row:
    return {name: value for name, value in row.items() if name not in names}
