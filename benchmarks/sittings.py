"""Matches of any game on the wire, of people alone or against computers, one after the other."""

import asyncio
import random
import sqlite3
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from games.core import Seat, View
from games.library import GAMES
from games.rulebook import RULES
from players.core import Budget
from players.library import RANDOM
from tests.patience import PATIENCE_S
from tests.wire.people import Person, finished
from tests.wire.process import Bot
from tests.wire.server import Discord
from tests.wire.things import CHANNEL, Json
from tests.wire.world import Asked

GUESTS = ("opponent", "partner", "opponent2")
STARVED_S = 120.0
"""Far more seconds than any answer takes, whatever else the machine does."""
LOOK_S = 0.25
"""The seconds between two looks whether a computer has moved."""
GLANCES, GIVEN_UP = 8, 150
"""How many turns there are for each look at one's own board, and for each resignation."""
THEMES = ("dark", "light", "contrast")
MATCH = "SELECT match FROM players WHERE person = ?"
STOOD = (
    "SELECT phase, revision, turns, position, home, seat, person FROM matches"
    " LEFT JOIN players ON match = id AND acting AND person IS NOT NULL WHERE id = ?"
)
"""A match with each of the people who are to act in it, read at once: computers play meanwhile."""


@dataclass
class Sitting:
    """A place where one match after the other is played, each of other people and another game.

    Whatever is to be known of a match is read from the bot's database.
    """

    discord: Discord
    bot: Bot
    number: int
    alone: bool
    """Tells whether one person plays against computers of the lowest level."""
    done: Counter[str] = field(default_factory=Counter)
    """What has been done here: turns, refusals, matches by game."""

    def __post_init__(self) -> None:
        self._rng = random.Random(self.number)
        self._database = sqlite3.connect(self.bot.database)
        self._match = ""
        self._people: dict[int, Person] = {}

    async def play(self) -> None:
        """Play match after match until cancelled."""
        over = ""
        await asyncio.sleep(self.number / 2)  # not all begin while the first tiles are painted
        for round_ in range(self.number, 1 << 30):
            game = list(GAMES)[round_ % len(GAMES)]
            turns = self.done["turns"]
            try:
                await self._open(game, THEMES[round_ % len(THEMES)])
            except TimeoutError:  # on a busy machine: others try
                self.done["late"] += 1
                continue
            while await self._turn(game, turns):
                pass
            self.done[game] += 1
            before, over = over, self._match
            if before:  # of the last one, messages may be on the way
                self.discord.forget(before)

    async def _open(self, game: str, theme: str) -> None:
        """Begin a match, whose host has chosen a theme for their own boards."""
        seats = GAMES[game].info.seats
        base = 1_000_000 * (1 + self.number) + 10 * self.done.total()
        people = [Person(self.discord, base + n, f"P{n}") for n in range(seats)]
        self._people = {person.id: person for person in people}
        host, *guests = people
        options: dict[str, Any] = dict(zip(GUESTS, guests, strict=False))
        if self.alone:
            options = {"level": "1"}
        card = await host.slash(CHANNEL, "match new", game=game, **options)
        panel = await host.slash(CHANNEL, "match settings")
        await host.choose(_shown(panel), "set:theme", theme)
        for guest in () if self.alone else guests:
            await guest.press(_shown(card), "join")
        async with asyncio.timeout(PATIENCE_S):
            while not (found := self._read(MATCH, host.id)):  # noqa: ASYNC110 - as `until`
                await asyncio.sleep(LOOK_S)
        self._match = found[0][0]

    async def _turn(self, game: str, before: int) -> bool:
        """Let somebody who is to act do so, or wait for those who are; False at the end."""
        stood = self._rng.choice(self._read(STOOD, self._match))
        phase, revision, turns, position, home, seat, person = stood
        self.done["turns"] = before + turns
        if phase in ("over", "called_off"):
            return False
        if not home or person is None:
            await asyncio.sleep(LOOK_S)
            return True
        who, rules = self._people[person], RULES[game]
        try:
            await self._act(who, home, game, revision, rules.view(rules.load(position), Seat(seat)))
        except TimeoutError:  # on a busy machine: they look again
            self.done["late"] += 1
        return True

    async def _act(self, who: Person, home: int, game: str, revision: int, view: View) -> None:
        """Take a turn, or resign."""
        if not view.free and not self._rng.randrange(GIVEN_UP):
            sure = await who.slash(home, "match resign")
            verb = "leave" if GAMES[game].info.teams else "resign"
            with suppress(LookupError):  # the match is over by now
                await who.press(_shown(sure), verb)
            return
        if not self._rng.randrange(GLANCES):
            await self._pressed(who, home, f"m:{self._match}:{revision}:mine:")
        turn = RANDOM[game](view, (view,), Budget(1), self._rng.getrandbits(32)).text
        await self._pressed(who, home, f"m:{self._match}:{revision}:go:{turn}")
        if self._read(STOOD, self._match)[0][1] == revision:
            self.done["refused"] += 1

    async def _pressed(self, who: Person, home: int, custom_id: str) -> None:
        asked = await who.press_id(who.own(home, custom_id), custom_id)
        await finished(asked, STARVED_S)

    def _read(self, query: str, key: object) -> list[Any]:
        return self._database.execute(query, (key,)).fetchall()


def _shown(asked: Asked) -> Json:
    """Return the message that answers. Raises TimeoutError if the answer came too late."""
    if asked.message is None:
        raise TimeoutError
    return asked.message
