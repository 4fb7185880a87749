"""Somebody's direct messages are slow to go out: nobody's boards wait for them."""

import asyncio
from statistics import median

import pytest

from bot.matches.service import Matches

from .people import Person, text, until
from .process import Bot
from .server import Discord
from .tables import Table, dark, left_behind, play_dark
from .world import Request

pytestmark = pytest.mark.slow

MATCHES = 50
"""The number of other matches played meanwhile."""


async def test_boards_come_while_a_ping_to_somebody_else_is_on_its_way(
    discord: Discord, unstarted: Bot
) -> None:
    """The ping takes as long as all these boards together: the order decides, and no clock."""
    table, *others = await left_behind(discord, unstarted.url, MATCHES + 1)
    matches = await Matches.open(unstarted.url)
    for number in range(2 * MATCHES + 2):
        await matches.prefer(100_000 + number, ping="dm")
    await matches.close()
    await unstarted.start()
    for one in (table, *others):
        await one.shown()
    room = 5_000_000 + table.people[1].id
    released = asyncio.Event()
    slow = discord.fail("send", until=released, at=room)
    await table.turn()
    await until(lambda: slow.met)
    waits = []
    for other in others:
        asked = await other.turn()
        await other.shown()
        waits.append(posted(discord, other).at - asked.at)
    print(f"{MATCHES} boards: {median(waits):.3f} s each, {max(waits):.3f} s at most")
    await table.turn()
    assert sorted(await table.shown()) == [0, 1, 2]
    assert answered(discord, room) == []
    released.set()
    discord.heal()
    await until(lambda: answered(discord, room))


async def test_no_board_waits_for_somebody_elses_letter_nor_says_so(
    discord: Discord, bot: Bot, ann: Person, bob: Person
) -> None:
    home = await dark(ann, bob)
    room, before = 5_000_000 + bob.id, len(boards(discord, home))
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
    room = 5_000_000 + ann.id
    await until(lambda: answered(discord, room))
    await play_dark(ann, home)
    await until(lambda: answered(discord, 5_000_000 + bob.id))
    assert [one.body["nonce"].split("-")[1:] for one in answered(discord, room)] == [["2", "0"]]


def boards(discord: Discord, home: int) -> list[Request]:
    """The messages that have been posted where a match is played."""
    return [
        request for request in discord.requests if (request.kind, request.place) == ("send", home)
    ]


def posted(discord: Discord, table: Table) -> Request:
    """The request that posted the newest board of a match."""
    nonce = f"{table.match}-{table.revision}"
    sent = (board for board in boards(discord, table.home) if board.body["nonce"] == nonce)
    return next(sent)


def answered(discord: Discord, room: int) -> list[Request]:
    """The direct messages in a room that Discord has taken."""
    sent = [
        request for request in discord.requests if (request.kind, request.place) == ("send", room)
    ]
    return [one for one in sent if one.status]
