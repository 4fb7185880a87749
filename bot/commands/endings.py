"""Ending a match by word: `/match offer`, `/match resign`, their buttons, and the record."""

from __future__ import annotations

import io

import discord
from discord import app_commands

from bot.matches.model import OFFERS, Code, Match, MatchId, Offer, OfferKind, Refusal
from bot.ui import lines
from bot.ui.buttons import Press, button, numbered, rows
from bot.ui.catalogue import Catalogue
from bot.ui.desk import Handler, Interaction
from bot.ui.errors import tell
from bot.ui.translator import ENGLISH
from bot.ui.translator import choice as named
from games.core import Seat
from games.record import write

from .group import match as group
from .move import onward
from .new import show
from .options import matches_here


@group.command(name="offer", description=ENGLISH("command.match.offer.description"))
@app_commands.describe(
    what=ENGLISH("command.match.offer.what.description"),
    match=ENGLISH("command.match.offer.match.description"),
)
@app_commands.choices(what=[named(f"choice.offer.{kind}", kind) for kind in OFFERS])
async def offer(interaction: Interaction, what: str, match: str | None = None) -> None:
    """Propose a draw, to take a turn back, or to call the match off."""
    await interaction.response.defer(ephemeral=True)
    found = await interaction.client.desk.find(interaction, match)
    await make_offer(interaction, found, as_kind(what))


offer.autocomplete("match")(matches_here)


async def make_offer(interaction: Interaction, match: Match, kind: OfferKind) -> None:
    """Put the offer where the match is played, for the other side to answer."""
    desk = interaction.client.desk
    made = await desk.matches.offer(interaction.id, match.id, interaction.user.id, kind)
    reader = await desk.reader(interaction)
    if isinstance(made, Match):
        await show(interaction, made)
        await tell(interaction, reader.words("offer.agreed"))
        return
    words = desk.boards.words(match)
    channel = interaction.client.get_partial_messageable(
        match.home or match.channel, guild_id=match.guild
    )
    others = [who for seat, who in enumerate(match.seats) if who and seat != made.seat]
    try:
        await channel.send(
            offer_line(match, made, words),
            view=answer_buttons(made, words),
            nonce=str(interaction.id),
            allowed_mentions=discord.AllowedMentions(
                users=[discord.Object(who.id) for who in others]
            ),
        )
    except (discord.Forbidden, discord.NotFound):
        await tell(interaction, reader.words("offer.not_shown", match=match.id))
    else:
        await tell(interaction, reader.words("offer.sent"))


def offer_line(match: Match, made: Offer, words: Catalogue) -> str:
    """@Brennus · `K7Q2` Murus Gallicus · Livia offers a draw."""
    others = " ".join(
        lines.mention(who.id) for seat, who in enumerate(match.seats) if who and seat != made.seat
    )
    said = words(f"offer.{made.kind}", player=lines.player(match, made.seat, words))
    return lines.DOT.join((others, lines.title(match, words), said))


def answer_buttons(made: Offer, words: Catalogue) -> discord.ui.View:
    """Accept and Decline; they die with the next move."""

    def press(verb: str) -> Press:
        return Press(made.match, made.revision, verb, f"{made.kind} {made.seat}")

    return rows(
        button(words("button.accept"), press("agree"), discord.ButtonStyle.success),
        button(words("button.decline"), press("refuse")),
    )


async def agree(interaction: Interaction, pressed: Press) -> None:
    await answer(interaction, pressed, accept=True)


async def refuse(interaction: Interaction, pressed: Press) -> None:
    await answer(interaction, pressed, accept=False)


async def answer(interaction: Interaction, pressed: Press, *, accept: bool) -> None:
    """The other side's answer, written into the offer's message."""
    desk = interaction.client.desk
    await interaction.response.defer()
    what, _, seat = pressed.text.partition(" ")
    kind = as_kind(what)
    match = await desk.matches.answer(
        interaction.id,
        MatchId(pressed.match),
        interaction.user.id,
        kind,
        accept,
        pressed.revision,
        asked_by(seat),
    )
    words = desk.boards.words(match)
    answering = lines.player(match, match.seat_of(interaction.user.id) or 0, words)
    said = words(f"offer.{kind}_{'accepted' if accept else 'declined'}", player=answering)
    await interaction.edit_original_response(
        content=lines.DOT.join((lines.title(match, words), said)), view=None
    )
    if accept:
        await show(interaction, match)


async def offer_menu(interaction: Interaction, pressed: Press) -> None:
    """The Offer button: what to propose."""
    desk = interaction.client.desk
    words = (await desk.reader(interaction)).words
    match = await desk.matches.match(MatchId(pressed.match))
    check_player(match, interaction.user.id)
    info = desk.matches.info(match.game)
    idle = {"draw": not info.draws, "takeback": not match.turns}
    buttons = [
        button(words(f"choice.offer.{kind}"), Press(match.id, match.revision, "propose", kind))
        for kind in OFFERS
        if not idle.get(kind)
    ]
    content = lines.DOT.join((lines.title(match, words), words("offer.which")))
    await interaction.response.send_message(content, view=rows(*buttons), ephemeral=True)


async def propose(interaction: Interaction, pressed: Press) -> None:
    """One offer of that menu."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    match = await interaction.client.desk.matches.match(MatchId(pressed.match))
    await make_offer(interaction, match, as_kind(pressed.text))


@group.command(name="resign", description=ENGLISH("command.match.resign.description"))
@app_commands.describe(match=ENGLISH("command.match.resign.match.description"))
async def resign(interaction: Interaction, match: str | None = None) -> None:
    """Give a match up; asks back first."""
    found = await interaction.client.desk.find(interaction, match)
    await ask_resign(interaction, found)


resign.autocomplete("match")(matches_here)


async def ask_resign(interaction: Interaction, match: Match) -> None:
    desk = interaction.client.desk
    words = (await desk.reader(interaction)).words
    check_player(match, interaction.user.id)
    await desk.matches.check_resign(match.id, interaction.user.id)
    sure = button(
        words("button.resign"),
        Press(match.id, match.revision, "resign"),
        discord.ButtonStyle.danger,
    )
    content = lines.DOT.join((lines.title(match, words), words("resign.sure")))
    keep = button(words("button.keep"), Press(match.id, match.revision, "keep"))
    await interaction.response.send_message(content, view=rows(sure, keep), ephemeral=True)


async def keep_on(interaction: Interaction, pressed: Press) -> None:
    """No, play on."""
    words = (await interaction.client.desk.reader(interaction)).words
    await interaction.response.edit_message(content=words("resign.not_now"), view=None)


async def resign_menu(interaction: Interaction, pressed: Press) -> None:
    """Resign in the More menu: ask back."""
    match = await interaction.client.desk.matches.match(MatchId(pressed.match))
    await ask_resign(interaction, match)


async def resign_now(interaction: Interaction, pressed: Press) -> None:
    """Yes, resign."""
    desk = interaction.client.desk
    await interaction.response.defer()
    seen = await desk.matches.resign(interaction.id, MatchId(pressed.match), interaction.user.id)
    trouble = await desk.boards.bring(seen.match.id)
    reader = await desk.reader(interaction)
    told = [lines.title(seen.match, reader.words), lines.result(seen.match, reader.words)]
    content = lines.DOT.join(told)
    if trouble:
        content += "\n" + reader.words.tell(trouble)
    view = await onward(interaction, seen.match, reader)
    await interaction.edit_original_response(content=content, view=view)


async def record(interaction: Interaction, pressed: Press) -> None:
    """The record of an ended match as a file, privately; it verifies itself."""
    desk = interaction.client.desk
    await interaction.response.defer(ephemeral=True, thinking=True)
    reader = await desk.reader(interaction)
    text = write(await desk.matches.record(MatchId(pressed.match)))
    file = discord.File(io.BytesIO(text.encode()), filename=f"{pressed.match}.json")
    await interaction.edit_original_response(
        content=reader.words("record.here", match=pressed.match), attachments=[file]
    )


async def check_record(interaction: Interaction, pressed: Press) -> None:
    """Verify: recompute the whole record and say what differs, if anything does."""
    desk = interaction.client.desk
    await interaction.response.defer(ephemeral=True, thinking=True)
    words = (await desk.reader(interaction)).words
    findings = await desk.matches.verify(MatchId(pressed.match))
    told = [words("verify.false" if findings else "verify.true", match=pressed.match)]
    told += [f"- {words.tell(finding)}" for finding in findings]
    await tell(interaction, "\n".join(told)[:2000])


def check_player(match: Match, user: int) -> None:
    """Raise Refusal unless the match runs and the user plays in it."""
    if match.seat_of(user) is None:
        raise Refusal(Code.NOT_A_PLAYER, match=match.id)
    if match.status != "running":
        raise Refusal(Code.NOT_RUNNING, match=match.id)


def asked_by(text: str) -> Seat:
    """Whose offer a button answers. Raises Refusal for anything but a number."""
    seat = numbered(text)
    if seat is None:
        raise Refusal(Code.OLD_BUTTON)
    return Seat(seat)


def as_kind(text: str) -> OfferKind:
    """What is offered. Raises Refusal for anything else."""
    for kind in OFFERS:
        if kind == text:
            return kind
    raise Refusal(Code.OLD_BUTTON)


VERBS: dict[str, Handler] = {
    "offer": offer_menu,
    "propose": propose,
    "agree": agree,
    "refuse": refuse,
    "giveup": resign_menu,
    "resign": resign_now,
    "keep": keep_on,
    "record": record,
    "verify": check_record,
}
