"""`/admin people`: who is kept from a server's matches, who is conspicuous, and unrated matches."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.matches.match.refusals import Code, Refusal
from bot.store.former import former
from bot.ui.answers.client import Interaction
from bot.ui.answers.desk import read_id
from bot.ui.answers.managers import check_manager
from bot.ui.answers.replies import bring
from bot.ui.answers.visits import Visit
from bot.ui.words import lines
from bot.ui.words.translator import ENGLISH
from bot.ui.words.translator import choice as named

from .group import admin as group

DEEDS = ("show", "block", "unblock", "unrate")
LONGEST_CONTENT = 2000


@group.command(name="people", description=ENGLISH("command.admin.people.description"))
@app_commands.describe(
    what=ENGLISH("command.admin.people.what.description"),
    user=ENGLISH("command.admin.people.user.description"),
    match=ENGLISH("command.admin.people.match.description"),
)
@app_commands.choices(what=[named(f"choice.admin_people.{deed}", deed) for deed in DEEDS])
async def people(
    interaction: Interaction,
    what: str = "show",
    user: discord.User | None = None,
    match: str | None = None,
) -> None:
    """Show whom to look at, keep somebody from the server's matches, or take one's points away."""
    visit = await interaction.client.visit(interaction)
    guild, matches = check_manager(visit), visit.desk.matches
    if what in ("block", "unblock"):
        if user is None:
            raise Refusal(Code.NO_USER)
        change = matches.servers.bar if what == "block" else matches.servers.admit
        await change(guild, user.id)
        done = visit.words(f"admin.people.{what}", name=lines.mention(user.id))
        await visit.show(f"{done}\n{blocked(visit, guild)}"[:LONGEST_CONTENT])
    elif what == "unrate":
        if match is None:
            raise Refusal(Code.NO_MATCH_NAMED)
        found = await matches.managing.find(read_id(match), guild)
        struck = await matches.striking.strike(found.id, visit.user)
        trouble = await bring(visit, struck)
        done = visit.words("ping.struck", title=lines.title(struck, visit.words))
        await visit.show("\n".join(filter(None, (done, trouble))))
    else:
        await visit.show(await conspicuous(visit, guild))


def blocked(visit: Visit, guild: int) -> str:
    """Say who is kept from the matches of a server."""
    barred = sorted(visit.desk.matches.servers.of(guild).barred)
    if not barred:
        return visit.words("admin.people.none_blocked")
    gone = visit.words("player.former")
    named = dict.fromkeys(gone if former(one) else lines.mention(one) for one in barred)
    return visit.words("admin.people.blocked", people=" ".join(named))


async def conspicuous(visit: Visit, guild: int) -> str:
    """Say who is blocked, and whose results on the server somebody should look at."""
    words, told = visit.words, [blocked(visit, guild)]
    for found in await visit.desk.matches.striking.suspects(guild):
        told.append(f"**{words(f'{found.pool}.name')}**")
        told += [
            words(
                "admin.people.one_sided",
                one=lines.mention(pair.person),
                other=lines.mention(pair.opponent),
            )
            for pair in found.pairs
        ]
        if found.people:
            circle = " ".join(map(lines.mention, found.people))
            told.append(words("admin.people.secluded", people=circle))
    told.append(words("admin.people.look" if len(told) > 1 else "admin.people.nobody"))
    return _fitting(told)


def _fitting(told: list[str]) -> str:
    """Join the first lines that fit into one message, and the last."""
    *others, last = told
    kept, room = [], LONGEST_CONTENT - len(last)
    for line in others:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return "\n".join((*kept, last))
