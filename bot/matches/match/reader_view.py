"""One reader's view of a match."""

from dataclasses import dataclass

from games.core import AnyGame, Event, Over, Seat, View

from .layout import Layout
from .match import Match


@dataclass(frozen=True, slots=True)
class Taken:
    """A turn taken or missed, or a seat going out: its number, the revision at which it was, the
    reader's view after it, and whether it was the reader's own."""

    number: int
    revision: int
    view: View
    own: bool = False


@dataclass(frozen=True, slots=True)
class ReaderView:
    """One reader's view of a match; the only thing the service returns about a position. `game`
    answers further questions about it. With a `draft` (the reader's own unsent actions) the view is
    the one after it, and `complete` if that is a whole turn. `notes` are the reader's own private
    marks by square, `layout` their draft during a set-up. `since` are the turns since the reader's
    own last one, the oldest first, where these are several."""

    match: Match
    game: AnyGame
    view: View
    draft: str = ""
    complete: bool = False
    notes: tuple[tuple[str, str], ...] = ()
    layout: Layout | None = None
    since: tuple[Taken, ...] = ()

    @property
    def last(self) -> tuple[Seat, str] | None:
        """The seat that took the last turn and its text, as far as the reader may know."""
        return self.game.last(self.view)

    @property
    def loses(self) -> bool:
        """True if the draft would end the match with a loss for the reader."""
        turn = self.view.turn
        return isinstance(turn, Over) and bool(turn.winners) and self.view.seat not in turn.winners

    @property
    def wins(self) -> bool:
        """True if the draft would surely end the match with a win for the reader."""
        turn = self.view.turn
        return isinstance(turn, Over) and self.view.seat in turn.winners

    @property
    def irreversible(self) -> bool:
        """True if no takeback would undo the draft."""
        return self.game.takeback_refusal(self.view) is not None


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight of one of the reader's own pieces: the turn, as everybody saw it, and its news."""

    turn: str
    news: tuple[Event, ...]
