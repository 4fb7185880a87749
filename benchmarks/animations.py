"""Presses of a club while replays are drawn one after the other, in the real process of the bot,
and moves while boards are painted at its first start."""

import asyncio
import os
import random
import signal
import time
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.matches.acts.opening import Proposal
from bot.matches.match.match import Options
from bot.matches.match.players import NamedPerson
from games.core import Seat
from games.library import GAMES
from tests.matches.club import ANN, BOB, Club
from tests.wire.people import Person, finished, until
from tests.wire.process import Bot
from tests.wire.server import Discord
from tests.wire.tables import Table, animated, opened
from tests.wire.things import APPLICATION, CHANNEL, GUILD
from tests.wire.world import Asked

from .table import Row, row
from .wire import Evening, part

MATCHES, A_SECOND, SECONDS = 50, 50, 10
MOVES_A_SECOND, SLOWER = 60, 1.3
"""The moves while boards are painted, and how much longer the slowest of them may take then."""
LOOKS = ("mine", "text", "move", "history")
"""What four of five presses ask for: a private answer, mostly with a picture. The fifth moves."""
ANSWERED_MS = 3000.0
LONGEST_S = 120.0
"""Far more seconds than any drawing takes."""
DRAWN = [name for name, game in GAMES.items() if game.info.seats == 2 and not game.info.private]
"""The games of which a whole match is drawn, for each of its readers in each language."""
LANGUAGES = ("en-US", "zh-CN", "zh-TW")
WATCHER = NamedPerson(303, "Cid")


def rows() -> list[Row]:
    """Time presses until they are answered, beside the same while nothing is drawn."""
    idle, busy, drawn = asyncio.run(measure())
    pace = f"press to done, {A_SECOND} a second"
    slowest = f"{pace}, the slowest of {len(busy)} while drawing ({drawn} replays)"
    return [
        row(slowest, busy[-1], ANSWERED_MS, "ms", limit=1),
        *(
            row(f"{pace}, drawing beside not, p{share}", *_both(busy, idle, share / 100), "ms")
            for share in (50, 99)
        ),
        row(
            f"press to done, p99 of {MOVES_A_SECOND} moves a second, boards painted beside not",
            *_both(*asyncio.run(first_start()), 0.99),
            "ms",
            limit=SLOWER,
        ),
    ]


def _both(busy: list[float], idle: list[float], share: float) -> tuple[float, float]:
    return part(busy, share), part(idle, share)


async def measure() -> tuple[list[float], list[float], int]:
    """Return milliseconds in order, without and with a drawing, and how many were drawn.

    The process that draws is halted every other second, so that what else the machine does falls
    on both alike.
    """
    idle, busy, drawn = list[float](), list[float](), list[float]()
    with TemporaryDirectory() as folder:
        async with Discord() as discord:
            bot = Bot(discord, Path(folder))
            matches = await ended(bot.url)
            await bot.start()
            try:
                tables = await opened(discord, MATCHES)
                await presses(discord, tables)
                drawing = asyncio.create_task(draw(discord, matches, drawn))
                for _ in range(SECONDS):
                    for times, told in ((idle, signal.SIGSTOP), (busy, signal.SIGCONT)):
                        await until(bot.workers)
                        halt(bot, told)
                        times += await presses(discord, tables)
                if drawing.done():
                    raise RuntimeError(f"{len(drawn)} replays are not enough")
                drawing.cancel()
            finally:
                await bot.kill()
    return sorted(idle), sorted(busy), len(drawn)


async def first_start() -> tuple[list[float], list[float]]:
    """Return the milliseconds of moves in order, while boards are painted and while that is halted,
    every other second."""
    times: dict[int, list[float]] = {signal.SIGSTOP: [], signal.SIGCONT: []}
    with TemporaryDirectory() as folder:
        async with Discord() as discord:
            bot = Bot(discord, Path(folder), pace=10 * MOVES_A_SECOND)
            await bot.start()
            try:
                halt(bot, signal.SIGSTOP)
                tables = await opened(discord, 2 * MOVES_A_SECOND)
                for _ in range(SECONDS):
                    for told in times:
                        halt(bot, told)
                        evening = Evening(discord, [*tables])
                        await evening.at(MOVES_A_SECOND, 1)
                        times[told] += evening.done
                if not bot.workers():
                    raise RuntimeError("all is painted already")
            finally:
                await bot.kill()
    return sorted(times[signal.SIGCONT]), sorted(times[signal.SIGSTOP])


def halt(bot: Bot, told: int) -> None:
    """Tell all who draw for a bot to stop or to go on."""
    for pid in bot.workers():
        os.kill(pid, told)


async def ended(url: str) -> list[str]:
    """Play a match of each game by chance in a database, and return their names."""
    club, found = await Club.at(url), list[str]()
    club.clock.time = int(time.time() * 1000)
    for game in DRAWN:
        wanted = (Seat(0), Seat(1))
        proposal = Proposal(game, ANN, (BOB,), GUILD, CHANNEL, Options(where="here"), wanted=wanted)
        match = await club.join(await club.matches.opening.open(club.keys(), proposal), BOB)
        found.append((await club.finish(match, random.Random(game))).id)
    await club.close()
    return found


async def draw(discord: Discord, matches: list[str], drawn: list[float]) -> None:
    """Ask for one replay after the other, each of them new to the bot."""
    for match, who, language in product(matches, (WATCHER, ANN, BOB), LANGUAGES):
        began, reader = time.perf_counter(), Person(discord, who.id, who.name, language)
        past = await reader.slash(CHANNEL, "match history", match=match)
        if past.message is None:
            raise RuntimeError("no history")
        on = past.message | {"application_id": str(APPLICATION)}
        asked = await animated(reader, on)
        await until(partial(_there, asked), LONGEST_S)
        drawn.append(time.perf_counter() - began)


def _there(asked: Asked) -> bool:
    return bool(asked.message and asked.message["attachments"])


async def presses(discord: Discord, tables: list[Table]) -> list[float]:
    """Press for a second at a steady pace, all over; return the times until answered."""
    evening, rng, times = Evening(discord, [*tables]), random.Random(1), list[float]()

    async def look(verb: str) -> None:
        table, began = rng.choice(tables), time.perf_counter()
        who, custom_id = rng.choice(table.people), f"m:{table.match}:{table.revision}:{verb}:"
        await finished(await who.press_id(who.own(table.home, custom_id), custom_id))
        times.append((time.perf_counter() - began) * 1000)

    began, under_way = time.perf_counter(), set[asyncio.Task[None]]()
    for number in range(A_SECOND):
        await asyncio.sleep(max(0, began + number / A_SECOND - time.perf_counter()))
        kind = number % (len(LOOKS) + 1)
        one = look(LOOKS[kind]) if kind < len(LOOKS) else evening.turn(evening.idle.pop(0))
        under_way.add(asyncio.create_task(one))
    await asyncio.gather(*under_way)
    if evening.refused:
        raise RuntimeError(f"{evening.refused} moves were refused")
    return [*times, *evening.done]
