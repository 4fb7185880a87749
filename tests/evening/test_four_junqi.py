"""An evening of Junqi for four: setting up, looking, zooming, marking, moving."""

import re

import pytest
from simcord import ResponseMessage

from bot.matches.match.ids import MatchId

from .conftest import choose, expect, fairness, items, labels, press, refused, said, shown_by
from .four import LAYOUTS, Table


@pytest.mark.slow
async def test_four_set_up_and_move_in_turn(table: Table) -> None:
    await table.sit()
    board = table.board()
    assert all(f"<@{who.id}>" in board.content for who in table.people)
    assert [len(table.letters(name)) for name in ("Livia", "Brennus", "Mara", "Quintus")] == [1] * 4
    opened = await table.brennus.click(board, label="Set up")
    pieces = next(item for item in items(opened) if ":swap" in item["custom_id"])
    assert {option["value"] for option in pieces["options"]} >= {"a11", "f7"}
    assert (await table.set_up()).stand.phase == "playing"
    begun = table.board()
    (shown,) = fairness(table.channel)
    assert len({line for line in shown.content.splitlines() if "layout seal" in line}) == 4
    assert begun.content.startswith(f"<@{table.livia.id}>, your move")
    assert "×" in labels(await table.livia.click(begun, label="Move"))[0]
    assert not await table.move(table.livia, "g6-f7")
    assert "Field Marshal" not in table.board().content
    assert table.board().content.startswith(f"<@{table.brennus.id}>, your move")
    assert "not your turn" in await table.move(table.mara, "g12-g11")
    assert "You are watching" in await table.move(table.mei, "f11-g11")
    assert "Your partner's" in await table.move(table.brennus, "f9-l9")
    assert not await table.move(table.brennus, "f9-g9")
    assert table.board().content.startswith(f"<@{table.mara.id}>, your move")
    opened = await table.mara.click(table.board(), label="Move")
    files = [label[0] for label in labels(opened) if "×" not in label]
    assert files == sorted(files, reverse=True)  # as on the board of who sits opposite


async def picture(message: ResponseMessage) -> bytes:
    return bytes(await message.attachments[0].read())


@pytest.mark.slow
async def test_each_zooms_turns_and_marks_what_they_may_see(table: Table) -> None:
    await table.sit()
    await table.set_up()
    assert labels(table.board())[:5] == ["Move", "My board", "Offer", "More", "Zoom"]
    for watched in (
        await table.mei.click(table.board(), label="Zoom"),
        await press(table.mei, await table.mei.click(table.board(), label="My board"), "Zoom"),
    ):
        assert shown_by(watched).ephemeral
        assert labels(shown_by(watched)) == ["West", "North", "East", "Whole board"]
        assert items(watched)[2]["custom_id"].endswith(":zoom:3")
        words = shown_by(watched).attachments[0].description
        assert words
        assert "South: hidden on " in words
        assert "Field Marshal" not in words
    own = await table.brennus.click(table.board(), label="Zoom")
    assert labels(shown_by(own)) == ["South", "North", "East", "Whole board"]
    assert "West: Field Marshal" in (shown_by(own).attachments[0].description or "")
    mine = await table.brennus.click(table.board(), label="My board")
    assert labels(shown_by(mine)) == ["Rotate", "Zoom", "Mark", "Text"]
    files, near = [await picture(shown_by(mine))], mine
    for label in ("Zoom", "East", "Whole board", "Rotate"):
        near = await press(table.brennus, near, label)
        assert shown_by(near).ephemeral
        files.append(await picture(shown_by(near)))
    assert (files[0], len(set(files))) == (files[3], 4)
    which = await press(table.mara, await table.mara.click(table.board(), label="My board"), "Mark")
    selects = [item for item in items(which) if "options" in item]
    owners = ["South (Livia)", "West (Brennus)", "East (Quintus)"]
    assert [menu["placeholder"] for menu in selects] == owners
    assert [len(menu["options"]) for menu in selects] == [25, 25, 25]
    west = next(option["value"] for option in selects[1]["options"] if option["label"] == "a10")
    what = await table.mara.select(shown_by(which), [west], custom_id=selects[1]["custom_id"])
    done = await choose(table.mara, shown_by(what), "guessed", "F")
    assert "a10 is marked as Flag" in done.content
    assert "g6" in said(await table.mara.slash(table.channel, "match mark", square="g6", guess="9"))
    seen = await table.client.desk.matches.see(MatchId(table.id()), table.mara.id)
    assert set(seen.notes) == {("a10", "F?"), ("g6", "9?")}
    none = await table.mara.slash(table.channel, "match mark", square="g12", guess="9")
    assert "no hidden piece" in refused(none)


async def test_the_text_of_a_board_is_complete(table: Table) -> None:
    await table.sit(variant="open")
    await table.set_up()
    assert "ready" not in table.board().content
    for who in table.people:
        await table.move(who, await table.quiet())
    words = said(await table.press(table.livia, table.board(), "Text"))
    since = [("2", "Brennus"), ("3", "Mara"), ("4", "Quintus")]
    asked = said(await table.livia.slash(table.channel, "match ask", question="played"))
    for told in (words, asked, table.board().content, table.letters("Livia")[-1].content):
        assert re.findall(r"(\d)\. (\w+) `", told) == since
    diagram = words.split("```")[1]
    assert [diagram.count(sign) for sign in ("s9", "w9", "n9", "e9")] == [1] * 4
    assert "Lost 0." in words
    assert words.rstrip().endswith("The centre has railways alone.")
    expect(words, "South:", "West:", "North:", "East:")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["zh-CN"], indirect=True)
async def test_an_evening_of_four_in_chinese(table: Table) -> None:
    card = await table.invite(variant="partners", opponent2=None)
    expect(card.content, "四国军棋", "双明", "**南家** Livia ✓ · **北家**")
    assert labels(card) == ["接受", "东家（Livia 的对手）", "拒绝", "取消", "规则"]
    await table.quintus.click(card, label="东家（Livia 的对手）")
    for who in (table.brennus, table.mara):
        await who.click(card, label="接受")
    for who, layout in zip(table.people, LAYOUTS, strict=True):
        shown = await who.slash(table.channel, "match setup", layout=layout)
        await press(who, shown, "准备就绪", "仍然就绪")
    assert any("北家布阵码" in message.content for message in fairness(table.channel))
    mine = await table.mara.click(table.board(), label="我的棋盘")
    await press(table.mara, mine, "放大", "南家", "整个棋盘", "旋转")
    which = await press(table.mara, mine, "标记")
    owners = [menu["placeholder"] for menu in items(which) if "options" in menu]
    assert owners == ["西家（Brennus）", "东家（Quintus）"]
    await table.press(table.mara, table.board(), "Text")
    await table.move(table.livia, "g6-f7")
    await table.livia.slash(table.channel, "match resign")
    await table.mei.click(table.board(), label="我的棋盘")
    assert "西家" in (table.board().attachments[0].description or "")


@pytest.mark.slow
async def test_an_offer_says_who_has_agreed_and_who_is_yet_to_answer(table: Table) -> None:
    await table.sit(variant="resign_min_ply=0")
    await table.set_up()
    south, west, north, east = table.people
    await south.slash(table.channel, "match offer", what="draw")
    assert all(f"<@{who.id}>" in table.last().content for who in (west, north, east))
    assert "on the table, for the others" in refused(
        await south.click(table.last(), label="Accept")
    )
    assert "You are watching" in refused(await table.mei.click(table.last(), label="Decline"))
    await west.click(table.last(), label="Accept")
    now = table.last()
    assert " · Livia · Draw" in now.content
    assert now.content.endswith("Agreed: Brennus. Yet to answer: Mara, Quintus.")
    assert labels(now) == ["Accept", "Decline", "Withdraw"]
    again = await north.slash(table.channel, "match offer", what="draw")
    assert said(again).endswith("Agreed: Brennus, Mara. Yet to answer: Quintus.")
    assert table.last().id == now.id, "nothing new is posted"
    await east.click(now, label="Decline")
    assert "Draw: Quintus declines" in table.last().content
    # A turn is taken back if both opponents agree; the partner is not asked.
    await table.move(south, await table.quiet())
    await south.slash(table.channel, "match offer", what="takeback")
    asked = table.last()
    assert f"<@{north.id}>" not in asked.content
    assert "for others to answer" in refused(await north.click(asked, label="Accept"))
    await west.click(asked, label="Accept")
    half = table.last()
    assert " · Livia · Takeback" in half.content
    assert half.content.endswith("Agreed: Brennus. Yet to answer: Quintus.")
    await east.click(half, label="Accept")
    assert table.board().content.startswith(f"<@{south.id}>")
    # Who is out is not asked either, and can do no more than look on.
    await table.resign(west)
    mine = await west.click(table.board(), label="My board")
    assert "you are out" in said(mine)
    await north.slash(table.channel, "match offer", what="draw")
    assert f"<@{east.id}>" in table.last().content
    assert f"<@{west.id}>" not in table.last().content
    assert "Your part in" in refused(await west.click(table.last(), label="Accept"))
    for label in ("Offer", "Move"):
        assert "Your part in" in refused(await west.click(table.board(), label=label))
    assert "Your part in" in await table.move(west, "a1-a2")
    assert "Resign" not in labels(await west.click(table.board(), label="More"))
    await table.restart()
    assert labels(await press(west, mine, "Zoom"))
