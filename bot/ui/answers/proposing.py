"""Offers as messages where the match is played; and substitutes for absent players."""

import asyncio
import logging
from functools import partial

from bot.matches.match.match import Match
from bot.matches.match.messages import PostedMessage, audience_of
from bot.matches.match.players import OFFERS, Offer, OfferKind, Substitute
from bot.matches.match.refusals import Code, Refusal
from games.core import Seat

from ..controls import panels
from ..controls.buttons import Press, number_in
from ..messages.offer import standing_offer
from ..wire.outbox import post
from ..wire.said import REFUSALS, judge
from ..words import lines, offer_lines
from .replies import PATIENCE_S, reconcile, show_match
from .visits import Visit, once_more

log = logging.getLogger(__name__)

LONGEST_SEND_S = 5
"""The time a player waits for their offer to be shown before they read that it is not."""


async def post_offer(visit: Visit, after: Match, made: Offer) -> None:
    """Put an offer that stands where its match is played, and tell its player so."""
    words, info = visit.desk.languages.public(after), visit.desk.matches.game(after).info
    others = offer_lines.still_to_answer(after, made, info)
    if made.seat != after.seat_of(visit.user):  # it has been offered before, and is now agreed to
        await visit.show(offer_lines.waiting(after, made, info, visit.words))
        return
    asked = [other.person.id for other in others if other.person]
    if after.letters:
        trouble = await reconcile(visit, after)
        if asked or not await show_reply(visit, after, made):
            await visit.show(visit.words("offer.sent"), trouble)
        return
    undone = await visit.desk.matches.offers.undoing(after, made)
    written = standing_offer(after, made, undone, info, words)
    called = visit.desk.matches.offers.mentions(after.id, made)
    _, people = await visit.desk.matches.arrive(after.id, visit.key)
    try:
        async with visit.desk.pings.mentioning(after, called, "offer", people) as mentions:
            send = partial(
                post,
                visit.interaction.client,
                after.place,
                written.content,
                view=written.buttons,
                nonce=str(visit.key),
                allowed_mentions=mentions,
            )
            message = await asyncio.wait_for(once_more(send), LONGEST_SEND_S)
    except REFUSALS as failure:
        log.info("an offer in match=%s is not shown: %s", after.id, failure)
        said = "offer.not_taken" if judge(failure).waits else "offer.not_shown"
        await visit.show(visit.words(said, match=after.id))
        return
    shown = PostedMessage(after.id, audience_of(made), after.place, message, made.revision)
    await visit.desk.matches.show(shown)
    if not asked and await show_reply(visit, after, made):
        return
    await visit.show(visit.words("offer.sent"))


async def show_reply(visit: Visit, match: Match, made: Offer) -> bool:
    """Show what computers reply, if they do so at once; False if they do not."""
    matches = visit.desk.matches
    trouble = await reconcile(visit, match)
    await matches.computers.ponder(match.id, PATIENCE_S)
    after, outcome = await matches.match(match.id), matches.offers.outcome(match.id, made)
    if outcome is None:
        return False
    seat, how = outcome
    reply = offer_lines.what_became(after, made, how, visit.words, seat)
    if after.stand.revision > match.stand.revision:
        trouble = await reconcile(visit, after)
    await visit.show(reply, trouble)
    return True


async def show_substitutes(visit: Visit, match: Match, chosen: int | None = None) -> None:
    """Ask who is to play on for an absent player. Raises Refusal if no player is absent."""
    matches, words = visit.desk.matches, visit.words
    match.check_running()
    own = match.living(visit.user).seat
    if await matches.leaving.call_roll(match.id, visit.user):
        await visit.show(words("replace.back"))
        return
    match = visit.on(await matches.match(match.id))
    if match.players[own] in match.absent:
        raise Refusal(Code.OWN_SEAT, match=match.id)
    absent = match.absent
    if not absent or not matches.offers.replacing.possible(match):
        raise Refusal(Code.NOBODY_ABSENT, match=match.id)
    if len(absent) > 1 and chosen is None:
        content = lines.title(match, words, words("replace.whom"))
        await visit.show(content, view=panels.absent(match, absent, words))
        return
    player = next((player for player in absent if player.seat == chosen), absent[0])
    name, side = lines.player(match, player.seat, words), lines.side(match, player.seat, words)
    asked = words("replace.which", absent=name, side=side)
    people = not (matches.game(match).info.private or match.letters)
    levels = matches.computers.levels(match.terms.game)
    view = panels.substitutes(match, player.seat, levels, words, people=people)
    await visit.show(lines.title(match, words, asked), view=view)


async def is_back(visit: Visit) -> bool:
    """Tell whether the asker was absent until now; if so, say that they are back."""
    matches, match = visit.desk.matches, visit.press.match
    if not await matches.leaving.call_roll(match, visit.user):
        return False
    await visit.add(visit.words("replace.back"))
    await show_match(visit, await matches.match(match))
    return True


def read_offer(press: Press) -> Offer:
    """Read the offer under which a button was pressed. Raises Refusal for anything else."""
    what, by, substitute, *_ = (*press.text.split(" "), "", "")
    return Offer(as_kind(what), Seat(number_in(by)), press.revision, Substitute.read(substitute))


def as_kind(text: str) -> OfferKind:
    """Read the kind of an offer. Raises Refusal for anything else."""
    for kind in OFFERS:
        if kind == text:
            return kind
    raise Refusal(Code.OLD_BUTTON)
