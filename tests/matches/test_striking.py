"""Matches taken out of the points and put back, while others go on ending."""

import asyncio
import threading
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from bot.matches.match.players import NamedPerson, Strike
from bot.matches.match.refusals import Code
from bot.matches.service import Matches
from bot.matches.store import recounts
from bot.people.points.standing import RatedEnd, RatedSeat, recount
from games.clock import DAY, HOUR
from tests.databases import BOTH
from tests.patience import PATIENCE_S

from .absences import pass_time, take_over
from .club import Club, refusal
from .rated import EVA, FIN, GIL, HAL, begun, changes, check, moved, played, standing

NEW, NEWER = NamedPerson(5_101, "New"), NamedPerson(5_102, "Newer")


@BOTH
async def test_a_match_that_is_struck_has_never_counted_until_that_is_undone(club: Club) -> None:
    bad = await played(club)
    club.clock.time += DAY
    good = await played(club, loser=EVA, winner=GIL)
    before = await changes(club, good)
    struck = await club.matches.striking.strike(bad.id, HAL, "Eva lost on purpose.")
    assert (struck.unrated, struck.closer) == ("struck", None)
    assert await club.matches.recounts.strike_of(bad.id) == Strike(HAL, "Eva lost on purpose.")
    after = await changes(club, good)
    assert [change.before.rating for change in after] == [1500, 1500]
    assert after != before
    assert [(await standing(club, person)).games for person in (EVA, FIN, GIL)] == [1, 0, 1]
    await check(club)
    owed = await club.matches.pings.owed_pings(club.clock.time, bad.id)
    assert {(ping.user, ping.kind) for ping, _ in owed} == {(EVA.id, "end"), (FIN.id, "end")}
    assert await refusal(club.matches.striking.strike(bad.id, HAL, "Once more.")) == Code.NOT_RATED
    assert (await club.matches.striking.undo(bad.id)).unrated is None
    assert await club.matches.recounts.strike_of(bad.id) == Strike()
    assert await changes(club, good) == before
    await check(club)
    assert await refusal(club.matches.striking.undo(bad.id)) == Code.NOT_STRUCK


@BOTH
@pytest.mark.parametrize("meanwhile", ["end", "forget"])
async def test_what_happens_while_a_pool_is_settled_waits_for_it(
    club: Club, monkeypatch: pytest.MonkeyPatch, meanwhile: str
) -> None:
    bad, good = await played(club), await played(club, loser=FIN, winner=GIL)
    other = await Matches.open(club.url, now=club.clock)
    under_way, may_go_on = threading.Event(), threading.Event()

    def slow(finishes: Iterable[RatedEnd]) -> Iterator[tuple[RatedEnd, RatedSeat]]:
        under_way.set()
        may_go_on.wait(PATIENCE_S)
        return recount(finishes)

    monkeypatch.setattr(recounts, "recount", slow)
    striking = asyncio.create_task(other.striking.strike(bad.id, HAL, "Why not."))
    await asyncio.to_thread(under_way.wait, PATIENCE_S)
    doing: asyncio.Task[Any]
    if meanwhile == "end":
        doing = asyncio.create_task(played(club, loser=NEW, winner=NEWER))
    else:
        doing = asyncio.create_task(club.matches.forgetting.forget(EVA.id))
    await asyncio.sleep(0.3)
    may_go_on.set()
    await striking
    await doing
    monkeypatch.undo()
    assert await changes(club, bad) == ()
    assert [change.before.rating for change in await changes(club, good)] == [1500, 1500]
    assert (await standing(club, EVA)).games == 0
    await check(club)
    await other.close()


async def test_a_failed_strike_changes_nothing(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = await played(club)
    before = await changes(club, bad)

    def fails(_: object) -> None:
        raise RuntimeError("out of memory")

    with monkeypatch.context() as patch:
        patch.setattr(recounts, "recount", fails)
        with pytest.raises(RuntimeError, match="memory"):
            await club.matches.striking.strike(bad.id, HAL, "Why not.")
    assert (await club.matches.match(bad.id)).unrated is None
    assert await changes(club, bad) == before
    await check(club)


@BOTH
async def test_two_who_strike_at_once_in_two_processes_both_do(club: Club) -> None:
    matches = [await played(club) for _ in range(3)]
    other = await Matches.open(club.url, now=club.clock)
    await asyncio.gather(
        *(
            service.striking.strike(match.id, HAL, "Why not.")
            for service, match in zip((club.matches, other), matches, strict=False)
        )
    )
    assert [len(await changes(club, match)) for match in matches] == [0, 0, 2]
    assert (await standing(club, EVA)).games == 1
    await check(club)
    await other.striking.undo(matches[0].id)
    assert (await standing(club, EVA)).games == 2
    await check(club)
    await other.close()


async def test_what_a_manager_struck_says_who_and_why_as_does_a_closing(club: Club) -> None:
    match = await moved(club, await begun(club))
    await pass_time(club, 97 * HOUR)
    await take_over(club, match, GIL, FIN)
    await club.matches.striking.strike(match.id)
    closed = await club.matches.leaving.close(club.keys(), match.id, HAL, "Tidying up.")
    assert (closed.closer, closed.closer_reason) == (HAL, "Tidying up.")
    assert await club.matches.recounts.strike_of(match.id) == Strike()
    again = await club.matches.striking.undo(match.id)
    assert (again.closer, again.unrated) == (HAL, "replaced")
    await check(club)
