"""Killed at any request of a route, sent or not: nothing is there twice, no old button stays."""

import asyncio
from collections.abc import Coroutine
from itertools import product
from typing import Any

import pytest

from bot.matches.service import Matches
from tests.samples import sampled

from .lives import Reborn
from .people import Person, custom_ids, until
from .server import Discord
from .tables import Table, play_dark, set_up
from .things import CHANNEL, Json

OPENING = [("thread", 0), ("send", 1), ("edit", 0)]
"""The requests as a match without lots begins: its thread, the board (after the card), the card."""
MOVE = [("send", 0), ("edit", 0)]
"""Those of a move: the board, and the one before it."""


def kept(discord: Discord, table: Table) -> list[Json]:
    """List the boards before the last that have buttons."""
    boards = [copy for copies in table.boards().values() for copy in copies]
    newest = max((int(board["id"]) for board in boards), default=0)
    return [board for board in boards if board["components"] and int(board["id"]) < newest]


@pytest.mark.parametrize(
    ("at", "joins", "done"),
    sampled(
        (at, joins, done)
        for (at, joins), done in product(
            [*((at, False) for at in MOVE), *((at, True) for at in OPENING)], (True, False)
        )
    ),
)
async def test_killed_at_a_request_nothing_is_there_twice_and_no_button_is_stale(
    discord: Discord,
    reborn: Reborn,
    ann: Person,
    bob: Person,
    at: tuple[str, int],
    joins: bool,
    done: bool,
) -> None:
    discord.heeds_nonces = False
    table = Table(discord, ann, bob, seed=1)
    if not joins:
        await table.open()
        await table.turn()
    kind, skip = at
    fault = discord.fail(kind, done=done, hang=not done, until=asyncio.Event(), skip=skip)
    await reborn.killed_at(fault, table.open() if joins else table.turn())
    ((table.match,),) = reborn.stored("SELECT id FROM matches")
    table.revision = reborn.revision(table.match)
    await table.shown()
    await until(lambda: not kept(discord, table))
    await table.shown_once()
    assert discord.twice() == []


# ------------------------------------------------------------ a process that dies before it knows


FOUND = "was sent before this process began"


@pytest.fixture
def forgetful(discord: Discord) -> Discord:
    """Have a Discord that takes each nonce for a new one."""
    discord.heeds_nonces = False
    return discord


async def killed(discord: Discord, bot: Reborn, place: int, deed: Coroutine[Any, Any, Any]) -> None:
    """Kill the bot once a message of what follows from a deed is there, and start another.

    Check that it finds what the one before has sent.
    """
    found = bot.output().count(FOUND)
    sent = discord.fail("send", done=True, until=asyncio.Event(), at=place)
    await bot.killed_at(sent, deed)
    await until(lambda: bot.output().count(FOUND) > found)


def card(discord: Discord) -> Json:
    """Return the only card."""
    (found,) = (
        message
        for message in discord.messages.values()
        if any(":join" in id_ for id_ in custom_ids(message))
    )
    return found


async def test_proofs_boards_and_letters_are_sent_once(
    forgetful: Discord, reborn: Reborn, ann: Person, bob: Person
) -> None:
    await ann.slash(CHANNEL, "match new", game="junqi-dark", opponent=bob)
    home = int(card(forgetful)["id"])
    await killed(forgetful, reborn, home, bob.press(card(forgetful), "join"))
    await set_up(home, ann, bob)
    await killed(forgetful, reborn, 5_000_000 + bob.id, play_dark(ann, home))
    await killed(forgetful, reborn, home, play_dark(bob, home))
    await play_dark(ann, home)
    assert forgetful.twice() == []


@pytest.mark.slow
async def test_a_ping_by_direct_message_is_sent_once(
    forgetful: Discord, reborn: Reborn, ann: Person, bob: Person
) -> None:
    matches = await Matches.open(reborn.url)
    await matches.prefer(bob.id, ping="dm")
    await matches.close()
    room = 5_000_000 + bob.id
    new = ann.post(CHANNEL, "murus", bob, seat="first")
    await killed(forgetful, reborn, room, new)
    home = int(card(forgetful)["id"])
    await bob.press(card(forgetful), "join")
    await killed(forgetful, reborn, room, ann.slash(home, "move", move="a1-a3"))
    assert forgetful.twice() == []


@pytest.mark.slow
async def test_boards_in_direct_messages_are_sent_once(
    forgetful: Discord, reborn: Reborn, ann: Person
) -> None:
    room = 5_000_000 + ann.id
    new = ann.slash(room, "match new", game="murus", level="1")
    await killed(forgetful, reborn, room, new)
    for _ in range(2):
        await until(lambda: reborn.stored("SELECT * FROM players WHERE person > 0 AND acting"))
        move, *_ = await ann.suggest(room, "move", "move", move="")
        await killed(forgetful, reborn, room, ann.slash(room, "move", move=move))
    assert forgetful.twice() == []
    ((revision,),) = reborn.stored("SELECT revision FROM matches WHERE place = 'direct'")
    assert revision >= 4
    boards = [board for board in forgetful.messages.values() if ":move" in str(board["components"])]
    assert len(boards) == 1
