"""A club of the days before clocks: no clock runs, and every age counts from the upgrade."""

from __future__ import annotations

import pytest

from bot.matches.match.due import due_ms
from bot.matches.match.players import STILL
from bot.matches.service import epoch_ms
from games.clock import DAY
from tests.databases import BOTH, fill, migrate, rows

from .club import ANN, BOB, CHANNEL, Club


@pytest.mark.slow
@BOTH
async def test_matches_of_before_have_no_clocks_and_age_from_the_upgrade(url: str) -> None:
    club = await Club.at(url)
    await club.open(channel=CHANNEL + 1)
    await club.begin()
    dark = await club.begin("junqi-dark", channel=CHANNEL + 2)
    ended = await club.resign(await club.begin(channel=CHANNEL + 3), ANN)
    await club.close()
    await migrate(url, "0007")
    wishes = [
        {"user": user, "confirm": True, "pings": pings}
        for user, pings in ((ANN.id, True), (BOB.id, False))
    ]
    await fill(url, {"preferences": wishes})
    before = epoch_ms()
    club = await Club.at(url)
    for row in (await rows(url))["matches"]:
        match = await club.matches.match(row["id"])
        assert (match.terms.pace, match.terms.strict) == ("none", False)
        assert {player.clock for player in match.players} <= {STILL}
        assert before <= match.clock_ms <= epoch_ms()
        assert row["due_ms"] == due_ms(match)
        days = {"open": 7, "playing": 30, "setting_up": 30}.get(match.stand.phase)
        assert row["due_ms"] == (None if days is None else match.clock_ms + days * DAY)
    assert (await club.matches.match(dark.id)).stand.phase == "setting_up"
    assert (await club.matches.match(ended.id)).stand == ended.stand
    chosen = await club.matches.people.of([ANN.id, BOB.id])
    assert [chosen[user.id].preferences.ping for user in (ANN, BOB)] == ["channel", "none"]
    await club.close()
