"""Who is there in the playground: a manager to try the server's settings as, a stranger on another
server, and the bot itself."""

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
        self.place = ""

    async def look(self) -> Any:
        """Return all the page shows."""
        asked = {"member": self._member, "place": self.place}
        async with self._session.get(f"{self._address}glimpse", params=asked) as answer:
            seen = await answer.json()
        found = {member["name"]: member["id"] for member in seen["members"]}
        if self._member != found[self._name]:
            self._member = found[self._name]
            return await self.look()
        return seen

    async def command(self, name: str, **options: Any) -> list[str]:
        """Use a command in the first channel, and return the messages that are there then."""
        return await self._do({"do": "command", "name": name, "options": options})

    async def press(self, custom_id: str) -> list[str]:
        """Press a button of the first message that has it."""
        return await self._do(
            {"do": "press", "id": custom_id, "message": await self._of(custom_id)}
        )

    async def choose(self, custom_id: str, value: object) -> list[str]:
        """Choose in a list of the first message that has it."""
        message = await self._of(custom_id)
        wanted = {"do": "choose", "id": custom_id, "message": message, "values": [value]}
        return await self._do(wanted)

    async def press_labelled(self, label: str) -> None:
        """Press the button of the last message whose label begins like this."""
        last = (await self.look())["messages"][-1]
        (id_,) = [
            item["custom_id"]
            for row in last["rows"]
            for item in row["components"]
            if item.get("label", "").startswith(label)
        ]
        await self.press(id_)

    async def choose_labelled(self, label: str) -> Any:
        """Choose in the list of the last message, and return the message that is the last then."""
        last = (await self.look())["messages"][-1]
        *_, listed = [item for row in last["rows"] for item in row["components"]]
        (value,) = [option["value"] for option in listed["options"] if option["label"] == label]
        await self.choose(listed["custom_id"], value)
        return (await self.look())["messages"][-1]

    async def file(self, message: Any) -> tuple[str, bytes]:
        """Return the kind and the bytes of a message's only file."""
        (file,) = message["files"]
        async with self._session.get(self._address + file["url"]) as answer:
            return answer.content_type, await answer.read()

    async def _of(self, custom_id: str) -> str:
        found = (await self.look())["messages"]
        return next(str(message["id"]) for message in found if custom_id in str(message["rows"]))

    async def _do(self, wanted: dict[str, Any]) -> list[str]:
        seen = await self.look()
        about = {"member": self._member, "place": seen["place"]}
        async with self._session.post(f"{self._address}do", json=wanted | about) as answer:
            assert answer.status == 200, await answer.text()
            assert "notice" not in await answer.json()
        return [str(message) for message in (await self.look())["messages"]]


async def test_one_member_manages_the_server(address: str) -> None:
    async with aiohttp.ClientSession() as session:
        for name in ("Mara", "Livia"):
            said = await Client(session, address, name).command("match settings")
            assert ("You may manage this server" in str(said)) == (name == "Mara"), said


async def test_channels_and_roles_can_be_named(address: str) -> None:
    async with aiohttp.ClientSession() as session:
        mara = Client(session, address, "Mara")
        seen = await mara.look()
        channel, role = min(map(int, seen["channels"])), seen["roles"][-1]["id"]
        await mara.command("admin config")
        await mara.press("m:-:0:served:open")
        for name, value in (("channels", {"channel": channel}), ("roles", {"role": role})):
            await mara.choose(f"s:-:0:serve:{name}", value)
        listed = str((await mara.look())["messages"])
        assert f"{{'id': '{channel}', 'type': 'channel'}}" in listed, listed
        assert f"{{'id': '{role}', 'type': 'role'}}" in listed
        said = await mara.command("admin match", match="K7Q2", channel={"channel": channel})
        assert "There is no match" in said[-1]


async def test_the_bot_itself_can_be_named_as_an_opponent(address: str) -> None:
    async with aiohttp.ClientSession() as session:
        livia = Client(session, address, "Livia")
        users = {user["name"]: user["id"] for user in (await livia.look())["users"]}
        said = await livia.command("match new", game="murus", opponent={"user": users["Tetrarch"]})
        assert any("Computer (Casual)" in text for text in said), said


async def test_a_match_can_be_watched_as_a_picture_that_moves(address: str) -> None:
    """The playground's bot draws in a process of its own, as the real one does."""
    async with aiohttp.ClientSession() as session:
        livia = Client(session, address, "Livia")
        await livia.command("match new", game="murus", level="1")
        await livia.command("match history")
        kind, gif = await livia.file(await livia.choose_labelled("Animation"))
        assert (kind, gif[:6]) == ("image/gif", b"GIF89a")


async def test_strangers_of_two_servers_see_nothing_of_each_other_and_play_by_letter(
    address: str,
) -> None:
    async with aiohttp.ClientSession() as session:
        livia, lin = Client(session, address, "Livia"), Client(session, address, "Lin")
        here, there = await livia.look(), await lin.look()
        assert {member["server"] for member in here["members"]} == {"", "The tea house"}
        assert [user["name"] for user in there["users"]] == ["Lin", "Tetrarch"]
        assert "Lin" not in {user["name"] for user in here["users"]}
        assert not here["channels"].keys() & there["channels"].keys()
        await livia.command("match new")
        for label in ("More settings", "Open to everybody, everywhere: off", "Post"):
            await livia.press_labelled(label)
        listed = await lin.command("match list", scope="everywhere")
        assert "Livia" not in str(listed)
        await lin.press_labelled("加入")
        for client, name in ((livia, "Lin"), (lin, "Livia")):
            client.place = "direct"
            *card, board = (await client.look())["messages"]
            assert name in str(card)
            assert (await client.file(board))[0] == "image/png"
