"""Delete, under Privacy in the settings: what is asked, what goes, and what the others see."""

from __future__ import annotations

import pytest
from simcord import InteractionResult, MemberActor

from .conftest import IN_BOTH, Evening, labels, press, said
from .test_settings import panel, write


async def ask(evening: Evening, who: MemberActor) -> InteractionResult:
    """Press Delete under Privacy."""
    return await press(who, await panel(evening, who, "blocks"), evening.words("data.delete"))


async def delete(evening: Evening, who: MemberActor, word: str = "") -> InteractionResult:
    """Delete everything about somebody, who types a word."""
    words = evening.words
    return await write(who, await ask(evening, who), words("data.sure"), word or words("data.word"))


@IN_BOTH
async def test_the_question_says_what_goes_and_can_be_called_off(evening: Evening) -> None:
    words = evening.words
    await evening.begin("here")
    await evening.new(evening.livia, where="thread")
    asked = await ask(evening, evening.livia)
    assert words("data.ends", n=1) in said(asked)
    assert words("data.closes", n=1) in said(asked)
    other = await write(evening.livia, asked, words("data.sure"), "yes")
    assert said(other).startswith(words("data.other_word", word=words("data.word")))
    kept = await press(evening.livia, other, words("data.keep"))
    assert said(kept).startswith(words("settings.blocks_title"))
    assert (await evening.match()).running


@IN_BOTH
async def test_a_deleted_player_is_named_in_no_message_that_is_shown_anew(
    evening: Evening,
) -> None:
    await evening.begin("here")
    await evening.play("a1-a3 b7-b5")
    done = await delete(evening, evening.livia, f" {evening.words('data.word').lower()}")
    assert said(done) == evening.words("data.done")
    assert done.response
    assert labels(done.response) == []
    await evening.follow()
    board = evening.board()
    former = evening.words("player.former")
    assert "Livia" not in board.content
    assert former in board.content
    drawn = [one for one in evening.env.http_requests if one.path.endswith(f"/{board.id}")]
    assert drawn[-1].method == "PATCH"
    assert drawn[-1].json
    assert drawn[-1].json["attachments"], "the picture names the players as well"
    checked = await evening.verify(evening.brennus, board)
    assert former in said(checked)
    assert "Livia" not in said(checked)
    assert evening.stored("SELECT * FROM people WHERE user = ?", evening.livia.id) == []
    again = await evening.press(evening.brennus, board, "Rematch")
    refused, _, _ = evening.words("match.former_player").partition("`")
    assert said(again).startswith(refused)


async def test_an_open_card_goes_with_its_host(evening: Evening) -> None:
    opened = await evening.new(evening.livia)
    assert opened.response
    await delete(evening, evening.livia)
    await evening.follow()
    (card,) = (one for one in evening.channel.history() if one.id == opened.response.id)
    assert "Livia" not in card.content
    assert "a former player" in card.content
    assert "Join" not in labels(card)


@pytest.mark.parametrize("language", ["zh-CN", "zh-TW"], indirect=True)
async def test_the_word_is_in_the_language_of_the_person(evening: Evening) -> None:
    done = await delete(evening, evening.livia)
    assert said(done) == evening.words("data.done")
