"""Letters go out in their own time: the next board, answers and sweeps do not wait for them."""

import asyncio

import pytest

from bot.matches.followers import Followers
from bot.matches.ledger import Messages, Snapshot
from bot.matches.match.messages import PostedMessage
from games.core import Event

from .test_followers import ONE, Diary, Library

BOARD = PostedMessage(ONE, "channel", 1, 2, 0)


class Letters(Diary):
    """A follower that posts a board, and sends a letter as soon as it may."""

    released: asyncio.Event

    async def reconcile(self, now: Snapshot, messages: Messages) -> Event | None:
        messages.note(BOARD)
        messages.later(asyncio.create_task(self.send()))
        return await super().reconcile(now, messages)

    async def send(self) -> bool:
        return await self.released.wait()


@pytest.fixture
def letters() -> Letters:
    found = Letters()
    found.released = asyncio.Event()
    return found


@pytest.fixture
def library() -> Library:
    return Library()


async def test_what_comes_next_waits_for_no_letter_and_is_done_with_it(
    library: Library, letters: Letters
) -> None:
    followers = Followers(library)
    followers.add(letters)
    for library.serial in (1, 2):
        await followers.kick(ONE)
    assert letters.seen == [(ONE, 1), (ONE, 2)]
    letters.released.set()
    await followers.close()
    assert library.done[-1] == {ONE: 2}


async def test_a_letter_given_up_at_the_end_has_kept_nobody_waiting_and_leaves_nothing_unwritten(
    library: Library, letters: Letters, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.followers.PATIENCE", 0)
    followers = Followers(library)
    followers.add(letters)
    library.left = [ONE]
    async with asyncio.timeout(10):
        await followers.reconcile(ONE)
        await followers.sweep()
    assert library.shelf == []
    await followers.close()
    assert BOARD in library.shelf
    assert library.done == []
