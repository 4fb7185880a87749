"""Health over HTTP, in a sentence, at a socket in the data folder or at an address. `python -m
bot.host.health` asks for it and loads nothing else of the bot: Docker does so every minute."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
from aiohttp import web

from bot.config import Misset, Settings, read_settings

from .status import COULD_NOT, FOUND, GOOD, MISSET

log = logging.getLogger(__name__)

ASKED_S = 10
GOODBYE_S = 1
"""The time that those who are asking have left when the bot stops."""


def page(ail: Callable[[], Awaitable[str]]) -> web.Application:
    """Make the page `/healthz`: 200 if nothing ails the bot, else 503 with what does."""

    async def healthz(_: web.Request) -> web.Response:
        reason = await ail()
        return web.Response(text=f"{reason or 'All is well.'}\n", status=503 if reason else 200)

    pages = web.Application()
    pages.router.add_get("/healthz", healthz)
    return pages


def address(place: str) -> tuple[str, int] | None:
    """Read a place as HOST:PORT; None if it is the path of a socket."""
    host, _, port = place.rpartition(":")
    return (host, int(port)) if host and port.isdecimal() and "/" not in place else None


@asynccontextmanager
async def answering(place: str, pages: web.Application) -> AsyncIterator[None]:
    """Answer at a place meanwhile; if that is not possible, log why and go on without."""
    runner = web.AppRunner(pages, access_log=None, shutdown_timeout=GOODBYE_S)
    await runner.setup()
    try:
        try:
            await _site(runner, place).start()
        except (OSError, OverflowError) as failure:  # a port may be too large a number
            reason = getattr(failure, "strerror", None) or failure
            log.warning("nobody can ask for anything at %s: %s", place, reason)
        yield
    finally:
        await runner.cleanup()


def _site(runner: web.AppRunner, place: str) -> web.BaseSite:
    if found := address(place):
        return web.TCPSite(runner, *found)
    Path(place).parent.mkdir(parents=True, exist_ok=True)
    return web.UnixSite(runner, place)


async def ask(place: str) -> tuple[int, str]:
    """Ask the bot at a place how it is; return an exit status and a sentence."""
    found = address(place)
    connector = None if found else aiohttp.UnixConnector(place)
    url = "http://{}:{}/healthz".format(*found or ("localhost", 80))
    patience = aiohttp.ClientTimeout(ASKED_S)
    try:
        async with (
            aiohttp.ClientSession(connector=connector, timeout=patience) as session,
            session.get(url) as answer,
        ):
            if answer.status in (200, 503):
                return (GOOD if answer.status == 200 else FOUND), (await answer.text()).strip()
    except (aiohttp.ClientError, OSError, UnicodeError):  # nobody there, or somebody else
        pass
    told = f"No bot answers at {place}: it is not running, or HEALTH is set otherwise there."
    return COULD_NOT, told


def main(settings: Settings) -> int:
    """Ask where the settings say, print the answer, and return the exit status."""
    status, text = asyncio.run(ask(settings.health))
    print(text)
    return status


if __name__ == "__main__":
    try:
        sys.exit(main(read_settings()))
    except Misset as failure:
        print(failure, file=sys.stderr)
        sys.exit(MISSET)
