"""Questions about a position of a game, for tests."""

from bot.ui.words.catalogue import catalogue
from games.core import Seat
from games.rulebook import RULES
from render.draw import reading_view
from render.reading import Asked


def asked_of(game: str, position: str, seat: int | None = 0, locale: str = "en") -> Asked:
    """Ask about a position, "" for the first, as seen from a seat or, with None, by all."""
    rules = RULES[game]
    state = rules.load(position) if position else rules.initial("")
    return reading_view(rules.view(state, None if seat is None else Seat(seat)), catalogue(locale))
