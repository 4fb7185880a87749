"""`/admin match`: what managers of a server may do about a match on it, without a part in it."""

from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.matches.match.match import Match
from bot.matches.match.refusals import Code, Refusal
from bot.ui.answers.client import Interaction
from bot.ui.answers.desk import read_id
from bot.ui.answers.managers import check_manager, check_reason
from bot.ui.answers.places import Home, channel_of, check_granted, check_seen, whole
from bot.ui.answers.replies import entry, is_board_up, reconcile
from bot.ui.answers.visits import Visit
from bot.ui.words import lines
from bot.ui.words.lines import LONGEST_REASON
from bot.ui.words.translator import choices
from games.core import Word

from ..group import ADMIN, command
from ..options import matches_played_here

DEEDS = ("show", "extend", "close", "post", "move")
Named: TypeAlias = app_commands.AppCommandChannel | app_commands.AppCommandThread


class Place(app_commands.Transformer):
    """A channel or thread to choose, of which nothing is kept by the time it has been chosen."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        kinds = discord.ChannelType
        threads = [kinds.news_thread, kinds.private_thread, kinds.public_thread]
        return [kinds.text, kinds.news, *threads]

    async def transform(self, interaction: discord.Interaction[Any], value: Named, /) -> Named:
        return value


@command(ADMIN, what=choices("choice.admin_match.{}", DEEDS), match=matches_played_here)
async def match_(
    interaction: Interaction,
    match: str,
    what: str = "show",
    reason: app_commands.Range[str, 1, LONGEST_REASON] | None = None,
    channel: app_commands.Transform[Named, Place] | None = None,
) -> None:
    """Show the public part of a match, or do something about it."""
    visit = await interaction.client.visit(interaction)
    guild, managing = check_manager(visit), visit.desk.matches.managing
    found = await managing.find(read_id(match), guild)
    match what:
        case "extend":
            found = await managing.extend(visit.key, found.id, guild, visit.user)
        case "close":
            why = check_reason(reason)
            found = await managing.close(visit.key, found.id, guild, visit.named, why)
        case "post":
            found = await managing.post_again(found.id, guild, visit.user)
        case "move":
            home = await check_home(visit, found, channel)
            found = await managing.move(found.id, guild, visit.user, home.id, channel_of(home))
        case _:
            await visit.show(await standing(visit, found))
            return
    await show_done(visit, found, what)


async def show_done(visit: Visit, match: Match, what: str) -> None:
    """Bring the messages of a match up, and say what has become of it."""
    trouble = await reconcile(visit, match)
    match = visit.on(await visit.desk.matches.match(match.id))
    shown = what not in ("post", "move") or await is_board_up(visit, match)
    code = f"admin.match.{what}" if shown else f"admin.match.{what}_unshown"
    done = visit.words(code, match=match.id, place=lines.place(match.place))
    await visit.show(done, trouble, await standing(visit, match))


async def standing(visit: Visit, match: Match) -> str:
    """Say where a match stands, or how it ended, as everybody may read it."""
    if match.stand.outcome is None:
        return await entry(visit, match)
    return lines.title(match, visit.words, lines.result(match, visit.words))


async def check_home(visit: Visit, match: Match, channel: Named | None) -> Home:
    """Return the place a match is to go on in. Raises Refusal where somebody may not be there."""
    guild = visit.interaction.guild
    if channel is None:
        raise Refusal(Code.NO_OPTION, option=Word("command.admin.match.channel.name"))
    found = (await whole(visit.interaction)).get_channel_or_thread(channel.id)
    if not isinstance(found, Home) or guild is None or not channel.permissions.view_channel:
        raise Refusal(Code.NO_SUCH_CHANNEL)
    check_granted(found.permissions_for(guild.me), found, visit.words)
    await check_seen(match, found, visit.user, visit.words)
    return found
