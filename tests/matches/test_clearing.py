"""Finished matches that are no longer kept whole: what goes, what stays, and when."""

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from bot.matches.match.match import Match
from bot.matches.match.refusals import Code
from bot.matches.service import Matches
from bot.matches.store.clearing import CLEARED, MONTH_MS, TWO_YEARS_MS
from bot.matches.upkeep.retention import FORETOLD_MS, KEPT_MS
from bot.people.points.standing import SEASON_MS
from games.clock import DAY
from tests.databases import BOTH

from .absences import pass_time, take_over
from .club import ANN, BOB, CID, GENEROUS, RULEBOOK, Club, refusal
from .rated import EVA, FIN, faults, played
from .test_checking import found

KEPT = KEPT_MS["90d"] or 0


@pytest.fixture
async def club(url: str) -> AsyncIterator[Club]:
    """Open a club that keeps finished matches for 90 days."""
    club = await Club.at(url)
    club.matches = await reopened(club, KEPT)
    yield club
    await club.close()


async def reopened(club: Club, kept_ms: int | None) -> Matches:
    """Open the matches of a club once more, to be kept for so long."""
    await club.matches.close()
    matches = await Matches.open(
        club.url, now=club.clock, rulebook=RULEBOOK, allowance=GENEROUS, kept_ms=kept_ms
    )
    matches.followers.add(club.gossip)
    return matches


async def old(club: Club, match: Match) -> Match:
    """Let all that follows from a match be done, and so much time pass that it is cleared."""
    await club.matches.followers.reconcile(match.id)
    await club.matches.followers.sweep()
    club.clock.time += KEPT + DAY
    assert await club.matches.clearing.portion() > 0
    return await club.matches.match(match.id)


async def about(club: Club, match: Match) -> set[str]:
    """List the tables that have a row about a match."""
    return {
        table
        for table, rows in (await club.rows()).items()
        for row in rows
        if match.id in (row.get("match"), row.get("owner"), table == "matches" and row["id"])
    }


@BOTH
async def test_an_old_match_keeps_terms_players_result_and_points_alone(club: Club) -> None:
    match = await played(club)
    await club.matches.noting.note(match.id, EVA.id, 1, "Well played!")
    await club.matches.noting.publish(match.id, EVA)
    await club.post_card(match)
    before = await club.matches.match(match.id)
    points = await club.matches.ratings.changes(match.id)
    assert await about(club, match) >= {"log", "notes", "posted", "invitations", "requests"}
    assert await old(club, match) == before
    assert await about(club, match) == {"matches", "players", "rated"}
    row = await club.row(match.id)
    assert (row["position"], bytes(row["seed"])) == ("", b"")
    assert await club.matches.ratings.changes(match.id) == points
    assert await faults(club) == []
    assert await club.matches.clearing.portion() == 0, "it is cleared once"


@BOTH
async def test_points_are_reckoned_from_what_stays_of_a_seat_taken_over(club: Club) -> None:
    card = await club.open(opponent=FIN, host=EVA)
    match = await club.join(card, FIN)
    for person, text in ((EVA, "a1-a3"), (FIN, "b7-b5"), (EVA, "h1-h3"), (FIN, "h7-h5")):
        await club.act(match, person, text)
    await pass_time(club, 90 * DAY)
    await take_over(club, await club.matches.match(match.id), CID, FIN)
    ended = await club.resign(match, CID)
    assert await faults(club) == []
    finished = await club.matches.profiles.finished_matches(FIN.id)
    await old(club, ended)
    assert await about(club, match) >= {"holders", "clock_events"}
    assert await faults(club) == []
    assert await club.matches.profiles.finished_matches(FIN.id) == finished


@BOTH
async def test_a_card_that_came_to_nothing_goes_whole(club: Club) -> None:
    cancelled = await club.open(host=EVA, channel=3)
    await club.post_card(cancelled)
    await club.matches.opening.cancel(club.keys(), cancelled.id, EVA.id)
    running, waiting = await club.begin(channel=4), await club.open(host=CID, channel=5)
    await club.matches.followers.reconcile(cancelled.id)
    await club.matches.followers.sweep()
    club.clock.time += KEPT - DAY
    assert await club.matches.clearing.portion() == 0
    club.clock.time += 2 * DAY
    assert await club.matches.clearing.portion() == 1
    assert await about(club, cancelled) == set()
    assert not re.search(rf"\b{EVA.id}\b", str(await club.rows()))
    assert {row["id"] for row in (await club.rows())["matches"]} == {running.id, waiting.id}
    assert await refusal(club.matches.match(cancelled.id)) == Code.UNKNOWN_MATCH
    assert await club.matches.clearing.portion() == 0


QUESTIONS: dict[str, Callable[[Club, Match], Awaitable[Any]]] = {
    "history": lambda club, match: club.matches.reading.history(match.id, EVA.id),
    "turns": lambda club, match: club.matches.reading.turns_that_count(match.id, EVA.id),
    "board": lambda club, match: club.matches.see(match.id, EVA.id),
    "record": lambda club, match: club.matches.evidence.record(match.id),
    "verify": lambda club, match: club.matches.evidence.verify(match.id),
    "analysis": lambda club, match: club.matches.analysing.begin(match.id),
    "note": lambda club, match: club.matches.noting.note(match.id, EVA.id, 1, "Late"),
}


async def test_whoever_asks_for_its_moves_is_told_kindly(club: Club) -> None:
    match = await played(club)
    for name, ask in QUESTIONS.items():
        if name != "analysis":  # which takes its time
            await ask(club, match)
    await old(club, match)
    for name, ask in QUESTIONS.items():
        assert await refusal(ask(club, match)) == Code.NO_LONGER_KEPT, name
    assert (await club.matches.list_matches(EVA.id, "finished", None))[0].id == match.id
    again = await club.matches.opening.rematch(club.keys(), match.id, EVA, 1)
    assert again.terms.rematch_of == match.id


async def test_followers_exports_and_deletions_know_what_is_no_longer_kept(club: Club) -> None:
    match = await old(club, await played(club))
    assert await club.matches.followers.reconcile(match.id) is None
    assert club.gossip.heard[-1].view is None
    _, records = await club.matches.exporting.export(EVA.id)
    (one,) = json.loads(records)["records"]
    assert (one["match"], sorted(one["results"].values())) == (match.id, ["lost", "won"])
    await club.matches.forgetting.forget(EVA.id)
    assert not re.search(rf"\b{EVA.id}\b", str(await club.rows()))
    assert (await club.matches.match(match.id)).nameless
    assert await faults(club) == []


async def test_players_are_foretold_a_month_before(club: Club) -> None:
    match = await played(club)
    ends_ms = match.updated_ms + KEPT
    assert club.matches.clearing.soon(match) is None
    club.clock.time = ends_ms - FORETOLD_MS
    assert club.matches.clearing.soon(match) is None
    club.clock.time += 1
    assert club.matches.clearing.soon(match) == ends_ms
    assert club.matches.clearing.soon(await club.begin()) is None


async def test_what_is_younger_runs_or_is_still_to_be_shown_stays_whole(club: Club) -> None:
    running, young = await club.begin(channel=3), await played(club)
    club.clock.time += KEPT - DAY
    await club.matches.followers.sweep()
    assert await club.matches.clearing.portion() == 0
    shown = await about(club, young)
    club.clock.time += 2 * DAY
    await club.matches.opening.live_in(young.id, 77)
    await club.matches.followers.reconcile(young.id)
    assert await club.matches.clearing.portion() == 0, "its last change is not written off yet"
    assert await about(club, young) == shown | {"unfollowed"}
    assert "invitations" in await about(club, running)


async def test_forever_is_forever(club: Club) -> None:
    match = await played(club)
    await club.matches.followers.sweep()
    club.matches = await reopened(club, KEPT_MS["forever"])
    club.clock.time += 4000 * DAY
    assert club.matches.clearing.soon(match) is None
    assert await club.matches.clearing.portion() == 0
    assert await club.verified(match)


@BOTH
async def test_what_has_served_its_purpose_is_deleted_whatever_is_kept(club: Club) -> None:
    club.matches = await reopened(club, None)
    dark = await club.begin("junqi-dark", variant="standard", channel=5)
    await club.matches.setting_up.lay(dark.id, ANN.id, "ambush")
    other = await club.begin(channel=6)
    people = club.matches.people
    await people.refuse_messages(dark.id, ANN.id)
    await people.refuse_messages(other.id, BOB.id)
    await club.matches.attention.share(other, CID.id)
    await club.matches.vacations.take(ANN.id, 1)

    async def left() -> set[str]:
        tables = ("departed", "drafts", "dm_refusals", "attention", "challenges", "vacations")
        await club.matches.clearing.portion()
        rows = await club.rows()
        return {table for table in tables if rows[table]}

    assert await left() == {"drafts", "dm_refusals", "attention", "challenges", "vacations"}
    await club.matches.leaving.leave(club.keys(), dark.id, ANN.id)
    await club.resign(other, ANN)
    await people.forget_refusals(ANN.id)
    await club.matches.followers.sweep()
    assert await left() == {"dm_refusals", "attention", "challenges", "vacations"}
    club.clock.time += MONTH_MS + DAY
    assert await left() == {"dm_refusals", "vacations"}, "Bob has yet to be told"
    await people.forget_refusals(BOB.id)
    assert await left() == {"vacations"}
    await club.matches.forgetting.forget(BOB.id)
    await club.matches.followers.sweep()
    club.clock.time += SEASON_MS - 1
    assert await left() == {"departed", "vacations"}
    club.clock.time += 1
    assert await left() == {"vacations"}
    club.clock.time += TWO_YEARS_MS
    assert await left() == set()


def test_every_table_about_a_match_is_cleared_or_stays_on_purpose() -> None:
    stays = {"matches", "players", "holders", "rated", "strikes", "clock_events", "unfollowed"}
    named = {table.name for table in CLEARED}
    assert not named & stays
    every = CLEARED[0].metadata.tables.values()
    assert {table.name for table in every if "match" in table.c} == (named | stays) - {"matches"}


@BOTH
async def test_former_players_and_cleared_matches_pass_every_check(club: Club) -> None:
    match, running = await played(club), await club.begin()
    await club.matches.forgetting.forget(ANN.id)
    assert await found(club) == []
    assert (await old(club, match)).stand.phase == "over"
    assert (await club.matches.match(running.id)).stand.phase != "playing"
    assert await found(club) == []
