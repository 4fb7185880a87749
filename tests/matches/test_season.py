"""A season without Discord: people come and go, are away, forget; the bot is down now and then.

By default a small club plays for a few days. With TETRARCH_FULL=1 five hundred people play two
thousand matches of all games in thirty days.
"""

import random
from collections import Counter

import pytest

from bot.matches.match.match import Match
from games.clock import DAY, HOUR, MINUTE
from games.quitting import CALLED_OFF
from tests.samples import FULL

from .club import SPRING, Club
from .season import Season

PEOPLE, MATCHES, DAYS = (500, 2_000, 30) if FULL else (12, 28, 7)


@pytest.mark.slow
async def test_a_season_ends_every_match_or_can_say_why_not(url: str) -> None:
    rng = random.Random(7)
    season = Season(await Club.at(url, rng.randbytes), rng)
    season.club.clock.time = SPRING
    await season.gather(PEOPLE)
    end, opened = SPRING + DAYS * DAY, 0
    outages = {SPRING + DAYS * DAY // 4: 3 * DAY, SPRING + DAYS * DAY * 2 // 3: 20 * MINUTE}
    outages |= {SPRING + day * DAY + HOUR: rng.randrange(4) * MINUTE for day in range(1, DAYS, 2)}
    jumps = {SPRING + DAYS * DAY // 5: -HOUR}
    while season.now < end:
        if opened < MATCHES and season.now >= SPRING + opened * DAYS * DAY // 2 // MATCHES:
            await season.open()
            opened += 1
        for table, deed in ((outages, season.restart), (jumps, None)):
            for at in [due for due in table if due <= season.now]:
                span = table.pop(at)
                if deed:
                    await deed(span)
                    given = await season.club.matches.clocks.heartbeat(season.now)
                    assert given >= span if span > 5 * MINUTE else not given
                else:
                    season.club.clock.time += span
        await season.minute()
        if season.now // MINUTE % 30 == 0:
            await season.punctual()
            await season.ping()
        if season.now // MINUTE % (24 * 60) == 0:
            await season.check()
    season.checked.clear()
    await season.check()
    reasons: Counter[str] = Counter()
    for match in season.matches:
        found = await season.club.matches.match(match.id)
        reasons[explained(found)] += 1
        if found.stand.outcome:
            assert await season.club.matches.evidence.verify(found.id) == ()
    assert reasons["over"] > (MATCHES // 12 if FULL else 0)  # of a few, chance decides how many
    assert reasons["not_begun"]
    assert {reason for reason in reasons if reason in CALLED_OFF} >= {"excused"} or not FULL
    # A second day of vacation, or a flag after more time, is told again at the same revision.
    again = {kind for (_, _, kind, _), number in season.sent.items() if number > 1}
    assert again <= {"vacation", "notice", "flag"}
    assert set(Counter(kind for _, _, kind, _ in season.sent)) >= {"reminder", "end"}
    await season.club.close()


def explained(match: Match) -> str:
    """Name why a match has ended, or what it waits for."""
    stand = match.stand
    if stand.outcome:
        return stand.outcome.reason if stand.phase == "called_off" else "over"
    if stand.phase in ("open", "called_off"):
        return stand.phase
    if not match.pace.timed:
        return "no pace"
    if match.paused:
        return "paused"
    waits = {
        "running" if player.clock.running else "down" if player.clock.down else "held"
        for player in match.players
        if player.acting
    }
    for player in match.players:
        assert not player.acting or player.clock.running or player.clock.down or player.away_ms
    return "+".join(sorted(waits))
