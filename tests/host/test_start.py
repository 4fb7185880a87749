"""The start: which version runs, and settings that cannot be read."""

import asyncio
import json
import logging
import sqlite3
import sys
import tomllib
from collections.abc import Iterator
from contextlib import closing
from importlib import metadata
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.host import running
from bot.host.logs import TALKATIVE
from bot.store.database import PRAGMAS
from bot.version import newest, version
from render.draw import draw, keep, keep_in
from tests.databases import address
from tests.matches.club import Club
from tests.matches.rated import EVA, begun, played
from tests.render.sample import OPEN, reader
from tests.render.test_every_game import views
from tests.render.test_kept import USUAL

from .conftest import Run

INSTALLED = metadata.version("tetrarch")
TOKENED = {"DISCORD_TOKEN": "not.a.token", "DATABASE_URL": "sqlite+aiosqlite:///a.sqlite"}


@pytest.fixture
def uninstalled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be installed under Tetrarch's name."""

    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)


@pytest.fixture
def tokenless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run in a folder without settings, and restore every level afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    levels = [(logger, logger.level) for logger in map(logging.getLogger, TALKATIVE)]
    yield
    for logger, level in levels:
        logger.setLevel(level)


@pytest.fixture
def url(tokenless: None, data: Path) -> str:
    """Return the address of a database that the settings name."""
    return address(data)


async def won(url: str, *, another: bool = False) -> str:
    """Play a rated match to its end, begin another one perhaps, and return the first one's id."""
    club = await Club.at(url)
    match = await played(club)
    if another:
        await begun(club)
    await club.close()
    return match.id


async def behind(url: str) -> list[str]:
    """List the matches whose boards are left to the bot."""
    club = await Club.at(url)
    waiting = await club.matches.behind()
    await club.close()
    return [*waiting]


def test_the_version_is_the_one_installed() -> None:
    assert version() == INSTALLED


def test_the_changelog_begins_with_this_version() -> None:
    with (Path(__file__).parents[2] / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    release = newest()
    assert release
    assert release.version == project["version"]


@pytest.mark.usefixtures("uninstalled")
def test_what_is_not_installed_has_an_unknown_version() -> None:
    assert version() == "unknown"


def test_whoever_asks_is_told_the_version(run: Run) -> None:
    assert run(0, "--version") == f"Tetrarch {INSTALLED}\n"


@pytest.mark.usefixtures("tokenless")
def test_the_log_begins_with_the_version(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    assert main([]) == 2
    python = ".".join(map(str, sys.version_info[:3]))
    assert caplog.messages[0] == f"Tetrarch {INSTALLED}, Python {python}"


SERVER = {"DATABASE_URL": "postgresql+asyncpg://a@b/c"}
UNREADABLE = [
    ("WORKERS", "tls://me:secret@nats"),
    ("WORKERS", "nats://secret@nats:4222"),
    ("LOG_LEVEL", "LOUD"),
    ("DRAWING_THREADS", "99"),
    ("DATABASE_CONNECTIONS", "3"),
    ("METRICS", "9109"),
    ("WORKERS", "tcp://127.0.0.1:8786"),
    ("SENTRY_DSN", "secret"),
]
REFUSED = [
    *(
        ({name: text}, f"{name}: Tetrarch cannot read this setting", text)
        for name, text in UNREADABLE
    ),
    (
        {"LOG_LEVEL": "INFO,discord.http=DEBUG"},
        "LOG_LEVEL: discord.http=DEBUG would write down what libraries send",
        "INFO,discord",
    ),
    (SERVER | {"SHARDS": "4/4"}, "SHARDS: Name the shards of this process", "a@b"),
    (SERVER | {"SHARDS": "0-3"}, "SHARDS: Name the shards of this process", "a@b"),
    (
        {"DATABASE_URL": "sqlite+aiosqlite:///a", "SHARDS": "0/4"},
        "SHARDS: These are not all shards",
        "aiosqlite",
    ),
]
"""Settings, how the refusal begins, and what of them it does not quote."""


@pytest.mark.usefixtures("tokenless")
@pytest.mark.parametrize(("settings", "told", "unsaid"), REFUSED)
def test_settings_that_are_refused_are_named_and_not_quoted(
    settings: dict[str, str],
    told: str,
    unsaid: str,
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
) -> None:
    for name, value in (TOKENED | settings).items():
        monkeypatch.setenv(name, value)
    printed = run(2)
    assert printed.startswith(told)
    assert unsaid not in printed


@pytest.mark.usefixtures("tokenless")
@pytest.mark.parametrize("shards", ["", "0/1", "0-3/4"])
def test_one_process_with_all_shards_needs_no_server(
    shards: str, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setenv("SHARDS", shards)
    assert "DISCORD_TOKEN is missing" in run(2)


@pytest.mark.usefixtures("tokenless")
def test_without_the_extra_reports_are_refused_in_words(
    monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "not.a.token")
    monkeypatch.setenv("SENTRY_DSN", "https://key@127.0.0.1/1")
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    monkeypatch.delitem(sys.modules, "bot.host.reports", raising=False)
    told = run(2)
    assert "SENTRY_DSN is set, and sentry-sdk is not installed here." in told
    assert "key" not in told


@pytest.mark.usefixtures("tokenless")
@pytest.mark.parametrize("mode", ["run", "playground"])
def test_without_the_extra_a_server_of_workers_is_refused_in_words(
    mode: str, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setenv("WORKERS", "nats://bot:secret@127.0.0.1:4222")
    monkeypatch.setitem(sys.modules, "nats", None)
    told = run(2, mode)
    assert told.startswith("WORKERS names a NATS server, and nats-py is not installed here.")
    assert "127.0.0.1" not in told


def test_whoever_runs_the_bot_takes_a_match_out_of_the_points(
    url: str, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    match = asyncio.run(won(url))
    monkeypatch.setattr("bot.matches.upkeep.points_removal.STRIKE_MS", 1 << 60)
    assert f"{match} no longer counts for points" in run(0, "strike", match)
    assert asyncio.run(behind(url)) == [match], "its board is left to the bot"
    assert f"`{match}` has not counted for points" in run(3, "strike", match.lower())
    assert run(3, "strike", "NONE") == "There is no match NONE.\n"
    assert run(0, "strike", "--undo", match.lower()) == f"{match} counts for points again.\n"
    assert "has not been taken out" in run(3, "strike", "--undo", match)


@pytest.mark.usefixtures("tokenless")
@pytest.mark.parametrize(
    "command", [["strike", "K7Q2"], ["forget", str(EVA.id)], ["export", str(EVA.id)], ["check"]]
)
def test_in_a_folder_without_a_database_nothing_is_said_to_be_done(
    command: list[str], run: Run
) -> None:
    assert run(3, *command) == "There is no database at data/tetrarch.sqlite.\n"
    assert not Path("data/tetrarch.sqlite").exists()


def test_no_option_is_guessed(run: Run) -> None:
    assert "--repair" in run(2, "check", "--repair")


def test_whoever_runs_the_bot_forgets_a_person_and_leaves_their_boards_to_the_bot(
    url: str, data: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    asyncio.run(won(url, another=True))
    told = run(0, "forget", str(EVA.id))
    assert "Running matches ended for it: 1, open challenges: 0;" in told
    assert "now stands for them: 1." in told
    assert str(EVA.id).encode() not in data.read_bytes()
    assert len(asyncio.run(behind(url))) == 1, "the board of what has ended is still to be posted"
    with closing(sqlite3.connect(data)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM matches").fetchone()
        hurried = ("PRAGMA busy_timeout = 10", *PRAGMAS[1:])
        monkeypatch.setattr("bot.store.database.PRAGMAS", hurried)
        assert "stop the bot and do it again" in run(1, "forget", str(EVA.id))


def test_whoever_runs_the_bot_prints_all_about_a_person(url: str, run: Run) -> None:
    match = asyncio.run(won(url))
    rows, records = run(0, "export", str(EVA.id)).split('{"records"')
    assert json.loads(rows)["person"] == str(EVA.id)
    assert [record["match"] for record in json.loads('{"records"' + records)["records"]] == [match]


@pytest.mark.usefixtures("tokenless")
@pytest.mark.parametrize(
    ("value", "folder"), [("", "data/pictures"), ("elsewhere", "elsewhere"), ("none", None)]
)
def test_parts_of_boards_are_kept_where_the_host_says(
    value: str, folder: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, wanted in (TOKENED | {"PICTURE_CACHE_DIR": value}).items():
        monkeypatch.setenv(name, wanted)

    async def drawing(*_: object) -> None:
        draw(views(OPEN, "")[0], reader("dark"))

    monkeypatch.setattr(running, "_run", drawing)
    keep(0)
    try:
        assert main([]) == 0
    finally:
        keep_in(None)
        keep(USUAL)
    written = {path.relative_to(tmp_path).parent for path in tmp_path.rglob("*.painted")}
    assert written == ({Path(folder)} if folder else set())
