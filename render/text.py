"""A position in words, for those who do not see its picture."""

from __future__ import annotations

from collections.abc import Iterator

from games.core import Act, Event, Over, Seat
from games.murus.board import CATAPULT, GRID, TOWER, WALL, stack, stones
from games.murus.notation import last
from games.murus.view import MurusView, legal, path

from .look import Look

LONGEST = 1000
"""Discord takes 1,024 characters of a picture's description."""
LONGEST_NAME = 32
STACKS = {WALL: "alt.walls", TOWER: "alt.towers", CATAPULT: "alt.catapults"}


def result(over: Over, game: str) -> Event:
    """How a game ended, as a sentence of the catalogue with the sides in it."""
    if len(over.winners) != 1:
        return Event(f"over.{over.reason}")
    (winner,) = over.winners
    sides = {"winner": f"@{game}.seat.{winner}", "loser": f"@{game}.seat.{1 - winner}"}
    return Event(f"over.{over.reason}", sides)


def describe_murus(view: MurusView, look: Look) -> str:
    """The alt text of a picture of Murus Gallicus: the whole position."""
    sentences = [*_opening(view, look), *_deed(view, look), *_picked(view, look)]
    sentences += (_side(view, look, Seat(seat)) for seat in (0, 1))
    if look.private:
        sentences.append(look.words("alt.only_you"))
    text = " ".join(sentences)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _opening(view: MurusView, look: Look) -> Iterator[str]:
    words, game = look.words, look.words("murus.name")
    if isinstance(view.turn, Over):
        yield words("alt.final", game=game, n=view.ply)
        event = result(view.turn, "murus")
        yield words("alt.result", result=words(event.code, **event.args))
        return
    yield words("alt.move", game=game, n=view.ply + 1)
    if isinstance(view.turn, Act):
        for seat in sorted(view.turn.seats):
            yield words("alt.to_move", side=_who(look, seat))


def _who(look: Look, seat: Seat) -> str:
    """A side, with its player's name where there is one."""
    side = look.words(f"murus.seat.{seat}")
    name = look.names[seat] if seat < len(look.names) else ""
    return look.words("alt.who", side=side, name=name[:LONGEST_NAME]) if name else side


def _deed(view: MurusView, look: Look) -> Iterator[str]:
    """The last move, and what it brought near."""
    told = last(view)
    if told is None:
        yield look.words("alt.no_move")
        return
    seat, text = told
    words = [look.words(event.code, **event.args) for event in view.news]
    saying = look.words("alt.semicolon").join(words)
    yield look.words("alt.last", side=f"@murus.seat.{seat}", move=text, saying=saying)


def _picked(view: MurusView, look: Look) -> Iterator[str]:
    """What the reader has chosen, and with which squares it can go on."""
    count = len(look.picked)
    if not count:
        return
    paths = (path(action) for action in legal(view))
    further = sorted(
        {steps[count] for steps in paths if steps[:count] == look.picked and steps[count:]}
    )
    comma = look.words("alt.comma")
    yield look.words("alt.chosen", squares=comma.join(look.picked))
    if further:
        yield look.words("alt.further", squares=comma.join(further))


def _side(view: MurusView, look: Look, seat: Seat) -> str:
    """One side's stacks by kind: "Romans, 15 stones: walls on e3, f3; tower on a1."."""
    kinds = []
    for height, code in STACKS.items():
        cell = stack(seat, height)
        squares = [name for name, held in zip(GRID.names, view.board, strict=True) if held == cell]
        if squares:
            listed = look.words("alt.comma").join(squares)
            kinds.append(look.words(code, squares=listed, n=len(squares)))
    held = look.words("alt.semicolon").join(kinds) or look.words("alt.nothing")
    left = stones(view.board, seat)
    return look.words("alt.side", side=f"@murus.seat.{seat}", n=left, stacks=held)
