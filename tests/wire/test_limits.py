"""Discord's limits: kept, waited out, and no reason to leave anybody without an answer."""

import asyncio

import pytest

from bot.matches.followers import AT_ONCE

from .conftest import FULL
from .people import PATIENCE, Person, until
from .process import Bot
from .server import Discord
from .tables import Table, dark, left_behind, opened, play_dark, refused

pytestmark = pytest.mark.slow

PAUSE_S, LONG_S = 25.0, 600.0
BOARDS, A_SECOND = (5_000, 50) if FULL else (48, 25)
"""The number of boards left behind, and the requests Discord allows a second."""


async def test_limits_are_kept(discord: Discord, bot: Bot, ann: Person, bob: Person) -> None:
    discord.limit = (5, 2.0)
    table = Table(discord, ann, bob, 7)
    await table.open()
    for _ in range(8):
        await table.turn()
    assert sorted(table.boards()) == list(range(9))
    assert refused(discord) <= 2


async def test_a_limit_on_everything_holds_up_boards_and_no_answers(
    discord: Discord, bot: Bot
) -> None:
    tables = await opened(discord, 4)
    discord.fail("send", 429, retry_after=PAUSE_S, everywhere=True, times=1)
    await tables[0].turn()
    before = discord.count("send")
    for _ in range(2):
        await asyncio.gather(*(table.turn() for table in tables))
    assert discord.count("send") == before
    assert all(sorted(table.boards()) == [0] for table in tables)
    for table in tables:
        assert {len(copies) for copies in (await table.shown(PAUSE_S + PATIENCE)).values()} == {1}
    assert refused(discord) == 1


async def test_a_long_limit_on_the_board_keeps_no_letter_back(
    discord: Discord, bot: Bot, ann: Person, bob: Person
) -> None:
    bot.troubled = True
    home = await dark(ann, bob)
    discord.fail("send", 429, retry_after=LONG_S, at=home)
    before = discord.count("send")
    await play_dark(ann, home)

    def letters() -> list[int | None]:
        sent = [request for request in discord.requests if request.kind == "send"][before:]
        return [one.place for one in sent if one.status == 200]

    await until(lambda: 5_000_000 + bob.id in letters())
    assert home not in letters()


async def test_boards_left_behind_come_side_by_side_and_a_move_gets_through(
    discord: Discord, unstarted: Bot
) -> None:
    tables = await left_behind(discord, unstarted.url, BOARDS)
    discord.most_a_second = A_SECOND
    await unstarted.start()
    await tables[-1].turn()
    late = 20 + BOARDS / 10
    await until(lambda: all(table.revision in table.boards() for table in tables), late)
    for table in tables:
        assert {len(copies) for copies in table.boards().values()} == {1}
    posted = discord.count("send") - refused(discord)
    assert posted <= 2 * BOARDS + 1  # each with the message of its salt
    assert refused(discord) <= (AT_ONCE + 1) * (1 + posted // A_SECOND)
