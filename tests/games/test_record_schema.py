"""The published schema of records allows what is written and what is read; damage is answered."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, get_args

import jsonschema_rs
import pytest

import games.__main__ as referee
import players.__main__ as recomputer
from games.clock import PACES
from games.core import EntryKind, NotationError
from games.records.json_reader import Code
from games.records.record import FORMAT, Note, Person, Record, read, write
from games.records.verify import verify
from tests.matches.honest import honest
from tests.records import errors, published, schema
from tests.samples import FULL, sampled

from . import test_forgeries, test_record

Place: TypeAlias = tuple[str | int, ...]
OLDER = Path(__file__).parent / "junqi" / "four"
WRITTEN: dict[str, Record] = {
    **test_record.EVERY,
    **{name: made() for name, made in test_forgeries.RECORDS.items()},
    "never ready": test_record.never_ready(),
    "closed": replace(
        test_record.rich(),
        closer=Person("1009", "Mod"),
        notes=(Note(0, Person("1004", "Ivo"), "a calm start"), Note(2, Person("1001", "利"), "?!")),
    ),
}
JUNK: tuple[Any, ...] = (None, True, -1, 0, 2, 1.5, 1 << 60, "", "a1-a3", "高", "x" * 2000, [], {})
HUNDREDS = sampled(range(200 if FULL else 10))


@cache
def documents(*, played: bool) -> list[str]:
    """List records made up and of an older format; perhaps also whole matches, which take time."""
    made = (*WRITTEN.values(), *(honest().values() if played else ()))
    return [*map(write, made), test_record.OLD % test_record.murus().host]


# ------------------------------------------------------------------------- what is written


def test_what_people_have_noted_changes_no_verdict() -> None:
    noted = WRITTEN["closed"]
    assert read(write(noted)) == noted
    assert verify(noted) == verify(replace(noted, notes=()))


@pytest.mark.parametrize("name", WRITTEN)
def test_the_schema_describes_every_record_that_is_written(name: str) -> None:
    assert errors(write(WRITTEN[name])) == []


@pytest.mark.parametrize("file", sorted(OLDER.glob("*.json")), ids=lambda path: path.stem)
def test_it_describes_those_that_older_versions_have_written(file: Path) -> None:
    assert errors(file.read_text("utf-8")) == []


def test_it_is_a_schema_of_its_dialect_and_knows_the_words_of_the_reader() -> None:
    jsonschema_rs.meta.validate(schema())
    assert schema()["$schema"].endswith("/draft/2020-12/schema")
    known, line = schema()["properties"], schema()["$defs"]["line"]["properties"]
    assert known["format"] == {"const": FORMAT}
    assert known["pace"]["enum"] == [*PACES]
    assert line["kind"]["enum"] == [*get_args(EntryKind)]


def test_it_lets_pass_what_a_later_version_may_add() -> None:
    document = json.loads(write(test_record.rich())) | {"weather": "fair"}
    assert published().is_valid(document)
    assert errors(json.dumps(document))
    assert read(json.dumps(document)) == test_record.rich()


# --------------------------------------------------------------------------- what is missing


def required(part: Any, place: Place = ()) -> Iterator[Place]:
    """List the places of the keys that the schema requires, in lists those of the first item."""
    if "$ref" in part:
        part = schema()["$defs"][part["$ref"].rpartition("/")[2]]
    for branch in part.get("anyOf", ()):
        yield from required(branch, place)
    for branch in (part[key] for key in ("then", "else") if key in part):
        yield from required(branch, place)
    yield from ((*place, key) for key in part.get("required", ()))
    if "items" in part:
        yield from required(part["items"], (*place, 0))
    for key, inner in part.get("properties", {}).items():
        yield from required(inner, (*place, key))


COMPUTER = ("seats", 1, 1)
"""The place of a computer in the record used here; the first holder is a person."""
REQUIRED = [
    *(place for place in required(schema()) if place[-1] not in ("computer", "version", "nonce")),
    ("version",),
    (*COMPUTER, "computer"),
    (*COMPUTER, "version"),
]


def whole() -> Any:
    """Return a record with everything a record can hold."""
    sealed = replace(WRITTEN["closed"], seals=test_record.cups().seals)
    return json.loads(write(sealed))


def inside(document: Any, place: Place) -> Any:
    for key in place:
        document = document[key]
    return document


@pytest.mark.parametrize("place", REQUIRED, ids=lambda place: ".".join(map(str, place)))
def test_without_a_key_it_requires_a_record_is_refused_in_words(
    place: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = whole()
    assert published().is_valid(document)
    del inside(document, place[:-1])[place[-1]]
    assert not published().is_valid(document)
    with pytest.raises(NotationError) as refusal:
        read(json.dumps(document))
    named = "person" if place == (*COMPUTER, "computer") else place[-1]
    path = ".".join(("record", *map(str, place[:-1]), str(named)))
    assert refusal.value.event.code == Code.BAD_DOCUMENT
    assert refusal.value.event.args == {"place": path}
    file = tmp_path / "record.json"
    file.write_text(json.dumps(document), "utf-8")
    for program in (referee, recomputer):
        assert program.main(["verify", str(file)]) == 2
        assert f"bad document (place {path})" in capsys.readouterr().err


# --------------------------------------------------------------------------- what is damaged


def places(part: Any, place: Place = ()) -> Iterator[Place]:
    """List every place in a document."""
    yield place
    if isinstance(part, dict | list):
        for key in part if isinstance(part, dict) else range(len(part)):
            yield from places(part[key], (*place, key))


def damaged(text: str, rng: random.Random) -> bytes:
    """Damage a record in one to three places, or the file itself."""
    if rng.random() < 0.2:
        return torn(text.encode(), rng)
    document = json.loads(text)
    for _ in range(rng.randint(1, 3)):
        known = [*places(document)]
        (*path, key), other = rng.choice(known[1:] or [("log",)]), rng.choice(known)
        holder = inside(document, tuple(path))
        match rng.randrange(4):
            case 0:
                del holder[key]
            case 1:
                holder[key] = rng.choice(JUNK)
            case 2:
                holder[key] = json.loads(json.dumps(inside(document, other)))
            case _:
                changed = str(holder[key])[:-1] if rng.random() < 0.5 else f"{holder[key]}0"
                holder[key] = int(changed) if changed.isdigit() and rng.random() < 0.8 else changed
    return json.dumps(document, ensure_ascii=False).encode()


def torn(data: bytes, rng: random.Random) -> bytes:
    at, length = rng.randrange(len(data)), rng.randint(1, 40)
    return rng.choice(
        [
            data[:at],
            data[:at] + data[at + length :],
            data[:at] + data[at : at + length] + data[at:],
            data[:at] + rng.randbytes(length) + data[at:],
        ]
    )


@pytest.mark.parametrize("hundred", HUNDREDS)
def test_a_damaged_record_is_answered_in_words(
    hundred: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rng, file, ends = random.Random(hundred), tmp_path / "record.json", set[int]()
    texts = documents(played=hundred > 0)
    for _ in range(100):
        file.write_bytes(damaged(rng.choice(texts), rng))
        for program in (referee, recomputer):
            end = program.main(["verify", str(file)])
            said = capsys.readouterr()
            ends.add(end)
            if end == 2:
                assert said.err.startswith(("not a record: ", "cannot read "))
                assert said.out == ""
                continue
            assert end in (0, 1, 3)
            assert said.err == ""
            assert said.out.count("\n") >= 1
            taken = json.loads(file.read_bytes())
            if taken["format"] == FORMAT:
                assert [*published().iter_errors(taken)] == [], "what is read is as described"
    assert 2 in ends
    assert ends - {2}
