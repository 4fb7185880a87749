"""Forgeries by a holder of the file that no tool finds: each is a limit that is made known.

They stand in docs/fairness.md, under the words quoted here. What is found stands in `test_record`,
with the finding, and for whole matches in tests/matches/test_forgeries.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from games import fairness
from games.__main__ import main
from games.core import Entry, NotationError, Over, Seat
from games.fairness import spell
from games.junqi.layout import PRESETS, write_layout
from games.records.claims import COMPARE
from games.records.record import Holder, Line, Person, Record, Seal, read, write
from games.records.verify import verify

from . import test_record

FAIRNESS = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text("utf-8")
Document: TypeAlias = dict[str, Any]
OTHER_SEED = bytes(range(1, 33))


def murus() -> Record:
    """Return a match in which nothing was drawn."""
    return replace(test_record.murus(), host=Seat(0), seat_choice="first")


def dark() -> Record:
    """Return a match with layouts that were sealed, ended by agreement after a turn."""
    layouts = [write_layout(PRESETS[name]) for name in ("fortress", "ambush")]
    entries = [Entry("act", Seat(seat), text) for seat, text in enumerate(layouts)]
    entries += [Entry("act", Seat(0), "a6-a7"), Entry("forfeit", None, "agreement")]
    return replace(
        murus(),
        match="DRK7",
        game="junqi-dark",
        variant="standard",
        log=tuple(Line(entry, 1_000 * number) for number, entry in enumerate(entries, start=1)),
        result=Over(frozenset(), "agreement"),
        seals=tuple(seal(seat, text) for seat, text in enumerate(layouts)),
    )


def seal(seat: int, text: str, nonce: bytes = bytes(16)) -> Seal:
    return Seal(seat, fairness.seal("DRK7", seat, nonce, text), nonce)


RECORDS = {"murus": murus, "dark": dark}


@pytest.mark.parametrize("name", RECORDS)
def test_the_records_are_true_before_anybody_forges_them(name: str) -> None:
    assert verify(read(write(RECORDS[name]()))) == ()


def put(place: str, value: Any) -> Callable[[Document], None]:
    """Write a value at a place such as "log.0.text"."""

    def forge(document: Document) -> None:
        *path, last = (int(key) if key.isdigit() else key for key in place.split("."))
        inner: Any = document
        for key in path:
            inner = inner[key]
        inner[last] = value

    return forge


def resealed(document: Document) -> None:
    """Put in another layout, with a seal that fits it."""
    layout = write_layout(PRESETS["decoy"])
    put("log.0.text", layout)(document)
    put("seals.0.seal", seal(0, layout).seal)(document)


def reseeded(document: Document) -> None:
    """Put in another seed and its commitment."""
    document.update(seed=OTHER_SEED.hex(), commitment=fairness.commitment(OTHER_SEED))


def resigned(document: Document) -> None:
    """Let the other side resign."""
    document["log"][2]["seat"] = 1
    document["result"]["winners"] = [0]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ('"result":', '"result": {"winners": [0], "reason": "flag", "scores": []},\n  "result":'),
        ('"salt":', '"salt": "1",\n  "salt":'),
        ('{"kind": "act",', '{"kind": "act", "text": "a1-a5",'),
    ],
)
def test_a_key_written_twice_is_refused(first: str, second: str) -> None:
    text = write(murus()).replace(first, second, 1)
    assert json.loads(text) == json.loads(write(murus()))
    with pytest.raises(NotationError) as refusal:
        read(text)
    assert refusal.value.event.code == "record.written_twice"


LIMITS: dict[str, tuple[str, Callable[[Document], None], str]] = {
    "players exchanged": ("murus", lambda record: record["seats"].reverse(), "who played"),
    "other names": ("murus", put("seats.0.0.name", "Caesar"), "who played"),
    "another player": ("murus", put("seats.0.0.person", "7"), "who played"),
    "another layout with a seal of its own": ("dark", resealed, "the seals"),
    "another seed where nothing was drawn": ("murus", reseeded, "the seals"),
    "another salt where nothing was drawn": ("murus", put("salt", "7"), "the salt"),
    "an option that changes nothing": ("murus", put("variant", "basic+escape"), "the variant"),
    "another resignation": ("murus", resigned, "the result"),
    "later times": ("murus", put("log.2.at_ms", 9_999_999), "when"),
    "layouts made in the other order": (
        "dark",
        lambda record: record["log"].insert(0, {**record["log"].pop(1), "at_ms": 1_000}),
        "when",
    ),
}
"""The forgeries that verify: docs/fairness.md says what to compare with the channel."""


@pytest.mark.parametrize("name", LIMITS)
def test_what_no_tool_can_find_is_told_to_be_compared_with_the_channel(name: str) -> None:
    whose, forge, said = LIMITS[name]
    document = json.loads(write(RECORDS[whose]()))
    forge(document)
    assert verify(read(json.dumps(document))) == ()
    parts = FAIRNESS.split("\n\n")
    (sentence,) = (part for part in parts if "Compare these with the channel" in part)
    assert said in " ".join(sentence.split())


def test_the_program_says_what_it_has_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.json"
    strange = replace(dark(), seats=((Holder(Person("1001", "Li\x1b[2Jvia")),), dark().seats[1]))
    path.write_text(write(strange), "utf-8")
    assert main(["verify", str(path)]) == 0
    output = capsys.readouterr().out
    for needed in (
        "match: DRK7, junqi-dark version 1, standard",
        "pace: none",
        "seat 0: 1001 Li?[2Jvia",
        "seat 1: 1002 布伦努斯",
        f"fairness seal: {spell(dark().commitment)} = {dark().commitment}",
        f"fairness salt: {dark().salt}",
        *(
            f"layout seal of seat {sealed.seat}: {spell(sealed.seal)} = {sealed.seal}"
            for sealed in dark().seals
        ),
        "result: - agreement",
        "DRK7: verified",
        COMPARE,
    ):
        assert needed in output


def test_a_name_that_an_output_cannot_write_does_not_contradict_a_record(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    named = replace(dark(), seats=((Holder(Person("1001", "李雷")),), dark().seats[1]))
    path.write_text(write(named), "utf-8")
    told = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "games", "verify", str(path)],
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    assert rb"seat 0: 1001 \u674e\u96f7" in told.stdout
