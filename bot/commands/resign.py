"""Resigning: `/match resign`, and Resign in the More menu; both ask back first."""

from __future__ import annotations

from discord import app_commands

from bot.matches.match.match import Match
from bot.matches.match.refusals import Refusal
from bot.ui.answers.client import Interaction
from bot.ui.answers.replies import bring, onward
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls import panels
from bot.ui.words import lines
from bot.ui.words.translator import ENGLISH
from games.core import GameError

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
    """Ask whether it is meant, unless it cannot be.

    Where nobody is held, leaving without a result is offered too, or instead of resigning.
    """
    seat = match.player_of(visit.user).seat
    match.check_running()
    matches, how = visit.desk.matches, ["resign", "leave"]
    try:
        await matches.leaving.check_leave(match.id, visit.user)
    except Refusal:
        how.remove("leave")
    try:
        await matches.playing.check_resign(match.id, visit.user)
    except GameError:
        how.remove("resign")
        if not how:
            raise
    team = matches.game(match).info.team(seat) - {seat}
    partner = any(player.seat in team and not player.out for player in match.players)
    sure = "resign.sure_alone" if partner else "resign.sure"
    said = visit.words(sure if "resign" in how else "resign.leave")
    content = lines.DOT.join((lines.title(match, visit.words), said))
    await visit.show(content, view=panels.sure_to_resign(match, how, visit.words))


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
    await show_end(visit, seen.match)


@verb("leave", Answer.IN_PLACE)
async def leave(visit: Visit) -> None:
    """Leave without a result."""
    leaving = visit.desk.matches.leaving
    await show_end(visit, await leaving.leave(visit.key, visit.press.match, visit.user))


async def show_end(visit: Visit, match: Match) -> None:
    """How it has ended, for the one who has ended it; others may play on."""
    trouble = await bring(visit, match)
    ended = visit.words("resign.out") if match.running else lines.result(match, visit.words)
    told = (lines.title(match, visit.words), ended)
    content = "\n".join(filter(None, (lines.DOT.join(told), trouble)))
    await visit.show(content, view=await onward(visit, match))
