"""Resignation: `/match resign`, and Resign in the More menu; both ask back first."""

from bot.matches.match.match import Match
from bot.matches.match.refusals import Refusal
from bot.ui.answers.client import Interaction
from bot.ui.answers.replies import show_done
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls import panels
from bot.ui.words import lines
from games.core import GameError

from ..group import MATCH, command
from ..options import matches_here


@command(MATCH, match=matches_here)
async def resign(interaction: Interaction, match: str | None = None) -> None:
    visit = await interaction.client.visit(interaction, defer=False)
    await ask(visit, await visit.find(match))


async def ask(visit: Visit, match: Match) -> None:
    """Ask whether the player means to resign, or to leave without a result if they may."""
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
    asked = visit.words(sure if "resign" in how else "resign.leave")
    view = panels.sure_to_resign(match, how, visit.words)
    await visit.show(lines.title(match, visit.words, asked), view=view)


@verb("giveup", Answer.AT_ONCE)
async def give_up(visit: Visit) -> None:
    await ask(visit, await visit.match())


@verb("keep", Answer.IN_PLACE)
async def keep_on(visit: Visit) -> None:
    await visit.show(visit.words("resign.not_now"))


@verb("resign", Answer.IN_PLACE)
async def resign_now(visit: Visit) -> None:
    seen = await visit.desk.matches.playing.resign(visit.key, visit.press.match, visit.user)
    await show_end(visit, seen.match)


@verb("leave", Answer.IN_PLACE)
async def leave(visit: Visit) -> None:
    leaving = visit.desk.matches.leaving
    await show_end(visit, await leaving.leave(visit.key, visit.press.match, visit.user))


async def show_end(visit: Visit, match: Match) -> None:
    """Tell the player who left how it has ended; others may play on."""
    end = visit.words("resign.out") if match.running else lines.result(match, visit.words)
    await show_done(visit, match, lines.title(match, visit.words, end))
