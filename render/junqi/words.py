"""A position of Junqi in words."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from games.core import Event, Over, Roll, Seat, Word
from games.junqi.board import COLOURS, GRID, SEATS
from games.junqi.dark import notation as dark_notation
from games.junqi.dark import view as dark_view
from games.junqi.dark.view import DarkView
from games.junqi.flip import notation as flip_notation
from games.junqi.flip import view as flip_view
from games.junqi.flip.board import Down, carried_flag
from games.junqi.flip.refuge import NAMES
from games.junqi.flip.view import SIDES, FlipView
from games.junqi.hidden import Piece
from games.junqi.layout import placement_faults
from games.junqi.pieces import CODES

from ..look import Look
from ..words import deed, describe_choice, opening, together

Groups = dict[str, list[str]]


def flip_sides(view: FlipView) -> tuple[Word, ...]:
    """Return the names of the seats: their colours, once those are decided."""
    return tuple(
        SIDES.get(colour, Word(f"junqi-flip.seat.{seat}"))
        for seat, colour in enumerate(view.colours)
    )


def waiting(view: DarkView) -> bool:
    """Tell whether the sides still set up and the reader can tell no pieces apart."""
    return view.deploying and not any(isinstance(cell, Piece) for cell in view.board)


def describe_dark(view: DarkView, look: Look) -> str:
    """Write the alt text of a picture of dark mode, as far as its reader may know."""
    if waiting(view):
        return together(_waiting(view, look), look)
    known: dict[int, Groups] = {seat: {} for seat in SEATS}
    for square, cell in enumerate(view.board):
        if cell:
            code = cell.code if isinstance(cell, Piece) else ""
            known[cell.seat].setdefault(code, []).append(GRID.names[square])
    lost = [
        Counter(p.code if isinstance(p, Piece) else "" for p in view.lost if p.seat == seat)
        for seat in SEATS
    ]
    number = view.ply if isinstance(view.turn, Over) else view.number
    return together(
        (
            *opening(view, look, "junqi-dark", number, dark_view.SIDES),
            *deed(look, view.news, dark_notation.last(view), dark_view.SIDES, begun=view.ply > 0),
            *describe_choice(look, (dark_view.path(action) for action in dark_view.legal(view))),
            *_problems(view, look),
            *_marks(look),
            *(_side(look, dark_view.SIDES[seat], known[seat], lost[seat]) for seat in SEATS),
        ),
        look,
    )


def describe_flip(view: FlipView, look: Look) -> str:
    """Write the alt text of a picture of flip mode."""
    known: dict[str, Groups] = {colour: {} for colour in COLOURS}
    down, flags = [], []
    for square, cell in enumerate(view.board):
        name = NAMES[square]
        if isinstance(cell, Down):
            down.append(name)
        elif cell:
            known[cell.colour].setdefault(cell.code, []).append(name)
            held = carried_flag(cell, view.alive)
            flags += [
                ("alt.flag_carried" if flag == held else "alt.flag_under", flag, name)
                for flag in cell.under
            ]
    lost = {c: Counter(face.code for face in view.dead if face.colour == c) for c in COLOURS}
    words, sides = look.words, flip_sides(view)
    owned = view.colours[0] and not isinstance(view.turn, Roll)
    number = view.ply if isinstance(view.turn, Over) else view.number
    return together(
        (
            *opening(view, look, "junqi-flip", number, sides),
            *deed(look, view.news, flip_notation.last(view), sides, begun=view.ply > 0),
            *([words("alt.face_down", n=len(down))] if down else []),
            *([words("alt.colours", first=sides[0], second=sides[1])] if owned else []),
            *describe_choice(look, (flip_view.path(action) for action in flip_view.legal(view))),
            *(words(code, side=SIDES[flag], square=name) for code, flag, name in flags),
            *(_side(look, SIDES[c], known[c], lost[c]) for c in COLOURS if known[c] or lost[c]),
        ),
        look,
    )


def _waiting(view: DarkView, look: Look) -> Iterator[str]:
    sides, over = dark_view.SIDES, isinstance(view.turn, Over)
    yield from opening(view, look, "junqi-dark", view.ply if over else view.number, sides)
    ready = [Event("junqi.ready", {"side": sides[seat]}) for seat in sorted(view.ready)]
    for event in (*ready, *([] if over else [Event("junqi.all_set_up")])):
        yield from deed(look, [event], None, sides)


def _marks(look: Look) -> Iterator[str]:
    if look.notes:
        marks = (
            look.words("alt.mark", guess=_guess(look, guess), square=at) for at, guess in look.notes
        )
        yield look.words("alt.marks", marks=look.words("alt.comma").join(marks))


def _guess(look: Look, guess: str) -> str:
    """Say a guess like "9?" or "≥5" with the name of the rank."""
    code = guess.strip("≥≤?")
    bounds = {"≥": "mark.at_least", "≤": "mark.at_most"}
    name = _name(look, code)
    return look.words(bounds[guess[0]], name=name) if guess[0] in bounds else name


def _problems(view: DarkView, look: Look) -> Iterator[str]:
    if not view.arranging:
        return
    pieces = {
        GRID.names[at]: cell.code for at, cell in enumerate(view.board) if isinstance(cell, Piece)
    }
    for fault in placement_faults(view.seat or Seat(0), pieces):
        yield look.words("alt.problem", problem=look.words(fault.code, **fault.args))


def army(
    look: Look,
    side: Word,
    held: Groups,
    lost: Counter[str],
    name: Callable[[str], str],
    listed: Callable[[list[str]], str],
) -> str:
    """List a side as in "Red: General c4; Landmine b1, e2; hidden on a1. Lost 3: Bomb 2, Major".
    `name` says a kind by its code, `listed` squares."""
    words = look.words
    groups = [f"{name(code)} {listed(held[code])}" for code in CODES if code in held]
    if "" in held:
        groups.append(words("alt.hidden", squares=listed(held[""])))
    kinds = words("alt.comma").join(
        name(code) + (f" × {lost[code]}" if lost[code] > 1 else "")
        for code in CODES
        if code in lost
    )
    losses = words("alt.lost", n=lost.total())
    losses = words("line.told", deed=losses, news=kinds) if kinds else losses
    pieces = words("alt.semicolon").join(groups) or words("alt.none")
    return words("alt.army", side=side, pieces=pieces, lost=losses)


def _side(look: Look, side: Word, held: Groups, lost: Counter[str]) -> str:
    return army(look, side, held, lost, partial(_name, look), look.words("alt.comma").join)


def _name(look: Look, code: str) -> str:
    return look.words(f"junqi.piece.{code}")
