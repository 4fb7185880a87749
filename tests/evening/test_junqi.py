"""Evenings of dark Junqi once both are ready: marks, the referee, the end."""

import json
import random

import pytest

from bot.matches.match.choices import choices
from games.core import Over
from games.junqi.layout import PRESETS

from .conftest import Evening, MatchId, fairness, labels, options, press, refused, said, shown_by
from .dark import play
from .test_evidence import record_of


async def test_the_referee_says_who_stays_and_the_owner_learns_what_fell(evening: Evening) -> None:
    await play(evening)
    answer = await evening.move(evening.livia, "a6xa7")
    fates = ("Major General (7) took the piece on a7", "Major General (7): the piece on a7 remains")
    assert any(fate in answer for fate in (*fates, "and the piece on a7 are both removed"))
    board = evening.board()
    assert "`a6xa7`" in board.content
    assert "lost" not in board.content
    mine = said(await evening.livia.click(board, label="My board"))
    theirs = said(await evening.brennus.click(board, label="My board"))
    assert "Major General (7)" in mine
    assert ("you lost a Major General (7)" in mine) == ("defender remains" in board.content)
    assert "Major General" not in theirs + board.content


async def test_marks_are_made_by_command_or_button_and_follow_a_piece(evening: Evening) -> None:
    await play(evening)
    marked = await evening.livia.slash(evening.channel, "match mark", square="b7", guess="9")
    assert marked.ephemeral
    matches, match = evening.client.desk.matches, MatchId(evening.id())
    assert (await matches.see(match, evening.livia.id)).notes == (("b7", "9?"),)
    offered = await evening.livia.autocomplete(
        evening.channel, "match mark", "square", "b7", guess="9"
    )
    assert [one["name"] for one in offered] == ["b7 9?"]
    mine = await evening.livia.click(evening.board(), label="My board")
    which = await press(evening.livia, mine, "Mark")
    assert len(options(which)) == 25
    (d12,) = (number for number, at in options(which).items() if at == "d12")
    what = await evening.livia.select(shown_by(which), [d12])
    assert (await evening.livia.select(shown_by(what), ["F"])).response
    assert (await matches.see(match, evening.livia.id)).notes == (("b7", "9?"), ("d12", "F?"))
    await evening.move(evening.livia, "c5-c4")
    await evening.move(evening.brennus, "b7-b8")
    assert (await matches.see(match, evening.livia.id)).notes == (("b8", "9?"), ("d12", "F?"))
    gone = await evening.livia.slash(evening.channel, "match mark", square="b8", guess="-")
    assert gone.ephemeral
    assert (await matches.see(match, evening.livia.id)).notes == (("d12", "F?"),)
    answer = await evening.mara.slash(evening.channel, "match mark", square="a12", guess="9")
    assert "You are watching" in refused(answer)


async def test_a_list_of_pieces_to_mark_outlives_a_takeback(evening: Evening) -> None:
    await play(evening)
    answer = refused(await evening.livia.slash(evening.channel, "match resign"))
    assert "after 20 more turns" in answer
    assert "call the match off" in answer
    await evening.move(evening.livia, "c5-c4")
    await evening.move(evening.brennus, "c10-b10")
    mine = await evening.livia.click(evening.board(), label="My board")
    which = await press(evening.livia, mine, "Mark")
    (chosen,) = (number for number, at in options(which).items() if at == "b10")
    what = await evening.livia.select(shown_by(which), [chosen])
    asked = await evening.offer(evening.livia, "takeback")
    await evening.brennus.click(asked, label="Accept")
    await evening.livia.select(shown_by(what), ["9"])
    matches, match = evening.client.desk.matches, MatchId(evening.id())
    assert (await matches.see(match, evening.livia.id)).notes == (("c10", "9?"),)
    await evening.livia.slash(evening.channel, "match offer", what="cancel")
    await evening.brennus.slash(evening.channel, "match offer", what="cancel")
    assert "Called off" in evening.board().content


@pytest.mark.slow
async def test_a_whole_match_ends_with_everything_shown_and_verified(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    await play(evening, variant="standard no_capture_limit=12 hq_locks=false")
    rng = random.Random(5)
    matches, match = evening.client.desk.matches, MatchId(evening.id())
    turns = 0
    while not isinstance((now := await evening.seen()).view.turn, Over):
        if turns == 9:
            await evening.restart()
            matches = evening.client.desk.matches
        takes = [choice for choice in choices(now) if choice.weight] or list(choices(now))
        await evening.move(evening.to_move(now), rng.choice(takes).text)
        turns += 1
    board = evening.board()
    assert labels(board) == ["Rematch", "Replay", "Analysis", "Text", "Record", "Poster"]
    opened = fairness(evening.channel)[-1].content
    assert f"Red had set up `{PRESETS['fortress']}`, as sealed." in opened
    assert f"Blue had set up `{PRESETS['ambush']}`, as sealed." in opened
    text = said(await evening.mara.click(board, label="Text"))
    assert "r?" not in text
    assert "b?" not in text
    assert "is genuine" in refused(await evening.verify(evening.mara, board))
    record = json.loads(await record_of(evening.livia, board))
    assert [seal["seat"] for seal in record["seals"]] == [1, 0] or len(record["seals"]) == 2
    assert labels(evening.letters("Livia")[-1]) == ["Text", "Replay", "Record", "Public board"]
    assert (await matches.match(match)).stand.phase == "over"
    for secret in (PRESETS["fortress"], PRESETS["ambush"], "deploy"):
        assert secret not in caplog.text


async def test_pieces_are_picked_by_name_and_previews_told_as_such(evening: Evening) -> None:
    await play(evening)
    marked = await evening.livia.slash(evening.channel, "match mark", square="b7", guess="9")
    assert said(marked).startswith("b7 is marked as Field Marshal (9).\n")
    assert "Your marks: Field Marshal on b7." in str(
        shown_by(marked).message.attachments[0].description
    )
    text = await evening.livia.click(evening.board(), label="Text")
    assert "Your marks: Field Marshal on b7." in said(text)
    assert labels(text) == ["Move", "Mark", "Ask"]
    assert "marks" not in said(await evening.brennus.click(evening.board(), label="Text"))
    gone = await evening.livia.slash(evening.channel, "match mark", square="b7", guess="-")
    assert said(gone).startswith("The mark on b7 has been removed.\n")
    picker = await evening.livia.click(evening.board(), label="Move")
    sure = await press(evening.livia, picker, "c5 · 5", "c4")
    spoken = str(shown_by(sure).message.attachments[0].description)
    assert "A preview, not played yet. The move would be c5-c4" in spoken
    assert "to move" not in spoken
    await evening.client.desk.matches.prefer(evening.livia.id, locale="zh-CN")
    picker = await evening.livia.click(evening.board(), label="Move")
    assert {"c5 团长", "a6 师长 ×"} <= {*labels(picker)}
    watched = said(await evening.mara.click(evening.board(), label="Text"))
    assert [watched.count(back) for back in ("r?", "b?")] == [25, 25]
    mine = await evening.mara.click(evening.board(), label="My board")
    assert "Mark" not in labels(mine)
    assert await evening.mara.autocomplete(evening.channel, "move", "move", "") == []
