"""Show it here: a held match goes on where one of its players presses the button."""

from bot.matches.match.refusals import Code, Refusal
from bot.ui.answers.places import Home, channel_of, check_permissions, check_seen, whole
from bot.ui.answers.replies import is_board_up, onward, reconcile
from bot.ui.answers.visits import Answer, Visit, verb


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
    await check_seen(match, home, visit.user, visit.words)
    match = await visit.desk.matches.holding.move(
        visit.key, match.id, visit.user, home.id, channel_of(home)
    )
    trouble = await reconcile(visit, match)
    match = visit.on(await visit.desk.matches.match(match.id))
    shown = await is_board_up(visit, match)
    done = visit.words("held.moved" if shown else "held.moved_unshown", match=match.id)
    await visit.show(done, trouble, view=await onward(visit, match))
