"""Away: vacations of players and outages of the bot, and the clocks meanwhile."""

import asyncio
from datetime import datetime
from operator import itemgetter
from zoneinfo import ZoneInfo

import pytest

from bot.matches.match.match import Match
from bot.matches.match.players import NamedPerson
from bot.matches.match.refusals import Code
from bot.people.vacation import Vacation
from games.clock import DAY, HOUR, MINUTE
from games.core import Event
from tests.databases import BOTH

from .absences import begun, now, pass_time
from .club import ANN, BOB, CHANNEL, FIRST, SECOND, Club, refusal, refused
from .test_flags import pings


async def days_left(club: Club, who: NamedPerson) -> int:
    """Count the days of vacation a player may still take."""
    return club.matches.vacations.days_left(await club.matches.people.get(who.id))


@BOTH
async def test_a_vacation_holds_a_players_clocks_except_in_strict_matches(club: Club) -> None:
    to_move, waiting = await begun(club), await begun(club, channel=CHANNEL + 1)
    strict = await begun(club, channel=CHANNEL + 2, strict=True)
    await club.act(waiting, ANN, "b1-b3")
    await pass_time(club, 2 * HOUR)
    taken = await club.matches.vacations.take(ANN.id, 3)
    assert taken == Vacation.of(club.clock.time, 3)
    for match in (to_move, waiting, strict):
        away = await now(club, match)
        assert away.players[FIRST].away_ms == taken.until_ms
        assert away.players[SECOND].away_ms is None
    assert (await now(club, strict)).players[FIRST].clock.deadline_ms is not None
    assert (await now(club, waiting)).players[SECOND].clock.deadline_ms is not None
    await club.act(waiting, BOB, "c7-c5")
    assert (await now(club, waiting)).players[FIRST].clock.left_ms == 96 * HOUR
    await pass_time(club, 3 * DAY - 1)
    assert (await now(club, to_move)).players[FIRST].clock.left_ms == 70 * HOUR
    await pass_time(club, 1)
    back = await now(club, to_move)
    assert back.players[FIRST].away_ms is None
    assert back.players[FIRST].clock.deadline_ms == club.clock.time + 70 * HOUR
    assert (await now(club, strict)).stand.phase == "over"


async def test_a_vacation_can_end_early_and_the_day_begun_is_taken(club: Club) -> None:
    match, other = await begun(club), await begun(club, channel=CHANNEL + 1)
    await club.matches.vacations.take(ANN.id, 5)
    await pass_time(club, DAY + 1)
    await club.act(other, ANN, "b1-b3")  # who is away may play, and loses no time
    assert (await now(club, other)).players[FIRST].clock.bank_ms == 96 * HOUR
    await club.matches.vacations.end(ANN.id)
    assert (await now(club, match)).players[FIRST].clock.deadline_ms == club.clock.time + 72 * HOUR
    assert await days_left(club, ANN) == 12
    assert await refusal(club.matches.vacations.end(ANN.id)) == Code.NO_VACATION


async def test_a_planned_vacation_begins_by_itself_and_can_be_dropped(club: Club) -> None:
    match = await begun(club)
    begin = club.clock.time + 5 * HOUR
    await club.matches.vacations.take(ANN.id, 1, begin)
    await club.matches.vacations.take(BOB.id, 14, begin)
    await club.matches.vacations.end(BOB.id)
    assert await days_left(club, BOB) == 14
    await pass_time(club, 5 * HOUR - 1)
    assert (await now(club, match)).players[FIRST].clock.deadline_ms is not None
    await pass_time(club, 1)
    assert (await now(club, match)).players[FIRST].clock.left_ms == 67 * HOUR
    assert (await now(club, match)).players[SECOND].away_ms is None


async def test_who_is_away_when_a_match_begins_has_a_clock_that_is_held(club: Club) -> None:
    await club.matches.vacations.take(ANN.id, 2)
    match = await club.begin()
    assert (await now(club, match)).players[FIRST].clock.left_ms == 48 * HOUR
    await pass_time(club, 2 * DAY)
    assert (await now(club, match)).players[FIRST].clock.deadline_ms == club.clock.time + 2 * DAY


async def test_nobody_takes_more_days_than_they_have_that_year(club: Club) -> None:
    await club.matches.vacations.take(ANN.id, 10)
    for days, begin, left in ((5, 20, 4), (0, 20, 4), (-1, 20, 4), (1, 0, 4), (15, 366, 14)):
        taking = club.matches.vacations.take(ANN.id, days, club.clock.time + begin * DAY)
        assert await refused(taking) == Event(Code.TOO_LONG_AWAY, {"n": left})
    await club.matches.vacations.take(ANN.id, 4, club.clock.time + 20 * DAY)


async def test_a_day_is_taken_before_a_flag_falls_for_whoever_wishes_so(club: Club) -> None:
    strict = await begun(club, channel=CHANNEL + 1, strict=True)
    await club.matches.prefer(ANN.id, auto_vacation=True)
    await pass_time(club, HOUR)
    match = await begun(club)
    await pass_time(club, 71 * HOUR)
    assert (await now(club, strict)).players[FIRST].result == "lost"
    assert await days_left(club, ANN) == 14
    await pass_time(club, HOUR)
    held = await now(club, match)
    assert (held.players[FIRST].clock.left_ms, held.players[FIRST].clock.down) == (0, False)
    assert held.players[FIRST].away_ms == club.clock.time + DAY
    assert (ANN.id, "vacation") in await pings(club)
    for day in range(1, 14):
        await pass_time(club, DAY)
        assert await days_left(club, ANN) == 13 - day
    await pass_time(club, DAY)
    assert (await now(club, match)).players[FIRST].clock.down


async def test_no_day_is_taken_for_somebody_who_moves_as_they_are_looked_up(club: Club) -> None:
    match = await begun(club)
    await club.matches.prefer(ANN.id, auto_vacation=True)
    await pass_time(club, 72 * HOUR - 1)
    await pings(club)

    async def move_meanwhile(match: Match, user: int) -> bool | None:
        if match.players[FIRST].acting:
            await club.act(match, ANN, "b1-b3")
        return True

    club.matches.leaving.roll_call = move_meanwhile
    await pass_time(club, 1)
    assert (await now(club, match)).stand.turns == 3
    assert await days_left(club, ANN) == 14
    assert await pings(club) == []


# ----------------------------------------------------------------------- outages


@BOTH
async def test_three_days_without_the_bot_cost_nobody_any_time(club: Club) -> None:
    match, resting = await begun(club), await begun(club, channel=CHANNEL + 1, pace="none")
    await club.matches.clocks.heartbeat(club.clock.time)
    await pass_time(club, 10 * HOUR)
    for minute in range(5):
        beat = club.clock.time - minute * MINUTE
        assert await club.matches.clocks.heartbeat(beat) == (10 * HOUR if minute == 0 else 0)
    club.clock.time += 3 * DAY
    assert await club.matches.clocks.heartbeat(club.clock.time) == 3 * DAY
    assert await club.matches.clocks.heartbeat(club.clock.time) == 0
    await club.matches.clocks.due(club.clock.time)
    found = await now(club, match)
    assert found.running
    assert found.players[FIRST].clock.time_left(club.clock.time) == 72 * HOUR
    assert found.outage_ms == 3 * DAY
    await club.act(match, ANN, "b1-b3")
    assert (await now(club, match)).outage_ms == 3 * DAY
    await club.act(match, BOB, "c7-c5")
    assert (await now(club, match)).outage_ms == 0
    assert (await now(club, resting)).outage_ms == 0


@pytest.mark.parametrize("back", [HOUR, 1_000], ids=["an hour", "a leap second"])
async def test_a_machine_whose_clock_jumps_back_breaks_nothing(club: Club, back: int) -> None:
    match = await begun(club)
    await club.matches.clocks.heartbeat(club.clock.time)
    club.clock.time -= back
    assert await club.matches.clocks.heartbeat(club.clock.time) == 0
    await club.act(match, ANN, "b1-b3")
    assert (await now(club, match)).players[FIRST].clock.bank_ms == 96 * HOUR
    for person in (ANN, BOB):
        await club.offer(match, person, "pause")
    club.clock.time += back
    assert await club.matches.clocks.heartbeat(club.clock.time) == 0
    await club.act(match, BOB, "c7-c5")
    await now(club, match)
    for table, order in {"log": ("revision",), "clock_events": ("serial", "place")}.items():
        rows = sorted((await club.rows())[table], key=itemgetter(*order))
        times = [row["at_ms"] for row in rows]
        assert times == sorted(times)


@pytest.mark.parametrize("night", ["2026-03-28", "2026-10-24"], ids=["forward", "back"])
async def test_a_day_has_24_hours_when_summer_time_begins_or_ends(club: Club, night: str) -> None:
    zone = ZoneInfo("Europe/Zurich")
    evening = datetime.fromisoformat(f"{night}T20:00").replace(tzinfo=zone)
    club.clock.time = round(evening.timestamp() * 1000)
    match = await begun(club, pace="1d")
    await club.matches.prefer(BOB.id, zone="Europe/Zurich")
    await pass_time(club, DAY - 1)
    assert not (await now(club, match)).players[FIRST].clock.down
    await pass_time(club, 1)
    assert (await now(club, match)).players[FIRST].clock.down
    taken = await club.matches.vacations.take(BOB.id, 2)
    assert taken.until_ms - taken.from_ms == 2 * DAY


async def test_a_move_and_an_outage_at_once_lose_neither(club: Club) -> None:
    match = await begun(club)
    await club.matches.clocks.heartbeat(club.clock.time)
    club.clock.time += DAY
    moved, lost = await asyncio.gather(
        club.act(match, ANN, "b1-b3"), club.matches.clocks.heartbeat(club.clock.time)
    )
    assert lost == DAY
    assert moved.match.stand.turns == 3
    await now(club, match)
