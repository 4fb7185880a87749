"""A position in words, for those who do not see its picture: what all games have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.core import Act, Event, Over, Pick, Seat, View, Word
from games.grid import natural

from .look import Look

LONGEST = 1000
"""Discord takes 1,024 characters of a picture's description."""
LONGEST_NAME = 32


def result(over: Over, game: str, colours: tuple[int, int] = (0, 1)) -> Event:
    """How a game ended, as a sentence of the catalogue with the sides in it."""
    if len(over.winners) != 1:
        return Event(f"over.{over.reason}")
    (winner,) = over.winners
    sides = {
        "winner": Word(f"{game}.seat.{colours[winner]}"),
        "loser": Word(f"{game}.seat.{colours[1 - winner]}"),
    }
    return Event(f"over.{over.reason}", sides)


def sayings(look: Look, event: Event) -> Iterator[str]:
    """What an event says, the longest wording first."""
    for code in (event.code, f"{event.code}_short", f"{event.code}_brief"):
        if code in look.words:
            yield look.words(code, **event.args)


def together(sentences: Iterable[str], look: Look) -> str:
    """The alt text of these sentences, cut to what Discord takes."""
    private = (look.words("alt.only_you"),) if look.private else ()
    text = look.words("alt.join").join((*sentences, *private))
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def opening(
    view: View, look: Look, game: str, number: int, colours: tuple[int, int] = (0, 1)
) -> Iterator[str]:
    """The game, its move's number (at the end: how many there were), and whose turn it is.

    `colours` tells whose word each seat goes by, where seats may change sides.
    """
    words, name = look.words, look.words(f"{game}.name")
    if isinstance(view.turn, Over):
        yield words("alt.final", game=name, n=number)
        event = result(view.turn, game, colours)
        yield words("alt.result", result=words(event.code, **event.args))
        return
    own = f"{game}.turn_number"
    counted = words(own if own in words else "line.move_number", n=number)
    yield words("alt.move", game=name, number=counted)
    if look.preview:
        yield words("alt.preview")
    elif isinstance(view.turn, Act):
        code = "alt.to_set_up" if view.free else "alt.to_move"
        for seat in sorted(view.turn.seats):
            yield words(code, side=_who(look, f"{game}.seat.{colours[seat]}", seat))


def _who(look: Look, code: str, seat: Seat) -> str:
    """A side, with its player's name where there is one."""
    side = look.words(code)
    name = look.names[seat] if seat < len(look.names) else ""
    return look.words("alt.who", side=side, name=name[:LONGEST_NAME]) if name else side


def deed(
    view: View,
    look: Look,
    game: str,
    told: tuple[Seat, str] | None,
    colours: tuple[int, int] = (0, 1),
) -> Iterator[str]:
    """The last turn, and what it brought near."""
    words = [look.words(event.code, **event.args) for event in view.news]
    saying = look.words("alt.semicolon").join(words)
    if told is None:
        yield look.words("alt.news", saying=saying) if saying else look.words("alt.no_move")
        return
    seat, text = told
    code, side = "alt.drafted" if look.preview else "alt.last", Word(f"{game}.seat.{colours[seat]}")
    yield look.words(code, side=side, move=text, saying=saying)


def picked(look: Look, paths: Iterable[tuple[Pick, ...]]) -> Iterator[str]:
    """What the reader has chosen, and with which squares it can go on."""
    count = len(look.picked)
    if not count:
        return
    steps = {path[count] for path in paths if path[:count] == look.picked and path[count:]}
    spelled = sorted(map(str, steps), key=natural)
    further = [_spoken(str(look.picked[-1]), step) for step in spelled]
    comma = look.words("alt.comma")
    chosen = (look.words(one.code) if isinstance(one, Word) else one for one in look.picked)
    yield look.words("alt.chosen", squares=comma.join(chosen))
    if further:
        yield look.words("alt.further", squares=comma.join(further))


def _spoken(before: str, step: str) -> str:
    """A step as part of its action: "5" after "f" is "f5", "+b2" after "d2" is "d2+b2"."""
    return step if step[:1].isalpha() and step[1:2].isdecimal() else before + step
