"""Three things that every seat hides: the common part of the toys' set-ups."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar, cast

from games.core import Code, Event, NotationError, Seat, SetUp, Word
from games.submission import excerpt, tidy

HIDDEN = "?"
T = TypeVar("T", bound=tuple[Any, ...])


def canonical(variant: str) -> str:
    if variant not in ("", "plain"):
        raise NotationError(Code.UNKNOWN_VARIANT, variant=excerpt(variant))
    return "plain"


def put(values: T, seat: Seat, value: Any) -> T:
    """Return what every seat has, with another value for one of them."""
    changed = (value if at == seat else old for at, old in enumerate(values))
    return cast("T", tuple(changed))


def disguised(
    state: Any, seat: Seat | None, layouts: tuple[str, ...], known: tuple[str, ...]
) -> Iterator[Any]:
    """Yield the same state with everything permuted that the seat cannot see.

    `known` are the numbers, from 1, of what all have seen of each seat's things.
    """
    for number, layout in enumerate(state.layouts):
        owner = Seat(number)
        if owner == seat or not layout or state.end:
            continue
        for other in layouts:
            if all(other[int(at) - 1] == layout[int(at) - 1] for at in known[owner]):
                yield replace(state, layouts=put(state.layouts, owner, other))


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
