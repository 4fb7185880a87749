"""Every statement of the running bot finds its rows by an index, in a club of 100,000 matches.

The statements are those the bot makes while the tests of its service run (`tests/statements.py`).
"""

import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from tests import databases, statements
from tests.crowd import fill_file, fill_server
from tests.databases import connected

pytestmark = pytest.mark.slow
HERE = Path(__file__).parent
MANY = 100_000
SUITE = (
    "analyses",
    "attention.py::test_boards_are_shared_as_often_as_offers_are_made",
    "away",
    "computers",
    "following",
    "holding.py::test_a_server_has_its_held_matches_listed_the_longest_first",
    "flags.py::test_what_is_due_comes_page_by_page",
    "flags.py::test_who_has_just_looked_is_not_reminded",
    "lists",
    "noting",
    "older_rules.py::test_hints_and_fights_follow_an_older_match_by_the_older_rule",
    "opening.py::test_a_match_is_the_first_of_its_game_for_whom_no_other_has_begun",
    "opening.py::test_a_name_that_is_taken_is_drawn_again",
    "opening.py::test_a_rematch_asked_for_by_both_begins_once_its_card_is_there",
    "pings",
    "reading.py::test_the_message_that_showed_a_turn_is_kept",
    "points.py::test_matches_that_go_on_count_among_them",
    "ready",
    "ready_mishaps.py::test_two_who_play_in_a_thread_instead_have_one_match_as_they_wished",
    "replacing.py::test_of_two_the_other_ones_word_puts_a_computer_in_a_deserted_seat",
    "servers",
    "shards",
    "setting_up.py::test_a_layout_may_be_called_anything",
    "setting_up.py::test_a_mark_can_be_changed_and_taken_away_and_nobody_else_sees_it",
    "standings",
    "tour",
    "store.py::test_two_processes_give_one_place_to_one_match",
    "store.py::test_what_was_in_the_way_and_has_gone_is_nobodys_fault",
)
"""The tests from which statements are collected: all that are needed to run every line."""
SELDOM = (
    "checking",
    "clearing",
    "exporting",
    "forgetting",
    "striking",
    "upgrade.py::test_people_are_told_once_that_points_are_a_servers_own",
)
"""The tests of what a person asks for once, or the bot does when nothing waits for it; it may read
what grows, and only has to be run."""
SMALL = {
    "asked": "the people asked for",
    "departed": "those who have gone within 90 days; a digest is found by trying all",
    "commands": "some thirty rows for each application",
    "fortnights": "the matches of one season of the Tour, found by its fortnights",
    "best": "the people of one season of the Tour, by fortnight",
    "tour": "the people of one season of the Tour",
    "ranked": "the same with their places, when somebody asks for theirs",
    "(subquery": "rows of one of these on their way through a window",
    "beats": "one row a shard",
    "latest": "the latest matches of a server, 200 of them",
    "here": "the people of one leaderboard, which is reckoned once a minute at most",
    "pings": "those owed; one that is sent is crossed out",
    "recounts": "pools to be settled again at the first start after an update",
    "servers": "one row for a server with a language of its own; all are read once, at a start",
    "server_blocks": "whom servers keep from their matches; all are read once, at a start",
    "server_limits": "one row for a server with limits of its own; all are read once, at a start",
    "strikes": "matches taken out of the points, at most 5 in 90 days by one manager",
    "unfollowed": "matches whose messages are not up to date",
}
"""What may be read whole, and why."""
UNDER_WAY = {
    "(id>?)": "the check of all matches, fifty at a time",
    "pk_matches": "the same on a server",
    "ix_blocks_blocked": "blocks against former players, of whom there are few",
    "ix_dm_refusals_user": "refusals that somebody has yet to hear of",
    "ix_matches_due": "matches that are open or run",
    "ix_matches_seats": "seats open everywhere; who asks for them says how many at most",
    "ix_pings_at_ms": SMALL["pings"],
    "ix_ratings_day": "people whose deviations are those of an earlier day, a portion at a time",
    "ix_players_computing": "seats in which a computer is to act",
    "ix_players_consent": "offers that wait for an answer",
    "ix_players_undecided": "seats without a result; few matches are over without one",
    "ix_vacations_begin": "vacations to come",
    "ix_pairings_hour": "pairings of 14 days ago and more; they go, but for those still playing",
    "ix_wishes_pressed": "wishes changed 14 days ago; they go, but for those who are still here",
}
"""The indexes that may be read whole, and why."""
LISTS = (
    *("ix_matches_channel", "ix_matches_due", "ix_matches_guild", "ix_matches_seats"),
    "ix_pings_at_ms",
)
"""The indexes that find matches of many people: who asks them for a list says how many at most."""
UNASKED = re.compile(
    r"return (False|None|\{\})$|except IntegrityError:|case _:|assert_never\(|raise StaleRevision\("
)
"""Lines that ask nothing themselves, and may be left out."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A statement and an example of its values."""

    text: str
    values: tuple[Any, ...]


def collected(kind: str, folder: Path) -> list[Asked]:
    """Run the suite in a kind of database; return all it has asked.

    That must be everything, but for what is asked seldom; what is asked past SQLAlchemy goes
    through it as well (`tests/both_ways.py`).
    """
    file = folder / "statements.json"
    names = (name if ".py" in name else f"{name}.py" for name in (*SUITE, *SELDOM))
    tests = [str(HERE / f"test_{name}") for name in names]
    done = subprocess.run(  # noqa: S603 - ourselves
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "tests.statements", *tests],
        env=os.environ | {databases.KIND: kind, statements.FILE: str(file)},
        cwd=statements.ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    found = json.loads(file.read_text(), object_hook=_value)
    assert list(_missed(found["lines"])) == [], "no test of the suite runs these lines"
    assert len(found["both ways"]) > {"sqlite": 40, "postgresql": 50}[kind]
    seldom = {f"test_{name.partition('.')[0]}" for name in SELDOM}
    every = {
        text: Asked(text, tuple(values))
        for at, room, text, values in found["statements"]
        if at == kind and room not in seldom and not text.startswith("SELECT pg_")
    }
    return [*every.values()]


def _value(read: dict[str, Any]) -> Any:
    return bytes.fromhex(read["hex"]) if "hex" in read else read


def _missed(ran: Mapping[str, list[int]]) -> Iterator[str]:
    """List the lines of functions that make statements, and did not run."""
    for name, room in statements.rooms().items():
        source = room.read_text()
        lines = [line.strip() for line in source.splitlines()]
        for number in sorted(set(_inside(compile(source, name, "exec"))) - set(ran[name])):
            if not UNASKED.match(lines[number - 1]):
                yield f"{room.name}: {lines[number - 1]}"


def _inside(code: CodeType, function: bool = False) -> Iterator[int]:
    if function:
        yield from (line for *_, line in code.co_lines() if line and line != code.co_firstlineno)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            optimized = bool(inner.co_flags & 1)  # unlike the bodies of classes
            yield from _inside(inner, optimized)


async def test_sqlite_reads_nothing_whole_that_grows(tmp_path: Path) -> None:
    asked = collected("sqlite", tmp_path)
    fill_file(file := databases.lay(tmp_path / "crowd.sqlite"), MANY)
    with closing(sqlite3.connect(file)) as there:
        for statistics in ("", "ANALYZE"):  # the bot makes none, a host might
            there.execute(statistics)
            found = {call.text: steps for call in asked if (steps := list(_read(there, call)))}
            assert found == {}, statistics


def _read(there: sqlite3.Connection, asked: Asked) -> Iterator[str]:
    """List the steps of SQLite's plan that read all of something that grows, or have no limit."""
    limited = "LIMIT" in asked.text or not asked.text.startswith("SELECT")
    for *_, step in there.execute(f"EXPLAIN QUERY PLAN {asked.text}", [None] * len(asked.values)):
        how, table, *rest = step.split()
        index = next((word for word in rest if word in UNDER_WAY), None)
        small = re.sub(r"[-_]\d+\)?$", "", table) in SMALL or rest == ["ROW"]
        found = how == "SEARCH" and "=?" in step and "AUTOMATIC" not in step
        if how in ("SCAN", "SEARCH") and not (found or small or index):
            yield step
        if not limited and any(word in LISTS for word in rest):
            yield f"without a limit: {step}"


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_postgresql_reads_nothing_whole_that_grows(url: str, tmp_path: Path) -> None:
    asked = collected("postgresql", tmp_path)
    await fill_server(url, MANY)
    async with connected(url) as connection:
        driver: Any = (await connection.get_raw_connection()).driver_connection
        await driver.execute("ANALYZE")
        found = {}
        for call in asked:
            (explained,) = await driver.fetchrow(f"EXPLAIN (FORMAT JSON) {call.text}", *call.values)
            found[call.text] = list(_whole(explained[0]["Plan"]))
        assert {text: steps for text, steps in found.items() if steps} == {}


def _whole(node: Mapping[str, Any]) -> Iterator[str]:
    """List the steps of PostgreSQL's plan that read all of something that grows."""
    how, table, index = node["Node Type"], node.get("Relation Name"), node.get("Index Name")
    equal = re.search(r"(?<![<>])= ", node.get("Index Cond", ""))
    found = equal or how == "Bitmap Heap Scan"
    allowed = found or table in SMALL or index in UNDER_WAY
    if "Scan" in how and (table or index) and not allowed:
        yield f"{how} {table} {index}"
    for inner in node.get("Plans", ()):
        yield from _whole(inner)
