"""What the database itself sees to: whole transactions, its constraints, a crash at any moment."""

from __future__ import annotations

import asyncio
import random
import signal
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError

from bot.matches.model import Match, MatchId
from bot.matches.store import database as engine
from bot.matches.store.store import Store
from tests.databases import address

from .club import ANN, BOB, CHANNEL, CID, Club

Deed: TypeAlias = Callable[[Club, Match, Match], Awaitable[object]]


class Boom(Exception):
    """The power goes off."""


class Fuse:
    """Fails at the n-th writing statement from now on, or at the commit after them."""

    def __init__(self) -> None:
        self.left: int | None = None

    def statement(self, _c: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if not statement.startswith("SELECT"):
            self.burn()

    def commit(self, _c: Any) -> None:
        self.burn()

    def burn(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise Boom


@pytest.fixture
def fuse() -> Iterator[Fuse]:
    made = Fuse()
    event.listen(Engine, "before_cursor_execute", made.statement)
    event.listen(Engine, "commit", made.commit)
    yield made
    event.remove(Engine, "before_cursor_execute", made.statement)
    event.remove(Engine, "commit", made.commit)


DEEDS: dict[str, Deed] = {
    "open": lambda club, card, match: club.open(host=CID, key=1),
    "join": lambda club, card, match: club.matches.join(1, card.id, CID),
    "cancel": lambda club, card, match: club.matches.cancel(1, card.id, ANN.id),
    "act": lambda club, card, match: club.matches.act(1, match.id, BOB.id, "bca"),
    "offer": lambda club, card, match: club.matches.offer(1, match.id, BOB.id, "draw"),
    "resign": lambda club, card, match: club.matches.resign(1, match.id, BOB.id),
    "home": lambda club, card, match: club.matches.settle_home(match.id, 5),
}


@pytest.mark.parametrize("deed", DEEDS)
async def test_a_failure_between_two_statements_leaves_nothing_half_done(
    club: Club, fuse: Fuse, deed: str
) -> None:
    card, match = await club.open(opponent=None), await club.begin("cups")
    await club.matches.act(club.keys(), match.id, ANN.id, "abc")
    before, told = club.rows(), list(club.told)
    for statements in range(20):
        fuse.left = statements
        try:
            await DEEDS[deed](club, card, match)
        except Boom:
            assert club.rows() == before
            assert club.told == told
        else:
            break
    fuse.left = None
    assert statements >= (1 if deed == "home" else 2)
    assert club.rows() != before
    await club.check(match.id)


async def test_waiting_in_vain_leaves_nothing_half_done(club: Club) -> None:
    match = await club.begin()
    for wait in range(12):
        task = asyncio.create_task(club.matches.act(club.keys(), match.id, ANN.id, "a1-a3"))
        for _ in range(wait):
            await asyncio.sleep(0.0002)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await club.check(match.id)
    await club.matches.prefer(ANN.id, theme="dark")
    assert (await club.matches.preferences(ANN.id)).theme == "dark"


async def test_who_gives_up_waiting_for_the_lock_does_not_keep_it(club: Club) -> None:
    match = await club.begin()
    with closing(sqlite3.connect(club.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        task = asyncio.create_task(club.matches.act(1, match.id, ANN.id, "a1-a3"))
        await asyncio.sleep(0.1)
        task.cancel()
        await asyncio.sleep(0.1)
        other.execute("COMMIT")
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled()
        other.execute("PRAGMA busy_timeout = 0")
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")
    await club.check(match.id)
    assert (await club.matches.act(2, match.id, ANN.id, "a1-a3")).match.revision == 1


async def test_two_matches_cannot_live_in_one_place(club: Club) -> None:
    one, other = await club.begin(where="here"), await club.begin(host=CID)
    with closing(sqlite3.connect(club.path)) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute("UPDATE matches SET home = ? WHERE id = ?", (CHANNEL, other.id))
    await club.matches.resign(club.keys(), one.id, ANN.id)
    assert (await club.matches.settle_home(other.id, CHANNEL)).home == CHANNEL


BROKEN = [
    "UPDATE matches SET status = 'paused'",
    "UPDATE matches SET acting = 0",
    "UPDATE matches SET acting = 4",
    "UPDATE matches SET status = 'over', acting = 0",
    "UPDATE matches SET status = 'open', acting = 0",
    "UPDATE matches SET salt = NULL",
    "UPDATE matches SET position = NULL",
    "UPDATE matches SET seed = NULL",
    "UPDATE matches SET first = second",
    "UPDATE matches SET guest = host",
    "UPDATE matches SET host = 99999",
    "UPDATE matches SET offer = 'draw'",
    "UPDATE matches SET reason = 'resign', winners = 1",
    "UPDATE matches SET draws = revision + 1",
    "UPDATE log SET revision = 0",
    "UPDATE log SET kind = 'undo'",
    "UPDATE log SET seat = 2",
    "UPDATE log SET seat = NULL",
    "INSERT INTO log SELECT * FROM log",
    "INSERT INTO log SELECT match, revision + 1, kind, seat, text, at_ms, key FROM log",
    "INSERT INTO log SELECT 'NONE', revision, kind, seat, text, at_ms, NULL FROM log",
]


@pytest.mark.parametrize("statement", BROKEN)
async def test_the_database_refuses_what_no_match_can_be(club: Club, statement: str) -> None:
    match = await club.begin()
    await club.matches.act(club.keys(), match.id, ANN.id, "a1-a3")
    with closing(sqlite3.connect(club.path)) as connection:
        connection.execute("PRAGMA foreign_keys = on")
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(statement)


async def test_every_connection_is_careful(club: Club) -> None:
    found = []
    opened = await engine.connect(address(club.path))
    async with opened.connect() as one, opened.connect() as other:
        for connection in (one, other):
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout"):
                found.append((await connection.exec_driver_sql(f"PRAGMA {name}")).scalar())
    await opened.dispose()
    assert found == ["wal", 2, 1, 10000] * 2


async def test_an_error_of_the_database_names_no_values(club: Club) -> None:
    match = await club.begin()
    stored = await club.stored(match.id)
    impossible = replace(stored, match=replace(stored.match, to_act=frozenset()))
    with pytest.raises(IntegrityError) as refused:
        await club.store.advance(club.keys(), stored, impossible)
    assert stored.seed.hex() not in str(refused.value)
    assert repr(stored.seed) not in str(refused.value)
    assert stored.position not in str(refused.value)


async def test_readers_do_not_wait_for_a_writer(club: Club) -> None:
    match = await club.begin()
    with closing(sqlite3.connect(club.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE matches SET turns = 0")
        seen = await asyncio.wait_for(club.matches.see(match.id, ANN.id), 2)
        other.execute("ROLLBACK")
    assert seen.match == match


async def test_a_writer_waits_for_another_process(club: Club) -> None:
    match = await club.begin()
    with closing(sqlite3.connect(club.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        task = asyncio.create_task(club.matches.act(1, match.id, ANN.id, "a1-a3"))
        await asyncio.sleep(0.1)
        assert not task.done()
        other.execute("COMMIT")
    assert (await task).match.revision == 1


async def test_two_stores_on_one_file_agree_on_one_winner(club: Club) -> None:
    match = await club.begin()
    other = Club(await Store.open(address(club.path)), club.path, keys=club.keys)
    found = await asyncio.gather(
        *(
            place.matches.act(club.keys(), match.id, ANN.id, "a1-a3", 0)
            for place in [club, other] * 5
        ),
        return_exceptions=True,
    )
    await other.store.close()
    assert sum(not isinstance(one, BaseException) for one in found) == 1
    await club.check(match.id)


@pytest.mark.parametrize("commits", [1, 17, 60])
async def test_a_killed_process_has_kept_every_turn_it_acknowledged(
    tmp_path: Path, commits: int
) -> None:
    path = tmp_path / "killed.sqlite"
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.matches.endless",
        str(path),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout
    acknowledged: dict[MatchId, int] = {}
    for _ in range(commits):
        name, revision = (await process.stdout.readline()).split()
        acknowledged[MatchId(name.decode())] = int(revision)
    process.kill()
    rest = await process.stdout.read()
    assert await process.wait() == -signal.SIGKILL
    for line in rest.splitlines(keepends=True):
        if line.endswith(b"\n"):
            name, revision = line.split()
            acknowledged[MatchId(name.decode())] = int(revision)
    store = await Store.open(address(path))
    club = Club(store, path)
    for match, last in acknowledged.items():
        await club.check(match)
        assert (await club.matches.match(match)).revision in (last, last + 1, last + 2)
    running = [match for match in acknowledged if (await club.matches.match(match)).to_act]
    for match in running:
        await club.step(await club.matches.match(match), random.Random(0))
    await store.close()
