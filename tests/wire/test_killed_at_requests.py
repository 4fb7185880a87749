"""Killed at any request of a route: nothing is there twice, and no board keeps its old buttons."""

import asyncio
from itertools import product

import pytest

from tests.samples import sampled

from .lives import Reborn
from .people import Person, until
from .server import Discord
from .tables import Table
from .things import Json

OPENING = [("thread", 0), ("send", 1), ("send", 2), ("edit", 0)]
"""The requests as a match begins, after the commitment: its thread, salt, first board, card."""
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
    table.match = table.match or next(iter(discord.sent))
    table.revision = reborn.revision(table.match)
    table.home = table.home or int(discord.sent[table.match][0]["channel_id"])
    await table.shown()
    await until(lambda: not kept(discord, table))
    assert {len(copies) for copies in table.boards().values()} == {1}
    assert discord.twice() == []
