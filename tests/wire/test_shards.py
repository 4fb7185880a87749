"""Processes that share the shards: a match is followed by the one that hears of its server."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests import databases
from tests.patience import PATIENCE_S

from .people import Person, finished, text, until
from .process import Bot
from .server import Discord
from .tables import dark
from .things import Json

pytestmark = pytest.mark.slow

LAST, FIRST = "3/4", "0/4"
"""The shard of the stand-in's server, and that of direct messages."""


@pytest.fixture
async def bots(discord: Discord, tmp_path: Path, served: str) -> AsyncIterator[tuple[Bot, Bot]]:
    """Start a process for the shard of the server, and then one for that of direct messages."""
    found = []
    for name, shards in (("last", LAST), ("first", FIRST)):
        folder = tmp_path / name
        folder.mkdir()
        found.append(Bot(discord, folder, url=served, shards=shards))
    last, first = found
    try:
        await last.start()
        assert discord.count("sync") == 0, "the commands are for the first shard to publish"
        await first.start()
        yield last, first
        assert discord.count("sync") == 1
    finally:
        for bot in found:
            await bot.kill()
    assert not any("Traceback" in bot.output() for bot in found)


def letters(discord: Discord, who: Person) -> dict[int, Json]:
    """Return the direct messages with somebody's own board, by revision."""
    found = {}
    for message in discord.messages.values():
        nonce = str(message["nonce"]).split("-")
        if int(message["channel_id"]) == who.room and len(nonce) == 3:
            found[int(nonce[1])] = message
    return found


async def pondered(discord: Discord, who: Person, revision: int) -> tuple[Json, str]:
    """Choose some move of dark Junqi; return the direct message of a revision, and its button."""
    await until(lambda: revision in letters(discord, who))
    letter = letters(discord, who)[revision]
    match = match_of(letter)
    home = next(int(post["channel_id"]) for post in discord.sent[match] if on_board(post))
    move, *_ = await who.suggest(home, "move", "move", move="")
    custom_id = f"m:{match}:{revision}:go:{move}"
    picked = who.own(int(letter["channel_id"]), custom_id)["components"]
    return letter | {"components": picked}, custom_id


def match_of(message: Json) -> str:
    return str(message["nonce"]).split("-")[0]


def on_board(message: Json) -> bool:
    nonce = str(message["nonce"]).split("-")
    return len(nonce) == 2 and nonce[1].isdecimal()


def boards(discord: Discord, match: str) -> set[int]:
    """List the revisions of a match that its place shows."""
    return {int(post["nonce"].split("-")[1]) for post in discord.sent[match] if on_board(post)}


async def beats(url: str) -> list[tuple[object, ...]]:
    """Return the count of shards and the number of each that has been heard of."""
    found = await databases.read(url, "SELECT shards, shard FROM beats ORDER BY shard")
    return [tuple(row.values()) for row in found]


async def test_a_dark_turn_by_letter_is_shown_by_the_process_that_has_the_shard_of_the_match(
    discord: Discord, bots: tuple[Bot, Bot], served: str, ann: Person, bob: Person
) -> None:
    last, first = bots
    await dark(ann, bob)
    letter, move = await pondered(discord, ann, 2)
    match = match_of(letter)
    assert "you played" in text(await finished(await ann.press_id(letter, move)))
    began = time.monotonic()
    await until(lambda: 3 in boards(discord, match))
    await until(lambda: 3 in letters(discord, bob))
    print(f"the board and the next letter after {time.monotonic() - began:.2f} s")

    async with asyncio.timeout(PATIENCE_S):  # one beat a shard, and no other
        while await beats(served) != [(4, 0), (4, 3)]:  # noqa: ASYNC110 - no process can tell us
            await asyncio.sleep(0.1)
    letter, move = await pondered(discord, bob, 3)
    assert await last.stop() == 0
    assert "you played" in text(await finished(await bob.press_id(letter, move)))
    assert await first.stop() == 0
    assert 4 not in boards(discord, match), "nobody else may post it"
    await last.start()
    await until(lambda: 4 in boards(discord, match))
    sent = Counter(request.body["nonce"] for request in discord.requests if request.kind == "send")
    assert set(sent.values()) == {1}
