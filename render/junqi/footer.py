"""What stands under a board of Junqi about the last turn, in every mode."""

from __future__ import annotations

from games.core import Event, Over, Seat, View

from ..frame import Wording, result
from ..look import Look
from ..scene import Run
from ..theme import TOKENS
from ..words import Sides, sayings

LATER = (
    "junqi.out",
    "junqi.out_missed",
    "junqi.flag_revealed",
    "junqi.flag_down",
    "junqi.mines_gone",
    "junqi.workers",
    "junqi.colours",
    "junqi.quiet",
    "junqi.quiet_flip",
)
"""The news of the second line, what matters most first."""


def told(
    view: View, look: Look, last: tuple[Seat, str] | None, begins: Event, size: int
) -> tuple[Wording, ...]:
    """The last move and its first news, in full if there is room; before it, who begins."""
    tokens, semicolon = TOKENS[look.theme], look.words("alt.semicolon")
    if last is None:
        events = tuple(_head(view)) or view.news or (begins,)
        said = semicolon.join(look.words(event.code, **event.args) for event in events)
        return ((Run(said, size, tokens.ink2),),)
    bold = Run(last[1], size, tokens.ink, "Bold")
    head = _head(view)
    full = semicolon.join(next(sayings(look, event)) for event in head)
    brief = semicolon.join(list(sayings(look, event))[-1] for event in head)
    first = next(iter(sayings(look, head[0]))) if head else ""
    return (
        *(
            (bold, Run(saying, size, tokens.ink2, space=14))
            for saying in (full, brief, first)
            if saying
        ),
        (bold,),
    )


def _head(view: View) -> list[Event]:
    """The news of the first line."""
    return [event for event in view.news if event.code not in LATER]


def later(view: View, look: Look, sides: Sides, *, moved: bool) -> tuple[Wording, ...]:
    """How a preview would end, or what the last turn has made known.

    Where nobody has `moved`, the first line may have said it already.
    """
    tokens, semicolon = TOKENS[look.theme], look.words("alt.semicolon")
    if isinstance(view.turn, Over):
        return result(view.turn, look, sides, 22)
    if not moved and not _head(view):
        return ()
    events = sorted((one for one in view.news if one.code in LATER), key=_rank)
    said = [tuple(sayings(look, event)) for event in events]
    ways = [semicolon.join(one[min(number, len(one) - 1)] for one in said) for number in range(3)]
    ways += (semicolon.join(one[-1] for one in said[:most]) for most in range(len(said) - 1, 0, -1))
    return tuple((Run(way, 22, tokens.ink2),) for way in dict.fromkeys(ways) if way)


def _rank(event: Event) -> int:
    return LATER.index(event.code)
