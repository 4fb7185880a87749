"""Notes on turns, as their writers use them, and as nobody else can."""

import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from .conftest import IN_BOTH, Evening, expect, labels, press, said
from .dark import play as play_dark
from .phone import plain
from .test_forged import press as forge
from .test_settings import field
from .twins import alike, club, server

PLAN = "司令在 c12"


async def history(evening: Evening, who: MemberActor, **options: Any) -> InteractionResult:
    return await who.slash(evening.channel, "match history", match=evening.id(), **options)


BUTTONS = {"board": "button.board"}


async def tap(
    evening: Evening, who: MemberActor, shown: InteractionResult, name: str
) -> InteractionResult:
    """Press a button of History by its name in the catalogue."""
    return await press(who, shown, evening.words(BUTTONS.get(name, f"history.button.{name}")))


async def note(evening: Evening, who: MemberActor, text: str, **options: Any) -> InteractionResult:
    """Write a note on a turn."""
    window = await tap(evening, who, await history(evening, who, **options), "note")
    assert window.modal
    return await who.submit_modal(window, {field(window): text})


async def record(evening: Evening, who: MemberActor) -> Any:
    return json.loads(await evening.record(who))


async def moves(evening: Evening, who: MemberActor) -> InteractionResult:
    return await tap(evening, who, await history(evening, who), "moves")


@pytest.mark.slow
@IN_BOTH
async def test_a_note_is_its_writers_who_may_publish_it_at_the_end(evening: Evening) -> None:
    await evening.begin(moves="a1-a3 a7-a5")
    shown = await note(evening, evening.livia, PLAN, turn=1)
    assert f"✎ {PLAN}" in said(shown)
    await evening.restart()
    assert f"✎ {PLAN}" in said(await history(evening, evening.livia, turn=1))
    assert "✎" not in said(await history(evening, evening.livia, turn=2))
    listed = said(await moves(evening, evening.livia)).splitlines()
    (line,) = [number for number, text in enumerate(listed) if plain(text) == f"✎ {PLAN}"]
    assert "a1-a3" in listed[line - 1]
    for other in (evening.brennus, evening.mara):
        assert "✎" not in said(await history(evening, other, turn=1))
        assert "✎" not in said(await moves(evening, other))
    await note(evening, evening.livia, "e5!", turn=1)
    window = await tap(
        evening, evening.livia, await history(evening, evening.livia, turn=1), "note"
    )
    assert window.modal
    assert window.modal["components"][0]["component"]["value"] == "e5!"
    shown = await evening.livia.submit_modal(window, {field(window): ""})
    assert "✎" not in said(shown)
    assert evening.stored("SELECT * FROM notes") == []
    await note(evening, evening.livia, f"**{PLAN}** <@{evening.mara.id}>", turn=0)
    publish = evening.words("history.button.publish")
    assert publish not in labels(await moves(evening, evening.livia))
    await evening.agree("cancel")
    assert "notes" not in await record(evening, evening.mara)
    assert publish not in labels(await moves(evening, evening.brennus))
    sure = await tap(evening, evening.livia, await moves(evening, evening.livia), "publish")
    assert "✎" not in said(await moves(evening, evening.mara)), "not before it is confirmed"
    assert publish not in labels(await tap(evening, evening.livia, sure, "publish"))
    told = said(await moves(evening, evening.mara))
    expect(told, "✎ **Livia**", f"\\*\\*{PLAN}\\*\\*")
    assert re.search(rf"(?<!\\)<@{evening.mara.id}>", told) is None
    (written,) = (await record(evening, evening.mara))["notes"]
    assert (written["turn"], written["name"]) == (0, "Livia")
    assert PLAN in written["text"]


async def test_a_forged_button_publishes_nothing(evening: Evening) -> None:
    await evening.begin()
    match = evening.id()
    await note(evening, evening.livia, PLAN, turn=0)
    told = await forge(evening, f"m:{match}:0:publish_all:0 public", private=True)
    assert "yours alone" in told
    assert "older version" in await forge(evening, f"m:{match}:0:publish_all:0 public")
    for text in ("", "0", "x mine", "99999999999999999999 mine"):
        told = await forge(evening, f"m:{match}:0:note:note {text}", private=True)
        assert "older version" in told
    assert evening.stored("SELECT name FROM notes") == [(None,)]
    await evening.agree("cancel")
    for user in range(1, 41):
        row = (match, user, 0, "*" * 300, f"Nr {user}")
        evening.stored("INSERT INTO notes VALUES (?, ?, ?, ?, ?)", *row)
    told = said(await moves(evening, evening.mara))
    assert len(told) <= 2000
    assert "more notes are in the record" in told


async def evening_with(file: Path, text: str) -> list[tuple[Any, ...]]:
    """Return all that is sent except to Brennus, who notes something at every turn."""
    async with server(file, "Brennus", club) as (evening, sent):
        await play_dark(evening)
        for number, move in enumerate(("a6-a7", "a7-a6")):
            await note(evening, evening.brennus, text, turn=number)
            await evening.move((evening.livia, evening.brennus)[number], move)
            for who in (evening.livia, evening.mara):
                shown = await history(evening, who, turn=number + 1)
                for name in ("moves", "board", "back", "text", "last"):
                    shown = await tap(evening, who, shown, name)
                await evening.press(who, evening.board(), "Text")
                await who.slash(evening.channel, "match list")
        await evening.agree("cancel")
        for who in (evening.livia, evening.mara):
            await moves(evening, who)
            await record(evening, who)
        return sent()


@pytest.mark.slow
async def test_nobody_can_tell_what_another_has_noted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    one = await evening_with(tmp_path / "one.sqlite", PLAN)
    two = await evening_with(tmp_path / "two.sqlite", "nothing of the kind, at some length")
    assert len(one) > 50
    alike(one, two)
    assert PLAN not in str(one)
    assert PLAN not in caplog.text
