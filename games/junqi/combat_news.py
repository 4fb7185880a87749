"""The fates of pieces that fought, as their owners and all others hear of them."""

from collections.abc import Iterator, Sequence

from ..core import Event, Seat, Word
from .codes import Code, piece_args
from .hidden import Cell, Piece, Strike
from .pieces import Verdict

ATTACKING = {
    Verdict.ATTACKER: Code.YOU_TOOK,
    Verdict.DEFENDER: Code.YOU_FAILED,
    Verdict.BOTH: Code.YOU_TRADED,
}
"""The news of the reader's own piece that attacked."""
DEFENDING = {
    Verdict.ATTACKER: Code.YOU_FELL,
    Verdict.DEFENDER: Code.YOU_HELD,
    Verdict.BOTH: Code.YOU_SHARED,
}
"""The news of the reader's own piece that was attacked."""


def attack_news(
    strike: Strike, seat: Seat | None, plain: Event, names: Sequence[str], sides: Sequence[Word]
) -> Iterator[Event]:
    """Tell an attack to a reader who may know the pieces that it shows.

    `plain` is the news for readers whose own piece did not fight. `names` are those of the squares,
    `sides` those of the seats.
    """
    if strike.verdict is None:
        return
    yield from tuple(fate(strike, seat, names)) or (plain,)
    for piece in fighters(strike):
        if piece.seat != seat:
            code = Code.SHOWN if piece is strike.stayed else Code.FELL
            yield Event(code, {"side": sides[piece.seat], **piece_args(piece.code)})
    for side, square in strike.revealed:
        yield Event(Code.REVEALED, {"side": sides[side], "square": names[square]})


def fate(strike: Strike, seat: Seat | None, names: Sequence[str]) -> Iterator[Event]:
    """Tell the fate of the seat's own piece in this fight, if one of the two was its own."""
    for piece in fighters(strike):
        if piece.seat == seat and strike.verdict:
            fates = ATTACKING if strike.seat == seat else DEFENDING
            where = {"square": names[strike.move.target]}
            yield Event(fates[strike.verdict], {**where, **piece_args(piece.code)})


def fought(
    strike: Strike | None, seat: Seat | None, board: Sequence[Cell], names: Sequence[str]
) -> tuple[Event, ...]:
    """Tell how the seat's own piece fared in an earlier fight, and what became of the enemy.
    `board` is the seat's view of now; a player could note all of it while playing."""
    own = tuple(fate(strike, seat, names)) if strike else ()
    stayed = strike.stayed if strike else None
    if not own or stayed is None or stayed.seat == seat:
        return own
    for at, cell in enumerate(board):
        if cell and (cell.seat, cell.origin) == (stayed.seat, stayed.origin):
            return *own, Event(Code.STANDS, {"square": names[at]})
    return *own, Event(Code.GONE)


def fighters(strike: Strike) -> list[Piece]:
    """List the known pieces in a fight."""
    return [piece for piece in (*strike.fell, strike.stayed) if isinstance(piece, Piece)]
