"""Damage of every kind made by hand is found, and what follows from a whole log is mended."""

import asyncio
import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.databases import address, lay, rows
from tests.matches.club import ANN, BOB, SPRING, Club
from tests.matches.rated import GIL, HAL, faults, played
from tests.matches.test_forgetting import ZOE, used
from tests.samples import thinned

from .conftest import Run

PAGE = 4096
"""The bytes of a page of SQLite's."""
FILE = "The database itself is damaged; nothing else has been checked"
MATCHES = 24
"""The matches of the club."""
DAMAGES = Path(__file__).with_name("damages.txt")


@cache
def _played() -> tuple[bytes, dict[str, str]]:
    """Play in a club with a match of every kind; return its file, and the matches by kind."""
    with TemporaryDirectory() as folder:
        file = lay(Path(folder) / "club.sqlite")
        named = asyncio.run(_play(address(file)))
        assert [*file.parent.iterdir()] == [file]
        return file.read_bytes(), named


async def _play(url: str) -> dict[str, str]:
    club, rng = await Club.at(url), random.Random(1)
    club.clock.time = SPRING
    everything = await used(club)
    ended = await played(club)
    quick = await club.begin("murus", pace="quick", channel=11)
    for _ in range(3):
        club.clock.time += 1000
        await club.step(quick, rng)
    dice = await club.begin("diablo", channel=12)
    back = await club.begin("murus", channel=13)
    for _ in range(2):
        await club.step(back, rng)
    await club.matches.offers.offer(club.keys(), back.id, BOB.id, "takeback")
    offer = (await club.matches.match(back.id)).offer
    assert offer
    await club.matches.offers.answer(club.keys(), back.id, ANN.id, "takeback", True, offer.revision)
    dark = await club.begin("junqi-dark", channel=14)
    for person in (ANN, BOB):
        await club.matches.setting_up.lay(dark.id, person.id, "fortress")
        await club.matches.setting_up.ready(club.keys(), dark.id, person.id)
    await club.step(dark, rng)
    card = await club.open(channel=15)
    given = await club.resign(await club.begin("murus", channel=17), BOB)
    toy = await club.begin("diablo", channel=16)
    advised = await club.step(await club.begin("murus", hints=True, channel=18), rng)
    again = await club.matches.opening.rematch(club.keys(), given.id, ANN, 19)
    away = await played(club, GIL, HAL)
    await club.matches.following.follow(quick.id, ZOE.id)
    await club.run(
        f"INSERT INTO hints VALUES ('{advised.match.id}', 0, 0)",  # noqa: S608
        f"INSERT INTO judgements VALUES ('{ended.id}', 1, 1, 0.5, 0.0, 'a1-a3')",  # noqa: S608
    )
    assert await faults(club) == []
    await club.followed()
    await club.close()
    found = {
        "ended": ended,
        "quick": quick,
        "dice": dice,
        "back": back,
        "dark": dark,
        "given": given,
        "advised": advised.match,
        "again": again,
        "away": away,
        "hers": everything.pop("dark"),
        **{name.replace(" ", "_"): match for name, match in everything.items()},
    }
    return {name: kept.id for name, kept in (found | {"card": card, "old": toy}).items()}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lay the club's database, name it in the settings, and return its file."""
    file = tmp_path / "tetrarch.sqlite"
    file.write_bytes(_played()[0])
    monkeypatch.setenv("DATABASE_URL", address(file))
    monkeypatch.setenv("LOG_LEVEL", "ERROR")
    return file


def match(name: str) -> str:
    """Return the id of a match of the club."""
    return _played()[1][name]


def spoil(file: Path, statement: str) -> None:
    """Damage a database by hand; `{name}` is the id of one of its matches."""
    with closing(sqlite3.connect(file)) as there, there:
        there.execute("PRAGMA ignore_check_constraints = on")
        changed = there.execute(statement.format(**_played()[1])).rowcount
    assert changed, "nothing has been damaged"


def total(differences: int, count: int = MATCHES) -> str:
    return f"{count} matches, {differences} difference{'s' * (differences != 1)}"


def test_a_whole_database_has_no_differences(file: Path, run: Run) -> None:
    before = asyncio.run(rows(address(file)))
    assert checked(run, 0, "--repair-caches") == [total(0)]
    assert asyncio.run(rows(address(file))) == before


def checked(run: Run, status: int, *arguments: str) -> list[str]:
    """Check the club; return what is told, but of the match of a toy, which a host has not."""
    printed = run(status, "check", *arguments).splitlines()
    return [line for line in printed if not line.endswith(match("resigned"))]


def told_of(table: Path = DAMAGES) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Read each damage as SQL, with the lines that are told of it: "*" if a repair mends what the
    line is about, "~" if it makes all follow from the damage, "-" if it does nothing, and "!" if
    nothing else is checked."""
    blocks = re.split(r"\n(?=\S)", table.read_text("utf-8").strip())
    for statement, *lines in map(str.splitlines, blocks):
        yield statement, tuple(line.strip() for line in lines)


def test_what_follows_from_something_else_is_told_of_and_little_else_can_be_damaged() -> None:
    damages = dict(told_of())
    assert len(damages) >= 100
    assert sum(not told for told in damages.values()) <= 12


@pytest.mark.parametrize(("damage", "told"), thinned(told_of(), 8))
def test_damage_is_named_and_mended_if_what_is_right_follows_from_the_logs(
    file: Path, damage: str, told: tuple[str, ...], run: Run
) -> None:
    """Every line is known, so nothing secret is among them."""
    whole = asyncio.run(rows(address(file)))
    spoil(file, damage)
    damaged = file.read_bytes()
    lines = [line[2:].format(**_played()[1]) for line in told]
    if told[:1] and told[0][0] == "!":
        refused = any(word in lines[0] for word in ("Tetrarch", "earlier version"))
        printed = run(3 if refused else 1, "check")
        assert printed.startswith(lines[0])
        assert file.read_bytes() == damaged
        return
    count = len(asyncio.run(rows(address(file)))["matches"])
    assert checked(run, int(bool(told))) == [*lines, total(len(lines), count)]
    assert file.read_bytes() == damaged
    left = [line for line, marked in zip(lines, told, strict=True) if marked[0] == "-"]
    mended = [f"{line} (mended)" if line not in left else line for line in lines]
    ends = f", {len(lines) - len(left)} of them mended" if lines else ""
    again = checked(run, int(bool(left)), "--repair-caches")
    assert again == [*mended, total(len(lines), count) + ends]
    assert checked(run, int(bool(left))) == [*left, total(len(left), count)]
    after = asyncio.run(rows(address(file)))
    restored = whole.keys() - {"unfollowed", "follows"} if told and told[0][0] == "*" else ()
    for table in restored if not left else ():
        plain = [[row | {"serial": 0} for row in every[table]] for every in (whole, after)]
        assert plain[0] == plain[1], table


def test_a_match_of_other_rules_is_named_as_not_checked(file: Path, run: Run) -> None:
    spoil(file, "UPDATE matches SET version = 99 WHERE id = '{old}'")
    spoil(file, "UPDATE matches SET game = 'chess' WHERE id = '{card}'")
    assert checked(run, 0) == [
        f"Not checked, because version 1 of chess is not known here: {match('card')}",
        f"Not checked, because version 99 of diablo is not known here: {match('old')}",
        total(0),
    ]


def page_of(file: Path, table: str) -> int:
    """Return the offset of the first page of a table."""
    with closing(sqlite3.connect(file)) as there:
        asked = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        ((page,),) = there.execute(asked, [table]).fetchall()
    return (int(page) - 1) * PAGE


@pytest.mark.parametrize(
    ("table", "status", "told"),
    [
        ("players", 1, FILE),
        ("log", 1, FILE),
        ("server_blocks", 1, FILE),
        ("alembic_version", 3, "is malformed. Go back to a backup."),  # it cannot even be opened
    ],
)
def test_a_torn_page_is_told_of_in_words(
    file: Path, table: str, status: int, told: str, run: Run
) -> None:
    torn, at = bytearray(file.read_bytes()), page_of(file, table)
    torn[at : at + PAGE] = bytes(PAGE)
    file.write_bytes(torn)
    assert told in run(status, "check")


def test_a_restore_ends_with_a_check(file: Path, run: Run) -> None:
    backup = file.with_name("backup.sqlite")
    run(0, "backup", str(backup))
    spoil(backup, "UPDATE matches SET turns = turns - 1 WHERE id = '{quick}'")
    told = run(1, "restore", str(backup)).splitlines()
    assert f"{match('quick')}: turns or rolls are not counted as in the log" in told
    assert told[-1] == total(1)


def test_what_is_no_database_is_told_and_nothing_is_made_of_it(file: Path, run: Run) -> None:
    for content, told in ((b"", "This is no database of Tetrarch"), (b"?" * 5000, "Go back to")):
        file.write_bytes(content)
        for command in (["check"], ["check", "--repair-caches"], ["export", "5"], ["forget", "5"]):
            assert told in run(3, *command)
            assert file.read_bytes() == content
            assert [path.name for path in file.parent.iterdir()] == [file.name]
