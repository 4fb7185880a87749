"""What follows from a change: nothing is forgotten, nobody waits for another, bursts coalesce."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from bot.matches.followers import AT_ONCE, LONGEST_PAUSE, Followers, Watched
from bot.matches.ids import MatchId
from bot.matches.match import Match, Terms
from bot.matches.players import Person
from games.core import Event, View

from .club import ANN, BOB, Club

ONE = MatchId("AAAA")


def watched(match: MatchId, serial: int = 0) -> Watched:
    terms = Terms(match, "murus", "", 1, Person(1, "Ann"), None, 1, "here", "", 0)
    return Watched(Match(terms, serial=serial), None)


@dataclass
class Diary:
    """A follower of the tests' own: notes what it is brought, and what it would still like."""

    seen: list[tuple[MatchId, int]] = field(default_factory=list)
    left: list[MatchId] = field(default_factory=list)
    meanwhile: Callable[[MatchId], Awaitable[Event | None]] | None = None

    async def bring(self, match: Match, view: View | None) -> Event | None:
        self.seen.append((match.id, match.serial))
        return await self.meanwhile(match.id) if self.meanwhile else None

    async def behind(self) -> Collection[MatchId]:
        return self.left


class Broken(Diary):
    """A follower that cannot even say what is left to do."""

    async def behind(self) -> Collection[MatchId]:
        raise OSError("no table")


async def stumble(match: MatchId) -> Event | None:
    raise OSError("no network")


class Library:
    """Where followers look a match up; counts how often."""

    def __init__(self) -> None:
        self.serial = 0
        self.loaded = 0

    async def __call__(self, match: MatchId) -> Watched:
        self.loaded += 1
        return watched(match, self.serial)


@pytest.fixture
def library() -> Library:
    return Library()


async def test_a_kick_brings_every_follower_up_in_their_order(library: Library) -> None:
    followers, one, other = Followers(library), Diary(), Diary()
    order: list[str] = []

    async def first(match: MatchId) -> None:
        order.append("one")

    async def second(match: MatchId) -> None:
        order.append("other")

    one.meanwhile, other.meanwhile = first, second
    followers.add(one)
    followers.add(other)
    await followers.kick(ONE, watched(ONE, 7))
    assert one.seen == other.seen == [(ONE, 7)]
    assert order == ["one", "other"]
    assert library.loaded == 0


async def test_what_is_not_at_hand_is_looked_up(library: Library) -> None:
    followers, diary = Followers(library), Diary()
    followers.add(diary)
    library.serial = 4
    assert await followers.bring(ONE) is None
    assert (diary.seen, library.loaded) == ([(ONE, 4)], 1)


async def test_bursts_coalesce_and_the_last_is_not_missed(library: Library) -> None:
    followers, diary, gate = Followers(library), Diary(), asyncio.Event()
    followers.add(diary)

    async def wait(match: MatchId) -> None:
        await gate.wait()

    diary.meanwhile = wait
    task = followers.kick(ONE, watched(ONE, 1))
    await asyncio.sleep(0)
    for serial in range(2, 30):
        assert followers.kick(ONE, watched(ONE, serial)) is task
    gate.set()
    await task
    assert diary.seen == [(ONE, 1), (ONE, 29)]
    await followers.kick(ONE, watched(ONE, 30))
    assert diary.seen[-1] == (ONE, 30)


async def test_who_waits_is_told_what_stands_in_the_way(library: Library) -> None:
    followers, diary = Followers(library), Diary()

    async def lack(match: MatchId) -> Event:
        return Event("board.forbidden", {"match": match})

    diary.meanwhile = lack
    followers.add(Diary())
    followers.add(diary)
    followers.add(Diary())
    assert await followers.bring(ONE) == Event("board.forbidden", {"match": ONE})


async def test_who_stops_waiting_stops_nothing(library: Library) -> None:
    followers, diary, gate = Followers(library), Diary(), asyncio.Event()
    done: list[MatchId] = []

    async def wait(match: MatchId) -> None:
        await gate.wait()
        done.append(match)

    diary.meanwhile = wait
    followers.add(diary)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(followers.bring(ONE), 0.01)
    gate.set()
    await followers.close()
    assert done == [ONE]


async def test_a_follower_that_fails_keeps_no_other_back(
    library: Library, caplog: pytest.LogCaptureFixture
) -> None:
    followers, other = Followers(library), Diary()
    followers.add(Diary(meanwhile=stumble))
    followers.add(other)
    assert await followers.bring(ONE) == Event("board.later", {"match": ONE})
    assert other.seen == [(ONE, 0)]
    assert "Diary of match=AAAA waits" in caplog.text


async def test_a_match_that_cannot_be_read_waits(caplog: pytest.LogCaptureFixture) -> None:
    async def load(match: MatchId) -> Watched:
        raise RuntimeError("gone")

    followers, diary = Followers(load), Diary()
    followers.add(diary)
    assert await followers.bring(ONE) == Event("board.later", {"match": ONE})
    assert diary.seen == []
    assert "match=AAAA cannot be read" in caplog.text


async def test_a_sweep_outlives_a_follower_that_does_not_know_what_is_left(
    library: Library, caplog: pytest.LogCaptureFixture
) -> None:
    followers, diary = Followers(library), Diary(left=[ONE])
    followers.add(Broken())
    followers.add(diary)
    await followers.sweep()
    assert diary.seen == [(ONE, 0)]
    assert "Broken" in caplog.text
    await followers.sweep()
    assert len(diary.seen) == 2


async def test_a_sweep_brings_matches_up_side_by_side(library: Library) -> None:
    names = [MatchId(f"M{number}") for number in range(3 * AT_ONCE)]
    followers, diary, gate = Followers(library), Diary(left=names), asyncio.Event()
    last = asyncio.Event()
    at_once: set[MatchId] = set()
    most = 0

    async def hang(match: MatchId) -> None:
        nonlocal most
        at_once.add(match)
        most = max(most, len(at_once))
        if match == names[0]:
            await gate.wait()
        await asyncio.sleep(0.001)
        at_once.discard(match)
        if match == names[-1]:
            last.set()

    diary.meanwhile = hang
    followers.add(diary)
    sweep = asyncio.create_task(followers.sweep())
    await asyncio.wait_for(last.wait(), 5)
    assert not sweep.done()
    gate.set()
    await sweep
    assert most == AT_ONCE


async def test_a_match_that_keeps_failing_is_tried_less_and_less_often(
    library: Library, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    followers, diary = Followers(library), Diary(left=[ONE], meanwhile=stumble)
    followers.add(Diary(meanwhile=stumble))
    followers.add(diary)
    tries = []
    for sweep in range(1, 100):
        before = len(diary.seen)
        await followers.sweep()
        if len(diary.seen) > before:
            tries.append(sweep)
    assert tries[:5] == [1, 2, 4, 8, 16]
    assert {after - before for before, after in pairwise(tries[4:])} == {LONGEST_PAUSE}
    diary.meanwhile = None
    await followers.kick(ONE)
    before = len(diary.seen)
    assert before == len(tries) + 1, "a change is followed at once, whatever has failed"


async def test_a_match_that_has_come_through_is_tried_as_often_as_any(
    library: Library, caplog: pytest.LogCaptureFixture
) -> None:
    followers, diary = Followers(library), Diary(left=[ONE], meanwhile=stumble)
    followers.add(diary)
    for _ in range(8):
        await followers.sweep()
    diary.meanwhile = None
    await followers.kick(ONE)
    seen = len(diary.seen)
    for _ in range(5):
        await followers.sweep()
    assert len(diary.seen) == seen + 5


async def test_the_end_does_not_wait_for_ever(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.followers.PATIENCE", 0.01)
    followers, diary = Followers(library), Diary()

    async def hang(match: MatchId) -> None:
        await asyncio.Event().wait()

    diary.meanwhile = hang
    followers.add(diary)
    task = followers.kick(ONE)
    await asyncio.wait_for(followers.close(), 1)
    assert task.cancelled()


async def test_followers_see_what_spectators_see_of_every_change(club: Club) -> None:
    match = await club.begin("junqi-dark")
    await club.told()
    diary = Diary()
    club.matches.followers.add(diary)
    deeds: list[Callable[[], Awaitable[object]]] = [
        lambda: club.matches.setting_up.ready(club.keys(), match.id, ANN.id),
        lambda: club.matches.setting_up.ready(club.keys(), match.id, BOB.id),
        lambda: club.act(match, ANN, "c3-b3"),
        lambda: club.matches.offers.offer(club.keys(), match.id, BOB.id, "draw"),
        lambda: club.matches.offers.offer(club.keys(), match.id, ANN.id, "draw"),
    ]
    for deed in deeds:
        await deed()
        await club.matches.followers.close()
        now = await club.matches.match(match.id)
        found, view = club.gossip.heard[-1]
        assert (found, view) == (now, (await club.matches.see(match.id, None)).view)
        assert diary.seen[-1] == (match.id, now.serial)
    assert len(diary.seen) == len(deeds)
