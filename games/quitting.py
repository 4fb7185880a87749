"""How a game ends before its time: by the clock, by giving up, by agreement."""

from __future__ import annotations

from .core import Act, Code, IllegalAction, Info, OutOfTurn, Over, Seat, Turn


def quitting(info: Info, turn: Turn, seats: frozenset[Seat], reason: str) -> Over:
    """The end when these seats give the game up; their teams lose with them.

    All seats together agree on a draw. Raises what `Rules.forfeit` says.
    """
    if isinstance(turn, Over):
        raise OutOfTurn(Code.ALREADY_OVER)
    if not seats or not seats <= info.everybody:
        raise IllegalAction(Code.NO_SUCH_SEAT, seat=",".join(map(str, sorted(seats))))
    if seats == info.everybody and not info.draws and reason != "cancelled":
        raise IllegalAction(Code.NO_DRAWS)
    return Over(info.everybody.difference(*map(info.team, seats)), reason)


def check_lapse(turn: Turn, seat: Seat) -> None:
    """Raise OutOfTurn unless the seat is to act."""
    if not isinstance(turn, Act) or seat not in turn.seats:
        raise OutOfTurn(Code.ALREADY_OVER if isinstance(turn, Over) else Code.NOT_YOUR_TURN)


def lapsing(info: Info, turn: Turn, seat: Seat) -> Over:
    """The end when the acting seat's time has run out. Raises OutOfTurn for any other."""
    check_lapse(turn, seat)
    return quitting(info, turn, frozenset({seat}), "time")
