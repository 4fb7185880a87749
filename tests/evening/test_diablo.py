"""Whole evenings of Diablo: dice, turns of two actions, and records that verify."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from simcord import InteractionResult

from bot.matches.match.choices import choices
from bot.matches.match.ids import MatchId
from bot.matches.match.reader_view import ReaderView
from games.__main__ import main

from .conftest import Evening, Lots, fairness, labels, options, press, refused, said
from .taps import picked
from .test_evidence import record_of


@pytest.fixture
def lots() -> Lots:
    """Return the same dice every time."""
    return random.Random(1).randbytes


async def begin(evening: Evening, variant: str = "size-4") -> None:
    """Begin a match of Livia (Black) against Brennus."""
    await evening.begin(game="diablo", variant=variant)


async def whole_turn(evening: Evening, rng: random.Random) -> str:
    """Return some legal turn of the player to move."""
    assert "you rolled" in evening.board().content
    draft = ""
    while not (now := await evening.seen(draft)).complete:
        draft = f"{draft} {rng.choice(choices(now)).text}".strip()
    return draft


async def test_a_match_by_text_ends_and_its_dice_verify(evening: Evening, tmp_path: Path) -> None:
    await begin(evening)
    seal = fairness(evening.channel)[0].content
    rng = random.Random(7)
    end = await evening.play_out(lambda: whole_turn(evening, rng))
    assert " won" in end.content
    assert labels(end) == ["Rematch", "Replay", "Analysis", "Text", "Record", "Poster"]
    checked = await evening.verify(evening.mara, end)
    assert "is genuine: the fairness seal matches the seed" in refused(checked)
    document = await record(evening)
    assert document["commitment"] in seal
    file = tmp_path / "record.json"
    file.write_text(json.dumps(document), "utf-8")
    assert main(["verify", str(file)]) == 0
    forged = next(line for line in document["log"] if line["kind"] == "roll")
    forged["text"] = "1 1" if forged["text"] != "1 1" else "2 2"
    file.write_text(json.dumps(document), "utf-8")
    assert main(["verify", str(file)]) == 1


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


async def choose(
    evening: Evening, shown: InteractionResult, now: ReaderView, text: str
) -> InteractionResult:
    """Pick an action with the buttons of the picker."""
    path = next(one.path for one in choices(now) if one.text == text)
    actions = [*now.draft.split(), " ".join(map(str, path))]
    return (await picked(evening.to_move(now), shown, actions))[0]


async def test_two_actions_are_picked_one_after_the_other_with_a_way_back(evening: Evening) -> None:
    await begin(evening, "size-8")
    first = await evening.seen()
    opened = await evening.livia.click(evening.board(), label="Move")
    sure = await choose(evening, opened, first, choices(first)[0].text)
    assert "Play this?" in said(sure)
    assert sure.response
    await evening.livia.click(sure.response, label=f"Confirm {choices(first)[0].text}")
    now = await evening.seen()
    opened = await evening.brennus.click(evening.board(), label="Move")
    taking = next(one for one in choices(now) if "x" in one.text)
    middle = await choose(evening, opened, now, taking.text)
    assert f"`{taking.text}`" in said(middle)
    assert middle.response
    assert middle.response.attachments
    back = await evening.brennus.click(middle.response, label="Back")
    assert "Choose a piece" in said(back)
    middle = await choose(evening, back, now, taking.text)
    then = await evening.seen(taking.text)
    sure = await choose(evening, middle, then, choices(then)[0].text)
    whole = f"{taking.text} {choices(then)[0].text}"
    assert f"you played `{whole}`" in said(await press(evening.brennus, sure, f"Confirm {whole}"))


async def test_half_a_turn_goes_on_in_the_picker_and_changes_nothing(evening: Evening) -> None:
    await begin(evening, "size-8")
    await evening.move(evening.livia, choices(await evening.seen())[0].text)
    now = await evening.seen()
    taking = next(one for one in choices(now) if "x" in one.text)
    half = await evening.brennus.slash(evening.channel, "move", move=taking.text)
    assert (
        f"`{taking.text}` is only the beginning of a turn. Nothing has been played yet"
        in refused(half)
    )
    assert (await evening.seen()).match.stand.revision == now.match.stand.revision
    offered = await evening.brennus.autocomplete(evening.channel, "move", "move", f"{taking.text} ")
    assert offered[0]["value"].startswith(f"{taking.text} ")
    assert "you played" in await evening.move(evening.brennus, offered[0]["value"])


async def test_no_draw_is_offered_where_there_are_none(evening: Evening) -> None:
    await begin(evening)
    menu = await evening.livia.click(evening.board(), label="Offer")
    assert menu.response
    assert labels(menu.response) == ["Pause", "Call the match off"]
    asked = await evening.livia.slash(evening.channel, "match offer", what="draw")
    assert "There are no draws in this game" in refused(asked)


async def test_the_sizes_are_offered_by_name(evening: Evening) -> None:
    offered = await evening.livia.autocomplete(
        evening.channel, "match new", "variant", "12", game="diablo"
    )
    assert [(one["name"], one["value"]) for one in offered] == [("12 × 12", "size-12")]


async def test_the_rules_credit_mark_steere(evening: Evening) -> None:
    shown = await evening.mara.slash(evening.channel, "match rules", game="diablo")
    assert "Mark Steere" in said(shown)
    assert set(options(shown)) == {"aim", "move", "turn", "removal", "dice", "computer"}
