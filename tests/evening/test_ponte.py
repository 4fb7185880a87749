"""Whole evenings of Ponte del Diavolo: pairs of tiles, bridges, the change of sides, the count."""

import pytest

from .conftest import Evening, labels, press, refused, said, shown_by
from .taps import tapped
from .test_taps import old_list


async def begin(evening: Evening, variant: str = "size-8 pie=off") -> None:
    """Begin a match of Livia (light) against Brennus."""
    await evening.begin(game="ponte", variant=variant)


@pytest.mark.slow
async def test_a_turn_of_two_tiles_is_completed_by_list_or_picker(evening: Evening) -> None:
    await begin(evening, "standard pie=off")

    async def listed(typed: str) -> list[str]:
        offered = await evening.livia.autocomplete(evening.channel, "move", "move", typed)
        return [choice["value"] for choice in offered]

    assert (await listed("c1"))[:3] == ["c1", "c10", "c1,b1"]
    assert all(text.startswith("c3,") for text in await listed("c3,"))
    assert await listed("c3,d5") == ["c3,d5"]
    assert await listed("c3,d5,e6") == []
    half = await evening.livia.slash(evening.channel, "move", move="c3")
    assert "`c3` is only the beginning of a turn. Nothing has been played yet" in refused(half)
    assert labels(await press(evening.livia, half, "d", "d5")) == ["Confirm c3,d5", "Back"]
    shown = await evening.livia.click(evening.board(), label="Move")
    for picks, value, words in (  # lists posted by older versions
        ("|c|0", "3", "`c3`"),
        ("||0", "c", "Choose the square"),
        ("||0", "+", "Choose a square for a tile"),
        ("c3|d|0", "5", "`c3,d5`"),
    ):
        assert words in said(await old_list(evening, shown, picks, value))
    shown = await evening.livia.click(evening.board(), label="Move")
    assert "Choose a square for a tile · tap a letter to see its squares" in said(shown)
    assert labels(shown_by(shown)) == list("abcdefghij")
    for label in ("c", "c3", "d", "d5"):
        assert shown_by(shown).attachments
        shown = await press(evening.livia, shown, label)
    assert labels(shown) == ["Confirm c3,d5", "Back"]
    back = await press(evening.livia, shown, "Back")
    assert "`c3 " not in said(back)
    assert "`c3`" in said(back)
    assert labels(back)[-3:] == ["d9", "d10", "Back"]
    shown = await press(evening.livia, back, "d1")
    assert not said(await press(evening.livia, shown, "Confirm c3,d1"))
    opened = await evening.brennus.click(evening.board(), label="Move")
    assert [label for label in labels(opened) if len(label) == 1] == list("jihgfedcba")
    inside = await press(evening.brennus, opened, "c")
    ranks = [int(label[1:]) for label in labels(inside) if label[0] == "c"]
    assert len(ranks) > 5
    assert ranks == sorted(ranks, reverse=True)  # as on the board of the other side


@pytest.mark.slow
async def test_a_turn_is_told_tile_by_tile(evening: Evening) -> None:
    await begin(evening, "standard pie=off")
    await evening.play("a1,a3")
    assert " · Livia `a1` `a3` · " in evening.board().content
    await evening.livia.slash(evening.channel, "match offer", what="takeback")
    assert evening.last().content.endswith("Livia asks to take back `a1` `a3`.")
    await evening.move(evening.brennus, "j8,j10")
    assert "Livia `a1` `a3`" in evening.boards()[0].content
    await evening.play("c1,c3 j4,j6")
    assert await tapped(evening, evening.livia, "@ponte.bridge a1 c1") == 5


async def test_the_squares_of_a_file_say_enough_by_themselves(evening: Evening) -> None:
    await begin(evening)
    shown = await evening.livia.click(evening.board(), label="Move")
    for label in ("c", "c3", "d"):
        shown = await press(evening.livia, shown, label)
        assert labels(shown)[-1] == "Back"
        assert "\n" not in said(shown)


async def test_the_second_player_may_take_the_light_tiles(evening: Evening) -> None:
    await begin(evening, "standard")
    assert not await evening.move(evening.livia, "a1,c3")
    board = evening.board()
    assert ", your move or `swap` · " in board.content
    assert "dark may take the light tiles instead" in (board.attachments[0].description or "")
    shown = await evening.brennus.click(board, label="Move")
    assert labels(shown)[0] == "Take the light tiles"
    assert "Choose what to do · tap a letter to see its squares" in said(shown)
    listed = await evening.brennus.autocomplete(evening.channel, "move", "move", "")
    assert listed[0]["value"] == "swap"
    assert await tapped(evening, evening.brennus, "@ponte.swap") == 3
    board = evening.board()
    assert board.content.startswith(f"<@{evening.livia.id}>, your move")
    assert "takes the light tiles" in (board.attachments[0].description or "")
    assert "`swap`)" not in board.content
    assert not await evening.move(evening.livia, "e5,g7")
    text = said(await evening.mara.slash(evening.channel, "match board", view="text"))
    assert "Light, score 0" in text
    assert (await evening.seen()).match.stand.turns == 3


@pytest.mark.parametrize("language", ["zh-TW"], indirect=True)
async def test_a_match_as_players_in_taiwan_read_it(evening: Evening) -> None:
    opened = await evening.new(
        evening.livia, game="ponte", opponent=evening.brennus, seat="first", where="here"
    )
    await press(evening.brennus, opened, "接受")
    await evening.play("請放c3和d5，謝謝 換邊")
    await evening.livia.click(evening.board(), label="走棋")
    await evening.livia.slash(evening.channel, "match settings")
    await press(evening.livia, await evening.livia.slash(evening.channel, "match resign"), "認輸")
    assert "獲勝" in evening.board().content
