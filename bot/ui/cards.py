"""Opening a match: what it needs, and the card on which others accept it."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.matches.match import Match, Where
from bot.matches.opening import Proposal
from bot.matches.players import Person
from bot.matches.refusals import Code, Refusal
from bot.matches.shown import CARD, SHOWN_OPEN, Shown
from games.clock import PaceName
from games.core import Seat, Word
from games.submission import excerpt

from . import invitations
from .buttons import Asked
from .catalogue import Catalogue
from .visits import ALREADY_ACKNOWLEDGED, Visit

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""What the bot must be allowed to do where a match lives."""
LONGEST_CARD = 2000
SEATS: dict[str, Seat | None] = {"random": None, "first": Seat(0), "second": Seat(1)}


async def propose(
    visit: Visit,
    game: str,
    asked: Sequence[discord.abc.User | None],
    seat: str | None = None,
    variant: str = "",
    where: str | None = None,
    pace: PaceName = "normal",
    *,
    strict: bool = False,
) -> None:
    """Open a match and answer with its card: a challenge, or without an opponent an open seat.

    Those `asked` go round the table from the host: opponent, partner, second opponent. Without a
    `seat` the game says whether the host moves first or lots decide; unless the place is "here" it
    gets a thread if it may. Raises Refusal.
    """
    interaction, games = visit.interaction, visit.desk.matches.games
    if game not in games:
        raise Refusal(Code.UNKNOWN_GAME, game=excerpt(game))
    check_permissions(interaction, visit.words)
    info = games[game].info
    guests = [check_opponent(interaction, who) for who in asked]
    if any(guests[info.seats - 1 :]):
        raise Refusal(Code.FOR_TWO, game=Word(f"{game}.name"))
    wanted = SEATS.get(seat or ("first" if info.host_first else "random"))
    chosen: Where = "thread" if where != "here" and can_thread(interaction) else "here"
    proposal = Proposal(
        game=game,
        variant=variant,
        host=visit.person,
        invited=tuple((*guests, *(None,) * info.seats)[: info.seats - 1]),
        guild=interaction.guild_id,
        channel=visit.channel,
        where=chosen,
        wanted=(wanted,),
        pace=pace,
        strict=strict,
    )
    await post_card(visit, await visit.desk.matches.opening.open(visit.key, proposal))
    if where == "thread" and chosen != where:
        await visit.add(visit.words("card.no_threads"))


async def post_card(visit: Visit, match: Match) -> None:
    """Answer with the card, for all to see, and remember which message it is.

    A match whose card cannot be posted is called off at once, for nobody could cancel it.
    """
    try:
        message = await answer_with_card(visit, match)
    except Exception as failure:
        await visit.desk.matches.opening.withdraw(match.id)
        if isinstance(failure, discord.HTTPException | discord.RateLimited):
            raise Refusal(Code.NO_CARD) from failure
        raise
    if message is not None:
        card = Shown(match.id, CARD, visit.channel, message, SHOWN_OPEN)
        await visit.desk.matches.show(card)


async def answer_with_card(visit: Visit, match: Match) -> int | None:
    """The message of a match's card; one of its own where it is too late for an answer."""
    words, info = (
        visit.desk.languages.public(match),
        visit.desk.matches.games[match.terms.game].info,
    )
    content = invitations.card(match, info, words)
    if len(content) > LONGEST_CARD:
        raise Refusal(Code.NO_CARD)
    called = [person.id for person in match.called]
    mentions = await visit.desk.pings.mention(match, called, "challenge")
    try:
        posted = await visit.interaction.response.send_message(
            content, view=invitations.on_card(match, info, words), allowed_mentions=mentions
        )
    except discord.NotFound:
        channel = visit.interaction.client.get_partial_messageable(
            visit.channel, guild_id=match.terms.guild
        )
        sent = await channel.send(
            content, view=invitations.on_card(match, info, words), allowed_mentions=mentions
        )
        return int(sent.id)
    except discord.HTTPException as failure:
        if failure.code != ALREADY_ACKNOWLEDGED:
            raise
        # It has been posted: only Discord's reply was lost, or the command came twice.
        return (await visit.interaction.original_response()).id
    return posted.message_id


def check_opponent(interaction: Asked, opponent: discord.abc.User | None) -> Person | None:
    """The one challenged, if they can be. Raises Refusal."""
    if opponent is None:
        return None
    if opponent.id == interaction.user.id:
        raise Refusal(Code.YOURSELF)
    if opponent.bot:
        raise Refusal(Code.A_BOT, name=opponent.display_name)
    if not isinstance(opponent, discord.Member):
        raise Refusal(Code.GONE, name=opponent.display_name)
    return Person(opponent.id, opponent.display_name)


def check_permissions(interaction: Asked, words: Catalogue) -> None:
    """Raise Refusal naming every permission the bot lacks here."""
    granted = interaction.app_permissions
    needed = [*NEEDED]
    if isinstance(interaction.channel, discord.Thread):
        needed[1] = "send_messages_in_threads"
    missing = [name for name in needed if not getattr(granted, name)]
    if missing:
        wanted = ", ".join(words(f"permission.{name}") for name in missing)
        raise Refusal(Code.MISSING_PERMISSION, permissions=wanted)


def can_thread(interaction: Asked) -> bool:
    """Whether a match may have a thread of its own here."""
    granted = interaction.app_permissions
    threads = granted.create_public_threads and granted.send_messages_in_threads
    return isinstance(interaction.channel, discord.TextChannel) and threads
