"""Matches that were begun under an older version of their game's rules, and are played on.

Junqi for four was of version 1: the same 54 lines in two matches, after which East cannot move and
is not next. In one a seat that cannot move loses (`qq`), in the other it is skipped.
"""

import asyncio
from collections.abc import AsyncIterator
from itertools import count, cycle
from pathlib import Path

import pytest

from bot.matches.acts.opening import Proposal
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match, Options
from bot.matches.match.players import Computer, Substitute
from games.clock import DAY
from games.core import Over, Seat, View
from games.junqi.four.view import FourView
from games.records.record import read, write
from games.records.verify import verify
from players.library import PLAYERS
from players.verify import verify as verify_computers
from tests.databases import address
from tests.databases import read as read_rows

from .absences import RollCall, move, now, pass_time, thought, wanted
from .club import ANN, BOB, CHANNEL, CID, DAN, GUILD, Club

LOSE, SKIP = "qq", "qq no_move=skip"
"""The variants of the two matches."""
FOUR = (ANN, BOB, CID, DAN)
SEATS = SOUTH, WEST, NORTH, EAST = (Seat(0), Seat(1), Seat(2), Seat(3))
LAYOUTS = (
    "3L2F1L23L2131B44B56578976",
    "LF23L23L416B518B473659172",
    "LF23L23L416B518B473659172",
    "4FL2LB53L23B3617451879261",
)
TURNS = """
    k6-k11 l11-k12 k12-l11 e9-d9 k11-k9 l9-k9 l11-m10 f11-l11 k9-k7 l8-l9 m10-n11 l11-k12
    i6-i7 o11-n11 n11-p11 e11-k11 k7-k6 l7-i7 p11-n11 k11-l11 i7-m7 n7-m7 n11-m10 k12-k9
    m7-o7 p7-o7 m10-m9 l11-k11 k6-l7 n8-n9 j12-k12 k11-i11 l7-p7 q7-p7 k12-m11 k9-k7
    p7-p8 n9-m9 m11-n11 k7-l7 p8-p9 n10-n11 k13-k9 l7-p7 p9-o9 l10-l11 n11-l11 i11-k11
    k5-m7 l9-l11
"""
"""The turns of South, East, North and West, one after the other."""
IN = [False] * 4
OUT_EAST = [False, False, False, True]


async def leave_behind(url: str) -> None:
    """Play both matches under the older version."""
    club = await Club.at(url)
    for number, variant in enumerate((LOSE, SKIP)):
        await table(club, variant, version=1, channel=CHANNEL + number)
    await club.close()


@pytest.fixture(scope="module")
def left_behind(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Make the file in which both matches are under way."""
    path = tmp_path_factory.mktemp("old") / "matches.sqlite"
    asyncio.run(leave_behind(address(path)))
    return path.read_bytes()


@pytest.fixture
async def club(tmp_path: Path, left_behind: bytes) -> AsyncIterator[Club]:
    """Open the club with that file."""
    path = tmp_path / "matches.sqlite"
    path.write_bytes(left_behind)
    club = await Club.at(address(path))
    club.keys = count(20_000).__next__  # the lines in the file have theirs
    yield club
    await club.close()


async def older(club: Club, variant: str) -> Match:
    """Return the older match of a variant."""
    query = "SELECT id FROM matches WHERE variant = :it AND version = 1"
    (found,) = await read_rows(club.url, query, it=variant)
    return await club.matches.match(MatchId(found["id"]))


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


async def table(
    club: Club, variant: str = LOSE, version: int | None = None, channel: int = CHANNEL + 7
) -> Match:
    """Play the 54 lines at a new table; with a version, under its rules."""
    options = Options(variant, where="here")
    proposal = Proposal("junqi-four", ANN, (BOB, CID, DAN), GUILD, channel, options, SEATS)
    card = await club.matches.opening.open(club.keys(), proposal)
    if version is not None:
        await club.run(f"UPDATE matches SET version = {version} WHERE id = '{card.id}'")  # noqa: S608
    match = await club.join(card, BOB, CID, DAN)
    for seat, layout in zip(SEATS, LAYOUTS, strict=True):
        match = (await club.act(match, FOUR[seat], f"deploy {layout}")).match
    for seat, turn in zip(cycle((SOUTH, EAST, NORTH, WEST)), TURNS.split(), strict=False):
        match = (await club.act(match, FOUR[seat], turn)).match
    return await now(club, match)


@pytest.mark.slow
@pytest.mark.parametrize("variant", [LOSE, SKIP])
async def test_a_match_of_an_older_version_stands_as_it_stood(club: Club, variant: str) -> None:
    match = await older(club, variant)
    assert (match.terms.version, stands(match)) == (1, ([NORTH], IN))
    await club.check(match.id)
    assert not club.matches.games["junqi-four"].legal(await seen(club, match, EAST))
    for seat in (SOUTH, WEST, NORTH, EAST, None):
        assert (await seen(club, match, seat)).out == frozenset()
    assert await club.matches.reading.fights(match.id, DAN.id)


@pytest.mark.slow
async def test_where_nobody_can_move_is_skipped_the_match_goes_on(club: Club) -> None:
    match = await moved(club, await older(club, SKIP), NORTH, WEST, SOUTH)
    assert stands(match) == ([NORTH], IN)
    assert (await seen(club, match)).missed == (0, 0, 0, 1)
    for _ in range(4):
        match = await moved(club, match, NORTH, WEST, SOUTH)
    assert (await seen(club, match)).gone == ((EAST, "missed_turns"),)
    ended = await club.resign(match, BOB)
    assert ended.stand.outcome == Over(frozenset({SOUTH, NORTH}), "resign")
    assert await club.verified(match)


async def test_where_who_cannot_move_loses_a_seat_goes_out_in_its_own_turn(club: Club) -> None:
    match = await moved(club, await older(club, LOSE), NORTH, WEST)
    assert stands(match) == ([SOUTH], IN)
    match = await moved(club, match, SOUTH)
    assert stands(match) == ([NORTH], OUT_EAST)
    assert [event.code for event in (await seen(club, match)).news] == ["junqi.out"]


async def test_an_older_match_keeps_the_older_rule_to_its_end(club: Club) -> None:
    """By the rule of today East would be out, and West's resigning would be the end."""
    match = await club.resign(await older(club, LOSE), BOB)
    assert (match.running, out(match)) == (True, [False, True, False, False])
    ended = await moved(club, match, NORTH, SOUTH)
    assert ended.stand.outcome == Over(frozenset({SOUTH, NORTH}), "no_moves")
    record = read(write(await club.matches.evidence.record(match.id)))
    assert (record.version, verify(record)) == (1, ())
    assert await club.verified(match)
    again = await club.matches.opening.rematch(club.keys(), match.id, ANN, CHANNEL)
    assert (again.terms.version, again.options.variant) == (2, LOSE), "a rematch is of today"


async def test_a_turn_that_runs_out_is_missed_by_the_older_rule(club: Club) -> None:
    await pass_time(club, 7 * DAY)
    match = await now(club, await older(club, LOSE))
    assert stands(match) == ([WEST], IN)
    assert [event.code for event in (await seen(club, match)).news] == ["junqi.missed"]


async def test_a_turn_is_taken_back_by_the_older_rule(club: Club) -> None:
    match = await older(club, LOSE)
    before = await club.row(match.id)
    match = await moved(club, match, NORTH)
    await club.offer(match, CID, "takeback")
    await club.answer(match, BOB, DAN)
    match = await now(club, match)
    assert stands(match) == ([NORTH], IN)
    assert (await club.row(match.id))["position"] == before["position"]


async def test_a_computer_plays_on_by_the_older_rule_and_can_be_recomputed(club: Club) -> None:
    match = await moved(club, await older(club, LOSE), NORTH)
    club.matches.leaving.roll_call = RollCall({BOB.id})
    await club.matches.leaving.note_departure(match.id, BOB.id)
    await wanted(club, match, Substitute(WEST, 1), ANN)
    await club.answer(match, CID, DAN)
    match = await thought(club, match)
    assert match.players[WEST].computer == Computer(1, PLAYERS["junqi-four"].version)
    assert stands(match) == ([SOUTH], IN)
    assert out(await moved(club, match, SOUTH)) == OUT_EAST
    for person in (ANN, CID):
        match = await club.resign(match, person)
    assert match.stand.outcome == Over(frozenset({WEST, EAST}), "resign")
    record = read(write(await club.matches.evidence.record(match.id)))
    assert verify(record) == ()
    assert [found for _, found in verify_computers(record)] == [None]


async def test_hints_and_fights_follow_an_older_match_by_the_older_rule(club: Club) -> None:
    """By the rule of today its log could not be followed: West's resigning would be the end."""
    await club.run("UPDATE matches SET hints = true")
    match = await club.resign(await older(club, LOSE), BOB)
    match = await moved(club, match, NORTH)
    view, game = await seen(club, match, SOUTH), club.matches.games["junqi-four"]
    assert view.gone == ((WEST, "resign"),)
    assert await club.matches.reading.fights(match.id, ANN.id)
    assert game.shown
    legal = {game.shown(view, action) for action in game.legal(view)}
    found = {advice.text for advice in await club.matches.advising.hint(match.id, ANN.id)}
    assert found
    assert found <= legal


async def test_a_new_match_is_played_by_the_rule_of_today(club: Club) -> None:
    match = await table(club)
    assert (match.terms.version, stands(match)) == (2, ([NORTH], OUT_EAST))
    assert [event.code for event in (await seen(club, match)).news][-1] == "junqi.out"
    ended = await club.resign(match, BOB)
    assert ended.stand.outcome == Over(frozenset({SOUTH, NORTH}), "resign")
    assert await club.verified(match)
