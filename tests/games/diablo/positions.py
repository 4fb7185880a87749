"""Diablo positions for tests on a board of six, as short as they can be read."""

from games.core import Act, Seat
from games.diablo.game import DIABLO
from games.diablo.position import Position
from games.diablo.rules import DIABLO_RULES

EMPTY = "......"


def at(text: str) -> Position:
    """Return the position of a text such as "b2b1..../g1..... b action1 1,2 1,2 9 -". The lowest
    ranks are last; ranks that are not written are empty."""
    board, *rest = text.split()
    ranks = board.split("/")
    full = "/".join([EMPTY] * (6 - len(ranks)) + ranks)
    return DIABLO_RULES.load(" ".join(["diablo1", "6", full, *rest]))


def short(state: Position) -> str:
    """Return the text of a state, without the parts kept for the news."""
    _, _, board, *rest = DIABLO_RULES.dump(state).split()[:9]
    return " ".join([board.removeprefix(EMPTY + "/").replace(EMPTY + "/", ""), *rest])


def mover(state: Position) -> Seat:
    """Return the seat to act."""
    turn = DIABLO_RULES.turn(state)
    assert isinstance(turn, Act)
    (seat,) = turn.seats
    return seat


def act(state: Position, text: str) -> Position:
    """Return the state after one action of a turn."""
    seat = mover(state)
    return DIABLO_RULES.apply(state, seat, DIABLO.parse(DIABLO_RULES.view(state, seat), text))


def legal(state: Position) -> list[str]:
    """List the actions of the seat to act, written and sorted."""
    return sorted(map(DIABLO.format, DIABLO.legal(DIABLO_RULES.view(state, mover(state)))))
