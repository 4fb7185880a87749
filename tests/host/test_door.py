"""The host's door: whatever stands in a setting, an argument, an address or a file is carried out,
or refused in a sentence that says how it is written, quotes nothing, and has the right status."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from annotated_types import Ge, Le
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import make_url

from bot.__main__ import main
from bot.config import Misset, Settings, read_settings, way_of
from bot.store.address import read_address
from bot.store.database import DatabaseUnusable, connect
from games.clock import DAY
from games.core import NotationError
from games.records.record import read
from tests import wild
from tests.databases import connected, drop, make
from tests.matches.club import SPRING
from tests.samples import FULL, sampled

from .conftest import Run
from .test_backups import killed_while
from .test_checking import checked, file, match, total

__all__ = ["file"]
HIDDEN = "sEcReT9"
FREE = {"backup_dir", "picture_cache_dir", "contact"}
"""The settings that may be anything, within a length."""
BOUNDS = {
    name: (int(str(low.ge)), int(str(high.le)))
    for name, field in Settings.model_fields.items()
    for low in field.metadata
    if isinstance(low, Ge)
    for high in field.metadata
    if isinstance(high, Le)
}
AMISS = ["?", "many", "1e9", "9" * 40, f"{HIDDEN} {HIDDEN}", "x" * 301, "-1", "1,5", "½", "null"]
"""Values of the wrong kind, out of all bounds, or of others' spelling."""
AMISS_FOR = [
    ("discord_token", f"Bot {HIDDEN}"),
    ("discord_token", f"{HIDDEN}\n{HIDDEN}"),
    ("discord_token", f'"{HIDDEN}"'),
    ("database_url", f"postgresql://u:p@{HIDDEN}@host/db"),
    ("database_url", f"postgresql://u:{HIDDEN}@host:port/db"),
    ("database_url", f"postgresql://u:{HIDDEN}@host:70000/db"),
    ("database_url", f"postgres://u:{HIDDEN}@host/db?channel_binding=require"),
    ("database_url", f"postgres://u:{HIDDEN}@host/db?sslmode={HIDDEN}"),
    ("database_url", f"mysql://u:{HIDDEN}@host/db"),
    ("database_url", f"sqlite+aiosqlite://{HIDDEN}"),
    ("health", "http://127.0.0.1:9107/healthz"),
    ("health", ":9107"),
    ("health", "127.0.0.1:99999"),
    ("metrics", "127.0.0.1:0"),
    ("workers", f"nats://{HIDDEN}@host"),
    ("log_level", "debug"),
    ("log_level", "INFO,bot"),
    ("shards", "1/1"),
    ("backup_every", "1w"),
    ("privacy_url", f"www.{HIDDEN}.org"),
    ("contact", "x" * 201),
]
READ = {
    "postgres://u:p%40@h:5/d?sslmode=require": "postgresql+asyncpg://u:p%40@h:5/d?sslmode=require",
    "postgresql://h/d?application_name=t": "postgresql+asyncpg://h/d?application_name=t",
    "postgresql+psycopg2://[::1]/d": "postgresql+asyncpg://[::1]/d",
    "sqlite:///a.sqlite": "sqlite+aiosqlite:///a.sqlite",
    " sqlite+aiosqlite:////a@b.sqlite\n": "sqlite+aiosqlite:////a@b.sqlite",
}


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Run in an empty folder, without settings."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    return monkeypatch


def inputs(full: int) -> settings:
    """Try a hundred inputs, or this many where time is no matter: 250,000 in all."""
    kept = [HealthCheck.function_scoped_fixture]
    return settings(max_examples=full if FULL else 100, suppress_health_check=kept)


def refusal(name: str, value: str) -> str:
    """Return what is said of a setting; "" if it is taken."""
    os.environ[name.upper()] = value
    try:
        read_settings()
    except Misset as told:
        return str(told)
    finally:
        del os.environ[name.upper()]
    return ""


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("name", Settings.model_fields)
def test_a_setting_is_refused_with_how_it_is_written(name: str) -> None:
    wrong = [value for key, value in AMISS_FOR if key == name]
    if name in BOUNDS:
        wrong += [str(BOUNDS[name][0] - 1), str(BOUNDS[name][1] + 1), *AMISS]
    taken = [value for value in AMISS if not refusal(name, value)]
    assert name in FREE or name in ("health", "sentry_dsn", "discord_token") or not taken
    for value in (*wrong, *(text for text in AMISS if text not in taken)):
        told = refusal(name, value)
        assert told.startswith(f"{name.upper()}: "), value
        assert HIDDEN not in told
        assert "Write " in told or "docs/" in told or name == "shards", told
        assert all(str(bound) in told for bound in BOUNDS.get(name, ()))
    assert refusal(name, "") == "", "an empty one is none"


def test_the_example_names_every_bound() -> None:
    example_ = Path(__file__).parents[2].joinpath(".env.example").read_text("utf-8")
    for name, (low, high) in BOUNDS.items():
        about = example_.partition(f"#{name.upper()}=")[0].rpartition("\n\n")[2]
        assert f"{low} to {high}" in about.replace("\n# ", " "), name
        assert f"{low} to {high}" in way_of(name)


def test_addresses_are_read_as_services_write_them() -> None:
    assert {address: read_address(address) for address in READ} == READ


@pytest.mark.usefixtures("alone")
@inputs(150_000)
@given(
    st.sampled_from([*Settings.model_fields]),
    st.lists(st.sampled_from(wild.PIECES) | st.text(max_size=20), max_size=8).map("".join),
)
@example("database_url", "postgresql://[::1")
@example("health", "²:1")
def test_no_text_breaks_a_setting_or_is_quoted(name: str, text: str) -> None:
    value = text.replace("\0", "").encode("utf-8", "ignore").decode() + HIDDEN
    told = refusal(name, value)
    assert HIDDEN not in told
    assert not told or told.startswith(f"{name.upper()}: ")
    if name == "database_url" and not told:
        make_url(read_address(value))


@inputs(60_000)
@given(st.binary(max_size=60) | st.text(max_size=40).map(lambda text: text.encode("utf-16")))
def test_no_bytes_break_the_reader_of_records(content: bytes) -> None:
    with pytest.raises((NotationError, UnicodeDecodeError)):
        read(content.decode("utf-8-sig"))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "latin-1"])
def test_a_file_of_settings_in_other_letters_is_refused(
    encoding: str, alone: pytest.MonkeyPatch, run: Run
) -> None:
    Path(".env").write_bytes(f"DISCORD_TOKEN={HIDDEN}\nCONTACT=Zoë\n".encode(encoding))
    assert run(2, "check").startswith(".env is not written in UTF-8. Save it anew in UTF-8")
    Path(".env").write_bytes("\ufeffDRAWING_THREADS=99\r\nCONTACT=Zoë\r\n".encode())
    assert run(2, "check").startswith("DRAWING_THREADS: ")


ARGUMENTS = [
    *(
        ([command, user], 2, f"{user} is no user's number on Discord")
        for user in ("-5", "Eva", "1.5", "", "0", "٣", "9" * 40)
        for command in ("forget", "export")
    ),
    (["strike", "x" * 9999], 3, "There is no match"),
    (["strike", ""], 3, "There is no match"),
    (["strike"], 2, "required: MATCH"),
    (["words", "../../etc"], 3, "There is no catalogue"),
    (["words", ""], 3, "There is no catalogue"),
    (["words", "en", "--folder", "nowhere"], 3, "There is no catalogue"),
    (["backup", ""], 3, ". is a folder; name a file."),
    (["backup", "x" * 300], 3, "File name too long"),
    (["restore", ""], 3, "There is no database at ."),
    (["restore", "/dev/null"], 3, "There is no database at /dev/null"),
    (["playground", "--port", "99999"], 2, "a port is a number from 0 to 65535"),
    (["playground", "--port", "9" * 40], 2, "a port is a number from 0 to 65535"),
    (["check", "--repair-caches=yes"], 2, "ignored explicit argument"),
    (["chek"], 2, "invalid choice"),
]


@pytest.mark.parametrize(("arguments", "status", "told"), ARGUMENTS)
def test_an_argument_is_refused_in_words(
    data: Path, arguments: list[str], status: int, told: str, run: Run
) -> None:
    assert told in run(status, *arguments)


COMMANDS = {
    "check": "check",
    "mend": "check --repair-caches",
    "export": "export 5001",
    "forget": "forget 5001",
    "strike": "strike {ended}",
    "backup": "backup copy.sqlite",
    "restore": "restore old.sqlite",
}
UNREACHED = f"postgres://u:{HIDDEN}@127.0.0.1:1/db"
WORDS = ["run", "playground", "inventory", "health", "words", *COMMANDS]
ODD = ["--port", "--data", "--repair-caches", "--undo=1", "--folder", "--", "-1", "5", "K7Q2"]
ODD += ["<@5>", "user#1234", "https://discord.com/channels/1/2", "en_US", "x" * 300, *wild.PIECES]


@inputs(40_000)
@given(
    st.sampled_from(WORDS),
    st.lists(st.sampled_from(ODD) | st.binary(max_size=20).map(os.fsdecode), max_size=3),
    st.sampled_from(["sqlite:///none.sqlite", UNREACHED]),
)
def test_no_argument_breaks_a_command(
    alone: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    arguments: list[str],
    database: str,
) -> None:
    """A shell hands over any bytes but 0; with no good setting the playground does not begin."""
    alone.setenv("DATABASE_URL", database)
    alone.setenv("DISCORD_TOKEN", f"Bot {HIDDEN}" if command in WORDS[:2] else HIDDEN)
    try:
        status = main([command, *(text.replace("\0", "") for text in arguments)])
    except SystemExit as end:
        status = int(str(end.code))
    printed = "".join(capsys.readouterr())
    assert status in range(4)
    assert printed.strip()
    assert HIDDEN not in printed
    assert not Path("none.sqlite").exists()


@pytest.mark.parametrize("command", [["check"], ["export", "5"], ["strike", "K7Q2"]])
def test_a_database_in_memory_has_nothing_to_look_at(
    command: list[str], alone: pytest.MonkeyPatch, run: Run
) -> None:
    alone.setenv("DATABASE_URL", "sqlite+aiosqlite://")
    assert run(3, *command) == "This database lives in memory and has no file.\n"
    alone.setenv("DISCORD_TOKEN", "not.a.token")
    assert "would be gone" in run(2)


def test_a_console_without_the_letters_is_told_all_the_same(tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "bot", "inventory"],
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert b"says \\u201ca former player\\u201d" in told.stdout
    assert told.stderr == b""


BEGUN = f"""
import sys, time
time.time_ns = lambda: {SPRING + DAY} * 1_000_000
from bot.__main__ import main
print(flush=True)
sys.exit(main(sys.argv[1:]))
"""
"""A command on the day after the club's matches, which count for as long as anybody may object."""
MOMENTS = range(20) if FULL else (3,)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "moment"), sampled((name, moment) for moment in MOMENTS for name in COMMANDS)
)
def test_whoever_kills_a_command_has_a_whole_database(
    file: Path, name: str, moment: int, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(file.parent)
    Path("old.sqlite").write_bytes(file.read_bytes())
    words = COMMANDS[name].format(ended=match("ended")).split()
    asyncio.run(killed_while(BEGUN, moment / 20, *map(Path, words)))
    assert checked(run, 0) == [total(0)]
    left = {path.name.partition(".sqlite")[0] for path in file.parent.iterdir()}
    assert left <= {"tetrarch", "old", "copy"}


async def told(url: str) -> str:
    with pytest.raises(DatabaseUnusable) as refused:
        await connect(url)
    return str(refused.value)


ROLES = {
    "reader": ("LOGIN", "42501. This user may not change it"),
    "closed": ("NOLOGIN", "28000. The server lets no such user in"),
    "locked": ("LOGIN PASSWORD 'another'", "28P01. The password is wrong"),
    "crowded": ("LOGIN CONNECTION LIMIT 0", "53300. It has no connection left"),
}
"""Roles of PostgreSQL, and what is told of each; `scripts/with_postgres` asks one its password."""


@pytest.mark.slow
async def test_what_postgresql_refuses_is_told_with_what_helps(served: str) -> None:
    assert "3D000. There is no such database" in await told(served + "_nowhere")
    await (await connect(served + "?sslmode=disable&application_name=door")).dispose()
    async with connected(served, isolation_level="AUTOCOMMIT") as there:
        name = served.rpartition("/")[2]
        try:
            for role, (rights, refused) in ROLES.items():
                await there.exec_driver_sql(f"CREATE ROLE {role} {rights}")
                said = await told(served.replace("tetrarch@", f"{role}:{HIDDEN}@"))
                assert refused in said
                assert HIDDEN not in said
            await there.exec_driver_sql(
                f'ALTER DATABASE "{name}" SET default_transaction_read_only = on'
            )
            assert "25006. The server only reads" in await told(served)
        finally:
            for role in ROLES:
                await there.exec_driver_sql(f"DROP ROLE IF EXISTS {role}")
    assert "Connection refused" in await told("postgresql+asyncpg://u:secret@127.0.0.1:1/db")


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
async def test_a_database_that_cannot_hold_every_name_is_refused(
    encoding: str, served: str
) -> None:
    name = f"{served.rpartition('/')[2]}_{encoding.lower()}"
    url = await make(name, f"template0\" ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE \"C")
    try:
        assert f"encoded in {encoding}, in which not every name" in await told(url)
    finally:
        await drop(name)
