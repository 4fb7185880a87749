"""My fights so far, and marks about hidden pieces, as their reader sees them."""

import re

import pytest

from .conftest import Evening, said, shown_by
from .dark import play


async def test_fights_are_listed_for_their_player_alone(evening: Evening) -> None:
    await play(evening)
    assert "My fights" not in said(await evening.livia.click(evening.board(), label="My board"))
    await evening.move(evening.livia, "a6xa7")
    for label in ("My board", "Text"):
        mine = said(await evening.livia.click(evening.board(), label=label))
        assert "**My fights so far**\n-# `a6xa7` " in mine
        assert "Major General (7)" in mine
        theirs = said(await evening.brennus.click(evening.board(), label=label))
        assert "**My fights so far**\n-# `a6xa7` " in theirs
        assert "Major General" not in theirs.partition("My fights")[2]
        assert "fights" not in said(await evening.mara.click(evening.board(), label=label))
    public = await evening.livia.slash(evening.channel, "match board", view="public")
    assert "fights" not in said(public)
    await evening.move(evening.brennus, "c7xc6")
    for who in (evening.livia, evening.brennus):
        answer = said(await who.click(evening.board(), label="My board")).splitlines()
        fought = [line.split("`")[1] for line in answer if line.startswith("-# `")]
        assert fought == ["a6xa7", "c7xc6"], "in the order in which they were fought"


@pytest.mark.parametrize("end", ["draw", "resign"])
async def test_an_end_that_is_no_turn_tells_no_fight_again(evening: Evening, end: str) -> None:
    await play(evening, variant="resign_min_ply=0")
    await evening.move(evening.livia, "a6xa7")
    (told,) = re.findall(r"(?:attacker|defender|both)[^·\n]*", evening.board().content)
    if end == "resign":
        await evening.resign(evening.brennus)
    else:
        await evening.brennus.click(await evening.offer(evening.livia, end), label="Accept")
    letters = [evening.letters(name)[-1].content for name in ("Livia", "Brennus")]
    for shown in (evening.board().content, *letters):
        assert "`a6xa7`" in shown
        assert told not in shown
        assert "Major General" not in shown
    mine = said(await evening.livia.slash(evening.channel, "match board", match=evening.id()))
    assert mine.count("-# `a6xa7`") == 1


async def test_marks_can_be_bounds_and_the_list_leaves_out_what_cannot_be(evening: Evening) -> None:
    await play(evening)
    offered = await evening.livia.autocomplete(
        evening.channel, "match mark", "guess", "", square="b7"
    )
    values = [one["value"] for one in offered]
    assert {"9", "5+", "5-", "-"} <= {*values}
    assert not {"L", "F", "B"} & {*values}
    assert len(offered) <= 25
    assert {"Field Marshal (9)", "at most Colonel (5)"} <= {one["name"] for one in offered}
    await evening.client.desk.matches.prefer(evening.livia.id, locale="zh-CN")
    typed_code = await evening.livia.autocomplete(
        evening.channel, "match mark", "guess", "5", square="b7"
    )
    assert [one["name"] for one in typed_code] == ["团长", "不低于团长", "不高于团长"]
    await evening.client.desk.matches.prefer(evening.livia.id, locale=None)
    marked = await evening.livia.slash(evening.channel, "match mark", square="b7", guess="5+")
    assert said(marked).startswith("b7 is marked as at least Colonel (5).\n")
    spoken = str(shown_by(marked).message.attachments[0].description)
    assert "Your marks: at least Colonel on b7." in spoken
    typed = await evening.livia.slash(evening.channel, "match mark", square="b7", guess="<= 4")
    assert said(typed).startswith("b7 is marked as at most Major (4).\n")
    refused = await evening.livia.slash(evening.channel, "match mark", square="b7", guess="B+")
    assert said(refused).startswith("A mark is one of")
