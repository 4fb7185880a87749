"""What the service tells monitors: what is due, what waits, how large the database is."""

from typing import Any

import pytest

from bot.matches.match.refusals import StaleRevision
from bot.matches.referee import Referee
from bot.matches.store.rows import Stored
from bot.metrics import GAUGES, REGISTRY
from games.clock import DAY, MINUTE

from .club import ANN, Club


def counted(name: str) -> float:
    """Read a figure that only goes up."""
    return REGISTRY.get_sample_value(f"tetrarch_{name}_total") or 0


async def test_every_gauge_has_its_figure(club: Club) -> None:
    await club.begin()
    figures = await club.matches.figures()
    assert figures.keys() == GAUGES.keys()
    assert figures["database_bytes"] > 1 << 16
    assert figures["clocks_due"] == figures["clocks_overdue"] == figures["thinking_queue"] == 0


async def test_what_is_due_is_overdue_after_five_minutes(club: Club) -> None:
    match = await club.begin()
    due = (await club.matches.clocks.waiting(club.clock.time + 100 * DAY, 1))[0]
    assert due[1] == match.id
    for late, expected in ((-1, (0, 0)), (0, (1, 0)), (5 * MINUTE, (1, 1))):
        club.clock.time = due[0] + late
        figures = await club.matches.figures()
        assert (figures["clocks_due"], figures["clocks_overdue"]) == expected


async def test_a_match_is_behind_until_its_followers_are_done(club: Club) -> None:
    match = await club.begin()
    club.matches.followers.kick(match.id)
    assert club.matches.followers.behind == 1
    await club.matches.followers.reconcile(match.id)
    assert (await club.matches.figures())["followers_behind"] == 0


async def test_changes_and_retries_are_counted(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await club.begin()
    commits, retries, commit = counted("commits"), counted("retries"), Referee.commit

    async def beaten(*args: Any, **options: Any) -> Stored | None:
        monkeypatch.setattr(Referee, "commit", commit)
        await club.act(match, ANN, "c1-c3")
        return await commit(*args, **options)

    monkeypatch.setattr(Referee, "commit", beaten)
    with pytest.raises(StaleRevision):
        await club.act(match, ANN, "a1-a3", 0)
    assert counted("commits") == commits + 1
    assert counted("retries") == retries + 1
