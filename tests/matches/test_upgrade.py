"""A club that 1.0 has left behind keeps all it has, and goes on."""

from __future__ import annotations

import random

import pytest

from games.clock import DAY
from games.library import GAMES
from tests.databases import BOTH, rows

from .absences import at_once, thought
from .club import DAN, Club
from .left_behind import club, leave_behind, left, left_behind, old

NEW = ("held_ms", "held_why", "held_code", "held_tries", "unshown")
"""The columns that later versions have added."""

__all__ = ["at_once", "club", "left_behind", "old"]


def test_the_club_has_matches_of_every_kind() -> None:
    club = left()
    assert all(club.values()), "every table holds something"
    games = {
        phase: {row["game"] for row in club["matches"] if row["phase"] == phase}
        for phase in ("open", "setting_up", "playing", "over")
    }
    assert games["playing"] == games["over"] == GAMES.keys()
    assert games["setting_up"] == {"junqi-dark", "junqi-four"}
    assert len(games["open"]) > 3
    offers = {row["consent"] for row in club["players"] if row["consent_to"] == row["seat"]}
    assert offers == {"draw", "takeback", "cancel", "pause", "time", "replace"}
    reasons = {row["reason"] for row in club["matches"] if row["reason"]}
    assert reasons >= {"resign", "agreement", "time", "cancelled", "closed", "bridges"}
    assert {row["kind"] for row in club["log"]} >= {"act", "roll", "forfeit"}
    assert {"struck", None} < {row["unrated"] for row in club["matches"]}
    assert min(row["host"] for row in club["matches"]) < 0, "a former player's"


@pytest.mark.parametrize("revision", ["0100", "0101"])
@BOTH
async def test_no_row_of_any_other_table_changes(empty: str, revision: str) -> None:
    before = await rows(await leave_behind(empty, revision))
    await (await Club.at(empty)).close()
    after = await rows(empty)
    for row in before["matches"]:
        if row["paused"]:
            row["due_ms"] = row["updated_ms"] + 30 * DAY
    for row in (*after["matches"], *after["players"]):
        for column in NEW:
            row.pop(column, None)
    for name in before.keys() - {"boards", "posted"}:
        assert sorted(map(repr, after[name])) == sorted(map(repr, before[name])), name
    assert after.keys() == before.keys() - {"boards"}


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
        own = (players[row["id"], one.seat] for one in match.players if match.running)
        wanted = [
            (one["consent"], one["seat"], row["revision"])
            for one in own
            if (one["consent_to"], one["consent_revision"]) == (one["seat"], row["revision"])
        ]
        found = match.offer
        assert ([(found.kind, found.seat, found.revision)] if found else []) == wanted
        await club.check(row["id"])
    assert await club.matches.striking.faults() == ()


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
            match = await club.matches.offers.take(club.keys(), match.id, DAN, made)
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
        assert (await club.matches.setting_up.kept(row["user"]))[row["name"]] == row["codes"]
    for row in left()["dm_refusals"]:
        person = (await club.watched(row["match"])).people[row["user"]]
        assert (row["match"] in person.refused, person.untold) == (True, not row["told"])
