"""Who may have closed the place of a match themselves: their clocks are not held."""

from types import MethodType

import discord
import pytest

from bot.ui.wire.members import Members

from .conftest import Evening


def members(evening: Evening) -> Members:
    roll_call = evening.client.desk.matches.leaving.roll_call
    assert isinstance(roll_call, MethodType)
    assert isinstance(roll_call.__self__, Members)
    return roll_call.__self__


CLOSED = ("locked", "archived", "no_rest", "channel_gone", "cannot_send")
CLOSERS: dict[str, set[str]] = {
    "manage_threads": {"locked", "archived", "no_rest", "channel_gone"},
    "manage_channels": {"channel_gone", "cannot_send"},
    "manage_roles": {"cannot_send"},
    "send_messages": set(),
    "administrator": {*CLOSED},
}
"""What somebody with a permission may have done to a place, by why it takes nothing."""


@pytest.mark.parametrize("gone", [False, True])
async def test_whoever_has_the_permission_may_have_closed_the_place(
    evening: Evening, gone: bool
) -> None:
    await evening.begin()
    match = await evening.match()
    if gone:
        evening.env.backend.delete_channel(evening.channel.id)
    for permission, reasons in CLOSERS.items():
        granted = discord.Permissions(**{permission: True})
        evening.guild.create_role(permission, permissions=granted)
        evening.guild.remove_member(evening.brennus)
        roles = [evening.guild.roles[permission]]
        evening.guild.add_member(evening.users["Brennus"], roles=roles)
        for why in CLOSED:
            found = await members(evening).closers(match, why)
            assert found == ({1} if why in reasons else set()), (permission, why)
        for why in ("automod", "threads_full", "no_place", "removed", "refused"):
            assert await members(evening).closers(match, why) == frozenset()
    for member in (evening.livia, evening.brennus):
        evening.guild.remove_member(member)
    assert await members(evening).closers(match, "locked") == frozenset(), "of those who have left"
