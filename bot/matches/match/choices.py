"""A reader's next choices: every legal action with its effect, the likeliest first."""

import re
from dataclasses import dataclass, replace

from games.core import Event, GameError, NotationError, Pick, Word
from games.grid import Grid, natural
from games.submission import foresee, split, unfinished
from games.wording import plain

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


def choices(seen: ReaderView, typed: str = "", most: int | None = None) -> tuple[Choice, ...]:
    """List the reader's next actions, the likeliest first: those `typed` is a part of, `most` of
    them. Wins come first, then captures, then actions without squares (a change of sides), then
    those near the last move. What an action does is foreseen only if it is listed."""
    game, view = seen.game, seen.view
    if not view.acting or seen.complete:
        return ()
    begun = view.news if unfinished(view) else ()
    spots, part = _squares(seen.last[1] if seen.last else ""), _bare(typed)

    def order(listed: tuple[Choice, object]) -> tuple[int, int, tuple[tuple[str, int], ...]]:
        one, _ = listed
        return -one.weight, _distance(one.path, spots), natural(one.text)

    fitting = [
        (Choice(text, game.path(action), (), game.weight(view, action)), action)
        for action in game.legal(view)
        if part in _bare(text := game.format(action))
    ]
    return tuple(
        replace(choice, news=news[len(begun) :] if news[: len(begun)] == begun else news)
        for choice, action in sorted(fitting, key=order)[:most]
        for news in [game.preview(view, action).news]
    )


def suggestions(seen: ReaderView, typed: str, most: int) -> list[tuple[str, Choice]]:
    """List the actions that complete the last part of a text, then those that may follow it, each
    with the text of the turn so far; after a blank or a comma only those that follow."""
    game, joint = seen.game, seen.game.info.joint
    try:
        parts = split(game, plain(typed)) if typed.strip() else []
    except GameError:  # there is nothing but signs that are not read
        return []
    found: dict[str, Choice] = {}
    ended = joint and typed.endswith((" ", ",", ";"))
    for done in range(max(0, len(parts) - (not ended)), len(parts) + 1):
        try:
            now = draft_view(seen, joint.join(parts[:done]))
        except GameError:
            continue
        for choice in choices(now, "".join(parts[done:]), most - len(found)):
            found.setdefault(joint.join(filter(None, (now.draft, choice.text))), choice)
    return list(found.items())


def draft_view(seen: ReaderView, draft: str) -> ReaderView:
    """Show what the reader would see after some actions of their own. Raises GameError."""
    if not draft:
        return seen
    view, text = foresee(seen.game, seen.view, draft)
    return ReaderView(seen.match, seen.game, view, text, complete=not unfinished(view))


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn written as far as the first square of its next action."""

    seen: ReaderView
    choices: tuple[Choice, ...]
    picks: tuple[Pick, ...]

    @property
    def text(self) -> str:
        """The text as it should be written."""
        return self.seen.game.info.joint.join(filter(None, (self.seen.draft, str(self.picks[-1]))))


def read_beginning(seen: ReaderView, typed: str) -> Begun | None:
    """Read a text that ends with one square, the beginning of an action; None for any other text.
    Raises GameError or Refusal with the reason why nothing starts there."""
    game = seen.game
    *done, last = split(game, typed) if typed.strip() else [""]
    if not seen.view.acting or not _SQUARE.fullmatch(last):
        return None
    now = draft_view(seen, game.info.joint.join(done))
    if now.complete:
        return None
    known = choices(now)
    for choice in known:
        picks = tuple(pick for pick in choice.path if isinstance(pick, Word))
        if choice.path == (*picks, last):
            return None
        if choice.path[: len(picks) + 1] == (*picks, last):
            return Begun(now, known, (*picks, last))
    try:
        game.parse(now.view, last)
    except NotationError:
        raise _refusal_from(now, last) from None
    return None


def _refusal_from(seen: ReaderView, square: str) -> GameError | Refusal:
    """Return the reason why nothing can start on a square, if it is the same for all targets."""
    game, view = seen.game, seen.view
    reasons = {}
    for target in game.cells(view):
        if target != square:
            try:
                game.check(view, game.parse(view, f"{square}-{target}"))
            except GameError as refused:
                reasons[refused.event.code, tuple(refused.event.args.items())] = refused
    return reasons.popitem()[1] if len(reasons) == 1 else Refusal(Code.NO_MOVE_FROM, square=square)


def _bare(text: str) -> str:
    """Strip a text to what may be typed in a hurry: "a1a3" of "a1-a3"."""
    return text.replace("-", "").replace(" ", "")


def _squares(text: str) -> list[int]:
    return [_GRID.square(name) for name in _SQUARE.findall(text)]


def _distance(path: tuple[Pick, ...], spots: list[int]) -> int:
    """Measure how far from the last move an action begins or ends; -1 for one without squares."""
    own = _squares(" ".join(map(str, path)))
    if not own:
        return -1
    return min((_GRID.distance(spot, other) for spot in own for other in spots), default=0)
