"""The line of a first match: which side is the reader's, and what to do to win."""

from __future__ import annotations

from collections.abc import Collection

from bot.matches.match.match import Match
from bot.matches.match.players import Player
from games.core import Info, Seat

from .catalogue import Catalogue
from .lines import player, side


def aim(match: Match, info: Info, newcomers: Collection[int], below: Seat, words: Catalogue) -> str:
    """Tell those of the called who are newcomers their side and the aim; "" without any.

    `below` is the seat that the board faces. Several people are told what is true of them all.
    """
    called = [one for one in match.players if one.acting and one.person]
    new = [one for one in called if one.person and one.person.id in newcomers]
    if not new:
        return ""
    game = match.terms.game
    if len(called) > 1:
        return words(f"{game}.aim.several")
    own = new[0].seat
    partner = next((one for one in match.players if one.seat in info.team(own) - {own}), None)
    return words(
        _code(match, own, words),
        side=side(match, own, words),
        below=words("aim.below") if own == below else "",
        partner=_name(partner, match, words) if partner else "",
    )


def _code(match: Match, seat: Seat, words: Catalogue) -> str:
    """Choose the aim of a match's variant, else that of a seat, else the game's."""
    game, variant = match.terms.game, match.terms.variant.replace("+", " ").split()
    codes = (f"{game}.aim.{key}" for key in (*variant, seat))
    return next((code for code in codes if code in words), f"{game}.aim.you")


def _name(one: Player, match: Match, words: Catalogue) -> str:
    return player(match, one.seat, words)
