"""People at the stand-in: they type commands, press buttons and read their answers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from typing import Any

from tests.drafts import posting
from tests.patience import PATIENCE_S

from .server import Discord
from .things import APPLICATION, EPHEMERAL, Json, command, interaction, message, snowflake, user
from .world import Asked

SLASH, COMPONENT, TYPING = 2, 3, 4


class Person:
    """A person with a client."""

    def __init__(self, discord: Discord, id_: int, name: str, locale: str = "en-US") -> None:
        self.discord = discord
        self.id = id_
        self.name = name
        self.locale = locale
        self.user = user(id_, name)
        self.room = 5_000_000 + id_
        """The channel of their direct messages."""

    async def slash(self, place: int, name: str, **options: Any) -> Asked:
        """Type a command and wait for its answer; a `Person` can be an option."""
        filled = {key: _value(value) for key, value in options.items()}
        return await finished(await self.ask(SLASH, place, {"data": command(name, filled)}))

    async def post(self, place: int, game: str, *guests: Person | None, **wishes: Any) -> Json:
        """Post a match from the panel of `/match new`, and return its card."""
        id_ = posting(game, *guests, **wishes)
        told = text(await finished(await self.press_id(self.own(place, id_), id_)))
        if not (posted := re.search(r"/(\d+)\)", told)):
            raise RuntimeError(told)
        return self.discord.messages[int(posted[1])]

    async def suggest(self, place: int, name: str, typed: str, **options: Any) -> list[str]:
        """Return the suggestions while the option `typed` is being filled in."""
        filled = {key: _value(value) for key, value in options.items()}
        asked = await self.ask(TYPING, place, {"data": command(name, filled, typed)})
        await finished(asked)
        return [str(choice["value"]) for choice in asked.content["choices"]]

    async def press(self, on: Json, verb: str) -> Asked:
        """Press the button of a message whose id names this verb, and wait for the answer."""
        return await finished(await self.press_id(on, button(on, verb)))

    async def press_id(self, on: Json, custom_id: str) -> Asked:
        """Press a button by its id without waiting for the answer."""
        content = {"message": on, "data": {"custom_id": custom_id, "component_type": 2}}
        return await self.ask(COMPONENT, int(on["channel_id"]), content)

    async def choose(self, on: Json, verb: str, value: str) -> Asked:
        """Choose one of the options of a message's select, and wait for the answer."""
        chosen = {"custom_id": button(on, verb), "component_type": 3, "values": [value]}
        asked = await self.ask(COMPONENT, int(on["channel_id"]), {"message": on, "data": chosen})
        return await finished(asked)

    async def ask(self, kind: int, place: int, content: Json) -> Asked:
        """Send an interaction without waiting for the answer."""
        id_, where = snowflake(), self.discord.channels.get(place)
        asked = Asked(id_, f"token{id_}", place, content.get("message"))
        self.discord.asked[asked.token] = asked
        where = where or {"id": str(place), "type": 1, "recipients": [self.user], "flags": 0}
        event = interaction(kind, self.user, where, asked.token, content, id_)
        event["locale"] = self.locale
        if event.get("guild_id") in self.discord.elsewhere:
            event["authorizing_integration_owners"] = {"1": str(self.id)}
        await self.discord.gateway.dispatch("INTERACTION_CREATE", event)
        return asked

    def own(self, place: int, custom_id: str) -> Json:
        """Return a private message with a button, as an earlier answer would have left it."""
        pressed = {"type": 2, "style": 1, "label": "Confirm", "custom_id": custom_id}
        rows = [{"type": 1, "components": [pressed]}]
        private = message(snowflake(), place, {"flags": EPHEMERAL, "components": rows})
        return private | {"application_id": str(APPLICATION)}


async def finished(asked: Asked, seconds: float = PATIENCE_S) -> Asked:
    """Wait for the answer."""
    await asyncio.wait_for(asked.done.wait(), seconds)
    return asked


async def until(true: Callable[[], object], seconds: float = PATIENCE_S) -> None:
    """Wait until this is true, asking again and again."""
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 - the process cannot tell us
            await asyncio.sleep(0.05)


def text(asked: Asked) -> str:
    """Return everything that was answered, in words."""
    return "\n".join(posted["content"] for posted in (asked.message, *asked.more) if posted)


def is_played(asked: Asked) -> bool:
    """Tell whether a turn was played: its picker has gone, unless there was more to say."""
    return asked.left or "you played" in text(asked)


def custom_ids(on: Json) -> Iterator[str]:
    """Yield the ids of a message's buttons and selects."""
    for row in on["components"]:
        yield from (item["custom_id"] for item in row["components"] if "custom_id" in item)


def button(on: Json, verb: str) -> str:
    """Return the id of the button or select that names a verb, or a verb and its object."""
    ids = [id_ for id_ in custom_ids(on) if f"{id_.split(':', 3)[3]}:".startswith(f"{verb}:")]
    if not ids:
        raise LookupError(f"no {verb} among {list(custom_ids(on))}")
    return ids[0]


def _value(value: Any) -> Any:
    return value.user if isinstance(value, Person) else value
