"""`python -m bot` runs the bot on Discord; other commands do what its host needs besides."""

from __future__ import annotations

import argparse
import asyncio
import ctypes
import logging
import platform
import re
import sys
from collections.abc import Callable, Coroutine
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from render.draw import keep
from render.painting.tile_cache import MIB

from .config import Misset, Settings, read_settings
from .host import aside, backup, check, health, logs, restore, running, words
from .host.status import COULD_NOT, GOOD, MISSET, UNWRITABLE
from .store import inventory
from .store.database import DatabaseUnusable, FolderUnwritable
from .version import version

ARENA_MAX = -8
"""An option of glibc's mallopt (malloc.h)."""
STATUSES = {Misset: MISSET, FolderUnwritable: UNWRITABLE, DatabaseUnusable: COULD_NOT}
REMARKING = ("alembic", "discord")
"""Libraries whose remarks would only hide the playground's address."""

NO_NETWORK = """\
WORKERS names a NATS server, and nats-py is not installed here. Install the extra:
pip install -c constraints.txt ".[workers]"
(docs/scale.md, "Workers elsewhere"), or take WORKERS out to have computer players think here."""

NO_PLAYGROUND = """\
The playground needs its extra. Install it, in the folder of the clone:
pip install -c constraints.txt ".[playground]" (docs/playground.md says more)."""


KEPT = """keep the playground in this folder, made if need be: the bot's database
(tetrarch.sqlite) and the simulated Discord (discord.pickle: messages, threads, direct messages, the
members' languages, the clock), written after every press; the next start with it goes on there.
Without it everything is gone when the playground stops."""


Run = Callable[..., int | Coroutine[Any, Any, int]]
"""Carries a command out by the settings and its arguments, and returns the exit status."""


def _user(text: str) -> int:
    """Read a user's number; a former player's is negative, and nobody's."""
    if not re.fullmatch(r"0*[0-9]{1,19}", text) or not 0 < int(text) < 1 << 63:
        told = f"{text:.40} is no user's number on Discord (Developer Mode, Copy User ID)"
        raise argparse.ArgumentTypeError(told)
    return int(text)


def _port(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text) or int(text) >= 1 << 16:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(text)


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description=__doc__,
        epilog="Exit status: 0 good, 1 something was found, 2 a setting or argument is wrong,"
        " 3 it could not be done, 78 a folder cannot be written.",
    )
    parser.add_argument("--version", action="version", version=f"Tetrarch {version()}")
    _add_commands(parser.add_subparsers(title="commands", metavar="COMMAND"))
    parser.set_defaults(run=_bot)
    return parser


def _add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    def command(name: str, told: str, run: Run) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=told, description=told, allow_abbrev=False)
        one.set_defaults(run=run)
        return one

    command("run", "run the bot on Discord (the default)", _bot)
    play = command("playground", "run it in a simulated Discord, in your browser", _playground)
    play.add_argument("--port", type=_port, default=8765, help="the port of the page")
    play.add_argument("--data", type=Path, metavar="FOLDER", help=KEPT)
    save = command("backup", "copy the database, while the bot runs or not", backup.main)
    save.add_argument("target", type=Path, metavar="FILE", help="the copy to be made")
    replaced = "put a backup in the place of the database; the bot must not run"
    back = command("restore", replaced, restore.main)
    back.add_argument("backup", type=Path, metavar="FILE", help="the backup")
    compared = "compare every match with its log, and the points with the matches"
    look = command("check", compared, check.main)
    mended = "write anew what follows from the logs"
    look.add_argument("--repair-caches", dest="repair", action="store_true", help=mended)
    command("health", "ask the running bot how it is", health.main)
    struck = "take a match out of the points, while the bot runs or not"
    strike = command("strike", struck, aside.strike)
    strike.add_argument("match", metavar="MATCH", help="the match, such as K7Q2")
    strike.add_argument("--undo", action="store_true", help="let it count again")
    proofread = command("words", "compare a translation with the English words", words.main)
    proofread.add_argument("locale", metavar="LOCALE", help="the language, such as zh-TW")
    where = "where it is, if not in bot/ui/locales"
    proofread.add_argument("--folder", type=Path, metavar="FOLDER", help=where)
    export = command("export", "print all that is kept about a person, as JSON", aside.export)
    export.add_argument("user", metavar="ID", type=_user, help="their number on Discord")
    forget = command("forget", "delete all about a person, while the bot runs or not", aside.forget)
    forget.add_argument("user", metavar="ID", type=_user, help="their number on Discord")
    command("reports", "list what players have reported of strangers", aside.reports)
    command("inventory", "list what the database keeps, whose it is and how long", _inventory)


def main(arguments: list[str] | None = None) -> int:
    """Carry out a command and return the exit status for the shell."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a console may not have all the letters
            stream.reconfigure(errors="backslashreplace")
    chosen = vars(_arguments().parse_args(arguments))
    run: Run = chosen.pop("run")
    try:
        settings = read_settings()
        logs.begin(settings)
        done = run(settings, **chosen)
        return done if isinstance(done, int) else asyncio.run(done)
    except (Misset, DatabaseUnusable) as failure:
        print(failure, file=sys.stderr)
        return next(status for kind, status in STATUSES.items() if isinstance(failure, kind))


def _bot(settings: Settings) -> int:
    _prepare(settings)
    return running.main(settings)


def _playground(settings: Settings, port: int, data: Path | None) -> int:
    _prepare(settings)
    for library in REMARKING:  # simcord makes a client as soon as it is imported
        logging.getLogger(library).setLevel(logging.ERROR)
    try:
        from .playground import run  # simcord comes with the optional extra
    except ImportError:
        raise Misset(NO_PLAYGROUND) from None
    return run(settings, port, data)


def _inventory(_: Settings) -> int:
    print(*inventory.lines(), sep="\n")
    return GOOD


def _prepare(settings: Settings) -> None:
    """Have threads, thinkers and pictures as the settings say. Raises Misset."""
    if not settings.workers.startswith("local") and find_spec("nats") is None:
        raise Misset(NO_NETWORK)
    share_memory()
    keep(settings.picture_cache_mb * MIB)


def share_memory() -> None:
    """Let all threads to come take memory from one arena of glibc.

    With an arena for each, what one thread has freed is of no use to the others that draw, and the
    process goes on growing: to 351 MiB instead of 261 after 5,000 turns.
    """
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).mallopt(ARENA_MAX, 1)


if __name__ == "__main__":
    sys.exit(main())
