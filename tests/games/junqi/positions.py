"""Positions of Junqi in a few words, and what is done in them."""

from __future__ import annotations

from typing import Any

from games.core import Act, AnyRules, GameError, Over, Rules, S, Seat
from games.junqi.dark.game import DARK_JUNQI
from games.junqi.dark.position import Position as Dark
from games.junqi.dark.rules import DARK_RULES
from games.junqi.flip.game import FLIP_JUNQI
from games.junqi.flip.position import Position as Flip
from games.junqi.flip.rules import FLIP_RULES
from games.submission import play

A, B = Seat(0), Seat(1)


def dark_at(
    red: str,
    blue: str,
    *,
    options: str = "standard",
    mover: Seat = A,
    ply: int = 40,
    quiet: int = 0,
    missed: str = "0,0",
) -> Dark:
    """Pieces as "Fb1 9a6" of both sides; each counts as set up where it stands."""
    pieces = [
        f"{word[1:]}:{seat}{word}" for seat, side in enumerate((red, blue)) for word in side.split()
    ]
    numbers = f"{mover} {ply} {quiet} {missed} 01 - -"
    line = f"{options.replace(' ', '+')} {numbers} {','.join(pieces)} - - -"
    return DARK_RULES.load(line)


def flip_at(
    pieces: str,
    *,
    options: str = "standard",
    mover: Seat = A,
    colours: str = "r,b",
    ply: int = 40,
    quiet: int = 0,
    missed: str = "0,0",
) -> Flip:
    """Pieces as "r1c3 r1c3+b #b9a1": colour, code, square, flags underneath, # face down."""
    cells = []
    for word in pieces.split():
        down = "#" if word.startswith("#") else ""
        piece, *under = word.lstrip("#").split("+")
        flags = "".join(f"+{flag}" for flag in under)
        cells.append(f"{piece[2:]}:{down}{piece[:2]}{flags}")
    numbers = f"{mover} {ply} {quiet} {missed} {colours} -,-"
    return FLIP_RULES.load(f"{options.replace(' ', '+')} {numbers} {','.join(cells)} - - -")


def dark_do(state: Dark, *moves: str) -> Dark:
    """Moves by whoever is to act."""
    return _done(DARK_RULES, state, moves)


def flip_do(state: Flip, *moves: str) -> Flip:
    return _done(FLIP_RULES, state, moves)


def _done(rules: Rules[S, Any, Any], state: S, moves: tuple[str, ...]) -> S:
    for text in moves:
        turn = rules.turn(state)
        assert isinstance(turn, Act), turn
        state, _ = play(rules, state, min(turn.seats), text)
    return state


def dark_codes(state: Dark, seat: Seat | None = None) -> list[str]:
    """The news of a viewer, without "junqi."."""
    return [event.code[6:] for event in DARK_RULES.view(state, seat).news]


def flip_codes(state: Flip) -> list[str]:
    return [event.code[6:] for event in FLIP_RULES.view(state, None).news]


def dark_cells(state: Dark, seat: Seat | None = None) -> dict[str, str]:
    return DARK_JUNQI.cells(DARK_RULES.view(state, seat))


def flip_cells(state: Flip) -> dict[str, str]:
    return FLIP_JUNQI.cells(FLIP_RULES.view(state, None))


def end(turn: object) -> tuple[list[int], str] | None:
    """Winners and reason, if that is the end."""
    return (sorted(turn.winners), turn.reason) if isinstance(turn, Over) else None


def dark_end(state: Dark) -> tuple[list[int], str] | None:
    return end(DARK_RULES.turn(state))


def flip_end(state: Flip) -> tuple[list[int], str] | None:
    return end(FLIP_RULES.turn(state))


def dark_refusal(state: Dark, text: str, seat: Seat = A) -> str:
    """Why an action is refused; "" if it is not."""
    return _refusal(DARK_RULES, state, text, seat)


def flip_refusal(state: Flip, text: str, seat: Seat = A) -> str:
    return _refusal(FLIP_RULES, state, text, seat)


def _refusal(rules: AnyRules, state: Any, text: str, seat: Seat) -> str:
    try:
        play(rules, state, seat, text)
    except GameError as error:
        return error.event.code
    return ""
