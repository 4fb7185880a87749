"""The database's own part: whole transactions, its constraints, a crash at any moment."""

import asyncio
import gc
import random
import signal
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from sqlalchemy import Pool, make_url
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError

from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.players import NamedPerson, OfferKind
from bot.matches.match.refusals import Refusal
from bot.matches.service import Matches
from bot.store.direct import Statement
from bot.store.store import Store
from bot.store.tables.people import blocks
from bot.store.tables.upkeep import posted
from tests import databases
from tests.databases import BOTH, address, listening
from tests.patience import PATIENCE_S
from tests.samples import sampled

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
    with (
        listening(Engine, "before_cursor_execute", made.statement),
        listening(Engine, "commit", made.commit),
    ):
        yield made


CONNECTED = """SELECT count(*) AS number FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""
DEEDS: dict[str, Deed] = {
    "open": lambda club, card, match: club.open(host=CID, key=1),
    "join": lambda club, card, match: club.matches.opening.join(1, card.id, CID),
    "cancel": lambda club, card, match: club.matches.opening.cancel(1, card.id, ANN.id),
    "act": lambda club, card, match: club.act(match, BOB, "bca", key=1),
    "offer": lambda club, card, match: club.matches.offers.offer(1, match.id, BOB.id, "draw"),
    "resign": lambda club, card, match: club.matches.playing.resign(1, match.id, BOB.id),
    "home": lambda club, card, match: club.matches.opening.live_in(match.id, 5),
}


@BOTH
@pytest.mark.parametrize("deed", DEEDS)
async def test_a_failure_midway_leaves_nothing_half_done(club: Club, fuse: Fuse, deed: str) -> None:
    card, match = await club.open(opponent=None), await club.begin("cups")
    await club.act(match, ANN, "abc")
    await club.followed()
    before = await club.rows()
    for statements in range(20):
        fuse.left = statements
        try:
            await DEEDS[deed](club, card, match)
        except Boom:
            left, fuse.left = fuse.left, None
            assert await club.rows() == before
            assert await club.followed() == []
            fuse.left = left
        else:
            break
    fuse.left = None
    assert statements >= (1 if deed == "home" else 2)
    assert await club.rows() != before
    await club.check(match.id)


@contextmanager
def other(club: Club, timeout: float = 2) -> Iterator[sqlite3.Connection]:
    """Open the club's file as another program does."""
    there = sqlite3.connect(club.path, timeout=timeout, isolation_level=None)
    with closing(there):
        yield there


async def give_up(
    club: Club, number: int, do: Callable[[int], Coroutine[Any, Any, object]]
) -> None:
    """Do something that often, give it up at any moment, and check that no lock is left behind."""
    rng, kept = random.Random(), list[object]()
    gc.disable()  # Python keeps the traceback of a cancelled task, and all it holds
    try:
        for turn in range(number):
            task = asyncio.create_task(do(turn))
            await asyncio.sleep(rng.random() * (1.2 / number))
            task.cancel()
            kept += await asyncio.gather(task, return_exceptions=True)
            with other(club) as there:
                there.execute("BEGIN IMMEDIATE")
                there.execute("ROLLBACK")
    finally:
        gc.enable()


@BOTH
async def test_waiting_in_vain_leaves_nothing_half_done(club: Club) -> None:
    match = await club.begin()
    for wait in range(12):
        task = asyncio.create_task(club.act(match, ANN, "a1-a3"))
        for _ in range(wait):
            await asyncio.sleep(0.0002)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await club.check(match.id)
    await club.matches.prefer(ANN.id, theme="dark")
    assert (await club.matches.people.get(ANN.id)).preferences.theme == "dark"


async def test_what_is_given_up_leaves_no_lock_behind(club: Club) -> None:
    match = await club.begin()
    offers: list[tuple[NamedPerson, OfferKind]] = [(ANN, "draw"), (BOB, "cancel")]
    await give_up(club, 60, lambda number: club.offer(match, *offers[number % 2]))
    await club.check(match.id)


@pytest.mark.slow
async def test_a_transaction_given_up_amid_its_rows_leaves_no_lock_behind(club: Club) -> None:
    """SQLite keeps a closed connection's lock while a cursor of it has rows left to read."""
    store = await Store.open(club.url)

    async def write(number: int) -> None:
        async with store.writing() as connection:
            for blocked in range(5):
                row = {"user": number * 10 + blocked, "blocked": 1}
                await connection.execute(blocks.insert(), row)
                await connection.execute(blocks.select())

    await give_up(club, 300, write)
    await store.close()


async def test_who_gives_up_waiting_for_the_lock_does_not_keep_it(club: Club) -> None:
    match = await club.begin()
    with other(club) as there:
        there.execute("BEGIN IMMEDIATE")
        task = asyncio.create_task(club.act(match, ANN, "a1-a3", key=1))
        await asyncio.sleep(0.1)
        task.cancel()
        await asyncio.sleep(0.1)
        there.execute("COMMIT")
        await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled()
        there.execute("PRAGMA busy_timeout = 0")
        there.execute("BEGIN IMMEDIATE")
        there.execute("ROLLBACK")
    await club.check(match.id)
    assert (await club.act(match, ANN, "a1-a3", key=2)).match.stand.revision == 1


@BOTH
async def test_rows_that_go_along_share_a_transaction_and_hinder_no_other(club: Club) -> None:
    store, commits = await Store.open(club.url), list[object]()

    def row(number: int, state: str = "open") -> dict[str, object]:
        about = {"owner_kind": "match", "owner": "K7Q2", "audience": "card", "digest": ""}
        return {"channel": 1, "message": number, "revision": 0, "state": state, **about}

    async def put(*rows: dict[str, object]) -> list[object]:
        async with store.writing():
            along = [
                store.put_along(posted, {(1, int(str(wanted["message"]))): wanted})
                for wanted in rows
            ]
            tasks = list(map(asyncio.create_task, along))
            await asyncio.sleep(0)
        return await asyncio.gather(*tasks, return_exceptions=True)

    with listening(Engine, "commit", commits.append):
        assert await put(*map(row, range(5))) == [None] * 5
    assert len(commits) == 2, "that of the block, and one for all"
    good, bad, more = await put(row(5), row(6, "odd"), row(7))
    assert (good, more) == (None, None)
    assert isinstance(bad, IntegrityError)
    store.by_the_way(posted, (1, 6), row(6, "odd"))
    assert await store.carry_out([Statement(store.put(posted), [row(8)])])
    assert await put(row(9)) == [None]
    await store.close()
    found = await databases.read(club.url, "SELECT message FROM posted ORDER BY 1")
    assert [line["message"] for line in found] == [0, 1, 2, 3, 4, 5, 7, 8, 9]


@BOTH
async def test_two_matches_cannot_live_in_one_place(club: Club) -> None:
    one, other = await club.begin(where="here"), await club.begin(host=CID)
    with pytest.raises(IntegrityError):
        await club.run(f"UPDATE matches SET home = {CHANNEL}")  # noqa: S608
    await club.resign(one, ANN)
    assert (await club.matches.opening.live_in(other.id, CHANNEL)).home == CHANNEL


@pytest.mark.whole
@BOTH
@pytest.mark.parametrize("deed", ["open", "home"])
async def test_what_was_in_the_way_and_has_gone_is_nobodys_fault(club: Club, deed: str) -> None:
    card, match = await club.open(opponent=None), await club.begin("cups")
    in_the_way = ["INSERT INTO matches", "UPDATE matches"]

    def refuse(_c: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith(tuple(in_the_way)):
            in_the_way.clear()
            raise IntegrityError(statement, None, Exception("UNIQUE constraint failed"))

    with listening(Engine, "before_cursor_execute", refuse):
        await DEEDS[deed](club, card, match)
    assert not in_the_way
    await club.check(match.id)


BROKEN = [
    "UPDATE matches SET phase = 'paused'",
    "UPDATE matches SET phase = 'over'",
    "UPDATE matches SET phase = 'open'",
    "UPDATE matches SET salt = NULL",
    "UPDATE matches SET position = NULL",
    "UPDATE matches SET seed = NULL",
    "UPDATE matches SET place = 'there'",
    "UPDATE matches SET reason = 'resign'",
    "UPDATE matches SET rolls = revision + 1",
    "UPDATE matches SET turns = -1",
    "UPDATE players SET person = 99999",
    "UPDATE players SET seat = -1 WHERE seat = 0",
    "UPDATE players SET match = 'NONE'",
    "UPDATE players SET name = NULL",
    "UPDATE players SET consent = 'draw'",
    "UPDATE players SET consent = 'truce', consent_to = 0, consent_revision = 0",
    "UPDATE players SET result = 'won'",
    "UPDATE players SET result = 'best', acting = (1 = 0)",
    "UPDATE invitations SET person = 99999",
    "UPDATE invitations SET name = NULL",
    "UPDATE invitations SET person = NULL, name = NULL",
    "UPDATE invitations SET place = -1 WHERE place = 0",
    "UPDATE log SET revision = 0",
    "UPDATE log SET kind = 'undo'",
    "UPDATE log SET seat = -1",
    "UPDATE log SET seat = NULL",
    "INSERT INTO log SELECT * FROM log",
    "INSERT INTO log SELECT match, revision + 1, kind, seat, text, at_ms, key FROM log",
    "INSERT INTO log SELECT 'NONE', revision, kind, seat, text, at_ms, NULL FROM log",
]


@BOTH
async def test_the_database_refuses_what_no_match_can_be(club: Club) -> None:
    match = await club.begin()
    await club.act(match, ANN, "a1-a3")
    for statement in BROKEN:
        with pytest.raises(IntegrityError):
            await club.run(statement)


async def test_every_connection_is_careful(club: Club) -> None:
    found: list[list[object]] = []

    def ask(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        answers = []
        for name in names:
            cursor.execute(f"PRAGMA {name}")
            answers.append(cursor.fetchone()[0])
        cursor.close()
        found.append(answers)

    with listening(Pool, "checkin", ask):
        await asyncio.gather(*(club.matches.behind() for _ in range(3)))
    assert len(found) == 3
    assert all(pragmas == ["wal", 2, 1, 10000] for pragmas in found)


async def test_a_busy_evening_opens_no_connection_twice(club: Club) -> None:
    opened: list[object] = []

    def connected(_connection: object, record: object) -> None:
        opened.append(record)

    with listening(Pool, "connect", connected):
        for _ in range(3):
            await asyncio.gather(*(club.matches.behind() for _ in range(24)))
    assert len(opened) <= 16


async def test_readers_do_not_wait_for_a_writer_and_a_writer_does(club: Club) -> None:
    match = await club.begin()
    with other(club) as there:
        there.execute("BEGIN IMMEDIATE")
        there.execute("UPDATE matches SET turns = 0")
        seen = await asyncio.wait_for(club.matches.see(match.id, ANN.id), PATIENCE_S)
        task = asyncio.create_task(club.act(match, ANN, "a1-a3", key=1))
        await asyncio.sleep(0.1)
        assert not task.done()
        there.execute("COMMIT")
    assert seen.match == match
    assert (await task).match.stand.revision == 1


def one_alone(found: Sequence[object]) -> bool:
    """Tell whether one of those who tried has come through, and all others were refused."""
    refused = [isinstance(result, Refusal) for result in found]
    return refused.count(False) == 1 and not any(
        isinstance(result, BaseException) and not isinstance(result, Refusal) for result in found
    )


@BOTH
async def test_two_processes_on_one_database_agree_on_one_winner(club: Club) -> None:
    match = await club.begin()
    other = await Club.at(club.url)
    other.keys = club.keys
    tries = (place.act(match, ANN, "a1-a3", 0) for place in [club, other] * 5)
    assert one_alone(await asyncio.gather(*tries, return_exceptions=True))
    await other.close()
    await club.check(match.id)


@BOTH
async def test_two_processes_carry_one_interaction_out_once(club: Club) -> None:
    match = await club.begin()
    card = await club.open(opponent=None)
    other = await Club.at(club.url)
    clubs = [club, other] * 3
    cards = await asyncio.gather(*(club.open(host=CID, key=1) for club in clubs))
    begun = await asyncio.gather(*(club.matches.opening.join(2, card.id, BOB) for club in clubs))
    played = await asyncio.gather(*(club.act(match, ANN, "a1-a3", 0, key=3) for club in clubs))
    offered = await asyncio.gather(
        *(club.matches.offers.offer(4, match.id, ANN.id, "draw") for club in clubs)
    )
    await other.close()
    assert len({match.id for match in cards}) == 1
    for found in (begun, offered, [seen.match for seen in played]):
        assert found == [found[0]] * 6
    for stored in (card, match):
        await club.check(stored.id)


@BOTH
async def test_two_processes_give_one_place_to_one_match(club: Club) -> None:
    other = await Club.at(club.url)
    other.keys = club.keys
    for number in range(5):
        hosts = ((club, ANN), (other, BOB), (club, CID), (other, ANN))
        tries = (
            place.open(host=host, where="here", channel=number, opponent=None)
            for place, host in hosts
        )
        assert one_alone(await asyncio.gather(*tries, return_exceptions=True))
    matches = [await club.begin(channel=50 + place) for place in range(6)]
    homes = (
        (club, other)[number % 2].matches.opening.live_in(match.id, 99)
        for number, match in enumerate(matches)
    )
    assert one_alone(await asyncio.gather(*homes, return_exceptions=True))
    await other.close()


@pytest.mark.slow
@pytest.mark.parametrize("commits", sampled((17, 1, 60)))
async def test_a_killed_process_has_kept_what_it_acknowledged(tmp_path: Path, commits: int) -> None:
    path = tmp_path / "killed.sqlite"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.matches.endless", str(path), stdout=asyncio.subprocess.PIPE
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
    club = await Club.at(address(path))
    for match, last in acknowledged.items():
        await club.check(match)
        found = await club.matches.match(match)
        assert found.stand.revision in (last, last + 1, last + 2)
        if found.to_act:
            await club.step(found, random.Random(0))
    await club.close()


READING = """\
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT count(*) FROM matches").fetchall()
connection.close()
"""


async def test_who_reads_elsewhere_throws_nothing_away_that_is_being_written(url: str) -> None:
    """At its start the bot counts the matches while it opens them: it must lose no lock by that."""
    file = make_url(url).database or ""
    with closing(sqlite3.connect(file)) as counting:
        counting.execute("SELECT count(*) FROM matches").fetchall()
        club = await Club.at(url)
    match = await club.begin()
    reader = await asyncio.create_subprocess_exec(sys.executable, "-c", READING, file)
    assert await asyncio.wait_for(reader.wait(), PATIENCE_S) == 0
    moved = await club.act(match, ANN, "a1-a3")
    (found,) = await databases.read(url, "SELECT revision FROM matches")
    assert found["revision"] == moved.match.stand.revision
    await club.close()


@pytest.mark.slow
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_a_process_has_no_more_connections_than_it_may(url: str) -> None:
    matches = await Matches.open(url, connections=4)
    asked = asyncio.gather(*(matches.list_matches(user, "mine", None) for user in range(200)))
    (counted,) = await databases.read(url, CONNECTED)
    assert await asked == [()] * 200
    assert 1 <= counted["number"] <= 4
    (counted,) = await databases.read(url, CONNECTED)
    assert counted["number"] == 4
    await matches.close()
