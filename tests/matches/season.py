"""A season for tests: people with wishes of their own, their visits, and time that passes."""

import random
from collections import Counter
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass, field

import pytest

from bot.matches.acts.opening import Proposal
from bot.matches.match.choices import draft_view
from bot.matches.match.match import Match, Options
from bot.matches.match.players import NamedPerson, OfferKind
from bot.matches.match.refusals import Refusal
from games.clock import DAY, HOUR, MINUTE, PACES
from games.core import GameError
from tests import databases

from .club import RULEBOOK, Club
from .story import DEEDS, Story

FIRST_ID = 5_000
STRANGER = NamedPerson(4_999, "Zoe")
ZONES = ("Europe/Zurich", "Asia/Shanghai", "America/St_Johns")
ENDED = """
    SELECT * FROM matches WHERE phase IN ('over', 'called_off') AND salt IS NOT NULL ORDER BY id
"""
OF_ENDED = (
    "SELECT * FROM log ORDER BY match, revision",
    "SELECT * FROM clock_events ORDER BY match, serial, place",
    "SELECT match, seat, person, computer, result, since FROM players ORDER BY match, seat",
)
PASSING = {"serial": 0, "home": 0}
"""What may change in a match after its end: where it is shown."""
PINGED_IN_A_MATCH = {"reminder", "notice", "flag", "end", "vacation"}


@dataclass
class Season:
    """A club, everybody's next visit, and all pings sent."""

    club: Club
    rng: random.Random
    people: list[NamedPerson] = field(default_factory=list)
    visits: dict[int, int] = field(default_factory=dict)
    matches: list[Match] = field(default_factory=list)
    sent: Counter[tuple[str, int, str, int]] = field(default_factory=Counter)
    checked: dict[str, int] = field(default_factory=dict)
    """The serial of every match when it was last checked."""
    ends: dict[str, str] = field(default_factory=dict)
    """What every match was when it was first found at its end."""

    @property
    def now(self) -> int:
        return self.club.clock.time

    async def gather(self, people: int) -> None:
        """Let a number of people arrive, each with wishes of their own."""
        rng = self.rng
        for number in range(people):
            person = NamedPerson(FIRST_ID + number, f"P{number}")
            self.people.append(person)
            self.visits[person.id] = self.now + rng.randrange(8 * HOUR)
            await self.club.matches.prefer(
                person.id,
                ping=rng.choice(["channel", "channel", "dm", "none"]),
                zone=rng.choice(ZONES),
                quiet_from=22 * 60,
                quiet_until=7 * 60,
                auto_vacation=rng.random() < 0.2,
            )

    async def open(self) -> None:
        """Open a match that the others accept at once, or never."""
        rng, number = self.rng, len(self.matches)
        game = rng.choice(sorted(RULEBOOK))
        info = RULEBOOK[game].game.info
        pace = rng.choice([*PACES, "1d", "1d", "1d", "quick", "quick"])
        strict = rng.random() < 0.3 and not info.lapses and pace != "none"
        host, *others = rng.sample(self.people, info.seats)
        options = Options("", pace, "here", strict)
        proposal = Proposal(game, host, tuple(others), 7, number, options)
        match = await self.club.matches.opening.open(self.club.keys(), proposal)
        if rng.random() < 0.95:
            match = await self.club.join(match, *others)
        self.matches.append(match)

    async def visit(self, person: NamedPerson) -> None:
        """Let a person look in, play nearly all their turns, and decide about flags and offers."""
        rng, matches = self.rng, self.club.matches
        away = rng.random() < 0.09
        self.visits[person.id] = self.now + rng.randrange(*(3, 7) if away else (0, 1)) * DAY
        self.visits[person.id] += rng.randrange(20 * HOUR)
        if rng.random() < 0.03:
            await self.attempt(matches.vacations.take(person.id, rng.randrange(1, 4)))
        for match in await matches.list_matches(person.id, "turn", None, 100):
            if match.running and rng.random() < 0.85:
                await self.play(match, person)
        for match in await matches.list_matches(person.id, "mine", None, 100):
            if match.running:
                await self.decide(match, person)
        await self.meddle(rng.choice(self.matches))

    async def meddle(self, match: Match) -> None:
        """Let somebody who has no part try what is for players, and players once it is over."""
        now = await self.club.matches.match(match.id)
        rogue = self.rng.choice(now.people) if now.stand.outcome else STRANGER
        verb, *words = self.rng.choice(DEEDS).split()
        with pytest.raises(Refusal):
            await Story(self.club, [now]).act(rogue, verb, words)

    async def play(self, match: Match, person: NamedPerson) -> None:
        """Play one whole turn of this player, by chance."""
        start = seen = await self.club.matches.see(match.id, person.id)
        while seen.view.acting and not seen.complete:
            action = seen.game.format(self.rng.choice(list(seen.game.legal(seen.view))))
            seen = draft_view(start, f"{seen.draft} {action}".strip())
        if seen.complete:
            await self.club.act(match, person, seen.draft)

    async def decide(self, match: Match, person: NamedPerson) -> None:
        """Let a person decide about flags, leave, offer or answer; mostly they do nothing."""
        rng, matches, key = self.rng, self.club.matches, self.club.keys
        what = rng.random()
        if what < 0.3:
            await matches.clocks.look(match, person.id)
        if any(player.clock.down for player in match.players):
            clocks = matches.clocks
            deed = rng.choice([clocks.take_win, clocks.give, clocks.excuse])
            await self.attempt(deed(key(), match.id, person.id))
        elif what < 0.05:
            await self.attempt(matches.leaving.leave(key(), match.id, person.id))
        elif what < 0.12:
            kinds: list[OfferKind] = ["pause", "time", "draw"]
            await self.attempt(self.club.offer(match, person, rng.choice(kinds)))
        elif match.offer and what < 0.6:
            await self.attempt(self.club.answer(match, person, accept=what < 0.4))

    async def attempt(self, deed: Awaitable[object]) -> None:
        """Do what may be refused."""
        with suppress(Refusal, GameError):
            await deed

    async def minute(self, number: int = 1) -> None:
        """Let a minute or some pass with the bot up."""
        self.club.clock.time += number * MINUTE
        clocks = self.club.matches.clocks
        await clocks.heartbeat(self.now)
        await clocks.due(self.now)
        for person in self.people:
            if self.visits[person.id] <= self.now:
                await self.visit(person)

    async def ping(self) -> None:
        """Send the owed pings, and check that each goes to a player it is about, awake and once."""
        for ping, person in await self.club.matches.pings.owed_pings(self.now):
            wishes = person.preferences
            assert wishes.ping != "none"
            assert not (wishes.quiet_hours and wishes.quiet_hours.cover(self.now))
            assert ping.kind in PINGED_IN_A_MATCH
            assert await self.club.matches.pings.take(ping)
            match = await self.club.matches.match(ping.match)
            seat = match.seat_of(ping.user)
            if seat is None:  # somebody else plays on in their place
                assert ping.kind == "end"
            elif ping.kind == "reminder":
                assert match.players[seat].clock.running
            elif ping.kind == "flag":
                assert any(other.clock.down for other in match.others(seat))
            self.sent[ping.match, ping.user, ping.kind, ping.revision] += 1

    async def punctual(self) -> None:
        """Check that no flag is a minute late while the bot is up."""
        first = "SELECT min(deadline_ms) AS first FROM players"
        (row,) = await databases.read(self.club.url, first)
        assert row["first"] is None or row["first"] > self.now - MINUTE

    async def check(self) -> None:
        """Check all matches that have changed since the last time."""
        rows = await databases.read(self.club.url, "SELECT id, serial FROM matches")
        serials = {str(row["id"]): int(row["serial"]) for row in rows}
        for match in self.matches:
            if self.checked.get(match.id) != serials[match.id]:
                await self.club.check(match.id)
        self.checked = serials
        await self.check_ends()

    async def check_ends(self) -> None:
        """Check that no match that has ended is another one than when it was first found so."""
        now = {
            str(row["id"]): [row | PASSING] for row in await databases.read(self.club.url, ENDED)
        }
        for statement in OF_ENDED:
            for row in await databases.read(self.club.url, statement):
                now.get(str(row["match"]), []).append(row)
        for match, rows in now.items():
            assert self.ends.setdefault(match, repr(rows)) == repr(rows)
        assert self.ends.keys() == now.keys()

    async def restart(self, after_ms: int) -> None:
        """Let the bot go down and come back."""
        clock, keys = self.club.clock, self.club.keys
        await self.club.close()
        clock.time += after_ms
        allowance = self.club.matches.attention.allowance
        self.club = await Club.at(self.club.url, self.rng.randbytes, allowance=allowance)
        self.club.clock.time, self.club.keys = clock.time, keys
