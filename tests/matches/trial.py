"""A season in which it is noted who causes what, and in which honest people meet others."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.matches.acts.opening import Proposal
from bot.matches.match.match import Match
from bot.matches.match.players import NamedPerson
from bot.matches.match.refusals import Refusal
from games.clock import PACES

from .club import CHANNEL, GUILD, RULEBOOK
from .dealings import Dealings
from .season import Season


@dataclass
class Trial(Season):
    """A season with rogues among the people, and all they cause."""

    dealings: Dealings = field(kw_only=True)
    rogues: list[NamedPerson] = field(default_factory=list)
    actor: int = 0
    """The person behind the next interaction."""
    actors: dict[int, int] = field(default_factory=dict)
    """The people behind all interactions, by their keys."""

    def __post_init__(self) -> None:
        number = self.club.keys

        def key() -> int:
            made = number()
            self.actors[made] = self.actor
            return made

        self.club.keys = key

    async def open(self) -> None:
        """Open a match for people who mostly accept at once; some places are for anybody."""
        rng, number = self.rng, len(self.matches)
        info = RULEBOOK[rng.choice(sorted(RULEBOOK))].game.info
        pace = rng.choice([*PACES, "1d", "quick", "quick"])
        players = rng.sample(self.people, info.seats)
        if rng.random() < 0.7:
            players[rng.randrange(info.seats)] = rng.choice(self.rogues)
        host, *others = players
        invited = [None if rng.random() < 0.2 else one for one in others]
        strict = rng.random() < 0.2 and not info.lapses and pace != "none"
        proposal = Proposal(
            info.id, "", host, tuple(invited), GUILD, CHANNEL + number, pace=pace, strict=strict
        )
        self.actor = host.id
        try:
            match = await self.club.matches.opening.open(self.club.keys(), proposal)
        except Refusal:
            return
        self.matches.append(match)
        await self.club.post_card(match)
        for one in filter(None, invited):
            if rng.random() < 0.9:
                self.actor = one.id
                await self.attempt(self.club.join(match, one))

    async def visit(self, person: NamedPerson) -> None:
        """Answer challenges, take an open seat now and then, and play."""
        rng, opening = self.rng, self.club.matches.opening
        self.actor = person.id
        listed = await self.club.matches.listed(person.id, "turn", None, 100)
        asked = [one for one in listed if person in one.called]
        for match in asked:
            lot = rng.random()
            if lot < 0.6:
                await self.attempt(self.club.join(match, person))
            elif lot < 0.8:
                await self.attempt(opening.decline(self.club.keys(), match.id, person.id))
        if rng.random() < 0.2:
            for match in await self.club.matches.listed(person.id, "open", None, 1, guild=GUILD):
                await self.attempt(self.club.join(match, person))
        await super().visit(person)

    async def decide(self, match: Match, person: NamedPerson) -> None:
        """Agree to most of what others offer."""
        await super().decide(match, person)
        offer, rng = match.offer, self.rng
        if offer and rng.random() < 0.6:
            asked = (offer.kind, True, offer.revision, offer.seat, offer.substitute)
            answer = self.club.matches.offers.answer
            await self.attempt(answer(self.club.keys(), match.id, person.id, *asked))
