"""Who is there in the playground: a manager to try the server's settings as, and the bot itself."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

pytestmark = pytest.mark.slow


class Client:
    """A page without a browser, used by one member."""

    def __init__(self, session: aiohttp.ClientSession, address: str, name: str) -> None:
        self._session = session
        self._address = address
        self._name = name
        self._member = ""

    async def look(self) -> Any:
        """Return all the page shows."""
        asked = {"member": self._member, "place": ""}
        async with self._session.get(f"{self._address}glimpse", params=asked) as answer:
            seen = await answer.json()
        found = {one["name"]: one["id"] for one in seen["members"]}
        if self._member != found[self._name]:
            self._member = found[self._name]
            return await self.look()
        return seen

    async def command(self, name: str, **options: Any) -> list[str]:
        """Use a command in the first channel, and return the messages that are there then."""
        seen = await self.look()
        wanted = {"do": "command", "name": name, "options": options}
        about = {"member": self._member, "place": seen["place"]}
        async with self._session.post(f"{self._address}do", json=wanted | about) as answer:
            assert answer.status == 200, await answer.text()
        return [str(one) for one in (await self.look())["messages"]]


async def test_one_member_manages_the_server(address: str) -> None:
    async with aiohttp.ClientSession() as session:
        for name in ("Mara", "Livia"):
            said = await Client(session, address, name).command("match settings")
            assert ("You may manage this server" in said[-1]) == (name == "Mara"), said[-1]


async def test_the_bot_itself_can_be_named_as_an_opponent(address: str) -> None:
    async with aiohttp.ClientSession() as session:
        livia = Client(session, address, "Livia")
        users = {one["name"]: one["id"] for one in (await livia.look())["users"]}
        said = await livia.command(
            "match new", game="murus", opponent={"user": users["Tetrarch"]}, where="here"
        )
        assert any("Computer (Casual)" in text for text in said), said
