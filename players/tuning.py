"""How weights come to be: games of a player with itself, a fit, and a file that tells of both."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .library import OPPONENTS
from .opponent import Tuner

TUNERS: Mapping[str, Tuner] = {
    name: one.tuner for name, one in OPPONENTS.items() if one.tuner is not None
}
"""The games whose weights are fitted, by id."""


def tuned(tuner: Tuner, part: str, games: int, seed: int, **told: str) -> dict[str, Any]:
    """The whole document with one part of its weights made anew, and where that part comes from;
    `told` is what else its provenance is to say, such as the command and the day."""
    document: dict[str, Any] = json.loads(tuner.file.read_text("utf-8"))
    weights, report = tuner.tune(part, games, seed)
    document.setdefault("weights", {})[part] = weights
    document.setdefault("provenance", {})[part] = {"games": games, "seed": seed, **report, **told}
    return document


def written(document: Mapping[str, Any]) -> str:
    """The document as a file; every list of numbers on a line."""
    return (
        "{\n" + ",\n".join(f" {json.dumps(k)}: {_lines(v)}" for k, v in document.items()) + "\n}\n"
    )


def _lines(value: Any) -> str:
    if not isinstance(value, dict):
        return json.dumps(value)
    rows = ",\n".join(f"  {json.dumps(key)}: {json.dumps(one)}" for key, one in value.items())
    return "{\n" + rows + "\n }" if rows else "{}"
