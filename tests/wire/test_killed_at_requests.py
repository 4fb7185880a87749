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
from .tables import Letters, Table, be_ready, play_dark, set_up
from .things import CHANNEL, Json

OPENING = [("thread", 0), ("send", 1), ("edit", 0)]
"""The requests as a match without lots begins: its thread, the board (after the card), the card."""
MOVE = [("send", 0), ("edit", 0)]
"""Those of a move: the board, and the one before it."""


LETTER = [*product(("send", "edit"), (0, 1))]
"""Those of a move by letter: a board for each of two, and the ones before."""
LETTERS = [*LETTER, ("send", 2), ("send", 3)]
"""Those as such a match begins: a card and a board for each, and both cards."""
DRAW = [("user", 0), ("user", 1), ("dm", 0), ("dm", 1), *LETTERS]
"""Those of a draw: both are looked up, and their direct messages opened."""


def kept(table: Table) -> list[Json]:
    """List the boards before the last that have buttons."""
    boards = table.boards()
    earlier = [boards[revision] for revision in boards if revision < max(boards)]
    return [board for copies in earlier for board in copies if board["components"]]


async def check(discord: Discord, table: Table) -> None:
    """Check that all is there once, and no button stale."""
    await table.shown()
    await until(lambda: not kept(table))
    await table.shown_once()
    assert discord.twice() == []


@pytest.mark.parametrize(
    ("kind", "at", "joins", "done"),
    sampled(
        (*case, done)
        for case, done in product(
            [
                *((Table, at, False) for at in MOVE),
                *((Table, at, True) for at in OPENING),
                *((Letters, at, False) for at in LETTER),
                *((Letters, at, True) for at in LETTERS),
            ],
            (True, False),
        )
    ),
)
async def test_killed_at_a_request_nothing_is_there_twice_and_no_button_is_stale(
    discord: Discord,
    reborn: Reborn,
    ann: Person,
    bob: Person,
    kind: type[Table],
    at: tuple[str, int],
    joins: bool,
    done: bool,
) -> None:
    discord.heeds_nonces = False
    table = kind(discord, ann, bob, seed=1)
    if not joins:
        await table.open()
        await table.turn()
        await check(discord, table)
    deed, skip = at
    fault = discord.fail(deed, done=done, hang=not done, until=asyncio.Event(), skip=skip)
    await reborn.killed_at(fault, table.open() if joins else table.turn())
    ((table.match, phase),) = reborn.stored("SELECT id, phase FROM matches")
    if phase == "open" and isinstance(table, Letters):
        await table.sit()
    table.revision = reborn.revision(table.match)
    await check(discord, table)


@pytest.mark.slow
@pytest.mark.parametrize(("at", "done"), [*product(DRAW, (True, False))])
async def test_two_who_are_drawn_as_the_bot_is_killed_meet_once(
    discord: Discord, reborn: Reborn, ann: Person, bob: Person, at: tuple[str, int], done: bool
) -> None:
    discord.heeds_nonces = False
    for person in (ann, bob):
        await be_ready(person)
    await reborn.kill()
    deed, skip = at
    fault = discord.fail(deed, done=done, hang=not done, until=asyncio.Event(), skip=skip)
    await reborn.killed_at(fault, reborn.start())  # which draws
    seats = "SELECT match, person FROM players ORDER BY seat"
    await until(lambda: len(reborn.stored(seats)) == 2)
    ((match, first), _) = reborn.stored(seats)
    people = (ann, bob) if first == ann.id else (bob, ann)
    table = Letters(discord, *people, seed=1)
    table.sit_at(match)
    await check(discord, table)
    assert reborn.stored("SELECT DISTINCT match FROM pairings") == [(match,)]


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
    await killed(forgetful, reborn, bob.room, play_dark(ann, home))
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
    room = bob.room
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
    room = ann.room
    new = ann.slash(room, "match new", game="murus", level="1")
    await killed(forgetful, reborn, room, new)
    acting = "SELECT * FROM players WHERE person > 0 AND acting"
    for _ in range(2):
        await until(lambda: reborn.stored(acting))
        move, *_ = await ann.suggest(room, "move", "move", move="")
        await killed(forgetful, reborn, room, ann.slash(room, "move", move=move))
    await until(lambda: reborn.stored(acting))
    ((revision,),) = reborn.stored("SELECT revision FROM matches WHERE place = 'direct'")
    assert revision >= 4

    def boards() -> int:  # with buttons
        return sum(":move" in str(board["components"]) for board in forgetful.messages.values())

    await until(lambda: boards() == 1)
    assert forgetful.twice() == []
