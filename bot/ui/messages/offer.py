"""Offers: as they are made, and once they no longer stand, with what has become of them."""

from bot.matches.acts.offers import Answer
from bot.matches.match.match import Match
from bot.matches.match.players import Offer
from games.core import Info

from ..controls import panels
from ..words import lines, offer_lines
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


def standing_offer(
    match: Match, made: Offer, undone: tuple[str, bool], info: Info, words: Catalogue
) -> Message:
    """Write "@Brennus · `K7Q2` Murus Gallicus · Livia offers a draw" or another offer, with its
    answers. It addresses people alone: computers are asked without it. `undone` is the turn that
    would be taken back, and whether others have followed."""
    people = [other for other in offer_lines.still_to_answer(match, made, info) if other.person]
    asked = lines.mentions(match, people, words)
    code, (turn, since) = offer_lines.offer_code(made), undone
    name = lines.player(match, made.seat, words)
    about = offer_lines.substitute(match, made, words)
    action = lines.chips(info, turn)
    said = words(f"{code}_since" if since else code, player=name, action=action, **about)
    line = lines.dotted(asked, lines.title(match, words, said))
    if made.kind == "draw" and match.unrated is None and info.free_draws:
        line = f"{line}\n-# {words('points.free_draw')}"
    return Message(line, panels.answers(match, made, words))
