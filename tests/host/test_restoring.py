"""A backup takes the place of a database that nobody uses; what was there is kept beside it."""

import asyncio
import shutil
import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from tests.databases import address, lay
from tests.matches.club import Club
from tests.samples import sampled

from .conftest import Run
from .test_backups import BALLAST, KILLS, killed_while, load, small_disk, weighed


@pytest.fixture
def backup(data: Path) -> Path:
    """Return a backup, after which the database has grown."""
    load(data)
    target = data.with_name("backup.sqlite")
    assert main(["backup", str(target)]) == 0
    load(data, 1)
    return target


def beside(data: Path) -> list[Path]:
    """List the databases that have been replaced."""
    return sorted(data.parent.glob("tetrarch.sqlite.*"))


def test_a_restore_brings_back_what_was_and_keeps_what_is(
    data: Path, backup: Path, run: Run
) -> None:
    told = run(0, "restore", str(backup))
    (old,) = beside(data)
    assert f"{data} is now what {backup} holds; what was there before is kept in {old}." in told
    assert weighed(data) == BALLAST
    assert weighed(old) == BALLAST + 1
    assert stat.S_IMODE(old.stat().st_mode) == 0o600


async def test_nothing_is_restored_over_a_bot_that_runs(data: Path, backup: Path, run: Run) -> None:
    club = await Club.at(address(data))
    match = await club.begin()
    told = await asyncio.to_thread(run, 3, "restore", str(backup))
    assert f"{data} is in use: stop the bot first." in told
    assert beside(data) == []
    await club.resign(match, match.players[0].human)  # it has taken no harm
    await club.close()
    assert weighed(data) == BALLAST + 1


KILLED = """
import os, sqlite3, sys
there = sqlite3.connect(sys.argv[1])
there.execute("PRAGMA journal_mode = wal")
there.execute("INSERT INTO ballast VALUES (x'00')")
there.commit()
os.kill(os.getpid(), 9)
"""


async def test_what_a_killed_bot_left_in_its_log_is_kept_and_not_mixed_in(
    data: Path, backup: Path
) -> None:
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", KILLED, str(data))
    await process.wait()
    assert data.with_name(f"{data.name}-wal").stat().st_size
    assert await asyncio.to_thread(main, ["restore", str(backup)]) == 0
    assert weighed(data) == BALLAST
    (old,) = beside(data)
    assert weighed(old) == BALLAST + 2


def test_a_restore_to_a_new_machine_makes_the_folder(data: Path, backup: Path) -> None:
    shutil.move(backup, "backup.sqlite")
    shutil.rmtree(data.parent)
    assert main(["restore", "backup.sqlite"]) == 0
    assert weighed(data) == BALLAST
    assert beside(data) == []
    assert stat.S_IMODE(data.stat().st_mode) == 0o600


def test_a_damaged_database_is_replaced_too(data: Path, backup: Path) -> None:
    torn = bytearray(data.read_bytes())
    torn[len(torn) // 2 :] = bytes(len(torn) - len(torn) // 2)
    data.write_bytes(torn)
    assert main(["restore", str(backup)]) == 0
    assert weighed(data) == BALLAST
    (old,) = beside(data)
    assert len(old.read_bytes()) == len(torn)


@pytest.mark.parametrize("torn", [slice(0, 4096), slice(100, 4096), slice(8192, None)])
def test_one_that_cannot_even_be_opened_has_to_be_moved_away(
    data: Path, backup: Path, torn: slice, run: Run
) -> None:
    content = bytearray(data.read_bytes())
    content[torn] = bytes(len(content[:4096][torn]))
    data.write_bytes(content)
    assert f"{data} cannot be read at all. Move it away" in run(3, "restore", str(backup))
    data.rename("away")
    assert main(["restore", str(backup)]) == 0
    assert weighed(data) == BALLAST


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("nothing", "There is no database at nothing."),
        ("data/tetrarch.sqlite", "is the database itself"),
        ("text", "text is no database of Tetrarch."),
        ("others", "others is no database of Tetrarch."),
        ("torn", "torn is damaged. Nothing has been changed."),
        ("9999", "The database belongs to a newer Tetrarch (its tables are 9999"),
        ("0001", "The database is from before Tetrarch 1.0.0 (its tables are 0001"),
    ],
)
def test_only_a_whole_backup_is_restored(
    data: Path, backup: Path, file: str, told: str, run: Run
) -> None:
    Path("text").write_text("A backup, for sure.\n" * 100)
    with closing(sqlite3.connect("others")) as others:
        others.execute("CREATE TABLE songs (title TEXT)")
    torn = bytearray(backup.read_bytes())
    torn[-8000:-4000] = bytes(4000)
    Path("torn").write_bytes(torn)
    for revision in ("0001", "9999"):
        with closing(sqlite3.connect(lay(Path(revision)))) as other, other:
            other.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    assert told in run(3, "restore", file)
    assert weighed(data) == BALLAST + 1
    assert beside(data) == []


def test_a_full_disk_leaves_the_database_as_it_was(data: Path, backup: Path, run: Run) -> None:
    with small_disk(1 << 20):
        assert "This could not be done." in run(3, "restore", str(backup))
    assert weighed(data) == BALLAST + 1
    assert beside(data) == []


RESTORES = """
import sys
from pathlib import Path
from bot.store.copying import put_back
backup, file = map(Path, sys.argv[1:])
print(flush=True)
while True:
    put_back(backup, f"sqlite+aiosqlite:///{file}", file, file.with_name("beside"))
"""


@pytest.mark.slow
@pytest.mark.parametrize("moment", sampled(range(KILLS)))
async def test_whoever_kills_a_restore_has_one_of_the_two(
    data: Path, backup: Path, moment: int
) -> None:
    load(data)  # so that their sizes differ, and each has pages the other has not
    await killed_while(RESTORES, moment / KILLS / 2, backup, data)
    assert weighed(data) in (BALLAST, 2 * BALLAST + 1)


def test_how_a_server_is_restored_is_said(
    data: Path, backup: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://me:secret@host/tetrarch")
    assert "--dbname='postgresql://me:***@host/tetrarch'" in run(3, "restore", str(backup))
