"""What is kept of a server: its language and the bot as a member, and nothing nobody asks for."""

import asyncio
import copy
import json
import tracemalloc
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest

from bot.ui.answers.sparing import SparingClient, role_ids
from tests.wire.things import (
    APPLICATION,
    EPOCH,
    TETRARCH,
    Json,
    channel,
    guild,
    interaction,
    snowflake,
    thread,
    user,
)

READ_IN = "2.7.1"
MOST_KIB = 15
MANY = 30
ANN = user(11, "Ann")
SERVER = 7 << 22


def server() -> Json:
    """Return a server of the usual size, with much that nobody asks for."""
    about = guild([channel(number, there=SERVER) for number in range(50)], SERVER)
    emoji = {"require_colons": True, "managed": False, "available": True, "animated": False}
    role = about["roles"][0]
    about["roles"] = [role | {"id": str(SERVER + number)} for number in range(26)]
    about["threads"] = [thread(number, 1, "talk") for number in range(100, 108)]
    about["emojis"] = [emoji | {"id": str(n), "name": f"emoji_{n}", "roles": []} for n in range(50)]
    return about | {"features": ["COMMUNITY", "NEWS"], "description": "People who play."}


class Listener(SparingClient):
    """A client that hears what a test tells it."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.heard: list[discord.Interaction[Any]] = []

    def begin(self) -> None:
        """Tell it of its first and only shard."""
        about: Json = {"v": 10, "user": TETRARCH, "guilds": [], "shard": [0, 1]}
        about["application"] = {"id": str(APPLICATION), "flags": 0}
        self._connection.shard_count, self._connection.shard_ids = 1, [0]
        self.tell("READY", about)

    def tell(self, event: str, content: Json) -> None:
        """Tell it of an event, if it is one that it listens to."""
        if parse := self._connection.parsers.get(event):
            parse(copy.deepcopy(content))

    async def on_interaction(self, heard: discord.Interaction[Any]) -> None:
        self.heard.append(heard)


@pytest.fixture
async def client() -> AsyncIterator[Listener]:
    async with Listener() as client:
        client.begin()
        yield client


def test_discord_py_is_the_version_whose_private_parts_were_read() -> None:
    """Read `bot/ui/answers/sparing.py` beside a new version before the number is changed here."""
    assert discord.__version__ == READ_IN


async def test_of_a_server_its_language_and_the_bot_are_kept(client: Listener) -> None:
    about = server() | {"preferred_locale": "zh-CN"}
    client.tell("GUILD_CREATE", about)
    (kept,) = client.guilds
    assert str(kept.preferred_locale) == "zh-CN"
    assert kept.me.joined_at == discord.utils.parse_time(EPOCH)
    assert [*kept.channels, *kept.threads, *kept.roles] == []
    assert list(kept.members) == [kept.me]
    assert [*kept.emojis, *kept.features] == []
    client.tell("GUILD_UPDATE", about | {"preferred_locale": "fr"})
    assert str(kept.preferred_locale) == "fr"
    assert list(kept.roles) == []
    grown = {"guild_id": about["id"], "user": TETRARCH, "roles": ["5"], "joined_at": EPOCH}
    client.tell("GUILD_MEMBER_UPDATE", grown)
    assert role_ids(kept.me) == {5}


async def test_what_happens_on_a_server_adds_nothing_to_it(client: Listener) -> None:
    about = server()
    client.tell("GUILD_CREATE", about)
    (kept,) = client.guilds
    here = {"guild_id": about["id"]}
    client.tell("CHANNEL_CREATE", channel(7) | here)
    client.tell("CHANNEL_UPDATE", channel(7) | here)
    client.tell("THREAD_CREATE", thread(8, 7, "talk") | here)
    client.tell("THREAD_LIST_SYNC", here | {"threads": [thread(8, 7, "talk")], "members": []})
    client.tell("GUILD_ROLE_CREATE", here | {"role": about["roles"][1]})
    client.tell("GUILD_ROLE_UPDATE", here | {"role": about["roles"][1]})
    assert [*kept.channels, *kept.threads, *kept.roles] == []
    client.tell("GUILD_DELETE", {"id": about["id"]})
    assert list(client.guilds) == []


async def test_a_server_takes_little_memory(client: Listener) -> None:
    told = json.dumps(server())
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for number in range(MANY):
            client.tell("GUILD_CREATE", json.loads(told) | {"id": str(number << 22)})
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(client.guilds) == MANY
    assert (after - before) / MANY / 1024 < MOST_KIB


KINDS: list[tuple[int, type[object]]] = [
    *((kind, discord.TextChannel) for kind in (0, 5)),
    *((kind, discord.Thread) for kind in (10, 11, 12)),
    *((2, discord.VoiceChannel), (13, discord.StageChannel)),
]


@pytest.mark.parametrize(("kind", "made"), KINDS)
async def test_where_something_is_asked_is_told_by_what_asks(
    client: Listener, kind: int, made: type[object]
) -> None:
    about = server()
    client.tell("GUILD_CREATE", about)
    place = {"id": "77", "type": kind}  # Discord promises no more
    asked = interaction(1, ANN, place, "token", {"guild_id": about["id"]}, snowflake())
    asked |= {"guild_id": about["id"], "app_permissions": "2048"}
    asked["member"]["roles"] = ["5", "6"]
    client.tell("INTERACTION_CREATE", asked)
    await asyncio.sleep(0)
    (heard,) = client.heard
    assert isinstance(heard.channel, made)
    assert heard.channel_id == 77
    assert heard.app_permissions == discord.Permissions(send_messages=True)
    assert heard.guild in client.guilds
    assert isinstance(heard.user, discord.Member)
    assert role_ids(heard.user) == {5, 6}
