"""A position in words, for readers who do not see its picture: the part all games share."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence

from games.core import Act, Event, Over, Pick, Seat, View, Word
from games.grid import natural

from .look import Look, Words

LONGEST = 1024
"""The most characters Discord takes as a picture's description."""
SPOKEN_NAME = 34
"""The most characters of a player's name in a description."""
Sides = Sequence[Word]
"""The names of the seats' sides in their order; seats may change sides in a match."""


def endings(over: Over, look: Look, sides: Sides, names: Sequence[str] = ()) -> Iterator[str]:
    """Say how a game ended, longest wording first: winners by name and side, by name, by side.
    `names` are the players' by seat, "" for one without. All winners and all others are named."""
    words, comma = look.words, look.words("alt.comma")
    losers = [Seat(seat) for seat in range(len(sides)) if seat not in over.winners]

    def name(seat: Seat) -> str:
        return names[seat] if seat < len(names) else ""

    def by_side(seat: Seat) -> str:
        return words(sides[seat].code)

    def by_name(seat: Seat) -> str:
        return name(seat) or by_side(seat)

    def by_both(seat: Seat) -> str:
        side = by_side(seat)
        return words("alt.who", side=name(seat), name=side) if name(seat) else side

    def wording(code: str, way: Callable[[Seat], str]) -> str:
        winner, loser = (comma.join(map(way, seats)) for seats in (sorted(over.winners), losers))
        return words(code, winner=winner, loser=last_opponent(len(sides), words) or loser)

    code = ending(over.reason, len(sides), words)
    yield from (wording(code, way) for way in (by_both, by_name, by_side))


def ending(reason: str, seats: int, known: Container[str]) -> str:
    """Return the code for how a game ended, as it is said where teams play."""
    team = f"over.{reason}_team"
    return team if seats > 2 and team in known else f"over.{reason}"


def last_opponent(seats: int, words: Words) -> str:
    """Name whom the end of a game is about where teams play: the last seat of the losers."""
    return words("over.last_opponent") if seats > 2 else ""


def sayings(look: Look, event: Event) -> tuple[str, ...]:
    """Return what an event says, at full length, and shorter where there are such words."""
    codes = (event.code, f"{event.code}_short")
    return tuple(look.words(code, **event.args) for code in codes if code in look.words)


def saying(look: Look, event: Event) -> str:
    """Return what an event says, at full length."""
    return look.words(event.code, **event.args)


def together(sentences: Iterable[str], look: Look) -> str:
    """Join sentences, "only you" first if private; the end is cut where Discord takes no more."""
    private = (look.words("alt.only_you"),) if look.private else ()
    text = look.words("alt.join").join((*private, *sentences))
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def opening(view: View, look: Look, game: str, number: int, sides: Sides) -> Iterator[str]:
    """Name the game, its move's number (at the end the number played), and whose turn it is."""
    words, name = look.words, look.words(f"{game}.name")
    if isinstance(view.turn, Over) and not look.preview:
        if look.past:
            return
        yield words("alt.final", game=name, n=number)
        names = [_spoken_name(look, Seat(seat)) for seat in range(len(sides))]
        yield words("alt.news", saying=next(endings(view.turn, look, sides, names)))
        return
    counted = words("line.turn_number", n=number)
    if not look.past:
        yield words("alt.move", game=name, number=counted)
    if look.preview:
        yield words("alt.preview")
    elif isinstance(view.turn, Act):
        code = "line.they_set_up" if view.free else "line.they_move"
        for seat in sorted(view.turn.seats):
            yield words("alt.news", saying=words(code, player=_who(look, sides[seat], seat)))


def _spoken_name(look: Look, seat: Seat) -> str:
    names = look.spoken or look.names
    return names[seat][:SPOKEN_NAME] if seat < len(names) else ""


def _who(look: Look, side: Word, seat: Seat) -> str:
    word, name = look.words(side.code), _spoken_name(look, seat)
    return look.words("alt.who", side=word, name=name) if name else word


def deed(
    look: Look,
    news: Iterable[Event],
    last: tuple[Seat, str] | None,
    sides: Sides,
    *,
    begun: bool = False,
) -> Iterator[str]:
    """Say what the last turn was, and what it brought near; that none was taken, unless `begun`."""
    if look.past:  # but for a call to the player to move next
        news, last = (event for event in news if f"{event.code}_you" in look.words), None
    text = look.words("alt.semicolon").join(saying(look, event) for event in news)
    if not text and (look.past or (begun and last is None)):
        return
    if last is None:
        yield (
            look.words("alt.news", saying=capital(text)) if text else look.words("history.no_moves")
        )
        return
    seat, move = last
    move = look.words("alt.semicolon").join(filter(None, (move, text)))
    yield look.words("alt.drafted" if look.preview else "alt.last", side=sides[seat], move=move)


def capital(text: str) -> str:
    """Begin the text with a capital letter."""
    return text[:1].upper() + text[1:]


def describe_choice(look: Look, paths: Iterable[tuple[Pick, ...]]) -> Iterator[str]:
    """Say what the reader has chosen, and which squares it can continue with."""
    if not look.picked:
        return
    steps = {step for path in paths if (step := look.next(path))}
    spelled = sorted(map(str, steps), key=natural)
    further = [_speak_step(str(look.picked[-1]), step) for step in spelled]
    comma = look.words("alt.comma")
    chosen = (look.words(word.code) if isinstance(word, Word) else word for word in look.picked)
    yield look.words("alt.chosen", squares=comma.join(chosen))
    if further:
        yield look.words("alt.further", squares=comma.join(further))


def _speak_step(before: str, step: str) -> str:
    """Return a step as part of its action: "5" after "f" is "f5", "+b2" after "d2" is "d2+b2"."""
    return step if step[:1].isalpha() and step[1:2].isdecimal() else before + step
