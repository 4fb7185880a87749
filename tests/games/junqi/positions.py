"""Positions of Junqi in a few words, and moves in them."""

from typing import Any

from games.core import Act, AnyRules, GameError, Over, Rules, S, Seat
from games.junqi.dark.game import DARK_JUNQI
from games.junqi.dark.position import Position as Dark
from games.junqi.dark.rules import DARK_RULES
from games.junqi.flip.game import FLIP_JUNQI
from games.junqi.flip.position import Position as Flip
from games.junqi.flip.rules import FLIP_RULES
from games.junqi.four.board import HOMES, NAMES
from games.junqi.four.game import FOUR_JUNQI
from games.junqi.four.position import Position as Four
from games.junqi.four.rules import FOUR_RULES
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
    """Set pieces as "Fb1 9a6" of both sides; each counts as set up where it stands."""
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
    """Set pieces as "r1c3 r1c3+b #b9a1": colour, code, square, flags underneath, # face down."""
    cells = []
    for word in pieces.split():
        down = "#" if word.startswith("#") else ""
        piece, *under = word.lstrip("#").split("+")
        flags = "".join(f"+{flag}" for flag in under)
        cells.append(f"{piece[2:]}:{down}{piece[:2]}{flags}")
    numbers = f"{mover} {ply} {quiet} {missed} {colours} -,-"
    return FLIP_RULES.load(f"{options.replace(' ', '+')} {numbers} {','.join(cells)} - - -")


def four_at(
    pieces: str,
    *,
    options: str = "standard",
    mover: Seat = A,
    ply: int = 40,
    quiet: int = 0,
    missed: str = "0,0,0,0",
    revealed: str = "",
    out: str = "",
) -> Four:
    """Set pieces as "h1:0F g6:05", square, seat and code; a shown flag's seat, "1flag 3resign" out.
    Each counts as set up where it stands or, away from home, somewhere at home."""
    words = [word.partition(":")[::2] for word in pieces.split()]
    free = [[NAMES[at] for at in home] for home in HOMES]
    own = {at for at, piece in words if at in free[int(piece[0])]}
    spare = [[name for name in home if name not in own] for home in free]
    board = {
        at: f"{piece}{at if at in free[int(piece[0])] else spare[int(piece[0])].pop()}"
        for at, piece in words
    }
    shown = [piece[2:] for piece in board.values() if piece[1] == "F" and piece[0] in revealed]
    numbers = f"{mover} {ply} {quiet} {missed} 0123 {revealed or '-'} {','.join(shown) or '-'}"
    cells = ",".join(f"{at}:{piece}" for at, piece in board.items())
    gone = out.replace(" ", ",") or "-"
    line = f"{options.replace(' ', '+')} {numbers} {cells} - {gone} 0,0,0,0 - -"
    return FOUR_RULES.load(line)


def dark_do(state: Dark, *moves: str) -> Dark:
    """Let the seats to act make these moves."""
    return _done(DARK_RULES, state, moves)


def flip_do(state: Flip, *moves: str) -> Flip:
    return _done(FLIP_RULES, state, moves)


def four_do(state: Four, *moves: str) -> Four:
    return _done(FOUR_RULES, state, moves)


def four_codes(state: Four, seat: Seat | None = None) -> list[str]:
    return [event.code[6:] for event in FOUR_RULES.view(state, seat).news]


def four_cells(state: Four, seat: Seat | None = None) -> dict[str, str]:
    return FOUR_JUNQI.cells(FOUR_RULES.view(state, seat))


def four_end(state: Four) -> tuple[list[int], str] | None:
    return end(FOUR_RULES.turn(state))


def four_refusal(state: Four, text: str, seat: Seat = A) -> str:
    return _refusal(FOUR_RULES, state, text, seat)


def _done(rules: Rules[S, Any, Any], state: S, moves: tuple[str, ...]) -> S:
    for text in moves:
        turn = rules.turn(state)
        assert isinstance(turn, Act), turn
        state, _ = play(rules, state, min(turn.seats), text)
    return state


def dark_codes(state: Dark, seat: Seat | None = None) -> list[str]:
    """Return a viewer's news, without "junqi."."""
    return [event.code[6:] for event in DARK_RULES.view(state, seat).news]


def flip_codes(state: Flip) -> list[str]:
    return [event.code[6:] for event in FLIP_RULES.view(state, None).news]


def dark_cells(state: Dark, seat: Seat | None = None) -> dict[str, str]:
    return DARK_JUNQI.cells(DARK_RULES.view(state, seat))


def flip_cells(state: Flip) -> dict[str, str]:
    return FLIP_JUNQI.cells(FLIP_RULES.view(state, None))


def end(turn: object) -> tuple[list[int], str] | None:
    """Return winners and reason, if that is the end."""
    return (sorted(turn.winners), turn.reason) if isinstance(turn, Over) else None


def dark_end(state: Dark) -> tuple[list[int], str] | None:
    return end(DARK_RULES.turn(state))


def flip_end(state: Flip) -> tuple[list[int], str] | None:
    return end(FLIP_RULES.turn(state))


def dark_refusal(state: Dark, text: str, seat: Seat = A) -> str:
    """Return the code of the refusal of an action; "" if it is not refused."""
    return _refusal(DARK_RULES, state, text, seat)


def flip_refusal(state: Flip, text: str, seat: Seat = A) -> str:
    return _refusal(FLIP_RULES, state, text, seat)


def _refusal(rules: AnyRules, state: Any, text: str, seat: Seat) -> str:
    try:
        play(rules, state, seat, text)
    except GameError as error:
        return error.event.code
    return ""


def adjacent(text: str) -> dict[str, set[str]]:
    """Read a list of lines as the rules print it, "a1: b1 a2 b1: …", square by square."""
    lines: dict[str, set[str]] = {}
    names: set[str] = set()
    for word in text.split():
        if word.endswith(":"):
            names = lines.setdefault(word[:-1], set())
        else:
            names.add(word)
    return lines
