"""Four-player Junqi as its players see it, partners' pieces hidden too, and their actions."""

from collections.abc import Iterator
from dataclasses import dataclass

from ...core import Act, Event, Over, Seat, Word
from .. import combat_news, hidden_view, layout
from ..codes import Code
from ..hidden import Action, Deploy, Piece, Readied, Strike
from ..hidden_view import HiddenView, Seeing, foresee_move, owner
from ..options import Options
from ..pieces import FLAG, Verdict
from ..tally import Missed
from .board import GROUND, NAMES, TEAM_OF, partner
from .happenings import Deed, Fled, Gone, Out, following

SIDES = tuple(Word(f"junqi-four.seat.{seat}") for seat in range(4))
VERDICTS = {
    Verdict.ATTACKER: Code.CLASH_ATTACKER,
    Verdict.DEFENDER: Code.CLASH_DEFENDER,
    Verdict.BOTH: Code.CLASH_BOTH,
}
WARNINGS = (20, 5)


@dataclass(frozen=True, slots=True)
class FourView(HiddenView):
    """The view of one seat or a spectator; `gone` are the seats out, in order, and why."""

    deeds: tuple[Deed, ...]
    gone: tuple[Gone, ...] = ()

    @property
    def out(self) -> frozenset[Seat]:
        return frozenset(seat for seat, _ in self.gone)


def faults(seat: Seat, codes: str) -> tuple[Event, ...]:
    """List every fault of a layout of 25 codes."""
    placed = enumerate(zip(GROUND.squares(seat), codes, strict=True))
    wrong = ((at, fault) for n, (at, code) in placed for fault in layout.misfits(code, n))
    return (*layout.count_faults(codes), *(Event(fault, {"square": at}) for at, fault in wrong))


SEEING = Seeing(GROUND, faults, Code.BAD_LAYOUT_FOUR)
legal, check, path = SEEING.legal, SEEING.check, SEEING.path
takeback_refusal = hidden_view.takeback_refusal


def preview(view: FourView, action: Action) -> FourView:
    """Return the view after the owner's action, as far as the owner can foresee it."""
    if isinstance(action, Deploy):
        return SEEING.after_setup(view, action.codes)
    seat = owner(view)
    wins = weight(view, action) > 1
    after = Act(frozenset({following(seat, view.out, view.options)}))
    return foresee_move(view, action, Over(TEAM_OF[seat], "flag") if wins else after)


def news(
    deeds: tuple[Deed, ...], seat: Seat | None, options: Options, quiet: int
) -> Iterator[Event]:
    """Tell the last turn to a reader who may know all that these deeds show."""
    for deed in deeds:
        side = {"side": SIDES[deed.seat]}
        match deed:
            case Readied():
                yield Event(Code.READY, side)
            case Missed():
                code = Code.MISSED if deed.kind == "time" else Code.SKIPPED
                yield Event(code, {**side, "n": deed.count, "limit": options.missed_limit})
            case Strike():
                yield from _strike_news(deed, seat)
            case Out(reason="missed_turns"):
                n = deed.timed + deed.skipped
                counts = {"n": n, "timed": deed.timed, "skipped": deed.skipped}
                yield Event(Code.OUT_MISSED, {**side, **counts})
            case Out():
                yield Event(Code.OUT, {**side, "why": Word(f"junqi.why.{deed.reason}")})
            case Fled():
                yield Event(Code.FLED, side)
    limit, turns = options.no_capture_limit, sum(isinstance(d, Strike | Missed) for d in deeds)
    for left in WARNINGS:  # a turn may also bring skipped ones
        if left < limit and quiet < limit and quiet - turns < limit - left <= quiet:
            yield Event(Code.QUIET, {"n": limit - quiet})


def _strike_news(deed: Strike, seat: Seat | None) -> Iterator[Event]:
    if deed.verdict is None:
        return
    met = {piece.seat for piece in (*deed.fell, deed.stayed) if piece} - {deed.seat}
    sides = {"side": SIDES[deed.seat], "of": SIDES[min(met, default=deed.seat)]}
    where = {"square": NAMES[deed.move.target]}
    plain = Event(VERDICTS[deed.verdict], {**sides, **where})
    yield from combat_news.attack_news(deed, seat, plain, NAMES, SIDES)


def weight(view: FourView, action: Action) -> int:
    """Return 2 for taking the others' last flag, if it is known, 1 for any other attack."""
    if isinstance(action, Deploy):
        return 0
    there = view.board[action.target]
    if there is None:
        return 0
    flag = isinstance(there, Piece) and there.code == FLAG
    alone = partner(there.seat) in view.out and there.seat not in view.out
    return 2 if flag and alone else 1
