"""Absent players at a table of four: all who remain must want a substitute."""

import asyncio
from collections.abc import Awaitable

import pytest

from bot.matches.match.players import Computer, Substitute
from bot.matches.match.refusals import Code
from games.clock import HOUR
from games.core import Seat
from games.records.record import read, write
from games.records.verify import verify
from players.library import PLAYERS
from players.verify import verify as verify_computers

from .absences import BY_COMPUTER, RollCall, at_four, move, now, pass_time, propose, thought, wanted
from .club import ANN, BOB, CHANNEL, CID, DAN, FIRST, SECOND, Club, reason, refusal

COMPUTER = Computer(1, PLAYERS["junqi-four"].version)


async def test_of_four_all_who_remain_must_want_it(club: Club) -> None:
    match = await at_four(club)
    assert match.absent == (match.players[FIRST],)
    made = await propose(club, match, BY_COMPUTER)
    for person in (BOB, CID):
        await move(club, match, person)
    assert (await now(club, match)).offer == made, "it outlives the turns of those who are there"
    assert (await club.answer(match, CID)).players[FIRST].person == ANN
    await club.answer(match, DAN)
    done = await now(club, match)
    assert (done.players[FIRST].computer, done.offer) == (COMPUTER, None)
    assert done.players[FIRST].since == done.stand.revision == match.stand.revision + 2


@pytest.mark.slow
async def test_when_whoever_wanted_it_leaves_another_may_want_the_same(club: Club) -> None:
    match = await at_four(club)
    await propose(club, match, BY_COMPUTER)
    club.matches.leaving.roll_call = RollCall({BOB.id})
    await club.matches.leaving.call_roll(match.id, CID.id)
    assert await wanted(club, match, BY_COMPUTER, CID)
    assert await wanted(club, match, BY_COMPUTER, DAN) is None
    assert (await now(club, match)).players[FIRST].computer


@pytest.mark.slow
async def test_when_the_last_who_has_not_answered_leaves_the_others_are_enough(club: Club) -> None:
    match = await at_four(club)
    await propose(club, match, BY_COMPUTER)
    await club.answer(match, CID)
    club.matches.leaving.roll_call = RollCall({DAN.id})
    await club.matches.leaving.call_roll(match.id, BOB.id)
    await club.matches.followers.reconcile(match.id)
    after = await now(club, match)
    assert (after.players[FIRST].computer, after.offer) == (COMPUTER, None)
    assert after.absent == (after.players[3],)


async def test_one_who_would_rather_wait_is_enough(club: Club) -> None:
    match = await at_four(club)
    await propose(club, match, BY_COMPUTER)
    after = await club.answer(match, CID, accept=False)
    assert (after.offer, after.players[FIRST].person) == (None, ANN)
    assert await refusal(wanted(club, match, BY_COMPUTER)) == Code.DECLINED_ALREADY
    assert await wanted(club, match, Substitute(Seat(0), 5))


async def test_computers_in_a_row_hide_times(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.matches.machines.computers.DELAY_MS", (2000, 4000))
    sleep, slept = asyncio.sleep, list[float]()

    async def note(seconds: float) -> None:
        if seconds > 1:
            slept.append(seconds)
            club.clock.time += int(seconds * 1000)
        await sleep(0)

    monkeypatch.setattr("bot.matches.machines.computers.asyncio.sleep", note)
    computers, variant = [Computer(1)] * 3, "standard resign_min_ply=0 max_plies=16"
    opened = await club.open("junqi-four", *computers, variant=variant, pace="none")
    match = await club.matches.opening.begin(opened.id, club.keys())
    await club.ready(match, ANN)
    assert (await thought(club, match)).to_act == {FIRST}
    before = len(slept)
    await move(club, match, ANN)
    assert (await thought(club, match)).to_act == {FIRST}
    assert len(slept) - before == 3
    assert all(2 <= seconds <= 4 for seconds in slept)
    club.clock.time -= 10 * HOUR  # the machine's clock jumps back
    await move(club, match, ANN)
    await thought(club, match)
    assert max(slept) <= 4
    before = len(slept)
    await club.resign(match, ANN)
    assert (await thought(club, match)).stand.turns > 8
    assert len(slept) == before, "nobody waits for their turns"


@pytest.mark.slow
async def test_a_record_tells_computers_turns(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.matches.machines.computers.CONTENT", 1.0)
    match = await at_four(club)
    await propose(club, match, BY_COMPUTER)
    for person in (CID, DAN):
        await club.answer(match, person)
    for person in (BOB, CID, DAN):
        await move(club, match, person)
    assert (await thought(club, match)).to_act == {SECOND}
    for person in (BOB, CID, DAN):
        await club.offer(match, person, "cancel")
    assert (await thought(club, match)).stand.phase == "called_off"
    record = read(write(await club.matches.evidence.record(match.id)))
    assert [[holder.since for holder in held] for held in record.seats] == [[0, 13], [0], [0], [0]]
    assert verify(record) == ()
    assert [found for _, found in verify_computers(record)] == [None]


@pytest.mark.slow
async def test_who_leaves_partners_behind_is_awaited_until_the_flag(club: Club) -> None:
    match = await at_four(club)
    club.matches.leaving.roll_call = RollCall({BOB.id})
    assert (await club.matches.leaving.note_departure(match.id, BOB.id)).running
    left = await now(club, match)
    assert left.players[1].absence == "left"
    assert (await club.matches.leaving.note_departure(match.id, BOB.id)).serial == left.serial
    await pass_time(club, 96 * HOUR)
    assert reason(await now(club, match)) == "void"


async def test_who_was_replaced_sees_what_everybody_sees(club: Club) -> None:
    match = await at_four(club)
    await propose(club, match, BY_COMPUTER)
    for person in (CID, DAN):
        await club.answer(match, person)
    matches = club.matches
    asked: list[Awaitable[object]] = [
        matches.marking.see(match.id, ANN.id),
        matches.advising.hint(match.id, ANN.id),
        matches.playing.try_turn(club.keys(), match.id, ANN.id, "a1-a2"),
        matches.setting_up.see(match.id, ANN.id),
        club.offer(match, ANN, "draw"),
        matches.opening.rematch(club.keys(), match.id, ANN, CHANNEL),
    ]
    for question in asked:
        assert await refusal(question)
    assert await matches.see(match.id, ANN.id) == await matches.see(match.id, None)
    assert await matches.reading.fights(match.id, ANN.id) == ()
    assert await refusal(matches.leaving.close(club.keys(), match.id, ANN)) == Code.OWN_MANAGING
