"""Direct messages that Discord refuses: the channel tells instead, and nothing hidden is told."""

from __future__ import annotations

from .bells import Ear, prefer
from .conftest import Evening
from .dark import play as play_dark

NIGHT = {"quiet_from": 23 * 60, "quiet_until": 7 * 60}
"""Quiet hours in which an evening begins: at midnight, UTC."""


async def test_who_refuses_direct_messages_is_mentioned_in_an_offer(evening: Evening) -> None:
    room = evening.users["Brennus"].dm_channel.id
    await prefer(evening, evening.brennus, ping="dm")
    await evening.begin()
    evening.env.inject_error(
        "POST", f"/channels/{room}/messages", status=403, code=50007, times=None
    )
    await evening.move(evening.livia, "a1-a3")
    ear = Ear(evening)
    await evening.livia.slash(evening.channel, "match offer", what="draw")
    (bell,) = await ear()
    assert (bell.user, bell.direct) == (evening.brennus.id, False)
    assert "offers a draw" in bell.content


async def test_a_refused_board_falls_back_to_the_channel_without_content(evening: Evening) -> None:
    await prefer(evening, evening.brennus, ping="dm")
    await play_dark(evening)
    room = evening.users["Brennus"].dm_channel.id
    evening.env.inject_error(
        "POST", f"/channels/{room}/messages", status=403, code=50007, times=None
    )
    ear = Ear(evening)
    await evening.move(evening.livia, "c5-c4")
    tried, bell = await ear()
    assert tried.direct
    assert (bell.user, bell.direct) == (evening.brennus.id, False)
    assert bell.content.startswith(f"<@{evening.brennus.id}> · your move in `{evening.id()}` Junqi")
