"""A stand-in for Discord, the real bot on it, and the final checks of every test."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from .document import request_faults
from .lives import Nursery, Reborn
from .people import Person
from .process import Bot
from .server import Discord
from .tables import Table


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    async with Discord(request_faults) as stand_in:
        yield stand_in
        assert stand_in.wrong == []


@pytest.fixture
async def unstarted(discord: Discord, tmp_path: Path) -> AsyncIterator[Bot]:
    bot = Bot(discord, tmp_path)
    yield bot
    await bot.kill()
    assert bot.troubled or "Traceback" not in bot.output(), bot.output()


@pytest.fixture
async def bot(unstarted: Bot) -> Bot:
    """Start the bot and wait for its session."""
    await unstarted.start()
    return unstarted


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """Provide the process that the lives of a reborn bot come from."""
    nursery = Nursery()
    yield nursery
    nursery.close()


@pytest.fixture
async def reborn(discord: Discord, tmp_path: Path, nursery: Nursery) -> AsyncIterator[Reborn]:
    """Start the bot with a session, to be killed and started again at little cost."""
    bot = Reborn(discord, tmp_path, nursery)
    await bot.start()
    bot.troubled = True
    yield bot
    await bot.kill()


@pytest.fixture
def ann(discord: Discord) -> Person:
    return Person(discord, 11, "Ann")


@pytest.fixture
def bob(discord: Discord) -> Person:
    return Person(discord, 12, "Bob")


@pytest.fixture
async def table(discord: Discord, bot: Bot, ann: Person, bob: Person) -> Table:
    """Let Ann challenge Bob, and Bob accept."""
    table = Table(discord, ann, bob, seed=1)
    await table.open()
    return table
