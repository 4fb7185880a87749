"""A match in a list: what it is, where it stands, and how much time is left."""

from typing import assert_never

from bot.matches.match.match import Match
from games.core import Info
from games.quitting import CALLED_OFF

from . import held_lines, times
from .catalogue import Catalogue
from .lines import (
    dotted,
    names_of,
    people,
    place,
    player,
    player_name,
    result,
    title,
    variant,
)


def entry(
    match: Match, info: Info, reader: int, words: Catalogue, address: str, gone_ms: int | None
) -> str:
    """Describe a match in one line, for all if the reader is 0; its game leads to the message at
    this address. Only a match without one ("") names its channel: the name of a thread says it all
    once more. A finished match says when its moves are deleted, if that is soon."""
    game = words(f"{match.terms.game}.name")
    parts = (
        f"`{match.id}` [{game}]({address})" if address else title(match, words),
        people(match, info, words) if match.terms.host.name else _terms(match, words),
        _state(match, reader, words),
        _replaced_line(match, reader, words),
        words("points.rated") if match.unrated is None else "",
        held_lines.mark(match, words) or times.list_time(match, reader, words),
        "" if address or match.letters else place(match.place),
        words("list.kept_until", when=times.date(gone_ms)) if gone_ms else "",
    )
    return dotted(*parts)


def _terms(match: Match, words: Catalogue) -> str:
    """Say what a stranger offers to play."""
    return dotted(variant(match, words), words(f"choice.pace.{match.options.pace}"))


def _replaced_line(match: Match, reader: int, words: Catalogue) -> str:
    """Say that a reader was replaced in an ended match of theirs."""
    if not reader or match.running or not match.begun or match.seat_of(reader) is not None:
        return ""
    return words("list.replaced")


def _state(match: Match, reader: int, words: Catalogue) -> str:
    phase, outcome = match.stand.phase, match.stand.outcome
    match phase:
        case "open" if any(person.id == reader for person in match.called):
            return f"**{words('list.challenged', host=player_name(match.terms.host.name))}**"
        case "open":
            return words("list.open")
        case "called_off" if not outcome or outcome.reason in CALLED_OFF:
            return words("list.cancelled")
        case "over" | "called_off":
            return result(match, words)
        case "setting_up" | "playing":
            deed = "set_up" if phase == "setting_up" else "move"
            own = match.seat_of(reader)
            if own in match.to_act:
                return f"**{words(f'line.you_{deed}')}**"
            down = [other.seat for other in match.players if other.clock.down]
            if down and own is not None:
                return f"**{words('list.decide', player=player(match, down[0], words))}**"
            acting = names_of(match, (holder for holder in match.players if holder.acting), words)
            return words(f"line.they_{deed}", player=acting)
        case _:
            assert_never(phase)
