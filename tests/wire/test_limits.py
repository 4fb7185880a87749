"""Discord's limits and slow direct messages: waited out, and nobody is left without an answer."""

import asyncio
import time

import pytest

from tests.patience import PATIENCE_S

from .people import Person, text, until
from .process import Bot
from .server import Discord
from .tables import Table, dark, opened, play_dark, refused
from .world import Request

pytestmark = pytest.mark.slow

PAUSE_S, LONG_S = 25.0, 600.0


async def test_limits_are_kept(discord: Discord, bot: Bot, ann: Person, bob: Person) -> None:
    discord.limit = (5, 2.0)
    table = Table(discord, ann, bob, 7)
    await table.open()
    for _ in range(8):
        await table.turn()
    assert await table.shown_once() == [*range(9)]
    assert refused(discord) <= 2


async def test_a_limit_on_everything_holds_up_boards_and_no_answers(
    discord: Discord, bot: Bot
) -> None:
    tables = await opened(discord, 4)
    discord.fail("send", 429, retry_after=PAUSE_S, everywhere=True, times=1)
    over_s = time.monotonic() + PAUSE_S
    await tables[0].turn()
    before = discord.count("send")
    for _ in range(2):
        await asyncio.gather(*(table.turn() for table in tables))
        held = discord.count("send") == before and all([*table.boards()] == [0] for table in tables)
        assert held or time.monotonic() > over_s
    for table in tables:
        assert {len(copies) for copies in (await table.shown(PAUSE_S + PATIENCE_S)).values()} == {1}
    assert refused(discord) == 1


async def test_no_board_waits_for_the_edit_of_an_old_one(
    discord: Discord, bot: Bot, ann: Person, bob: Person
) -> None:
    table = Table(discord, ann, bob, 7)
    await table.open()
    released = asyncio.Event()
    slow = discord.fail("edit", until=released, at=table.home)
    for _ in range(3):
        await table.turn()
    assert await table.shown_once() == [*range(4)]
    assert slow.met
    released.set()
    discord.heal()
    *old, newest = (board for [board] in table.boards().values())
    await until(lambda: not any(board["components"] for board in old))
    assert newest["components"]


async def test_no_board_waits_for_somebody_elses_letter_nor_says_so(
    discord: Discord, bot: Bot, ann: Person, bob: Person
) -> None:
    home = await dark(ann, bob)
    room, before = bob.room, len(boards(discord, home))
    released = asyncio.Event()
    told = len(answered(discord, room))
    discord.fail("send", until=released, at=room)
    for person in (ann, bob, ann):
        assert "as soon as" not in text(await play_dark(person, home))
    await until(lambda: len(boards(discord, home)) >= before + 3)
    assert len(answered(discord, room)) == told
    released.set()
    discord.heal()


async def test_a_set_up_that_ends_before_its_letter_can_be_sent_is_no_fault(
    discord: Discord, bot: Bot, ann: Person, bob: Person
) -> None:
    """The log of the bot has no traceback, which all tests check."""
    released = asyncio.Event()
    slow = discord.fail("dm", until=released)
    home = await dark(ann, bob)
    assert slow.met
    released.set()
    room = ann.room
    await until(lambda: answered(discord, room))
    await play_dark(ann, home)
    await until(lambda: answered(discord, bob.room))
    assert [call.body["nonce"].split("-")[1:] for call in answered(discord, room)] == [["2", "0"]]


def boards(discord: Discord, home: int) -> list[Request]:
    """The messages that have been posted where a match is played."""
    return [
        request for request in discord.requests if (request.kind, request.place) == ("send", home)
    ]


def answered(discord: Discord, room: int) -> list[Request]:
    """The direct messages in a room that Discord has taken."""
    sent = [
        request for request in discord.requests if (request.kind, request.place) == ("send", room)
    ]
    return [request for request in sent if request.status]
