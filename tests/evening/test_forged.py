"""Custom ids nobody was given: the bot answers kindly and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from bot.matches.model import MatchId
from bot.ui.desk import REPLACING

from .conftest import Evening, said


async def press(
    evening: Evening, custom_id: str, values: list[str] | None = None, private: bool = False
) -> str:
    """What Livia is told when a message holds a button or select of somebody's invention.

    It is the newest board, or in `private` one she alone can read.
    """
    kind: dict[str, Any] = {"type": 2, "style": 2, "label": "?"}
    if values:
        kind = {"type": 3, "options": [{"label": value, "value": value} for value in values]}
    components = [{"type": 1, "components": [{**kind, "custom_id": custom_id}]}]
    message: Any = evening.board()
    if private:
        shown = await evening.livia.slash(evening.channel, "match board")
        message = shown.response
    stored = evening.env.backend.get_message(evening.channel.id, message.id)
    stored.components = components
    if private:
        message.components[:] = components
    else:
        message = evening.board()
    if values:
        return said(await evening.livia.select(message, values, custom_id=custom_id))
    return said(await evening.livia.click(message, custom_id=custom_id))


@pytest.mark.parametrize(
    ("custom_id", "values", "answer"),
    [
        ("m:{id}:0:fly", None, "from an older edition"),
        ("m:ZZZZ:0:move", None, "There is no match"),
        ("m:ZZZZ:0:join", None, "There is no match"),
        ("m:-:0:mine", None, "There is no match"),
        ("m:{id}:99999999999999999999:move", None, "has moved on"),
        ("m:{id}:0:agree:draw", None, "older edition"),
        ("m:{id}:0:agree:draw ١", None, "older edition"),
        ("m:{id}:0:agree:draw 0", None, "no longer on the table"),
        ("m:{id}:0:refuse:takeback 7", None, "no longer on the table"),
        ("m:{id}:0:agree:everything", None, "older edition"),
        ("m:{id}:0:join", None, "no longer open"),
        ("m:{id}:0:cancel", None, "no longer open"),
        ("m:{id}:0:record", None, "Its record is published at the end"),
        ("m:{id}:0:verify", None, "Its record is published at the end"),
        ("m:{id}:0:rematch", None, "is still being played"),
        ("m:{id}:0:rules:chess", None, "I do not know the game"),
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


@pytest.mark.parametrize(
    ("custom_id", "values", "answer"),
    [
        ("m:{id}:7:go:a1-a3", None, "has moved on"),
        ("m:{id}:0:go:a7-a5", None, "is your opponent's"),
        ("m:{id}:0:go:", None, "There is no move in that"),
        ("m:{id}:0:at:zz|zz zz|-1", None, "I cannot read"),
        ("m:{id}:0:at:|zz zz|-1", None, "Choose a piece"),
        ("s:{id}:0:pick:||0", ["z9"], "Choose a piece"),
        ("m:{id}:0:ready", None, "nothing to set up"),
        ("m:{id}:0:mark", None, "so there is nothing to mark"),
        ("s:{id}:0:guessed:a12", ["9"], "so there is nothing to mark"),
        ("s:{id}:0:guessed:" + "x" * 60, ["9"], "so there is nothing to mark"),
    ],
)
async def test_a_forged_press_in_private(
    evening: Evening, custom_id: str, values: list[str] | None, answer: str
) -> None:
    await evening.begin()
    matches, match = evening.client.desk.matches, MatchId(evening.id())
    before = await matches.match(match)
    assert answer in await press(evening, custom_id.format(id=match), values, private=True)
    assert await matches.match(match) == before


@pytest.mark.parametrize("verb", sorted(REPLACING))
async def test_nothing_private_takes_the_place_of_a_public_message(
    evening: Evening, verb: str
) -> None:
    await evening.begin(game="junqi-dark")
    board = evening.board()
    told = await press(evening, f"m:{evening.id()}:0:{verb}")
    assert "from an older edition" in told
    assert evening.board().content == board.content
    assert [a.filename for a in evening.board().attachments] == [
        a.filename for a in board.attachments
    ]


@pytest.mark.parametrize(
    ("custom_id", "values", "answer"),
    [
        ("s:{id}:0:lay", ["nothing"], "neither a layout I know"),
        ("s:{id}:0:swap:{stamp} zz", ["a1"], "There is no square"),
        ("s:{id}:0:swap:{stamp} a1", ["a12"], "is not in your half"),
        ("s:{id}:0:swap:{stamp} a1", ["b3"], "is not in your half"),
        ("s:{id}:0:swap:a1", ["e1"], "Your draft has changed"),
        ("m:{id}:0:ready", None, "Your draft has changed"),
        ("m:{id}:0:move", None, "still being set up"),
        ("m:{id}:0:at:deploy LF23L|", None, "still being set up"),
        ("s:{id}:0:pick:||0", ["deploy"], "still being set up"),
        ("m:{id}:0:mark", None, "so there is nothing to mark"),
    ],
)
async def test_a_forged_press_on_the_set_up_panel(
    evening: Evening, custom_id: str, values: list[str] | None, answer: str
) -> None:
    await evening.begin(game="junqi-dark")
    matches, match = evening.client.desk.matches, MatchId(evening.id())
    before = (await matches.set_up(match, evening.livia.id)).layout
    assert before
    forged = custom_id.format(id=match, stamp=before.stamp)
    assert answer in await press(evening, forged, values, private=True)
    assert (await matches.set_up(match, evening.livia.id)).layout == before
