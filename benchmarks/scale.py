"""The questions of every move and every sweep, in a club of 100 matches and in one of 100,000."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TypeAlias

from bot.matches.acts.opening import Proposal
from bot.matches.match.ids import MatchId
from bot.matches.match.messages import CHANNEL, PostedMessage
from bot.matches.match.players import NamedPerson
from bot.matches.service import Matches

from .commits import DISK
from .table import Row, median, row

STRANGERS = 99_900
RUNS = 60
MOST = 1.5
ANN, BOB = NamedPerson(1, "Ann"), NamedPerson(2, "Bob")
HERE, GUILD = 500, 50
OWN, RUNNING = 100, 12
Question: TypeAlias = Callable[[Matches, MatchId], Awaitable[object]]

QUESTIONS: dict[str, Question] = {
    "whose turn it is": lambda it, _: it.listed(ANN.id, "turn", None),
    "the matches here": lambda it, _: it.listed(ANN.id, "here", HERE),
    "the running ones here": lambda it, _: it.here(ANN.id, HERE),
    "the finished ones": lambda it, _: it.listed(ANN.id, "finished", None),
    "the open ones": lambda it, _: it.listed(BOB.id, "open", HERE, guild=GUILD),
    "the next board": lambda it, match: it.onward(match, ANN.id),
    "what is behind": lambda it, _: it.behind(),
}

COPIES = """
    WITH RECURSIVE number(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < :many)
    INSERT INTO {table} ({columns}) SELECT {values} FROM {table} AS old, number
    WHERE old.{key} = CASE WHEN n % 20 = 0 THEN :running ELSE :over END
"""
CHANGED = {
    "id": "printf('%07X', n)",
    "match": "printf('%07X', n)",
    "host": "1000 + n % 5000",
    "person": "old.person * 10000 + n % 5000",
    "channel": "CASE WHEN n % 20 = 0 THEN 1000 + n % 900 ELSE old.channel END",
    "home": "CASE WHEN old.home IS NULL THEN NULL ELSE 1000000 + n END",
    "message": "1000000 + n",
    "updated_ms": "old.updated_ms + n",
}
"""The columns of strangers' matches that differ; their finished ones were played here as well."""


async def fill(url: str) -> tuple[MatchId, MatchId]:
    """Fill a club with the matches of two people; return one that runs and one that is over."""
    matches, key = await Matches.open(url), 0
    for number in range(OWN):
        key += 3
        channel = HERE if number < 3 else HERE + number
        proposal = Proposal("murus", "", ANN, (BOB,), GUILD, channel, wanted=())
        card = await matches.opening.open(key, proposal)
        match = await matches.opening.join(key + 1, card.id, BOB)
        await matches.show(PostedMessage(match.id, CHANNEL, channel, key, 0))
        if number < RUNNING:
            running = (await matches.opening.live_in(match.id, 10_000 + number)).id
        else:
            over = (await matches.playing.resign(key + 2, match.id, ANN.id)).match.id
    await matches.close()
    return running, over


def crowd(file: Path, running: MatchId, over: MatchId) -> None:
    """Add the matches of many strangers, like these two."""
    with closing(sqlite3.connect(file)) as connection, connection:
        for table in ("matches", "players", "invitations", "boards"):
            key = "id" if table == "matches" else "match"
            columns = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
            values = [CHANGED.get(name, f'old."{name}"') for name in columns]
            names = ", ".join(f'"{name}"' for name in columns)
            statement = COPIES.format(
                table=table, columns=names, values=", ".join(values), key=f'"{key}"'
            )
            connection.execute(statement, {"many": STRANGERS, "running": running, "over": over})


async def took(question: Question, matches: Matches, match: MatchId) -> float:
    """Return the milliseconds until a question is answered."""
    began = perf_counter()
    await question(matches, match)
    return (perf_counter() - began) * 1000


async def run(folder: Path) -> list[Row]:
    """Put every question to the small and to the large club in turns."""
    small, large = folder / "small.sqlite", folder / "large.sqlite"
    running, over = await fill(f"sqlite+aiosqlite:///{small}")
    large.write_bytes(small.read_bytes())
    crowd(large, running, over)
    clubs = [await Matches.open(f"sqlite+aiosqlite:///{file}") for file in (large, small)]
    rows = []
    try:
        for name, question in QUESTIONS.items():
            times = [[await took(question, club, running) for club in clubs] for _ in range(RUNS)]
            ours, reference = map(median, zip(*times[5:], strict=True))
            rows.append(row(f"{name}, of {STRANGERS + OWN:,} matches", ours, reference, "ms", MOST))
    finally:
        for club in clubs:
            await club.close()
    return rows


def rows() -> list[Row]:
    """Time every question in a large club beside a small one."""
    with TemporaryDirectory(dir=DISK if DISK.is_dir() else None) as folder:
        return asyncio.run(run(Path(folder)))
