"""The line of a first match: which side is the reader's, and what to do to win."""

from collections.abc import Collection, Sequence

from bot.matches.match.match import Match
from games.core import Info, Seat, Word

from .catalogue import Catalogue
from .lines import player


def aim(
    match: Match, info: Info, newcomers: Collection[int], sides: Sequence[Word], words: Catalogue
) -> str:
    """Tell those of the called who are newcomers their side, as `sides` call it by now, and the
    aim; several are told what is true of them all. Without any it is ""."""
    called = [player for player in match.players if player.acting and player.person]
    new = [player for player in called if player.person and player.person.id in newcomers]
    if not new:
        return ""
    game = match.terms.game
    if len(called) > 1:
        return words(f"{game}.aim.several")
    own = new[0].seat
    partner = next((mate for mate in match.players if mate.seat in info.team(own) - {own}), None)
    return words(
        _code(match, own, sides[own], words),
        side=sides[own],
        below=words("aim.below") if own == match.faces else "",
        partner=player(match, partner.seat, words) if partner else "",
    )


def _code(match: Match, seat: Seat, called: Word, words: Catalogue) -> str:
    """Choose the aim of a match's variant, else that of a seat (or, where pieces decide which side
    it has, of a seat that is called otherwise by now), else the game's."""
    game, variant = match.terms.game, match.options.variant.replace("+", " ").split()
    own = seat if called.code == f"{game}.seat.{seat}" else "side"
    codes = (f"{game}.aim.{key}" for key in (*variant, own))
    return next((code for code in codes if code in words), f"{game}.aim.you")
