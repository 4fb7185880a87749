"""The card of a match: the invitation until it begins, then what became of it."""

from hashlib import blake2s

from bot.matches.match.match import Match
from bot.matches.match.messages import SEALED
from bot.matches.match.players import Invitation
from games.core import AnyGame

from ..controls import cards, panels
from ..words import evidence_lines, lines
from ..words.catalogue import Catalogue
from .message import Message


def digest(match: Match, *, sealed: bool = True) -> str:
    """Digest what a card says: who is asked or sits at a table for more than two, who plays now;
    `sealed`: it shows the commitment. It names nobody, and ends with a bar, so that none is the
    beginning of another."""
    if match.stand.phase == "open":
        seal = SEALED if sealed else ""
        if not cards.table_for_more(match):
            return f"{seal}open|"
        return f"{seal}table {' '.join(_seat(match, place) for place in match.invitations)}|"
    nameless = "former" if match.nameless else ""
    if not match.begun:
        return f"off|{nameless}|"
    taken = " ".join(
        str(player.substitution.revision) for player in match.players if player.substitution
    )
    return f"begun|{taken}|{nameless}|"


def _seat(match: Match, one: Invitation) -> str:
    about = f"{match.id} {one.person.id if one.person else ''}".encode()
    return f"{blake2s(about, digest_size=4).hexdigest()}{'+' if one.accepted else ''}"


def invitation(match: Match, game: AnyGame, words: Catalogue, *, sealed: bool = True) -> Message:
    """Write a card; with its commitment unless a message of earlier versions shows that."""
    content = cards.card(match, game.info, words)
    if sealed and (match.begun or match.stand.phase == "open"):
        content = "\n".join((content, lines.small(evidence_lines.seal(match, words))))
    if match.stand.phase == "open":
        return Message(content, cards.on_card(match, game.info, words))
    return Message(content, panels.on_closed_card(match, game, words))
