"""Moves: written with `/move`, and picked behind the Move button."""

import re

from .conftest import Evening, labels, press, refused, said, shown_by

SHORT_GAME = (
    "a1-c3 e7-c5 h1-f3 f7-h5 d1-f3 c7-a5 f3-d5 g7-e7 b1-b3 h7-f7 b2-b4 f7-h5 b3-d5 d7-b5 d5-f7"
)


async def test_a_written_move_is_answered_privately_and_shown_publicly(evening: Evening) -> None:
    await evening.begin()
    answer = await evening.move(evening.livia, "a1-a3")
    assert answer == f"`{evening.id()}`: you played `a1-a3`: wall on a2, wall on a3."
    board = evening.board()
    told, aim = board.content.splitlines()
    assert aim.startswith("You are the Gauls")
    line, _, time = told.rpartition(" · ")
    assert re.fullmatch(r"ends <t:\d+:R>", time)
    assert line == (
        f"<@{evening.brennus.id}>, your move · `{evening.id()}` Murus Gallicus · move 2"
        " · Livia `a1-a3`: wall on a2, wall on a3 · stones 16 : 16"
    )
    assert [user.id for user in board.mentions] == [evening.brennus.id]


async def test_notation_is_forgiving(evening: Evening) -> None:
    await evening.begin()
    for who, text, canonical in (
        (evening.livia, "A1 A3", "a1-a3"),
        (evening.brennus, "ｈ７－ｈ５", "h7-h5"),
        (evening.livia, " b1>b3 ", "b1-b3"),
        (evening.brennus, "g7g5", "g7-g5"),
        (evening.livia, "tower c1 to c3, please!", "c1-c3"),
        (evening.brennus, "请走Ｆ７到Ｆ５。", "f7-f5"),
        (evening.livia, "d1,d3", "d1-d3"),
    ):
        assert f"`{canonical}`" in await evening.move(who, text)


async def test_moves_are_offered_with_plain_words_and_found_by_typing(evening: Evening) -> None:
    await evening.begin()
    assert len(await evening.livia.autocomplete(evening.channel, "move", "move", "")) == 20
    offered = await evening.livia.autocomplete(evening.channel, "move", "move", "A1 c")
    assert [(choice["name"], choice["value"]) for choice in offered] == [
        ("a1-c3 · wall on b2, wall on c3", "a1-c3")
    ]
    assert await evening.brennus.autocomplete(evening.channel, "move", "move", "") == []
    assert await evening.mara.autocomplete(evening.channel, "move", "move", "") == []
    assert await evening.livia.autocomplete(evening.channel, "move", "move", "x" * 300) == []


async def test_a_match_elsewhere_is_named_by_its_id(evening: Evening) -> None:
    first = await evening.begin("thread")
    second = await evening.begin("thread")
    one, other = evening.id(first), evening.id(second)
    asked = await evening.livia.slash(evening.channel, "move", move="a1-a3")
    assert one in refused(asked)
    assert other in said(asked)
    offered = await evening.livia.autocomplete(evening.channel, "move", "match", "")
    assert {choice["value"] for choice in offered} == {one, other}
    done = await evening.livia.slash(evening.channel, "move", move="a1-a3", match=one.lower())
    assert f"`{one}`: you played" in said(done)
    assert f"Next game: {other}" in labels(done.response) if done.response else False
    assert f"`{other}`: you played" in said(await evening.livia.slash(second, "move", move="b1-b3"))


async def test_a_move_is_picked_piece_target_result_confirm(evening: Evening) -> None:
    await evening.begin()
    opened = await evening.livia.click(evening.board(), label="Move")
    assert opened.ephemeral
    assert labels(opened) == [f"{file}1" for file in "abcdefgh"]
    assert "Choose a piece" in said(opened)
    where = await press(evening.livia, opened, "c1")
    assert labels(shown_by(where)) == ["a3", "c3", "e3", "Back"]
    assert "Choose where\n`a3` wall on b2, wall on a3\n`c3` wall on c2" in said(where)
    assert shown_by(where).attachments
    sure = await press(evening.livia, where, "e3")
    assert "`c1-e3` · wall on d2, wall on e3 · Play this?" in said(sure)
    assert labels(sure) == ["Confirm c1-e3", "Back"]
    assert len(evening.boards()) == 1
    back = await press(evening.livia, sure, "Back")
    assert labels(back) == ["a3", "c3", "e3", "Back"]
    again = await press(evening.livia, back, "Back")
    assert len(labels(again)) == 8
    sure = await press(evening.livia, again, "a1", "a3")
    done = await press(evening.livia, sure, "Confirm a1-a3")
    assert "you played `a1-a3`" in said(done)
    assert not shown_by(done).attachments
    assert evening.board().content.startswith(f"<@{evening.brennus.id}>, your move")
    panel = await evening.brennus.slash(evening.channel, "match settings")
    await press(evening.brennus, panel, "Ask me to confirm moves: on")
    opened = await evening.brennus.click(evening.board(), label="Move")
    assert "you played `a7-a5`" in said(await press(evening.brennus, opened, "a7", "a5"))
    boards = evening.boards()
    assert [bool(labels(board)) for board in boards] == [False, False, True]


async def test_a_stale_picker_shows_the_board_as_it_is_now(evening: Evening) -> None:
    await evening.begin()
    opened = await evening.livia.click(evening.board(), label="Move")
    sure = await press(evening.livia, opened, "a1", "a3")
    await evening.play("b1-b3 h7-h5")
    late = await press(evening.livia, sure, "Confirm a1-a3")
    assert "has moved on" in said(late)
    assert shown_by(late).attachments
    assert labels(shown_by(late)) == ["Move"]
    assert "Choose a piece" in said(await evening.livia.click(shown_by(late), label="Move"))
    assert len(evening.boards()) == 3


async def test_a_stale_boards_move_button_shows_the_current_one(evening: Evening) -> None:
    await evening.begin()
    old = evening.board()
    evening.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013, times=1)
    await evening.play("b1-b3 h7-h5")
    late = await evening.livia.click(evening.boards()[0], label="Move")
    assert old.id == evening.boards()[0].id
    assert "has moved on" in said(late)


async def test_the_whole_short_game_ends_in_a_breakthrough(evening: Evening) -> None:
    thread = await evening.begin("thread")
    await evening.play(SHORT_GAME, thread)
    end = evening.board(thread)
    assert end.content.startswith("**Livia won: breakthrough")
    assert "Livia `d5-f7`" in end.content
    assert [user.id for user in end.mentions] == [evening.brennus.id]
    assert labels(end) == ["Rematch", "Replay", "Analysis", "Text", "Record", "Poster"]
    over = await evening.livia.slash(thread, "move", move="a1-a3")
    assert "You have no match here" in refused(over)
