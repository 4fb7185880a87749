"""`python -m bot` runs the bot on Discord; `python -m bot playground` in a simulated one.

`python -m bot strike K7Q2` takes a match out of the points, while the bot runs or not.
`python -m bot inventory` lists what the database keeps, whose it is and how long.
`python -m bot health` asks the running bot how it is: exit status 0 well, 1 not, 3 no answer.
"""

from __future__ import annotations

import argparse
import asyncio
import ctypes
import gc
import logging
import platform
import signal
import sys
from contextlib import AsyncExitStack
from importlib.util import find_spec
from itertools import chain, repeat
from pathlib import Path
from threading import Thread

import discord
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from render.draw import keep, keep_in, warm
from render.kept import MIB

from .app import create
from .config import Settings
from .host import health, logs, measures
from .host.ailment import ailment
from .matches.match.ids import MatchId
from .matches.match.refusals import Refusal
from .matches.service import Matches
from .store import inventory
from .store.database import DatabaseUnusable, FolderUnwritable, check_folder
from .ui.answers.client import Tetrarch
from .ui.words.catalogue import DEFAULT, catalogue
from .version import version

log = logging.getLogger("tetrarch")
ARENA_MAX = -8
"""An option of glibc's mallopt (malloc.h)."""

NOWHERE = "none"
"""What a host sets for PICTURE_CACHE_DIR to have nothing but the database written."""

REMARKING = ("alembic", "discord")
"""Libraries whose remarks would only hide the playground's address."""
PAUSES_S = (5, 15, 60)
"""The seconds to wait before each new attempt to reach Discord; the last pause repeats."""
GOODBYE_S = 7
"""The seconds that requests under way have left to end; Docker kills the process after ten."""
TOKENLESS = """\
DISCORD_TOKEN is missing. Copy .env.example to .env and put the bot's token there
(docs/hosting.md, "Set up Discord", says where to get one).

To try Tetrarch without a token or a network: python -m bot playground"""

REFUSED = """\
Discord refused DISCORD_TOKEN. Copy it again from the "Bot" page of your application
(docs/hosting.md, "Set up Discord"); a token that was reset no longer works."""

NO_CLUSTER = """\
WORKERS names a dask scheduler, and dask is not installed here. Install the extra:
pip install -c constraints.txt ".[cluster]"
(docs/hosting.md, "Computer players"), or take WORKERS out to have computer players think here."""

NO_SENTRY = """\
SENTRY_DSN is set, and sentry-sdk is not installed here. Install the extra:
pip install -c constraints.txt ".[sentry]"
(docs/hosting.md, "Faults"), or take SENTRY_DSN out."""

UNREADABLE = "Tetrarch cannot read this setting; .env.example says how."

NO_INTENTS = """\
Discord refused what the bot wants to hear of (close code 4014). Tetrarch asks for nothing but the
servers it is on: look in the Developer Portal whether your application is in good standing."""
UNWRITABLE = 78
"""The exit status for a folder that cannot be written: EX_CONFIG of sysexits.h."""
TOKEN_REFUSED = 4004
"""The gateway's close code for a token that is no longer valid."""

KEPT = """keep the playground in this folder, made if need be: the bot's database
(tetrarch.sqlite) and the simulated Discord (discord.pickle: messages, threads, direct messages, the
members' languages, the clock), written after every press; the next start with it goes on there.
Without it everything is gone when the playground stops."""


def share_memory() -> None:
    """Let all threads to come take memory from one arena of glibc.

    With an arena for each, what one thread has freed is of no use to the others that draw, and the
    process goes on growing: to 351 MiB instead of 261 after 5,000 turns.
    """
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).mallopt(ARENA_MAX, 1)


def main(arguments: list[str] | None = None) -> int:
    """Run until SIGTERM or Ctrl-C and return the exit status for the shell."""
    parser = argparse.ArgumentParser(prog="python -m bot", description=__doc__)
    modes = ("discord", "playground", "strike", "inventory", "health")
    parser.add_argument("mode", nargs="?", choices=modes, default="discord")
    parser.add_argument("match", nargs="?", help="the match that `strike` takes out of the points")
    parser.add_argument("--version", action="version", version=f"Tetrarch {version()}")
    parser.add_argument("--port", type=int, default=8765, help="the playground's port")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=KEPT)
    chosen = parser.parse_args(arguments)
    if chosen.mode == "inventory":
        print(*inventory.lines(), sep="\n")
        return 0
    try:
        settings = Settings()
    except ValidationError as wrong:  # its text quotes what stands there: a password, perhaps
        for name, told in sorted({_wrong(one) for one in wrong.errors()}):
            print(f"{name}: {told}", file=sys.stderr)
        return 2
    except OSError as failure:
        print(f"{failure.filename} cannot be read: {failure.strerror}.", file=sys.stderr)
        return 2
    logs.begin(settings)
    share_memory()
    if not settings.workers.startswith("local") and find_spec("distributed") is None:
        print(NO_CLUSTER, file=sys.stderr)
        return 2
    keep(settings.picture_cache_mb * MIB)
    if chosen.mode == "playground":
        return _playground(settings, chosen.port, chosen.data)
    if chosen.mode == "strike":
        return asyncio.run(_strike(settings, chosen.match or ""))
    if chosen.mode == "health":
        return health.main(settings)
    log.info("Tetrarch %s, Python %s", version(), platform.python_version())
    if settings.discord_token is None:
        print(TOKENLESS, file=sys.stderr)
        return 2
    if (dsn := settings.sentry_dsn.get_secret_value()) and not _report(dsn):
        return 2
    keep_in(_folder(settings))
    try:
        check_folder(settings.database_url)
        asyncio.run(_run(settings, settings.discord_token.get_secret_value()))
    except discord.PrivilegedIntentsRequired:
        print(NO_INTENTS, file=sys.stderr)
        return 2
    except discord.LoginFailure:
        print(REFUSED, file=sys.stderr)
        return 2
    except FolderUnwritable as failure:
        print(failure, file=sys.stderr)
        return UNWRITABLE
    except DatabaseUnusable as failure:
        print(failure, file=sys.stderr)
        return 1
    except OSError as failure:
        print(f"Discord cannot be reached: {failure}", file=sys.stderr)
        return 1
    finally:
        gc.freeze()  # or Python takes them apart: half a second of CPU, long on a busy machine
    return 0


def _wrong(error: ErrorDetails) -> tuple[str, str]:
    """Name a setting and say what is wrong with it, without what stands there."""
    own = str(error.get("ctx", {}).get("error", "")) if error["type"] == "value_error" else ""
    return str(error["loc"][0]).upper(), own or UNREADABLE


def _report(dsn: str) -> bool:
    """Have faults reported to Sentry; False if that is not possible."""
    try:
        from .host.reports import Reports  # its library comes with the optional extra
    except ImportError:
        print(NO_SENTRY, file=sys.stderr)
        return False
    try:
        logging.root.addHandler(Reports(dsn))  # closed by logging at the end
    except ValueError:
        print(f"SENTRY_DSN: {UNREADABLE}", file=sys.stderr)
        return False
    return True


def _folder(settings: Settings) -> Path | None:
    """Return the folder for parts of boards, unless the host wants none."""
    folder = settings.picture_cache_dir
    return None if folder == NOWHERE else Path(folder)


async def _run(settings: Settings, token: str) -> None:
    """Run until told to stop; while Discord is down, try again now and then."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    warming = ([settings.board_theme], catalogue(DEFAULT))
    Thread(target=warm, args=warming, daemon=True).start()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    bot: Tetrarch | None = None
    async with AsyncExitStack() as monitors:
        healthz = health.page(lambda: ailment(bot))
        await monitors.enter_async_context(health.answering(settings.health, healthz))
        if settings.metrics:
            figures = measures.page(lambda: bot)
            await monitors.enter_async_context(health.answering(settings.metrics, figures))
        for pause in chain(PAUSES_S, repeat(PAUSES_S[-1])):
            bot = create(settings)
            try:
                await _until(stop, bot, token)
            except (discord.DiscordServerError, discord.GatewayNotFound) as failure:
                log.warning("Discord is out of order (%s); trying again in %d s", failure, pause)
            except ConnectionLost:
                log.exception("the connection has failed; connecting anew in %d s", pause)
            if await _set_within(stop, pause):
                log.info("stopping")
                return


async def _until(stop: asyncio.Event, client: Tetrarch, token: str) -> None:
    """Run a client until it is told to stop, or fails; then leave, whatever hangs."""
    running = asyncio.create_task(_connected(client, token))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
    finally:
        stopping.cancel()
        running.cancel()
        try:
            await asyncio.wait_for(client.close(), GOODBYE_S)
        except TimeoutError:
            log.warning("left with requests under way; the next start goes on from there")


async def _connected(client: Tetrarch, token: str) -> None:
    """Log in and listen. Raises LoginFailure also if the token is refused later on, and
    ConnectionLost for anything else that ends a connection."""
    await client.login(token)
    try:
        await client.connect()
    except (discord.DiscordServerError, discord.GatewayNotFound, discord.PrivilegedIntentsRequired):
        raise
    except discord.ConnectionClosed as closed:
        if closed.code == TOKEN_REFUSED:
            raise discord.LoginFailure("refused by the gateway") from None
        raise ConnectionLost(f"close code {closed.code}") from closed
    except Exception as failure:
        raise ConnectionLost(repr(failure)) from failure


class ConnectionLost(Exception):
    """The gateway sent something that ends the connection."""


async def _set_within(event: asyncio.Event, seconds: float) -> bool:
    """Wait some seconds at most for an event and tell whether it happened."""
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return False
    return True


async def _strike(settings: Settings, match: str) -> int:
    """Take a match out of the points; the bot tells its players at its next round."""
    words = catalogue(DEFAULT)
    try:
        matches = await Matches.open(settings.database_url)
    except DatabaseUnusable as failure:
        print(failure, file=sys.stderr)
        return 1
    try:
        struck = await matches.striking.strike(MatchId(match))
    except Refusal as refusal:
        print(words.tell(refusal.event), file=sys.stderr)
        return 1
    finally:
        await matches.close()
    print(words("ping.struck", title=struck.id))
    return 0


def _playground(settings: Settings, port: int, folder: Path | None) -> int:
    for library in REMARKING:  # simcord makes a client as soon as it is imported
        logging.getLogger(library).setLevel(logging.ERROR)
    try:
        from .playground import run  # simcord comes with the optional extra
    except ImportError:
        print('The playground needs its extra: pip install "tetrarch[playground]"', file=sys.stderr)
        return 2
    return run(settings, port, folder)


if __name__ == "__main__":
    sys.exit(main())
