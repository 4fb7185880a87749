"""Offers: `/match offer`, the Offer button, and what the others answer."""

from __future__ import annotations

import asyncio
import logging

import discord
from discord import app_commands

from bot.matches.match import Match
from bot.matches.players import OFFERS, Offer, OfferKind
from bot.matches.refusals import Code, Refusal, StaleRevision
from bot.matches.shown import SHOWN_OPEN, Shown, audience_of
from bot.ui import lines, panels
from bot.ui.answers import PATIENCE_S, bring, show_match
from bot.ui.buttons import numbered
from bot.ui.catalogue import Catalogue
from bot.ui.client import Interaction
from bot.ui.translator import ENGLISH
from bot.ui.translator import choice as named
from bot.ui.visits import Answer, Visit, verb
from games.core import Info, Seat

from .group import match as group
from .options import matches_here

log = logging.getLogger(__name__)

LONGEST_SEND_S = 5
"""How long whoever makes an offer waits for it to be shown, before they read that it is not."""


@group.command(name="offer", description=ENGLISH("command.match.offer.description"))
@app_commands.describe(
    what=ENGLISH("command.match.offer.what.description"),
    match=ENGLISH("command.match.offer.match.description"),
)
@app_commands.choices(what=[named(f"choice.offer.{kind}", kind) for kind in OFFERS])
async def offer(interaction: Interaction, what: str, match: str | None = None) -> None:
    """Propose a draw, to take a turn back, more time, a pause, or to call the match off."""
    visit = await interaction.client.visit(interaction)
    found, kind = await visit.find(match), as_kind(what)
    if kind == "time" and found.seat_of(visit.user) not in {None, *found.to_act}:
        await give_time(visit, found)  # it is not their own time that is short
    else:
        await make_offer(visit, found, kind)


offer.autocomplete("match")(matches_here)


@verb("offer", Answer.AT_ONCE)
async def offer_menu(visit: Visit) -> None:
    """The Offer button: what to propose."""
    match = await visit.match()
    seat = match.living(visit.user).seat
    match.check_running()
    content = lines.DOT.join((lines.title(match, visit.words), visit.words("offer.which")))
    matches = visit.desk.matches
    game, refused = matches.games[match.terms.game], await matches.offers.refused(match.id)
    view = panels.offers(match, seat, game, matches.now(), refused, visit.words)
    await visit.show(content, view=view)


@verb("propose", Answer.IN_PLACE)
async def propose(visit: Visit) -> None:
    """One offer of that menu, which the receipt replaces."""
    await make_offer(visit, await visit.match(), as_kind(visit.press.text))


@verb("gift", Answer.IN_PLACE)
async def gift(visit: Visit) -> None:
    """24 h for the other side, unasked, in that menu."""
    match = await visit.match()
    if visit.press.revision != match.stand.revision:
        raise StaleRevision(match.id)
    await give_time(visit, match)


async def give_time(visit: Visit, match: Match) -> None:
    """Give the one to move more time, which their board then says."""
    after = await visit.desk.matches.clocks.give(visit.key, match.id, visit.user)
    trouble = await bring(visit, after)
    given = lines.DOT.join((lines.title(after, visit.words), visit.words("offer.given")))
    await visit.show("\n".join(filter(None, (given, trouble))))


@verb("agree", Answer.PUBLIC)
async def agree(visit: Visit) -> None:
    """Accept, under an offer."""
    await answer(visit, accept=True)


@verb("refuse", Answer.PUBLIC)
async def refuse(visit: Visit) -> None:
    """Decline, under an offer."""
    await answer(visit, accept=False)


@verb("withdraw", Answer.PUBLIC)
async def withdraw(visit: Visit) -> None:
    """Withdraw, under an offer, for the one who made it."""
    press = visit.press
    what, _, seat = press.text.partition(" ")
    made = Offer(as_kind(what), asked_by(seat), press.revision)
    match = await visit.desk.matches.offers.withdraw(
        visit.key, press.match, visit.user, made.kind, made.revision, made.seat
    )
    words = visit.desk.languages.public(match)
    await visit.show(lines.offered(match, made, "withdrawn", words, made.seat))


async def make_offer(visit: Visit, match: Match, kind: OfferKind) -> None:
    """Put the offer where the match is played, for the others to answer."""
    after = await visit.desk.matches.offers.offer(visit.key, match.id, visit.user, kind)
    made = after.offer
    if made is None:
        trouble = await bring(visit, after)
        await visit.show("\n".join(filter(None, (visit.words("offer.agreed"), trouble))))
        return
    words, info = visit.desk.languages.public(after), _info(visit, after)
    others = lines.asked(after, made, info)
    if made.seat != after.seat_of(visit.user):  # it has been offered before, and is now agreed to
        await visit.show(lines.waiting(after, made, info, visit.words))
        return
    channel = visit.interaction.client.get_partial_messageable(
        after.place, guild_id=after.terms.guild
    )
    try:
        sending = channel.send(
            await offer_line(visit, after, made, words),
            view=panels.answers(after, made, words),
            nonce=str(visit.key),
            allowed_mentions=await visit.desk.pings.mention(
                after, (one.person.id for one in others if one.person), "offer"
            ),
        )
        message = await asyncio.wait_for(sending, LONGEST_SEND_S)
    except (discord.HTTPException, discord.RateLimited, TimeoutError) as failure:
        log.info("an offer in match=%s is not shown: %s", after.id, failure)
        await visit.show(visit.words("offer.not_shown", match=after.id))
        return
    await visit.desk.matches.show(
        Shown(after.id, audience_of(made), after.place, message.id, SHOWN_OPEN)
    )
    if not any(one.person for one in others) and await show_reply(visit, after, made):
        return
    visit.desk.matches.followers.kick(after.id)  # the offer may have ended meanwhile
    lasting = info.seats > 2 and kind != "takeback"
    await visit.show(visit.words("offer.sent_lasting" if lasting else "offer.sent"))


async def show_reply(visit: Visit, match: Match, made: Offer) -> bool:
    """What computers reply, if they do so at once."""
    matches = visit.desk.matches
    trouble = await bring(visit, match)
    await matches.computers.ponder(match.id, PATIENCE_S)
    now, answered = await matches.match(match.id), matches.computers.answered(match.id, made)
    if answered is None or now.offer == made:
        return False
    seat, how = answered
    told = lines.offered(now, made, how, visit.words, seat)
    if now.stand.revision > match.stand.revision:
        trouble = await bring(visit, now)
    await visit.show("\n".join(filter(None, (told, trouble))))
    return True


async def offer_line(visit: Visit, match: Match, made: Offer, words: Catalogue) -> str:
    """@Brennus · `K7Q2` Murus Gallicus · Livia offers a draw, or asks to take back a turn."""
    asked = lines.called(match, lines.asked(match, made, _info(visit, match)), words)
    code, action, since = f"offer.{made.kind}", "", False
    if made.kind == "takeback":
        action, since = await visit.desk.matches.offers.asked_back(match, made.seat)
    name = lines.player(match, made.seat, words)
    said = words(f"{code}_since" if since else code, player=name, action=action)
    return lines.DOT.join((asked, lines.title(match, words), said))


async def answer(visit: Visit, *, accept: bool) -> None:
    """Somebody else's answer, written into the offer's message."""
    what, _, seat = visit.press.text.partition(" ")
    kind = as_kind(what)
    match = await visit.desk.matches.offers.answer(
        visit.key,
        visit.press.match,
        visit.user,
        kind,
        accept,
        visit.press.revision,
        asked_by(seat),
    )
    words = visit.desk.languages.public(match)
    answering, how = match.player_of(visit.user).seat, "accepted" if accept else "declined"
    made, waiting = Offer(kind, asked_by(seat), visit.press.revision), match.offer
    if waiting and accept:
        said = lines.waiting(match, waiting, _info(visit, match), words)
        await visit.show(said, view=panels.answers(match, waiting, words))
        return
    await visit.show(lines.offered(match, made, how, words, answering))
    if accept:
        await show_match(visit, match)


def _info(visit: Visit, match: Match) -> Info:
    return visit.desk.matches.games[match.terms.game].info


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
