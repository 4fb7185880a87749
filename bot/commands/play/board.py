"""Looks at a match: `/match board`, My board, Text, Flip, Share, Poster, Text of this board."""

import re
from collections.abc import Awaitable, Callable
from functools import partial

import discord
from discord import app_commands

from bot.matches.machines.analysis import Analysis, worst
from bot.matches.match.ids import SIGNS
from bot.matches.match.match import Match
from bot.matches.match.reader_view import ReaderView
from bot.matches.match.refusals import Code, Refusal
from bot.ui.answers.client import Interaction
from bot.ui.answers.past import ROUND_S, ROUNDS, read_shared
from bot.ui.answers.replies import next_below, show_board, show_letters, show_part
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls import panels
from bot.ui.controls.buttons import button, on, read_number, rows
from bot.ui.controls.history_panel import LAST, Spot
from bot.ui.words import lines
from bot.ui.words.catalogue import Catalogue
from bot.ui.words.translator import choices, menu
from games.core import Seat
from render.look import Theme

from ..group import MATCH, anywhere, command
from ..options import matches_here

POSTER = "poster"
"""What Share names for a poster, which is shared once the match has ended."""


async def show_flipped(visit: Visit, match: Match) -> None:
    """Show a match with the other side below. Raises Refusal before it has begun."""
    match.check_begun()
    await show_board(visit, match, below=next_below(match, match.seat_of(visit.user) or Seat(0)))


async def show_text(visit: Visit, match: Match, note: str = "") -> None:
    """Show the board in monospaced letters and in words, without a picture; a `note` first."""
    seen = await visit.desk.matches.see(match.id, visit.user, key=visit.key)
    words = visit.words
    offered = [*panels.move(seen, words), *panels.mark(seen, words), *panels.ask(match, words)]
    await show_letters(visit, seen, rows(*offered), note)


@anywhere
@app_commands.context_menu(name=menu("menu.text"))
async def text_of(interaction: Interaction, message: discord.Message) -> None:
    """Answer Text of this board, in a message's menu, with its match as it stands now."""
    visit = await interaction.client.visit(interaction)
    mark = re.search(rf"`([{SIGNS}]{{4,6}})`", message.content)  # the first names the match
    if mark is None or message.author != interaction.client.user:
        raise Refusal(Code.NO_BOARD)
    await show_text(visit, await visit.find(mark[1]), visit.words("board.now"))


VIEWS: dict[str, Callable[[Visit, Match], Awaitable[None]]] = {
    "mine": show_board,
    "public": partial(show_board, public=True),
    "flipped": show_flipped,
    "text": show_text,
}


@command(MATCH, view=choices("choice.view.{}", VIEWS), match=matches_here)
async def board(interaction: Interaction, match: str | None = None, view: str = "mine") -> None:
    visit = await interaction.client.visit(interaction)
    await VIEWS[view](visit, await visit.find(match, past=True))


@verb("mine", Answer.PRIVATE)
async def mine(visit: Visit) -> None:
    await show_board(visit, await visit.match())


@verb("text", Answer.PRIVATE)
async def text(visit: Visit) -> None:
    await show_text(visit, await visit.match())


@verb("flipped", Answer.PRIVATE)
async def flip_board(visit: Visit) -> None:
    await show_flipped(visit, await visit.match())


@verb("turn", Answer.IN_PLACE)
async def flip(visit: Visit) -> None:
    """Show the seat that Flip's id names below, in the same private message."""
    match, seat = await visit.match(), read_number(visit.press.text) or 0
    match.check_begun()
    await show_board(visit, match, below=Seat(seat if seat < len(match.players) else 0))


@verb("zoom", Answer.IN_PLACE)
async def zoom(visit: Visit) -> None:
    """Enlarge the part of the board that belongs to the seat that Zoom's id names."""
    match, seat = await visit.match(), read_number(visit.press.text) or 0
    match.check_begun()
    await show_part(visit, match, Seat(seat if seat < len(match.players) else 0))


@verb(POSTER, Answer.PRIVATE)
async def poster(visit: Visit) -> None:
    """Show the poster of an ended match, and again with its course once the match is analysed,
    which it is now if nobody waits for a computer."""
    match, analysing = await visit.match(), visit.desk.matches.analysing
    if match.stand.outcome is None:
        raise Refusal(Code.NOT_OVER, match=match.id)
    result = await analysing.find(match)
    await _show_poster(visit, match, result)
    if result is None and (result := await analysing.find_meanwhile(match, ROUNDS * ROUND_S)):
        await _show_poster(visit, match, result)


async def _show_poster(visit: Visit, match: Match, result: Analysis | None) -> None:
    """Show a poster with the way to share it and to the board after the turning point."""
    words = visit.words
    seen = await visit.desk.matches.see(match.id, None)
    items = [button(words("button.share"), on(match, "share", POSTER))]
    if result:
        items += (panels.after_turn(match, turn.number, words) for turn in worst(result, most=1))
    picture = await _poster(visit, seen, result, words, visit.reader.theme)
    await visit.show(lines.own_board(seen, words), file=picture, view=rows(*items))


async def _poster(
    visit: Visit,
    seen: ReaderView,
    result: Analysis | None,
    words: Catalogue,
    theme: Theme | None = None,
) -> discord.File:
    """Draw a poster with what an analysis found, and with the server's name if this is it."""
    match, guild, turning = seen.match, visit.interaction.guild, None
    for turn in worst(result, most=1) if result else ():
        past = await read_shared(visit, match, Spot(LAST, "open"))
        turning = past.steps[past.place(turn.number)].view
    place = guild.name if guild and guild.id == match.terms.guild else ""
    return await visit.desk.studio.poster(seen, result, turning, words, place, theme)


@verb("zoomed", Answer.PRIVATE)
async def zoom_board(visit: Visit) -> None:
    """Enlarge the asker's own part of a public board, for spectators the first seat's."""
    match = await visit.match()
    match.check_begun()
    await show_part(visit, match, match.seat_of(visit.user) or Seat(0))


@verb("share", Answer.SHARED)
async def share(visit: Visit) -> None:
    """Show the public view or the poster to all here, in the server's language and theme."""
    desk = visit.desk
    seen = await desk.matches.see(visit.press.match, None)
    words = desk.languages.public(seen.match)
    if visit.press.text == POSTER and seen.match.stand.outcome is not None:
        result = await desk.matches.analysing.find(seen.match)
        picture = await _poster(visit, seen, result, words)
    else:
        picture = await desk.studio.public(seen, words)
    await visit.show(lines.own_board(seen, words), file=picture)
