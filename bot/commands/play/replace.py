"""Substitutes for absent players: Find a replacement, under a board or in the Offer menu."""

from bot.matches.match.players import Substitute
from bot.matches.match.refusals import Code, Refusal
from bot.ui.answers.proposing import is_back, post_offer, read_offer, show_substitutes
from bot.ui.answers.replies import onward, reconcile, show_done
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls.buttons import read_number
from bot.ui.words import lines, offer_lines


@verb("replace", Answer.PRIVATE)
async def find(visit: Visit) -> None:
    """Ask for whom to find a replacement, if several are absent, then who is to play on."""
    await show_substitutes(visit, await visit.match(), read_number(visit.press.text))


@verb("seek", Answer.IN_PLACE)
async def seek(visit: Visit) -> None:
    """Propose a substitute of that list; a player who is back by now keeps the seat."""
    match, substitute = await visit.match(), Substitute.read(visit.press.text)
    if substitute is None:
        raise Refusal(Code.OLD_BUTTON)
    matches = visit.desk.matches
    if await matches.leaving.call_roll(match.id, visit.user):
        await visit.show(visit.words("replace.back"))
        return
    after = await matches.offers.offer(visit.key, match.id, visit.user, "replace", substitute)
    if (made := after.offer) is not None:
        await post_offer(visit, after, made)
        return
    await show_done(visit, after, offer_lines.replacement(after, substitute.seat, visit.words))


@verb("take", Answer.PUBLIC)
async def take(visit: Visit) -> None:
    """Take the seat, under an offer that is open to anybody."""
    press, matches, made = visit.press, visit.desk.matches, read_offer(visit.press)
    if made.substitute is None:
        raise Refusal(Code.OLD_BUTTON)
    if await is_back(visit):
        return
    match = await matches.offers.take(visit.key, press.match, visit.named, made)
    words = visit.desk.languages.public(match)
    await visit.show(offer_lines.replacement(match, made.substitute.seat, words))
    trouble = await reconcile(visit, match)
    yours = visit.words("replace.yours", side=lines.side(match, made.substitute.seat, visit.words))
    missed = match.players[made.substitute.seat].missed
    warning = visit.words("replace.missed", n=missed) if missed else ""
    content = "\n".join(filter(None, (yours, warning, trouble)))
    await visit.add(content, view=await onward(visit, match))
