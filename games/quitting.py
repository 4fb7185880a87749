"""How a match of two ends before its time: by the clock, by giving up, by agreement."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from .core import Act, Code, IllegalAction, Info, OutOfTurn, Over, Seat, Turn

GivingUp: TypeAlias = Literal["resign"]
Agreeing: TypeAlias = Literal["agreement", "cancelled"]
BY_ONE: tuple[str, ...] = get_args(GivingUp)
"""Why a seat alone gives a match up; nothing else stands on the line that says so."""
BY_ALL: tuple[str, ...] = get_args(Agreeing)
"""What all seats together agree on."""


def quitting(info: Info, turn: Turn, seats: frozenset[Seat], reason: str) -> Over:
    """The end when these seats give the game up; all of them together agree on a draw.

    Refuses as `Game.forfeit` says.
    """
    everybody = frozenset(Seat(number) for number in range(info.seats))
    if isinstance(turn, Over):
        raise OutOfTurn(Code.ALREADY_OVER)
    if not seats or not seats <= everybody:
        raise IllegalAction(Code.NO_SUCH_SEAT, seat=",".join(map(str, sorted(seats))))
    if seats == everybody and not info.draws and reason != "cancelled":
        raise IllegalAction(Code.NO_DRAWS)
    return Over(everybody - seats, reason)


def lapsing(info: Info, turn: Turn, seat: Seat) -> Over:
    """The end when the acting seat's time has run out. Raises OutOfTurn for any other."""
    if not isinstance(turn, Act) or seat not in turn.seats:
        raise OutOfTurn(Code.ALREADY_OVER if isinstance(turn, Over) else Code.NOT_YOUR_TURN)
    return quitting(info, turn, frozenset({seat}), "time")
