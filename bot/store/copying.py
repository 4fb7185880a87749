"""Copies a database of SQLite while it is played in, and puts a copy back in its place. A copy
shows one moment, and is whole or not there; it is put back in one transaction, so that whoever
opens the database sees the old one or the new one."""

import os
import shlex
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp

from sqlalchemy import make_url

from .database import (
    DatabaseUnusable,
    check_folder,
    file_of,
    make_file,
    reading_address,
    reason,
    require_known,
)

PAGES = 128
"""The pages of a step, half a MiB mostly."""
PAUSE_S = 0.02
"""The pause after a step, in which the disk belongs to whoever plays."""
OPCODES = 100_000
"""The steps of SQLite's machine between two questions whether to go on."""
UNFINISHED = ".tetrarch-part"
ABANDONED_S = 24 * 60 * 60
"""The age at which what is unfinished has no writer any more."""

OTHERS = """\
Tetrarch makes backups of SQLite alone; PostgreSQL makes its own (docs/hosting.md, "Backups"):
{command}"""
LOST = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)
"""SQLite's codes for a file in which it cannot even find its way."""
IN_MEMORY = "This database lives in memory and has no file."


class CopyFailed(DatabaseUnusable):
    """A database cannot be copied or put back; the text says why, in a sentence for the host."""


def rest() -> None:
    """Leave the disk to others for a moment."""
    time.sleep(PAUSE_S)


def require_file(url: str, command: str) -> Path:
    """Return the file of a database. Raises CopyFailed with what helps if there cannot be one."""
    if (file := file_of(url)) is not None:
        return file
    address = make_url(url)
    if address.get_backend_name() == "sqlite":
        raise CopyFailed(IN_MEMORY)
    source = address.set(drivername="postgresql").render_as_string()
    raise CopyFailed(OTHERS.format(command=f"{command}{shlex.quote(source)}"))


def require_there(url: str) -> None:
    """Raise CopyFailed if there is no file of a database, which opening it would make."""
    if make_url(url).get_backend_name() == "sqlite":
        _check_there(require_file(url, ""))


def copy(source: Path, target: Path, pause: Callable[[], None] = rest) -> int:
    """Copy a database, and return the bytes of the copy, which only its owner may read. `pause` is
    called after every step; if it raises, nothing is left behind. Raises CopyFailed."""
    with _failing(source), closing(_open(source)) as connection:
        if target.exists() and target.samefile(source):
            raise CopyFailed(f"{target} is the database itself; name another file.")
        if target.is_dir():
            raise CopyFailed(f"{target} is a folder; name a file.")
        if not target.parent.is_dir():
            raise CopyFailed(f"There is no folder {target.parent}.")
        _clear(target)
        connection.execute("BEGIN")  # of one moment: else each commit makes it begin again
        connection.execute("SELECT 1 FROM sqlite_schema").fetchall()
        return _write(connection, target, pause, checked=True)


def put_back(copied: Path, url: str, file: Path, beside: Path) -> bool:
    """Put a copy in a database file's place, that one `beside`; tell if there was one."""
    check_folder(url, running=False)
    with _failing(copied), closing(_open(copied)) as source:
        if file.exists() and file.samefile(copied):
            raise CopyFailed(f"{copied} is the database itself; name a backup of it.")
        _require_ours(source, copied)
        with _failing(file):
            make_file(url)
            known = file.stat().st_size > 0
            with closing(_open(file)) as held:
                try:
                    _hold(held, file)
                    if known:
                        _write(held, beside, lambda: None, checked=False)
                except sqlite3.DatabaseError as error:
                    if error.sqlite_errorcode & 0xFF not in LOST:
                        raise
                    raise CopyFailed(
                        f"{file} cannot be read at all. Move it away, with the files whose names"
                        " begin like its own, and restore again."
                    ) from None
                source.backup(held)
    return known


def count_matches(file: Path) -> int:
    """Count the matches of a database or a copy that have begun, which are never deleted; 0 for
    what is none or cannot be read."""
    with suppress(sqlite3.Error, CopyFailed, OSError), closing(_open(file)) as there:
        found = there.execute("SELECT count(*) FROM matches WHERE salt IS NOT NULL").fetchone()
        return int(found[0])
    return 0


def _check_there(file: Path) -> None:
    if not file.is_file():
        raise CopyFailed(f"There is no database at {file}.")


def _open(file: Path) -> sqlite3.Connection:
    _check_there(file)
    return sqlite3.connect(reading_address(file), uri=True, isolation_level=None, timeout=1)


def _write(
    source: sqlite3.Connection, target: Path, pause: Callable[[], None], *, checked: bool
) -> int:
    handle, name = mkstemp(UNFINISHED, f"{target.name}.", target.parent)  # its owner's alone
    part = Path(name)
    try:
        with os.fdopen(handle):
            with closing(sqlite3.connect(part, isolation_level=None)) as copied:
                _fill(copied, source, pause, handle)
                if checked:
                    _check(copied, pause)
            os.fsync(handle)
            size = os.fstat(handle).st_size
        part.replace(target)
    except BaseException:
        for left in (part, *(Path(f"{part}{end}") for end in ("-wal", "-shm", "-journal"))):
            left.unlink(missing_ok=True)
        raise
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return size


def _fill(
    copied: sqlite3.Connection, source: sqlite3.Connection, pause: Callable[[], None], handle: int
) -> None:
    """Copy page by page, and onto the disk as it goes: at the end others would have to wait."""
    copied.execute("PRAGMA synchronous = off")
    copied.execute("PRAGMA journal_mode = off")

    def step(*_: int) -> None:
        os.fsync(handle)
        pause()

    source.backup(copied, pages=PAGES, progress=step)
    copied.execute("PRAGMA journal_mode = delete")  # one file, with none beside it


def _check(copied: sqlite3.Connection, pause: Callable[[], None]) -> None:
    """Raise CopyFailed if a copy is damaged; `pause` may end it early."""
    stopped: list[BaseException] = []

    def go_on() -> int:
        try:
            pause()
        except BaseException as reason:  # SQLite would swallow it
            stopped.append(reason)
        return len(stopped)

    copied.set_progress_handler(go_on, OPCODES)
    try:
        sound = copied.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]
    except sqlite3.OperationalError:
        if stopped:
            raise stopped[0] from None
        raise
    if not sound:
        raise CopyFailed(
            "The database is damaged, and so would be its copy: go back to an earlier backup"
            ' (docs/hosting.md, "Backups").'
        )


def _require_ours(copied: sqlite3.Connection, file: Path) -> None:
    """Raise CopyFailed unless a file is a whole database that this version knows."""
    try:
        found = copied.execute("SELECT version_num FROM alembic_version").fetchall()
    except sqlite3.DatabaseError:
        found = []
    if len(found) != 1:
        raise CopyFailed(f"{file} is no database of Tetrarch.")
    require_known(found[0][0])
    if copied.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
        raise CopyFailed(f"{file} is damaged. Nothing has been changed.")


def _hold(held: sqlite3.Connection, file: Path) -> None:
    """Keep everybody out of a database until the connection is closed. A bot that runs has it open
    with a write-ahead log, which SQLite ends for nobody but the only one to have the database open.
    What a killed bot has left in the log is taken in by this. Raises CopyFailed."""
    try:
        held.execute("PRAGMA locking_mode = exclusive")
        held.execute("PRAGMA journal_mode = delete").fetchall()
        held.execute("BEGIN EXCLUSIVE")
        held.execute("COMMIT")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        raise CopyFailed(
            f"{file} is in use: stop the bot first. Nothing has been changed."
        ) from None


def _clear(target: Path) -> None:
    """Remove what killed copies have left behind."""
    for left in target.parent.glob("*" + UNFINISHED):
        with suppress(OSError):
            if left.stat().st_mtime < time.time() - ABANDONED_S:
                left.unlink()


@contextmanager
def _failing(file: Path) -> Iterator[None]:
    """Say in a sentence what the system or SQLite has against a file."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        place = getattr(error, "filename", None) or file
        raise CopyFailed(f"This could not be done. {place}: {reason(error)}.") from None
