"""Evenings of flip Junqi: colours, and engineers in the mountains."""

import random
import re

import pytest

from bot.matches.match.choices import choices

from .conftest import Evening, labels, options, refused, said
from .taps import tapped
from .test_computers import any_turn


async def begin(evening: Evening, variant: str = "standard") -> None:
    await evening.begin(game="junqi-flip", variant=variant)


async def test_the_first_flip_settles_the_colours_and_says_so(evening: Evening) -> None:
    await begin(evening)
    assert f"<@{evening.livia.id}>, your move" in evening.board().content
    assert labels(evening.board())[:5] == ["Move", "My board", "Text", "Offer", "More"]
    assert evening.letters("Livia") == []
    assert "nothing to set up" in refused(await evening.livia.slash(evening.channel, "match setup"))
    assert "turned up" in await evening.move(evening.livia, "a6")
    assert "the colours are decided: the first player is" in evening.board().content
    assert refused(await evening.livia.slash(evening.channel, "move", move="b6"))
    await evening.move(evening.brennus, "b6")
    assert "is already face up" in await evening.move(evening.livia, "A6")


@pytest.mark.parametrize("lots", [random.Random(19).randbytes])
async def test_an_engineer_is_picked_into_a_mountain_and_out_again(evening: Evening) -> None:
    await begin(evening, "quick mountain_refuge=true")
    rng = random.Random(2)
    while "b7-m1" not in [choice.text for choice in choices(await evening.seen())]:
        await evening.move(
            evening.to_move(await evening.seen()), await any_turn(evening, rng, rough=True)
        )
    mover = evening.to_move(await evening.seen())
    assert await tapped(evening, mover, "b7 m1") == 3
    assert "Engineer m1" in str(evening.board().attachments[0].description)
    text = said(await mover.click(evening.board(), label="Text"))
    assert re.search("\n      [br]1    m2\n", text)
    await evening.move(evening.to_move(await evening.seen()), "a1")
    again = await mover.click(evening.board(), label="Move")
    assert list(options(again).items())[-1] == ("m1 b7", "m1-b7")
    assert await tapped(evening, mover, "m1 b7") == 3
