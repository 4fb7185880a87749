"""A club evening for tests: a real database, a clock set by hand, keys that never repeat."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, fields, replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from bot.matches.acts.opening import Proposal
from bot.matches.ledger import Messages, Snapshot
from bot.matches.machines.thinkers import Thinkers
from bot.matches.match.allowance import Limits
from bot.matches.match.choices import draft_view
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match, Options
from bot.matches.match.messages import CARD, COMMITMENT, PostedMessage, proving
from bot.matches.match.players import NamedPerson, Offer, OfferKind, Substitute, Who
from bot.matches.match.reader_view import ReaderView
from bot.matches.match.refusals import Refusal
from bot.matches.match.shards import WHOLE, Shards
from bot.matches.service import Matches
from bot.matches.upkeep.audit import Unchecked
from games.core import AnyRules, Entry, Event, GameError, Seat
from games.records.record import SeatChoice
from games.rulebook import RULES
from tests import databases
from tests.databases import Row
from tests.laws.toys.cups import CUPS_RULES
from tests.laws.toys.quartet import QUARTET_RULES

ANN, BOB = NamedPerson(1 << 62, "Ann"), NamedPerson(202, "Bob")
CID, DAN = NamedPerson(303, "Cid"), NamedPerson(404, "Dan")
FIRST, SECOND = Seat(0), Seat(1)
GUILD, CHANNEL, THREAD = 7, 1000, 2000
SPRING = 1_774_440_000_000
"""Some days before the clocks of Europe go forward in 2026."""
_QUARTET = QUARTET_RULES.game
_SHOWN = replace(_QUARTET, info=replace(_QUARTET.info, id="quartet-shown", private=False))
TOYS: tuple[AnyRules, ...] = (CUPS_RULES, QUARTET_RULES, replace(QUARTET_RULES, game=_SHOWN))
"""The last one as if no seat saw more than another."""
RULEBOOK: dict[str, AnyRules] = {**RULES, **{toy.game.info.id: toy for toy in TOYS}}
FOR_TWO = sorted(name for name, rules in RULEBOOK.items() if rules.game.info.seats == 2)
WANTED: dict[SeatChoice, tuple[Seat | None, ...]]
WANTED = {"first": (FIRST,), "second": (SECOND,), "random": ()}
LOG = "SELECT * FROM log WHERE match = :it ORDER BY revision"


GENEROUS = Limits(*[1000] * len(fields(Limits)))
"""So much that nobody in a test causes too much, unless the test is about that."""


@dataclass
class Clock:
    """The time of day, set by hand."""

    time: int = 1_000_000

    def __call__(self) -> int:
        return self.time


@dataclass
class Gossip:
    """A follower that remembers all it sees."""

    heard: list[Snapshot] = field(default_factory=list)

    async def reconcile(self, now: Snapshot, messages: Messages) -> Event | None:
        self.heard.append(now)
        return None


@dataclass
class Club:
    """The service over a real database."""

    matches: Matches
    url: str
    clock: Clock
    gossip: Gossip
    keys: Callable[[], int] = field(default_factory=lambda: count(10_000).__next__)

    @classmethod
    async def at(
        cls,
        url: str,
        entropy: Callable[[int], bytes] | None = None,
        thinkers: Thinkers | None = None,
        allowance: Limits = GENEROUS,
        shards: Shards = WHOLE,
    ) -> Club:
        """Open a club in a database, with the same lots every time unless given others."""
        entropy = entropy or random.Random("lots").randbytes
        clock, gossip = Clock(), Gossip()
        matches = await Matches.open(
            url,
            now=clock,
            entropy=entropy,
            rulebook=RULEBOOK,
            thinkers=thinkers,
            allowance=allowance,
            shards=shards,
        )
        matches.followers.add(gossip)
        return cls(matches, url, clock, gossip)

    async def watched(self, match: MatchId) -> Snapshot:
        """Return a match as its followers see it."""
        await self.matches.followers.reconcile(match)  # what is under way may have been read before
        self.gossip.heard.clear()
        await self.matches.followers.reconcile(match)
        return self.gossip.heard[-1]

    async def post_card(self, match: Match) -> None:
        """Post the card of an open match in its channel, and its commitment."""
        for audience in (CARD, proving({COMMITMENT: 0})):
            posted = PostedMessage(match.id, audience, match.terms.channel, self.keys())
            await self.matches.show(posted)

    async def close(self) -> None:
        await self.matches.close()

    async def followed(self) -> list[MatchId]:
        """List the matches that have been followed since the last call."""
        await self.matches.followers.close()
        followed = [snapshot.match.id for snapshot in self.gossip.heard]
        self.gossip.heard.clear()
        return followed

    # ------------------------------------------------------------------ playing

    async def open(
        self,
        game: str = "murus",
        opponent: Who | None = BOB,
        *others: Who | None,
        host: NamedPerson = ANN,
        seat: SeatChoice = "first",
        channel: int = CHANNEL,
        key: int | None = None,
        **options: Any,
    ) -> Match:
        invited, chosen = (opponent, *others), Options(**options)
        proposal = Proposal(game, host, invited, GUILD, channel, chosen, WANTED[seat])
        return await self.matches.opening.open(self.keys() if key is None else key, proposal)

    async def join(self, match: Match, *people: NamedPerson) -> Match:
        """Return the match after these have accepted, one after the other."""
        for person in people:
            match = await self.matches.opening.join(self.keys(), match.id, person)
        return match

    async def begin(self, game: str = "murus", **options: Any) -> Match:
        """Begin a match; with the default options Ann is seat 0 and Bob seat 1."""
        return await self.join(await self.open(game, **options), BOB)

    async def act(
        self,
        match: Match,
        person: NamedPerson,
        text: str,
        revision: int | None = None,
        *,
        key: int | None = None,
    ) -> ReaderView:
        """Play a whole turn, confirmed beforehand."""
        key = self.keys() if key is None else key
        playing = self.matches.playing
        done = await playing.try_turn(key, match.id, person.id, text, revision, confirmed=True)
        assert done.outcome == "played"
        return done.seen

    async def turn(self, match: Match, rng: random.Random) -> tuple[NamedPerson, str]:
        """Choose a player who is to act, and a random whole turn of theirs."""
        current = await self.matches.match(match.id)
        person = current.players[rng.choice(sorted(current.to_act))].human
        start = seen = await self.matches.see(match.id, person.id)
        while not seen.complete:
            action = seen.game.format(rng.choice(list(seen.game.legal(seen.view))))
            seen = draft_view(start, f"{seen.draft} {action}".strip())
        return person, seen.draft

    async def step(self, match: Match, rng: random.Random) -> ReaderView:
        """Play a random whole turn."""
        return await self.act(match, *await self.turn(match, rng))

    async def steps(self, match: Match, turns: int, rng: random.Random) -> Match:
        """Play so many random whole turns."""
        for _ in range(turns):
            match = (await self.step(match, rng)).match
        return match

    async def finish(self, match: Match, rng: random.Random) -> Match:
        """Play on by chance to the end."""
        while match.running:
            match = (await self.step(match, rng)).match
        return match

    async def ready(self, match: Match, *people: NamedPerson, layout: str = "fortress") -> Match:
        """Return the match after these have taken a layout and sealed it."""
        for person in people:
            await self.matches.setting_up.lay(match.id, person.id, layout)
            await self.matches.setting_up.ready(self.keys(), match.id, person.id)
        return await self.matches.match(match.id)

    async def answer(self, match: Match, *people: NamedPerson, accept: bool = True) -> Match:
        """Return the match after these have answered the offer that stands."""
        offer = (await self.matches.match(match.id)).offer
        assert offer
        asked = (offer.kind, accept, offer.revision, offer.seat, offer.substitute)
        for person in people:
            match = await self.matches.offers.answer(self.keys(), match.id, person.id, *asked)
        return match

    async def resign(self, match: Match, person: NamedPerson) -> Match:
        return (await self.matches.playing.resign(self.keys(), match.id, person.id)).match

    async def offer(
        self,
        match: Match,
        person: NamedPerson,
        kind: OfferKind,
        substitute: Substitute | None = None,
    ) -> Match:
        offers = self.matches.offers
        return await offers.offer(self.keys(), match.id, person.id, kind, substitute)

    async def take_back(self, match: Match, asking: NamedPerson, granting: NamedPerson) -> Match:
        await self.offer(match, asking, "takeback")
        return await self.answer(match, granting)

    async def take(self, match: Match, person: NamedPerson, offer: Offer) -> Match:
        """Return the match after somebody has taken a seat that is offered."""
        return await self.matches.offers.take(self.keys(), match.id, person, offer)

    async def verified(self, match: Match) -> bool:
        return await self.matches.evidence.verify(match.id) == ()

    # ------------------------------------------------------- past the service

    @property
    def path(self) -> Path:
        """The file of the club."""
        return Path(make_url(self.url).database or "")

    async def run(self, *statements: str) -> None:
        await databases.run(self.url, *statements)

    async def rows(self) -> dict[str, list[Row]]:
        return await databases.rows(self.url)

    async def row(self, match: MatchId) -> Row:
        """Read a match as its table has it, secrets included."""
        (found,) = await databases.read(self.url, "SELECT * FROM matches WHERE id = :it", it=match)
        return found

    async def log(self, match: MatchId) -> list[Entry]:
        lines = await databases.read(self.url, LOG, it=match)
        assert [row["revision"] for row in lines] == list(range(1, len(lines) + 1))
        return [Entry(row["kind"], row["seat"], row["text"]) for row in lines]

    async def check(self, match: MatchId) -> Match:
        """Return the match; check that log, position, clocks and all that is noted agree."""
        told = await self.matches.checking.match(match)
        assert all(isinstance(unchecked, Unchecked) for unchecked in told), told
        found = await self.matches.match(match)
        assert found.running == bool(found.to_act)
        return found


async def refused(asked: Awaitable[object]) -> Event:
    """Return what says why this is refused."""
    with pytest.raises((Refusal, GameError)) as refusal:
        await asked
    return refusal.value.event


async def refusal(asked: Awaitable[object]) -> str:
    """Return the code by which this is refused."""
    return (await refused(asked)).code


def reason(match: Match) -> str | None:
    """Return why a match has ended, if it has."""
    outcome = match.stand.outcome
    return outcome.reason if outcome else None
