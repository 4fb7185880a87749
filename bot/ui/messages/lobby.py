"""The lobby of a channel: open seats, matches that wait and for whom, last results."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.matches.match.match import Match, Scope
from games.core import Info

from ..controls import panels
from ..controls.buttons import NO_MATCH, Press, button, rows
from ..words import list_lines
from ..words.catalogue import Catalogue
from .message import LONGEST_CONTENT, Message

NOBODY = 0
MOST_SEATS = 9
"""The open seats with a button: two rows, with that for a new match."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in a lobby, with its game and the address of the message that shows it ("": none)."""

    match: Match
    info: Info
    address: str

    @property
    def scope(self) -> Scope:
        """The part of the lobby in which it stands."""
        if self.match.stand.phase == "open":
            free = any(place.person is None for place in self.match.invitations)
            return "open" if free else "here"
        return "here" if self.match.running else "finished"


def lobby(listed: Sequence[Listed], words: Catalogue) -> Message:
    """Write a lobby as everybody reads it; what does not fit into a message is left out."""
    parts, seats = [words("lobby.title"), words("lobby.ready")], list[Match]()
    scopes: tuple[Scope, ...] = ("open", "here", "finished")
    for scope in scopes:
        head = f"**{words(f'choice.scope.{scope}')}**"
        for row in (row for row in listed if row.scope == scope):
            line = list_lines.entry(row.match, row.info, NOBODY, words, row.address, None)
            added = [head, f"- {line}"] if head else [f"- {line}"]
            if len("\n".join((*parts, *added))) > LONGEST_CONTENT:
                break
            parts, head = [*parts, *added], ""
            if scope == "open":
                seats.append(row.match)
    joins = (
        button(words("button.join_match", match=seat.id), Press(seat.id, 0, "sit"), panels.GREEN)
        for seat in seats[:MOST_SEATS]
    )
    new = button(words("lobby.new"), Press(NO_MATCH, 0, "new"))
    return Message("\n".join(parts), rows(*joins, new))
