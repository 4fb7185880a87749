"""Flags fall by themselves: the consequences, and the pings. Time is moved by hand."""

import asyncio

import pytest

from bot.matches.match.refusals import Code, Refusal
from games.clock import DAY, HOUR, MINUTE
from games.core import Seat
from tests.databases import BOTH

from .absences import absent, begun, flipping, now, pass_time
from .club import ANN, BOB, CHANNEL, CID, DAN, FIRST, SECOND, Club, reason, refusal
from .story import Story


async def pings(club: Club) -> list[tuple[int, str]]:
    """List the pings the bot would send now, by user and kind; each is sent once."""
    sent = []
    for ping, _ in await club.matches.pings.owed_pings(club.clock.time):
        assert await club.matches.pings.take(ping)
        assert not await club.matches.pings.take(ping)
        sent.append((ping.user, ping.kind))
    return sorted(sent)


MOVED = "Ann moves a1-a3; Bob moves b7-b5"
ENDS = {
    "open; wait 7d": ("called_off", None),
    "open with=anybody; wait 7d": ("called_off", None),
    # first moves, and layouts, that never come
    "begin; wait 48": ("called_off", "not_begun"),
    "begin strict=yes; Ann moves a1-a3; wait 48": ("called_off", "not_begun"),
    "begin junqi-dark pace=7d; wait 72": ("called_off", "not_begun"),
    # a flag that has fallen
    f"begin strict=yes; {MOVED}; wait 72": ("over", "time"),
    "absent; wait 7d": ("over", "time"),
    "absent; Bob clocks.take_win": ("over", "time"),
    "absent; Bob clocks.excuse": ("called_off", "excused"),
    # without a pace the side that waits may close after a week, and the bot after a month
    f"begin pace=none; {MOVED}; wait 7d; Bob leaving.leave": ("called_off", "unfinished"),
    f"begin pace=none; {MOVED}; wait 30d": ("called_off", "unfinished"),
    # before one may resign
    "begin junqi-dark; Bob leaving.leave": ("called_off", "left"),
    "begin junqi-flip; Ann moves a1; sleep 48; Ann leaving.leave": ("called_off", "left"),
}
"""How stories end, those that wait for it to the millisecond."""


@pytest.mark.parametrize("deeds", ENDS)
async def test_a_match_ends_by_itself_or_by_a_decision(club: Club, deeds: str) -> None:
    story, (before, _, last) = Story(club), deeds.rpartition("; ")
    await story.tell(before)
    (match,) = story.matches
    await pings(club)
    if last.startswith("wait"):
        club.clock.time -= 1
        await story.tell(last)
        assert (await now(club, match)).stand.phase in ("open", "setting_up", "playing")
        last = "wait 1ms"
    await story.tell(last)
    ended = await now(club, match)
    assert (ended.stand.phase, reason(ended)) == ENDS[deeds]
    timed_out = [None, None] if ended.stand.phase == "called_off" else ["lost", "won"]
    assert [player.result for player in ended.players] == timed_out[: len(ended.players)]
    if ended.stand.outcome:
        assert await club.verified(match)
        told = [(BOB.id, "end"), (ANN.id, "end")] if last == "wait 1ms" else []
        assert await pings(club) == told, "who decides sees the end"


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
async def test_what_is_due_comes_page_by_page(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
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


async def test_a_move_before_they_decide_is_played_and_its_clock_restarts(club: Club) -> None:
    match = await absent(club)
    await pass_time(club, 28 * HOUR)
    await club.act(match, ANN, "b1-b3")
    assert (await now(club, match)).players[FIRST].clock.bank_ms == 24 * HOUR
    winning = club.matches.clocks.take_win(club.keys(), match.id, BOB.id)
    assert await refusal(winning) == Code.NO_FLAG


async def test_more_time_is_given_below_a_day_and_after_the_flag(club: Club) -> None:
    match, give = await begun(club), club.matches.clocks.give
    await pass_time(club, 48 * HOUR + 1)
    given = await give(club.keys(), match.id, BOB.id)
    assert given.players[FIRST].clock.time_left(club.clock.time) == 48 * HOUR - 1
    assert given.stand.revision == match.stand.revision
    await pass_time(club, 48 * HOUR)
    assert (await now(club, match)).players[FIRST].clock.down
    given = await give(club.keys(), match.id, BOB.id)
    assert given.players[FIRST].clock.deadline_ms == club.clock.time + DAY
    await pass_time(club, DAY)
    assert (await now(club, match)).players[FIRST].clock.down


async def test_in_junqi_a_turn_lapses_and_the_fifth_one_loses(club: Club) -> None:
    match = await now(club, await flipping(club, 4))
    assert (match.to_act, match.players[FIRST].missed) == (frozenset({SECOND}), 4)
    assert match.players[FIRST].clock.bank_ms == 24 * HOUR
    await club.act(match, BOB, "e1")
    await pass_time(club, 24 * HOUR)
    ended = await now(club, match)
    assert (reason(ended), ended.players[SECOND].result) == ("missed_turns", "won")
    assert await club.verified(match)


@BOTH
async def test_of_two_decisions_at_once_one_counts(club: Club) -> None:
    match, clocks = await absent(club), club.matches.clocks
    found = await asyncio.gather(
        clocks.take_win(club.keys(), match.id, BOB.id, match.stand.revision),
        clocks.give(club.keys(), match.id, BOB.id),
        return_exceptions=True,
    )
    won, given = (not isinstance(result, Refusal) for result in found)
    assert won != given
    assert (await now(club, match)).running == given


async def test_every_flag_is_its_own_matchs_business(club: Club) -> None:
    """Losing one match by an absence saves no other: it was the way out of four lost games."""
    thrown = await begun(club, strict=True)
    club.clock.time += HOUR
    lost = [await begun(club, channel=CHANNEL + n) for n in range(1, 5)]
    strict = await begun(club, channel=CHANNEL + 5, strict=True)
    await pass_time(club, 72 * HOUR)
    for match in (thrown, strict):
        assert (await now(club, match)).players[FIRST].result == "lost"
    for match in lost:
        found = await now(club, match)
        assert (found.running, found.players[FIRST].clock.down) == (True, True)
        won = await club.matches.clocks.take_win(club.keys(), match.id, BOB.id)
        assert won.players[SECOND].result == "won"


async def test_a_pause_stops_all_clocks_until_the_next_move(club: Club) -> None:
    match = await begun(club)
    await pass_time(club, 10 * HOUR)
    for person in (BOB, ANN):
        paused = await club.offer(match, person, "pause")
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
    await club.offer(match, ANN, "time")
    given = await club.answer(match, BOB)
    assert given.offer is None
    assert given.players[FIRST].clock.time_left(club.clock.time) == 36 * HOUR
    await now(club, match)


async def test_of_four_one_opponent_gives_time_and_those_get_it_who_have_least(club: Club) -> None:
    match = await club.join(await club.open("quartet", CID, BOB, DAN), CID, BOB, DAN)
    own = club.matches.games["quartet"].info.team(Seat(0))
    others = [player for player in match.players if player.seat not in own]
    await pass_time(club, 30 * HOUR)
    left = [player.clock.time_left(club.clock.time) for player in match.players]
    for given in range(1, len(others) + 1):
        match = await club.matches.clocks.give(club.keys(), match.id, match.players[0].human.id)
        got = [
            player.clock.time_left(club.clock.time) - left[player.seat] for player in match.players
        ]
        assert sorted(got) == [0] * (4 - given) + [DAY] * given
    assert [seat for seat, more in enumerate(got) if more] == [player.seat for player in others]
    await club.offer(match, match.players[0].human, "time")
    assert (await club.answer(match, others[0].human)).offer is None


async def test_who_is_out_has_no_more_say_about_time(club: Club) -> None:
    match = await club.join(await club.open("quartet", CID, BOB, DAN), CID, BOB, DAN)
    for player in match.players:
        await club.act(match, player.human, "soo")
    for player in match.players:
        await club.act(match, player.human, "wait")
    west = match.players[1].human
    await club.resign(match, west)
    await pass_time(club, 96 * HOUR)
    clocks = club.matches.clocks
    assert (await now(club, match)).players[0].clock.down
    for deed in (clocks.take_win, clocks.give):
        assert await refusal(deed(club.keys(), match.id, west.id)) == Code.OUT
    assert (await clocks.take_win(club.keys(), match.id, match.players[3].human.id)).players[0].out
    await pings(club)


async def test_who_leaves_the_server_escapes_from_no_clock(club: Club) -> None:
    two = await begun(club)
    assert (await club.matches.leaving.note_departure(two.id, ANN.id)).running


async def test_whoever_asks_for_time_as_well_grants_none(club: Club) -> None:
    match = await club.begin("junqi-dark", pace="quick")
    club.clock.time += 30 * HOUR
    before = await club.offer(match, ANN, "time")
    both = await club.offer(match, BOB, "time")
    assert both.offer
    assert both.offer.seat == SECOND
    assert both.clocks == before.clocks
