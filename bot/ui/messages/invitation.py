"""The card of a match: the invitation until it begins, then what became of it."""

from __future__ import annotations

from bot.matches.match.match import Match
from bot.matches.match.messages import COMMITMENT
from games.core import AnyGame

from ..controls import cards, panels
from ..words import evidence_lines
from ..words.catalogue import Catalogue
from .message import Message


def digest(match: Match) -> str:
    """Digest what a card says: who has sat down at a table for more than two, who plays now.

    It ends with a bar, so that none is the beginning of another.
    """
    if match.stand.phase == "open":
        if not cards.table_for_more(match):
            return "open|"
        seated = (str(one.place) for one in match.invitations if one.accepted)
        return f"table {' '.join(seated)}|"
    former = "former" if match.nameless else ""
    if not match.begun:
        return f"off|{former}|"
    taken = " ".join(str(one.substitution.revision) for one in match.players if one.substitution)
    return f"begun|{taken}|{former}|"


def invitation(match: Match, game: AnyGame, public: dict[str, int], words: Catalogue) -> Message:
    """Write a card; with its commitment, unless that is among the proofs made public otherwise."""
    content = cards.card(match, game.info, words)
    if match.stand.phase == "open":
        return Message(content, cards.on_card(match, game.info, words))
    if match.begun and COMMITMENT not in public:  # an earlier version's card showed it
        content = "\n".join((content, evidence_lines.seal(match, words)))
    return Message(content, panels.on_closed_card(match, game, words))
