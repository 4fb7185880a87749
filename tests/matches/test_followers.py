"""Consequences of a change: none is forgotten, no follower waits for another, bursts coalesce."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TypeAlias

import pytest

from bot.matches.followers import AT_ONCE, LONGEST_PAUSE, Followers, Unfinished
from bot.matches.ledger import Messages, Snapshot
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match, Terms
from bot.matches.match.messages import PostedMessage
from bot.matches.match.players import NamedPerson
from games.core import Event
from tests.patience import PATIENCE_S

from .club import ANN, BOB, Club

ONE = MatchId("AAAA")


def watched(match: MatchId, serial: int = 0) -> Snapshot:
    terms = Terms(match, "murus", 1, NamedPerson(1, "Ann"), None, 1, "", 0)
    return Snapshot(Match(terms, serial=serial), None)


Meanwhile: TypeAlias = Callable[[Snapshot, Messages], Awaitable[Event | None]]


@dataclass
class Diary:
    """A follower of the tests' own that notes every match it is brought, and does something."""

    meanwhile: Meanwhile | None = None
    seen: list[tuple[MatchId, int]] = field(default_factory=list)

    async def reconcile(self, now: Snapshot, messages: Messages) -> Event | None:
        self.seen.append((now.match.id, now.match.serial))
        return await self.meanwhile(now, messages) if self.meanwhile else None


async def stumble(now: Snapshot, messages: Messages) -> Event | None:
    raise OSError("no network")


async def leave_off(now: Snapshot, messages: Messages) -> Event | None:
    raise Unfinished("not today")


async def lack(now: Snapshot, messages: Messages) -> Event | None:
    return FORBIDDEN


FORBIDDEN, LATER = (Event(f"board.{code}", {"match": ONE}) for code in ("forbidden", "later"))


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


def with_(library: Library, *diaries: Diary) -> Followers:
    """Let these follow what is in a library."""
    followers = Followers(library)
    for diary in diaries:
        followers.add(diary)
    return followers


@pytest.fixture
def library() -> Library:
    return Library()


async def test_a_kick_brings_every_follower_up_in_their_order(library: Library) -> None:
    order: list[str] = []

    async def first(now: Snapshot, messages: Messages) -> None:
        order.append("one")

    async def second(now: Snapshot, messages: Messages) -> None:
        order.append("other")

    one, other = Diary(first), Diary(second)
    await with_(library, one, other).kick(ONE, watched(ONE, 7))
    assert one.seen == other.seen == [(ONE, 7)]
    assert (order, library.loaded) == (["one", "other"], 0)


async def test_what_is_not_at_hand_is_looked_up(library: Library) -> None:
    library.serial = 4
    assert await with_(library, diary := Diary()).reconcile(ONE) is None
    assert (diary.seen, library.loaded) == ([(ONE, 4)], 1)


# ---------------------------------------------------------------------- what is posted

POSTED = PostedMessage(ONE, "channel", 1, 2, 3)


async def test_what_followers_post_is_written_down_once_they_are_done(library: Library) -> None:
    posted = [replace(POSTED, revision=7), replace(POSTED, audience="dm:0", message=9)]

    async def post(now: Snapshot, messages: Messages) -> None:
        for message in posted:
            messages.note(message)
        assert library.shelf == []

    await with_(library, Diary(post)).kick(ONE, watched(ONE, 7))
    assert library.shelf == posted


async def test_what_a_slow_follower_has_posted_is_written_down_meanwhile(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.ledger.PROMPT_S", 0)

    async def wait(now: Snapshot, messages: Messages) -> None:
        messages.note(POSTED)
        await library.written.wait()

    await with_(library, Diary(wait)).kick(ONE, watched(ONE))
    assert library.shelf == [POSTED]


async def test_a_message_posted_while_those_before_it_are_read_is_known(library: Library) -> None:
    known, reading = list[PostedMessage | None](), asyncio.Event()

    async def look(now: Snapshot, messages: Messages) -> None:
        known.append(messages.get("channel"))

    async def shown_late(match: MatchId) -> Sequence[PostedMessage]:
        reading.set()
        await asyncio.sleep(0)
        return ()

    library.open_messages = shown_late  # type: ignore[method-assign]  # it answers late
    followers = with_(library, Diary(look))
    task = followers.kick(ONE, watched(ONE))
    await reading.wait()
    await followers.show(POSTED)
    await task
    assert known == [POSTED]


async def test_what_somebody_else_posts_is_not_written_over(library: Library) -> None:
    newer = replace(POSTED, digest="newer")

    async def post(now: Snapshot, messages: Messages) -> None:
        messages.note(POSTED)
        await followers.show(newer)

    followers = with_(library, Diary(post))
    await followers.kick(ONE, watched(ONE))
    assert library.shelf == [newer]


@pytest.mark.parametrize("released", [True, False])
async def test_what_comes_next_waits_for_no_letter(
    library: Library, monkeypatch: pytest.MonkeyPatch, released: bool
) -> None:
    """Letters go out in their own time; one given up at the end leaves nothing unwritten."""
    may_go = asyncio.Event()

    async def send(now: Snapshot, messages: Messages) -> None:
        messages.note(POSTED)
        messages.later(asyncio.create_task(may_go.wait()))

    followers = with_(library, diary := Diary(send))
    async with asyncio.timeout(PATIENCE_S):
        for library.serial in (1, 2):
            await followers.kick(ONE)
    assert (diary.seen, library.shelf) == ([(ONE, 1), (ONE, 2)], [])
    if released:
        may_go.set()
    else:
        monkeypatch.setattr("bot.matches.followers.PATIENCE", 0)
        library.left = [ONE]
        async with asyncio.timeout(PATIENCE_S):
            await followers.reconcile(ONE)
            await followers.sweep()
    await followers.close()
    assert POSTED in library.shelf
    assert library.done[-1:] == ([{ONE: 2}] if released else [])


# ---------------------------------------------------------------------- many at once


async def test_bursts_coalesce_and_the_last_is_not_missed(library: Library) -> None:
    gate = asyncio.Event()

    async def wait(now: Snapshot, messages: Messages) -> None:
        await gate.wait()

    followers = with_(library, diary := Diary(wait))
    task = followers.kick(ONE, watched(ONE, 1))
    await asyncio.sleep(0)
    for serial in range(2, 30):
        assert followers.kick(ONE, watched(ONE, serial)) is task
    gate.set()
    await task
    assert diary.seen == [(ONE, 1), (ONE, 29)]
    await followers.kick(ONE, watched(ONE, 30))
    assert diary.seen[-1] == (ONE, 30)


async def test_who_stops_waiting_stops_nothing(library: Library) -> None:
    gate, done = asyncio.Event(), list[MatchId]()

    async def wait(now: Snapshot, messages: Messages) -> None:
        await gate.wait()
        done.append(now.match.id)

    followers = with_(library, Diary(wait))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(followers.reconcile(ONE), 0.01)
    gate.set()
    await followers.close()
    assert done == [ONE]


async def test_a_sweep_brings_matches_up_side_by_side(library: Library) -> None:
    names = [MatchId(f"M{number}") for number in range(3 * AT_ONCE)]
    library.left = names
    gate, last = asyncio.Event(), asyncio.Event()
    at_once, most = set[MatchId](), 0

    async def hang(now: Snapshot, messages: Messages) -> None:
        nonlocal most
        match = now.match.id
        at_once.add(match)
        most = max(most, len(at_once))
        if match == names[0]:
            await gate.wait()
        await asyncio.sleep(0.001)
        at_once.discard(match)
        if match == names[-1]:
            last.set()

    sweep = asyncio.create_task(with_(library, Diary(hang)).sweep())
    await asyncio.wait_for(last.wait(), PATIENCE_S)
    assert not sweep.done()
    gate.set()
    await sweep
    assert most == AT_ONCE


async def test_the_end_waits_for_a_while(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.matches.followers.PATIENCE", 0.01)

    async def hang(now: Snapshot, messages: Messages) -> None:
        await asyncio.Event().wait()

    followers = with_(library, Diary(hang))
    task = followers.kick(ONE)
    await asyncio.wait_for(followers.close(), PATIENCE_S)
    assert task.cancelled()


# ---------------------------------------------------------------------- what is done or fails


async def test_what_is_done_is_noted_at_the_next_sweep_or_at_the_end(library: Library) -> None:
    followers = with_(library, Diary())
    await followers.kick(ONE, watched(ONE, 3))
    assert library.done == []
    await followers.kick(ONE, watched(ONE, 4))
    for _ in range(2):
        await followers.sweep()
    assert library.done == [{ONE: 4}]
    followers.kick(ONE, watched(ONE, 5))
    await followers.close()
    assert library.done[1:] == [{ONE: 5}]


async def test_closing_survives_a_fault(library: Library, caplog: pytest.LogCaptureFixture) -> None:
    followers = with_(library, Diary())
    await followers.kick(ONE, watched(ONE, 3))
    library.broken = True
    await followers.close()
    assert "not noted" in caplog.text


async def test_unreadable_matches_wait(library: Library, caplog: pytest.LogCaptureFixture) -> None:
    library.broken = True
    assert await with_(library, diary := Diary()).reconcile(ONE) == LATER
    assert diary.seen == []
    assert "match=AAAA cannot be read" in caplog.text


@pytest.mark.parametrize(
    ("meanwhile", "event"), [(stumble, LATER), (lack, FORBIDDEN), (leave_off, None)]
)
async def test_as_long_as_one_follower_is_not_done_nothing_is_noted(
    library: Library, meanwhile: Meanwhile, event: Event | None, caplog: pytest.LogCaptureFixture
) -> None:
    followers = with_(library, Diary(), diary := Diary(meanwhile), other := Diary())
    assert await followers.reconcile(ONE) == event
    assert other.seen == [(ONE, 0)], "it keeps no other back"
    assert ("Diary of match=AAAA waits" in caplog.text) == (meanwhile is stumble)
    await followers.sweep()
    assert library.done == []
    diary.meanwhile = None
    await followers.reconcile(ONE)
    await followers.sweep()
    assert library.done == [{ONE: 0}]
    await followers.kick(ONE, watched(ONE, 3))
    diary.meanwhile = stumble
    await followers.kick(ONE)
    await followers.close()
    assert library.done == [{ONE: 0}], "what is followed again is not noted before"


async def test_what_fails_is_tried_less(library: Library, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    library.left = [ONE]
    followers = with_(library, Diary(stumble), diary := Diary(stumble))
    tries = []
    for sweep in range(1, 100):
        before = len(diary.seen)
        await followers.sweep()
        if len(diary.seen) > before:
            tries.append(sweep)
    assert tries[:5] == [1, 2, 4, 8, 16]
    assert {after - before for before, after in pairwise(tries[4:])} == {LONGEST_PAUSE}
    await followers.kick(ONE)
    assert len(diary.seen) == len(tries) + 1, "a change is followed at once, whatever has failed"


async def test_a_match_that_has_come_through_is_tried_as_often_as_any(library: Library) -> None:
    library.left = [ONE]
    followers = with_(library, diary := Diary(stumble))
    for _ in range(8):
        await followers.sweep()
    diary.meanwhile = None
    await followers.kick(ONE)
    seen = len(diary.seen)
    for _ in range(5):
        await followers.sweep()
    assert len(diary.seen) == seen + 5


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


async def test_what_fails_is_soon_tried_again_and_then_left_to_sweeps(library: Library) -> None:
    followers = with_(library, diary := Diary(stumble))
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
    followers = with_(library, diary := Diary(lack))
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
    library, diary, others = Library(), Diary(stumble), Next(set())
    followers = with_(library, diary)
    followers.others = others
    assert await followers.reconcile(ONE)
    assert (others.told, diary.seen, followers.late) == ([], [(ONE, 0)], 1)
    others.theirs.add(ONE)
    assert await followers.reconcile(ONE) is None
    await followers.close()
    assert (others.told, diary.seen, followers.late) == ([ONE], [(ONE, 0)], 0)
    assert library.done == []
