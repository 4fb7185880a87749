"""Moves: `/move`, and the picker behind the Move button."""

from __future__ import annotations

import logging
from dataclasses import replace

import discord
from discord import app_commands

from bot.matches.model import CHANNEL, Code, Match, MatchId, Refusal, Seen, StaleRevision
from bot.ui import lines
from bot.ui.buttons import Press, board_link, button, rows
from bot.ui.desk import Handler, Interaction, Reader
from bot.ui.picker import Draft, Screen, choosing, chosen, confirming, loses, press, tell
from bot.ui.setup_panel import before_play
from bot.ui.translator import ENGLISH
from games.core import Code as Core
from games.core import GameError, OutOfTurn, Over

from .options import MOST_CHOICES, choice, matches_here
from .setup import check_set_up, show_sealed

log = logging.getLogger(__name__)


@app_commands.command(name="move", description=ENGLISH("command.move.description"))
@app_commands.describe(
    move=ENGLISH("command.move.move.description"), match=ENGLISH("command.move.match.description")
)
@app_commands.guild_only()
async def move(interaction: Interaction, move: str, match: str | None = None) -> None:
    """Play a move written or picked from the list."""
    desk = interaction.client.desk
    await interaction.response.defer(ephemeral=True)
    found = await desk.find(interaction, match, acting=True)
    ahead = await desk.matches.see(found.id, interaction.user.id, move)
    if ahead.draft and not ahead.complete:
        await ask_further(interaction, ahead)
        return
    if ahead.complete and loses(ahead, interaction.user.id):
        await ask_losing(interaction, ahead)
        return
    seen = await desk.matches.act(interaction.id, found.id, interaction.user.id, move)
    if before_play(seen.match, seen.info):
        await show_sealed(interaction, seen)
    else:
        await played(interaction, seen)


async def ask_further(interaction: Interaction, ahead: Seen) -> None:
    """The beginning of a turn: go on with it in the picker."""
    reader = await interaction.client.desk.reader(interaction)
    screen = choosing(ahead, Draft(ahead.draft), reader.words)
    note = reader.words("move.begun", action=ahead.draft)
    screen = replace(screen, content=f"{note}\n{screen.content}")
    await show_screen(interaction, ahead, screen, reader)


async def ask_losing(interaction: Interaction, ahead: Seen) -> None:
    """A turn that would lose the match at once: ask before it is played."""
    reader = await interaction.client.desk.reader(interaction)
    draft = Draft(ahead.draft)
    screen = confirming(ahead, draft, Draft(), reader.words, lost=True)
    await show_screen(interaction, ahead, screen, reader)


@move.autocomplete("move")
async def legal_moves(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The asker's legal moves, best guesses first, each with a few plain words."""
    desk = interaction.client.desk
    try:
        named = getattr(interaction.namespace, "match", None)
        found = await desk.find(interaction, named, acting=True)
        fitting = await desk.matches.suggest(found.id, interaction.user.id, typed)
    except (Refusal, GameError):
        return []
    words = (await desk.reader(interaction)).words
    return [
        choice(lines.DOT.join(filter(None, (text, tell(option, words)))), text)
        for text, option in fitting[:MOST_CHOICES]
    ]


move.autocomplete("match")(matches_here)


async def open_picker(interaction: Interaction, pressed: Press) -> None:
    """The Move button: the asker's own board with the first choice below it."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await show_draft(interaction, pressed, Draft())


async def turn_to(interaction: Interaction, pressed: Press) -> None:
    """Back: to the step its id names."""
    await interaction.response.defer()
    await show_draft(interaction, pressed, Draft.read(pressed.text))


async def pick(interaction: Interaction, pressed: Press) -> None:
    """One choice of the picker made."""
    await interaction.response.defer()
    before = Draft.read(pressed.text)
    value = pressed.values[0] if pressed.values else ""
    await show_draft(interaction, pressed, before.picked(value), before)


async def show_draft(
    interaction: Interaction, pressed: Press, draft: Draft, before: Draft | None = None
) -> None:
    """Show the step a draft has reached; play it when it is whole and needs no confirmation."""
    desk = interaction.client.desk
    reader = await desk.reader(interaction)
    match = await desk.matches.match(MatchId(pressed.match))
    check_turn(match, reader.id)
    if match.revision != pressed.revision:
        await moved_on(interaction, match, reader)
        return
    await check_set_up(interaction, match)
    seen = await desk.matches.see(match.id, reader.id, draft.actions)
    done = chosen(seen, draft)
    if done is None:
        await show_screen(interaction, seen, choosing(seen, draft, reader.words), reader)
        return
    draft = draft.with_action(done.text, seen.info.joint)
    seen = await desk.matches.see(match.id, reader.id, draft.actions)
    if not seen.complete:
        await show_screen(interaction, seen, choosing(seen, draft, reader.words), reader)
    elif reader.preferences.confirm or loses(seen, reader.id):
        lost = loses(seen, reader.id)
        screen = confirming(seen, draft, before or Draft(), reader.words, lost=lost)
        await show_screen(interaction, seen, screen, reader)
    else:
        await submit(interaction, match, draft.actions, pressed.revision)


def check_turn(match: Match, user: int) -> None:
    """Raise unless the match runs and waits for this user."""
    seat = match.seat_of(user)
    if match.status != "running":
        raise OutOfTurn(Core.ALREADY_OVER)
    if seat is None:
        raise Refusal(Code.NOT_A_PLAYER, match=match.id)
    if seat not in match.to_act:
        raise OutOfTurn(Core.NOT_YOUR_TURN)


async def show_screen(interaction: Interaction, seen: Seen, screen: Screen, reader: Reader) -> None:
    """Put a step into the picker's message."""
    desk = interaction.client.desk
    file = await desk.own_picture(seen, reader, screen.picked)
    await interaction.edit_original_response(
        content=screen.content, attachments=[file], view=screen.view
    )


async def moved_on(interaction: Interaction, match: Match, reader: Reader) -> None:
    """A stale picker or board: say so and show the current one."""
    desk = interaction.client.desk
    seen = await desk.matches.see(match.id, reader.id)
    words = reader.words
    note = words.tell(StaleRevision(match.id).event)
    again = button(words("button.move"), press(seen, "move"), discord.ButtonStyle.primary)
    content = f"{note}\n{lines.own_board(seen, words)}"
    await show_screen(interaction, seen, Screen(content, rows(again)), reader)


async def confirm(interaction: Interaction, pressed: Press) -> None:
    """Confirm: the turn is played."""
    await interaction.response.defer()
    match = await interaction.client.desk.matches.match(MatchId(pressed.match))
    await submit(interaction, match, pressed.text, pressed.revision)


async def submit(interaction: Interaction, match: Match, text: str, revision: int) -> None:
    """Play a picked turn; when the board has moved on meanwhile, show that instead."""
    desk = interaction.client.desk
    try:
        seen = await desk.matches.act(interaction.id, match.id, interaction.user.id, text, revision)
    except StaleRevision:
        await moved_on(interaction, match, await desk.reader(interaction))
    else:
        await played(interaction, seen)


async def played(interaction: Interaction, seen: Seen) -> None:
    """Bring the public board up, then tell the player what was played and what waits next."""
    desk = interaction.client.desk
    log.info(
        "turn match=%s revision=%d interaction=%d",
        seen.match.id,
        seen.match.revision,
        interaction.id,
    )
    trouble = await desk.boards.bring(seen.match.id)
    reader = await desk.reader(interaction)
    words, match = reader.words, seen.match
    said = seen.last[1] if seen.last else ""
    news = words("alt.semicolon").join(words.tell(event) for event in seen.view.news)
    told = [words("move.played", match=match.id, action=said, news=news)]
    if isinstance(seen.view.turn, Over):
        told.append(lines.result(match, words))
    if trouble:
        told.append(words.tell(trouble))
    view = await onward(interaction, match, reader)
    await interaction.edit_original_response(content="\n".join(told), attachments=[], view=view)


async def onward(interaction: Interaction, match: Match, reader: Reader) -> discord.ui.View | None:
    """Links to the board just played on and to the next match that waits for the reader."""
    desk = interaction.client.desk
    links = []
    shown = await desk.matches.shown(match.id, CHANNEL)
    if shown:
        links.append(board_link(reader.words("button.board"), match, shown))
    for other in await desk.matches.list(reader.id, "turn", None):
        board = await desk.matches.shown(other.id, CHANNEL)
        if other.id != match.id and board:
            links.append(board_link(reader.words("button.next", match=other.id), other, board))
            break
    return rows(*links) if links else None


VERBS: dict[str, Handler] = {
    "move": open_picker,
    "pick": pick,
    "at": turn_to,
    "go": confirm,
}
