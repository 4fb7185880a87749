"""A connection to the database that ends in the middle of a statement: nothing is there twice."""

import asyncio

import pytest

from tests import databases
from tests.patience import PATIENCE_S

from .process import Bot
from .server import Discord
from .tables import lay_table

pytestmark = pytest.mark.slow

STATEMENTS = (
    "UPDATE ON matches",
    "INSERT ON log",
    "INSERT ON unfollowed",
    "INSERT ON posted",
    "DELETE ON pings",
)
CUT = (
    "CREATE SEQUENCE cuts",
    "CREATE FUNCTION cut() RETURNS trigger AS 'BEGIN IF nextval(''cuts'') = 1 THEN"
    " PERFORM pg_terminate_backend(pg_backend_pid()); END IF; RETURN NULL; END' LANGUAGE plpgsql",
)
"""The first statement that fires it ends its own connection; the count outlasts that."""

NOTED = "SELECT 1 FROM posted WHERE owner = :match AND revision = :revision"


async def test_whatever_statement_is_cut_each_board_is_there_once(
    discord: Discord, unstarted: Bot, served: str
) -> None:
    """The pings of a match's end are crossed out once its last board is there."""
    discord.heeds_nonces = False
    unstarted.url = served
    await unstarted.start()
    await databases.run(served, *CUT)
    for number, statement in enumerate(STATEMENTS):
        table = lay_table(discord, number)
        await table.open()
        trigger = f"CREATE TRIGGER cut BEFORE {statement} EXECUTE FUNCTION cut()"
        await databases.run(served, "ALTER SEQUENCE cuts RESTART", trigger)
        await table.turn()
        sure = await table.people[0].slash(table.home, "match resign")
        assert sure.message
        await table.people[0].press(sure.message, "resign")
        table.revision += 1
        async with asyncio.timeout(PATIENCE_S):
            while not await databases.read(served, NOTED, match=table.match, revision=2):  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        (made,) = await databases.read(served, "SELECT last_value AS times FROM cuts")
        assert made["times"] > 1, f"{statement} was not made again"
        await databases.run(served, f"DROP TRIGGER cut ON {statement.rpartition(' ')[2]}")
        assert await table.shown_once() == [0, 1, 2], statement
    assert discord.twice() == []
