"""Offers: `/match offer`, the Offer button, and what the others answer."""

from bot.matches.match.match import Match
from bot.matches.match.players import OFFERS, Offer, OfferKind
from bot.ui.answers.client import Interaction
from bot.ui.answers.proposing import as_kind, is_back, post_offer, read_offer, show_substitutes
from bot.ui.answers.replies import reconcile, show_match
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls import panels
from bot.ui.words import lines, offer_lines
from bot.ui.words.translator import choices
from games.core import Seat

from ..group import MATCH, command
from ..options import matches_here


@command(MATCH, what=choices("choice.offer.{}", OFFERS), match=matches_here)
async def offer(interaction: Interaction, what: str, match: str | None = None) -> None:
    """Propose a draw, to take a turn back, more time, a pause, or to call the match off."""
    visit = await interaction.client.visit(interaction)
    current, kind = await visit.find(match), as_kind(what)
    if kind == "time" and current.seat_of(visit.user) not in {None, *current.to_act}:
        await give_time(visit, current)  # the player to move is short of time, not the asker
    else:
        await make_offer(visit, current, kind)


@verb("offer", Answer.AT_ONCE)
async def offer_menu(visit: Visit) -> None:
    match = await visit.match()
    seat = match.living(visit.user).seat
    match.check_running()
    content = lines.title(match, visit.words, visit.words("offer.which"))
    matches = visit.desk.matches
    game, refused = (
        matches.game(match),
        await matches.offers.unavailable_offers(match.id, visit.user),
    )
    if not matches.offers.replacing.possible(match):
        refused |= {"replace"}
    view = panels.offers(match, seat, game, matches.now(), refused, visit.words)
    await visit.show(content, view=view)


@verb("propose", Answer.IN_PLACE)
async def propose(visit: Visit) -> None:
    """Make an offer of that menu, which the receipt replaces."""
    await make_offer(visit, await visit.match(), as_kind(visit.press.text))


@verb("gift", Answer.IN_PLACE)
async def gift(visit: Visit) -> None:
    await give_time(visit, await visit.match(), visit.press.revision)


async def give_time(visit: Visit, match: Match, revision: int | None = None) -> None:
    """Give the player to move more time, which their board then says."""
    after = await visit.desk.matches.clocks.give(visit.key, match.id, visit.user, revision)
    given = lines.title(after, visit.words, visit.words("offer.given"))
    await visit.show(given, await reconcile(visit, after))


@verb("agree", Answer.PUBLIC)
async def agree(visit: Visit) -> None:
    await answer(visit, accept=True)


@verb("refuse", Answer.PUBLIC)
async def refuse(visit: Visit) -> None:
    await answer(visit, accept=False)


@verb("withdraw", Answer.PUBLIC)
async def withdraw(visit: Visit) -> None:
    """Withdraw the offer above, for the player who made it."""
    press = visit.press
    made = read_offer(press)
    match = await visit.desk.matches.offers.withdraw(visit.key, press.match, visit.user, made)
    await tell_outcome(visit, match, made, "withdrawn", made.seat)


async def tell_outcome(visit: Visit, match: Match, made: Offer, how: str, seat: Seat) -> None:
    words = visit.desk.languages.public(match)
    await visit.show(offer_lines.what_became(match, made, how, words, seat))


async def make_offer(visit: Visit, match: Match, kind: OfferKind) -> None:
    """Put the offer where the match is played; ask first who is to replace a player."""
    if kind == "replace":
        await show_substitutes(visit, match)
        return
    after = await visit.desk.matches.offers.offer(visit.key, match.id, visit.user, kind)
    made = after.offer
    if made is None:
        await visit.show(visit.words("offer.agreed"), await reconcile(visit, after))
        return
    await post_offer(visit, after, made)


async def answer(visit: Visit, *, accept: bool) -> None:
    made = read_offer(visit.press)
    if made.substitute and await is_back(visit):
        return
    match = await visit.desk.matches.offers.answer(
        visit.key,
        visit.press.match,
        visit.user,
        made.kind,
        accept,
        made.revision,
        made.seat,
        made.substitute,
    )
    answering, how = match.player_of(visit.user).seat, "accepted" if accept else "declined"
    if (waiting := match.offer) and accept:
        words = visit.desk.languages.public(match)
        content = offer_lines.waiting(match, waiting, visit.desk.matches.game(match).info, words)
        await visit.show(content, view=panels.answers(match, waiting, words))
        return
    await tell_outcome(visit, match, made, how, answering)
    if accept:
        await show_match(visit, match)
