"""Weights can be made anew, and their file tells where they come from."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from lab import __main__ as command
from lab.tuning.library import TUNERS
from lab.tuning.tuner import Tuner, tune_part, write_document

FEW = 4


def counted(part: str, games: int, seed: int) -> tuple[Any, Mapping[str, Any]]:
    return [games, seed, len(part)], {"log loss": 0.5}


@pytest.fixture
def tuner(tmp_path: Path) -> Tuner:
    file = tmp_path / "weights.json"
    file.write_text('{"weights": {"a": [1], "b": [2]}, "note": "kept"}')
    return Tuner("murus", file, ("a", "b"), 100, counted)


def test_one_part_is_made_anew_and_the_others_stay(tuner: Tuner) -> None:
    document = tune_part(tuner, "b", 7, 3, date="today")
    assert document["weights"] == {"a": [1], "b": [7, 3, 1]}
    assert document["note"] == "kept"
    origin = {"games": 7, "seed": 3, "log loss": 0.5, "date": "today"}
    assert document["provenance"] == {"b": origin}
    assert json.loads(write_document(document)) == document


def test_the_command_writes_all_parts_and_how_to_make_them_again(
    tuner: Tuner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "TUNERS", {"murus": tuner})
    out = tmp_path / "out.json"
    assert command.main(["tune", "--game", "murus", "--games", "5", "--out", str(out)]) == 0
    document = json.loads(out.read_text())
    assert document["weights"] == {"a": [5, 1, 1], "b": [5, 1, 1]}
    line = document["provenance"]["b"]["command"]
    assert line == "python -m lab tune --game murus --part b --games 5 --seed 1"
    assert command.main(["tune", "--game", "murus", "--part", "c"]) == 2


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(TUNERS))
def test_weights_come_out_the_same_again(game: str) -> None:
    one = TUNERS[game]
    assert one.tune(one.parts[0], FEW, 5) == one.tune(one.parts[0], FEW, 5)


@pytest.mark.parametrize("game", sorted(TUNERS))
def test_a_file_has_the_weights_of_its_parts_and_where_they_come_from(game: str) -> None:
    """A size of the board that has no weights of its own is played with those of the nearest."""
    tuner = TUNERS[game]
    document = json.loads(tuner.file.read_text("utf-8"))
    weights = document["weights"]
    assert weights
    assert all(weights.values())
    assert {part for part in tuner.parts if not part.isdecimal()} <= weights.keys()
    assert weights.keys() <= set(tuner.parts)
    assert document["provenance"].keys() == weights.keys()
