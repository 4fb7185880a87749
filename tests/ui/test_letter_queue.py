"""The post: letters in order for each person, and nobody held up by anybody else's."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.ui.wire.letter_queue import AT_ONCE, LetterQueue


async def test_letters_to_one_person_go_out_one_after_the_other() -> None:
    post, gate, sent = LetterQueue(), asyncio.Event(), list[str]()

    def letter(name: str, after: asyncio.Event | None = None) -> Callable[[], Awaitable[bool]]:
        async def send() -> bool:
            if after is not None:
                await after.wait()
            sent.append(name)
            return True

        return send

    slow = [post.put(1, letter("first", gate)), post.put(1, letter("second"))]
    assert await post.put(2, letter("somebody else's"))
    assert sent == ["somebody else's"]
    gate.set()
    assert await asyncio.gather(*slow) == [True, True]
    assert sent == ["somebody else's", "first", "second"]


async def test_letters_to_many_people_are_no_flood() -> None:
    post, under_way, most = LetterQueue(), 0, 0

    async def send() -> bool:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0)
        under_way -= 1
        return True

    letters = [post.put(person, send) for person in range(5 * AT_ONCE)]
    assert all(await asyncio.gather(*letters))
    assert most == AT_ONCE


async def test_what_is_given_up_keeps_nothing_back() -> None:
    post = LetterQueue()

    async def hang() -> bool:
        return await asyncio.Event().wait()

    letters = [post.put(1, hang), post.put(1, hang), post.put(2, hang)]
    await asyncio.sleep(0)
    await post.close()
    assert all(task.cancelled() for task in letters)
