"""What is sent past discord.py's messages is what discord.py would send."""

import io
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import discord
import pytest
from discord.http import Route

from bot.matches.match.ids import MatchId
from bot.matches.match.messages import PostedMessage
from bot.ui.controls.buttons import Press, button, rows
from bot.ui.wire.outbox import Outbox, post
from tests.wire.server import Discord
from tests.wire.things import CHANNEL

READ_IN = "2.7.1"
HERE = MatchId("ABCD")


@pytest.fixture
async def there() -> AsyncIterator[Discord]:
    async with Discord() as there:
        yield there


@pytest.fixture
async def client(there: Discord, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[discord.Client]:
    monkeypatch.setattr(Route, "BASE", f"http://{there.gateway.address}/api/v10")
    none = discord.AllowedMentions.none()
    async with discord.Client(intents=discord.Intents.none(), allowed_mentions=none) as client:
        await client.login("not.a.token")
        yield client


def test_discord_py_is_the_version_whose_requests_were_read() -> None:
    """Read `bot/ui/wire/outbox.py` beside a new version before the number is changed here."""
    assert discord.__version__ == READ_IN


def board() -> dict[str, Any]:
    return {
        "file": discord.File(io.BytesIO(b"PNG"), "board.png", description="A board"),
        "view": rows(button("Move", Press(HERE, 3, "move"))),
        "allowed_mentions": discord.AllowedMentions(users=[discord.Object(7)]),
        "nonce": "ABCD-3",
    }


async def test_a_board_is_sent_as_discord_py_sends_it(
    there: Discord, client: discord.Client
) -> None:
    theirs = await client.get_partial_messageable(CHANNEL).send("<@7>", **board())
    ours = await post(client, CHANNEL, "<@7>", **board() | {"nonce": "ABCD-4"})
    one, other = (request for request in there.requests if request.kind == "send")
    assert other.body == one.body | {"nonce": "ABCD-4"}
    assert (other.ids, other.files) == (one.ids, ["board.png"])
    assert {str(theirs.id), str(ours)} == {embed["id"] for embed in there.sent["ABCD"]}


async def test_a_silent_message_is_sent_as_discord_py_sends_it(
    there: Discord, client: discord.Client
) -> None:
    place, none = client.get_partial_messageable(CHANNEL), discord.AllowedMentions.none()
    await place.send("proofs", silent=True, allowed_mentions=none, nonce="ABCD-fair-1")
    silent: dict[str, Any] = {"silent": True, "allowed_mentions": none, "nonce": "ABCD-fair-2"}
    await Outbox(client, lambda: 0).send(CHANNEL, "proofs", 1, **silent)
    one, other = (request for request in there.requests if request.kind == "send")
    assert other.body == one.body | {"nonce": "ABCD-fair-2"}


CHANGES: list[dict[str, Any]] = [
    {"view": None},
    {"view": None, "content": "played"},
    {"content": "played"},
    {"content": "played", "view": rows(button("Move", Press(HERE, 3, "move")))},
]


@pytest.mark.parametrize("changes", CHANGES)
async def test_a_message_is_edited_as_discord_py_edits_it(
    there: Discord, client: discord.Client, changes: dict[str, Any]
) -> None:
    message = await post(client, CHANNEL, "a board", nonce="ABCD-3")
    place = client.get_partial_messageable(CHANNEL)
    await place.get_partial_message(message).edit(**changes)
    await Outbox(client, lambda: 0).edit(PostedMessage(HERE, "", CHANNEL, message), **changes)
    one, other = (request for request in there.requests if request.kind == "edit")
    assert (other.ids, other.body) == (one.ids, one.body)


LATER = 2**42
"""A time after all that is due here."""


def told(until_s: int, *verbs: str) -> dict[str, Any]:
    return board() | {
        "content": f"ends <t:{until_s}:R>",
        "view": rows(*(button("Do", Press(HERE, 3, verb)) for verb in verbs)),
    }


async def test_a_board_that_is_there_is_brought_up_and_not_sent_again(
    there: Discord, client: discord.Client
) -> None:
    sent = await Outbox(client, lambda: 0).send(CHANNEL, due_ms=1, **told(5, "move"))
    again = await Outbox(client, lambda: LATER).send(CHANNEL, due_ms=1, **told(9, "move", "win"))
    assert again == sent
    (shown,) = there.sent["ABCD"]
    assert shown["content"] == "ends <t:9:R>"
    assert len(shown["components"][0]["components"]) == 2


@pytest.mark.parametrize("other", [{"match": MatchId("WXYZ")}, {"revision": 4}])
async def test_a_board_of_another_match_or_turn_is_another_one(
    there: Discord, client: discord.Client, other: dict[str, Any]
) -> None:
    sent = await Outbox(client, lambda: 0).send(CHANNEL, due_ms=1, **told(5, "move"))
    view = rows(button("Do", replace(Press(HERE, 3, "move"), **other)))
    more = told(5, "move") | {"view": view, "nonce": "other"}
    assert await Outbox(client, lambda: LATER).send(CHANNEL, due_ms=1, **more) != sent


async def test_where_nobody_can_look_the_board_is_sent(
    there: Discord, client: discord.Client
) -> None:
    there.fail("history", 400)
    assert await Outbox(client, lambda: LATER).send(CHANNEL, due_ms=1, **told(5, "move"))
