"""Offers that no longer stand: without buttons, and with what has become of them."""

from bot.matches.acts.offers import Answer
from bot.matches.match.match import Match
from bot.matches.match.players import Offer

from ..words import offer_lines
from ..words.catalogue import Catalogue
from .message import Message


def closed_offer(
    match: Match, offer: Offer, answer: Answer | None, words: Catalogue
) -> Message | None:
    """Say what ended an offer; None where the press that did has said so. It has lapsed if the
    match has moved on without an answer, or if whom it was about is back."""
    if answer is not None:
        seat, how = answer
        return Message(offer_lines.what_became(match, offer, how, words, seat))
    moved_on = match.stand.revision > offer.revision or match.offer is not None
    if offer.substitute is not None:
        moved_on |= match.players[offer.substitute.seat] not in match.absent
    if moved_on and not match.was_ended_by(offer):
        return Message(offer_lines.what_became(match, offer, "lapsed", words, offer.seat))
    return None
