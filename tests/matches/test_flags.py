"""Flags fall by themselves: the consequences, and the pings. Time is moved by hand."""

import asyncio

import pytest

from bot.matches.match.refusals import Code, Refusal
from games.clock import DAY, HOUR, MINUTE
from games.core import Seat
from tests.databases import BOTH

from .absences import OPENING, absent, begun, now, pass_time
from .club import ANN, BOB, CHANNEL, CID, DAN, FIRST, SECOND, Club


async def pings(club: Club) -> list[tuple[int, str]]:
    """List the pings the bot would send now, by user and kind; each is sent once."""
    sent = []
    for ping, _ in await club.matches.pings.owed(club.clock.time):
        assert await club.matches.pings.take(ping)
        assert not await club.matches.pings.take(ping)
        sent.append((ping.user, ping.kind))
    return sorted(sent)


# ------------------------------------------------------------------- first moves


async def test_a_match_whose_first_move_never_comes_is_called_off(club: Club) -> None:
    match = await club.begin()
    await pass_time(club, 48 * HOUR - 1)
    assert (await now(club, match)).running
    await pass_time(club, 1)
    ended = await now(club, match)
    assert (ended.stand.phase, [player.result for player in ended.players]) == (
        "called_off",
        [None] * 2,
    )
    assert ended.stand.outcome
    assert ended.stand.outcome.reason == "not_begun"
    assert (await pings(club))[-2:] == [(BOB.id, "end"), (ANN.id, "end")]
    assert await club.matches.evidence.verify(match.id) == ()


async def test_a_strict_match_is_called_off_too_before_every_seat_has_moved(club: Club) -> None:
    match = await club.begin(strict=True)
    await club.act(match, *OPENING[0])
    await pass_time(club, 48 * HOUR)
    assert (await now(club, match)).stand.phase == "called_off"


async def test_who_does_not_set_up_in_time_ends_the_match_without_a_result(club: Club) -> None:
    match = await club.begin("junqi-dark", pace="7d")
    await pass_time(club, 72 * HOUR - 1)
    assert (await now(club, match)).stand.phase == "setting_up"
    await pass_time(club, 1)
    assert (await now(club, match)).stand.phase == "called_off"
    assert await club.matches.evidence.verify(match.id) == ()


# ------------------------------------------------------------------------- flags


async def test_a_reminder_comes_at_four_fifths_and_the_flag_at_the_end(club: Club) -> None:
    match = await begun(club)
    await club.act(match, ANN, "b1-b3")
    assert (await now(club, match)).players[SECOND].clock.bank_ms == 72 * HOUR
    await pass_time(club, 72 * HOUR * 4 // 5 - 1)
    assert await pings(club) == []
    await pass_time(club, 1)
    assert await pings(club) == [(BOB.id, "reminder")]
    await pass_time(club, 72 * HOUR // 5 - 1)
    assert await pings(club) == []
    await pass_time(club, 1)
    assert await pings(club) == [(BOB.id, "notice"), (ANN.id, "flag")]
    flagged = await now(club, match)
    assert flagged.running
    assert flagged.players[SECOND].clock.down


@BOTH
async def test_what_is_due_comes_in_pages_between_which_the_heart_is_asked(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.acts.timekeeping.PAGE", 2)
    matches = [await begun(club, channel=CHANNEL + number) for number in range(5)]
    club.clock.time += 72 * HOUR
    fallen = []
    async for count in club.matches.clocks.pages(club.clock.time):
        flags = [(await now(club, match)).players[FIRST].clock.down for match in matches]
        fallen.append((count, sum(flags)))
    assert fallen == [(2, 2), (2, 4), (1, 5)]


async def test_who_has_just_looked_is_not_reminded(club: Club) -> None:
    match = await begun(club)
    club.clock.time += 72 * HOUR * 4 // 5 - 59 * MINUTE
    await club.matches.clocks.look(await club.matches.match(match.id), ANN.id)
    await club.matches.clocks.look(await club.matches.match(match.id), CID.id)
    await pass_time(club, 59 * MINUTE)
    await pass_time(club, 2 * HOUR)
    assert await pings(club) == []


async def test_the_win_can_be_taken_when_a_flag_has_fallen(club: Club) -> None:
    match = await begun(club)
    await pass_time(club, 72 * HOUR)
    with pytest.raises(Refusal) as refused:
        await club.matches.clocks.take_win(club.keys(), match.id, ANN.id)
    assert refused.value.event.code == Code.NO_FLAG
    key = club.keys()
    won = await club.matches.clocks.take_win(key, match.id, BOB.id)
    assert (won.stand.phase, won.players[SECOND].result) == ("over", "won")
    assert (await club.matches.clocks.take_win(key, match.id, BOB.id)).stand == won.stand
    assert await club.matches.evidence.verify(match.id) == ()


async def test_a_move_before_they_decide_is_played_and_its_clock_restarts(club: Club) -> None:
    match = await begun(club)
    await pass_time(club, 100 * HOUR)
    await club.act(match, ANN, "b1-b3")
    going = await now(club, match)
    assert going.players[FIRST].clock.bank_ms == 24 * HOUR
    with pytest.raises(Refusal):
        await club.matches.clocks.take_win(club.keys(), match.id, BOB.id)


async def test_more_time_after_the_flag_lets_the_match_go_on(club: Club) -> None:
    match = await begun(club)
    await pass_time(club, 72 * HOUR)
    given = await club.matches.clocks.give(club.keys(), match.id, BOB.id)
    assert given.players[FIRST].clock.deadline_ms == club.clock.time + DAY
    await pass_time(club, DAY)
    assert (await now(club, match)).players[FIRST].clock.down


@BOTH
async def test_of_two_decisions_at_once_one_counts(club: Club) -> None:
    match, clocks = await absent(club), club.matches.clocks
    found = await asyncio.gather(
        clocks.take_win(club.keys(), match.id, BOB.id, match.stand.revision),
        clocks.give(club.keys(), match.id, BOB.id),
        return_exceptions=True,
    )
    won, given = (not isinstance(one, Refusal) for one in found)
    assert won != given
    assert (await now(club, match)).running == given


async def test_more_time_is_given_only_below_a_day(club: Club) -> None:
    match = await begun(club)
    await pass_time(club, 48 * HOUR)
    with pytest.raises(Refusal) as refused:
        await club.matches.clocks.give(club.keys(), match.id, BOB.id)
    assert refused.value.event.code == Code.TIME_ENOUGH
    await pass_time(club, 1)
    given = await club.matches.clocks.give(club.keys(), match.id, BOB.id)
    assert given.players[FIRST].clock.left(club.clock.time) == 48 * HOUR - 1
    assert (await now(club, match)).stand.revision == match.stand.revision


async def test_the_win_nobody_takes_is_recorded_after_a_week(club: Club) -> None:
    match = await begun(club)
    await pass_time(club, 72 * HOUR)
    await pass_time(club, 7 * DAY - 1)
    assert (await now(club, match)).running
    await pings(club)
    await pass_time(club, 1)
    ended = await now(club, match)
    assert ended.stand.outcome
    assert (ended.stand.outcome.reason, ended.players[SECOND].result) == ("time", "won")
    assert await pings(club) == [(BOB.id, "end"), (ANN.id, "end")]


async def test_a_strict_match_is_lost_at_once(club: Club) -> None:
    match = await begun(club, strict=True)
    await pass_time(club, 72 * HOUR)
    ended = await now(club, match)
    assert ended.stand.outcome
    assert (ended.stand.outcome.reason, ended.players[FIRST].result) == ("time", "lost")


async def test_in_junqi_a_turn_lapses_and_the_fifth_one_loses(club: Club) -> None:
    match = await club.begin("junqi-flip")
    await club.act(match, ANN, "a1")
    await club.act(match, BOB, "a2")
    for missed in range(1, 6):
        await pass_time(club, (72 if missed == 1 else 24) * HOUR)
        found = await now(club, match)
        assert found.players[FIRST].missed == missed
        if missed < 5:
            assert found.to_act == {SECOND}
            assert found.players[FIRST].clock.bank_ms == 24 * HOUR
            free = ["b1", "c1", "d1", "e1"][missed - 1]
            await club.act(match, BOB, free)
    assert found.stand.outcome
    assert (found.stand.outcome.reason, found.players[SECOND].result) == ("missed_turns", "won")
    assert await club.matches.evidence.verify(match.id) == ()


# ---------------------------------------------------------------------- absences


async def test_every_flag_is_its_own_matchs_business(club: Club) -> None:
    """Losing one match by an absence saves no other: it was the way out of four lost games."""
    thrown = await begun(club, strict=True)
    club.clock.time += HOUR
    lost = [await begun(club, channel=CHANNEL + one) for one in range(1, 5)]
    strict = await begun(club, channel=CHANNEL + 5, strict=True)
    await pass_time(club, 72 * HOUR)
    assert (await now(club, thrown)).players[FIRST].result == "lost"
    assert (await now(club, strict)).players[FIRST].result == "lost"
    for one in lost:
        found = await now(club, one)
        assert (found.running, found.players[FIRST].clock.down) == (True, True)
        won = await club.matches.clocks.take_win(club.keys(), one.id, BOB.id)
        assert won.players[SECOND].result == "won"


async def test_whoever_waited_may_call_it_off(club: Club) -> None:
    match, clocks = await begun(club), club.matches.clocks
    for person in (ANN, BOB):
        with pytest.raises(Refusal) as refused:
            await clocks.excuse(club.keys(), match.id, person.id)
        assert refused.value.event.code == Code.NO_FLAG
    await pass_time(club, 72 * HOUR)
    with pytest.raises(Refusal) as refused:
        await clocks.excuse(club.keys(), match.id, ANN.id)
    assert refused.value.event.code == Code.NO_FLAG
    key = club.keys()
    ended = await clocks.excuse(key, match.id, BOB.id)
    assert ended.stand.outcome
    assert (ended.stand.phase, ended.stand.outcome.reason) == ("called_off", "excused")
    assert (await clocks.excuse(key, match.id, BOB.id)).stand == ended.stand
    assert await club.matches.evidence.verify(match.id) == ()


# ------------------------------------------------------------- without a pace, and cards


async def test_without_a_pace_the_side_that_waits_may_close_after_a_week_and_the_bot_after_a_month(
    club: Club,
) -> None:
    match, other = await begun(club, pace="none"), await begun(club, channel=9, pace="none")
    await pass_time(club, 7 * DAY - 1)
    with pytest.raises(Refusal) as refused:
        await club.matches.leaving.check_leave(match.id, BOB.id)
    assert refused.value.event.code == Code.STAY
    await pass_time(club, 1)
    with pytest.raises(Refusal) as refused:
        await club.matches.leaving.check_leave(match.id, ANN.id)
    assert refused.value.event.code == Code.STAY, "who is to move may not leave a lost game so"
    assert await club.matches.leaving.check_leave(match.id, BOB.id) == "unfinished"
    closed = await club.matches.leaving.leave(club.keys(), match.id, BOB.id)
    assert closed.stand.phase == "called_off"
    await pass_time(club, 23 * DAY - 1)
    assert (await now(club, other)).running
    await pass_time(club, 1)
    assert (await now(club, other)).stand.phase == "called_off"
    assert await club.matches.evidence.verify(other.id) == ()


async def test_a_card_nobody_answers_stands_for_a_week(club: Club) -> None:
    card = await club.open()
    seat = await club.open(opponent=None, channel=CHANNEL + 1)
    await pass_time(club, 7 * DAY - 1)
    assert (await club.matches.match(card.id)).stand.phase == "open"
    await pass_time(club, 1)
    for one in (card, seat):
        assert (await club.matches.match(one.id)).stand.phase == "called_off"


# ----------------------------------------------------------------------- leaving


async def test_a_set_up_can_be_left_at_any_time(club: Club) -> None:
    match = await club.begin("junqi-dark")
    left = await club.matches.leaving.leave(club.keys(), match.id, BOB.id)
    assert left.stand.outcome
    assert (left.stand.phase, left.stand.outcome.reason) == ("called_off", "left")
    await club.check(match.id)


async def test_before_turn_twenty_of_junqi_one_may_leave_an_opponent_awaited_for_a_turns_time(
    club: Club,
) -> None:
    match = await club.begin("junqi-flip")
    await club.act(match, ANN, "a1")
    club.clock.time += match.pace.start_ms - 1
    for person in (ANN, BOB):
        with pytest.raises(Refusal) as refused:
            await club.matches.leaving.leave(club.keys(), match.id, person.id)
        assert refused.value.event.code == Code.STAY
    club.clock.time += 1
    with pytest.raises(Refusal):
        await club.matches.leaving.leave(club.keys(), match.id, BOB.id)
    left = await club.matches.leaving.leave(club.keys(), match.id, ANN.id)
    assert left.stand.phase == "called_off"


async def test_whoever_may_resign_may_not_leave(club: Club) -> None:
    match = await begun(club)
    club.clock.time += 2 * DAY
    with pytest.raises(Refusal):
        await club.matches.leaving.leave(club.keys(), match.id, BOB.id)


# ---------------------------------------------------------------------- offers


async def test_a_pause_stops_all_clocks_until_the_next_move(club: Club) -> None:
    match = await begun(club)
    await pass_time(club, 10 * HOUR)
    for person in (BOB, ANN):
        paused = await club.matches.offers.offer(club.keys(), match.id, person.id, "pause")
    assert paused.paused
    await pass_time(club, 29 * DAY)
    assert await pings(club) == []
    await club.act(match, ANN, "b1-b3")
    going = await now(club, match)
    assert not going.paused
    assert going.players[FIRST].clock.bank_ms == (72 - 10 + 24) * HOUR


async def test_the_one_to_move_may_ask_for_more_time(club: Club) -> None:
    match = await begun(club)
    await pass_time(club, 60 * HOUR)
    await club.matches.offers.offer(club.keys(), match.id, ANN.id, "time")
    given = await club.answer(match, BOB)
    assert given.offer is None
    assert given.players[FIRST].clock.left(club.clock.time) == 36 * HOUR
    await now(club, match)


async def test_one_of_the_other_side_is_enough_to_give_time(club: Club) -> None:
    match = await club.join(await club.open("quartet", CID, BOB, DAN), CID, BOB, DAN)
    await pass_time(club, 30 * HOUR)
    await club.matches.offers.offer(club.keys(), match.id, ANN.id, "time")
    own = {int(seat) for seat in club.matches.games["quartet"].info.team(Seat(0))}
    other = next(player.human for player in match.players if player.seat not in own)
    given = await club.answer(match, other)
    assert given.offer is None


async def test_time_is_given_to_the_opponent_who_has_least(club: Club) -> None:
    match = await club.join(await club.open("quartet", CID, BOB, DAN), CID, BOB, DAN)
    own = {int(seat) for seat in club.matches.games["quartet"].info.team(Seat(0))}
    others = [player.seat for player in match.players if player.seat not in own]
    await pass_time(club, 30 * HOUR)
    left = [player.clock.left(club.clock.time) for player in match.players]
    for given in range(1, len(others) + 1):
        match = await club.matches.clocks.give(club.keys(), match.id, match.players[0].human.id)
        got = [player.clock.left(club.clock.time) - left[player.seat] for player in match.players]
        assert sorted(got) == [0] * (4 - given) + [DAY] * given
    assert [seat for seat, more in enumerate(got) if more] == others


async def test_who_is_out_has_no_more_say_about_time(club: Club) -> None:
    match = await club.join(await club.open("quartet", CID, BOB, DAN), CID, BOB, DAN)
    for player in match.players:
        match = (await club.act(match, player.human, "soo")).match
    for player in match.players:
        match = (await club.act(match, player.human, "wait")).match
    west = match.players[1].human
    await club.resign(match, west)
    await pass_time(club, 96 * HOUR)
    clocks = club.matches.clocks
    assert (await now(club, match)).players[0].clock.down
    for deed in (clocks.take_win, clocks.give):
        with pytest.raises(Refusal) as refused:
            await deed(club.keys(), match.id, west.id)
        assert refused.value.event.code == Code.OUT
    assert (await clocks.take_win(club.keys(), match.id, match.players[3].human.id)).players[0].out
    await pings(club)


async def test_who_leaves_the_server_escapes_from_no_clock(club: Club) -> None:
    two = await begun(club)
    assert (await club.matches.leaving.gone(two.id, ANN.id)).running
