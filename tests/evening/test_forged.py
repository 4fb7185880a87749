"""Custom ids nobody was given: the bot answers kindly and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from bot.matches.model import MatchId

from .conftest import Evening, said


async def press(evening: Evening, custom_id: str, values: list[str] | None = None) -> str:
    """What Livia is told when the newest board holds a button or select of somebody's invention."""
    board = evening.board()
    kind: dict[str, Any] = {"type": 2, "style": 2, "label": "?"}
    if values:
        kind = {"type": 3, "options": [{"label": value, "value": value} for value in values]}
    stored = evening.env.backend.get_message(evening.channel.id, board.id)
    stored.components = [{"type": 1, "components": [{**kind, "custom_id": custom_id}]}]
    forged = evening.board()
    if values:
        return said(await evening.livia.select(forged, values, custom_id=custom_id))
    return said(await evening.livia.click(forged, custom_id=custom_id))


@pytest.mark.parametrize(
    ("custom_id", "values", "answer"),
    [
        ("m:{id}:0:fly", None, "from an older edition"),
        ("m:ZZZZ:0:move", None, "There is no match"),
        ("m:ZZZZ:0:join", None, "There is no match"),
        ("m:-:0:mine", None, "There is no match"),
        ("m:{id}:99999999999999999999:move", None, "has moved on"),
        ("m:{id}:7:go:a1-a3", None, "has moved on"),
        ("m:{id}:0:go:a7-a5", None, "is your opponent's"),
        ("m:{id}:0:go:", None, "There is no move in that"),
        ("m:{id}:0:at:zz|zz zz|-1", None, "I cannot read"),
        ("m:{id}:0:at:|zz zz|-1", None, "Choose a piece"),
        ("m:{id}:0:agree:draw", None, "no longer on the table"),
        ("m:{id}:0:agree:everything", None, "no longer on the table"),
        ("m:{id}:0:join", None, "no longer open"),
        ("m:{id}:0:cancel", None, "no longer open"),
        ("m:{id}:0:record", None, "Its record is published at the end"),
        ("m:{id}:0:verify", None, "Its record is published at the end"),
        ("m:{id}:0:rematch", None, "is still being played"),
        ("m:{id}:0:rules:chess", None, "I do not know the game"),
        ("s:{id}:0:pick:||0", ["z9"], "Choose a piece"),
        ("s:-:0:set:locale", ["xx"], "Your settings"),
        ("s:-:0:set:theme", ["pink"], "Your settings"),
        ("s:-:0:page:murus", ["nothing"], "The aim"),
    ],
)
async def test_a_forged_press(
    evening: Evening, custom_id: str, values: list[str] | None, answer: str
) -> None:
    await evening.begin()
    matches, match = evening.client.desk.matches, MatchId(evening.id())
    before = await matches.match(match)
    assert answer in await press(evening, custom_id.format(id=match), values)
    assert await matches.match(match) == before
