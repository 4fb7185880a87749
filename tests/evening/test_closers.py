"""Who may have closed the place of a match themselves: their clocks are not held."""

from __future__ import annotations

import discord
import pytest

from bot.ui.wire.members import Members

from .conftest import Evening


def members(evening: Evening) -> Members:
    roll_call = evening.client.desk.matches.leaving.roll_call
    assert isinstance(roll_call, Members)
    return roll_call


@pytest.mark.parametrize(
    ("permission", "reasons"),
    [
        ("manage_threads", {"locked", "archived", "no_rest", "channel_gone"}),
        ("manage_channels", {"channel_gone", "cannot_send"}),
        ("manage_roles", {"cannot_send"}),
        ("send_messages", set()),
        (
            "administrator",
            {"locked", "archived", "no_rest", "channel_gone", "cannot_send"},
        ),
    ],
)
@pytest.mark.parametrize("gone", [False, True])
async def test_whoever_has_the_permission_may_have_closed_the_place(
    evening: Evening, permission: str, reasons: set[str], gone: bool
) -> None:
    await evening.begin()
    match = await evening.match()
    granted = discord.Permissions(**{permission: True})
    helpers = evening.guild.create_role("Helpers", permissions=granted)
    evening.guild.remove_member(evening.brennus)
    evening.guild.add_member(evening.users["Brennus"], roles=[helpers])
    if gone:
        evening.env.backend.delete_channel(evening.channel.id)
    for why in ("locked", "archived", "no_rest", "channel_gone", "cannot_send"):
        found = await members(evening).closers(match, why)
        assert found == ({1} if why in reasons else set()), why
    for why in ("automod", "threads_full", "no_place", "removed", "refused"):
        assert await members(evening).closers(match, why) == frozenset()


async def test_of_those_who_have_left_nothing_is_assumed(evening: Evening) -> None:
    await evening.begin()
    match = await evening.match()
    for member in (evening.livia, evening.brennus):
        evening.guild.remove_member(member)
    assert await members(evening).closers(match, "locked") == frozenset()
