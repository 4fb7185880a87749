"""Sentences about time: what has been agreed, and when something ends, as Discord timestamps."""

from __future__ import annotations

from bot.matches.clocks.due import UNANSWERED_MS
from bot.matches.match import Match

from .catalogue import Catalogue


def relative(at_ms: int) -> str:
    """A moment as everybody reads it in their own language: "3 hours ago", "in 2 days"."""
    return f"<t:{at_ms // 1000}:R>"


def agreed(match: Match, words: Catalogue) -> str:
    """How much time a turn has, and what happens when it is used up."""
    pace = words("card.time", pace=words(f"choice.pace.{match.terms.pace}"))
    if not match.terms.strict:
        return pace
    return words("alt.join").join((pace, words("card.strict")))


def expiry(match: Match, words: Catalogue) -> str:
    """Until when an open match can be joined."""
    return words("card.expires", when=relative(_expires_ms(match)))


def expired(match: Match) -> bool:
    """Whether a match that never began had been open for as long as it could be."""
    return match.updated_ms >= _expires_ms(match)


def _expires_ms(match: Match) -> int:
    return match.clock_ms + UNANSWERED_MS
