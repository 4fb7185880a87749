"""Export and Delete, under Privacy in the settings: what is handed out, what goes, who sees it."""

import json

import pytest
from simcord import InteractionResult, MemberActor

from .conftest import DAY, IN_BOTH, Evening, expect, labels, press, refused, said, shown_by
from .phone import plain
from .test_settings import panel, write


async def test_all_that_is_kept_comes_as_a_file_once_a_day(evening: Evening) -> None:
    words, livia = evening.words, evening.livia
    await evening.begin("here", moves="a1-a3")
    await evening.resign(evening.brennus)
    shown = await panel(evening, livia, "blocks")
    given = await press(livia, shown, words("data.export"))
    assert given.ephemeral
    assert said(given).startswith(words("data.exported"))
    assert said(given).endswith(words("data.exported_part", n=2, of=2))
    (file,) = shown_by(given).attachments
    assert file.filename == "tetrarch-1.json"
    assert json.loads(await file.read())["person"] == str(livia.id)
    kept = evening.env.backend.messages.values()
    files = [file for place in kept for message in place.values() for file in message.attachments]
    url = next(file["url"] for file in files if file["filename"] == "tetrarch-2.json")
    assert json.loads(evening.env.backend.cdn.get(url) or b"")["records"]
    again = await press(livia, shown, words("data.export"))
    assert said(again).startswith(words("match.exported_today", when="<").partition("<")[0])


async def ask(evening: Evening, who: MemberActor) -> InteractionResult:
    """Press Delete under Privacy."""
    return await press(who, await panel(evening, who, "blocks"), evening.words("data.delete"))


async def delete(evening: Evening, who: MemberActor, word: str = "") -> InteractionResult:
    """Delete everything about somebody, who types a word."""
    words = evening.words
    return await write(who, await ask(evening, who), words("data.sure"), word or words("data.word"))


@IN_BOTH
async def test_the_question_says_what_goes_and_is_answered_once_a_week(evening: Evening) -> None:
    words = evening.words
    await evening.begin("here")
    card = await evening.new(evening.livia)
    asked = await ask(evening, evening.livia)
    expect(said(asked), words("data.ends", n=1), words("data.closes", n=1), words("data.anew"))
    other = await write(evening.livia, asked, words("data.sure"), "yes")
    assert said(other).startswith(words("data.other_word", word=words("data.word")))
    kept = await press(evening.livia, other, words("data.keep"))
    assert said(kept).startswith(words("settings.blocks_title"))
    assert (await evening.match()).running
    asked = await ask(evening, evening.livia)
    assert said(await delete(evening, evening.livia)) == words("data.done")
    await evening.follow()
    closed = evening.again(shown_by(card))
    assert "Livia" not in closed.content
    assert plain(words("player.former")) in plain(closed.content)
    assert words("button.join") not in labels(closed)
    told, _, _ = words("match.deleted_this_week", when="<t:").partition("<t:")
    again = await ask(evening, evening.livia)
    assert told in refused(again)
    assert words("data.sure") not in labels(again)
    late = await write(evening.livia, asked, words("data.sure"), words("data.word"))
    assert told in refused(late), "nor by a panel from before"
    evening.time.ahead += 7 * DAY
    assert said(await delete(evening, evening.livia)) == words("data.done")


@IN_BOTH
async def test_a_deleted_player_is_named_in_no_message_that_is_shown_anew(evening: Evening) -> None:
    await evening.begin("here", moves="a1-a3 b7-b5")
    done = await delete(evening, evening.livia, f" {evening.words('data.word').lower()}")
    assert (said(done), labels(done)) == (evening.words("data.done"), [])
    await evening.follow()
    board = evening.board()
    former = evening.words("player.former")
    assert "Livia" not in board.content
    assert plain(former) in plain(board.content)
    assert f"<@{evening.brennus.id}>" in board.content
    drawn = [call for call in evening.env.http_requests if call.path.endswith(f"/{board.id}")]
    assert drawn[-1].method == "PATCH"
    assert drawn[-1].json
    assert drawn[-1].json["attachments"], "the picture names the players as well"
    checked = await evening.verify(evening.brennus, board)
    assert former in said(checked)
    assert "Livia" not in said(checked)
    assert evening.stored("SELECT * FROM people WHERE user = ?", evening.livia.id) == []
    again = await evening.press(evening.brennus, board, "Rematch")
    told, _, _ = evening.words("match.former_player").partition("`")
    assert said(again).startswith(told)


@pytest.mark.parametrize("language", ["zh-TW"], indirect=True)
async def test_the_word_is_in_the_language_of_the_person(evening: Evening) -> None:
    assert said(await delete(evening, evening.livia)) == evening.words("data.done")
