"""Twins: states that differ in what one viewer cannot see, and everything that reaches that viewer.

Whoever may not know the difference must get the same of both.
"""

from collections.abc import Iterable
from typing import Any

from games.core import AnyRules, Event, GameError, Seat
from games.submission import play


def reaching(
    rules: AnyRules, state: Any, seat: Seat | None, tried: Iterable[str] = ()
) -> dict[str, Any]:
    """Return everything that a state lets reach a seat; `tried` are the turns it tries."""
    game, view = rules.game, rules.view(state, seat)
    found = {
        "view": view,
        "news": view.news,
        "legal": game.legal(view),
        "last": game.last(view),
        "cells": game.cells(view),
        "facts": game.facts(view),
        "diagram": game.diagram(view),
    }
    if seat is not None:
        found |= {f"refusal of {text}": refused(rules, state, seat, text) for text in tried}
    return found


def refused(rules: AnyRules, state: Any, seat: Seat, text: str) -> Event | None:
    """Return why this turn is refused, or None if it is not."""
    try:
        play(rules, state, seat, text)
    except GameError as error:
        return error.event
    return None


def differing(here: dict[str, Any], there: dict[str, Any]) -> set[str]:
    """Name what is not the same of both."""
    return {what for what in here | there if here.get(what) != there.get(what)}
