"""The turns of four-player Junqi, as the referee resolves them (rules/junqi-four.md, section 3)."""

from collections.abc import Iterable
from dataclasses import replace

from ...core import Over, Seat
from ..pieces import FLAG, MARSHAL, STILL, Move
from ..referee.turns import after_fight, after_move, fallen_pieces
from .board import GROUND, SEATS, TEAM_OF, TEAMS, actions, partner
from .happenings import Fled, Out, Reason, following
from .position import Position


def after(position: Position, move: Move) -> Position:
    """Return the position after a legal move and all that follows from it."""
    return _settle(_move(position, move))


def after_lapse(position: Position, seat: Seat) -> Position:
    """Return the position after a seat that is to act has let its time run out."""
    if position.deploying:
        return replace(position, end=Over(frozenset(), "cancelled"))
    tally, missed = position.tally.missing("time", seat)
    return _settle(_limit_missed(replace(position, tally=tally, deeds=(missed,))))


def after_resignation(position: Position, seat: Seat) -> Position:
    """Return the position once a seat has given up, on its own turn or not."""
    if position.deploying:
        return replace(position, end=Over(frozenset(), "cancelled"))
    left = _without(replace(position, deeds=()), [seat], "resign")
    return left if left.end or seat != position.tally.mover else _pass_turn(left)


def end_after_escape(position: Position, seat: Seat) -> Position:
    """Return the end after the player of a seat that is still in has left (section 5)."""
    if position.deploying:
        return replace(position, end=Over(frozenset(), "cancelled"))
    lost = partner(seat) in position.out
    end = Over(TEAMS[1 - seat % 2], "escape") if lost else Over(frozenset(), "void")
    return replace(position, deeds=(Fled(seat),), end=end)


def _move(position: Position, move: Move) -> Position:
    """Move, and fight if need be; the turn has not passed yet."""
    out = position.out
    fought, strike = after_move(position, GROUND, move, position.tally.mover)
    if strike.verdict is None:
        return fought
    taken = [flag for flag in fallen_pieces(strike, FLAG) if flag.seat not in out]
    bereft = sorted({marshal.seat for marshal in fallen_pieces(strike, MARSHAL)} - out)
    public = after_fight(fought, strike, bereft, taken)
    return _without(public, [flag.seat for flag in taken], "flag")


def _without(position: Position, seats: Iterable[Seat], reason: Reason) -> Position:
    """Return the position once these seats are out, and its end if a team has no seat left."""
    leaving = tuple(seats)
    if not leaving:
        return position
    board, lost = position.board, position.lost
    if position.options.eliminated == "removed":
        lost = (*lost, *(piece for piece in board if piece and piece.seat in leaving))
        board = tuple(None if piece and piece.seat in leaving else piece for piece in board)
    without = replace(
        position,
        board=board,
        lost=lost,
        tally=replace(position.tally, quiet=0),
        gone=(*position.gone, *((seat, reason) for seat in leaving)),
        deeds=(*position.deeds, *(_out(position, seat, reason) for seat in leaving)),
    )
    return replace(without, end=_decide(without))


def _out(position: Position, seat: Seat, reason: Reason) -> Out:
    if reason != "missed_turns":
        return Out(seat, reason)
    skipped = position.skips[seat]
    return Out(seat, reason, position.tally.missed[seat] - skipped, skipped)


def _decide(position: Position) -> Over | None:
    """Return the end once a team has no seat left; when neither has, a draw or the mover's win."""
    beaten = [team for team in TEAMS if team <= position.out]
    if not beaten:
        return None
    if len(beaten) == 1:
        return Over(frozenset(SEATS) - beaten[0], position.gone[-1][1])
    if position.options.mutual_elimination == "draw":
        return Over(frozenset(), "mutual_elimination")
    return Over(TEAM_OF[position.tally.mover], "elimination")


def _limit_missed(position: Position) -> Position:
    """Put the mover out for the turns it has missed, if there are too many."""
    mover = position.tally.mover
    if position.tally.missed[mover] < position.options.missed_limit:
        return position
    return _without(position, [mover], "missed_turns")


def _settle(position: Position) -> Position:
    """Return the position once all that a turn brings about is settled, in the rules' order."""
    if position.end:
        return position
    able = {piece.seat for piece in position.board if piece and piece.code not in STILL}
    helpless = [seat for seat in SEATS if seat not in able and seat not in position.out]
    return _pass_turn(_put_out_walled(_without(position, helpless, "elimination")))


def _put_out_walled(position: Position) -> Position:
    """Put out every seat that cannot move, at one look, if the options make it lose. Where no seat
    can move, none goes out: that is a deadlock."""
    if position.end or position.options.no_move != "lose":
        return position
    left = [seat for seat in SEATS if seat not in position.out]
    walled = [seat for seat in left if not _mobile(position, seat)]
    return position if walled == left else _without(position, walled, "no_moves")


def _pass_turn(position: Position) -> Position:
    """Pass the turn to a seat that can move; those that cannot miss it."""
    while not position.end:
        if end := position.tally.too_long(position.options):
            return replace(position, end=end)
        out = position.out
        seat = following(position.tally.mover, out, position.options)
        if _mobile(position, seat):
            return replace(position, tally=replace(position.tally, mover=seat))
        if not any(_mobile(position, seat) for seat in SEATS if seat not in out):
            return replace(position, end=Over(frozenset(), "deadlock"))
        position = _stuck(position, seat)
    return position


def _stuck(position: Position, seat: Seat) -> Position:
    """Return the position after a seat that cannot move: it is out, or has missed the turn."""
    turned = replace(position, tally=replace(position.tally, mover=seat))
    if position.options.no_move != "skip":
        return _without(turned, [seat], "no_moves")
    tally, skipped = turned.tally.missing("stuck", seat)
    skips = tuple(count + (skip == seat) for skip, count in enumerate(position.skips))
    deeds = (*position.deeds, skipped)
    return _limit_missed(replace(turned, tally=tally, skips=skips, deeds=deeds))


def _mobile(position: Position, seat: Seat) -> bool:
    return next(actions(position.board, seat), None) is not None
