"""Matches taken out of the points and put back, while others go on ending."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable, Iterator

import pytest

from bot.matches.match.refusals import Code, Refusal
from bot.matches.store import recounts
from bot.people.points.standing import Finish, Settled, recounted
from games.clock import DAY
from tests.databases import BOTH

from .club import Club
from .rated import EVA, FIN, GIL, HAL, faults, played, standing
from .test_points import changes, check


@BOTH
async def test_a_match_that_is_struck_has_never_counted_until_that_is_undone(club: Club) -> None:
    bad = await played(club)
    club.clock.time += DAY
    good = await played(club, loser=EVA, winner=GIL)
    before = await changes(club, good)
    struck = await club.matches.striking.strike(bad.id, HAL, "Eva lost on purpose.")
    assert (struck.unrated, struck.closer) == ("struck", HAL)
    assert struck.closer_reason == "Eva lost on purpose."
    after = await changes(club, good)
    assert [one.before.rating for one in after] == [1500, 1500]
    assert after != before
    assert [(await standing(club, one)).games for one in (EVA, FIN, GIL)] == [1, 0, 1]
    await check(club)
    owed = await club.matches.pings.owed(club.clock.time, bad.id)
    assert {(one.user, one.kind) for one, _ in owed} == {(EVA.id, "end"), (FIN.id, "end")}
    with pytest.raises(Refusal) as refused:
        await club.matches.striking.strike(bad.id, HAL, "Once more.")
    assert refused.value.event.code == Code.NOT_RATED
    again = await club.matches.striking.undo(bad.id)
    assert (again.unrated, again.closer, again.closer_reason) == (None, None, None)
    assert await changes(club, good) == before
    await check(club)
    with pytest.raises(Refusal) as refused:
        await club.matches.striking.undo(bad.id)
    assert refused.value.event.code == Code.NOT_STRUCK


@BOTH
@pytest.mark.parametrize("tries", [1, 2])
async def test_matches_end_while_a_pool_is_reckoned(
    club: Club, monkeypatch: pytest.MonkeyPatch, tries: int
) -> None:
    """Whether it is reckoned again, or has to wait in the end, no result is lost."""
    bad = await played(club)
    under_way, may_go_on = threading.Event(), threading.Event()

    def slow(finishes: Iterable[Finish]) -> Iterator[tuple[Finish, Settled]]:
        under_way.set()
        may_go_on.wait(60)
        return recounted(finishes)

    monkeypatch.setattr(recounts, "recounted", slow)
    monkeypatch.setattr(recounts, "TRIES", tries)
    striking = asyncio.create_task(club.matches.striking.strike(bad.id, HAL, "Why not."))
    await asyncio.to_thread(under_way.wait, 60)
    ending = asyncio.create_task(played(club, loser=FIN, winner=GIL))
    if tries > 1:
        await ending
    may_go_on.set()
    await striking
    good = await ending
    assert await changes(club, bad) == ()
    assert [one.before.rating for one in await changes(club, good)] == [1500, 1500]
    await check(club)


async def test_a_process_that_dies_in_between_leaves_the_next_to_settle(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = await played(club), await played(club, loser=EVA, winner=GIL)

    async def dies(*_: object) -> None:
        raise OSError("out of power")

    with monkeypatch.context() as patch:
        patch.setattr(recounts.Recounts, "settle", dies)
        with pytest.raises(OSError, match="power"):
            await club.matches.striking.strike(bad.id, HAL, "Why not.")
    assert await faults(club)
    await (await Club.at(club.url)).close()
    assert [one.before.rating for one in await changes(club, good)] == [1500, 1500]
    await check(club)
