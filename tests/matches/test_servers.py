"""What belongs to all: servers' settings for everybody who reads there, the published commands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.matches.acts.opening import Proposal
from bot.matches.match.allowance import Allowance
from bot.matches.match.match import Match
from bot.matches.match.refusals import Code, Refusal
from bot.matches.service import Matches
from tests.databases import BOTH

from .club import ANN, BOB, CHANNEL, CID, GUILD, Club

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


async def begun_at(club: Club, guild: int | None, channel: int) -> Match:
    """Begin a match of Ann and Bob on a server, or outside of any."""
    proposal = Proposal("murus", "", ANN, (None,), guild, channel)
    return await club.join(await club.matches.opening.open(club.keys(), proposal), BOB)


@BOTH
async def test_a_server_lowers_its_limits_and_leaves_them_to_the_host_again(club: Club) -> None:
    attention, host = club.matches.attention, club.matches.attention.allowance
    await attention.limit(SERVER, "running", 4)
    await attention.limit(SERVER, "started", 2)
    await attention.limit(OTHER, "running", 3)
    await attention.limit(SERVER, "started", None)
    assert attention.allowed(SERVER) == replace(host, running=4)
    await club.close()
    later = await Matches.open(club.url, allowance=Allowance(running=3))
    assert later.attention.allowed(SERVER) == later.attention.allowed(OTHER)
    assert later.attention.allowed(SERVER) == Allowance(running=3)  # the host has lowered it since
    await later.close()


@pytest.mark.parametrize("figure", [0, -1, 1001])
async def test_a_server_cannot_raise_a_limit_or_forbid_everything(club: Club, figure: int) -> None:
    with pytest.raises(Refusal) as refused:
        await club.matches.attention.limit(GUILD, "running", figure)
    assert (refused.value.event.code, refused.value.event.args["limit"]) == (Code.ABOVE_HOST, 1000)
    assert club.matches.attention.allowed(GUILD) == club.matches.attention.allowance


@BOTH
async def test_only_what_happens_on_a_server_counts_for_its_limits(club: Club) -> None:
    await club.matches.attention.limit(GUILD, "running", 2)
    for channel, guild in enumerate((OTHER, None, GUILD)):
        await begun_at(club, guild, channel)
    card = await club.open(opponent=ANN, host=CID)
    second = await begun_at(club, GUILD, CHANNEL)
    with pytest.raises(Refusal) as refused:
        await club.join(card, ANN)
    assert (refused.value.event.code, refused.value.event.args["limit"]) == (Code.HERE_RUNNING, 2)
    assert (await begun_at(club, OTHER, CHANNEL + 1)).running
    await club.resign(second, ANN)
    assert (await club.join(card, ANN)).running


@BOTH
async def test_the_commands_published_last_are_kept_for_each_application(club: Club) -> None:
    commands = club.matches.commands
    assert await commands.read(1) == ("", {})
    await commands.write(1, "first", {"match new": SERVER, "move": 2})
    await commands.write(2, "other", {"move": 3})
    await commands.write(1, "second", {"move": 4})
    assert await commands.read(1) == ("second", {"move": 4})
    assert await commands.read(2) == ("other", {"move": 3})
    await commands.write(1, "third", {})
    assert await commands.read(1) == ("", {})
