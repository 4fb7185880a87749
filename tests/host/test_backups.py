"""A backup shows one moment of the database and is whole, whatever happens while it is made."""

import asyncio
import logging
import os
import random
import resource
import shutil
import sqlite3
import stat
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.config import Settings
from bot.host.backup import NAME, Rounds, Stopped, backing_up
from bot.metrics import REGISTRY
from bot.store.copying import CopyFailed, copy, count_matches
from tests.databases import address, lay, rows
from tests.matches.club import Club
from tests.samples import sampled

from .conftest import Run

KILLS = 50
BALLAST = 4_000
"""Rows that make a copy take some steps."""


def load(file: Path, rows: int = BALLAST) -> None:
    """Make a database larger, by a table of the test's own."""
    with closing(sqlite3.connect(file)) as there, there:
        there.execute("CREATE TABLE IF NOT EXISTS ballast (weight BLOB)")
        there.executemany("INSERT INTO ballast VALUES (randomblob(1000))", [()] * rows)


def weighed(file: Path) -> int:
    """Count the rows of ballast in a sound database."""
    with closing(sqlite3.connect(file)) as there:
        assert there.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        ((count,),) = there.execute("SELECT count(*) FROM ballast").fetchall()
    return int(count)


@contextmanager
def small_disk(free: int) -> Iterator[None]:
    """Let this process write no file beyond a size meanwhile."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (free, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


async def test_a_backup_while_a_match_is_played_holds_what_was_committed(data: Path) -> None:
    club = await Club.at(address(data))
    match = await club.begin()
    await club.step(match, random.Random(1))
    target = data.with_name("backup.sqlite")
    await asyncio.to_thread(main, ["backup", str(target)])
    before = await club.rows()
    await club.step(match, random.Random(2))
    assert await rows(address(target)) == before != await club.rows()
    await club.close()


def test_a_backup_is_one_file_for_its_owner_alone(data: Path, run: Run) -> None:
    target = data.parent.parent / "backup.sqlite"
    assert run(0, "backup", str(target)).startswith(
        f"{target} holds the database as it was just now"
    )
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert list(target.parent.glob("backup*")) == [target]
    run(0, "restore", str(target))


def test_a_backup_goes_on_though_others_write_after_every_step(data: Path) -> None:
    load(data)
    steps = 0

    def write() -> None:
        nonlocal steps
        steps += 1
        if steps < 100:  # without one moment for all of it, it would begin again each time
            load(data, 1)

    target = data.with_name("backup.sqlite")
    copy(data, target, write)
    assert weighed(target) == BALLAST < weighed(data)
    assert steps < 100


async def killed_while(script: str, seconds: float, *files: Path) -> None:
    """Kill a script after this time in the midst of what it does again and again with files."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", script, *map(str, files)), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout
    await process.stdout.readline()
    await asyncio.sleep(seconds)
    with suppress(ProcessLookupError):  # it has ended
        process.kill()
    await process.wait()


BACKUPS = """
import sys
from pathlib import Path
from bot.store.copying import copy
source, target = map(Path, sys.argv[1:])
print(flush=True)
while True:
    copy(source, target)
"""


@pytest.mark.slow
@pytest.mark.parametrize("moment", sampled(range(KILLS)))
async def test_whoever_kills_a_backup_still_has_the_one_before(data: Path, moment: int) -> None:
    load(data)
    target = data.with_name("backup.sqlite")
    copy(data, target)
    await killed_while(BACKUPS, moment / KILLS, data, target)
    assert weighed(target) == BALLAST
    assert weighed(data) == BALLAST


def test_what_killed_backups_have_left_goes_in_time(data: Path) -> None:
    old, new = (data.with_name(f"backup.sqlite.{age}.tetrarch-part") for age in ("old", "new"))
    for left in (old, new):
        left.touch()
    os.utime(old, (0, 0))
    copy(data, data.with_name("backup.sqlite"))
    assert not old.exists()
    assert new.exists()  # perhaps somebody is writing it


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("data/tetrarch.sqlite", "is the database itself"),
        ("nowhere/backup.sqlite", "There is no folder nowhere."),
        ("data", "data is a folder; name a file."),
    ],
)
def test_a_backup_goes_nowhere_else(data: Path, target: str, told: str, run: Run) -> None:
    before = data.read_bytes()
    assert told in run(3, "backup", target)
    assert data.read_bytes() == before
    assert sorted(path.name for path in data.parent.iterdir()) == [data.name]


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("sqlite+aiosqlite://", "This database lives in memory"),
        ("sqlite+aiosqlite:///nothing.sqlite", "There is no database at nothing.sqlite."),
        (
            "postgresql+asyncpg://me:secret@host/tetrarch",
            "pg_dump --format=custom --file=there.dump 'postgresql://me:***@host/tetrarch'",
        ),
    ],
)
@pytest.mark.usefixtures("data")
def test_what_is_no_file_of_sqlite_has_no_backup(
    url: str, told: str, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert told in run(3, "backup", "there.dump")
    assert not Path("there.dump").exists()


def test_a_full_disk_ends_a_backup_and_leaves_nothing(data: Path, run: Run) -> None:
    load(data)
    target = data.with_name("backup.sqlite")
    with small_disk(1 << 20):
        assert "This could not be done." in run(3, "backup", str(target))
    assert sorted(path.name for path in data.parent.iterdir()) == [data.name]


def test_a_damaged_database_takes_the_place_of_no_backup(data: Path, run: Run) -> None:
    load(data)
    target = data.with_name("backup.sqlite")
    run(0, "backup", str(target))
    before, torn = target.read_bytes(), bytearray(data.read_bytes())
    torn[len(torn) // 2 :] = bytes(len(torn) - len(torn) // 2)
    data.write_bytes(torn)
    assert "The database is damaged, and so would be its copy" in run(3, "backup", str(target))
    assert target.read_bytes() == before


# ------------------------------------------------------------ while the bot runs


def rounds(data: Path, keep: int = 7, stop: threading.Event | None = None) -> Rounds:
    return Rounds(data, data.with_name("backups"), 3600, keep, stop or threading.Event())


def made(data: Path) -> list[str]:
    return sorted(path.name for path in data.with_name("backups").iterdir())


def on(day: int, year: int = 2026) -> str:
    """Name the backup of a day in spring."""
    return datetime(year, 5, day, 6, tzinfo=UTC).strftime(NAME)


OTHERS = ["tetrarch-before-update.sqlite", "notes.txt"]
"""Files that the bot has not made."""


@pytest.mark.parametrize(
    ("there", "keep", "left"),
    [
        ([*map(on, range(1, 10)), *OTHERS], 3, [on(8), on(9), *OTHERS]),
        ([on(day, 2126) for day in (1, 2, 3)], 2, [on(3, 2126)]),  # by a clock that was ahead
    ],
)
def test_the_newest_backups_are_kept_and_what_is_not_the_bots_own(
    data: Path, there: list[str], keep: int, left: list[str]
) -> None:
    data.with_name("backups").mkdir()
    for name in there:
        data.with_name("backups").joinpath(name).touch()
    new = rounds(data, keep).make()
    assert made(data) == sorted([*left, new.name])


async def test_a_backup_with_more_matches_is_never_driven_out(
    data: Path, run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    club = await Club.at(address(data))
    await club.begin()
    await club.close()
    full, own = data.with_name("backups") / on(1), data.with_name("own.sqlite")
    await asyncio.to_thread(full.parent.mkdir)
    for copied in (full, own):
        await asyncio.to_thread(copy, data, copied)
    await asyncio.to_thread(lay, data)
    async with backing_up(settings(data), 3600):
        await until_logged(caplog, "the database has 0 matches, and 1 of the backups in ")
    new = [await asyncio.to_thread(rounds(data, 1).make) for _ in range(2)]
    assert made(data) == sorted({full.name, new[-1].name})
    told = await asyncio.to_thread(run, 0, "backup", str(own))
    assert told.startswith(f"{own} is kept: it has 1 matches, and the database only 0.\n")
    assert [count_matches(file) for file in sorted(data.parent.glob("own*"))] == [0, 1]


def test_no_backup_is_begun_that_would_leave_moves_without_room(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(data)._replace(free=2 * data.stat().st_size - 1)
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    with pytest.raises(CopyFailed, match="has 1 MB left"):
        rounds(data).make()
    assert made(data) == []


def test_a_bot_that_stops_does_not_wait_for_its_backup(data: Path) -> None:
    load(data)
    stop = threading.Event()
    stop.set()
    with pytest.raises(Stopped):
        rounds(data, stop=stop).make()
    assert made(data) == []


def settings(data: Path, every: str = "24h") -> Settings:
    return Settings(database_url=address(data), backup_every=every)


async def until_logged(caplog: pytest.LogCaptureFixture, text: str) -> None:
    for _ in range(2000):
        if text in caplog.text:
            return
        await asyncio.sleep(0.01)
    raise TimeoutError(text)


async def test_the_running_bot_makes_backups_itself(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with backing_up(settings(data), 0):
        await until_logged(caplog, "a backup is in ")
    (name,) = made(data)
    assert stat.S_IMODE(data.with_name("backups").stat().st_mode) == 0o700
    told = REGISTRY.get_sample_value("tetrarch_last_backup_seconds")
    assert told == datetime.strptime(name, NAME).replace(tzinfo=UTC).timestamp()


async def test_a_restart_makes_no_other_before_its_time(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    first = rounds(data).make()
    async with backing_up(settings(data), 0):
        await asyncio.sleep(0.2)
    assert made(data) == [first.name]
    assert not caplog.messages


async def test_a_backup_that_fails_is_told_in_a_sentence(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    data.with_name("backups").touch()
    async with backing_up(settings(data), 0):
        await until_logged(caplog, "no backup has been made; next attempt in an hour: ")
    (record,) = caplog.records
    assert record.exc_info is None


@pytest.mark.parametrize("every", ["none", "server"])
async def test_who_wants_none_has_none(data: Path, every: str) -> None:
    wanted = settings(data, "none") if every == "none" else Settings(database_url="postgresql://x")
    async with backing_up(wanted, 0):
        assert len(asyncio.all_tasks()) == 1
    assert not data.with_name("backups").exists()


@pytest.mark.parametrize("every", ["24", "0h", "h", "2w", "-1d"])
def test_how_often_is_a_number_of_hours_or_days(
    data: Path, every: str, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setenv("BACKUP_EVERY", every)
    assert run(2, "backup", "there").startswith("BACKUP_EVERY: Tetrarch cannot read this setting")
