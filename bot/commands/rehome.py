"""Show it here: a held match goes on where one of its players presses the button."""

from __future__ import annotations

import asyncio

import discord

from bot.matches.match.match import Match
from bot.matches.match.refusals import Code, Refusal
from bot.ui.answers.places import check_permissions, visible, whole
from bot.ui.answers.replies import bring, onward, up
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.words import lines

LOOK_UP_S = 5
Home = discord.TextChannel | discord.Thread


@verb("rehome", Answer.PRIVATE)
async def rehome(visit: Visit) -> None:
    """Move a held match to this channel or thread, if all its players can see it."""
    match, asked = await visit.match(), visit.interaction
    match.player_of(visit.user)
    guild = await whole(asked) if asked.guild_id == match.terms.guild and asked.guild_id else None
    home = guild and guild.get_channel_or_thread(visit.channel)
    if not isinstance(home, Home):
        raise Refusal(Code.NO_SUCH_CHANNEL)
    check_permissions(asked, visit.words)
    await check_seen(visit, match, home)
    match = await visit.desk.matches.holding.move(visit.key, match.id, visit.user, home.id)
    trouble = await bring(visit, match)
    match = visit.on(await visit.desk.matches.match(match.id))
    shown = await up(visit, match)
    done = visit.words("held.moved" if shown else "held.moved_unshown", match=match.id)
    await visit.show("\n".join(filter(None, (done, trouble))), view=await onward(visit, match))


async def check_seen(visit: Visit, match: Match, home: Home) -> None:
    """Raise Refusal naming another player who cannot see a place, unless they have left."""
    for person in match.people:
        if person.id == visit.user or person.former:
            continue
        try:
            async with asyncio.timeout(LOOK_UP_S):
                member = await home.guild.fetch_member(person.id)
        except discord.NotFound:
            continue
        except (discord.HTTPException, discord.RateLimited, TimeoutError) as failure:
            raise Refusal(Code.NO_LOOK) from failure
        if not visible(home, member):
            name = lines.plain(person.name)
            raise Refusal(Code.NOT_SEEN_HERE, match=match.id, name=name)
