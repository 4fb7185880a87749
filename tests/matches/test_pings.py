"""One ping, to the right person, when and where they want it; and blocks."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.matches.match.match import Match
from bot.matches.match.ping import Ping
from bot.matches.match.refusals import Code, Refusal
from bot.matches.store.schedule import Schedule
from games.clock import DAY, HOUR, MINUTE
from tests import databases
from tests.databases import BOTH

from .absences import begun, now, pass_time
from .club import ANN, BOB, CHANNEL, CID, DAN, Club, refusal
from .test_flags import pings

SHANGHAI = "Asia/Shanghai"


async def evening(club: Club) -> None:
    """Let it be 21:00 in Shanghai; Ann wants no pings from 22:00 to 07:00."""
    hour = datetime(2026, 5, 1, 21, tzinfo=ZoneInfo(SHANGHAI))
    club.clock.time = round(hour.timestamp() * 1000)
    await club.matches.prefer(ANN.id, zone=SHANGHAI, quiet_from=22 * 60, quiet_until=7 * 60)


async def ways(club: Club, match: Match) -> dict[int, str]:
    """Return how Ann and Bob would learn of a message in the channel just now."""
    people = await club.matches.people.of([ANN.id, BOB.id])
    return {user: person.way(match.id, club.clock.time) for user, person in people.items()}


@BOTH
async def test_what_falls_into_quiet_hours_comes_at_their_end_if_it_still_holds(club: Club) -> None:
    await evening(club)
    match, other = await begun(club), await begun(club, channel=CHANNEL + 1)
    assert await ways(club, match) == {ANN.id: "here", BOB.id: "here"}
    club.clock.time += HOUR
    assert await ways(club, match) == {ANN.id: "later", BOB.id: "here"}
    for asked in (match, other):
        await club.matches.pings.later(await now(club, asked), ANN.id, "turn")
    assert await pings(club) == []
    club.clock.time += 9 * HOUR - MINUTE
    assert await pings(club) == []
    await club.act(other, ANN, "b1-b3")
    club.clock.time += MINUTE
    assert await pings(club) == [(ANN.id, "turn")]
    assert await pings(club) == []
    assert await databases.read(club.url, "SELECT * FROM pings") == []


async def test_quiet_hours_delay_no_clock(club: Club) -> None:
    await evening(club)
    match = await begun(club, pace="1d")
    await pass_time(club, DAY)
    await pass_time(club, 2 * HOUR)
    assert (await now(club, match)).players[0].clock.down
    assert await pings(club) == [(BOB.id, "flag")]
    club.clock.time += 8 * HOUR
    assert await pings(club) == [(ANN.id, "notice")]


async def test_who_wants_no_pings_gets_none(club: Club) -> None:
    match = await begun(club)
    await club.matches.prefer(BOB.id, ping="none")
    await club.matches.prefer(ANN.id, ping="dm")
    assert await ways(club, match) == {ANN.id: "letter", BOB.id: "never"}
    await pass_time(club, 72 * HOUR)
    found = await club.matches.pings.owed_pings(club.clock.time)
    assert [(ping.user, ping.kind, person.preferences.ping) for ping, person in found] == [
        (ANN.id, "notice", "dm")
    ]
    await now(club, match)


async def test_a_flag_that_has_been_decided_is_not_told(club: Club) -> None:
    match = await begun(club)
    await pass_time(club, 72 * HOUR)
    await club.act(match, ANN, "b1-b3")
    assert await pings(club) == []


async def test_a_late_ping_replaces_no_newer(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await begun(club)
    await club.matches.prefer(ANN.id, quiet_from=0, quiet_until=23 * 60)
    await club.matches.pings.later(await now(club, match), ANN.id, "turn")
    put_off = Schedule.put_off

    async def late(times: Schedule, ping: Ping, at_ms: int) -> None:
        monkeypatch.setattr(Schedule, "put_off", put_off)
        await club.act(match, ANN, "b1-b3")
        await club.act(match, BOB, "c7-c5")
        await club.matches.pings.later(await now(club, match), ANN.id, "turn")
        await put_off(times, ping, at_ms)

    monkeypatch.setattr(Schedule, "put_off", late)
    assert await pings(club) == []
    await club.matches.prefer(ANN.id, quiet_from=None, quiet_until=None)
    assert await pings(club) == [(ANN.id, "turn")]


async def test_who_has_accepted_or_agreed_is_asked_no_more(club: Club) -> None:
    match = await club.open("quartet", BOB, CID, DAN)
    challenged = Ping(match.id, BOB.id, "challenge", match.stand.revision, 0)
    assert challenged.still_true(match)
    match = await club.join(match, BOB)
    assert not challenged.still_true(match)
    match = await club.join(match, CID, DAN)
    asking, agreeing = (player.human.id for player in match.players[:2])
    match = await club.matches.offers.offer(club.keys(), match.id, asking, "cancel")
    ping = Ping(match.id, agreeing, "offer", match.stand.revision, 0)
    assert ping.still_true(match)
    match = await club.matches.offers.offer(club.keys(), match.id, agreeing, "cancel")
    assert match.offer
    assert not ping.still_true(match)


@BOTH
async def test_who_has_blocked_whom_plays_no_match_together(club: Club) -> None:
    seat = await club.open(opponent=None)
    await club.matches.people.block(ANN.id, BOB.id)
    await club.matches.people.block(ANN.id, BOB.id)
    await club.matches.people.block(ANN.id, ANN.id)
    assert (await club.matches.people.get(ANN.id)).blocks == {BOB.id}
    for host, other, code in ((ANN, BOB, Code.OWN_BLOCK), (BOB, ANN, Code.BLOCKED)):
        with pytest.raises(Refusal) as refused:
            await club.open(opponent=other, host=host, channel=CHANNEL + 1)
        assert (refused.value.event.code, refused.value.event.args["name"]) == (code, other.name)
    assert await refusal(club.join(seat, BOB))
    assert (await club.join(seat, CID)).begun
    await club.matches.people.unblock(ANN.id, BOB.id)
    assert (await club.begin(channel=CHANNEL + 2)).begun
