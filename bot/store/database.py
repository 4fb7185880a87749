"""Opens the database: the four traps of SQLite closed, the schema brought up to date."""

import logging
import os
import pwd
import socket
import sqlite3
import ssl
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, TypeAlias

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, event, make_url, text
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from . import AS_THE_BOT, CONNECTIONS, thread_connection
from .scrubbed_errors import keep_quiet

log = logging.getLogger(__name__)

Use: TypeAlias = Literal["run", "change", "read"]
"""What a database is opened for: to "run" the bot, which makes its tables or brings them up to
date; to "change" what is in one that is up to date; or to "read" that, and write nothing at all."""

WRITES = "tetrarch_writes"
"""The execution option of a connection that is going to write."""

_TURN = {"turn": 0x7E76A6C4}
"""The number of the lock under which PostgreSQL is migrated."""
PRAGMAS = (
    "PRAGMA busy_timeout = 10000",
    "PRAGMA journal_mode = wal",
    "PRAGMA synchronous = full",
    "PRAGMA foreign_keys = on",
    "PRAGMA secure_delete = on",
)
"""The statements every connection to SQLite begins with; what is deleted is overwritten."""
READING = (PRAGMAS[0], "PRAGMA query_only = on")
"""Those of a connection that only reads."""

HELP = {
    "unable to open": "Perhaps it is another user's. " + AS_THE_BOT.removesuffix("."),
    "database is locked": "Another program writes to it: perhaps a bot that has not stopped yet",
    "is full": "Make room on its disk",
    "disk I/O error": "Perhaps its disk is full",
    "readonly": AS_THE_BOT.removesuffix("."),
    "malformed": "Go back to a backup",
    "not a database": "Go back to a backup",
    "28P01": "The password is wrong; in DATABASE_URL @ is %40, : is %3A and % is %25",
    "28000": "The server lets no such user in from here: see pg_hba.conf, or add ?sslmode=require",
    "3D000": "There is no such database: make it with CREATE DATABASE … ENCODING 'UTF8'",
    "42501": "This user may not change it: ALTER DATABASE … OWNER TO that user",
    "25006": "The server only reads: name the one that this is a copy of",
    "53300": "It has no connection left: lower DATABASE_CONNECTIONS or raise its max_connections",
}
"""What helps a host, by what SQLite says, or the state of SQL of PostgreSQL."""


NOTHING_THERE = """\
This is no database of Tetrarch: it is empty, or its tables have no version. The bot fills an empty
one when it starts. If there should be matches in it, go back to a backup."""
EARLIER = """\
The database is from an earlier version. Start the bot: this version of it brings the database up to
date first."""


class DatabaseUnusable(Exception):
    """The database cannot be opened; the text says why, in a sentence for the host."""


class FolderUnwritable(DatabaseUnusable):
    """The file of the database, or its folder, is somebody else's; the text says what helps."""


def file_of(url: str | URL) -> Path | None:
    """Return the file of a database; None for a server and for one in memory."""
    parsed = make_url(url)
    file = parsed.database or ":memory:"
    if parsed.get_backend_name() != "sqlite" or file.startswith((":", "file:")):
        return None
    return Path(file)


def check_folder(url: str, *, running: bool = True) -> None:
    """Raise FolderUnwritable unless this user may write the file of a database and beside it: the
    user that the bot is `running` as, or somebody else for whom it says who that is."""
    file = file_of(url)
    if file is None:
        return
    folder = file.absolute().parent
    there = next(path for path in (folder, *folder.parents) if os.path.exists(path))
    mine = os.access(there, os.W_OK | os.X_OK)
    if mine and (not os.path.exists(file) or os.access(file, os.R_OK | os.W_OK)):
        return
    if os.statvfs(there).f_flag & os.ST_RDONLY:
        raise FolderUnwritable(
            f"The folder {there} cannot be written: it is mounted read-only. Mount a volume there."
        )
    number = os.stat(file if os.path.exists(file) else there).st_uid
    if not running and number != os.geteuid():
        owner = str(number)
        with suppress(KeyError):
            owner = pwd.getpwuid(number).pw_name
        raise FolderUnwritable(
            f"The folder {there} and the database belong to user {owner}: run this as that user,"
            f" with sudo -u {owner} before it."
        )
    raise FolderUnwritable(
        f"The folder {there}, or the database in it, cannot be written by user {os.geteuid()}:"
        f" sudo chown -R {os.geteuid()} {there}\n"
        '(docs/hosting.md, "Docker", has the command for a volume of Docker).'
    )


async def connect(url: str, connections: int = CONNECTIONS, use: Use = "run") -> AsyncEngine:
    """Make an engine on an up-to-date database, and the folder for a new file. Its errors and log
    never have statements' parameters: they hold seeds and positions. Raises DatabaseUnusable."""
    parsed = make_url(url)
    with using(parsed):
        engine = _engine(parsed, connections, use)
    try:
        with using(parsed):
            await _migrate(engine, use)
    except BaseException:
        await engine.dispose()
        raise
    return engine


@contextmanager
def using(url: str | URL) -> Iterator[None]:
    """Say in a sentence why a database cannot be used, if it fails. Raises DatabaseUnusable."""
    try:
        yield
    except (DBAPIError, OSError) as error:
        place = make_url(url).render_as_string()
        raise DatabaseUnusable(f"The database {place} cannot be used: {reason(error)}.") from None
    except ModuleNotFoundError as missing:
        raise DatabaseUnusable(
            f'The module {missing.name} is missing; pip install "tetrarch[postgres]" brings that of'
            " PostgreSQL."
        ) from None


def _engine(url: URL, connections: int, use: Use) -> AsyncEngine:
    options: dict[str, Any] = {"hide_parameters": True}
    file = file_of(url)
    lite = url.get_backend_name() == "sqlite"
    if lite:
        logging.getLogger("aiosqlite").setLevel(logging.INFO)  # at DEBUG it logs every value
        if use == "run":
            make_file(url)
        opening = partial(_reading, file) if use == "read" and file else thread_connection.connect
        options["connect_args"] = {"async_creator_fn": opening}
    else:
        url, given = split_options(url)
        if use == "read":
            given["server_settings"]["default_transaction_read_only"] = "on"
        options["connect_args"] = given
    engine = create_async_engine(url, pool_size=connections, max_overflow=0, **options)
    event.listen(engine.sync_engine, "handle_error", keep_quiet)
    if lite:
        pragmas = READING if use == "read" else PRAGMAS
        event.listen(engine.sync_engine, "connect", partial(_prepare, pragmas))
        event.listen(engine.sync_engine, "begin", _begin)
    else:
        event.listen(engine.sync_engine, "checkout", _require_open)
    return engine


def _reading(file: Path, _: str, **options: Any) -> thread_connection.ThreadConnection:
    return thread_connection.connect(reading_address(file), uri=True, **options)


def reading_address(file: Path) -> str:
    """Return SQLite's address of a file from which is only read, perhaps by somebody who may not
    write it: unless a bot has it open, nothing else can be writing to it then."""
    mode = "mode=rw"
    if not os.access(file, os.W_OK) or not os.access(file.absolute().parent, os.W_OK):
        mode = "mode=ro" if os.path.exists(f"{file}-wal") else "immutable=1"
    return f"{file.absolute().as_uri()}?{mode}"


def split_options(url: URL) -> tuple[URL, dict[str, Any]]:
    """Return an address of PostgreSQL with nothing behind it that its driver has no word for, and
    that as options of its connections."""
    query, settings = dict(url.query), dict[str, str]()
    options: dict[str, Any] = {"server_settings": settings}
    if security := query.pop("sslmode", None):
        options["ssl"] = security
    if name := query.pop("application_name", None):
        settings["application_name"] = str(name)
    return url.set(query=query), options


def make_file(url: str | URL) -> None:
    """Make the file and its folder, for the host's eyes alone: hidden pieces are in it. One that is
    there is not opened, for to close it would take from this process all locks that SQLite holds on
    it: the next reader elsewhere would then throw away the log with what was played last."""
    file = file_of(url)
    if file is None:
        return
    folder = file.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        told = f"The folder {folder} cannot be made: {reason(error)}."
        raise DatabaseUnusable(told) from None
    with suppress(OSError):  # which opening the file will tell better
        os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))


def reason(error: DBAPIError | OSError | sqlite3.Error) -> str:
    """Quote why the driver or the system cannot use a database, and say what helps if known."""
    if isinstance(error, DBAPIError | sqlite3.Error):
        message = str(getattr(error, "orig", error))
        return message + next((f". {help_}" for part, help_ in HELP.items() if part in message), "")
    if isinstance(error, socket.gaierror | ssl.SSLError) and error.strerror:
        return error.strerror
    return os.strerror(error.errno) if error.errno else type(error).__name__


async def _migrate(engine: AsyncEngine, use: Use) -> None:
    """Bring the schema up to date in one transaction, one process after the other. SQLite replaces
    a table to change it, and foreign keys would see its rows gone: they are checked at the end."""
    lite = engine.dialect.name == "sqlite"
    async with engine.connect() as connection:
        if lite:
            await _foreign_keys(connection, "off")
        await connection.execution_options(**{WRITES: use != "read"})
        async with connection.begin():
            if not lite:  # in SQLite the writer's transaction does it
                await _require_unicode(connection)
                await connection.execute(text("SELECT pg_advisory_xact_lock(:turn)"), _TURN)
            if await connection.run_sync(_upgrade, use) and lite:
                lost = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).first()
                if lost:
                    raise DatabaseUnusable(
                        f"The database cannot be brought up to date: rows that {lost[0]} refers"
                        " to are gone. It has been left as it was."
                    )
        if lite:
            await connection.execution_options(**{WRITES: False})
            await _foreign_keys(connection, "on")


async def _require_unicode(connection: AsyncConnection) -> None:
    encoding = await connection.scalar(text("SHOW server_encoding"))
    if encoding != "UTF8":
        raise DatabaseUnusable(
            f"The database is encoded in {encoding}, in which not every name can be written."
            " Make another with CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'."
        )


async def _foreign_keys(connection: AsyncConnection, state: Literal["off", "on"]) -> None:
    """Run this outside a transaction; inside one SQLite ignores it."""
    await connection.exec_driver_sql(f"PRAGMA foreign_keys = {state}")
    await connection.rollback()


def _prepare(pragmas: Sequence[str], connection: Any, _record: object) -> None:
    # Without this Python's driver opens transactions when it sees fit, and never for a SELECT.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(pragma)
    cursor.close()


def _require_open(connection: Any, _record: object, _taken: object) -> None:
    # The server may have been restarted since. This lets the pool connect anew at once.
    if connection.driver_connection.is_closed():
        raise DisconnectionError


def _begin(connection: Connection) -> None:
    # A deferred transaction that turns to writing after another has written fails at once,
    # whatever the timeout; so writers queue at the door. A lone SELECT needs no transaction.
    if connection.get_execution_options().get(WRITES):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _upgrade(connection: Connection, use: Use) -> bool:
    """Bring the schema up to date, an empty one as well; tell whether there was anything to do."""
    present = max(MigrationContext.configure(connection).get_current_heads(), default=None)
    newest = _revisions()[0]
    if present == newest:
        if use != "read":
            # Nothing changes, but what cannot be written says so now and not to the first player.
            connection.execute(text("UPDATE alembic_version SET version_num = version_num"))
        return False
    require_known(present)
    if use != "run":
        raise DatabaseUnusable(NOTHING_THERE if present is None else EARLIER)
    if present and (file := file_of(connection.engine.url)):
        _copy(file, file.with_name(f"{file.stem}-before-{newest}{file.suffix}"))
    command.upgrade(alembic_config(connection), "head")
    return True


def _copy(file: Path, beside: Path) -> None:
    """Copy a database for a host who would go back to it, and to the version that made it."""
    try:
        make_file(URL.create("sqlite", database=str(beside)))
        with closing(sqlite3.connect(file)) as there, closing(sqlite3.connect(beside)) as copied:
            there.backup(copied)
    except (OSError, sqlite3.Error) as failure:
        raise DatabaseUnusable(
            f"The database cannot be copied to {beside} before it is brought up to date:"
            f" {reason(failure)}. It has been left as it was."
        ) from None
    log.info("the database as it was is in %s", beside)


def require_known(present: str | None) -> None:
    """Raise DatabaseUnusable for tables from before the first release, and for newer ones."""
    newest, *_, oldest = _revisions()
    if present is None or present in _revisions():
        return
    if present < oldest:
        raise DatabaseUnusable(
            f"The database is from before Tetrarch 1.0.0 (its tables are {present}): start 1.0 on"
            ' it once first, which brings it up to date (docs/hosting.md, "Updates").'
        )
    raise DatabaseUnusable(
        f"The database belongs to a newer Tetrarch (its tables are {present}, the newest known"
        f" here are {newest}): run that one, or go back to an older backup."
    )


@cache
def _revisions() -> tuple[str, ...]:
    """List every revision of the schema from the first release on, the newest first."""
    steps = ScriptDirectory.from_config(alembic_config()).walk_revisions()
    return tuple(step.revision for step in steps)


def alembic_config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(files("bot") / "migrations"))
    config.attributes["connection"] = connection
    return config
