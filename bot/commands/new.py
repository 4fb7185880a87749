"""Challenges: `/match new`, the card's buttons, and the rematch."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.matches.model import (
    CARD,
    SHOWN_OPEN,
    Code,
    Match,
    MatchId,
    Player,
    Refusal,
    SeatChoice,
    Shown,
    Where,
)
from bot.ui import lines
from bot.ui.boards import called, card_buttons
from bot.ui.buttons import Press, button, rows
from bot.ui.catalogue import Catalogue
from bot.ui.desk import Handler, Interaction
from bot.ui.errors import tell
from bot.ui.pages import pages
from bot.ui.translator import ENGLISH
from bot.ui.translator import choice as named

from . import options
from .group import match as group
from .options import MOST_CHOICES, choice

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""What the bot must be allowed to do where a match lives."""


@group.command(name="new", description=ENGLISH("command.match.new.description"))
@app_commands.describe(
    game=ENGLISH("command.match.new.game.description"),
    opponent=ENGLISH("command.match.new.opponent.description"),
    seat=ENGLISH("command.match.new.seat.description"),
    variant=ENGLISH("command.match.new.variant.description"),
    where=ENGLISH("command.match.new.where.description"),
)
@app_commands.choices(
    game=[named(f"{game}.name", game) for game in pages()],
    seat=[named(f"choice.seat.{seat}", seat) for seat in ("random", "first", "second")],
    where=[named(f"choice.where.{where}", where) for where in ("thread", "here")],
)
async def new(
    interaction: Interaction,
    game: str,
    opponent: discord.User | None = None,
    seat: str = "random",
    variant: str = "",
    where: str | None = None,
) -> None:
    """Open a match: a challenge when somebody is named, else an open seat."""
    desk = interaction.client.desk
    words = (await desk.reader(interaction)).words
    check_permissions(interaction, words)
    chosen: Where = "thread" if where != "here" and can_thread(interaction) else "here"
    match = await desk.matches.open(
        interaction.id,
        person(interaction.user),
        game,
        variant,
        check_opponent(interaction, opponent),
        as_seat(seat),
        interaction.guild_id,
        interaction.channel_id or 0,
        chosen,
    )
    await post_card(interaction, match)
    if where == "thread" and chosen != where:
        await tell(interaction, words("card.no_threads"))


@new.autocomplete("variant")
async def variants(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The variants of the chosen game, by name, and what can be changed about them."""
    desk = interaction.client.desk
    reader = await desk.reader(interaction)
    game = getattr(interaction.namespace, "game", None)
    wanted = typed.casefold().split()
    offered = [
        (lines.variant_name(info.id, text, reader.words), text)
        for info in desk.matches.games()
        if info.id == game
        for text in options.variants(info, typed.casefold())
    ]
    found = [
        choice(name, text)
        for name, text in offered
        if all(word in f"{name} {text}".casefold() for word in wanted)
    ]
    return found[:MOST_CHOICES]


async def post_card(interaction: Interaction, match: Match) -> None:
    """Answer with the card, for all to see, and remember which message it is."""
    desk = interaction.client.desk
    words = desk.boards.words(match)
    await interaction.response.send_message(
        lines.card(match, words), view=card_buttons(match, words), allowed_mentions=called(match)
    )
    message = await interaction.original_response()
    await desk.matches.show(Shown(match.id, CARD, message.channel.id, message.id, SHOWN_OPEN))


async def join(interaction: Interaction, press: Press) -> None:
    """Accept or Join: the match begins."""
    desk = interaction.client.desk
    await interaction.response.defer()
    match = await desk.matches.join(interaction.id, MatchId(press.match), person(interaction.user))
    await show(interaction, match)
    if match.status == "running" and desk.matches.info(match.game).private:
        await offer_set_up(interaction, match)


async def offer_set_up(interaction: Interaction, match: Match) -> None:
    """Who has just accepted gets the way to the set-up at once, privately."""
    words = (await interaction.client.desk.reader(interaction)).words
    content = lines.DOT.join((lines.title(match, words), words("line.you_set_up")))
    press = Press(match.id, match.revision, "setup")
    view = rows(button(words("button.setup"), press, discord.ButtonStyle.primary))
    await interaction.followup.send(content, view=view, ephemeral=True)


async def decline(interaction: Interaction, press: Press) -> None:
    """The one challenged would rather not."""
    desk = interaction.client.desk
    await interaction.response.defer()
    match = await desk.matches.decline(interaction.id, MatchId(press.match), interaction.user.id)
    await show(interaction, match)
    words = desk.boards.words(match)
    await interaction.followup.send(
        words(
            "card.declined",
            host=lines.mention(match.host.id),
            title=lines.title(match, words),
            opponent=lines.plain(interaction.user.display_name),
        ),
        allowed_mentions=await desk.boards.pinged([match.host]),
    )


async def cancel(interaction: Interaction, press: Press) -> None:
    """The host takes the card back."""
    desk = interaction.client.desk
    await interaction.response.defer()
    match = await desk.matches.cancel(interaction.id, MatchId(press.match), interaction.user.id)
    await show(interaction, match)


async def rematch(interaction: Interaction, press: Press) -> None:
    """The same game again with the seats exchanged; pressing it after the other accepts theirs."""
    desk = interaction.client.desk
    before = await desk.matches.match(MatchId(press.match))
    seat = before.seat_of(interaction.user.id)
    if seat is None:
        raise Refusal(Code.NOT_A_PLAYER, match=before.id)
    other = before.seats[1 - seat]
    check_permissions(interaction, (await desk.reader(interaction)).words)
    try:
        match = await desk.matches.open(
            interaction.id,
            person(interaction.user),
            before.game,
            before.variant,
            other,
            "second" if seat == 0 else "first",
            before.guild,
            interaction.channel_id or before.channel,
            "here",
            before.id,
        )
    except Refusal as refusal:
        waiting = await waiting_rematch(interaction, refusal, before)
        if waiting is None:
            raise
        await interaction.response.defer()
        match = await desk.matches.join(interaction.id, waiting.id, person(interaction.user))
        await show(interaction, match)
    else:
        await post_card(interaction, match)


async def waiting_rematch(
    interaction: Interaction, refusal: Refusal, before: Match
) -> Match | None:
    """The other player's rematch card that stands in the way of one's own."""
    named = refusal.event.args.get("match")
    if refusal.event.code not in (Code.PLACE_TAKEN, Code.OPEN_ALREADY) or named is None:
        return None
    found = await interaction.client.desk.matches.match(MatchId(str(named)))
    called = found.opponent and found.opponent.id == interaction.user.id
    return found if found.status == "open" and called and found.rematch_of == before.id else None


async def show(interaction: Interaction, match: Match) -> None:
    """Bring the messages up; tell the one who pressed when something stands in the way."""
    desk = interaction.client.desk
    trouble = await desk.boards.bring(match.id)
    if trouble:
        reader = await desk.reader(interaction)
        await tell(interaction, reader.words.tell(trouble))


def person(user: discord.abc.User) -> Player:
    return Player(user.id, user.display_name)


def as_seat(text: str) -> SeatChoice:
    return "first" if text == "first" else "second" if text == "second" else "random"


def check_opponent(interaction: Interaction, opponent: discord.abc.User | None) -> Player | None:
    """The one challenged, if they can be. Raises Refusal."""
    if opponent is None:
        return None
    if opponent.id == interaction.user.id:
        raise Refusal(Code.YOURSELF)
    if opponent.bot:
        raise Refusal(Code.A_BOT, name=lines.plain(opponent.display_name))
    if not isinstance(opponent, discord.Member):
        raise Refusal(Code.GONE, name=lines.plain(opponent.display_name))
    return person(opponent)


def check_permissions(interaction: Interaction, words: Catalogue) -> None:
    """Raise Refusal naming every permission the bot lacks here."""
    granted = interaction.app_permissions
    needed = [*NEEDED]
    if isinstance(interaction.channel, discord.Thread):
        needed[1] = "send_messages_in_threads"
    missing = [name for name in needed if not getattr(granted, name)]
    if missing:
        wanted = ", ".join(words(f"permission.{name}") for name in missing)
        raise Refusal(Code.MISSING_PERMISSION, permissions=wanted)


def can_thread(interaction: Interaction) -> bool:
    """Whether a match may have a thread of its own here."""
    granted = interaction.app_permissions
    threads = granted.create_public_threads and granted.send_messages_in_threads
    return isinstance(interaction.channel, discord.TextChannel) and threads


VERBS: dict[str, Handler] = {
    "join": join,
    "decline": decline,
    "cancel": cancel,
    "rematch": rematch,
}
