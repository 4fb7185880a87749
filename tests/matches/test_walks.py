"""Whatever people do, in whatever order, a match stays sound."""

import asyncio
import random
from contextlib import suppress
from itertools import count

from bot.matches.match.match import Match
from bot.matches.match.players import OFFERS, NamedPerson
from bot.matches.match.refusals import Refusal
from games.core import GameError
from games.records.record import write
from games.records.verify import verify
from tests.databases import BOTH
from tests.records import errors

from .club import ANN, BOB, CHANNEL, CID, FOR_TWO, RULEBOOK, Club

PEOPLE = (ANN, BOB, CID)
DEEDS = ("open", "join", "decline", "cancel", "act", "act", "act", "act", "offer", "answer")
MOST_ROUNDS = 400
RARE = ("resign", "rematch", "home", "repeat")


class Evening:
    """Three people do random things in `matches`."""

    def __init__(self, club: Club, rng: random.Random) -> None:
        self.club = club
        self.rng = rng
        self.matches: list[Match] = []
        self.key = 0

    async def deed(self, name: str) -> None:
        self.key = key = self.key if name == "repeat" else self.club.keys()
        name = self.rng.choice(DEEDS) if name == "repeat" else name
        who = self.rng.choice(PEOPLE)
        with suppress(Refusal, GameError):
            if name == "open" or not self.matches:
                await self.open(key, who)
            else:
                await self.change(name, key, who, self.rng.choice(self.matches))

    async def open(self, key: int, who: NamedPerson) -> None:
        match = await self.club.open(
            self.rng.choice(FOR_TWO),
            self.rng.choice([None, *PEOPLE]),
            host=who,
            seat=self.rng.choice(["first", "second", "random"]),
            channel=self.rng.randrange(3),
            where=self.rng.choice(["thread", "here"]),
            key=key,
        )
        self.matches.append(match)

    async def change(self, name: str, key: int, who: NamedPerson, match: Match) -> None:
        service, kind = self.club.matches, self.rng.choice(OFFERS)
        match name:
            case "join":
                await service.opening.join(key, match.id, who)
            case "decline":
                await service.opening.decline(key, match.id, who.id)
            case "cancel":
                await service.opening.cancel(key, match.id, who.id)
            case "rematch":
                self.matches.append(await service.opening.rematch(key, match.id, who, CHANNEL))
            case "act":
                await self.act(key, who, match)
            case "offer":
                await service.offers.offer(key, match.id, who.id, kind)
            case "answer":
                standing = (await service.match(match.id)).offer
                revision = standing.revision if standing else 0
                accept = self.rng.random() < 0.5
                await service.offers.answer(key, match.id, who.id, kind, accept, revision)
            case "resign":
                await service.playing.resign(key, match.id, who.id)
            case "home":
                await service.opening.live_in(match.id, 1 + self.rng.randrange(6))

    async def act(self, key: int, who: NamedPerson, match: Match) -> None:
        draft = ""
        while not (seen := await self.club.matches.see(match.id, who.id, draft)).complete:
            actions = list(seen.game.legal(seen.view))
            if not actions:
                return
            draft = f"{seen.draft} {seen.game.format(self.rng.choice(actions))}".strip()
        await self.club.act(match, who, draft, seen.match.stand.revision, key=key)

    async def phases(self) -> set[str]:
        """Return the phases of all matches."""
        return {(await self.club.matches.match(match.id)).stand.phase for match in self.matches}

    async def check(self) -> None:
        """Check what must hold whatever has happened."""
        homes = []
        for name in {match.id for match in self.matches}:
            match = await self.club.matches.match(name)
            await self.club.check(name)
            assert match.begun == (match.terms.salt is not None)
            alive = match.running or match.stand.phase == "open"
            if alive and match.home is not None:
                homes.append(match.home)
            if match.stand.outcome:
                record = await self.club.matches.evidence.record(name)
                assert verify(record, RULEBOOK) == ()
                assert errors(write(record)) == []
        assert len(homes) == len(set(homes))


@BOTH
async def test_a_long_evening_with_many_at_once_leaves_sound_matches(club: Club) -> None:
    evening = Evening(club, random.Random(7))
    for rounds in count():
        assert rounds < MOST_ROUNDS, "not every kind of end comes about"
        if rounds >= 40 and {"over", "playing", "called_off"} <= await evening.phases():
            break
        deeds = evening.rng.choices([*DEEDS, *RARE], k=12)
        await asyncio.gather(*map(evening.deed, deeds))
    await evening.check()
