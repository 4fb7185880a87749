"""`/match rules`: a game's rules, a page per topic with a picture."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.matches.model import Code, Refusal
from bot.ui.buttons import NO_MATCH, Press, button, rows, select
from bot.ui.catalogue import Catalogue
from bot.ui.desk import Handler, Interaction
from bot.ui.pages import Page, pages
from bot.ui.translator import ENGLISH
from bot.ui.translator import choice as named
from games.submission import excerpt
from render.look import Look

from .group import match as group
from .options import MOST_CHOICES, choice


@group.command(name="rules", description=ENGLISH("command.match.rules.description"))
@app_commands.describe(
    game=ENGLISH("command.match.rules.game.description"),
    topic=ENGLISH("command.match.rules.topic.description"),
)
@app_commands.choices(game=[named(f"{game}.name", game) for game in pages()])
async def rules(interaction: Interaction, game: str, topic: str = "") -> None:
    """Show the first page, or the one of a topic."""
    await interaction.response.defer(ephemeral=True)
    await show_page(interaction, page_of(game, topic))


@rules.autocomplete("topic")
async def topics(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The topics of the chosen game, by title."""
    words = (await interaction.client.desk.reader(interaction)).words
    game = getattr(interaction.namespace, "game", None) or ""
    wanted = typed.strip().casefold()
    titled = [(words(page.title), page.topic) for page in pages().get(game, ())]
    return [choice(*one) for one in titled if wanted in one[0].casefold()][:MOST_CHOICES]


def page_of(game: str, topic: str) -> Page:
    """The page a game and topic name; without a topic, or with an unknown one, the first."""
    found = pages().get(game)
    if not found:
        raise Refusal(Code.UNKNOWN_GAME, game=excerpt(game))
    return next((page for page in found if page.topic == topic), found[0])


async def show_page(interaction: Interaction, page: Page) -> None:
    """Title, text, picture, and a select that leads to the other topics."""
    desk = interaction.client.desk
    reader = await desk.reader(interaction)
    words = reader.words
    view = desk.matches.example(page.game, page.position, page.seat)
    look = Look(words, reader.theme, below=page.seat or 0, private=page.private, picked=page.picked)
    file = await desk.studio.picture(view, look, f"{page.game}-{page.topic}.png")
    title = f"**{words(f'{page.game}.name')} · {words(page.title)}**"
    await interaction.edit_original_response(
        content=f"{title}\n{words(page.text)}", attachments=[file], view=_turning(page, words)
    )


def _turning(page: Page, words: Catalogue) -> discord.ui.View:
    listed = pages()[page.game]
    press = Press(NO_MATCH, 0, "page", page.game)
    options = [
        discord.SelectOption(label=words(one.title), value=one.topic, default=one == page)
        for one in listed
    ]
    number = listed.index(page)
    onward = listed[(number + 1) % len(listed)]
    following = Press(NO_MATCH, 0, "topic", f"{page.game} {onward.topic}")
    return rows(
        select(press, options, words("rules.topics")),
        button(words("button.page", title=words(onward.title)), following),
    )


async def turn_page(interaction: Interaction, pressed: Press) -> None:
    """A topic picked from the list."""
    await interaction.response.defer()
    topic = pressed.values[0] if pressed.values else ""
    await show_page(interaction, page_of(pressed.text, topic))


async def next_page(interaction: Interaction, pressed: Press) -> None:
    """The button to the page after."""
    await interaction.response.defer()
    game, _, topic = pressed.text.partition(" ")
    await show_page(interaction, page_of(game, topic))


async def rules_of(interaction: Interaction, pressed: Press) -> None:
    """Rules in the More menu; its id names the game."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await show_page(interaction, page_of(pressed.text, ""))


VERBS: dict[str, Handler] = {"page": turn_page, "topic": next_page, "rules": rules_of}
