"""Whole evenings of Diablo: dice, turns of two actions, and records that verify."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from simcord import InteractionResult, MemberActor

from bot.matches.model import MatchId, Seen
from games.__main__ import main
from games.core import Over

from .conftest import Evening, labels, options, refused, said


async def begin(evening: Evening, variant: str = "size-4") -> MatchId:
    """A match of Livia (Black) against Brennus."""
    card = await evening.livia.slash(
        evening.channel,
        "match new",
        game="diablo",
        opponent=evening.brennus,
        seat="first",
        where="here",
        variant=variant,
    )
    assert card.response
    await evening.brennus.click(card.response, label="Accept")
    return MatchId(evening.id())


async def seen(evening: Evening, match: MatchId, draft: str = "") -> Seen:
    """The position as the one to move sees it."""
    matches = evening.client.desk.matches
    current = await matches.match(match)
    if not current.to_act:
        return await matches.see(match, None)
    player = current.seats[min(current.to_act)]
    assert player
    return await matches.see(match, player.id, draft)


async def whole_turn(evening: Evening, match: MatchId, rng: random.Random) -> str:
    """Some legal turn of the one to move, not one that loses at once if there is another."""
    draft = ""
    while True:
        now = await seen(evening, match, draft)
        if now.complete:
            return draft
        choice = rng.choice(now.choices)
        draft = f"{draft} {choice.text}".strip()


def player(evening: Evening, now: Seen) -> MemberActor:
    return evening.livia if 0 in now.match.to_act else evening.brennus


async def test_a_match_by_text_ends_and_its_dice_verify(evening: Evening, tmp_path: Path) -> None:
    match = await begin(evening)
    card = evening.channel.history()[0].content
    rng = random.Random(7)
    while not isinstance((now := await seen(evening, match)).view.turn, Over):
        assert "your roll is" in evening.board().content
        text = await whole_turn(evening, match, rng)
        result = await player(evening, now).slash(evening.channel, "move", move=text)
        if result.response and "This would lose the match" in said(result):
            await player(evening, now).click(result.response, label=f"Confirm {text}"[:80])
    end = evening.board()
    assert "Victory for" in end.content
    assert labels(end) == ["Rematch", "Text", "Record", "Verify"]
    checked = await evening.mara.click(end, label="Verify")
    assert "is true: the seal opens to the seed" in refused(checked)
    given = await evening.mara.click(end, label="Record")
    assert given.response
    text = (await given.response.message.attachments[0].read()).decode()
    document = json.loads(text)
    assert document["commitment"] in card
    record = tmp_path / "record.json"
    record.write_text(text, "utf-8")
    assert main(["verify", str(record)]) == 0
    forged = next(line for line in document["log"] if line["kind"] == "roll")
    forged["text"] = "1 1" if forged["text"] != "1 1" else "2 2"
    record.write_text(json.dumps(document), "utf-8")
    assert main(["verify", str(record)]) == 1


async def test_the_seed_is_nowhere_before_the_end(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    match = await begin(evening)
    await evening.livia.click(evening.board(), label="My board")
    store = evening.client.desk.matches
    seed = (await store._store.load(match)).seed.hex()  # type: ignore[union-attr]
    requests = "".join(str(request) for request in evening.env.http_requests)
    assert seed not in caplog.text
    assert seed not in requests
    assert seed not in repr(await store.match(match))
    early = await evening.livia.slash(evening.channel, "match board", view="text")
    assert seed not in said(early)


async def choose(
    evening: Evening, shown: InteractionResult, now: Seen, text: str
) -> InteractionResult:
    """Pick one action, by select or by the one button that is offered."""
    who = player(evening, now)
    choice = next(one for one in now.choices if one.text == text)
    for pick in choice.path:
        assert shown.response
        row = shown.response.components[0]["components"][0]
        if row["type"] == 2:
            return await who.click(shown.response, custom_id=row["custom_id"])
        shown = await who.select(shown.response, [pick])
    return shown


async def test_two_actions_are_picked_one_after_the_other_with_a_way_back(
    evening: Evening,
) -> None:
    match = await begin(evening, "size-8")
    first = await seen(evening, match)
    opened = await evening.livia.click(evening.board(), label="Move")
    sure = await choose(evening, opened, first, first.choices[0].text)
    assert "Play this?" in said(sure)
    assert sure.response
    await evening.livia.click(sure.response, label=f"Confirm {first.choices[0].text}")
    now = await seen(evening, match)
    opened = await evening.brennus.click(evening.board(), label="Move")
    taking = next(one for one in now.choices if "x" in one.text)
    middle = await choose(evening, opened, now, taking.text)
    assert f"`{taking.text}`" in said(middle)
    assert middle.response
    assert middle.response.attachments
    back = await evening.brennus.click(middle.response, label="Back")
    assert "Choose a piece" in said(back)
    middle = await choose(evening, back, now, taking.text)
    then = await seen(evening, match, taking.text)
    sure = await choose(evening, middle, then, then.choices[0].text)
    whole = f"{taking.text} {then.choices[0].text}"
    assert sure.response
    done = await evening.brennus.click(sure.response, label=f"Confirm {whole}")
    assert f"you played `{whole}`" in said(done)


async def test_half_a_turn_is_refused_and_changes_nothing(evening: Evening) -> None:
    match = await begin(evening, "size-8")
    first = await seen(evening, match)
    await evening.move(evening.livia, first.choices[0].text)
    now = await seen(evening, match)
    taking = next(one for one in now.choices if "x" in one.text)
    told = await evening.move(evening.brennus, taking.text)
    assert "is only the beginning of a turn" in told
    assert (await seen(evening, match)).match.revision == now.match.revision


async def test_no_draw_is_offered_where_there_are_none(evening: Evening) -> None:
    await begin(evening)
    menu = await evening.livia.click(evening.board(), label="Offer")
    assert menu.response
    assert labels(menu.response) == ["Call the match off"]
    asked = await evening.livia.slash(evening.channel, "match offer", what="draw")
    assert "There are no draws in this game" in refused(asked)


async def test_the_sizes_are_offered_by_name(evening: Evening) -> None:
    found = await evening.livia.autocomplete(
        evening.channel, "match new", "variant", "12", game="diablo"
    )
    assert [(one["name"], one["value"]) for one in found] == [("12 x 12", "size-12")]


async def test_the_rules_credit_mark_steere(evening: Evening) -> None:
    shown = await evening.mara.slash(evening.channel, "match rules", game="diablo")
    assert "Mark Steere" in said(shown)
    assert set(options(shown)) == {"aim", "move", "turn", "removal", "dice"}
