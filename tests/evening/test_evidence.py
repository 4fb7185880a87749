"""Evenings on which somebody asks for proof: seals, salts, records, and what stays closed."""

from __future__ import annotations

import json
import re

import discord
import pytest
from simcord import MemberActor

from games.junqi.layout import PRESETS
from games.record import read, write
from games.verify import verify

from .conftest import Evening, labels, said
from .dark import begin, play, ready


async def end_by_agreement(evening: Evening, what: str) -> discord.Message:
    """Livia proposes an end and Brennus agrees; the last board."""
    await evening.livia.slash(evening.channel, "match offer", what=what)
    offer = evening.channel.last_message
    assert offer
    await evening.brennus.click(offer, label="Accept")
    return evening.board()


async def record_of(who: MemberActor, board: discord.Message) -> str:
    """The record as the button gives it out."""
    given = await who.click(board, label="Record")
    assert given.response
    return (await given.response.message.attachments[0].read()).decode()


@pytest.mark.parametrize("what", ["cancel", "draw"])
async def test_an_end_before_both_are_ready_shows_no_layout_to_anybody(
    evening: Evening, what: str
) -> None:
    await begin(evening)
    await ready(evening, evening.brennus, "ambush")
    board = await end_by_agreement(evening, what)
    assert labels(board) == ["Rematch", "Text", "Record", "Verify"]
    assert "had set up" not in board.content
    told = [board.content, board.attachments[0].description or ""]
    for who in (evening.livia, evening.mara):
        told.append(said(await who.click(board, label="Text")))
        for view in ("mine", "public", "flipped", "text"):
            shown = await who.slash(evening.channel, "match board", view=view, match=evening.id())
            assert shown.response
            files = shown.response.message.attachments
            told += [said(shown), *(file.description or "" for file in files)]
    told += [letter.attachments[0].description or "" for letter in evening.letters("Livia")[1:]]
    assert any("Blue: hidden on a7, b7," in text for text in told)
    for text in told:
        assert "Blue: hidden" in text or "Blue: " not in text
        assert not re.search(r"\bb[1-9BLF]\b", text.partition("```")[2].partition("```")[0])
    record = await record_of(evening.livia, board)
    assert PRESETS["ambush"] not in record
    assert "deploy" not in record
    assert "nonce" not in record
    (seal,) = read(record).seals
    assert seal.seal in "\n".join(message.content for message in evening.channel.history())
    assert verify(read(record)) == ()
    assert "is true" in said(await evening.mara.click(board, label="Verify"))


async def test_a_match_called_off_after_its_start_gives_out_its_record(evening: Evening) -> None:
    await evening.begin()
    await evening.play("a1-a3")
    board = await end_by_agreement(evening, "cancel")
    assert labels(board) == ["Rematch", "Text", "Record", "Verify"]
    record = read(await record_of(evening.brennus, board))
    assert record.result
    assert record.result.reason == "cancelled"
    assert verify(record) == ()


async def test_a_dark_match_called_off_in_play_opens_both_layouts(evening: Evening) -> None:
    await play(evening)
    board = await end_by_agreement(evening, "cancel")
    for layout in ("fortress", "ambush"):
        assert f"had set up `{PRESETS[layout]}`, as sealed." in board.content


async def test_verify_says_what_to_compare_with_the_channel(evening: Evening) -> None:
    await play(evening)
    board = await end_by_agreement(evening, "draw")
    record = read(await record_of(evening.mara, board))
    told = said(await evening.mara.click(board, label="Verify"))
    assert "is true" in told
    assert "Compare these with what was posted in the channel" in told
    assert f"Red: Livia (`{evening.livia.id}`)" in told
    assert f"Blue: Brennus (`{evening.brennus.id}`)" in told
    posted = "\n".join(message.content for message in evening.channel.history())
    for proof in (record.commitment, str(record.salt), *(seal.seal for seal in record.seals)):
        assert proof in told
        assert proof in posted
    assert json.loads(write(record))["variant"] in told
