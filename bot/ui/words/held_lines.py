"""Sentences about a match that can be shown nowhere: why, for how long, and what can be done."""

from bot.matches.match.due import held_until_ms
from bot.matches.match.match import Match

from .catalogue import Catalogue
from .lines import names_of, place
from .times import relative


def note(match: Match, reader: int, words: Catalogue) -> str:
    """Tell a reader of an answer that its match is held; "" if it is not."""
    held, seat = match.held, match.seat_of(reader)
    if held is None:
        return ""
    until_ms = held_until_ms(match, held)
    runs_on = seat is not None and match.pace.timed and not match.players[seat].unshown
    return words(
        "held.note_direct" if match.direct else "held.note",
        why=words(f"board.{held.why}", match=match.id, place=match.place, code=held.code),
        clocks=words("held.own_clock" if runs_on else "held.no_clock"),
        when=relative(min(held.retry_ms, until_ms)),
        end=relative(until_ms),
    )


def mark(match: Match, words: Catalogue) -> str:
    """Say in a few words that a match is held, and why; "" if it is not."""
    return words("held.listed", why=words(f"held.why.{match.held.why}")) if match.held else ""


def entry(match: Match, words: Catalogue) -> str:
    """Describe a held match to those who may change that; "" for any other."""
    if match.held is None:
        return ""
    why, code = words(f"held.why.{match.held.why}"), match.held.code
    return words(
        "admin.health.held_match",
        match=match.id,
        place=place(match.place),
        when=relative(match.held.since_ms),
        why=words("held.coded", why=why, code=code) if code else why,
    )


def out_of_reach(match: Match, words: Catalogue) -> str:
    """Say whose direct messages are closed, in which the match would be played; "" for nobody."""
    closed = [player for player in match.players if player.seat in match.closed and match.running]
    return words("line.out_of_reach", players=names_of(match, closed, words)) if closed else ""
