"""Resigning: `/match resign`, and Resign in the More menu; both ask back first."""

from __future__ import annotations

from discord import app_commands

from bot.matches.match import Match
from bot.ui import lines, panels
from bot.ui.answers import bring, onward
from bot.ui.client import Interaction
from bot.ui.translator import ENGLISH
from bot.ui.visits import Answer, Visit, verb

from .group import match as group
from .options import matches_here


@group.command(name="resign", description=ENGLISH("command.match.resign.description"))
@app_commands.describe(match=ENGLISH("command.match.resign.match.description"))
async def resign(interaction: Interaction, match: str | None = None) -> None:
    """Give a match up; asks back first."""
    visit = await interaction.client.visit(interaction, defer=False)
    await ask(visit, await visit.find(match))


resign.autocomplete("match")(matches_here)


async def ask(visit: Visit, match: Match) -> None:
    """Ask whether it is meant, unless it cannot be."""
    match.player_of(visit.user)
    match.check_running()
    await visit.desk.matches.playing.check_resign(match.id, visit.user)
    content = lines.DOT.join((lines.title(match, visit.words), visit.words("resign.sure")))
    await visit.show(content, view=panels.sure_to_resign(match, visit.words))


@verb("giveup", Answer.AT_ONCE)
async def give_up(visit: Visit) -> None:
    """Resign in the More menu."""
    await ask(visit, await visit.match())


@verb("keep", Answer.IN_PLACE)
async def keep_on(visit: Visit) -> None:
    """No, play on."""
    await visit.show(visit.words("resign.not_now"))


@verb("resign", Answer.IN_PLACE)
async def resign_now(visit: Visit) -> None:
    """Yes, resign."""
    seen = await visit.desk.matches.playing.resign(visit.key, visit.press.match, visit.user)
    trouble = await bring(visit, seen.match)
    told = (lines.title(seen.match, visit.words), lines.result(seen.match, visit.words))
    content = "\n".join(filter(None, (lines.DOT.join(told), trouble)))
    await visit.show(content, view=await onward(visit, seen.match))
