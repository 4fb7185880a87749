"""The making of weights: games of a player with itself, a fit, and a file that tells of both."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import players


@dataclass(frozen=True, slots=True)
class Tuner:
    """The means of fitting the weights of a game, by its id.

    `parts` names the sets of weights, such as one for every size of the board; `tune` makes one of
    them, (part, games, seed), and reports how it went. The same arguments give the same weights.
    """

    game: str
    file: Path
    parts: tuple[str, ...]
    games: int
    """The games that the weights in the file are made of, unless another number is asked for."""
    tune: Callable[[str, int, int], tuple[Any, Mapping[str, Any]]]


def tune_part(tuner: Tuner, part: str, games: int, seed: int, **notes: str) -> dict[str, Any]:
    """Return the whole document with one part of its weights made anew, and where that part comes
    from; `notes`, such as the command and the day, go with its provenance."""
    document: dict[str, Any] = json.loads(tuner.file.read_text("utf-8"))
    weights, report = tuner.tune(part, games, seed)
    document.setdefault("weights", {})[part] = weights
    document.setdefault("provenance", {})[part] = {"games": games, "seed": seed, **report, **notes}
    return document


def write_document(document: Mapping[str, Any]) -> str:
    """Write out the document as a file; every list of numbers on a line."""
    parts = ",\n".join(f" {json.dumps(key)}: {_lines(part)}" for key, part in document.items())
    return "{\n" + parts + "\n}\n"


def _lines(value: Any) -> str:
    if not isinstance(value, dict):
        return json.dumps(value)
    rows = ",\n".join(f"  {json.dumps(key)}: {json.dumps(part)}" for key, part in value.items())
    return "{\n" + rows + "\n }" if rows else "{}"


def weights_file(family: str) -> Path:
    """Return the file of the weights that a family of games is played with."""
    return Path(players.__file__).parent / family / "weights.json"
