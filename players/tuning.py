"""The making of weights: games of a player with itself, a fit, and a file that tells of both."""

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


def tuned(tuner: Tuner, part: str, games: int, seed: int, **notes: str) -> dict[str, Any]:
    """Return the whole document with one part of its weights made anew, and where that part comes
    from; `notes`, such as the command and the day, go with its provenance."""
    document: dict[str, Any] = json.loads(tuner.file.read_text("utf-8"))
    weights, report = tuner.tune(part, games, seed)
    document.setdefault("weights", {})[part] = weights
    document.setdefault("provenance", {})[part] = {"games": games, "seed": seed, **report, **notes}
    return document


def written(document: Mapping[str, Any]) -> str:
    """Write out the document as a file; every list of numbers on a line."""
    parts = ",\n".join(f" {json.dumps(key)}: {_lines(one)}" for key, one in document.items())
    return "{\n" + parts + "\n}\n"


def _lines(value: Any) -> str:
    if not isinstance(value, dict):
        return json.dumps(value)
    rows = ",\n".join(f"  {json.dumps(key)}: {json.dumps(one)}" for key, one in value.items())
    return "{\n" + rows + "\n }" if rows else "{}"
