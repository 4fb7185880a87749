"""The bot in a simulated Discord with a local web page: no token, no network, the same code."""

import asyncio
import signal
import sys
import tempfile
from functools import partial
from pathlib import Path

import simcord

from bot.app import create
from bot.config import Settings

from . import keeping
from .server import Server
from .starting import restart, shut_down, start
from .world import MEMBERS, STRANGER, World

PATIENCE_S = 120
"""The time the simulated Discord waits for the bot; a day put forward is many sweeps."""
WELCOME = """\
Tetrarch's playground: a simulated Discord server with {members}, and another with {stranger}.

    {url}

Open that address, choose who you are, and press Commands; "match new" opens a match. Become
somebody else to press Accept. Every member's direct messages are in the list of places.
{kept}
Type r and Enter to restart the bot in the middle of a match, q and Enter (or Ctrl-C) to stop."""
KEPT = "The data are kept in {folder}; give the same folder next time to go on."
NOT_KEPT = "The data are in {folder} until you stop; --data FOLDER keeps them."


def run(settings: Settings, port: int, folder: Path | None) -> int:
    """Serve the page until told to stop; return the exit status for the shell."""
    try:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            asyncio.run(_serve(settings, port, folder.resolve(), KEPT))
            return 0
        with tempfile.TemporaryDirectory(prefix="tetrarch-playground-") as passing:
            asyncio.run(_serve(settings, port, Path(passing), NOT_KEPT))
    except (simcord.SetupError, OSError, OverflowError) as refusal:
        print(f"The playground could not start: {refusal}", file=sys.stderr)
        return 1
    return 0


async def _serve(settings: Settings, port: int, folder: Path, kept: str) -> None:
    before = keeping.read(folder)
    database = f"sqlite+aiosqlite:///{folder / keeping.DATABASE}"
    make = partial(create, settings.model_copy(update={"database_url": database}))
    env = simcord.Env(make(), shard_count=1, check_errors=False, settle_timeout=PATIENCE_S)
    vars(env.backend).update(before.backend)
    world = World(env, before.ahead, dict(before.languages))
    # Ids contain the time: a clock that began anew would give presses the ids of older ones.
    env.backend.advance_clock(world.behind().total_seconds())

    def keep() -> None:
        keeping.write(folder, env, world.ahead, world.languages)

    with world.clients():
        await start(env, make)
        keep()  # the commands at least: the bot publishes them once
        try:
            with env.time_context():
                server = Server(world, partial(restart, env, make), keep)
                async with server.serving(port) as url:
                    names, where = ", ".join(MEMBERS), kept.format(folder=folder)
                    told = WELCOME.format(members=names, stranger=STRANGER, url=url, kept=where)
                    print(told, flush=True)
                    await _obey_keyboard(server)
        finally:
            last = env.bot
            await env.shutdown()
            await shut_down(last)
            keep()


async def _obey_keyboard(server: Server) -> None:
    """Restart the bot on "r"; return on "q", Ctrl-C or SIGTERM."""
    typed: asyncio.Queue[str] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, typed.put_nowait, "q")
    if sys.stdin.isatty():
        loop.add_reader(sys.stdin, lambda: typed.put_nowait(sys.stdin.readline().strip()))
    while (word := await typed.get()) != "q":
        if word == "r":
            await server.restart()
            print("The bot has been restarted; every button goes on working.", flush=True)
    if sys.stdin.isatty():
        loop.remove_reader(sys.stdin)
