"""Evenings of Junqi: the referee, marks, fights and ends in the dark; colours of flipped pieces."""

import random
import re

import pytest

from bot.matches.match.choices import choices
from tests.samples import sampled

from .conftest import Evening, MatchId, expect, labels, options, press, refused, said, shown_by
from .dark import play
from .taps import tapped
from .test_computers import any_turn


async def test_the_referee_says_who_stays_and_the_owner_learns_what_fell(evening: Evening) -> None:
    await play(evening)
    early = refused(await evening.livia.slash(evening.channel, "match resign"))
    expect(early, "after 20 more turns", "call the match off")
    assert not await evening.move(evening.livia, "a6xa7")
    board = evening.board()
    assert "`a6xa7`" in board.content
    assert "lost" not in board.content
    mine = said(await evening.livia.click(board, label="My board"))
    theirs = said(await evening.brennus.click(board, label="My board"))
    fates = ("your Major General (7) took it", "you lost your Major General (7)")
    assert any(fate in mine for fate in (*fates, "and the piece on a7 are both removed"))
    assert ("you lost your Major General (7)" in mine) == ("defender remains" in board.content)
    assert "Major General" not in theirs + board.content


@pytest.mark.slow
async def test_marks_are_made_by_command_or_button_and_follow_a_piece(evening: Evening) -> None:
    await play(evening)
    marked = await evening.livia.slash(evening.channel, "match mark", square="b7", guess="9")
    assert marked.ephemeral
    matches, match = evening.client.desk.matches, MatchId(evening.id())
    assert (await matches.see(match, evening.livia.id)).notes == (("b7", "9?"),)
    offered = await evening.livia.autocomplete(
        evening.channel, "match mark", "square", "b7", guess="9"
    )
    assert [choice["name"] for choice in offered] == ["b7 9?"]
    mine = await evening.livia.click(evening.board(), label="My board")
    which = await press(evening.livia, mine, "Mark")
    assert len(options(which)) == 25
    (d12,) = (number for number, at in options(which).items() if at == "d12")
    what = await evening.livia.select(shown_by(which), [d12])
    assert (await evening.livia.select(shown_by(what), ["F"])).response
    assert (await matches.see(match, evening.livia.id)).notes == (("b7", "9?"), ("d12", "F?"))
    await evening.play("c5-c4 b7-b8")
    assert (await matches.see(match, evening.livia.id)).notes == (("b8", "9?"), ("d12", "F?"))
    gone = await evening.livia.slash(evening.channel, "match mark", square="b8", guess="-")
    assert gone.ephemeral
    assert (await matches.see(match, evening.livia.id)).notes == (("d12", "F?"),)
    answer = await evening.mara.slash(evening.channel, "match mark", square="a12", guess="9")
    assert "You are watching" in refused(answer)


@pytest.mark.slow
async def test_pieces_are_picked_by_name_and_previews_told_as_such(evening: Evening) -> None:
    await play(evening)
    marked = await evening.livia.slash(evening.channel, "match mark", square="b7", guess="9")
    assert said(marked).startswith("b7 is marked as Field Marshal (9).\n")
    assert "Your marks: Field Marshal on b7." in str(
        shown_by(marked).message.attachments[0].description
    )
    text = await evening.press(evening.livia, evening.board(), "Text")
    assert "Your marks: Field Marshal on b7." in said(text)
    assert labels(text) == ["Move", "Mark", "Ask"]
    assert "marks" not in said(await evening.press(evening.brennus, evening.board(), "Text"))
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
    watched = said(await evening.press(evening.mara, evening.board(), "Text"))
    assert [watched.count(back) for back in ("r?", "b?")] == [25, 25]
    assert "Mark" not in labels(await evening.mara.click(evening.board(), label="My board"))
    assert await evening.mara.autocomplete(evening.channel, "move", "move", "") == []


@pytest.mark.slow
async def test_fights_are_listed_for_their_player_alone(evening: Evening) -> None:
    await play(evening)
    assert "My fights" not in said(await evening.livia.click(evening.board(), label="My board"))
    await evening.move(evening.livia, "a6xa7")
    for label in ("My board", "Text"):
        mine = said(await evening.press(evening.livia, evening.board(), label))
        expect(mine, "**My fights so far**\n-# `a6xa7` ", "Major General (7)")
        theirs = said(await evening.press(evening.brennus, evening.board(), label))
        assert "**My fights so far**\n-# `a6xa7` " in theirs
        assert "Major General" not in theirs.partition("My fights")[2]
        assert "fights" not in said(await evening.press(evening.mara, evening.board(), label))
    public = await evening.livia.slash(evening.channel, "match board", view="public")
    assert "fights" not in said(public)
    await evening.move(evening.brennus, "c7xc6")
    for who in (evening.livia, evening.brennus):
        answer = said(await who.click(evening.board(), label="My board")).splitlines()
        fought = [line.split("`")[1] for line in answer if line.startswith("-# `")]
        assert fought == ["a6xa7", "c7xc6"], "in the order in which they were fought"


@pytest.mark.slow
@pytest.mark.parametrize("end", sampled(["draw", "resign"]))
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


@pytest.mark.slow
async def test_marks_can_be_bounds_and_the_list_leaves_out_what_cannot_be(evening: Evening) -> None:
    await play(evening)
    offered = await evening.livia.autocomplete(
        evening.channel, "match mark", "guess", "", square="b7"
    )
    values = [choice["value"] for choice in offered]
    assert {"9", "5+", "5-", "-"} <= {*values}
    assert not {"L", "F", "B"} & {*values}
    assert len(offered) <= 25
    assert {"Field Marshal (9)", "at most Colonel (5)"} <= {choice["name"] for choice in offered}
    await evening.client.desk.matches.prefer(evening.livia.id, locale="zh-CN")
    typed_code = await evening.livia.autocomplete(
        evening.channel, "match mark", "guess", "5", square="b7"
    )
    assert [choice["name"] for choice in typed_code] == ["团长", "不低于团长", "不高于团长"]
    await evening.client.desk.matches.prefer(evening.livia.id, locale=None)
    marked = await evening.livia.slash(evening.channel, "match mark", square="b7", guess="5+")
    assert said(marked).startswith("b7 is marked as at least Colonel (5).\n")
    spoken = str(shown_by(marked).message.attachments[0].description)
    assert "Your marks: at least Colonel on b7." in spoken
    typed = await evening.livia.slash(evening.channel, "match mark", square="b7", guess="<= 4")
    assert said(typed).startswith("b7 is marked as at most Major (4).\n")
    spoken = str(shown_by(typed).message.attachments[0].description)
    assert "Your marks: at most Major on b7." in spoken
    refused = await evening.livia.slash(evening.channel, "match mark", square="b7", guess="B+")
    assert said(refused).startswith("A mark is one of")


# ------------------------------------------------------------------------------------------- flip


async def begin(evening: Evening, variant: str = "standard") -> None:
    await evening.begin(game="junqi-flip", variant=variant)


async def test_the_first_flip_settles_the_colours_and_says_so(evening: Evening) -> None:
    await begin(evening)
    assert f"<@{evening.livia.id}>, your move" in evening.board().content
    assert labels(evening.board())[:4] == ["Move", "My board", "Offer", "More"]
    assert evening.letters("Livia") == []
    assert "nothing to set up" in refused(await evening.livia.slash(evening.channel, "match setup"))
    assert not await evening.move(evening.livia, "a6")
    told = evening.board().attachments[0].description or ""
    expect(told, "turns up", "first player ")
    assert refused(await evening.livia.slash(evening.channel, "move", move="b6"))
    await evening.move(evening.brennus, "b6")
    assert "is already face up" in await evening.move(evening.livia, "A6")


@pytest.mark.slow
@pytest.mark.parametrize("lots", [random.Random(19).randbytes])
async def test_an_engineer_is_picked_into_a_mountain_and_out_again(evening: Evening) -> None:
    await begin(evening, "quick mountain_refuge=true")
    rng, entries = random.Random(2), list[str]()
    while not entries:
        mover = evening.to_move(await evening.seen())
        await evening.move(mover, await any_turn(evening, rng))
        texts = [choice.text for choice in choices(await evening.seen())]
        entries = [text for text in texts if re.fullmatch(r"\w+-m\d", text)]
    mover, (origin, mountain) = evening.to_move(await evening.seen()), entries[0].split("-")
    assert await tapped(evening, mover, f"{origin} {mountain}") <= 4
    described = str(evening.board().attachments[0].description)
    assert re.search(rf"Engineer [^;.]*\b{mountain}\b", described)
    text = said(await evening.press(mover, evening.board(), "Text"))
    assert re.search(r"\n +(m\d +)*[br]1( +m\d)*\n", text)
    other = evening.to_move(await evening.seen())
    await evening.move(other, next(text for text in texts if len(text) == 2))
    again = await mover.click(evening.board(), label="Move")
    assert f"{mountain}-{origin}" in (*labels(again), *options(again).values())
    assert await tapped(evening, mover, f"{mountain} {origin}") <= 4
