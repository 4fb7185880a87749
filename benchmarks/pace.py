"""Discord's limit on everything: the real process of the bot, at the limit and far beyond it.

`python -m benchmarks.pace` prints all figures. The stand-in refuses whatever goes beyond 50
requests in any second, as Discord does; answers to presses do not count.
"""

import asyncio
import random
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.patience import PATIENCE_S
from tests.wire.people import Person, is_played
from tests.wire.process import Bot
from tests.wire.server import ANSWERS, Discord
from tests.wire.tables import Table, dark, lay_table, opened, play_dark, refused

from .commits import DISK
from .table import Row, row, show
from .wire import part

LIMIT = 50
MATCHES, SECONDS = 150, 20.0
AT_LIMIT, TWICE = 22.5, 45.0
"""The moves a second whose boards and edits come to 45 requests, and to twice the number."""
DARK, DARK_MOVES = 40, 9.0
DARK_PACE = 20
"""The requests a second with which that many dark moves of two and more have the bot at its limit,
whatever the machine."""
BOARD_S, ACK_S = 5.0, 1.0
FEW, FEW_DARK = 1.2, 2.4
"""The requests of a move that count, in a busy minute."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What became of the moves of a while: milliseconds in order, and requests."""

    moves: int
    acknowledged: list[float]
    boards: list[float]
    requests: float
    refused: int
    wrong: int
    """The boards that are missing, there twice, or older than one before them."""


class Pressure:
    """Moves at a pace that does not wait for the bot, and when each was made."""

    def __init__(self, discord: Discord) -> None:
        self.discord = discord
        self.pressed: dict[tuple[str, int], float] = {}
        self.acknowledged: list[float] = []

    async def at(
        self, a_second: float, seconds: float, idle: list[Callable[[], Awaitable[None]]]
    ) -> None:
        """Let tables move at a pace, those first that have waited longest."""
        began, moves = time.perf_counter(), set[asyncio.Task[None]]()
        for number in range(int(a_second * seconds)):
            await asyncio.sleep(max(0, began + number / a_second - time.perf_counter()))
            if idle:
                moves.add(asyncio.create_task(self._move(idle.pop(0), idle)))
        await asyncio.gather(*moves)

    async def _move(
        self,
        move: Callable[[], Awaitable[None]],
        idle: list[Callable[[], Awaitable[None]]],
    ) -> None:
        await move()
        idle.append(move)

    def figures(self, since: int) -> Figures:
        """Sum up what was asked of Discord from this request on, and of every board pressed for."""
        posted: dict[tuple[str, int], list[float]] = {}
        counted = [call for call in self.discord.requests[since:] if call.kind not in ANSWERS]
        for request in counted:
            match, _, revision = str((request.body or {}).get("nonce", "")).partition("-")
            if request.kind == "send" and request.status == 200 and revision.isdecimal():
                posted.setdefault((match, int(revision)), []).append(request.at)
        boards = [posted[key][0] - at for key, at in self.pressed.items() if key in posted]
        wrong = sum(len(posted.get(key, ())) != 1 for key in self.pressed)
        for match in {match for match, _ in posted}:
            order = sorted((at, number) for (of, number), [at, *_] in posted.items() if of == match)
            wrong += [number for _, number in order] != sorted(number for _, number in order)
        return Figures(
            moves=len(self.pressed),
            acknowledged=sorted(self.acknowledged),
            boards=sorted(board * 1000 for board in boards),
            requests=len(counted) / max(1, len(self.pressed)),
            refused=refused(self.discord),
            wrong=wrong,
        )


async def murus(a_second: float, seconds: float = SECONDS, matches: int = MATCHES) -> Figures:
    """Play Murus at a pace, with a stand-in that has Discord's limit."""
    async with Discord() as discord:
        with TemporaryDirectory(dir=DISK if DISK.is_dir() else None) as folder:
            bot = Bot(discord, Path(folder))
            await bot.start()
            try:
                tables = await opened(discord, matches)
                discord.limit_on_all = (LIMIT, 1.0)
                pressure, since = Pressure(discord), len(discord.requests)

                def moving(table: Table) -> Callable[[], Awaitable[None]]:
                    async def move() -> None:
                        if table.over:
                            return
                        who, action = table.choice()
                        began, monotonic = time.perf_counter(), time.monotonic()
                        asked = await table.press(who, action)
                        await asyncio.wait_for(asked.acknowledged.wait(), PATIENCE_S)
                        pressure.acknowledged.append((time.perf_counter() - began) * 1000)
                        await asyncio.wait_for(asked.done.wait(), PATIENCE_S)
                        if is_played(asked):
                            table.played(action)
                            pressure.pressed[table.match, table.revision] = monotonic

                    return move

                await pressure.at(a_second, seconds, [moving(table) for table in tables])
                for table in tables:
                    await table.shown(60)
                return pressure.figures(since)
            finally:
                await bot.kill()


async def four_a_move(a_second: float = DARK_MOVES, seconds: float = SECONDS) -> Figures:
    """Play dark Junqi at a pace, in which each move has a board, a letter, and edits of both."""
    async with Discord() as discord:
        with TemporaryDirectory(dir=DISK if DISK.is_dir() else None) as folder:
            bot = Bot(discord, Path(folder), pace=DARK_PACE)
            await bot.start()
            try:
                tables = [lay_table(discord, number) for number in range(DARK)]
                homes = [await dark(*table.people) for table in tables]
                discord.limit_on_all = (LIMIT, 1.0)
                pressure, since = Pressure(discord), len(discord.requests)

                def moving(
                    people: tuple[Person, Person], home: int
                ) -> Callable[[], Awaitable[None]]:
                    turn = [0]

                    async def move() -> None:
                        at = time.monotonic()
                        try:
                            await play_dark(people[turn[0] % 2], home)
                        except LookupError:  # no moves: the match is over
                            return
                        pressure.acknowledged.append((time.monotonic() - at) * 1000)
                        turn[0] += 1
                        pressure.pressed[str(home), turn[0]] = at

                    return move

                waiting = [
                    moving(table.people, home) for table, home in zip(tables, homes, strict=True)
                ]
                random.Random(1).shuffle(waiting)
                await pressure.at(a_second, seconds, waiting)
                await asyncio.sleep(1)
                return pressure.figures(since)
            finally:
                await bot.kill()


def rows() -> list[Row]:
    """Measure at the limit, at twice the limit, and dark Junqi beyond it."""
    held, twice, letters = (
        asyncio.run(way) for way in (murus(AT_LIMIT), murus(TWICE), four_a_move())
    )
    return [
        row("requests refused at 45 a second (+1)", held.refused + 1, 1, "", limit=1),
        row("requests refused at twice the limit (+1)", twice.refused + 1, 1, "", limit=1),
        row(
            "boards lost, doubled, out of order (+1)", held.wrong + twice.wrong + 1, 1, "", limit=1
        ),
        row(
            "boards p99 at twice the limit", part(twice.boards, 0.99), BOARD_S * 1000, "ms", limit=1
        ),
        row(
            "acks p99 at twice the limit",
            part(twice.acknowledged, 0.99),
            ACK_S * 1000,
            "ms",
            limit=1,
        ),
        row("requests of a move in a busy minute", twice.requests, FEW, "", limit=1),
        row("the same in dark Junqi", letters.requests, FEW_DARK, "", limit=1),
    ]


if __name__ == "__main__":
    sys.exit(0 if show(rows()) else 1)
