"""Killed at any request of a route: nothing is there twice, and no board keeps its old buttons."""

from __future__ import annotations

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
    boards = [one for copies in table.boards().values() for one in copies]
    newest = max((int(one["id"]) for one in boards), default=0)
    return [one for one in boards if one["components"] and int(one["id"]) < newest]


async def killed(
    discord: Discord, bot: Reborn, table: Table, at: tuple[str, int], *, done: bool, joins: bool
) -> None:
    """Kill the bot at a request of what follows from a deed, and start another."""
    kind, skip = at
    fault = discord.fail(kind, done=done, hang=not done, until=asyncio.Event(), skip=skip)
    doing = asyncio.create_task(table.open() if joins else table.turn())
    await until(lambda: fault.met)
    await bot.kill()
    doing.cancel()
    await asyncio.gather(doing, return_exceptions=True)
    discord.heal()
    await bot.start()


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
    await killed(discord, reborn, table, at, done=done, joins=joins)
    match = table.match or next(iter(discord.sent))
    table.match = match
    table.revision = reborn.revision(match)
    if table.home == 0:
        table.home = next(int(one["channel_id"]) for one in discord.sent[match])
    await table.shown()
    await until(lambda: not kept(discord, table))
    assert {len(copies) for copies in table.boards().values()} == {1}
    assert discord.twice() == []
