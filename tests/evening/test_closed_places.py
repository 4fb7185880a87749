"""Whoever cannot look where their match is played is told by direct message, and how to go on."""

from collections.abc import Callable

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from .bells import Bell, Ear, prefer, wait
from .conftest import IN_BOTH, Evening

VIEW = discord.Permissions(view_channel=True).value


def close(evening: Evening, denied: int = VIEW) -> None:
    """Hide the channel from Brennus; without `denied` show it to him again."""
    hidden = Overwrite(evening.brennus.id, OverwriteType.MEMBER, 0, denied)
    evening.env.backend.set_overwrite(evening.channel.id, hidden)


def leave_out(evening: Evening) -> None:
    """Let the others alone see the channel."""
    backend, guild = evening.env.backend, evening.guild
    backend.set_overwrite(evening.channel.id, Overwrite(guild.id, OverwriteType.ROLE, 0, VIEW))
    for user in (evening.livia, evening.me):
        backend.set_overwrite(evening.channel.id, Overwrite(user.id, OverwriteType.MEMBER, VIEW, 0))


async def awaited(evening: Evening) -> Ear:
    """Begin a match in which it is Brennus's turn; return an ear for what follows."""
    await evening.begin(moves="a1-a3")
    return Ear(evening)


async def only(ear: Ear, evening: Evening) -> Bell:
    (bell,) = await ear(evening.brennus)
    return bell


@IN_BOTH
@pytest.mark.parametrize("shut", [close, leave_out])
async def test_a_reminder_comes_by_direct_message_and_says_how_to_play_on(
    evening: Evening, shut: Callable[[Evening], None]
) -> None:
    ear = await awaited(evening)
    shut(evening)
    await wait(evening, 40)
    bell = await only(ear, evening)
    assert bell.direct
    expected, *_ = evening.words("ping.no_look").partition("`/")
    assert expected in bell.content
    assert "https://" not in bell.content


async def test_from_then_on_their_turns_do_too_until_they_can_look_again(evening: Evening) -> None:
    ear, lobby = await awaited(evening), evening.guild.create_text_channel("lobby")
    close(evening)
    await wait(evening, 40)
    await ear()
    match = evening.id()
    await evening.brennus.slash(lobby, "move", move="a7-a5", match=match)
    await evening.move(evening.livia, "b1-b3")
    bell = await only(ear, evening)
    assert bell.direct
    assert bell.content.startswith(f"your move in `{match}`")
    await evening.brennus.slash(lobby, "move", move="b7-b5", match=match)
    close(evening, 0)
    await evening.move(evening.livia, "c1-c3")
    assert not (await only(ear, evening)).direct
    await evening.move(evening.brennus, "c7-c5")
    await evening.move(evening.livia, "d1-d3")
    assert (await only(ear, evening)).content == evening.board().content


async def test_of_those_who_play_in_time_nothing_is_asked(evening: Evening) -> None:
    ear = await awaited(evening)
    before = len(evening.env.http_requests)
    for who, move in ((evening.brennus, "a7-a5"), (evening.livia, "b1-b3")):
        await evening.move(who, move)
    assert not [call for call in evening.env.http_requests[before:] if call.method == "GET"]
    await ear()
    await wait(evening, 59)
    assert not (await only(ear, evening)).direct, "who can look is reminded in the channel"


async def test_who_was_removed_learns_that_time_has_run_out(evening: Evening) -> None:
    await evening.begin(moves="a1-a3 a7-a5 b1-b3")
    ear = Ear(evening)
    evening.guild.remove_member(evening.brennus)
    await wait(evening, 73)
    bell = await only(ear, evening)
    assert bell.direct
    assert "has run out" in bell.content


@pytest.mark.parametrize(("ping", "rung"), [("none", 0), ("channel", 1)])
async def test_no_wish_is_overruled_and_closed_letters_leave_the_mention(
    evening: Evening, ping: str, rung: int
) -> None:
    await prefer(evening, evening.brennus, ping=ping)
    ear = await awaited(evening)
    close(evening)
    path = f"/channels/{evening.users['Brennus'].dm_channel.id}/messages"
    evening.env.inject_error("POST", path, status=403, code=50007, times=None)
    await wait(evening, 40)
    assert len([bell for bell in await ear(evening.brennus) if not bell.direct]) == rung
