"""Looking at a match: `/match board`, and the buttons My board, Text, Flip and Share."""

from __future__ import annotations

from dataclasses import replace

from discord import app_commands

from bot.matches.model import Match, MatchId, Seen
from bot.matches.setups import hidden_pieces as hidden
from bot.ui import lines
from bot.ui.buttons import Press, PressButton, button, rows
from bot.ui.catalogue import Catalogue
from bot.ui.desk import Handler, Interaction, Reader
from bot.ui.picker import press
from bot.ui.pictures import look
from bot.ui.translator import ENGLISH
from bot.ui.translator import choice as named
from render.draw import describe

from .group import match as group
from .options import matches_here
from .setup import show_panel

VIEWS = ("mine", "public", "flipped", "text")


@group.command(name="board", description=ENGLISH("command.match.board.description"))
@app_commands.describe(
    match=ENGLISH("command.match.board.match.description"),
    view=ENGLISH("command.match.board.view.description"),
)
@app_commands.choices(view=[named(f"choice.view.{view}", view) for view in VIEWS])
async def board(interaction: Interaction, match: str | None = None, view: str = "mine") -> None:
    """Show a match to the asker alone."""
    await interaction.response.defer(ephemeral=True)
    found = await interaction.client.desk.find(interaction, match)
    await SHOWN_AS[view](interaction, found)


board.autocomplete("match")(matches_here)


async def show_mine(interaction: Interaction, match: Match) -> None:
    """The asker's own side below."""
    await show_picture(interaction, match, below=match.seat_of(interaction.user.id) or 0)


async def show_flipped(interaction: Interaction, match: Match) -> None:
    """The other side below."""
    await show_picture(interaction, match, below=1 - (match.seat_of(interaction.user.id) or 0))


async def show_public(interaction: Interaction, match: Match) -> None:
    """As everybody sees it, with a button that shares it."""
    await show_picture(interaction, match, below=0, public=True)


async def show_picture(
    interaction: Interaction, match: Match, *, below: int, public: bool = False
) -> None:
    """A picture for the asker alone; `public` is the spectators' view."""
    desk = interaction.client.desk
    seen = await desk.matches.see(match.id, None if public else interaction.user.id)
    await show_seen(interaction, seen, below=below, public=public)


async def show_seen(
    interaction: Interaction,
    seen: Seen,
    *,
    below: int | None = None,
    public: bool = False,
    note: str = "",
) -> None:
    """What the asker may see, own side below unless said otherwise; a set-up in its panel.

    A `note` comes before it.
    """
    desk = interaction.client.desk
    if seen.view.free and seen.view.seat is not None and not public:
        await show_panel(interaction, await desk.matches.set_up(seen.match.id, interaction.user.id))
        return
    reader = await desk.reader(interaction)
    side = (seen.view.seat or 0) if below is None else below
    if public:
        file = await desk.studio.draw(seen, look(seen, reader.words, reader.theme, below=side))
    else:
        file = await desk.own_picture(seen, reader, below=side)
    await interaction.edit_original_response(
        content="\n".join(filter(None, (note, lines.own_board(seen, reader.words)))),
        attachments=[file],
        view=rows(*_buttons(seen, reader, side, public)),
    )


def _buttons(seen: Seen, reader: Reader, below: int, public: bool) -> list[PressButton]:
    words = reader.words
    text = button(words("button.text"), press(seen, "text"))
    if public:
        return [button(words("button.share"), press(seen, "share")), text]
    flip = button(words("button.flip"), press(seen, "turn", str(1 - below)))
    return [*_move(seen, words), flip, *_mark(seen, words), text]


def _move(seen: Seen, words: Catalogue) -> list[PressButton]:
    """The way to a move, for whoever is to make one."""
    wanted = seen.view.acting and not seen.view.free
    return [button(words("button.move"), press(seen, "move"))] if wanted else []


def _mark(seen: Seen, words: Catalogue) -> list[PressButton]:
    """The way to a mark, where something of the enemy's is hidden."""
    wanted = seen.view.seat is not None and hidden(seen.view)
    return [button(words("button.mark"), press(seen, "mark"))] if wanted else []


async def show_text(interaction: Interaction, match: Match) -> None:
    """The board in monospaced letters and in words: no picture needed."""
    desk = interaction.client.desk
    reader = await desk.reader(interaction)
    seen = await desk.matches.see(match.id, reader.id)
    words = reader.words
    key = words(f"{match.game}.letters")
    wanted = replace(look(seen, words, reader.theme), notes=seen.notes)
    content = "\n".join(
        (
            lines.own_board(seen, words),
            f"```\n{seen.diagram}\n```",
            f"-# {key}",
            describe(seen.view, wanted),
        )
    )
    offered = [*_move(seen, words), *_mark(seen, words)]
    await interaction.edit_original_response(
        content=content[:2000], view=rows(*offered) if offered else None
    )


async def mine(interaction: Interaction, pressed: Press) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    await show_mine(interaction, await _match(interaction, pressed))


async def text(interaction: Interaction, pressed: Press) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    await show_text(interaction, await _match(interaction, pressed))


async def flipped(interaction: Interaction, pressed: Press) -> None:
    """The other side below, from the More menu."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await show_flipped(interaction, await _match(interaction, pressed))


async def turn(interaction: Interaction, pressed: Press) -> None:
    """Flip: the side the button names below, in the same private message."""
    await interaction.response.defer()
    below = 1 if pressed.text == "1" else 0
    await show_picture(interaction, await _match(interaction, pressed), below=below)


async def share(interaction: Interaction, pressed: Press) -> None:
    """The public view for everybody here, in the server's language and theme."""
    desk = interaction.client.desk
    await interaction.response.defer(thinking=True)
    seen = await desk.matches.see(MatchId(pressed.match), None)
    words = desk.boards.words(seen.match)
    file = await desk.studio.draw(seen, look(seen, words, desk.theme))
    await interaction.edit_original_response(
        content=lines.own_board(seen, words), attachments=[file]
    )


async def _match(interaction: Interaction, pressed: Press) -> Match:
    return await interaction.client.desk.matches.match(MatchId(pressed.match))


SHOWN_AS = {
    "mine": show_mine,
    "public": show_public,
    "flipped": show_flipped,
    "text": show_text,
}
VERBS: dict[str, Handler] = {
    "mine": mine,
    "text": text,
    "flipped": flipped,
    "turn": turn,
    "share": share,
}
