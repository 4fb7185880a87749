"""The bot in a simulated Discord with a local web page: no token, no network, the same code."""

from __future__ import annotations

import asyncio
import signal
import sys
import tempfile
from pathlib import Path

import discord
import simcord

from .app import create
from .config import Settings
from .ui.client import Tetrarch

MEMBERS = ("Livia", "Brennus", "Mara")
WELCOME = """\
Tetrarch's playground: a simulated Discord channel with {members}.

    {url}

Open that address, choose whom to be, and type / to see the commands. /match new opens a match;
become somebody else to press Accept. Matches are played in the channel itself here.
Type r and Enter to restart the bot in the middle of a match, q and Enter (or Ctrl-C) to stop."""


def run(settings: Settings, port: int) -> int:
    """Serve the page until told to stop; the exit status for the shell."""
    with tempfile.TemporaryDirectory(prefix="tetrarch-playground-") as folder:
        database = f"sqlite+aiosqlite:///{Path(folder) / 'playground.sqlite'}"
        local = settings.model_copy(update={"database_url": database})
        try:
            asyncio.run(_serve(local, port))
        except simcord.SetupError as refusal:
            print(f"The playground could not start: {refusal}", file=sys.stderr)
            return 1
    return 0


async def _serve(settings: Settings, port: int) -> None:
    client = create(settings)
    async with simcord.run(client, shard_count=1, check_errors=False) as env:
        if client.user is None:
            raise simcord.SetupError("the bot has not logged in")
        guild = env.create_guild("Tetrarch's playground")
        # The page shows one channel, so the bot may make no threads here.
        no_threads = discord.PermissionOverwrite(create_public_threads=False)
        channel = guild.create_text_channel("games", overwrites={client.user: no_threads})
        members = [guild.add_member(env.create_user(name)) for name in MEMBERS]
        async with env.preview(channel, viewers=members, layout="channel", port=port) as preview:
            print(WELCOME.format(members=", ".join(MEMBERS), url=preview.url), flush=True)
            await _obey_keyboard(settings, env, preview)


async def _restart(settings: Settings, env: simcord.Env, preview: simcord.Preview) -> None:
    """A new process, as far as the simulated Discord can tell; the page follows."""
    before = env.bot
    await env.restart_bot(create(settings))
    if isinstance(before, Tetrarch):
        await before.shut()
    await preview.refresh()


async def _obey_keyboard(settings: Settings, env: simcord.Env, preview: simcord.Preview) -> None:
    """Restart the bot on "r"; return on "q", Ctrl-C or SIGTERM."""
    typed: asyncio.Queue[str] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, typed.put_nowait, "q")
    if sys.stdin.isatty():
        loop.add_reader(sys.stdin, lambda: typed.put_nowait(sys.stdin.readline().strip()))
    while (word := await typed.get()) != "q":
        if word != "r":
            continue
        try:
            await _restart(settings, env, preview)
        except simcord.SetupError as busy:
            print(f"Not now ({busy}); try again in a moment.", flush=True)
        else:
            print("The bot has been restarted; every button goes on working.", flush=True)
    if sys.stdin.isatty():
        loop.remove_reader(sys.stdin)
