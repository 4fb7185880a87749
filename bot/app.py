"""Wires the bot together; nothing here talks to Discord before it is run."""

import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from functools import partial
from importlib import import_module
from operator import attrgetter
from pkgutil import walk_packages

import discord
from discord.app_commands import Command, ContextMenu, Group

from games.core import AnyRules
from players.core import AnyPlayer
from players.library import PLAYERS, WITHOUT_MASTER
from players.worker import answer

from . import commands
from .config import Settings
from .matches.machines.thinkers import Thinkers
from .matches.machines.workers import InProcess, Processes
from .matches.match.allowance import Limits
from .matches.match.shards import Shards
from .matches.service import Matches
from .matches.upkeep.retention import KEPT_MS
from .ui.answers.client import AnyCommand, Tetrarch
from .ui.answers.visits import collect_verbs

COMMANDS = [
    import_module(module.name)
    for module in walk_packages(commands.__path__, f"{commands.__name__}.")
]
"""The modules of `bot/commands`, in which commands and verbs are declared."""


def top_commands() -> tuple[AnyCommand, ...]:
    """List everything that stands on its own in Discord's lists: commands by name, then menus."""
    found = [var for module in COMMANDS for var in vars(module).values()]
    commands = {var for var in found if isinstance(var, Command | Group) and var.parent is None}
    menus = {var for var in found if isinstance(var, ContextMenu)}
    return (*sorted(commands, key=attrgetter("name")), *sorted(menus, key=attrgetter("name")))


def epoch_ms() -> int:
    """Return Discord's time of day in epoch milliseconds."""
    return int(discord.utils.utcnow().timestamp() * 1000)


def create(
    settings: Settings,
    *,
    now: Callable[[], int] = epoch_ms,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
    rulebook: Mapping[str, AnyRules] | None = None,
    players: Mapping[str, AnyPlayer] | None = None,
    workers: Executor | None = None,
) -> Tetrarch:
    """Make the client, ready to be run with a token or attached to a simulated Discord.

    `now` gives the time in epoch milliseconds, `entropy` the number of random bytes it is asked
    for. The defaults are all games (`rulebook`) of the library, and the computers (`players`) and
    `workers` that the settings name. Whatever they are, replays are drawn on this machine.
    """

    async def open_matches() -> Matches:
        url = settings.database_url
        known = allowed_players(settings) if players is None else players
        if workers is None:
            thinkers = Thinkers.open(settings.workers)
        else:
            thinkers = Thinkers(workers, 1, known, partial(answer, players=known))
        return await Matches.open(
            url,
            now=now,
            entropy=entropy,
            rulebook=rulebook,
            players=known,
            thinkers=thinkers,
            allowance=_allowance(settings),
            kept_ms=KEPT_MS[settings.keep_finished],
            shards=Shards.read(settings.shards),
            connections=settings.database_connections,
        )

    hire = InProcess if workers else partial(Processes, 1)
    return Tetrarch(settings, open_matches, top_commands(), collect_verbs(COMMANDS), hire)


def allowed_players(settings: Settings) -> Mapping[str, AnyPlayer]:
    return PLAYERS if settings.master == "on" else WITHOUT_MASTER


def _allowance(settings: Settings) -> Limits:
    return Limits(
        running=settings.matches_at_once,
        alone=settings.computer_matches_at_once,
        started=settings.matches_an_hour,
        challenges=settings.challenges_a_day,
        to_one=settings.challenges_to_one,
        messages=settings.offers_a_turn,
        mentions=settings.mentions_a_turn,
        pages=settings.pages_a_day,
    )
