"""States of Junqi that differ from a given one only where a viewer cannot see."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from games.core import Seat
from games.junqi.board import SEATS
from games.junqi.dark.position import Position as Dark
from games.junqi.flip.position import Hidden
from games.junqi.flip.position import Position as Flip
from games.junqi.four.board import SEATS as QUARTERS
from games.junqi.four.game import INFO as FOUR_INFO
from games.junqi.four.happenings import Deed as FourDeed
from games.junqi.four.position import Position as Four
from games.junqi.hidden import Deed, Fallen, Piece, Strike
from games.junqi.referee.rules import sight

TRIES = 2
T = TypeVar("T", Dark, Four)
D = TypeVar("D", Deed, FourDeed)


def dark(state: Dark, seat: Seat | None) -> Iterator[Dark]:
    """Deal the ranks of the enemy's unseen pieces, alive or removed, anew."""
    return _dealt_anew(state, [enemy for enemy in SEATS if enemy != seat])


def four(state: Four, seat: Seat | None) -> Iterator[Four]:
    """Do so for every seat whose pieces are hidden, a partner's too unless partners see."""
    known = sight(state, seat, FOUR_INFO)
    return _dealt_anew(state, [owner for owner in QUARTERS if owner not in known])


def _dealt_anew(state: T, owners: list[Seat]) -> Iterator[T]:
    if state.end:
        return
    pieces = [piece for piece in (*state.board, *state.lost) if piece]
    for enemy in owners:
        unseen = [p for p in pieces if p.seat == enemy and p.origin not in state.shown]
        codes = [piece.code for piece in unseen]
        for attempt in range(TRIES):
            random.Random(f"{state.tally.ply} {enemy} {attempt}").shuffle(codes)
            pairs = zip(unseen, codes, strict=True)
            anew = {(piece.seat, piece.origin): code for piece, code in pairs}
            yield replace(
                state,
                board=tuple(_renamed(piece, anew) for piece in state.board),
                lost=tuple(piece for old in state.lost if (piece := _renamed(old, anew))),
                deeds=tuple(_retold(deed, anew) for deed in state.deeds),
            )


def _renamed(piece: Fallen | None, anew: Mapping[tuple[Seat, int], str]) -> Piece | None:
    if not isinstance(piece, Piece):
        return None
    return replace(piece, code=anew.get((piece.seat, piece.origin), piece.code))


def _retold(deed: D, anew: Mapping[tuple[Seat, int], str]) -> D | Strike:
    if not isinstance(deed, Strike):
        return deed
    fell = tuple(piece for old in deed.fell if (piece := _renamed(old, anew)))
    return replace(deed, fell=fell, stayed=_renamed(deed.stayed, anew))


def flip(state: Flip, seat: Seat | None) -> Iterator[Flip]:
    """Put the face-down pieces, which are hidden from all, in other places."""
    down = [at for at, cell in enumerate(state.board) if isinstance(cell, Hidden)]
    pieces = [state.board[at] for at in down]
    for attempt in range(TRIES):
        random.Random(f"{state.tally.ply} {attempt}").shuffle(pieces)
        board = list(state.board)
        for at, piece in zip(down, pieces, strict=True):
            board[at] = piece
        yield replace(state, board=tuple(board))


DISGUISES = {"junqi-dark": dark, "junqi-flip": flip, "junqi-four": four}
"""The states that a seat, or a spectator, cannot tell from a given one."""
WIDER = {"junqi-flip": ("quick mountain_refuge=true",)}
"""Options that add squares to a board."""
