"""A position of four-player Junqi in words: seat by seat, with ranges of squares."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from games.core import Over, Seat
from games.junqi.four import notation
from games.junqi.four.board import GROUND, NAMES, SEATS
from games.junqi.four.happenings import Out
from games.junqi.four.view import SIDES, FourView, faults, legal, path
from games.junqi.hidden import Piece

from ...look import Look
from ...words import LONGEST, deed, describe_choice, opening, together
from ..words import army

NAMED: tuple[frozenset[Seat] | None, ...] = (frozenset(SEATS), None, frozenset())
"""The seats whose kinds are named in full: all if that fits, else the reader's own, else none."""


def describe(view: FourView, look: Look) -> str:
    """Write the alt text of a picture as far as its reader may know, naming every piece."""
    own = frozenset(() if view.seat is None else (view.seat,))
    for named in NAMED:
        text = together(_sentences(view, look, own if named is None else named), look)
        if len(text) < LONGEST:
            break
    return text


def _sentences(view: FourView, look: Look, named: frozenset[Seat]) -> Iterator[str]:
    number = view.ply if isinstance(view.turn, Over) else view.number
    yield from opening(view, look, "junqi-four", number, SIDES)
    yield from deed(look, view.news, notation.last(view), SIDES, begun=view.ply > 0)
    yield from describe_choice(look, (path(action) for action in legal(view)))
    yield from _problems(view, look)
    just_out = {deed.seat for deed in view.deeds if isinstance(deed, Out) and view.news}
    for seat, reason in view.gone:
        if seat not in just_out:  # the news have said that already
            why = look.words(f"junqi.why.{reason}")
            yield look.words("alt.news", saying=look.words("junqi.out", side=SIDES[seat], why=why))
    for seat in SEATS:
        if not view.deploying or any(cell and cell.seat == seat for cell in view.board):
            yield _army(view, look, seat, seat in named)


def _army(view: FourView, look: Look, seat: Seat, named: bool) -> str:
    """List a seat as in "South: Colonel g3, i3; hidden on a7–a11. Lost 2: Major, Bomb"."""
    comma = look.words("alt.comma")
    held: dict[str, list[str]] = {}
    for at, cell in enumerate(view.board):
        if cell and cell.seat == seat:
            code = cell.code if isinstance(cell, Piece) else ""
            held.setdefault(code, []).append(NAMES[at])
    lost = Counter(
        piece.code if isinstance(piece, Piece) else "" for piece in view.lost if piece.seat == seat
    )

    def name(code: str) -> str:
        return look.words(f"junqi.piece.{code}") if named else code

    return army(look, SIDES[seat], held, lost, name, lambda squares: ranges(squares, comma))


def ranges(squares_: list[str], comma: str) -> str:
    """List squares by file, neighbours of a file drawn together: "a7–a11, b8"."""
    places = sorted((name[0], int(name[1:])) for name in squares_)
    stretches = []
    for _, run in groupby(enumerate(places), lambda place: (place[1][0], place[1][1] - place[0])):
        stretch = [place for _, place in run]
        (file, first), (_, last) = stretch[0], stretch[-1]
        if len(stretch) > 2:
            stretches.append(f"{file}{first}–{file}{last}")
        else:
            stretches += (f"{file}{rank}" for file, rank in stretch)
    return comma.join(stretches)


def _problems(view: FourView, look: Look) -> Iterator[str]:
    if not view.free or view.seat is None or not view.acting:
        return
    own = {NAMES[at]: cell for at, cell in enumerate(view.board) if cell}
    codes = [own.get(name) for name in GROUND.squares(view.seat)]
    if all(isinstance(cell, Piece) for cell in codes):
        layout = "".join(cell.code for cell in codes if isinstance(cell, Piece))
        for fault in faults(view.seat, layout):
            yield look.words("alt.problem", problem=look.words(fault.code, **fault.args))
