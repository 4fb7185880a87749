"""The limits that a server's managers set in `/admin config` for what happens there."""

from __future__ import annotations

import discord
import pytest
from simcord import InteractionResult, MemberActor

from .conftest import Evening, labels, press, refused


@pytest.fixture
def manager(evening: Evening) -> MemberActor:
    """Add a member who may manage the server."""
    evening.guild.create_role("Hosts", permissions=discord.Permissions(manage_guild=True))
    hosts = evening.guild.roles["Hosts"]
    return evening.guild.add_member(evening.env.create_user("Judith"), roles=[hosts])


async def limits(evening: Evening, manager: MemberActor) -> InteractionResult:
    opened = await manager.slash(evening.channel, "admin config")
    return await press(manager, opened, evening.words("settings.to_limits"))


def select(name: str) -> str:
    """Return the id of the list of a limit."""
    return f"s:-:0:limit:{name}"


async def test_a_manager_lets_one_person_start_one_match_an_hour_in_a_channel(
    evening: Evening, manager: MemberActor
) -> None:
    panel = await limits(evening, manager)
    assert panel.response
    await manager.select(panel.response, ["1"], custom_id=select("started"))
    assert not (await evening.new(evening.livia, level="1", where="thread")).ephemeral
    told = refused(await evening.new(evening.livia, level="1", where="thread"))
    assert "this server's managers let one person start within an hour: 1. You can start" in told
    await evening.restart()
    assert refused(await evening.new(evening.livia, level="1", where="thread")) == told
    panel = await limits(evening, manager)
    assert panel.response
    await manager.select(panel.response, ["-"], custom_id=select("started"))
    assert not (await evening.new(evening.livia, level="1", where="thread")).ephemeral


async def test_only_managers_see_the_limits_and_lower_them(
    evening: Evening, manager: MemberActor
) -> None:
    own = await evening.mara.slash(evening.channel, "match settings")
    assert own.response
    assert evening.words("settings.to_limits") not in labels(own.response)
    panel = await limits(evening, manager)
    assert panel.response
    hosts = evening.guild.roles["Hosts"]
    evening.env.backend.edit_role(evening.guild.id, hosts.id, {"permissions": 0})
    late = await manager.select(panel.response, ["1"], custom_id=select("running"))
    assert "Only those who may manage this server" in refused(late)
