"""What a reader may do next: every legal action with what it would do, the likeliest first."""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.core import Event, GameError, NotationError, Pick, Word
from games.grid import Grid, natural
from games.submission import foresee, split, unfinished

from .reader_view import ReaderView
from .refusals import Code, Refusal

_SQUARE = re.compile(r"[a-z][1-9]\d?")
_GRID = Grid(26, 99)
"""Large enough for every board with named squares."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action of the reader: its text, what to pick for it, its effect and its weight."""

    text: str
    path: tuple[Pick, ...]
    news: tuple[Event, ...]
    weight: int


def choices(seen: ReaderView) -> tuple[Choice, ...]:
    """The reader's next actions, the likeliest first.

    What wins, then what takes, then what has no squares (a change of sides), then what is near the
    last move.
    """
    game, view = seen.game, seen.view
    if not view.acting or seen.complete:
        return ()
    begun = view.news if unfinished(view) else ()
    found = [
        Choice(
            game.format(action),
            game.path(action),
            _since(begun, game.preview(view, action).news),
            game.weight(view, action),
        )
        for action in game.legal(view)
    ]
    spots = _squares(seen.last[1] if seen.last else "")

    def order(one: Choice) -> tuple[int, int, tuple[tuple[str, int], ...]]:
        return -one.weight, _distance(one.path, spots), natural(one.text)

    return tuple(sorted(found, key=order))


def suggestions(seen: ReaderView, typed: str) -> list[tuple[str, Choice]]:
    """The actions that go with the last part of a text, then those that may follow all of it.

    Each comes with the text of the turn so far. A text that ends with a blank or a comma asks only
    for what follows.
    """
    game, joint = seen.game, seen.game.info.joint
    parts = split(game, typed) if typed.strip() else []
    found: dict[str, Choice] = {}
    ended = joint and typed.endswith((" ", ",", ";"))
    for done in range(max(0, len(parts) - (not ended)), len(parts) + 1):
        try:
            now = drafted(seen, joint.join(parts[:done]))
        except GameError:
            continue
        begun = _bare("".join(parts[done:]))
        for choice in choices(now):
            if begun in _bare(choice.text):
                text = joint.join(filter(None, (now.draft, choice.text)))
                found.setdefault(text, choice)
    return list(found.items())


def drafted(seen: ReaderView, draft: str) -> ReaderView:
    """What the reader would see after some actions of their own. Raises GameError."""
    if not draft:
        return seen
    view, text = foresee(seen.game, seen.view, draft)
    return ReaderView(seen.match, seen.game, view, text, complete=not unfinished(view))


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn written as far as the first square of its next action."""

    seen: ReaderView
    picks: tuple[Pick, ...]

    @property
    def text(self) -> str:
        """The text as it should be written."""
        joint = self.seen.game.info.joint
        return joint.join(filter(None, (self.seen.draft, str(self.picks[-1]))))


def begun(seen: ReaderView, typed: str) -> Begun | None:
    """What a text begins that ends with one square, which is less than an action.

    None for any other text. Raises GameError or Refusal with the reason why nothing starts there.
    """
    game = seen.game
    *done, last = split(game, typed) if typed.strip() else [""]
    if not seen.view.acting or not _SQUARE.fullmatch(last):
        return None
    now = drafted(seen, game.info.joint.join(done))
    if now.complete:
        return None
    for choice in choices(now):
        picks = tuple(pick for pick in choice.path if isinstance(pick, Word))
        if choice.path == (*picks, last):
            return None
        if choice.path[: len(picks) + 1] == (*picks, last):
            return Begun(now, (*picks, last))
    try:
        game.parse(now.view, last)
    except NotationError:
        raise _unmoved(now, last) from None
    return None


def _unmoved(seen: ReaderView, square: str) -> GameError | Refusal:
    """Why nothing can start on a square: what is said wherever a piece there would go."""
    game, view = seen.game, seen.view
    found = set()
    for target in game.cells(view):
        if target != square:
            try:
                game.check(view, game.parse(view, f"{square}-{target}"))
            except GameError as refused:
                found.add((refused.event.code, tuple(refused.event.args.items())))
                reason = refused
    return reason if len(found) == 1 else Refusal(Code.NO_MOVE_FROM, square=square)


def _bare(text: str) -> str:
    """A text as it may be begun in a hurry: "a1a3" of "a1-a3"."""
    return text.replace("-", "").replace(" ", "")


def _since(before: tuple[Event, ...], news: tuple[Event, ...]) -> tuple[Event, ...]:
    """What of the news is not told already."""
    return news[len(before) :] if news[: len(before)] == before else news


def _squares(text: str) -> list[int]:
    return [_GRID.square(name) for name in _SQUARE.findall(text)]


def _distance(path: tuple[Pick, ...], spots: list[int]) -> int:
    """How far from the last move an action begins or ends; -1 for one without squares."""
    own = _squares(" ".join(map(str, path)))
    if not own:
        return -1
    return min((_GRID.distance(one, other) for one in own for other in spots), default=0)
