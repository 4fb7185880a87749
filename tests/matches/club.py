"""A club evening for tests: a store in a file, a clock and lots set by hand, fresh keys."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from bot.matches.model import Match, MatchId, Player, SeatChoice, Seen, Where
from bot.matches.service import Matches
from bot.matches.store.rows import Stored
from bot.matches.store.store import Store
from bot.matches.store.tables import METADATA
from games.core import Act, AnyRules, Entry, Seat
from games.replay import Course
from games.rulebook import RULES
from tests.laws.toys.cups import CUPS_RULES

ANN, BOB, CID = Player(1 << 62, "Ann"), Player(202, "Bob"), Player(303, "Cid")
FIRST, SECOND = Seat(0), Seat(1)
GUILD, CHANNEL, THREAD = 7, 1000, 2000
RULEBOOK: dict[str, AnyRules] = {**RULES, CUPS_RULES.game.info.id: CUPS_RULES}


@dataclass
class Club:
    """The service over a real file; `told` collects what it says has changed."""

    store: Store
    path: Path
    time: int = 1_000_000
    told: list[MatchId] = field(default_factory=list)
    keys: Callable[[], int] = field(default_factory=lambda: count(10_000).__next__)
    lots: Callable[[int], bytes] = field(default_factory=lambda: random.Random("lots").randbytes)

    def __post_init__(self) -> None:
        self.matches = Matches(self.store, lambda: self.time, self.lots, RULEBOOK)
        self.matches.changed = self.told.append

    async def open(
        self,
        game: str = "murus",
        opponent: Player | None = BOB,
        *,
        host: Player = ANN,
        seat: SeatChoice = "first",
        channel: int = CHANNEL,
        where: Where = "thread",
        variant: str = "",
        key: int | None = None,
        rematch_of: MatchId | None = None,
    ) -> Match:
        return await self.matches.open(
            self.keys() if key is None else key,
            host,
            game,
            variant,
            opponent,
            seat,
            GUILD,
            channel,
            where,
            rematch_of,
        )

    async def begin(self, game: str = "murus", **options: Any) -> Match:
        """A running match; with the default options Ann is seat 0 and Bob seat 1."""
        card = await self.open(game, **options)
        return await self.matches.join(self.keys(), card.id, BOB)

    async def step(self, match: Match, rng: random.Random) -> Seen:
        """A random whole turn by somebody who is to act."""
        current = await self.matches.match(match.id)
        player = current.seats[rng.choice(sorted(current.to_act))]
        assert player
        draft = ""
        seen = await self.matches.see(match.id, player.id)
        while not seen.complete:
            draft = f"{draft} {rng.choice(seen.choices).text}".strip()
            seen = await self.matches.see(match.id, player.id, draft)
        return await self.matches.act(self.keys(), match.id, player.id, draft, current.revision)

    async def finish(self, match: Match, rng: random.Random) -> Match:
        """Play on by chance to the end."""
        while match.status == "running":
            match = (await self.step(match, rng)).match
        return match

    async def stored(self, match: MatchId) -> Stored:
        found = await self.store.load(match)
        assert found
        return found

    async def log(self, match: MatchId) -> list[Entry]:
        return [line.entry for line in await self.store.lines(match)]

    def rows(self) -> dict[str, list[Any]]:
        """All that is in the file, table by table."""
        with closing(sqlite3.connect(self.path)) as connection:
            return {
                name: sorted(connection.execute(f'SELECT * FROM "{name}"'), key=repr)  # noqa: S608
                for name in METADATA.tables
            }

    async def check(self, match: MatchId) -> None:
        """The log is the truth: its length is the revision, replaying it gives the position."""
        stored = await self.stored(match)
        log = await self.log(match)
        assert stored.match.revision == len(log)
        assert stored.draws == sum(entry.kind == "roll" for entry in log)
        assert (stored.match.status == "running") == bool(stored.match.to_act)
        if stored.match.salt is None:
            assert (log, stored.position) == ([], "")
            return
        rules = RULEBOOK[stored.match.game]
        course = Course(rules, stored.match.variant, log)
        assert rules.dump(course.state) == stored.position
        befores = [rules.turn(state) for state in course.states[:-1]]
        assert stored.match.turns == sum(
            entry.kind == "act" and not (isinstance(turn, Act) and turn.free)
            for entry, turn in zip(course.lines, befores, strict=True)
        )
