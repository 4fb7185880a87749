"""A move over the wire: the real process of the bot on one core, people and Discord on another.

`python -m benchmarks.wire` measures the present tree, and `--tree FOLDER` an older one. Two play in
turn, seconds of one between seconds of the other, so that what else the machine does falls on both
alike: `--beside FOLDER` an older tree and the present one, `--postgres` the present one on SQLite
and on PostgreSQL, `--two` one process on PostgreSQL and two that share the work. With `--profile
FILE` py-spy says which parts of the bot take their time.
"""

import argparse
import asyncio
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.matches.acts.opening import Proposal
from bot.matches.match.ids import MatchId
from bot.matches.match.players import NamedPerson
from bot.matches.service import Matches
from games.core import Seat
from games.rulebook import RULES
from tests import databases
from tests.patience import PATIENCE_S
from tests.wire.people import is_played
from tests.wire.process import ROOT, Bot
from tests.wire.server import Discord
from tests.wire.tables import Table, lay_table, opened
from tests.wire.things import CHANNEL, GUILD

from .commits import DISK
from .table import Row, median, row

MATCHES, A_SECOND, SECONDS, AT_ONCE = 200, 10.0, 8.0, 16
LEAST_SHARE = 0.01
FEW = 4
"""Requests of a move: the promise, the board, the old board's buttons, the answer."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures measured, in milliseconds but for the ceiling (moves a second)."""

    acknowledged: list[float]
    done: list[float]
    core: float
    """The share of its core that the bot needed at this pace."""
    ceiling: float
    cpu: float
    requests: float
    refused: int


def cpu_seconds(pid: int) -> float:
    """Return the CPU seconds that a process and its threads have used so far."""
    used = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(used[11]) + int(used[12])) / os.sysconf("SC_CLK_TCK")


class Evening:
    """Matches under way, whose players are told when to move."""

    def __init__(self, discord: Discord, tables: list[Table]) -> None:
        self.discord = discord
        self.idle = tables
        self.acknowledged: list[float] = []
        self.done: list[float] = []
        self.refused = 0

    async def turn(self, table: Table) -> None:
        """Make one move, timed from the press; a match that has ended makes room for another."""
        if table.over:
            await table.open()
        who, action = table.choice()
        began = time.perf_counter()
        asked = await table.press(who, action)
        await asyncio.wait_for(asked.acknowledged.wait(), PATIENCE_S)
        self.acknowledged.append((time.perf_counter() - began) * 1000)
        await asyncio.wait_for(asked.done.wait(), PATIENCE_S)
        if is_played(asked):
            self.done.append((time.perf_counter() - began) * 1000)
            table.played(action)
        else:
            self.refused += 1
        self.idle.append(table)

    async def at(self, a_second: float, seconds: float) -> None:
        """Make `a_second` moves a second, spread over the matches."""
        began, turns = time.perf_counter(), set[asyncio.Task[None]]()
        for number in range(int(a_second * seconds)):
            await asyncio.sleep(max(0, began + number / a_second - time.perf_counter()))
            if self.idle:
                turns.add(asyncio.create_task(self.turn(self.idle.pop(0))))
        await asyncio.gather(*turns)

    async def flat_out(self, at_once: int, seconds: float) -> float:
        """Keep `at_once` moves under way at any time; return the moves a second."""
        began, before = time.perf_counter(), len(self.done)

        async def player() -> None:
            while time.perf_counter() < began + seconds:
                await self.turn(self.idle.pop(0))

        await asyncio.gather(*(player() for _ in range(at_once)))
        return (len(self.done) - before) / (time.perf_counter() - began)


async def measure(
    tree: Path = ROOT,
    matches: int = MATCHES,
    a_second: float = A_SECOND,
    seconds: float = SECONDS,
    profile: str = "",
) -> Figures:
    """Open the matches, play at a pace, then as fast as one core allows."""
    cores = sorted(os.sched_getaffinity(0))
    with TemporaryDirectory(dir=DISK if DISK.is_dir() else None) as folder:
        async with Discord() as discord:
            bot = Bot(discord, Path(folder), tree)
            await bot.start()
            try:
                os.sched_setaffinity(bot.pid, cores[:1])
                os.sched_setaffinity(0, cores[1:] or cores)
                evening = Evening(discord, await opened(discord, matches))
                used, began = cpu_seconds(bot.pid), time.perf_counter()
                await evening.at(a_second, seconds)
                core = (cpu_seconds(bot.pid) - used) / (time.perf_counter() - began)
                paced, asked = len(evening.done), len(discord.requests)
                sampler = await sample(bot.pid, seconds, profile)
                used = cpu_seconds(bot.pid)
                ceiling = await evening.flat_out(AT_ONCE, seconds)
                moves = len(evening.done) - paced
                if sampler:
                    await sampler.wait()
                return Figures(
                    acknowledged=sorted(evening.acknowledged[:paced]),
                    done=sorted(evening.done[:paced]),
                    core=core,
                    ceiling=ceiling,
                    cpu=(cpu_seconds(bot.pid) - used) * 1000 / moves,
                    requests=(len(discord.requests) - asked) / moves,
                    refused=evening.refused,
                )
            finally:
                os.sched_setaffinity(0, cores)
                await bot.kill()


async def beside(
    ways: Sequence[tuple[Path, str | None]], matches: int, rounds: int
) -> list[tuple[float, float]]:
    """Let two trees, each with an address of its database or a new file, play in turn, a second
    each; return the milliseconds of CPU a move of both in every round."""
    cores = sorted(os.sched_getaffinity(0))
    async with AsyncExitStack() as stack:
        sides = list[tuple[list[Bot], Evening]]()
        for tree, url in ways:
            folder = stack.enter_context(TemporaryDirectory(dir=DISK if DISK.is_dir() else None))
            discord = await stack.enter_async_context(Discord())
            bot = Bot(discord, Path(folder), tree, url)
            await bot.start()
            stack.push_async_callback(bot.kill)
            os.sched_setaffinity(bot.pid, cores[:1])
            sides.append(([bot], Evening(discord, await opened(discord, matches))))
        os.sched_setaffinity(0, cores[1:] or cores)
        stack.callback(os.sched_setaffinity, 0, cores)
        return [(await _second(*sides[0]), await _second(*sides[1])) for _ in range(rounds)]


async def on_postgresql(matches: int, rounds: int) -> list[tuple[float, float]]:
    """Let the present tree play on SQLite and on PostgreSQL in turn."""
    name = f"tetrarch_wire_{os.getpid()}"
    url = await databases.make(name)
    try:
        return await beside([(ROOT, None), (ROOT, url)], matches, rounds)
    finally:
        await databases.drop(name)


async def one_and_two(matches: int, rounds: int) -> list[tuple[float, float]]:
    """Let one process on PostgreSQL and two, each with half of the matches, play in turn."""
    sides = list[tuple[list[Bot], Evening]]()
    async with AsyncExitStack() as stack:
        for shards in ([""], ["1/2", "0/2"]):
            url = await databases.make(name := f"tetrarch_wire_{len(shards)}_{os.getpid()}")
            stack.push_async_callback(databases.drop, name)
            discord = await stack.enter_async_context(Discord())
            discord.add_server(GUILD + (1 << 22), CHANNEL + 1)
            bots = list[Bot]()
            for part in shards:
                folder = stack.enter_context(TemporaryDirectory())
                bots.append(Bot(discord, Path(folder), url=url, shards=part))
                await bots[-1].start()
                stack.push_async_callback(bots[-1].kill)
            tables = await opened(discord, matches, channels=(CHANNEL, CHANNEL + 1))
            sides.append((bots, Evening(discord, tables)))
        return [(await _second(*sides[0]), await _second(*sides[1])) for _ in range(rounds)]


async def _second(bots: Sequence[Bot], evening: Evening) -> float:
    used, before = sum(cpu_seconds(bot.pid) for bot in bots), len(evening.done)
    await evening.flat_out(AT_ONCE, 1)
    now = sum(cpu_seconds(bot.pid) for bot in bots)
    return (now - used) * 1000 / (len(evening.done) - before)


@dataclass(frozen=True, slots=True)
class Return:
    """The boards that a bot back from an absence brought up, and the moves made meanwhile."""

    boards: int
    seconds: float
    cpu: float
    """Milliseconds of CPU a board."""
    done: list[float]
    """Milliseconds until each move was answered."""


async def left_behind(discord: Discord, url: str, wanted: int) -> list[Table]:
    """Begin matches in a database whose boards were never posted, and return their tables."""
    tables = [lay_table(discord, number) for number in range(wanted)]
    matches = await Matches.open(url)
    for key, table in enumerate(tables):
        host, guest = (NamedPerson(who.id, who.name) for who in table.people)
        seats = (Seat(0), Seat(1))
        proposal = Proposal(table.game, host, (guest,), GUILD, CHANNEL, wanted=seats)
        table.match = (await matches.opening.open(2 * key, proposal)).id
        table.home = 9_000_000 + key
        table.state = RULES[table.game].initial("")
        await matches.opening.join(2 * key + 1, MatchId(table.match), guest)
        await matches.opening.live_in(MatchId(table.match), table.home)
    await matches.close()
    return tables


async def come_back(boards: int, tree: Path = ROOT) -> Return:
    """Start on a database in which this many boards are to be posted."""
    with TemporaryDirectory(dir=DISK if DISK.is_dir() else None) as folder:
        async with Discord() as discord:
            bot = Bot(discord, Path(folder), tree)
            tables = await left_behind(discord, bot.url, boards)
            await bot.start()
            try:
                used, began = cpu_seconds(bot.pid), time.perf_counter()
                evening = Evening(discord, tables[::-1])
                while not all(table.revision in table.boards() for table in tables):
                    await evening.turn(evening.idle.pop(0))
                seconds = time.perf_counter() - began
                cpu = (cpu_seconds(bot.pid) - used) * 1000 / boards
                return Return(boards, seconds, cpu, sorted(evening.done))
            finally:
                await bot.kill()


async def sample(pid: int, seconds: float, profile: str) -> asyncio.subprocess.Process | None:
    """Let py-spy, if wanted, write down what the bot does all the time."""
    if not profile:
        return None
    options = ("--rate", "200", "--duration", str(int(seconds)), "--format", "raw", "--gil")
    return await asyncio.create_subprocess_exec(
        "py-spy", "record", *options, "--output", profile, "--pid", str(pid)
    )


def shares(profile: str) -> list[tuple[str, float]]:
    """Return the share of each part of the bot, and of each library, in a profile of py-spy's."""
    counted = Counter[str]()
    for line in Path(profile).read_text("utf-8").splitlines():
        stack, _, times = line.rpartition(" ")
        file = stack.rpartition("(")[2].partition(":")[0].strip(")")
        counted["/".join(file.split("/")[: 2 if file.startswith("bot/") else 1])] += int(times)
    return [(name, times / counted.total()) for name, times in counted.most_common()]


def part(times: list[float], share: float) -> float:
    """Return the time that this share of the moves does not exceed."""
    return times[min(len(times) - 1, int(len(times) * share))]


def rows() -> list[Row]:
    """Measure the present tree."""
    figures = asyncio.run(measure())
    pace = f"press to done, p99 beside p50: {MATCHES} matches, {A_SECOND:.0f} moves a second"
    slow, usual = part(figures.done, 0.99), part(figures.done, 0.5)
    return [
        row("requests a move on the wire", figures.requests, FEW, "", limit=1.02),
        row(pace, slow, usual, "ms"),
        row("CPU of a move on the wire, beside a core's second", figures.cpu, 1000, "ms"),
    ]


def main() -> int:
    """Measure one tree and print all there is to know."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.wire", description=__doc__)
    parser.add_argument("--tree", type=Path, default=ROOT)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--pace", type=float, default=A_SECOND, help="moves a second")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each of the two parts")
    parser.add_argument("--profile", default="", help="a file for what py-spy sees of the second")
    parser.add_argument(
        "--behind", type=int, help="only bring up this number of boards left behind"
    )
    parser.add_argument("--beside", type=Path, help="an older tree to play in turn with this one")
    parser.add_argument(
        "--postgres", action="store_true", help="play on the tests' server in turn with SQLite"
    )
    parser.add_argument("--two", action="store_true", help="play with two processes, and with one")
    chosen = parser.parse_args()
    if chosen.beside or chosen.postgres or chosen.two:
        how = chosen.matches, int(chosen.seconds)
        if chosen.two:
            names, rounds = ("one process", "two"), asyncio.run(one_and_two(*how))
        elif chosen.postgres:
            names, rounds = ("SQLite", "PostgreSQL"), asyncio.run(on_postgresql(*how))
        else:
            ways = [(chosen.beside, None), (ROOT, None)]
            names, rounds = ("old", "new"), asyncio.run(beside(ways, *how))
        one, other = (median(times) for times in zip(*rounds, strict=True))
        ratio = median(other / before for before, other in rounds)
        told = f"{names[0]} {one:.2f} ms, {names[1]} {other:.2f} ms"
        print(f"CPU of a move: {told}, ratio of a round {ratio:.3f}")
        return 0
    if chosen.behind:
        back = asyncio.run(come_back(chosen.behind, chosen.tree))
        print(
            f"{back.boards} boards in {back.seconds:.1f} s: {back.boards / back.seconds:.1f} a"
            f" second, {back.cpu:.1f} ms of CPU each (one core: {1000 / back.cpu:.1f} a second);"
            f" {len(back.done)} moves meanwhile: p50 {part(back.done, 0.5):.0f} ms,"
            f" p99 {part(back.done, 0.99):.0f} ms"
        )
        return 0
    options = chosen.tree, chosen.matches, chosen.pace, chosen.seconds, chosen.profile
    figures = asyncio.run(measure(*options))
    for name, times in (("acknowledged", figures.acknowledged), ("done", figures.done)):
        usual, slow = part(times, 0.5), part(times, 0.99)
        print(f"{name}: p50 {usual:.1f} ms, p99 {slow:.1f} ms of {len(times)}")
    print(f"core at this pace: {figures.core:.0%}; moves refused: {figures.refused}")
    print(
        f"flat out: {figures.ceiling:.1f} moves/s, {figures.cpu:.1f} ms of CPU a move"
        f" (one core: {1000 / figures.cpu:.1f} moves/s), {figures.requests:.2f} requests a move"
    )
    for name, share in shares(chosen.profile) if chosen.profile else ():
        if share >= LEAST_SHARE:
            print(f"{share:6.1%}  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
