"""A club that began under an earlier edition: its file is brought up to date, its buttons work."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from simcord import ChannelHandle, Env, InteractionResult, MemberActor

from bot.app import create
from bot.config import Settings

from .conftest import Evening, labels, refused, said

pytestmark = pytest.mark.slow
OLDER = Path(__file__).with_name("older.sql")
"""The file the bot of 0003 left: a match with an offer standing, one being set up, one open, one
that has ended. People and places stand in braces."""
MURUS, DARK, OPEN, ENDED = "RWPQ", "4H2G", "P7N7", "WYYX"
CHANNELS = ("second", "third", "fourth")


class Older(Evening):
    """An evening with the same people in the same server."""

    def __init__(self, env: Env, settings: Settings) -> None:
        super().__init__(env, settings)
        self.places = {name: self.guild.create_text_channel(name) for name in CHANNELS}


@pytest.fixture
async def older(env: Env, settings: Settings) -> Older:
    """Open the file under today's edition."""
    evening = Older(env, settings)
    ids = {name: place.id for name, place in evening.places.items()}
    ids |= {"games": evening.channel.id, "guild": evening.guild.id}
    ids |= {"livia": evening.livia.id, "brennus": evening.brennus.id}
    await evening.client.shut()
    file = Path(settings.database_url.partition(":///")[2])
    for one in file.parent.glob(f"{file.name}*"):
        one.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(OLDER.read_text("utf-8").format_map(ids))
    await env.restart_bot(create(settings))
    return evening


async def press(
    evening: Older,
    who: MemberActor,
    custom_id: str,
    value: str = "",
    place: ChannelHandle | None = None,
) -> InteractionResult:
    """Press a button of an old private message, or choose from its select."""
    kind: dict[str, Any] = {"type": 2, "style": 2, "label": "?"}
    if value:
        kind = {"type": 3, "options": [{"label": value, "value": value}]}
    place = place or evening.channel
    shown = await who.slash(place, "match settings")
    assert shown.response
    row = [{"type": 1, "components": [{**kind, "custom_id": custom_id}]}]
    stored = evening.env.backend.get_message(place.id, shown.response.id)
    stored.components = row
    shown.response.components[:] = row
    if value:
        return await who.select(shown.response, [value], custom_id=custom_id)
    return await who.click(shown.response, custom_id=custom_id)


async def test_a_match_under_way_goes_on_from_its_old_buttons(older: Older) -> None:
    listed = said(await older.livia.slash(older.channel, "match list"))
    assert all(match in listed for match in (MURUS, DARK, OPEN))
    where = await press(older, older.livia, f"s:{MURUS}:2:pick:||0", "b1")
    assert where.response
    assert "`b1`" in where.response.content
    assert "you played `b1-b3`" in said(await press(older, older.livia, f"m:{MURUS}:2:go:b1-b3"))
    assert f"<@{older.brennus.id}>" in older.board().content
    assert "has moved on" in said(await press(older, older.livia, f"m:{MURUS}:2:at:||0"))


async def test_an_offer_made_before_can_be_accepted(older: Older) -> None:
    await press(older, older.brennus, f"m:{MURUS}:2:agree:draw 0")
    assert "A draw by agreement" in older.board().content
    assert "is genuine" in refused(await older.verify(older.mara, older.board()))


async def test_a_set_up_begun_before_is_sealed_from_its_old_panel(older: Older) -> None:
    assert (await press(older, older.livia, f"s:{DARK}:0:swap:5beee000", "a1")).response
    asked = await press(older, older.livia, f"m:{DARK}:0:ready:5beee000")
    assert "anybody can look it up" in said(asked)
    sealed = await press(older, older.livia, f"m:{DARK}:0:ready:5beee000 sure")
    assert "You are ready" in said(sealed)
    played = await press(older, older.livia, f"m:{DARK}:2:move")
    assert played.response
    assert "Choose a piece" in played.response.content


async def test_an_open_seat_of_before_is_taken(older: Older) -> None:
    await press(older, older.brennus, f"m:{OPEN}:0:join")
    boards = older.boards(older.places["third"])
    assert boards
    assert labels(boards[-1])[0] == "Move"


async def test_the_record_of_an_ended_match_still_verifies(older: Older) -> None:
    assert "is genuine" in refused(await press(older, older.livia, f"m:{ENDED}:2:verify"))
    again = await press(older, older.livia, f"m:{ENDED}:2:rematch", place=older.places["fourth"])
    assert again.response
    assert "challenges" in said(again)
