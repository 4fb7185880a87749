"""The lines under a board of Junqi in every mode: the last turn, or a layout's problems."""

from games.core import Event, Over, Seat, View

from ..frame import Footer, Wording, only_you, result
from ..look import Look
from ..painting.shaping import RIGHT
from ..scene import Run
from ..theme import TOKENS
from ..words import Sides, saying, sayings

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
"""The news of the second line, the most important first."""
QUIET = 30
"""The number of turns without a capture from which on they are counted under the board."""


def last_turn(
    view: View, look: Look, last: tuple[Seat, str] | None, begins: Event, size: int
) -> tuple[Wording, ...]:
    """Return wordings of the last move and its first news; before any turn, of who begins."""
    tokens, semicolon = TOKENS[look.theme], look.words("alt.semicolon")
    if last is None:
        events = tuple(_head(view)) or view.news or (begins,) * (view.number == 1)
        news = semicolon.join(saying(look, event) for event in events)
        return ((Run(news, size, tokens.ink2),),)
    start = RIGHT if semicolon.startswith(RIGHT) else ""  # for a move without words
    bold = Run(start + last[1], size, tokens.ink, "Bold")
    head = _head(view)
    full = semicolon.join(saying(look, event) for event in head)
    brief = semicolon.join(sayings(look, event)[-1] for event in head)
    first = saying(look, head[0]) if head else ""
    sayings_ = filter(None, (full, brief, first))
    return *((bold, Run(saying, size, tokens.ink2, space=14)) for saying in sayings_), (bold,)


def _head(view: View) -> list[Event]:
    return [event for event in view.news if event.code not in LATER]


def later(view: View, look: Look, sides: Sides, *, moved: bool) -> tuple[Wording, ...]:
    """Say how a preview would end, or what became known; nothing if the first line has said it."""
    tokens, semicolon = TOKENS[look.theme], look.words("alt.semicolon")
    if isinstance(view.turn, Over):
        return result(view.turn, look, sides, 22)
    if not moved and not _head(view):
        return ()
    events = (event for code in LATER for event in view.news if event.code == code)
    news = [sayings(look, event) for event in events]
    ways = [semicolon.join(new[end] for new in news) for end in (0, -1)]
    ways += (semicolon.join(new[-1] for new in news[:most]) for most in range(len(news) - 1, 0, -1))
    return tuple((Run(way, 22, tokens.ink2),) for way in dict.fromkeys(ways) if way)


def quiet_for(code: str, turns: int, limit: int) -> Event | None:
    """Count turns without a capture once they are many, where a `limit` makes a draw of them."""
    wanted = limit and turns >= min(QUIET, limit // 2)
    return Event(code, {"n": turns, "limit": limit}) if wanted else None


def small(look: Look, event: Event | None) -> Wording:
    """Write an event on the second line."""
    if event is None:
        return ()
    return (Run(saying(look, event), 22, TOKENS[look.theme].ink2),)


def advice(view: View, look: Look, wrong: tuple[Event, ...], sealed: str) -> tuple[Footer, ...]:
    """Count a layout's problems and name the first; then say what to do with what is picked.
    `sealed` is the code for a layout without problems that can no longer be changed."""
    tokens = TOKENS[look.theme]
    second: Wording = ()
    if look.picked:
        second = (Run(look.words("junqi.picked", square=look.picked[0]), 22, tokens.ink2),)
    if not wrong:
        legal = look.words("junqi.legal_layout" if view.acting else sealed)
        return Footer(((Run(legal, 25, tokens.ink),),)), Footer((second,), only_you(look))
    count = Run(look.words("junqi.problems", n=len(wrong)), 25, tokens.bad, "Bold")
    first = (count, Run(saying(look, wrong[0]), 25, tokens.ink, space=14))
    return Footer((first, (count,))), Footer((second,), only_you(look))
