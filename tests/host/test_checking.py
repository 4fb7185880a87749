"""Damage of every kind made by hand is found, and what follows from a whole log is mended."""

import asyncio
import random
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.databases import address, lay, rows
from tests.matches.club import ANN, BOB, SPRING, Club
from tests.matches.rated import played
from tests.samples import thinned

from .conftest import Run

PAGE = 4096
"""The bytes of a page of SQLite's."""
FILE = "The database's own file is damaged; nothing else has been checked"
MATCHES = 8
"""The matches of the club."""


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
    await club.close()
    found = {
        "ended": ended,
        "quick": quick,
        "dice": dice,
        "back": back,
        "dark": dark,
        "given": given,
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
    assert changed > 0, "nothing has been damaged"


def total(differences: int, mended: str = "") -> str:
    return f"{MATCHES} matches, {differences} difference{'s' * (differences != 1)}{mended}"


def test_a_whole_database_has_no_differences(file: Path, run: Run) -> None:
    before = asyncio.run(rows(address(file)))
    assert run(0, "check", "--repair-caches").splitlines() == [total(0)]
    assert asyncio.run(rows(address(file))) == before


CACHES = [
    (
        "UPDATE matches SET position = (SELECT position FROM matches WHERE id = '{back}')"
        " WHERE id = '{quick}'",
        ["{quick}: the position does not follow from the log"],
    ),
    (
        "UPDATE matches SET turns = turns - 1 WHERE id = '{quick}'",
        ["{quick}: turns or rolls are not counted as in the log"],
    ),
    (
        "UPDATE matches SET phase = 'setting_up' WHERE id = '{quick}'",
        ["{quick}: the phase does not follow from the log"],
    ),
    (
        "UPDATE players SET acting = NOT acting WHERE match = '{back}'",
        [
            "{back}, seat 0: who is to act does not follow from the log",
            "{back}, seat 1: who is to act does not follow from the log",
        ],
    ),
    (
        "UPDATE players SET result = 'drawn' WHERE match = '{given}' AND seat = 1",
        ["{given}, seat 1: the result does not follow from the log"],
    ),
    (
        "UPDATE matches SET reason = 'stalemate' WHERE id = '{ended}'",
        ["{ended}: the result does not follow from the log"],
    ),
    (
        "UPDATE players SET deadline_ms = deadline_ms + 60000 WHERE match = '{quick}' AND acting",
        [
            "{quick}, seat 1: the clock does not follow from the log and the clock events",
            "{quick}: when something is due does not follow from the clocks",
        ],
    ),
    (
        "UPDATE matches SET due_ms = NULL WHERE id = '{quick}'",
        ["{quick}: when something is due does not follow from the clocks"],
    ),
    (
        "UPDATE ratings SET rating = rating + 100 WHERE person ="
        " (SELECT person FROM players WHERE match = '{ended}' AND seat = 0)",
        ["murus: where people stand does not follow from the matches"],
    ),
    (
        "UPDATE rated SET after = after + 100 WHERE match = '{ended}' AND seat = 1",
        ["{ended}, seat 1: what it counts for does not follow from the matches"],
    ),
]
"""What follows from the logs, damaged, and what is told of it."""
LOGS = [
    (
        "DELETE FROM log WHERE match = '{quick}' AND revision = 2",
        ["{quick}: lines are missing from its log, or too many"],
    ),
    (
        "UPDATE log SET text = 'a1-a8' WHERE match = '{quick}' AND revision = 2",
        ["{quick}: its log cannot be followed"],
    ),
    (
        "UPDATE log SET text = '7' WHERE match = '{back}' AND kind = 'takeback'",
        ["{back}: its log cannot be followed"],
    ),
    (
        "UPDATE log SET at_ms = at_ms + 60000 WHERE match = '{quick}' AND revision = 1",
        ["{quick}: its log runs back in time"],
    ),
    (
        "UPDATE log SET text = CASE text WHEN '1 1' THEN '2 2' ELSE '1 1' END"
        " WHERE match = '{dice}' AND kind = 'roll' AND revision = 1",
        ["{dice}: chance has shown what was not drawn from the seed"],
    ),
    (
        "UPDATE matches SET seed = randomblob(32) WHERE id = '{dark}'",
        ["{dark}: its seed is not the one it has committed itself to"],
    ),
    (
        "UPDATE seals SET nonce = randomblob(16) WHERE match = '{dark}' AND seat = 0",
        ["{dark}: a seal does not fit the layout"],
    ),
    (
        "DELETE FROM seals WHERE match = '{dark}' AND seat = 1",
        ["{dark}: a seal does not fit the layout"],
    ),
    (
        "DELETE FROM players WHERE match = '{quick}' AND seat = 1",
        ["{quick}: the seats are not those of its game"],
    ),
    (
        "UPDATE log SET text = 'agreement' WHERE match = '{given}' AND kind = 'forfeit'",
        ["{given}: its log cannot be followed"],
    ),
    (
        "UPDATE matches SET scores = 'many' WHERE id = '{ended}'",
        ["{ended}: its rows cannot be read"],
    ),
    (
        "UPDATE players SET bank_ms = 'many' WHERE match = '{quick}' AND seat = 1",
        ["{quick}: its rows cannot be read"],
    ),
    (
        "INSERT INTO seals VALUES ('GONE', 0, 'x', x'00'), ('GONE', 1, 'x', x'00')",
        ["seals: 2 of its rows belong to matches that are gone"],
    ),
]
"""What nothing else tells, damaged, and what is told of it."""


@pytest.mark.parametrize(
    ("damage", "told", "follows"),
    thinned([*((*case, True) for case in CACHES), *((*case, False) for case in LOGS)]),
)
def test_damage_is_named_and_mended_if_what_is_right_follows_from_the_logs(
    file: Path, damage: str, told: list[str], follows: bool, run: Run
) -> None:
    """Every line is known, so nothing secret is among them."""
    whole = asyncio.run(rows(address(file)))
    spoil(file, damage)
    damaged = asyncio.run(rows(address(file)))
    lines = [line.format(**_played()[1]) for line in told]
    assert run(1, "check").splitlines() == [*lines, total(len(lines))]
    assert asyncio.run(rows(address(file))) == damaged
    if not follows:
        ends = total(len(lines), ", 0 of them mended")
        assert run(1, "check", "--repair-caches").splitlines() == [*lines, ends]
        assert asyncio.run(rows(address(file))) == damaged
        return
    ends = total(len(lines), f", {len(lines)} of them mended")
    mended = [f"{line} (mended)" for line in lines]
    assert run(0, "check", "--repair-caches").splitlines() == [*mended, ends]
    assert run(0, "check").splitlines() == [total(0)]
    after = asyncio.run(rows(address(file)))
    for table in whole.keys() - {"unfollowed"}:  # its followers have to look at it again
        plain = [[row | {"serial": 0} for row in every[table]] for every in (whole, after)]
        assert plain[0] == plain[1], table


def test_a_match_of_other_rules_is_named_as_not_checked(file: Path, run: Run) -> None:
    spoil(file, "UPDATE matches SET version = 99 WHERE id = '{old}'")
    spoil(file, "UPDATE matches SET game = 'chess' WHERE id = '{card}'")
    assert run(0, "check").splitlines() == [
        f"Not checked, because version 1 of chess is not known here: {match('card')}",
        f"Not checked, because version 99 of diablo is not known here: {match('old')}",
        total(0),
    ]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE matches SET phase = 'lost' WHERE id = '{card}'",
        "UPDATE log SET kind = 'cheat' WHERE match = '{quick}'",
    ],
)
def test_damage_of_the_file_comes_before_everything_else(file: Path, damage: str, run: Run) -> None:
    spoil(file, damage)
    lines = run(1, "check").splitlines()
    assert lines[0].startswith("CHECK constraint failed in ")
    assert lines[-2].startswith(FILE)


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
        ("server_blocks", 3, "is malformed. Go back to a backup."),  # it cannot even be opened
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
    assert run(1, "restore", str(backup)).splitlines()[1:] == [
        f"{match('quick')}: turns or rolls are not counted as in the log",
        total(1),
    ]
