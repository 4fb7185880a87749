"""Killed again and again while strangers are drawn and play by letter: nobody is drawn twice, no
two meet again, no wish is lost, and every letter comes once."""

import asyncio
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations, count

import pytest
import sqlalchemy

from bot.matches.match.match import NOWHERE
from games.clock import HOUR
from tests import databases
from tests.matches.club import Club
from tests.samples import FULL

from .lives import Reborn
from .people import Person, custom_ids, finished, until
from .server import Discord
from .tables import Letters, be_ready
from .test_kills import Player

pytestmark = pytest.mark.slow

KILLS, GUESTS, ROUNDS = (200, 8, 3) if FULL else (12, 6, 3)
"""How often the bot is killed, how many wait or play, and the matches after which one leaves."""
REFUSED = 3
"""One match in so many is turned down."""


class Lobby:
    """People who are ready to play, one match at a time, and the matches they were drawn for."""

    def __init__(self, discord: Discord, bot: Reborn, rng: random.Random) -> None:
        self._discord, self._bot, self._rng = discord, bot, rng
        self._ids = count(400_000)
        self.guests: dict[int, Person] = {}
        self.ready = set[int]()
        """Those who have been told that they are."""
        self.players: dict[str, Player] = {}
        self.unwanted: dict[str, Person] = {}
        """The matches to be turned down, and by whom."""
        self.pairs: dict[str, frozenset[int]] = {}

    def deeds(self) -> Iterator[asyncio.Task[None]]:
        """Let everybody do what they can at the same time."""
        alive, self.pairs = self.alive(), self._drawn()
        drawn = Counter(who for pair in self.pairs.values() for who in pair)
        while len(self.guests) < GUESTS:
            person = Person(self._discord, next(self._ids), "Eve")
            self.guests[person.id] = person
        for id_, person in [*self.guests.items()]:
            if id_ not in self.ready:
                yield asyncio.create_task(self._wish(person, "want"))
            elif drawn[id_] >= ROUNDS and not any(id_ in self.pairs[match] for match in alive):
                yield asyncio.create_task(self._wish(person, "unwish"))
        for match in alive & self.players.keys():
            yield asyncio.create_task(self.players[match].play(self._bot))
        for match in alive & self.unwanted.keys():
            yield asyncio.create_task(self._turn_down(match))

    async def _wish(self, person: Person, deed: str) -> None:
        if deed == "unwish":
            self.ready.discard(person.id)
        asked = await be_ready(person, deed)
        shown = " ".join(custom_ids(asked.message)) if asked.message else ""
        if deed == "want" and ":unwish" in shown:
            self.ready.add(person.id)
        elif deed == "unwish" and ":want" in shown:
            del self.guests[person.id]

    async def _turn_down(self, match: str) -> None:
        press, person = f"m:{match}:0:not_this", self.unwanted[match]
        await finished(await person.press_id(person.own(person.room, press), press))

    def alive(self) -> set[str]:
        """List the matches that are open or run."""
        query = "SELECT id FROM matches WHERE phase IN ('open', 'playing')"
        return {match for (match,) in self._bot.stored(query)}

    def look(self) -> None:
        """See what has come of everything, and that the draws are in order."""
        for player in self.players.values():
            player.look(self._bot)
        self.pairs = self._drawn()
        assert self.pairs.keys() == {id_ for (id_,) in self._bot.stored("SELECT id FROM matches")}
        assert {len(pair) for pair in self.pairs.values()} <= {2}
        assert len({*self.pairs.values()}) == len(self.pairs), "two have met again"
        wishes = {person for (person,) in self._bot.stored("SELECT person FROM wishes")}
        assert self.ready <= wishes <= self.guests.keys()
        playing = Counter(person for match in self.alive() for person in self.pairs[match])
        assert {*playing.values()} <= {1}, "somebody plays more than they wished for"

    def sit_down(self) -> None:
        """Let people play, or not want to, what has begun."""
        for match, (host, guest) in self._seats().items():
            if match in self.players or match in self.unwanted:
                continue
            table = Letters(self._discord, host, guest, len(self.pairs), NOWHERE)
            table.sit_at(match)
            if self._rng.randrange(REFUSED):
                self.players[match] = Player(table)
            else:
                self.unwanted[match] = self._rng.choice((host, guest))

    def _seats(self) -> dict[str, list[Person]]:
        seats = defaultdict[str, list[Person]](list)
        rows = self._bot.stored("SELECT match, person FROM players ORDER BY match, seat")
        for match, person in rows:
            seats[match].append(Person(self._discord, person, "Eve"))
        return seats

    async def draw(self) -> None:
        """Wait until all are drawn who can be, and their matches begun."""
        await until(lambda: not self.left_over())
        query = "SELECT 1 FROM matches WHERE phase = 'open'"
        await until(lambda: not self._bot.stored(query))
        self.sit_down()

    def left_over(self) -> list[frozenset[int]]:
        """List the pairs of those who are ready, play nothing, and have not met."""
        alive, drawn = self.alive(), self._drawn()
        busy = {person for match in alive for person in drawn[match]}
        pairs = map(frozenset, combinations(self.ready - busy, 2))
        return [pair for pair in pairs if pair not in drawn.values()]

    def _drawn(self) -> dict[str, frozenset[int]]:
        """Return who was drawn for each match."""
        drawn = defaultdict[str, set[int]](set)
        for match, person in self._bot.stored("SELECT match, person FROM pairings"):
            drawn[match].add(person)
        return {match: frozenset(people) for match, people in drawn.items()}


async def pass_an_hour(url: str) -> None:
    """Put the times of the lobby back by an hour, past the bot."""
    names = ("since_ms", "pressed_ms", "paired_ms")
    earlier = ", ".join(f"{name} = {name} - {HOUR}" for name in names)
    async with databases.connected(url) as connection:
        for statement in (
            f"UPDATE wishes SET {earlier}",  # noqa: S608
            f"UPDATE pairings SET hour = -hour, since_ms = since_ms - {HOUR}",  # noqa: S608
            "UPDATE pairings SET hour = -hour - 1",  # in two steps, since hours are keys
        ):
            await connection.execute(sqlalchemy.text(statement))
        await connection.commit()


async def test_strangers_are_drawn_once_and_no_wish_turn_or_letter_is_lost_or_doubled(
    discord: Discord, reborn: Reborn
) -> None:
    rng = random.Random(1)
    discord.heeds_nonces = False
    lobby = Lobby(discord, reborn, rng)
    await asyncio.gather(*lobby.deeds())
    await reborn.kill()
    await reborn.start()
    await lobby.draw()
    for _ in range(KILLS):
        doing = [*lobby.deeds()]
        await asyncio.sleep(rng.choice((rng.uniform(0, 1), rng.uniform(2, 3.5))))
        await reborn.kill()
        for task in doing:
            task.cancel()
        for end in await asyncio.gather(*doing, return_exceptions=True):
            assert end is None or isinstance(end, asyncio.CancelledError), end
        lobby.look()
        lobby.sit_down()
        await pass_an_hour(reborn.url)
        await reborn.start()
    await lobby.draw()
    club = await Club.at(reborn.url)
    for player in lobby.players.values():
        await player.check(reborn, club)
    await club.close()
    assert discord.twice() == []
    assert await reborn.stop() == 0
    lobby.look()
    assert any(player.acknowledged for player in lobby.players.values())
