"""Older clubs keep all they have, and go on."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from bot.matches.acts.opening import Proposal
from bot.matches.match.match import Match
from bot.matches.match.messages import SHOWN_OPEN
from bot.matches.referee import CARD_GRACE_MS
from bot.matches.service import Matches
from bot.store.database import BEFORE, DatabaseUnusable
from bot.store.metadata import METADATA
from games.clock import DAY
from games.core import Seat, Word
from tests import databases
from tests.databases import BOTH, Row, address, fill, migrate, rows, run

from .club import ANN, BOB, CHANNEL, CID, Club
from .test_schema import schema, structure

OLD_CLUB = Path(__file__).with_name("club_0003.json")
MIGRATIONS = Path(__file__).parents[2] / "bot" / "migrations"
OLD_GAMES = {"diablo", "junqi-dark", "junqi-flip", "murus", "ponte"}
"""The games of that database, as the code of revision 0003 filled it with matches of all states."""
STEPS = sorted(one.name[:4] for one in (MIGRATIONS / BEFORE).glob("0*.py"))[3:]
"""The steps from there to the first release."""
KEPT = ("matches", "log", "boards", "seals", "layouts", "marks")
"""The tables of which no step takes a row."""
PHASES = {"open": {"open"}, "running": {"setting_up", "playing"}, "over": {"over"}}


async def test_opening_again_changes_nothing(club: Club) -> None:
    match = await club.begin()
    await club.followed()
    before, tables = await club.rows(), schema(club.path)
    await club.close()
    again = await Club.at(club.url)
    assert (await again.rows(), schema(club.path)) == (before, tables)
    assert (await again.act(match, ANN, "a1-a3", key=1)).match.stand.revision == 1
    await again.close()


async def test_a_new_file_gets_its_folder_and_is_for_the_host_alone(tmp_path: Path) -> None:
    path = tmp_path / "far" / "away" / "matches.sqlite"
    await (await Matches.open(address(path))).close()
    assert set(await rows(address(path))) == set(METADATA.tables)
    modes = {one.stat().st_mode & 0o777 for one in path.parent.iterdir()}
    assert modes == {0o600}


@pytest.mark.slow
@BOTH
async def test_processes_that_start_at_once_on_nothing_all_run(empty: str) -> None:
    clubs = await asyncio.gather(*(Club.at(empty) for _ in range(4)))
    for number, club in enumerate(clubs):
        match = await club.open(opponent=None, channel=number, key=number)
        assert await clubs[0].matches.match(match.id) == match
    for club in clubs:
        await club.close()


# -------------------------------------------------------------- a club of older days


def old_club(file: Path = OLD_CLUB) -> dict[str, list[Row]]:
    """Read the rows of a club at an older revision, table by table."""
    tables = json.loads(file.read_text("utf-8"))
    return {
        name: [dict(zip(table["columns"], map(_value, row), strict=True)) for row in table["rows"]]
        for name, table in tables.items()
    }


def _value(value: Any) -> Any:
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value


async def leave_behind(empty: str) -> str:
    """Fill an empty database as an older version did."""
    await migrate(empty, "0003")
    await fill(empty, old_club())
    return empty


@pytest.fixture(scope="module")
def left_behind(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Make the file of a club that an older version has left behind."""
    path = tmp_path_factory.mktemp("old") / "matches.sqlite"
    asyncio.run(leave_behind(address(path)))
    return path.read_bytes()


@pytest.fixture
def old(request: pytest.FixtureRequest, url: str) -> str:
    """Give the address of a club that an older version has left behind."""
    if not url.startswith("sqlite"):
        return asyncio.run(leave_behind(request.getfixturevalue("empty")))
    Path(url.partition("///")[2]).write_bytes(request.getfixturevalue("left_behind"))
    return url


def alive(row: Row) -> bool:
    """Tell whether the offer noted in a match of revision 0003 still stood."""
    return bool(row["status"] == "running" and row["offer_revision"] == row["revision"])


async def test_the_old_club_has_matches_of_every_kind() -> None:
    club = old_club()
    assert all(club.values()), "every table holds something"
    matches = club["matches"]
    for status in ("running", "over"):
        assert {row["game"] for row in matches if row["status"] == status} == OLD_GAMES
    assert {row["offer"] for row in matches if alive(row)} == {"draw", "takeback", "cancel"}
    assert any(row["offer"] and not alive(row) for row in matches if row["status"] == "running")
    assert {row["winners"] for row in matches if row["status"] == "over"} == {0, 1, 2}
    assert {row["salt"] is None for row in matches if row["status"] == "cancelled"} == {True, False}
    assert {row["seat_choice"] for row in matches} == {"first", "second", "random"}
    assert {row["guest"] is None for row in matches if row["status"] == "open"} == {True, False}
    assert {row["title"][0] for row in club["drafts"]} == {"@", "m"}


@pytest.mark.slow
@BOTH
async def test_every_match_of_an_old_club_says_what_it_did(old: str) -> None:
    club = await Club.at(old)
    before = old_club()
    names = {row["id"]: row["name"] for row in before["people"]}
    taken_back = {
        (row["match"], row["revision"]) for row in before["log"] if row["kind"] == "takeback"
    }
    for row in before["matches"]:
        match = await club.matches.match(row["id"])
        assert match.stand.phase in PHASES.get(row["status"], {"called_off"})
        assert (match.terms.host.id, match.terms.host.name) == (row["host"], names[row["host"]])
        people = [
            None if who is None else (who, names[who]) for who in (row["first"], row["second"])
        ]
        if match.begun:
            assert [(one.human.id, one.human.name) for one in match.players] == people
        else:
            assert people == [None, None]
            called = [] if row["guest"] is None else [(row["guest"], names[row["guest"]])]
            assert [(one.id, one.name) for one in match.called] == called
        assert sum(1 << seat for seat in match.to_act) == row["acting"]
        stand = (match.stand.revision, match.stand.turns, match.home, match.updated_ms)
        assert stand == (row["revision"], row["turns"], row["home"], row["updated_ms"])
        assert match.stand.taken_back == ((row["id"], row["revision"]) in taken_back)
        check_end(match, row)
        offer = (row["offer"], row["offer_seat"], row["offer_revision"]) if alive(row) else None
        found = match.offer
        assert (found and (found.kind, found.seat, found.revision)) == offer
        await club.check(match.id)
    await club.close()


def check_end(match: Match, row: Row) -> None:
    outcome = match.stand.outcome
    if row["reason"] is None:
        assert outcome is None
        return
    assert outcome
    winners = sum(1 << seat for seat in outcome.winners)
    assert (winners, outcome.reason) == (row["winners"], row["reason"])
    assert (" ".join(map(str, outcome.scores)) or None) == row["scores"]


@BOTH
async def test_play_goes_on_in_an_old_club_and_its_records_are_true(old: str) -> None:
    club, rng = await Club.at(old), random.Random(1)
    ended = [row["id"] for row in old_club()["matches"] if row["reason"]]
    assert len(ended) >= 8
    for name in ended:
        assert await club.matches.evidence.verify(name) == ()
    for row in old_club()["matches"]:
        match = await club.matches.match(row["id"])
        if match.stand.phase == "open" and (match.called or match.free_places):
            match = await club.join(match, match.called[0] if match.called else ANN)
        for _ in range(12):
            if match.running:
                match = (await club.step(match, rng)).match
        await club.check(match.id)
        if match.running:
            match = await take_leave(club, match)
            assert match.stand.outcome
            assert await club.matches.evidence.verify(match.id) == ()
    await club.close()


async def take_leave(club: Club, match: Match) -> Match:
    """Call a match off, all agreeing."""
    for player in match.players:
        match = await club.matches.offers.offer(club.keys(), match.id, player.human.id, "cancel")
    return match


@pytest.mark.slow
@BOTH
async def test_what_waits_in_an_old_club_can_be_answered(old: str) -> None:
    club = await Club.at(old)
    for row in old_club()["matches"]:
        match = await club.matches.match(row["id"])
        if (offer := match.offer) is None:
            continue
        (other,) = match.others(offer.seat)
        answered = await club.matches.offers.answer(
            club.keys(), match.id, other.human.id, offer.kind, True, offer.revision
        )
        assert answered.offer is None
        assert answered.stand.revision == match.stand.revision + 1
        await club.check(match.id)
    await club.close()


@pytest.mark.slow
@BOTH
async def test_what_an_old_club_may_have_left_undone_is_looked_at(old: str) -> None:
    club, before = await Club.at(old), old_club()
    boards = {(row["match"], row["audience"]): row["revision"] for row in before["boards"]}
    club.clock.time = max(row["updated_ms"] for row in before["matches"]) + 10 * CARD_GRACE_MS
    found = set(await club.matches.behind())
    for row in before["matches"]:
        behind = row["salt"] and boards.get((row["id"], "channel"), -1) < row["revision"]
        stale = boards.get((row["id"], "card")) == SHOWN_OPEN
        alive = row["status"] in ("open", "running")
        assert (row["id"] in found) >= bool(behind or stale or alive)
    assert len(found) < len(before["matches"])
    await club.matches.followers.sweep()
    await club.followed()
    assert await club.matches.behind() == ()
    await club.close()


@BOTH
async def test_private_papers_of_an_old_club_are_still_their_owners(old: str) -> None:
    club, before = await Club.at(old), old_club()
    for row in before["drafts"]:
        match = await club.matches.match(row["match"])
        if match.to_act >= {match.seat_of(row["user"])}:
            layout = (await club.matches.setting_up.see(match.id, row["user"])).layout
            own = not row["title"].startswith("@")
            assert layout
            assert layout.title == (row["title"] if own else Word(row["title"][1:]))
            assert layout.codes == row["codes"]
    for row in before["layouts"]:
        assert (await club.matches.setting_up.kept(row["user"]))[row["name"]] == row["codes"]
    for row in before["letters"]:
        person = (await club.watched(row["match"])).people[row["user"]]
        assert row["match"] in person.refused
        assert person.untold == (not row["told"])
    for row in before["seals"]:
        seals = await club.matches.evidence.seals(row["match"])
        assert seals[Seat(row["seat"])] == row["seal"]
    for row in before["boards"]:
        shown = (await club.matches.shown(row["match"]))[row["audience"]]
        assert (shown.message, shown.revision) == (row["message"], row["revision"])
    await club.close()


@pytest.mark.slow
@BOTH
async def test_the_way_back_restores_every_row_and_forth_again_too(old: str) -> None:
    before, tables = await rows(old), await structure(old)
    for row in before["matches"]:
        if not alive(row):
            row.update(offer=None, offer_seat=None, offer_revision=None)
    await (await Club.at(old)).close()
    upgraded, today = await rows(old), await structure(old)
    assert {"log", "seals", "requests"} <= upgraded.keys()
    for name in before.keys() & upgraded.keys() - {"matches", "drafts", "preferences", "people"}:
        kept = [
            {column: new[column] for column in old_row}
            for old_row, new in zip(before[name], upgraded[name], strict=True)
        ]
        assert kept == before[name], name
    await migrate(old, "0003")
    restored = await rows(old)
    assert restored.keys() == before.keys()
    for name, table in before.items():
        assert sorted(map(_text, restored[name])) == sorted(map(_text, table)), name
    assert await structure(old) == tables
    await (await Club.at(old)).close()
    again = await rows(old)
    assert (ageless(again), await structure(old)) == (ageless(upgraded), today)


@pytest.mark.slow
@BOTH
async def test_step_by_step_an_old_club_comes_to_the_same_as_at_once(old: str) -> None:
    before = await rows(old)
    for step in STEPS:
        await migrate(old, step)
        now = await rows(old)
        assert [len(now[name]) for name in KEPT] == [len(before[name]) for name in KEPT], step
    await (await Club.at(old)).close()
    by_steps = ageless(await rows(old)), await structure(old)
    await migrate(old, "0003")
    await (await Club.at(old)).close()
    assert (ageless(await rows(old)), await structure(old)) == by_steps


def ageless(found: dict[str, list[Row]]) -> dict[str, list[Row]]:
    """Strip a club's rows of the time at which it was brought up to date."""
    matches = [{**row, "clock_ms": 0, "due_ms": row["due_ms"] and 0} for row in found["matches"]]
    return {**found, "matches": matches}


def _text(row: Row) -> str:
    return repr(sorted(row.items()))


@pytest.mark.slow
@BOTH
async def test_a_club_of_today_finds_its_way_back_and_forth(club: Club) -> None:
    ended = await club.resign(await club.begin(variant=""), ANN)
    again = await club.matches.opening.rematch(club.keys(), ended.id, BOB, CHANNEL + 1)
    dark = await club.begin("junqi-dark", channel=CHANNEL + 2)
    await club.matches.setting_up.lay(dark.id, BOB.id, "random")
    await club.matches.setting_up.save(dark.id, BOB.id, "@line.deed")
    proposal = Proposal("murus", "", ANN, (), None, CHANNEL)
    seated = await club.matches.opening.seat(proposal, [CID, BOB])
    seated = await club.matches.opening.begin(seated.id, 5)
    await club.close()
    await migrate(club.url, "0003")
    later = await Club.at(club.url)
    for match in (ended, again, dark, seated):
        found = await later.matches.match(match.id)
        assert (found.stand, found.called) == (match.stand, match.called)
        assert [one.human for one in found.players] == [one.human for one in match.players]
    assert await later.matches.evidence.verify(ended.id) == ()
    await later.close()


@pytest.mark.slow
async def test_the_first_club_of_all_keeps_what_it_has(url: str) -> None:
    club = await Club.at(url)
    await club.begin()
    await club.close()
    before, tables = await rows(url), schema(club.path)
    await migrate(url, "0002")
    assert schema(club.path) != tables
    await (await Matches.open(url)).close()
    now = await rows(url)
    for row in (*before["matches"], *now["matches"]):
        row.update(serial=0, proposal="", clock_ms=0, due_ms=0, pace="", begun_ms=0, unrated="")
    assert (before.pop("unfollowed"), len(now.pop("unfollowed"))) == ([], 1)
    for table in (before, now):
        for forgotten in ("clock_events", "challenges"):
            table[forgotten].clear()
        for row in table["players"]:
            row.update(bank_ms=0, deadline_ms=None)
    assert (now, schema(club.path)) == (before, tables)
    with pytest.raises(IntegrityError):
        await run(url, "DELETE FROM matches")


async def test_a_migration_that_would_lose_rows_is_not_made(old: str) -> None:
    with closing(sqlite3.connect(old.partition("///")[2])) as connection, connection:
        connection.execute("DELETE FROM matches WHERE revision > 0 AND rematch_of IS NULL")
    before = await rows(old)
    with pytest.raises(DatabaseUnusable, match="refer"):
        await Matches.open(old)
    assert await rows(old) == before


async def test_an_old_orphan_does_not_keep_the_bot_from_starting(club: Club) -> None:
    await club.begin()
    await club.close()
    with closing(sqlite3.connect(club.path)) as connection, connection:
        connection.execute("DELETE FROM matches")
    before = await club.rows()
    await (await Matches.open(club.url)).close()
    assert await club.rows() == before


@BOTH
async def test_matches_that_were_paused_for_ever_get_an_end(club: Club) -> None:
    match = await club.begin()
    for person in (ANN, BOB):
        await club.matches.offers.offer(club.keys(), match.id, person.id, "pause")
    other = await club.begin(channel=CHANNEL + 1)
    before = {row["id"]: row["due_ms"] for row in (await rows(club.url))["matches"]}
    await club.close()
    await run(club.url, "UPDATE matches SET due_ms = NULL WHERE paused")
    await run(club.url, "UPDATE alembic_version SET version_num = '0100'")
    await (await Matches.open(club.url)).close()
    after = {row["id"]: row["due_ms"] for row in (await rows(club.url))["matches"]}
    assert after == before
    assert after[match.id] == match.updated_ms + 30 * DAY
    assert after[other.id]


# ---------------------------------------------------------------- what cannot be opened


async def refused(url: str) -> str:
    """Return the sentence that says why a database cannot be opened."""
    with pytest.raises(DatabaseUnusable) as refusal:
        await Matches.open(url)
    assert refusal.value.__suppress_context__ or refusal.value.__context__ is None
    return str(refusal.value)


@BOTH
async def test_a_database_of_a_newer_version_is_left_alone(url: str) -> None:
    await run(url, "UPDATE alembic_version SET version_num = '9999'")
    before = await rows(url)
    assert "newer" in await refused(url)
    assert await rows(url) == before


async def test_a_file_that_cannot_be_written_is_told_at_the_start(url: str) -> None:
    path = url.partition("///")[2]
    assert "readonly" in await refused(f"sqlite+aiosqlite:///file:{path}?mode=ro&uri=true")


async def test_a_server_that_cannot_be_written_is_told_at_the_start() -> None:
    url = await databases.make("tetrarch_read_only")
    try:
        await (await Matches.open(url)).close()
        await run(url, 'ALTER DATABASE "tetrarch_read_only" SET default_transaction_read_only = on')
        assert "ReadOnlySQLTransactionError 25006" in await refused(url)
    finally:
        await databases.drop("tetrarch_read_only")


async def test_what_is_no_database_is_told_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann," * 100)
    assert "not a database" in await refused(address(tmp_path / "letter.txt"))
    assert "cannot be made" in await refused(address(tmp_path / "letter.txt" / "a" / "b.sqlite"))
    assert "address" in await refused("somewhere")
    text = await refused("postgresql+asyncpg://ann:secret@127.0.0.1:1/club")
    assert "127.0.0.1:1/club cannot be used" in text
    assert "secret" not in text
