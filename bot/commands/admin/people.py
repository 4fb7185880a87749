"""`/admin people`: who is kept from a server's matches, and matches taken out of its points."""

import discord
from discord import app_commands

from bot.matches.match.refusals import Code, Refusal
from bot.store.deleted_users import is_deleted_user
from bot.ui.answers.client import Interaction
from bot.ui.answers.desk import read_id
from bot.ui.answers.managers import check_manager, check_reason
from bot.ui.answers.replies import reconcile
from bot.ui.answers.visits import Visit
from bot.ui.messages.message import LONGEST_CONTENT
from bot.ui.words import lines
from bot.ui.words.lines import LONGEST_REASON
from bot.ui.words.translator import choices
from games.core import Word

from ..group import ADMIN, command

DEEDS = ("show", "block", "unblock", "unrate")


@command(ADMIN, what=choices("choice.admin_people.{}", DEEDS))
async def people(
    interaction: Interaction,
    what: str = "show",
    user: discord.User | None = None,
    match: str | None = None,
    reason: app_commands.Range[str, 1, LONGEST_REASON] | None = None,
) -> None:
    """Show who is blocked, keep somebody from the server's matches, or take one's points away."""
    visit = await interaction.client.visit(interaction)
    guild, matches = check_manager(visit), visit.desk.matches
    if what in ("block", "unblock"):
        if user is None:
            raise Refusal(Code.NO_OPTION, option=Word("command.any.user.name"))
        change = matches.servers.bar if what == "block" else matches.servers.admit
        await change(guild, user.id)
        done = visit.words(f"admin.people.{what}", name=lines.mention(user.id))
        await visit.show(f"{done}\n{block_list(visit, guild)}"[:LONGEST_CONTENT])
    elif what == "unrate":
        if match is None:
            raise Refusal(Code.NO_OPTION, option=Word("command.any.match.name"))
        why = check_reason(reason)
        found = await matches.managing.find(read_id(match), guild)
        struck = await matches.striking.strike(found.id, visit.named, why)
        done = visit.words("ping.struck", title=lines.title(struck, visit.words))
        await visit.show(done, await reconcile(visit, struck))
    else:
        await visit.show(block_list(visit, guild)[:LONGEST_CONTENT])


def block_list(visit: Visit, guild: int) -> str:
    barred = sorted(visit.desk.matches.servers.of(guild).barred)
    if not barred:
        return visit.words("admin.people.none_blocked")
    gone = visit.words("player.former")
    named = dict.fromkeys(gone if is_deleted_user(user) else lines.mention(user) for user in barred)
    return visit.words("admin.people.blocked", people=" ".join(named))
