"""A position of Ponte del Diavolo in words."""

from collections.abc import Callable, Iterator

from games.core import Over, Word
from games.ponte.board import DARK, ISLAND, LIGHT, Colour
from games.ponte.notation import last
from games.ponte.view import PonteView, legal, path

from ..look import Look
from ..words import capital, deed, describe_choice, opening, together

SIDES = (Word("ponte.seat.0"), Word("ponte.seat.1"))


def sides(view: PonteView) -> tuple[Word, ...]:
    """Return the names of the seats, which may have changed colours."""
    return tuple(SIDES[colour] for colour in view.position.seated)


def describe(view: PonteView, look: Look) -> str:
    """Write the alt text of a picture: islands, sandbanks and bridges of both colours."""
    position = view.position
    number = position.number if isinstance(view.turn, Over) else position.number + 1
    return together(
        (
            *opening(view, look, "ponte", number, sides(view)),
            *deed(look, view.news, last(view), sides(view)),
            *describe_choice(look, (path(action) for action in legal(view))),
            *_supply(view, look),
            *(look.words("alt.news", saying=worth) for worth in first_worths(view, look)),
            *filter(None, (capital(tie_break(view, look)),)),
            *(_colour(view, look, colour) for colour in (LIGHT, DARK)),
        ),
        look,
    )


def _supply(view: PonteView, look: Look) -> Iterator[str]:
    position, words = view.position, look.words
    tiles = [position.tiles_left(colour) for colour in (LIGHT, DARK)]
    if None not in tiles:
        yield words("alt.tiles_left", light=str(tiles[LIGHT]), dark=str(tiles[DARK]))
    if position.bridges_left is not None:
        yield words("alt.bridges_left", n=position.bridges_left)


def first_worths(view: PonteView, look: Look) -> Iterator[str]:
    """Say what counts, while there is nothing on the sea that shows it."""
    if not any(view.position.placed):
        yield from map(look.words, ("frame.one_island", "frame.two_joined"))


def tie_break(view: PonteView, look: Look) -> str:
    """Count the islands and bridges of the seats, where equal scores made them decide."""
    position = view.position
    if not isinstance(view.turn, Over) or view.turn.reason not in ("islands", "bridges", "tie"):
        return ""

    def both(count: Callable[[Colour], int]) -> str:
        return " : ".join(str(count(colour)) for colour in position.seated)

    def islands(colour: Colour) -> int:
        return sum(len(network.islands) for network in position.networks(colour))

    def bridges(colour: Colour) -> int:
        return len(position.own_spans(colour))

    return look.words("frame.tie_break", islands=both(islands), bridges=both(bridges))


def _networks(view: PonteView, look: Look, colour: Colour) -> Iterator[str]:
    """Say how a colour's islands are joined, at the end: "7 islands joined score 28"."""
    if isinstance(view.turn, Over):
        for network in view.position.networks(colour):
            if len(network.islands) > 1:
                yield look.words("alt.network", n=len(network.islands), score=network.score)


def _colour(view: PonteView, look: Look, colour: int) -> str:
    """List one colour's score, its islands, its sandbanks and its bridges."""
    position, words = view.position, look.words
    table, comma = position.table, look.words("alt.comma")
    groups: dict[bool, list[str]] = {True: [], False: []}
    for group in table.groups(position.placed[colour]):
        names = "-".join(table.grid.names[square] for square in table.squares(group))
        groups[group.bit_count() == ISLAND].append(names)
    built = [f"{span.action.first}-{span.action.second}" for span in position.own_spans(colour)]
    nothing = words("alt.none")
    islands = (comma.join(groups[True]) or nothing, *_networks(view, look, colour))
    return words(
        "alt.lands",
        side=SIDES[colour],
        score=position.score(colour),
        islands=words("alt.semicolon").join(islands),
        sandbanks=comma.join(groups[False]) or nothing,
        bridges=comma.join(built) or nothing,
    )
