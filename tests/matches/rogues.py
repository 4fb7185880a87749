"""Somebody in a season who wants more than the rules give, and what they can do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from bot.matches.match.match import Match, Where
from bot.matches.match.players import NamedPerson, Offer, OfferKind, Player, Substitute, Who
from bot.matches.match.refusals import Refusal
from games.clock import PaceName
from games.core import GameError

from .trial import Trial

T = TypeVar("T")

LEFT: PaceName = "1d"
"""Matches of this pace are left to run out."""


@dataclass
class Rogue:
    """Somebody with a wile, a friend who goes along with everything, and honest people to meet."""

    season: Trial
    person: NamedPerson
    wile: Wile
    place: int
    """A channel in which nobody else begins matches; there are some after it."""
    friend: NamedPerson = field(init=False)

    # ------------------------------------------------------------ what one can do

    def key(self, who: NamedPerson | None = None) -> int:
        """Make the key of an interaction of theirs, or of a friend's."""
        self.season.actor = (who or self.person).id
        return self.season.club.keys()

    async def tries(self, deed: Awaitable[T]) -> T | None:
        """Do something; count whether it was refused, and how."""
        dealings, name = self.season.dealings, self.wile.__name__
        try:
            done = await deed
        except (Refusal, GameError) as refused:
            dealings.refused[name, str(refused.event.code)] += 1
            return None
        dealings.done[name] += 1
        return done

    def victim(self) -> NamedPerson:
        """Choose whom to annoy; often it is the same person."""
        rng, people = self.season.rng, self.season.people
        return people[self.place % len(people)] if rng.random() < 0.4 else rng.choice(people)

    async def card(
        self,
        opponent: Who | None,
        *,
        game: str = "murus",
        pace: PaceName = "normal",
        where: Where = "thread",
    ) -> Match | None:
        """Open a match and post its card."""
        club = self.season.club
        self.key()
        made = await self.tries(
            club.open(game, opponent, host=self.person, channel=self.place, where=where, pace=pace)
        )
        if made:
            await club.post_card(made)
        return made

    async def begin(self, **terms: Any) -> Match | None:
        """Begin a match with a friend, who accepts at once."""
        made = await self.card(self.friend, **terms)
        return made and await self.joins(self.friend, made)

    async def joins(self, who: NamedPerson, match: Match) -> Match | None:
        """Take a place in a match."""
        return await self.tries(self.season.club.matches.opening.join(self.key(who), match.id, who))

    async def offers(
        self,
        match: Match,
        kind: OfferKind,
        substitute: Substitute | None = None,
        who: NamedPerson | None = None,
    ) -> Offer | None:
        """Offer something."""
        who, offers = who or self.person, self.season.club.matches.offers
        made = await self.tries(offers.offer(self.key(who), match.id, who.id, kind, substitute))
        return made.offer if made else None

    async def running(self, who: NamedPerson | None = None) -> list[Match]:
        """List the matches they play in, those that wait for them first."""
        matches = self.season.club.matches
        found = await matches.listed((who or self.person).id, "mine", None, 100)
        return [match for match in found if match.running]

    async def ended(self) -> list[Match]:
        """List their ended matches; lose one against the friend if there is none, and some more."""
        matches = self.season.club.matches
        ended = list(await matches.listed(self.person.id, "finished", None, 20))
        playing = [one for one in await self.running() if one.terms.pace != LEFT]
        lost = playing if ended else [await self.begin()]
        for match in filter(None, lost):
            if not ended or self.season.rng.random() < 0.2:
                await self.tries(matches.playing.resign(self.key(), match.id, self.person.id))
        return ended

    async def plays(self, match: Match, who: NamedPerson | None = None) -> None:
        self.key(who)
        await self.tries(self.season.play(match, who or self.person))

    def own(self, match: Match) -> Player:
        return match.player_of(self.person.id)

    async def visit(self) -> None:
        """Play some turns, and try what they are after."""
        for match in await self.running():
            left = match.terms.pace == LEFT
            if self.own(match).acting and not left and self.season.rng.random() < 0.4:
                await self.plays(match)
        for match in await self.running(self.friend):
            if match.seat_of(self.person.id) is not None and match.offer:
                await self.obliged(match)
        await self.wile(self)

    async def obliged(self, match: Match) -> None:
        """Let the friend agree to whatever is offered."""
        offer, offers = match.offer, self.season.club.matches.offers
        if offer and match.seat_of(self.friend.id) not in (None, offer.seat):
            key, asked = self.key(self.friend), (offer.kind, True, offer.revision, offer.seat)
            await self.tries(offers.answer(key, match.id, self.friend.id, *asked, offer.substitute))


Wile: TypeAlias = Callable[[Rogue], Awaitable[None]]
