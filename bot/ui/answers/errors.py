"""The error funnel: every failure of a command, button or select is answered here, kindly."""

import logging
import secrets
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.store.outage import DatabaseAway
from games.core import Event, Sayable

from ..wire.said import LOST, REFUSALS, Said, judge
from ..words.catalogue import Catalogue
from ..words.direction import mark_lines
from ..words.lines import player_name
from ..words.times import relative
from .visits import keep

log = logging.getLogger(__name__)

OLDER = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)
"""A command that another version of the bot has published."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of ours that somebody was given a reference for, on a server or outside of any."""

    reference: str
    at_ms: int
    guild: int | None
    kind: str


def cause(error: BaseException) -> BaseException:
    """Return what a command has failed with."""
    return error.original if isinstance(error, app_commands.CommandInvokeError) else error


def sayable(error: BaseException) -> Event | None:
    """Return the event that a refusal says; None for a fault of ours."""
    error = cause(error)
    if isinstance(error, Sayable):
        return error.event
    if isinstance(error, app_commands.NoPrivateMessage):
        return Event("error.only_in_servers")
    if isinstance(error, app_commands.TransformerError):
        return Event("error.bad_option")
    if isinstance(error, OLDER):
        return Event("error.older_command")
    if away(error):
        return Event("error.database_away")
    return None


def away(error: BaseException) -> bool:
    """Tell whether the database is away, so that nothing can be asked of it."""
    return isinstance(cause(error), DatabaseAway)


async def answer_error(
    interaction: discord.Interaction[Any],
    error: BaseException,
    words: Catalogue,
    view: discord.ui.View | None = None,
) -> None:
    """Tell the asker privately of the refusal, with the buttons of a `view`, or give a reference
    that the log has too. It never raises: discord.py would log what the button looked like."""
    event = sayable(error)
    try:
        await keep(interaction)
    except REFUSALS as failure:
        error = error if event is None else failure
    refusal = _refusal(error)
    if refusal and refusal.kind == "asker":
        log.info("too late, dismissed or twice: interaction=%d", interaction.id)
        return
    if event is None and refusal and refusal.kind != "ours":
        log.info("Discord refuses with %d: interaction=%d", refusal.code, interaction.id)
        said = "error.unanswered" if refusal.busy else "error.refused"
        event = Event(said, {"code": refusal.code})
    if event is None:
        reference = secrets.token_hex(3).upper()
        known = {"reference": reference}
        trace = None if refusal else error  # it would show only that Discord was asked
        log.error("fault %s interaction=%d", reference, interaction.id, exc_info=trace, extra=known)
        at_ms = int(interaction.created_at.timestamp() * 1000)
        kind = type(cause(error)).__name__
        interaction.client.faults.append(Fault(reference, at_ms, interaction.guild_id, kind))
        event = Event("error.fault", {"reference": reference})
    try:
        await tell(interaction, words.tell(_plain(event)), view)
    except Exception as failure:
        log.warning("could not answer interaction=%d: %s", interaction.id, failure)


def _plain(event: Event) -> Event:
    """Make a name in an event plain, which its bearer may have made up, and a time a timestamp."""
    args = dict(event.args)
    if type(name := args.get("name")) is str:
        args["name"] = player_name(name)
    if type(at_ms := args.get("at_ms")) is int:
        args["when"] = relative(at_ms + 999)
    return Event(event.code, args)


def _refusal(error: BaseException) -> Said | None:
    """Return what Discord has said if a request of ours has failed."""
    error = cause(error)
    known = (*LOST, discord.HTTPException, discord.RateLimited, aiohttp.ClientError)
    return judge(error, "answer") if isinstance(error, known) else None


def brief_if_late(record: logging.LogRecord) -> bool:
    """Cut what discord.py logs of suggestions that came too late down to one quiet line."""
    failure = record.exc_info[1] if record.exc_info else None
    refusal = failure and _refusal(failure)
    if not refusal or refusal.kind != "asker":
        return True
    record.levelno, record.levelname = logging.INFO, logging.getLevelName(logging.INFO)
    record.msg, record.args, record.exc_info = "suggestions came too late", None, None
    return logging.root.isEnabledFor(logging.INFO)


async def tell(
    interaction: discord.Interaction[Any], content: str, view: discord.ui.View | None = None
) -> None:
    """Answer privately, whatever has been answered or promised so far."""
    options: dict[str, Any] = {"view": view} if view else {}
    content = mark_lines(content)
    if not interaction.response.is_done():
        await interaction.response.send_message(content, ephemeral=True, **options)
    elif interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
        await interaction.edit_original_response(content=content, **options)
    else:
        await interaction.followup.send(content, ephemeral=True, **options)
