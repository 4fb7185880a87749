"""The ends of a game before its time: by the clock, by giving up, by agreement."""

from collections.abc import Container
from typing import Literal, TypeAlias, get_args

from .core import Act, Code, IllegalAction, Info, OutOfTurn, Over, Seat, Turn

GivingUp: TypeAlias = Literal["resign"]
Leaving: TypeAlias = Literal["escape"]
CallingOff: TypeAlias = Literal[
    "cancelled", "closed", "not_begun", "absent", "excused", "left", "unfinished"
]
Agreeing: TypeAlias = Literal["agreement"] | CallingOff
CALLED_OFF: tuple[str, ...] = get_args(CallingOff)
"""The reasons for which a match ends without a result.

"cancelled": all have agreed. "closed": a moderator has made room. "not_begun": a player has not set
up or taken a first turn in time. "absent": a player ran out of time who had lost another match by
the same absence; older records may end so, no match does any more. "excused": a player's time ran
out, and the opponent wanted no win. "left": a player has left who need not stay. "unfinished": no
seat has taken a turn for long.
"""
WITHOUT_RESULT: tuple[str, ...] = (*CALLED_OFF, "void")
"""The ends without win, loss or draw. "void": a player left a partner and was not replaced."""
BY_ALL: tuple[str, ...] = ("agreement", *CALLED_OFF)
"""The reasons for which a match ends for all seats together."""
BY_NO_TURN = frozenset((*get_args(GivingUp), *get_args(Leaving), *BY_ALL, *WITHOUT_RESULT, "time"))
"""The ends that no turn has brought about."""


def endings(info: Info, seat: Seat | None) -> tuple[str, ...]:
    """List every text that the line of a forfeit, by one seat or by all, may have.

    Nothing else ends a match. A player who leaves partners behind for good escapes, and that is on
    the log; with two players the clock decides.
    """
    if seat is None:
        return BY_ALL
    return (*get_args(GivingUp), *(get_args(Leaving) if info.teams else ()))


def quitting(info: Info, turn: Turn, seats: frozenset[Seat], reason: str) -> Over:
    """Return the end when these seats give the game up; their teams lose with them. All seats
    together agree on a draw. Raises what `Rules.forfeit` says."""
    if isinstance(turn, Over):
        raise OutOfTurn(Code.ALREADY_OVER)
    if not seats or not seats <= info.everybody:
        raise IllegalAction(Code.NO_SUCH_SEAT, seat=",".join(map(str, sorted(seats))))
    if seats == info.everybody and not info.draws and reason not in CALLED_OFF:
        raise IllegalAction(Code.NO_DRAWS)
    return Over(info.everybody.difference(*map(info.team, seats)), reason)


def was_broken_off(turn: Turn, reasons: Container[str] = BY_NO_TURN) -> bool:
    """Tell whether the game has ended for one of these reasons: then the last turn is no news."""
    return isinstance(turn, Over) and turn.reason in reasons


def write_end(end: Over | None) -> str:
    """Write an end as `reason:winners`, "-" for none."""
    return f"{end.reason}:{''.join(map(str, sorted(end.winners)))}" if end else "-"


def read_end(text: str) -> Over | None:
    """Return the end of such a text, which has no winners but 0 and 1."""
    reason, _, winners = text.partition(":")
    return None if text == "-" else Over(frozenset(Seat(int(seat)) for seat in winners), reason)


def check_turn(turn: Turn, seat: Seat | None) -> None:
    """Raise OutOfTurn unless the seat is to act."""
    if not isinstance(turn, Act) or seat not in turn.seats:
        raise OutOfTurn(Code.ALREADY_OVER if isinstance(turn, Over) else Code.NOT_YOUR_TURN)
