"""Servers' settings for everybody who reads there."""

from __future__ import annotations

from bot.matches.service import Matches
from tests.databases import BOTH

from .club import Club

SERVER, OTHER = 1 << 60, 5


@BOTH
async def test_a_server_chooses_a_language_and_another_and_none(club: Club) -> None:
    servers = club.matches.servers
    assert await servers.languages() == {}
    await servers.speak(SERVER, "en")
    await servers.speak(OTHER, "en")
    await servers.speak(SERVER, "zh-CN")
    assert await servers.languages() == {SERVER: "zh-CN", OTHER: "en"}
    await servers.speak(OTHER, None)
    await servers.speak(OTHER, None)
    await club.close()
    later = await Matches.open(club.url)
    assert await later.servers.languages() == {SERVER: "zh-CN"}
    await later.close()
