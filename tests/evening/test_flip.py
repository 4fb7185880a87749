"""Evenings of flip Junqi: a fair deal, colours, flags, and a record that verifies."""

import random
import re

import pytest

from bot.matches.match.choices import choices

from .conftest import Evening, labels, options, refused, said
from .taps import tapped


async def begin(evening: Evening, variant: str = "standard") -> None:
    await evening.begin(game="junqi-flip", variant=variant)


async def any_turn(evening: Evening, rng: random.Random) -> str:
    """Return some legal turn, an attack if there is one."""
    legal = choices(await evening.seen())
    takes = [choice for choice in legal if choice.weight]
    return rng.choice(takes or legal).text


async def test_the_first_flip_settles_the_colours_and_says_so(evening: Evening) -> None:
    await begin(evening)
    assert f"<@{evening.livia.id}>, your move" in evening.board().content
    assert "turned up" in await evening.move(evening.livia, "a6")
    assert "the colours are decided: the first player is" in evening.board().content
    assert refused(await evening.livia.slash(evening.channel, "move", move="b6"))
    await evening.move(evening.brennus, "b6")
    assert "is already face up" in await evening.move(evening.livia, "A6")


async def test_nobody_gets_letters_or_a_set_up(evening: Evening) -> None:
    await begin(evening)
    assert labels(evening.board())[:5] == ["Move", "My board", "Text", "Offer", "More"]
    assert evening.letters("Livia") == []
    assert "nothing to set up" in refused(await evening.livia.slash(evening.channel, "match setup"))


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["standard", "quick"])
async def test_a_whole_match_is_played_and_its_deal_verifies(
    evening: Evening, caplog: pytest.LogCaptureFixture, variant: str
) -> None:
    caplog.set_level(0)
    await begin(evening, variant)
    rng = random.Random(3)
    deal = evening.log(evening.id())[0]
    end = await evening.play_out(lambda: any_turn(evening, rng))
    assert deal not in caplog.text
    assert " won" in end.content or "A draw" in end.content
    assert "is genuine" in refused(await evening.verify(evening.mara, end))


@pytest.mark.parametrize("lots", [random.Random(19).randbytes])
async def test_an_engineer_is_picked_into_a_mountain_and_out_again(evening: Evening) -> None:
    await begin(evening, "quick mountain_refuge=true")
    rng = random.Random(2)
    while "b7-m1" not in [choice.text for choice in choices(await evening.seen())]:
        await evening.move(evening.to_move(await evening.seen()), await any_turn(evening, rng))
    mover = evening.to_move(await evening.seen())
    assert await tapped(evening, mover, "b7 m1") == 3
    assert "Engineer m1" in str(evening.board().attachments[0].description)
    text = said(await mover.click(evening.board(), label="Text"))
    assert re.search("\n      [br]1    m2\n", text)
    await evening.move(evening.to_move(await evening.seen()), "a1")
    again = await mover.click(evening.board(), label="Move")
    assert list(options(again).items())[-1] == ("m1 b7", "m1-b7")
    assert await tapped(evening, mover, "m1 b7") == 3
