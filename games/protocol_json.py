"""Views, turns and events as the line protocol writes them: JSON, with codes for words."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, TypeAlias

from .core import Act, AnyGame, Event, Over, Roll, Turn, View, Word

Answer: TypeAlias = dict[str, Any]


def write_view(game: AnyGame, view: View) -> Answer:
    """Write everything a view shows: the game's own facts, the turn, the cells and the board."""
    cells = game.cells(view)
    return {
        **game.facts(view),
        "turn": write_turn(view.turn),
        "cells": cells,
        "board": game.diagram(view),
        "alt": describe_cells(cells),
    }


def write_turn(turn: Turn) -> Answer:
    """Write `{"act": [seats]}`, `{"roll": [sides]}` or `{"over": …}`."""
    match turn:
        case Act(seats):
            return {"act": sorted(seats)}
        case Roll(sides):
            return {"roll": list(sides)}
        case Over(winners, reason, scores):
            return {"over": {"winners": sorted(winners), "reason": reason, "scores": list(scores)}}


def write_event(event: Event) -> Answer:
    """Write a code and its arguments."""
    args = {name: str(arg) if isinstance(arg, Word) else arg for name, arg in event.args.items()}
    return {"code": event.code, "args": args}


def write_refusal(refused: Event) -> str:
    """Write a refusal in the words of its code and arguments: "unknown variant (variant huge)"."""
    words = refused.code.partition(".")[2].replace("_", " ")
    details = ", ".join(f"{name} {value}" for name, value in refused.args.items())
    return f"{words} ({details})" if details else words


def write_finding(finding: Event) -> str:
    """Write a finding as a line: "result differs: expected -, found 0 resign"."""
    details = ", ".join(f"{name} {value}" for name, value in finding.args.items())
    return f"{finding.code.partition('.')[2].replace('_', ' ')}: {details}"


def describe_cells(cells: Mapping[str, str]) -> str:
    """Write the cells as a line of words: "0:2 on a1, c1; 1:1 on b6"."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for square, token in cells.items():
        places[token].append(square)
    groups = (f"{token} on {', '.join(places[token])}" for token in sorted(places))
    return "; ".join(groups) or "empty"
