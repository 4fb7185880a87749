"""Finding matches: `/match list`, and the More menu under a board."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.matches.model import CARD, CHANNEL, Match, MatchId, Scope
from bot.ui import lines
from bot.ui.buttons import Press, button, rows
from bot.ui.desk import Handler, Interaction, Reader
from bot.ui.errors import tell
from bot.ui.translator import ENGLISH
from bot.ui.translator import choice as named

from .group import match as group
from .setup import setting_up

SCOPES: tuple[Scope, ...] = ("turn", "mine", "here", "open", "finished")
LONGEST_CONTENT = 2000


@group.command(name="list", description=ENGLISH("command.match.list.description"))
@app_commands.describe(scope=ENGLISH("command.match.list.scope.description"))
@app_commands.choices(scope=[named(f"choice.scope.{scope}", scope) for scope in SCOPES])
async def list_(interaction: Interaction, scope: str = "mine") -> None:
    """List matches with links to them."""
    await interaction.response.defer(ephemeral=True)
    wanted: Scope = next((known for known in SCOPES if known == scope), "mine")
    await show_list(interaction, wanted)


async def show_list(interaction: Interaction, scope: Scope) -> None:
    """As many of the matches as fit into one message."""
    desk = interaction.client.desk
    reader = await desk.reader(interaction)
    found = await desk.matches.list(reader.id, scope, interaction.channel_id)
    head = f"**{reader.words(f'choice.scope.{scope}')}**"
    if not found:
        await tell(interaction, f"{head}\n{reader.words(f'list.none_{scope}')}")
        return
    content = head
    for match in found:
        line = await entry(interaction, match, reader)
        if len(content) + len(line) + 1 > LONGEST_CONTENT:
            break
        content += f"\n{line}"
    await tell(interaction, content)


async def entry(interaction: Interaction, match: Match, reader: Reader) -> str:
    """One match with a link to its board, or to its card while it is open."""
    audience = CARD if match.status == "open" else CHANNEL
    shown = await interaction.client.desk.matches.shown(match.id, audience)
    set_up = await setting_up(interaction, match)
    line = f"- {lines.entry(match, reader.id, reader.words, set_up=set_up)}"
    if shown is None:
        return line
    address = lines.jump(match.guild, shown.channel, shown.message)
    return f"{line} · [{reader.words('list.go')}]({address})"


async def more(interaction: Interaction, pressed: Press) -> None:
    """The More button: what is needed now and then."""
    desk = interaction.client.desk
    words = (await desk.reader(interaction)).words
    match = await desk.matches.match(MatchId(pressed.match))

    def press(verb: str, text: str = "") -> Press:
        return Press(match.id, match.revision, verb, text)

    items = [
        button(words("button.flipped"), press("flipped")),
        button(words("button.my_matches"), press("matches")),
        button(words("button.rules"), press("rules", match.game)),
        button(words("button.settings"), press("settings")),
    ]
    if match.status == "running" and match.seat_of(interaction.user.id) is not None:
        items.append(button(words("button.resign"), press("giveup"), discord.ButtonStyle.danger))
    title = lines.title(match, words)
    await interaction.response.send_message(title, view=rows(*items), ephemeral=True)


async def my_matches(interaction: Interaction, pressed: Press) -> None:
    """The asker's matches, from the More menu."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    await show_list(interaction, "mine")


VERBS: dict[str, Handler] = {"more": more, "matches": my_matches}
