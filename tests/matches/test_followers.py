"""Consequences of a change: none is forgotten, no follower waits for another, bursts coalesce."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import pytest

from bot.matches.followers import AT_ONCE, LONGEST_PAUSE, Followers, Unfinished
from bot.matches.ledger import Messages, Snapshot
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match, Terms
from bot.matches.match.messages import PostedMessage
from bot.matches.match.players import NamedPerson
from games.core import Event

from .club import ANN, BOB, Club

ONE = MatchId("AAAA")


def watched(match: MatchId, serial: int = 0) -> Snapshot:
    terms = Terms(match, "murus", 1, NamedPerson(1, "Ann"), None, 1, "", 0)
    return Snapshot(Match(terms, serial=serial), None)


@dataclass
class Diary:
    """A follower of the tests' own that notes every match it is brought."""

    seen: list[tuple[MatchId, int]] = field(default_factory=list)
    meanwhile: Callable[[MatchId], Awaitable[Event | None]] | None = None

    async def reconcile(self, now: Snapshot, messages: Messages) -> Event | None:
        match = now.match
        self.seen.append((match.id, match.serial))
        return await self.meanwhile(match.id) if self.meanwhile else None


async def stumble(match: MatchId) -> Event | None:
    raise OSError("no network")


async def leave_off(match: MatchId) -> Event | None:
    raise Unfinished("not today")


async def lack(match: MatchId) -> Event | None:
    return Event("board.forbidden", {"match": match})


class Library:
    """A ledger that followers look matches up in; it counts how often."""

    def __init__(self) -> None:
        self.serial = 0
        self.loaded = 0
        self.left: list[MatchId] = []
        self.done: list[Mapping[MatchId, int]] = []
        self.shelf: list[PostedMessage] = []
        self.written = asyncio.Event()
        self.broken = False

    async def watch(self, match: MatchId) -> Snapshot:
        self.loaded += 1
        if self.broken:
            raise RuntimeError("gone")
        return watched(match, self.serial)

    async def behind(self) -> Collection[MatchId]:
        return self.left

    async def mark_done(self, serials: Mapping[MatchId, int]) -> None:
        if self.broken:
            raise RuntimeError("gone")
        self.done.append(serials)

    async def open_messages(self, match: MatchId) -> Sequence[PostedMessage]:
        return ()

    async def show(self, posted: Sequence[PostedMessage]) -> None:
        self.shelf += posted
        self.written.set()


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


POSTED = PostedMessage(ONE, "channel", 1, 2, 3)


async def test_what_followers_post_is_written_down_once_they_are_done(library: Library) -> None:
    followers, seen = Followers(library), list[int]()

    class Poster:
        async def reconcile(self, now: Snapshot, messages: Messages) -> None:
            messages.note(replace(POSTED, revision=now.match.serial))
            messages.note(replace(POSTED, audience="dm:0", message=9))
            seen.append(len(library.shelf))

    followers.add(Poster())
    await followers.kick(ONE, watched(ONE, 7))
    assert (seen, library.shelf) == (
        [0],
        [replace(POSTED, revision=7), replace(POSTED, audience="dm:0", message=9)],
    )


async def test_what_a_slow_follower_has_posted_is_written_down_meanwhile(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.ledger.PROMPT_S", 0)
    followers = Followers(library)

    class Slow:
        async def reconcile(self, now: Snapshot, messages: Messages) -> None:
            messages.note(POSTED)
            await library.written.wait()

    followers.add(Slow())
    await followers.kick(ONE, watched(ONE))
    assert library.shelf == [POSTED]


async def test_a_message_posted_while_those_before_it_are_read_is_known(library: Library) -> None:
    followers, known, reading = Followers(library), list[PostedMessage | None](), asyncio.Event()

    class Reader:
        async def reconcile(self, now: Snapshot, messages: Messages) -> None:
            known.append(messages.get("channel"))

    async def shown_late(match: MatchId) -> Sequence[PostedMessage]:
        reading.set()
        await asyncio.sleep(0)
        return ()

    library.open_messages = shown_late  # type: ignore[method-assign]  # a database that answers late
    followers.add(Reader())
    task = followers.kick(ONE, watched(ONE))
    await reading.wait()
    await followers.show(POSTED)
    await task
    assert known == [POSTED]


async def test_what_somebody_else_posts_is_not_written_over(library: Library) -> None:
    followers = Followers(library)
    newer = replace(POSTED, digest="newer")

    class Poster:
        async def reconcile(self, now: Snapshot, messages: Messages) -> None:
            messages.note(POSTED)
            await followers.show(newer)

    followers.add(Poster())
    await followers.kick(ONE, watched(ONE))
    assert library.shelf == [newer]


async def test_what_is_not_at_hand_is_looked_up(library: Library) -> None:
    followers, diary = Followers(library), Diary()
    followers.add(diary)
    library.serial = 4
    assert await followers.reconcile(ONE) is None
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

    diary.meanwhile = lack
    followers.add(Diary())
    followers.add(diary)
    followers.add(Diary())
    assert await followers.reconcile(ONE) == Event("board.forbidden", {"match": ONE})


async def test_who_stops_waiting_stops_nothing(library: Library) -> None:
    followers, diary, gate = Followers(library), Diary(), asyncio.Event()
    done: list[MatchId] = []

    async def wait(match: MatchId) -> None:
        await gate.wait()
        done.append(match)

    diary.meanwhile = wait
    followers.add(diary)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(followers.reconcile(ONE), 0.01)
    gate.set()
    await followers.close()
    assert done == [ONE]


async def test_a_follower_that_fails_keeps_no_other_back(
    library: Library, caplog: pytest.LogCaptureFixture
) -> None:
    followers, other = Followers(library), Diary()
    followers.add(Diary(meanwhile=stumble))
    followers.add(other)
    assert await followers.reconcile(ONE) == Event("board.later", {"match": ONE})
    assert other.seen == [(ONE, 0)]
    assert "Diary of match=AAAA waits" in caplog.text


async def test_a_match_that_cannot_be_read_waits(
    library: Library, caplog: pytest.LogCaptureFixture
) -> None:
    library.broken = True
    followers, diary = Followers(library), Diary()
    followers.add(diary)
    assert await followers.reconcile(ONE) == Event("board.later", {"match": ONE})
    assert diary.seen == []
    assert "match=AAAA cannot be read" in caplog.text


async def test_what_has_been_done_is_noted_at_the_next_sweep(library: Library) -> None:
    followers = Followers(library)
    followers.add(Diary())
    await followers.kick(ONE, watched(ONE, 3))
    assert library.done == []
    await followers.kick(ONE, watched(ONE, 4))
    await followers.sweep()
    await followers.sweep()
    assert library.done == [{ONE: 4}]


async def test_what_has_been_done_is_noted_at_the_end(library: Library) -> None:
    followers = Followers(library)
    followers.add(Diary())
    followers.kick(ONE, watched(ONE, 3))
    await followers.close()
    assert library.done == [{ONE: 3}]


async def test_what_cannot_be_noted_keeps_nobody_from_leaving(
    library: Library, caplog: pytest.LogCaptureFixture
) -> None:
    followers = Followers(library)
    followers.add(Diary())
    await followers.kick(ONE, watched(ONE, 3))
    library.broken = True
    await followers.close()
    assert "not noted" in caplog.text


@pytest.mark.parametrize(
    ("meanwhile", "event"),
    [
        (stumble, Event("board.later", {"match": ONE})),
        (lack, Event("board.forbidden", {"match": ONE})),
        (leave_off, None),
    ],
)
async def test_as_long_as_one_follower_is_not_done_nothing_is_noted(
    library: Library, meanwhile: Callable[[MatchId], Awaitable[Event | None]], event: Event | None
) -> None:
    followers, diary = Followers(library), Diary(meanwhile=meanwhile)
    followers.add(Diary())
    followers.add(diary)
    followers.add(Diary())
    assert await followers.reconcile(ONE) == event
    await followers.sweep()
    assert library.done == []
    diary.meanwhile = None
    await followers.reconcile(ONE)
    await followers.sweep()
    assert library.done == [{ONE: 0}]


async def test_a_match_that_is_followed_again_is_not_noted_before(library: Library) -> None:
    followers, diary = Followers(library), Diary()
    followers.add(diary)
    await followers.kick(ONE, watched(ONE, 3))
    diary.meanwhile = stumble
    await followers.kick(ONE)
    await followers.close()
    assert library.done == []


async def test_a_sweep_brings_matches_up_side_by_side(library: Library) -> None:
    names = [MatchId(f"M{number}") for number in range(3 * AT_ONCE)]
    library.left = names
    followers, diary, gate = Followers(library), Diary(), asyncio.Event()
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
    await asyncio.wait_for(last.wait(), 60)
    assert not sweep.done()
    gate.set()
    await sweep
    assert most == AT_ONCE


async def test_a_match_that_keeps_failing_is_tried_less_and_less_often(
    library: Library, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    library.left = [ONE]
    followers, diary = Followers(library), Diary(meanwhile=stumble)
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
    library.left = [ONE]
    followers, diary = Followers(library), Diary(meanwhile=stumble)
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
    await asyncio.wait_for(followers.close(), 60)
    assert task.cancelled()


async def test_followers_see_what_spectators_see_of_every_change(club: Club) -> None:
    match = await club.begin("junqi-dark")
    await club.followed()
    diary = Diary()
    club.matches.followers.add(diary)
    deeds: list[Callable[[], Awaitable[object]]] = [
        lambda: club.matches.setting_up.ready(club.keys(), match.id, ANN.id),
        lambda: club.matches.setting_up.ready(club.keys(), match.id, BOB.id),
        lambda: club.act(match, ANN, "c3-b3"),
        lambda: club.offer(match, BOB, "draw"),
        lambda: club.offer(match, ANN, "draw"),
    ]
    for deed in deeds:
        await deed()
        await club.matches.followers.close()
        now = await club.matches.match(match.id)
        found = club.gossip.heard[-1]
        assert (found.match, found.view) == (now, (await club.matches.see(match.id, None)).view)
        assert diary.seen[-1] == (match.id, now.serial)
    assert len(diary.seen) == len(deeds)


async def test_what_has_failed_is_soon_tried_again_and_then_left_to_sweeps(
    library: Library,
) -> None:
    followers, diary = Followers(library), Diary(meanwhile=stumble)
    followers.add(diary)
    await followers.reconcile(ONE)
    assert await tries(followers, diary, 12) == [1, 2, 4]
    await followers.reconcile(ONE)
    assert await tries(followers, diary, 12) == []
    diary.meanwhile = None
    await followers.reconcile(ONE)
    diary.meanwhile = leave_off
    await followers.reconcile(ONE)
    diary.meanwhile = None
    assert await tries(followers, diary, 12) == [1]


async def test_what_a_moderator_has_to_mend_is_left_to_sweeps(library: Library) -> None:
    followers, diary = Followers(library), Diary(meanwhile=lack)
    followers.add(diary)
    await followers.reconcile(ONE)
    assert await tries(followers, diary, 8) == []


async def tries(followers: Followers, diary: Diary, rounds: int) -> list[int]:
    """List the rounds in which a match has been tried again."""
    found = []
    for number in range(1, rounds + 1):
        before = len(diary.seen)
        await followers.retry()
        await followers.close()
        if len(diary.seen) > before:
            found.append(number)
    return found


@dataclass
class Next:
    """Others who follow some of the matches."""

    theirs: set[MatchId]
    told: list[MatchId] = field(default_factory=list)

    def follow(self, match: Match) -> bool:
        return match.id in self.theirs

    async def tell(self, match: MatchId) -> None:
        self.told.append(match)


async def test_others_are_told_of_a_change_in_a_match_they_follow() -> None:
    library, diary, others = Library(), Diary(meanwhile=stumble), Next(set())
    followers = Followers(library)
    followers.add(diary)
    followers.others = others
    assert await followers.reconcile(ONE)
    assert (others.told, diary.seen, followers.late) == ([], [(ONE, 0)], 1)
    others.theirs.add(ONE)
    assert await followers.reconcile(ONE) is None
    await followers.close()
    assert (others.told, diary.seen, followers.late) == ([ONE], [(ONE, 0)], 0)
    assert library.done == []
