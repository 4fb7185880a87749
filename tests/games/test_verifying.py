"""The program verifies a file with a record, and prints what the channel has to show."""

from dataclasses import replace
from pathlib import Path

import pytest

from games.__main__ import main
from games.records.claims import claims
from games.records.record import ClockEvent, write

from .test_record import murus, rich


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (write(murus()), 0, "K7Q0: verified, proved"),
        (write(replace(murus(), commitment="0" * 64)), 1, "commitment differs: expected fa51b59c"),
        (write(replace(murus(), result=None)), 1, "result differs: expected 1 resign, found -"),
        (write(replace(murus(), pace=None)), 3, "be checked:\n  no pace: the record does"),
        (write(replace(murus(), seed=None)), 3, "K7Q0: could not be checked, 1 finding"),
        (
            write(replace(murus(), pace=None, commitment="0" * 64)),
            1,
            "K7Q0: contradicted, 2 findings",
        ),
        ("{}", 2, "not a record: bad document (place record.format)"),
    ],
)
def test_the_program_verifies_a_file(
    text: str, code: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.json"
    path.write_text(text, "utf-8")
    assert main(["verify", str(path)]) == code
    captured = capsys.readouterr()
    assert said in captured.out + captured.err


def test_a_time_that_no_calendar_has_is_printed_too_and_so_are_hints() -> None:
    late = (1 << 53) - 1
    record = replace(rich(), clock=(*rich().clock, ClockEvent(late, None, "pause", 0, 2)))
    assert f"line 3: all agreed to a pause, {late} ms" in list(claims(record))
    assert [claim[:14] for claim in claims(record) if "hint" in claim] == [
        "line 1: seat 0",
        "line 2: seat 1",
    ]


def test_a_file_that_cannot_be_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(tmp_path / "none.json")]) == 2
    (tmp_path / "latin.json").write_bytes(b"\xff")
    assert main(["verify", str(tmp_path / "latin.json")]) == 2
    assert capsys.readouterr().err.count("cannot read") == 2
