"""From a secret position to what one reader may see of it: the only way out of this package."""

from __future__ import annotations

import re
from typing import Any

from games.core import (
    AnyGame,
    AnyRules,
    Event,
    GameError,
    NotationError,
    OutOfTurn,
    Over,
    Pick,
    View,
)
from games.core import Code as Core
from games.grid import Grid
from games.submission import foresee, split, unfinished

from .model import Choice, Code, Match, Refusal, Seen
from .store.rows import Stored

_SQUARE = re.compile(r"[a-z][1-9]\d?")
_GRID = Grid(26, 99)
"""Large enough for every board with named squares."""


def seen(
    rules: AnyRules, stored: Stored, reader: int | None, draft: str = "", *, state: Any = None
) -> Seen:
    """A begun match for one reader: a player from their own seat, anybody else as a spectator.

    Only the seat to act may have a draft; raises OutOfTurn, NotationError or IllegalAction. `state`
    is the position's, where it is at hand.
    """
    match = stored.match
    seat = None if reader is None else match.seat_of(reader)
    game = rules.game
    view = rules.view(loaded(rules, stored) if state is None else state, seat)
    last = game.last(view)
    if draft.strip():
        _check_turn(match, view)
        view, draft = foresee(game, view, draft)
        complete = not unfinished(view)
    else:
        draft, complete = "", False
    choices = () if complete else _choices(game, view, last[1] if last else "")
    return Seen(
        match,
        game.info,
        view,
        choices,
        draft,
        complete,
        diagram=game.diagram(view),
        last=game.last(view),
        cells=game.cells(view),
    )


def suggestions(
    rules: AnyRules, stored: Stored, reader: int, typed: str
) -> list[tuple[str, Choice]]:
    """The actions that go with the last part of a text, then those that may follow all of it.

    A text that ends with a blank or a comma asks only for what follows.
    """
    game = rules.game
    parts = split(game, typed) if typed.strip() else []
    state = loaded(rules, stored)
    found: dict[str, Choice] = {}
    ended = game.info.joint and typed.endswith((" ", ",", ";"))
    for done in range(max(0, len(parts) - (not ended)), len(parts) + 1):
        try:
            now = seen(rules, stored, reader, game.info.joint.join(parts[:done]), state=state)
        except GameError:
            continue
        begun = _bare("".join(parts[done:]))
        for choice in now.choices:
            if begun in _bare(choice.text):
                text = game.info.joint.join(filter(None, (now.draft, choice.text)))
                found.setdefault(text, choice)
    return list(found.items())


def _bare(text: str) -> str:
    """A text as it may be begun in a hurry: "a1a3" of "a1-a3"."""
    return text.replace("-", "").replace(" ", "")


def loaded(rules: AnyRules, stored: Stored) -> Any:
    """The secret state of a begun match.

    A position that cannot be read is a fault, not a refusal: that would say what is written there.
    """
    try:
        return rules.load(stored.position)
    except NotationError:
        raise RuntimeError(f"the position of match={stored.match.id} cannot be read") from None


def _check_turn(match: Match, view: View) -> None:
    if isinstance(view.turn, Over):
        raise OutOfTurn(Core.ALREADY_OVER)
    if view.seat is None:
        raise Refusal(Code.NOT_A_PLAYER, match=match.id)
    if not view.acting:
        raise OutOfTurn(Core.NOT_YOUR_TURN)


def _choices(game: AnyGame, view: View, last: str) -> tuple[Choice, ...]:
    """What the reader may do next: what wins or takes first, then what is near the last move."""
    if not view.acting:
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
    spots = _squares(last)
    return tuple(sorted(found, key=lambda one: (-one.weight, _distance(one.path, spots), one.text)))


def _since(before: tuple[Event, ...], news: tuple[Event, ...]) -> tuple[Event, ...]:
    """What of the news is not told already."""
    return news[len(before) :] if news[: len(before)] == before else news


def _squares(text: str) -> list[int]:
    return [_GRID.square(name) for name in _SQUARE.findall(text)]


def _distance(path: tuple[Pick, ...], spots: list[int]) -> int:
    own = _squares(" ".join(map(str, path)))
    return min((_GRID.distance(one, other) for one in own for other in spots), default=0)
