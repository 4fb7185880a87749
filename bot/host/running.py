"""Runs the bot on Discord until it is told to stop, and says in a sentence why it cannot."""

from __future__ import annotations

import asyncio
import gc
import logging
import platform
import signal
import sys
from collections.abc import Awaitable
from contextlib import AsyncExitStack, suppress
from itertools import chain, repeat
from pathlib import Path
from threading import Thread
from typing import get_args

import aiohttp
import discord

from bot.app import create
from bot.config import UNREADABLE, Misset, Settings, way_of
from bot.matches.machines.workers import Processes
from bot.matches.match.shards import Shards
from bot.store.database import check_folder, file_of
from bot.store.lease import Lease
from bot.ui.answers.client import Tetrarch
from bot.version import version
from render.draw import keep_in
from render.look import Theme

from . import health, measures
from .ailment import ailment
from .backup import backing_up
from .painting import LONGEST_S, paint_ahead
from .status import COULD_NOT, GOOD

log = logging.getLogger("tetrarch")

NOWHERE = "none"
"""What a host sets for PICTURE_CACHE_DIR to have nothing but the database written."""
PAUSES_S = (5, 15, 60)
"""The seconds to wait before each new attempt to reach Discord; the last pause repeats."""
TURNED_AWAY_S, LONGEST_AWAY_S = 5 * 60, 24 * 60 * 60
"""The shortest and the longest wait after a refusal at the login that is not about the token."""
GOODBYE_S = 7
"""The seconds that requests under way have left to end; Docker kills the process after ten."""
SEARCHES = (10_000, 5, 5)
"""The new objects after which Python searches them for rubbish, and how many such searches are
followed by one among older objects, and so on; by default the first is 700."""
TOKEN_REFUSED = 4004
"""The gateway's close code for a token that is no longer valid."""
TOKENLESS = """\
DISCORD_TOKEN is missing. Copy .env.example to .env and put the bot's token there
(docs/hosting.md, "Set up Discord", says where to get one).

To try Tetrarch without a token or a network: python -m bot playground"""

REFUSED = """\
Discord refused DISCORD_TOKEN. Copy it again from the "Bot" page of your application
(docs/hosting.md, "Set up Discord"); a token that was reset no longer works."""

FLEETING = """\
DATABASE_URL names no file: matches would be gone as soon as the bot stops. Write
sqlite+aiosqlite:///data/tetrarch.sqlite, or take it out."""

NO_SENTRY = """\
SENTRY_DSN is set, and sentry-sdk is not installed here. Install the extra:
pip install -c constraints.txt ".[sentry]"
(docs/hosting.md, "Faults"), or take SENTRY_DSN out."""

NO_INTENTS = """\
Discord refused what the bot wants to hear of (close code 4014). Tetrarch asks for nothing but the
servers it is on: look in the Developer Portal whether your application is in good standing."""


def main(settings: Settings) -> int:
    """Run until SIGTERM or Ctrl-C and return the exit status. Raises Misset, DatabaseUnusable."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # it never speaks
    log.info("Tetrarch %s, Python %s", version(), platform.python_version())
    if settings.discord_token is None:
        raise Misset(TOKENLESS)
    if dsn := settings.sentry_dsn.get_secret_value():
        _report(dsn)
    if settings.database_url.startswith("sqlite") and file_of(settings.database_url) is None:
        raise Misset(FLEETING)
    keep_in(_folder(settings))
    check_folder(settings.database_url)
    try:
        asyncio.run(_run(settings, settings.discord_token.get_secret_value()))
    except discord.PrivilegedIntentsRequired:
        raise Misset(NO_INTENTS) from None
    except discord.LoginFailure:
        raise Misset(REFUSED) from None
    except OSError as failure:
        print(f"Discord cannot be reached: {failure}", file=sys.stderr)
        return COULD_NOT
    finally:
        gc.freeze()  # or Python takes them apart: half a second of CPU, long on a busy machine
    return GOOD


def _report(dsn: str) -> None:
    """Have faults reported to Sentry. Raises Misset."""
    try:
        from .reports import Reports  # its library comes with the optional extra

        logging.root.addHandler(Reports(dsn))  # closed by logging at the end
    except ImportError:
        raise Misset(NO_SENTRY) from None
    except ValueError:
        told = f"SENTRY_DSN: {UNREADABLE.format(way=way_of('sentry_dsn'))}"
        raise Misset(told) from None


def _folder(settings: Settings) -> Path | None:
    """Return the folder for parts of boards, unless the host wants none."""
    folder = settings.picture_cache_dir
    return None if folder == NOWHERE else Path(folder)


async def _run(settings: Settings, token: str) -> None:
    """Run until told to stop; while Discord is down, try again now and then."""
    stop = asyncio.Event()
    themes = sorted(get_args(Theme), key=lambda theme: theme != settings.board_theme)
    painter = Processes(1, LONGEST_S)
    Thread(target=paint_ahead, args=(painter, themes), daemon=True).start()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    bot: Tetrarch | None = None
    async with AsyncExitStack() as monitors:
        monitors.callback(painter.shutdown)  # which ends it, whatever it is about to paint
        lease = Lease(settings.database_url, Shards.read(settings.shards).there)
        monitors.push_async_callback(lease.give_back)
        healthz = health.page(lambda: ailment(bot, waiting=lease.waiting))
        await monitors.enter_async_context(health.answering(settings.health, healthz))
        if settings.metrics:
            figures = measures.page(lambda: bot)
            await monitors.enter_async_context(health.answering(settings.metrics, figures))
        await monitors.enter_async_context(backing_up(settings))
        pauses = chain(PAUSES_S, repeat(PAUSES_S[-1]))
        while not stop.is_set() and await _before(stop, lease.got()):
            pause, bot = next(pauses), create(settings)
            try:
                await _until(stop, bot, token, lease)
            except TurnedAway as failure:
                log.warning("%s; trying again in %d s", failure, failure.wait_s)
                pause = failure.wait_s
            except (discord.DiscordServerError, discord.GatewayNotFound) as failure:
                log.warning("Discord is out of order (%s); trying again in %d s", failure, pause)
            except ConnectionLost:
                log.exception("the connection has failed; connecting anew in %d s", pause)
            await _before(stop, asyncio.sleep(pause))
        log.info("stopping")


async def _before(stop: asyncio.Event, awaited: Awaitable[None]) -> bool:
    """Wait for something, and say whether it came before the bot was told to stop."""
    coming, stopping = asyncio.ensure_future(awaited), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({coming, stopping}, return_when=asyncio.FIRST_COMPLETED)
        return coming.done() and coming.result() is None
    finally:
        stopping.cancel()
        coming.cancel()


async def _until(stop: asyncio.Event, client: Tetrarch, token: str, lease: Lease) -> None:
    """Run a client until it is told to stop, fails or has lost its shards; then leave."""
    running = asyncio.create_task(_connect(client, token))
    settling = asyncio.create_task(_spare_collector(client))
    out = client.connection_state.out
    ends = tuple(map(asyncio.create_task, (stop.wait(), lease.wait_until_lost(), out.wait())))
    try:
        await asyncio.wait({running, *ends}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        elif out.is_set():
            raise discord.LoginFailure("refused while it ran")
        elif not stop.is_set():
            log.warning("another process has taken these shards over")
    finally:
        for task in (running, settling, *ends):
            task.cancel()
        try:
            await asyncio.wait_for(client.close(), GOODBYE_S)
        except TimeoutError:
            log.warning("left with requests under way; the next start goes on from there")


async def _spare_collector(client: Tetrarch) -> None:
    """Spare Python's searches for rubbish all that stands after the start: each of them would have
    everybody wait for a tenth of a second and more."""
    await client.wait_until_ready()
    spare_what_stands()


def spare_what_stands() -> None:
    """Have Python look for rubbish among new objects alone, and less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SEARCHES)


async def _connect(client: Tetrarch, token: str) -> None:
    """Log in and listen. Raises LoginFailure also if the token is refused later on, TurnedAway if
    nobody should ask again soon, and ConnectionLost for anything else that ends a connection."""
    await _login(client, token)
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


async def _login(client: Tetrarch, token: str) -> None:
    """Log in. Raises LoginFailure for a token that is refused, and TurnedAway."""
    try:
        await client.login(token)
    except discord.RateLimited as limit:
        raise _turned_away(429, limit.retry_after) from None
    except discord.HTTPException as refusal:
        if refusal.status not in (403, 429):
            raise
        asked: object = refusal.response.headers.get("Retry-After")
        with suppress(ValueError, TypeError, AttributeError, aiohttp.ClientError):
            asked = (await refusal.response.json()).get("retry_after", asked)
        raise _turned_away(refusal.status, asked) from None
    except (aiohttp.ClientError, TypeError, ValueError, LookupError) as failure:
        if client.application_id is not None or isinstance(failure, OSError):
            raise
        raise TurnedAway("Discord cannot be reached: something else answers for it") from None


def _turned_away(status: int, asked: object) -> TurnedAway:
    """Wait for as long as a refusal asks for, within bounds that make sense."""
    wait_s = TURNED_AWAY_S
    with suppress(ValueError, TypeError, OverflowError):
        wait_s = round(min(max(float(str(asked)), TURNED_AWAY_S), LONGEST_AWAY_S))
    return TurnedAway(f"Discord turns this address away ({status})", wait_s)


class TurnedAway(Exception):
    """Nobody here is let in to Discord just now, and should ask again only after a while."""

    def __init__(self, why: str, wait_s: int = PAUSES_S[-1]) -> None:
        super().__init__(why)
        self.wait_s = wait_s


class ConnectionLost(Exception):
    """The gateway sent something that ends the connection."""
