"""A player's own board of a private game, as it comes by direct message."""

from collections.abc import Mapping

from bot.matches.match.match import Match
from bot.matches.match.messages import PostedMessage
from bot.matches.match.players import Player
from bot.matches.match.reader_view import ReaderView
from bot.people.person import Person

from ..controls import panels
from ..controls.buttons import rows
from ..controls.pictures import after_text
from ..controls.setup_panel import panel, ready_text
from ..words import lines
from ..words.answers import LONGEST
from ..words.catalogue import Catalogue
from .message import Message, timing

SET_UP, SEALED = "set up|", "sealed|"
"""The digests of a panel for setting up, and of one in which nothing is to be set up any more."""


def digest(match: Match, *, setting_up: bool) -> str:
    """Digest what may change of an own board while nobody moves, or of a panel."""
    return SET_UP if setting_up else timing(match)


def own_board(
    seen: ReaderView, public: PostedMessage | None, person: Person, words: Catalogue
) -> Message:
    """Write a player's board, in words for whoever wants text first, with the public one a tap
    away."""
    spoken = person.preferences.text_first
    content = lines.own_board(seen, words, drawn=not spoken)
    if spoken:
        content = after_text(seen, content, words, LONGEST)
    return Message(content, panels.on_direct_message(seen, public, words))


def set_up(seen: ReaderView, kept: Mapping[str, str], words: Catalogue) -> Message:
    """Write the panel in which a player sets up, with the layouts they have `kept`."""
    screen = panel(seen, kept, words)
    return Message(screen.content, screen.view)


def closed_panel(seen: ReaderView, seal: str | None, words: Catalogue) -> Message:
    """Close the panel of a player who has got ready, anywhere, or whose match has ended."""
    if seen.match.running and seal:
        return Message(ready_text(seen, seal, words))
    return Message(lines.own_board(seen, words))


def passed_board(seen: ReaderView, words: Catalogue) -> Message:
    return Message(lines.turns_since(seen, words))


def dismissal(match: Match, player: Player, words: Catalogue) -> Message:
    """Tell the person whom a computer has replaced on their last board."""
    title, name = lines.title(match, words), lines.player(match, player.seat, words)
    view = rows(*panels.report(match, words)) if match.letters else None
    return Message(words("ping.replaced", title=title, player=name), view)
