"""The questions of every move and every sweep, in a club of 100 matches and in one of 100,000."""

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import TypeAlias

from bot.matches.acts.opening import Proposal
from bot.matches.match.ids import MatchId
from bot.matches.match.messages import CHANNEL, PostedMessage
from bot.matches.match.players import NamedPerson
from bot.matches.service import Matches
from tests.crowd import fill_file

from .commits import DISK, PEOPLE, Evening
from .table import Row, row

STRANGERS = 100_000
RUNS = 200
MOST = 1.3
ANN, BOB = PEOPLE
CID = NamedPerson(3, "Cid")
HERE, GUILD, NOW, HOME = 500, 50, 1_000_000, 10_000
OWN, RUNNING = 100, 12
QUIET = """
    UPDATE players SET acting = FALSE, consent = NULL, consent_to = NULL, consent_revision = NULL
    WHERE acting AND (computer IS NOT NULL OR consent IS NOT NULL);
    DELETE FROM unfollowed
"""
"""Lets no more be under way at this moment than in the small club: lists are as long as there."""
Question: TypeAlias = Callable[["Visitor"], Awaitable[object]]


class Visitor:
    """Somebody who asks the same in every club, for one of Ann's running matches."""

    def __init__(self, club: Matches, match: MatchId) -> None:
        self.club, self.match = club, match
        self.keys = count(1 << 40)
        self.evening = Evening(club)
        self.evening.key = 1 << 50


async def _challenge(it: Visitor) -> None:
    proposal = Proposal("murus", BOB, (CID,), GUILD, next(it.keys))
    card = await it.club.opening.open(next(it.keys), proposal)
    await it.club.opening.withdraw(card.id)


QUESTIONS: dict[str, Question] = {
    "a move": lambda it: it.evening.turn(),
    "a challenge, withdrawn": _challenge,
    "a match": lambda it: it.club.see(it.match, ANN.id),
    "whose turn it is": lambda it: it.club.list_matches(ANN.id, "turn", None),
    "one's own matches": lambda it: it.club.list_matches(ANN.id, "mine", None),
    "the matches here": lambda it: it.club.list_matches(ANN.id, "here", HERE),
    "the running ones here": lambda it: it.club.here(ANN.id, HERE),
    "the finished ones": lambda it: it.club.list_matches(ANN.id, "finished", None),
    "the open ones": lambda it: it.club.list_matches(BOB.id, "open", HERE, guild=GUILD),
    "the next board": lambda it: it.club.onward(it.match, ANN.id),
    "what is shown": lambda it: it.club.latest_messages(it.match),
    "the match a message shows": lambda it: it.club.match_of_message(5),
    "a person and their refused messages": lambda it: it.club.people.get(ANN.id),
    "what is behind": lambda it: it.club.behind(),
    "what is due": lambda it: it.club.clocks.due(NOW),
    "where a computer is to act": lambda it: it.club.computers.wake(),
    "the pings owed": lambda it: it.club.pings.owed_pings(NOW),
    "the pings owed in a match": lambda it: it.club.pings.owed_pings(NOW, it.match),
}


async def fill(url: str) -> MatchId:
    """Fill a club with the matches of two people; return one that runs."""
    matches, key = await Matches.open(url, now=lambda: NOW), 0
    for number in range(OWN):
        key += 3
        channel = HERE if number < 3 else HERE + number
        proposal = Proposal("murus", ANN, (BOB,), GUILD, channel, wanted=())
        card = await matches.opening.open(key, proposal)
        match = await matches.opening.join(key + 1, card.id, BOB)
        await matches.show(PostedMessage(match.id, CHANNEL, channel, key, 0))
        if number < RUNNING:
            running = (await matches.opening.live_in(match.id, HOME + number)).id
        else:
            await matches.playing.resign(key + 2, match.id, ANN.id)
    await matches.close()
    return running


def crowd(file: Path) -> None:
    """Add the matches of many strangers, in which nothing happens just now."""
    fill_file(file, STRANGERS)
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(QUIET)


async def took(question: Question, visitor: Visitor) -> float:
    """Return the milliseconds of CPU that an answer costs, in all threads."""
    began = process_time()
    await question(visitor)
    return (process_time() - began) * 1000


async def quickest(question: Question, visitors: Sequence[Visitor]) -> list[float]:
    """Return the quickest answer to each visitor, who ask in turns and each as often first."""
    times = [float("inf")] * len(visitors)
    for number in range(RUNS):
        for place in sorted(range(len(visitors)), reverse=number % 2 == 1):
            times[place] = min(times[place], await took(question, visitors[place]))
    return times


async def run(folder: Path) -> list[Row]:
    """Put every question to the small and to the large club; the quickest answer counts."""
    small, large = folder / "small.sqlite", folder / "large.sqlite"
    running = await fill(f"sqlite+aiosqlite:///{small}")
    large.write_bytes(small.read_bytes())
    crowd(large)
    files = [f"sqlite+aiosqlite:///{file}" for file in (large, small)]
    clubs = [await Matches.open(file, now=lambda: NOW) for file in files]
    visitors, rows = [Visitor(club, running) for club in clubs], []
    try:
        for name, question in QUESTIONS.items():
            ours, reference = await quickest(question, visitors)
            rows.append(row(f"{name}, of {STRANGERS + OWN:,} matches", ours, reference, "ms", MOST))
    finally:
        for club in clubs:
            await club.close()
    return rows


@contextmanager
def one_core() -> Iterator[None]:
    """Keep to one core where the system can: waking a thread on another one costs, now and then, as
    much as a small question."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def rows() -> list[Row]:
    """Time every question in a large club beside a small one."""
    with one_core(), TemporaryDirectory(dir=DISK if DISK.is_dir() else None) as folder:
        return asyncio.run(run(Path(folder)))
