"""Three things that every seat hides: the common part of the toys' set-ups."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.core import Code, Event, NotationError, Seat, SetUp, Word
from games.submission import excerpt, tidy

HIDDEN = "?"


def squares(seat: Seat) -> tuple[str, ...]:
    """Return `a1 a2 a3` for seat 0, `b1` … for seat 1."""
    return tuple(f"{'abcd'[seat]}{number}" for number in (1, 2, 3))


def pieces(game: str, layouts: tuple[str, ...]) -> dict[str, Word]:
    """Return the words of the pieces that can be hidden."""
    return {code: Word(f"{game}.piece.{code}") for code in sorted(set(layouts[0]))}


def set_up(
    game: str,
    layouts: tuple[str, ...],
    presets: Mapping[str, str],
    drafted: Callable[[Any, str], Any],
    cells: Callable[[Any], Mapping[str, str]],
) -> SetUp[Any]:
    """Return the set-up of a toy with these legal layouts; cells end with "?" if hidden."""
    kinds = set(layouts[0])
    known = {*presets.values(), *(codes[::-1] for codes in presets.values())}
    unknown = [codes for codes in layouts if codes not in known] or layouts

    def read(text: str) -> str:
        codes = tidy(text)
        if set(codes) - kinds:
            raise NotationError(Code.UNREADABLE, text=excerpt(text), example=layouts[0])
        return codes

    def faults(seat: Seat, codes: str) -> tuple[Event, ...]:
        return () if codes in layouts else (Event(f"{game}.bad_layout"),)

    def swapped(codes: str, one: int, other: int) -> str:
        changed = list(codes)
        changed[one], changed[other] = codes[other], codes[one]
        return "".join(changed)

    def hidden(view: Any) -> dict[str, int]:
        found = (square for square, cell in cells(view).items() if cell.endswith(HIDDEN))
        return {square: 3 * "abcd".index(square[0]) + int(square[1]) for square in found}

    return SetUp(
        presets=presets,
        squares=squares,
        random=lambda pick: layouts[pick(len(layouts))],
        varied=lambda pick: unknown[pick(len(unknown))],
        read=read,
        written=str,
        faults=faults,
        swapped=swapped,
        mirrored=lambda codes: codes[::-1],
        drafted=drafted,
        hidden=hidden,
    )
