"""A club that 1.0 has left behind keeps all it has, and goes on."""

import os
import random
import sqlite3
from contextlib import closing
from itertools import product
from operator import itemgetter
from pathlib import Path

import pytest

from games.clock import DAY
from tests.databases import BOTH, address, rows

from .absences import thought
from .club import DAN, Club
from .left_behind import caught_up, club, found, leave_behind, left, left_behind, old
from .rated import faults

NEW = (
    *("held_ms", "held_why", "held_code", "held_tries", "unshown", "nth"),
    *("text_first", "lobby", "lobby_message", "phrases", "ready", "drawn", "tour"),
)
"""The columns that later versions have added."""

GAMES_THEN = {"murus", "diablo", "ponte", "junqi-dark", "junqi-flip", "junqi-four"}
"""The games of 1.0."""

__all__ = ["caught_up", "club", "found", "left_behind", "old"]


def test_the_club_has_matches_of_every_kind() -> None:
    club = left()
    assert all(club.values()), "every table holds something"
    games = {
        phase: {row["game"] for row in club["matches"] if row["phase"] == phase}
        for phase in ("open", "setting_up", "playing", "over")
    }
    assert games["playing"] == games["over"] == GAMES_THEN
    assert games["setting_up"] == {"junqi-dark", "junqi-four"}
    assert len(games["open"]) > 3
    offers = {row["consent"] for row in club["players"] if row["consent_to"] == row["seat"]}
    assert offers == {"draw", "takeback", "cancel", "pause", "time", "replace"}
    reasons = {row["reason"] for row in club["matches"] if row["reason"]}
    assert reasons >= {"resign", "agreement", "time", "cancelled", "closed", "bridges"}
    assert {row["kind"] for row in club["log"]} >= {"act", "roll", "forfeit"}
    assert {"struck", None} < {row["unrated"] for row in club["matches"]}
    assert min(row["host"] for row in club["matches"]) < 0, "a former player's"


@pytest.mark.slow
@pytest.mark.parametrize("revision", ["0100", "0101"])
@BOTH
async def test_no_row_of_any_other_table_changes(empty: str, revision: str) -> None:
    before = await rows(await leave_behind(empty, revision))
    await (await Club.at(empty)).close()
    after = await rows(empty)
    for row in before["matches"]:
        if row["paused"]:
            row["due_ms"] = row["updated_ms"] + 30 * DAY
    for name in ("matches", "players", "preferences", "servers", "attention"):
        for row, column in product(after[name], NEW):
            row.pop(column, None)
    for name in before.keys() - {"boards", "posted", "ratings", "rated"}:
        assert sorted(map(repr, after[name])) == sorted(map(repr, before[name])), name
    assert after.keys() == before.keys() - {"boards"} | {
        "recounts",
        "moved_points",
        "strikes",
        "departed",
        "reports",
        "wishes",
        "pairings",
    }


@pytest.mark.slow
async def test_a_file_is_copied_before_tables_change(tmp_path: Path, left_behind: bytes) -> None:
    (file := tmp_path / "matches.sqlite").write_bytes(left_behind)
    for _ in range(2):
        await (await Club.at(address(file))).close()
    (copy,) = (name for name in os.listdir(tmp_path) if "before" in name)
    assert os.stat(tmp_path / copy).st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(tmp_path / copy)) as there:
        assert there.execute("SELECT version_num FROM alembic_version").fetchone() == ("0101",)
        assert there.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@BOTH
async def test_what_counted_counts_and_is_settled_again_by_server(old: str) -> None:
    before = left()["rated"]
    first, *others = [await Club.at(old) for _ in range(2)]
    after = await rows(old)
    kept = ("serial", "match", "seat", "person", "at_ms", "result", "reason")
    for then, now in zip(before, sorted(after["rated"], key=itemgetter("serial")), strict=True):
        assert (now["game"], now["guild"]) == (then["pool"], then["guild"] or 0)
        assert [now[name] for name in kept] == [then[name] for name in kept]
    assert {(row["person"], row["game"], row["guild"]) for row in after["ratings"]} == {
        (row["person"], row["game"], row["guild"]) for row in after["rated"]
    }
    first_ones = [row for row in after["rated"] if row["games"] == 1 and row["result"] == "won"]
    assert first_ones
    assert {round(row["after"]) for row in first_ones if "four" not in row["game"]} == {1662}
    assert after["recounts"] == []
    assert {row["person"] for row in after["moved_points"]} == {
        row["person"] for row in before if row["person"] > 0
    }
    for opened in (first, *others):
        assert await faults(opened) == []
        await opened.close()


@BOTH
async def test_people_are_told_once_that_points_are_a_servers_own(club: Club) -> None:
    person = next(row["person"] for row in left()["rated"] if row["person"] > 0)
    assert [await club.matches.profiles.has_moved(person) for _ in range(2)] == [True, False]
    assert not await club.matches.profiles.has_moved(1)


@BOTH
async def test_every_match_says_what_it_did(club: Club) -> None:
    players = {(row["match"], row["seat"]): row for row in left()["players"]}
    for row in left()["matches"]:
        match = await club.matches.match(row["id"])
        stand = match.stand
        for name in ("phase", "revision", "turns"):
            assert getattr(stand, name) == row[name]
        assert (match.terms.host.id, match.terms.host.name) == (row["host"], row["host_name"])
        assert (match.paused, match.unrated) == (row["paused"], row["unrated"])
        assert (stand.outcome.reason if stand.outcome else None) == row["reason"]
        for player in match.players:
            kept = players[row["id"], player.seat]
            assert (player.person.id if player.person else None) == kept["person"]
            assert (player.acting, player.result) == (kept["acting"], kept["result"])
        own = (players[row["id"], player.seat] for player in match.players if match.running)
        wanted = [
            (seat["consent"], seat["seat"], row["revision"])
            for seat in own
            if (seat["consent_to"], seat["consent_revision"]) == (seat["seat"], row["revision"])
        ]
        found = match.offer
        assert ([(found.kind, found.seat, found.revision)] if found else []) == wanted
        await club.check(row["id"])
    assert await faults(club) == []


@BOTH
async def test_the_records_of_ended_matches_verify(club: Club) -> None:
    ended = [row["id"] for row in left()["matches"] if row["reason"]]
    assert len(ended) > 10
    for name in ended:
        assert await club.matches.evidence.verify(name) == ()


@pytest.mark.slow
@BOTH
async def test_every_match_goes_on(club: Club) -> None:
    rng = random.Random(1)
    for row in left()["matches"]:
        if row["unrated"] == "computer":
            continue  # how its clocks stand cannot be counted anew
        match = await club.matches.match(row["id"])
        if match.stand.phase == "open":
            for person in [*match.called, *[DAN] * match.free_places]:
                match = await club.join(match, person)
            if match.stand.phase == "open":
                match = await club.matches.opening.begin(match.id, 5)
        for _ in range(4):
            if match.running:
                await club.step(match, rng)
                match = await thought(club, match)
        alive = row["phase"] in ("open", "setting_up", "playing")
        assert match.stand.revision >= row["revision"] + 4 * alive


@BOTH
async def test_every_offer_that_stands_can_be_accepted(club: Club) -> None:
    for row in left()["matches"]:
        match = await club.matches.match(row["id"])
        if (made := match.offer) is None:
            continue
        if made.kind == "replace":
            match = await club.take(match, DAN, made)
        for player in match.others(made.seat):
            if match.offer == made and player.consent is None:
                answer = (player.human.id, made.kind, True, made.revision)
                match = await club.matches.offers.answer(club.keys(), match.id, *answer)
        assert match.offer is None
        await club.check(match.id)


@BOTH
async def test_private_papers_are_still_their_owners(club: Club) -> None:
    for row in left()["drafts"]:
        match = await club.matches.match(row["match"])
        if match.stand.phase == "setting_up" and match.to_act >= {match.seat_of(row["user"])}:
            layout = (await club.matches.setting_up.see(match.id, row["user"])).layout
            assert layout
            assert layout.codes == row["codes"]
    for row in left()["layouts"]:
        assert (await club.matches.people.layouts(row["user"]))[row["name"]] == row["codes"]
    for row in left()["dm_refusals"]:
        person = (await club.watched(row["match"])).people[row["user"]]
        assert (row["match"] in person.refused, person.untold) == (True, not row["told"])
