"""Dark Junqi as its players see it, with the others' backs, and their actions."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...core import Act, Event, Over, Seat, Word
from .. import combat_news, hidden_view, layout
from ..board import GRID, other
from ..codes import Code, warning
from ..hidden import Action, Deed, Deploy, Piece, Readied, Strike
from ..hidden_view import HiddenView, Seeing, foresee_move, owner
from ..options import Options
from ..pieces import BOMB, FLAG, Verdict
from ..tally import Missed
from .board import GROUND

SIDES = (Word("junqi.seat.0"), Word("junqi.seat.1"))
VERDICTS = {
    Verdict.ATTACKER: Code.ATTACKER,
    Verdict.DEFENDER: Code.DEFENDER,
    Verdict.BOTH: Code.BOTH,
}

SEEING = Seeing(GROUND, layout.faults, Code.BAD_LAYOUT)
legal, check, path = SEEING.legal, SEEING.check, SEEING.path
takeback_refusal = hidden_view.takeback_refusal


@dataclass(frozen=True, slots=True)
class DarkView(HiddenView):
    """The view of one side or a spectator. `board` holds a cell for every square of the grid."""

    deeds: tuple[Deed, ...]


def preview(view: DarkView, action: Action) -> DarkView:
    """Return the view after the owner's action, as far as the owner can foresee it."""
    if isinstance(action, Deploy):
        return SEEING.after_setup(view, action.codes)
    seat = owner(view)
    wins = weight(view, action) > 1
    after = Over(frozenset({seat}), "flag") if wins else Act(frozenset({other(seat)}))
    return foresee_move(view, action, after)


def news(
    deeds: tuple[Deed, ...], seat: Seat | None, options: Options, quiet: int
) -> Iterator[Event]:
    """Tell the last turn to a reader who may know all that these deeds show."""
    for deed in deeds:
        match deed:
            case Readied():
                yield Event(Code.READY, {"side": SIDES[deed.seat]})
            case Missed():
                code = Code.MISSED if deed.kind == "time" else Code.SKIPPED
                limit = options.missed_limit
                yield Event(code, {"side": SIDES[deed.seat], "n": deed.count, "limit": limit})
            case Strike():
                if deed.verdict:
                    plain = Event(VERDICTS[deed.verdict])
                    yield from combat_news.attack_news(deed, seat, plain, GRID.names, SIDES)
    yield from warning(Code.QUIET, options.no_capture_limit, quiet)


def weight(view: DarkView, action: Action) -> int:
    """Return 2 for taking a flag that is known and that nothing can protect, 1 for an attack."""
    if isinstance(action, Deploy):
        return 0
    cell, there, options = view.board[action.origin], view.board[action.target], view.options
    if there is None:
        return 0
    flag = isinstance(there, Piece) and there.code == FLAG
    in_vain = isinstance(cell, Piece) and cell.code == BOMB and not options.bomb_takes_flag
    return 2 if flag and not in_vain and not options.dark_flag_needs_mines_dug else 1
