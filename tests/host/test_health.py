"""Whoever asks is told by the running bot how it is, in a sentence and an exit status."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from aiohttp import web

from bot.__main__ import main
from bot.host.health import address, answering, ask, page


@pytest.mark.slow
def test_asking_loads_nothing_of_the_database_or_of_discord() -> None:
    loaded = (
        "import sys, bot.host.health; print(*{'sqlalchemy', 'alembic', 'discord'} & {*sys.modules})"
    )
    assert subprocess.check_output([sys.executable, "-c", loaded], text=True) == "\n"  # noqa: S603


async def well() -> str:
    return ""


async def ill() -> str:
    return "The database does not answer."


@pytest.fixture(params=["socket", "port"])
def place(request: pytest.FixtureRequest, tmp_path: Path, unused_tcp_port: int) -> str:
    """Name a place to ask at, in a folder that is not there yet."""
    if request.param == "port":
        return f"127.0.0.1:{unused_tcp_port}"
    return str(tmp_path / "data" / "health.sock")


async def test_a_bot_says_how_it_is_until_it_has_stopped(place: str) -> None:
    async with answering(place, page(well)):
        assert await ask(place) == (0, "All is well.")
    async with answering(place, page(ill)):
        assert await ask(place) == (1, "The database does not answer.")
    status, told = await ask(place)
    assert status == 3
    assert told.startswith(f"No bot answers at {place}")


async def test_what_a_killed_bot_has_left_behind_is_in_nobodys_way(tmp_path: Path) -> None:
    place = str(tmp_path / "health.sock")
    server = await asyncio.start_unix_server(lambda _, writer: writer.close(), place)
    async with server, answering(place, page(well)):  # the first is not told
        assert await ask(place) == (0, "All is well.")


async def test_somebody_else_at_the_address_is_no_bot(place: str) -> None:
    async with answering(place, web.Application()):
        assert (await ask(place))[0] == 3


async def test_a_place_that_cannot_be_had_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    async with answering(str(tmp_path / "file" / "health.sock"), page(well)):
        pass
    assert "nobody can ask for anything at" in caplog.text
    async with answering("127.0.0.1:99999", page(well)):
        pass
    assert "nobody can ask for anything at 127.0.0.1:99999: " in caplog.text


@pytest.mark.parametrize(
    ("place", "found"),
    [
        ("127.0.0.1:9107", ("127.0.0.1", 9107)),
        ("data/health.sock", None),
        ("data/1:2", None),
        ("health:sock", None),
        (":9107", None),
    ],
)
def test_an_address_has_a_host_and_a_port(place: str, found: tuple[str, int] | None) -> None:
    assert address(place) == found


def test_the_command_asks_where_the_settings_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HEALTH", "nowhere.sock")
    assert main(["health"]) == 3
    assert capsys.readouterr().out.startswith("No bot answers at nowhere.sock")
