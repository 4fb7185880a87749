"""How weights come to be: games of a player with itself, a fit, and a file that tells of both."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .diablo import tune as diablo
from .junqi import tune as junqi
from .murus import tune as murus
from .ponte import tune as ponte

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Tuner:
    """What a game supplies.

    `parts` are what weights there are, such as one set for every size of a board; `tune` makes one
    of them: (part, games, seed), and tells how it went. The same arguments give the same weights.
    """

    file: Path
    parts: tuple[str, ...]
    games: int
    """How many games the weights in the file are made of, unless somebody wants others."""
    tune: Callable[[str, int, int], tuple[Any, Mapping[str, Any]]]


def _junqi(part: str, games: int, seed: int) -> tuple[Any, Mapping[str, Any]]:
    return junqi.tune(games, seed)


TUNERS: Mapping[str, Tuner] = {
    "diablo": Tuner(HERE / "diablo" / "weights.json", diablo.PARTS, 300, diablo.tune),
    "junqi-dark": Tuner(HERE / "junqi" / "weights.json", ("layouts",), 2000, _junqi),
    "murus": Tuner(HERE / "murus" / "weights.json", murus.PARTS, 600, murus.tune),
    "ponte": Tuner(HERE / "ponte" / "weights.json", ponte.PARTS, 120, ponte.tune),
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
