"""Whole evenings of Diablo: dice, turns of two actions, and records that verify."""

import json
import random
from typing import Any

import pytest

from .conftest import Evening, Lots, MatchId, labels, options, refused, said
from .test_evidence import record_of


@pytest.fixture
def lots() -> Lots:
    """Return the same dice every time."""
    return random.Random(1).randbytes


async def begin(evening: Evening, variant: str = "size-4") -> None:
    """Begin a match of Livia (Black) against Brennus."""
    await evening.begin(game="diablo", variant=variant)


async def test_the_seed_is_nowhere_before_the_end(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    await begin(evening)
    await evening.livia.click(evening.board(), label="My board")
    early = await evening.livia.slash(evening.channel, "match board", view="text")
    match = await evening.client.desk.matches.match(MatchId(evening.id()))
    texts = [caplog.text, said(early), repr(match), *map(str, evening.env.http_requests)]
    await evening.resign(evening.livia)
    seed = (await record(evening))["seed"]
    assert len(seed) == 64
    assert not [text for text in texts if seed in text]


async def record(evening: Evening) -> dict[str, Any]:
    """Return the record that the button under the last board gives."""
    document = json.loads(await record_of(evening.mara, evening.board()))
    assert isinstance(document, dict)
    return document


async def test_no_draw_is_offered_where_there_are_none(evening: Evening) -> None:
    await begin(evening)
    menu = await evening.livia.click(evening.board(), label="Offer")
    assert labels(menu) == ["Pause", "Call the match off"]
    asked = await evening.livia.slash(evening.channel, "match offer", what="draw")
    assert "There are no draws in this game" in refused(asked)


async def test_the_rules_credit_mark_steere(evening: Evening) -> None:
    shown = await evening.mara.slash(evening.channel, "match rules", game="diablo")
    assert "Mark Steere" in said(shown)
    assert set(options(shown)) == {"aim", "move", "turn", "removal", "dice", "computer"}
