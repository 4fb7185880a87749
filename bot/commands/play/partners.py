"""A thread for partners to confer in: `/match partners`, and Team thread in the More menu."""

from bot.matches.match.match import Match
from bot.matches.match.refusals import Code, Refusal
from bot.ui.answers.client import Interaction
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.words import lines

from ..group import MATCH, command
from ..options import matches_here


@command(MATCH, match=matches_here)
async def partners(interaction: Interaction, match: str | None = None) -> None:
    """Give the asker's team a private thread, or lead to it."""
    visit = await interaction.client.visit(interaction)
    await show_room(visit, await visit.find(match))


@verb("team", Answer.PRIVATE)
async def team(visit: Visit) -> None:
    await show_room(visit, await visit.match())


async def show_room(visit: Visit, match: Match) -> None:
    """Lead to the thread of the asker's team. Raises Refusal where partners may not confer."""
    seat = match.player_of(visit.user).seat
    match.check_running()
    if not visit.desk.matches.game(match).info.teams:
        raise Refusal(Code.NO_PARTNERS, match=match.id)
    rooms = visit.desk.rooms
    if any(match.players[mate].computer for mate in visit.desk.matches.game(match).info.team(seat)):
        raise Refusal(Code.PARTNER_COMPUTER, match=match.id)
    if not rooms.open_to(match, visit.user):
        raise Refusal(Code.NO_CONFERRING, match=match.id)
    room = await rooms.room(match, seat)
    here = visit.words("team.here", place=lines.place(room.thread))
    answer = [lines.title(match, visit.words, here)]
    for player, refusal in room.outside:
        text = "team.absent" if refusal.kind == "absent" else "team.outside"
        name = lines.player(match, player.seat, visit.words)
        answer.append(visit.words(text, player=name, code=refusal.code))
    await visit.show(*answer)
