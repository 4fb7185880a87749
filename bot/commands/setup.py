"""Setting up hidden pieces: `/match setup`, the panel behind Set up, and Ready."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from bot.matches.model import Code, Match, MatchId, Refusal, Seen
from bot.matches.setups import LONGEST_NAME, RANDOM
from bot.ui import lines
from bot.ui.buttons import Press
from bot.ui.desk import Handler, Interaction
from bot.ui.errors import tell
from bot.ui.setup_panel import before_play, panel
from bot.ui.translator import ENGLISH
from games.core import IllegalAction
from games.junqi.codes import Code as Junqi
from games.junqi.layout import PRESETS

from .group import match as group
from .options import MOST_CHOICES, choice, matches_here

LONGEST_PASTE = 200


@group.command(name="setup", description=ENGLISH("command.match.setup.description"))
@app_commands.describe(
    layout=ENGLISH("command.match.setup.layout.description"),
    match=ENGLISH("command.match.setup.match.description"),
)
async def setup(
    interaction: Interaction, layout: str | None = None, match: str | None = None
) -> None:
    """Open the panel, perhaps with another layout on it."""
    desk = interaction.client.desk
    await interaction.response.defer(ephemeral=True)
    found = await desk.find(interaction, match, acting=True)
    if layout:
        await desk.matches.lay(found.id, interaction.user.id, layout)
    await show_panel(interaction, await desk.matches.set_up(found.id, interaction.user.id))


@setup.autocomplete("layout")
async def layouts(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Presets, a random one, and the asker's own."""
    desk = interaction.client.desk
    words = (await desk.reader(interaction)).words
    own = await desk.matches.notes.layouts(interaction.user.id)
    named = [(words(f"layout.{name}"), name) for name in (*PRESETS, RANDOM)]
    named += [(name, name) for name in own]
    wanted = typed.strip().casefold()
    return [choice(*one) for one in named if wanted in one[0].casefold()][:MOST_CHOICES]


setup.autocomplete("match")(matches_here)


async def show_panel(interaction: Interaction, seen: Seen, picked: str = "") -> None:
    """The asker's half as it stands, with all that can be done to it."""
    desk = interaction.client.desk
    reader = await desk.reader(interaction)
    kept = await desk.matches.notes.layouts(reader.id)
    screen = panel(seen, kept, reader.words, picked)
    await interaction.edit_original_response(
        content=screen.content,
        attachments=[await desk.own_picture(seen, reader, screen.picked)],
        view=screen.view,
    )


async def open_panel(interaction: Interaction, pressed: Press) -> None:
    """Set up, under a board or on the card."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await again(interaction, pressed.match)


async def back(interaction: Interaction, pressed: Press) -> None:
    """Back, in the middle of a swap."""
    await interaction.response.defer()
    await again(interaction, pressed.match)


async def again(interaction: Interaction, match: str) -> None:
    seen = await interaction.client.desk.matches.set_up(MatchId(match), interaction.user.id)
    await show_panel(interaction, seen)


@asynccontextmanager
async def as_shown(interaction: Interaction, match: str) -> AsyncIterator[None]:
    """When a panel shows an older draft, bring it up before the refusal is told."""
    try:
        yield
    except Refusal as refusal:
        if refusal.event.code == Code.DRAFT_CHANGED:
            await again(interaction, match)
        raise


async def lay(interaction: Interaction, pressed: Press) -> None:
    """A layout picked from the list."""
    await interaction.response.defer()
    name = pressed.values[0] if pressed.values else RANDOM
    matches = interaction.client.desk.matches
    await show_panel(
        interaction, await matches.lay(MatchId(pressed.match), interaction.user.id, name)
    )


async def shuffle(interaction: Interaction, pressed: Press) -> None:
    """A random legal layout."""
    await lay(interaction, Press(pressed.match, pressed.revision, "lay"))


async def mirror(interaction: Interaction, pressed: Press) -> None:
    """Left for right."""
    await interaction.response.defer()
    matches = interaction.client.desk.matches
    await show_panel(interaction, await matches.mirror(MatchId(pressed.match), interaction.user.id))


async def swap(interaction: Interaction, pressed: Press) -> None:
    """The first square of a swap, or the second."""
    await interaction.response.defer()
    matches, match = interaction.client.desk.matches, MatchId(pressed.match)
    user = interaction.user.id
    square = pressed.values[0] if pressed.values else ""
    stamp, _, first = pressed.text.partition(" ")
    async with as_shown(interaction, pressed.match):
        if first:
            await show_panel(interaction, await matches.swap(match, user, first, square, stamp))
        else:
            await show_panel(interaction, await matches.drafting(match, user, stamp), square)


async def paste(interaction: Interaction, pressed: Press) -> None:
    """A window for 25 codes."""
    await check_draft(interaction, pressed)
    words = (await interaction.client.desk.reader(interaction)).words
    await interaction.response.send_modal(
        Window(
            words("setup.paste_title"),
            words("setup.paste_label"),
            Press(pressed.match, pressed.revision, "pasted"),
            LONGEST_PASTE,
        )
    )


async def pasted(interaction: Interaction, pressed: Press) -> None:
    await lay(interaction, pressed)


async def save(interaction: Interaction, pressed: Press) -> None:
    """A window for a name."""
    await check_draft(interaction, pressed)
    words = (await interaction.client.desk.reader(interaction)).words
    await interaction.response.send_modal(
        Window(
            words("setup.save_title"),
            words("setup.save_label"),
            Press(pressed.match, pressed.revision, "saved", pressed.text),
            LONGEST_NAME,
        )
    )


async def saved(interaction: Interaction, pressed: Press) -> None:
    await interaction.response.defer()
    matches, match = interaction.client.desk.matches, MatchId(pressed.match)
    name = " ".join(pressed.values)
    async with as_shown(interaction, pressed.match):
        seen = await matches.save_layout(match, interaction.user.id, name, pressed.text)
    await show_panel(interaction, seen)


async def setting_up(interaction: Interaction, match: Match) -> bool:
    """Whether the pieces of a match are being set up."""
    matches = interaction.client.desk.matches
    if match.status != "running" or not before_play(match, matches.info(match.game)):
        return False
    return (await matches.see(match.id, None)).view.free


async def check_set_up(interaction: Interaction, match: Match) -> None:
    """Raise IllegalAction while pieces are being set up: that is not done by moving."""
    if await setting_up(interaction, match):
        raise IllegalAction(Junqi.SET_UP_FIRST)


async def check_draft(interaction: Interaction, pressed: Press) -> None:
    """Raise Refusal where nothing is being set up any more."""
    matches = interaction.client.desk.matches
    await matches.drafting(MatchId(pressed.match), interaction.user.id)


async def ready(interaction: Interaction, pressed: Press) -> None:
    """Seal the draft; the public board says who is ready, and nothing else."""
    matches, match = interaction.client.desk.matches, MatchId(pressed.match)
    await interaction.response.defer()
    try:
        async with as_shown(interaction, pressed.match):
            seen = await matches.ready(interaction.id, match, interaction.user.id, pressed.text)
    except IllegalAction as error:
        words = (await interaction.client.desk.reader(interaction)).words
        await tell(interaction, words("setup.not_legal", fault=words.tell(error.event)))
    else:
        await show_sealed(interaction, seen)


async def show_sealed(interaction: Interaction, seen: Seen) -> None:
    """Bring the public board up, then show the one who is ready what is sealed."""
    desk = interaction.client.desk
    trouble = await desk.boards.bring(seen.match.id)
    reader = await desk.reader(interaction)
    seal = (await desk.matches.seals(seen.match.id)).get(seen.view.seat or 0, "")
    told = (lines.title(seen.match, reader.words), reader.words("setup.sealed"))
    parts = [lines.DOT.join(told), f"-# `{seal}`"]
    if trouble:
        parts.append(reader.words.tell(trouble))
    await interaction.edit_original_response(
        content="\n".join(parts),
        attachments=[await desk.own_picture(seen, reader)],
        view=None,
    )


class Window(discord.ui.Modal):
    """One line of text; what is written goes the way of a pressed button.

    A window does not survive a restart of the bot; the draft behind it does.
    """

    def __init__(self, title: str, label: str, press: Press, longest: int) -> None:
        super().__init__(title=title[:45])
        self.press = press
        self.line: discord.ui.TextInput[Any] = discord.ui.TextInput(max_length=longest)
        self.add_item(discord.ui.Label(text=label[:45], component=self.line))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        written = replace(self.press, values=(self.line.value,))
        await interaction.client.pressed(interaction, written)


VERBS: dict[str, Handler] = {
    "setup": open_panel,
    "setup_again": back,
    "lay": lay,
    "shuffle": shuffle,
    "mirror": mirror,
    "swap": swap,
    "paste": paste,
    "pasted": pasted,
    "save": save,
    "saved": saved,
    "ready": ready,
}
