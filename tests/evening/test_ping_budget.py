"""Thirty days of play: players are pinged as often as agreed, and others not at all."""

import random
from collections import Counter

import pytest

from .bells import bells, prefer, wait
from .conftest import Evening, MatchId

DAYS, STEP_H = 30, 8
WISHES: list[dict[str, object]] = [
    {"ping": "channel"},
    {"ping": "dm"},
    {"ping": "channel", "quiet_from": 22 * 60, "quiet_until": 9 * 60, "zone": "Asia/Shanghai"},
    {"ping": "dm", "quiet_from": 0, "quiet_until": 12 * 60},
]


async def play_or_wait(evening: Evening, rng: random.Random) -> None:
    """Let the player to move play something, or leave it for another time."""
    now = await evening.seen()
    if now.match.running and rng.random() < 0.4:
        action = now.game.format(rng.choice(list(now.game.legal(now.view))))
        await evening.move(evening.to_move(now), action)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
async def test_a_season_keeps_to_the_budget(evening: Evening, seed: int) -> None:
    rng = random.Random(f"season {seed}")
    for number, who in enumerate((evening.livia, evening.brennus)):
        await prefer(evening, who, **WISHES[(seed + number) % len(WISHES)])
    await prefer(evening, evening.mara, ping="channel")
    matches = evening.client.desk.matches
    played: list[MatchId] = []
    for _ in range(DAYS * 24 // STEP_H):
        if not played or not (await matches.match(played[-1])).running:
            await evening.begin(pace="1d")
            played.append(MatchId(evening.id()))
        await play_or_wait(evening, rng)
        await wait(evening, STEP_H)
    rung = bells(evening)
    assert len(rung) > DAYS // 2
    assert {bell.user for bell in rung} == {evening.livia.id, evening.brennus.id}
    assert all(any(f"`{match}`" in bell.content for match in played) for bell in rung)
    assert [one for one, n in Counter(rung).items() if n > 1] == []
    for match in played:
        ended = await matches.match(match)
        for player in ended.players:
            own = [
                one for one in rung if one.user == player.human.id and f"`{match}`" in one.content
            ]
            turns = 1 + (ended.stand.turns + 1 - player.seat) // 2
            flags = sum("has run out of time" in one.content for one in own)
            reminders = sum("runs out <t:" in one.content for one in own)
            notices = sum("has run out." in one.content for one in own)
            assert max(reminders, notices) <= turns
            assert len(own) - flags - reminders - notices <= turns + 2  # a challenge and the end
            assert flags <= turns
