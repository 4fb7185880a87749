"""A player in a match of Murus against the computer, on the wire."""

import asyncio
import random
from typing import Any

from games.core import Entry, Over, Seat
from games.replay import Course
from games.rulebook import RULES
from players.core import turn_seed
from players.library import PLAYERS
from tests.patience import PATIENCE_S

from .people import Person, until
from .process import Bot
from .server import Discord
from .things import CHANNEL
from .world import Asked

MURUS = RULES["murus"]
OWN = Seat(0)
SECRETS = "SELECT seed, salt FROM matches WHERE id = ?"


class Alone:
    """A person who moves first, and reads the computer's moves from the log."""

    def __init__(self, discord: Discord, bot: Bot, number: int, level: int) -> None:
        self.person = Person(discord, 300_000 + number, "Eve")
        self._bot = bot
        self._level = level
        self._rng = random.Random(number)
        self.match = ""
        self.home = 0

    async def open(self) -> None:
        """Begin the match at once."""
        await self.person.post(CHANNEL, "murus", level=self._level, seat="first")
        mine = "SELECT match, home FROM players, matches WHERE match = id AND person = ?"
        async with asyncio.timeout(PATIENCE_S):
            while not self.home:
                for match, home in self._bot.stored(mine, self.person.id):
                    self.match, self.home = match, home or 0
                await asyncio.sleep(0.05)

    @property
    def log(self) -> list[Entry]:
        """The entries that stand."""
        rows = self._bot.stored(
            "SELECT kind, seat, text FROM log WHERE match = ? ORDER BY revision", self.match
        )
        return [Entry(kind, seat, words) for kind, seat, words in rows]

    @property
    def course(self) -> Course[Any, Any, Any]:
        return Course(MURUS, "", self.log)

    @property
    def waits(self) -> bool:
        """Tell whether the computer is to move."""
        query = "SELECT count(*) FROM players WHERE match = ? AND acting AND seat <> ?"
        return bool(self._bot.stored(query, self.match, OWN)[0][0])

    @property
    def over(self) -> bool:
        return isinstance(MURUS.turn(self.course.state), Over)

    async def press(self) -> Asked | None:
        """Take some turn without waiting for the answer; None if the computer is to move."""
        log = self.log
        legal = MURUS.game.legal(MURUS.view(Course(MURUS, "", log).state, OWN))
        if not legal:
            return None
        action = self._rng.choice(legal)
        custom_id = f"m:{self.match}:{len(log)}:go:{MURUS.game.format(action)}"
        return await self.person.press_id(self.person.own(self.home, custom_id), custom_id)

    async def answered(self) -> None:
        """Wait until the computer has moved."""
        await until(lambda: not self.waits)

    def check(self) -> int:
        """Check that each of the computer's turns stands once, as its seed asks, and count them. It
        takes as long as the computer took, and nothing else is answered meanwhile."""
        log, turns = self.log, 0
        (seed, salt), *_ = self._bot.stored(SECRETS, self.match)
        course: Course[Any, Any, Any] = Course(MURUS, "")
        for revision, entry in enumerate(log):
            if entry.kind == "act" and entry.seat != OWN:
                assert entry.seat is not None
                past = course.views(entry.seat)
                chance = turn_seed(seed, self.match, salt, entry.seat, revision)
                budget = PLAYERS["murus"].budget(past[-1], self._level)
                turns += 1
                assert PLAYERS["murus"].choose(past[-1], past, budget, chance).text == entry.text
            course.follow(entry)
        return turns
