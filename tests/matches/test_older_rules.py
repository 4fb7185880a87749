"""Matches that were begun under an older version of their game's rules, and are played on.

`club_0016.json` is a database as the code filled it when Junqi for four was of version 1: the same
54 lines in two matches, after which East cannot move and is not next. In one a seat that cannot
move loses (`qq`), in the other it is skipped.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import pytest

from bot.matches.acts.opening import Proposal
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.players import Computer, Substitute
from games.clock import DAY
from games.core import Over, Seat, View
from games.junqi.four.view import FourView
from games.record import read, write
from games.verify import verify
from players.library import PLAYERS
from players.verify import verify as verify_computers
from tests.databases import address, fill, migrate

from .absences import RollCall, at_once, move, now, pass_time, thought, wanted
from .club import ANN, BOB, CHANNEL, CID, DAN, GUILD, Club
from .test_migrations import old_club

__all__ = ["at_once"]

OLD_CLUB = Path(__file__).with_name("club_0016.json")
LOSE, SKIP = MatchId("XF72"), MatchId("6RXV")
FOUR = (ANN, BOB, CID, DAN)
SEATS = SOUTH, WEST, NORTH, EAST = (Seat(0), Seat(1), Seat(2), Seat(3))
IN = [False] * 4
OUT_EAST = [False, False, False, True]


async def leave_behind(url: str) -> None:
    await migrate(url, "0016")
    await fill(url, old_club(OLD_CLUB))


@pytest.fixture(scope="module")
def left_behind(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Make the file that the older version has left behind."""
    path = tmp_path_factory.mktemp("old") / "matches.sqlite"
    asyncio.run(leave_behind(address(path)))
    return path.read_bytes()


@pytest.fixture
async def club(tmp_path: Path, left_behind: bytes) -> AsyncIterator[Club]:
    """Open the club with that file, a minute after its last turn."""
    path = tmp_path / "matches.sqlite"
    path.write_bytes(left_behind)
    club = await Club.at(address(path))
    club.keys = count(20_000).__next__  # the lines in the file have theirs
    club.clock.time = (await club.matches.match(SKIP)).updated_ms + 60_000
    yield club
    await club.close()


def out(match: Match) -> list[bool]:
    return [player.out for player in match.players]


def stands(match: Match) -> tuple[list[Seat], list[bool]]:
    """List the seats that are to move, and which are out."""
    return sorted(match.to_act), out(match)


async def seen(club: Club, match: Match, seat: Seat | None = None) -> FourView:
    view: View = (await club.matches.see(match.id, None if seat is None else FOUR[seat].id)).view
    assert isinstance(view, FourView)
    return view


async def moved(club: Club, match: Match, *seats: Seat) -> Match:
    """Play a turn of each of these seats, in which nothing is taken."""
    for seat in seats:
        assert (await now(club, match)).to_act == {seat}
        await move(club, match, FOUR[seat])
    return await now(club, match)


async def table(club: Club, variant: str = "qq", version: int | None = None) -> Match:
    """Make a table as those of `club_0016.json` today; with a version, under its rules."""
    proposal = Proposal(
        "junqi-four", variant, ANN, (BOB, CID, DAN), GUILD, CHANNEL + 7, "here", SEATS
    )
    card = await club.matches.opening.open(club.keys(), proposal)
    if version is not None:
        await club.run(f"UPDATE matches SET version = {version} WHERE id = '{card.id}'")  # noqa: S608
    match = await club.join(card, BOB, CID, DAN)
    for entry in await club.log(LOSE):
        assert entry.seat is not None
        match = (await club.act(match, FOUR[entry.seat], entry.text)).match
    return await now(club, match)


@pytest.mark.parametrize("name", [LOSE, SKIP])
async def test_a_match_of_an_older_version_stands_as_it_stood(club: Club, name: MatchId) -> None:
    match = await club.matches.match(name)
    assert (match.terms.version, stands(match)) == (1, ([NORTH], IN))
    await club.check(name)
    assert not club.matches.games["junqi-four"].legal(await seen(club, match, EAST))
    for seat in (SOUTH, WEST, NORTH, EAST, None):
        assert (await seen(club, match, seat)).out == frozenset()
    assert await club.matches.reading.fights(name, DAN.id)


async def test_where_nobody_can_move_is_skipped_the_match_goes_on(club: Club) -> None:
    match = await moved(club, await club.matches.match(SKIP), NORTH, WEST, SOUTH)
    assert stands(match) == ([NORTH], IN)
    assert (await seen(club, match)).missed == (0, 0, 0, 1)
    for _ in range(4):
        match = await moved(club, match, NORTH, WEST, SOUTH)
    assert (await seen(club, match)).gone == ((EAST, "missed_turns"),)
    ended = await club.resign(match, BOB)
    assert ended.stand.outcome == Over(frozenset({SOUTH, NORTH}), "resign")
    assert await club.matches.evidence.verify(SKIP) == ()


async def test_where_who_cannot_move_loses_a_seat_goes_out_in_its_own_turn(club: Club) -> None:
    match = await moved(club, await club.matches.match(LOSE), NORTH, WEST)
    assert stands(match) == ([SOUTH], IN)
    match = await moved(club, match, SOUTH)
    assert stands(match) == ([NORTH], OUT_EAST)
    assert [event.code for event in (await seen(club, match)).news] == ["junqi.out"]


async def test_an_older_match_keeps_the_older_rule_to_its_end(club: Club) -> None:
    """By the rule of today East would be out, and West's resigning would be the end."""
    match = await club.resign(await club.matches.match(LOSE), BOB)
    assert (match.running, out(match)) == (True, [False, True, False, False])
    ended = await moved(club, match, NORTH, SOUTH)
    assert ended.stand.outcome == Over(frozenset({SOUTH, NORTH}), "no_moves")
    record = read(write(await club.matches.evidence.record(LOSE)))
    assert (record.version, verify(record)) == (1, ())
    assert await club.matches.evidence.verify(LOSE) == ()


async def test_a_turn_that_runs_out_is_missed_by_the_older_rule(club: Club) -> None:
    await pass_time(club, 7 * DAY)
    match = await now(club, await club.matches.match(LOSE))
    assert stands(match) == ([WEST], IN)
    assert [event.code for event in (await seen(club, match)).news] == ["junqi.missed"]


async def test_a_turn_is_taken_back_by_the_older_rule(club: Club) -> None:
    before = await club.row(LOSE)
    match = await moved(club, await club.matches.match(LOSE), NORTH)
    made = (await club.matches.offers.offer(club.keys(), LOSE, CID.id, "takeback")).offer
    assert made
    for person in (BOB, DAN):
        await club.matches.offers.answer(
            club.keys(), LOSE, person.id, "takeback", True, made.revision
        )
    match = await now(club, match)
    assert stands(match) == ([NORTH], IN)
    assert (await club.row(LOSE))["position"] == before["position"]


async def test_a_computer_plays_on_by_the_older_rule_and_can_be_recomputed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await moved(club, await club.matches.match(LOSE), NORTH)
    club.matches.leaving.roll_call = RollCall({BOB.id})
    await club.matches.leaving.gone(LOSE, BOB.id)
    made = await wanted(club, match, Substitute(WEST, 1), ANN.id)
    assert made
    for person in (CID, DAN):
        await club.matches.offers.answer(
            club.keys(), LOSE, person.id, "replace", True, made.revision, made.seat, made.substitute
        )
    match = await thought(club, match)
    assert match.players[WEST].computer == Computer(1, PLAYERS["junqi-four"].version)
    assert stands(match) == ([SOUTH], IN)
    assert out(await moved(club, match, SOUTH)) == OUT_EAST
    for person in (ANN, CID):
        match = await club.resign(match, person)
    assert match.stand.outcome == Over(frozenset({WEST, EAST}), "resign")
    record = read(write(await club.matches.evidence.record(LOSE)))
    assert verify(record) == ()
    assert [found for _, found in verify_computers(record)] == [None]


async def test_hints_and_fights_follow_an_older_match_by_the_older_rule(club: Club) -> None:
    """By the rule of today its log could not be followed: West's resigning would be the end."""
    await club.run("UPDATE matches SET hints = true")
    match = await club.resign(await club.matches.match(LOSE), BOB)
    match = await moved(club, match, NORTH)
    view, game = await seen(club, match, SOUTH), club.matches.games["junqi-four"]
    assert view.gone == ((WEST, "resign"),)
    assert await club.matches.reading.fights(LOSE, ANN.id)
    assert game.shown
    legal = {game.shown(view, one) for one in game.legal(view)}
    found = {one.text for one in await club.matches.advising.hint(LOSE, ANN.id)}
    assert found
    assert found <= legal


async def test_a_new_match_is_played_by_the_rule_of_today(club: Club) -> None:
    match = await table(club)
    assert (match.terms.version, stands(match)) == (2, ([NORTH], OUT_EAST))
    assert [event.code for event in (await seen(club, match)).news][-1] == "junqi.out"
    ended = await club.resign(match, BOB)
    assert ended.stand.outcome == Over(frozenset({SOUTH, NORTH}), "resign")
    assert await club.matches.evidence.verify(match.id) == ()


async def test_a_match_opened_under_the_older_rule_begins_under_it(club: Club) -> None:
    match = await table(club, version=1)
    assert (match.terms.version, stands(match)) == (1, ([NORTH], IN))


async def test_a_rematch_of_an_older_match_is_played_by_the_rule_of_today(club: Club) -> None:
    match = await club.resign(await club.matches.match(LOSE), BOB)
    await club.resign(match, DAN)
    again = await club.matches.opening.rematch(club.keys(), LOSE, ANN, CHANNEL)
    assert (again.terms.version, again.terms.variant) == (2, "qq")
