"""A season of rated matches among people who want points they have not earned, and honest ones.

What everybody has gained is held against the limits. By default some days of a small club; with
TETRARCH_FULL=1 two hundred people play two thousand matches.
"""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from bot.matches.match.match import Match
from bot.matches.match.players import NamedPerson, Substitute
from bot.people.points.standing import MOST_A_DAY, MOST_OF_ONE, PAIR_LIMITS, SEASON_MS
from games.clock import DAY
from games.core import Seat
from players.exact import exp
from tests import databases

from .club import Club
from .rated import card, lost, moved
from .season import SPRING

FULL = os.environ.get("TETRARCH_FULL") == "1"
HONEST, MATCHES, DAYS = (186, 2_000, 60) if FULL else (10, 60, 12)
TIRELESS = 50 if FULL else 4
"""The matches that two accounts of one person try to play a day."""
MODERATOR = NamedPerson(9_000, "Mod")
RESULTS = "SELECT * FROM rated ORDER BY serial"


@dataclass
class Club200:
    """A club, how strong everybody really is, and who follows which wile."""

    club: Club
    rng: random.Random
    strong: dict[int, float] = field(default_factory=dict)
    people: list[NamedPerson] = field(default_factory=list)
    left: list[tuple[Match, Seat, str]] = field(default_factory=list)
    """The matches whose time is to run out for the holder of a seat."""

    def arrive(self, name: str, strength: float | None = None) -> NamedPerson:
        person = NamedPerson(5_000 + len(self.people), name)
        self.people.append(person)
        self.strong[person.id] = self.rng.gauss(1500, 200) if strength is None else strength
        return person

    def wins(self, one: NamedPerson, other: NamedPerson) -> bool:
        """Tell whether one wins, by how strong both are."""
        ahead = (self.strong[one.id] - self.strong[other.id]) / 174
        return self.rng.random() < 1 / (1 + exp(-ahead))

    async def begin(self, one: NamedPerson, other: NamedPerson) -> Match | None:
        """Begin a match if it will count."""
        opened = await card(
            self.club, other, host=one, wanted=(None,), seat_free=True, channel=one.id
        )
        if opened.unrated:
            await self.club.matches.opening.withdraw(opened.id)
            return None
        return await self.club.join(opened, other)

    async def play(self, one: NamedPerson, other: NamedPerson) -> None:
        """Play an honest match."""
        if match := await self.begin(one, other):
            loser = other if self.wins(one, other) else one
            await lost(self.club, match, match.player_of(loser.id).seat)

    async def give(self, winner: NamedPerson, loser: NamedPerson) -> None:
        """Play a match that is lost on purpose."""
        if match := await self.begin(winner, loser):
            await lost(self.club, match, match.player_of(loser.id).seat)

    # ------------------------------------------------------- ways out of a lost match

    async def leave(self, one: NamedPerson, other: NamedPerson, how: str) -> None:
        """Play a match, and get out of it if it is lost."""
        match = await self.begin(one, other)
        if match is None:
            return
        if self.wins(one, other):
            await lost(self.club, match, match.player_of(other.id).seat)
            return
        match, own = await moved(self.club, match), match.player_of(one.id).seat
        club, key = self.club, self.club.keys
        if how == "closed":
            await club.matches.leaving.close(key(), match.id, MODERATOR)
            return
        if own == 1:  # it is the other's turn
            await club.act(match, other, "d1-d3")
        self.left.append((match, Seat(own), how))

    async def follow_up(self) -> None:
        """Let time have its due, and the opponents of those who have left decide."""
        matches, key = self.club.matches, self.club.keys
        await matches.clocks.due(self.club.clock.time)
        for going in tuple(self.left):
            match, own = await matches.match(going[0].id), going[1]
            if not match.players[own].clock.down:
                continue
            self.left.remove(going)
            other = match.players[1 - own].human
            if going[2] == "timed out":
                await matches.clocks.take_win(key(), match.id, other.id)
                continue
            await matches.offers.offer(key(), match.id, other.id, "replace", Substitute(own, 1))
            await self.club.resign(match, other)


@pytest.mark.slow
async def test_no_wile_gains_more_points_than_the_limits_give(club: Club) -> None:
    rng = random.Random(4)
    season = Club200(club, rng)
    club.clock.time = SPRING
    honest = [season.arrive(f"P{number}") for number in range(HONEST)]
    twin, second = season.arrive("Twin"), season.arrive("Second")
    feeder, feeds = season.arrive("Feeder", 1500), [season.arrive(f"Feed{n}") for n in range(4)]
    proud, friend = season.arrive("Proud", 1500), season.arrive("Friend", 1500)
    leavers = {how: season.arrive(how, 1500) for how in ("timed out", "replaced", "closed")}
    played = 0
    for day in range(DAYS):
        for _ in range(TIRELESS):
            await season.give(twin, second)
        for one in feeds:
            await season.give(feeder, one)
        await season.give(proud, friend)
        await season.play(proud, rng.choice(honest))
        await season.play(friend, rng.choice(honest))
        if day % 3 == 0:
            for how, leaver in leavers.items():
                await season.leave(leaver, rng.choice(honest), how)
        while played < MATCHES * (day + 1) // DAYS:
            await season.play(*rng.sample(honest, 2))
            played += 1
        club.clock.time = SPRING + (day + 1) * DAY
        await season.follow_up()
    assert await club.matches.striking.faults() == ()
    rows = await databases.read(club.url, RESULTS)
    assert list(beyond(rows)) == []
    gains: defaultdict[str, float] = defaultdict(float)
    names = {one.id: one.name for one in season.people}
    for row in rows:
        gains[names[row["person"]]] += row["after"] - row["before"]
    wily = [twin, second, feeder, *feeds, proud, friend, *leavers.values()]
    print({one.name: round(gains[one.name]) for one in wily}, len(rows))
    assert gains["Twin"] <= MOST_OF_ONE + 1e-3
    assert gains["Feeder"] <= len(feeds) * MOST_OF_ONE + 1e-3
    for how in ("timed out", "replaced"):  # a loss is a loss, however one leaves
        lost_ = [row for row in rows if row["person"] == leavers[how].id]
        assert "lost" in {row["result"] for row in lost_}


def beyond(rows: list[databases.Row]) -> Iterator[str]:
    """List every span in which somebody has gained, or two have played, more than they may."""
    sides: defaultdict[str, list[databases.Row]] = defaultdict(list)
    for row in rows:
        sides[row["match"]].append(row)
    pairs: defaultdict[tuple[int, int], list[tuple[int, float]]] = defaultdict(list)
    days: defaultdict[int, list[tuple[int, float]]] = defaultdict(list)
    for row in rows:
        gain, person = row["after"] - row["before"], row["person"]
        if row["fresh"] and gain > 0:
            days[person].append((row["at_ms"], gain))
        for other in sides[row["match"]]:
            if other["person"] != person:
                pairs[person, other["person"]].append((row["at_ms"], gain))
    for person, noted in days.items():
        if any(sum(_within(noted, at, DAY)) > MOST_A_DAY + 1e-3 for at, _ in noted):
            yield f"{person} has gained too much in a day"
    for pair, noted in pairs.items():
        if any(sum(_within(noted, at, SEASON_MS)) > MOST_OF_ONE + 1e-3 for at, _ in noted):
            yield f"{pair}: too much of one opponent"
        for code, span, most in PAIR_LIMITS:
            if any(len(_within(noted, at, span)) > most for at, _ in noted):
                yield f"{pair}: {code}"


def _within(noted: list[tuple[int, float]], end_ms: int, span_ms: int) -> list[float]:
    """List the gains within a span up to a moment."""
    return [gain for at, gain in noted if end_ms - span_ms < at <= end_ms]
