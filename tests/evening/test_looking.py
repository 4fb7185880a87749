"""Looks at matches: boards, text, lists, settings."""

import io
import re
from typing import Any

import discord
from PIL import Image
from simcord import InteractionResult, MemberActor

from games.library import GAMES

from .conftest import HOUR, IN_BOTH, Evening, expect, labels, press, refused, said, shown_by
from .phone import rows
from .test_forged import press as forge


async def picture(result: InteractionResult) -> bytes:
    """Return the picture an interaction was answered with."""
    (attachment,) = shown_by(result).message.attachments
    data = await attachment.read()
    assert Image.open(io.BytesIO(data)).width == 800
    return data


async def test_my_board_has_the_own_side_below_and_may_be_turned(evening: Evening) -> None:
    await evening.begin()
    board = evening.board()
    romans = await evening.livia.click(board, label="My board")
    gauls = await evening.brennus.click(board, label="My board")
    assert romans.ephemeral
    assert gauls.ephemeral
    assert await picture(romans) != await picture(gauls)
    assert labels(romans) == ["Move", "Flip", "Text"]
    assert labels(gauls) == ["Flip", "Text"]
    below = await picture(romans)
    flipped = await press(evening.livia, romans, "Flip")
    assert await picture(flipped) != below
    assert await picture(await press(evening.livia, flipped, "Flip")) == below
    for view in ("mine", "flipped", "public"):
        shown = await evening.mara.slash(evening.channel, "match board", view=view)
        assert shown.ephemeral
        assert await picture(shown)
    shared = await press(evening.mara, shown, "Share")
    assert not shown_by(shared).ephemeral
    assert await picture(shared)
    text = await evening.mara.slash(evening.channel, "match board", view="text")
    assert "7 t t t t t t t t 7" in said(text)
    (attachment,) = board.attachments
    assert attachment.filename == f"murus-{evening.id()}-0.png"
    assert attachment.description
    assert "Romans (Livia) to move" in attachment.description
    panel = await evening.livia.slash(evening.channel, "match settings")
    await choose(evening.livia, panel, "theme", "light")
    assert await picture(await evening.livia.click(board, label="My board")) != below
    await choose(evening.livia, panel, "theme", "-")
    assert below == await picture(await evening.livia.click(board, label="My board"))
    menu = await evening.livia.click(board, label="More")
    assert menu.ephemeral
    usual = ["History", "Rules", "Text"]
    assert labels(menu) == [*usual, "Resign"]
    assert labels(await evening.mara.click(board, label="More")) == [*usual, "Follow"]
    for old in ("flipped", "matches"):
        assert "your move" in await forge(evening, f"m:{evening.id()}:0:{old}")
    assert "Your settings" in await forge(evening, f"m:{evening.id()}:0:settings")
    await evening.play("a1-a3")
    answer = said(await evening.press(evening.brennus, evening.board(), "Text"))
    expect(answer, "your move · Livia `a1-a3`: wall on a2, wall on a3", "3 W . . . . . . . 3")
    expect(answer, "Capital letters are Roman", "tower b1, c1")


async def test_before_it_has_begun_a_match_has_no_board_from_any_side(evening: Evening) -> None:
    await evening.new(evening.livia, opponent=evening.brennus)
    match = (await evening.client.desk.matches.list_matches(evening.livia.id, "mine", None))[0].id
    for view in ("mine", "public", "flipped", "text"):
        shown = await evening.livia.slash(evening.channel, "match board", view=view, match=match)
        assert f"`{match}` is not being played" in refused(shown)


NONE = "Nothing here. "
LISTED = {
    "turn": ("**your move**", NONE),
    "mine": ("**your move**", NONE),
    "here": ("Livia – Brennus", "Livia – Brennus"),
    "open": (NONE, NONE),
    "finished": (NONE, NONE),
}
"""What Livia, who is to move, and Mara read in the lists."""


async def test_lists_answer_their_asker_and_say_what_happened_when(evening: Evening) -> None:
    async def listed(scope: str, who: MemberActor = evening.livia) -> str:
        result = await who.slash(evening.channel, "match list", scope=scope)
        assert result.ephemeral
        return said(result)

    await evening.begin(pace="none")
    for scope, told in LISTED.items():
        for who, words in zip((evening.livia, evening.mara), told, strict=True):
            assert words in await listed(scope, who)
    assert re.search(r"\*\*your move\*\* · last change <t:\d+:R>$", await listed("mine"))
    await evening.move(evening.livia, "a1-a3")
    assert re.search(r"Brennus to move · last move <t:\d+:R>$", await listed("mine"))
    await evening.resign(evening.livia)
    ended = r"Brennus won: Livia resigned.* · ended <t:\d+:R>$"
    for who in (evening.livia, evening.brennus):
        assert re.search(ended, await listed("finished", who))


@IN_BOTH
async def test_a_match_takes_two_rows_of_a_list_at_most_on_a_phone(evening: Evening) -> None:
    games = [name for name, game in GAMES.items() if game.info.seats == 2]
    for game in games:
        await evening.begin("thread", game=game, pace="none")
        evening.time.ahead += HOUR
    for who in (evening.livia, evening.brennus):
        title, *listed = said(await who.slash(evening.channel, "match list")).splitlines()
        assert len(listed) == len(games)
        assert [id_ for id_ in listed if len(rows(id_)) > 2] == []
        assert len(rows(title)) == 1


async def test_lists_lead_to_cards_boards_and_seats_in_sight(evening: Evening) -> None:
    closed, opened = (discord.PermissionOverwrite(view_channel=seen) for seen in (False, True))
    seeing: dict[Any, discord.PermissionOverwrite] = {
        evening.guild.default_role: closed,
        **dict.fromkeys((evening.mara, evening.me), opened),
    }
    hidden = evening.guild.create_text_channel("hidden", overwrites=seeing)
    await evening.mara.slash(hidden, "match new", game="murus")
    listed = await evening.livia.slash(evening.channel, "match list", scope="open")
    assert NONE in said(listed)
    await evening.new(evening.mara)
    elsewhere = evening.guild.create_text_channel("elsewhere")
    listed = await evening.livia.slash(elsewhere, "match list", scope="open")
    card = evening.channel.history()[0]
    assert f"/channels/{evening.guild.id}/{evening.channel.id}/{card.id}" in said(listed)
    join, _ = labels(listed)
    joined = await press(evening.livia, listed, join)
    assert joined.ephemeral
    assert f"You have joined `{join.removeprefix('Join ')}`." in said(joined)
    thread = evening.channel.threads[-1]
    mine = said(await evening.livia.slash(evening.channel, "match list"))
    assert f"/{thread.id}/{evening.board(thread).id}" in mine
    assert f"<#{thread.id}>" not in mine  # its name would say all of it twice


async def test_a_challenge_comes_before_a_turn_and_a_turn_before_a_wait(evening: Evening) -> None:
    await evening.begin(moves="a1-a3")
    await evening.begin("thread")
    await evening.new(evening.mara, opponent=evening.livia)
    for scope, states in (
        ("mine", ["**Mara challenges you**", "**your move**", "Brennus to move"]),
        ("turn", ["**Mara challenges you**", "**your move**"]),
    ):
        answer = said(await evening.livia.slash(evening.channel, "match list", scope=scope))
        lines = answer.splitlines()[1:]
        assert [state in line for state, line in zip(states, lines, strict=True)] == [True] * len(
            lines
        )
        assert all(re.search(r"<t:\d+:R>", line) for line in lines)
    assert "challenges you" not in said(await evening.mara.slash(evening.channel, "match list"))


async def choose(who: MemberActor, panel: InteractionResult, what: str, value: str) -> str:
    """Pick an option of the settings panel."""
    return said(await who.select(shown_by(panel), [value], custom_id=f"s:-:0:set:{what}"))


async def test_settings_are_private_and_per_person(evening: Evening) -> None:
    panel = await evening.livia.slash(evening.channel, "match settings")
    assert panel.ephemeral
    assert "你的设置" in await choose(evening.livia, panel, "locale", "zh-CN")
    assert "Your settings" in said(await evening.brennus.slash(evening.channel, "match settings"))
    assert "你在这里没有对局" in refused(
        await evening.livia.slash(evening.channel, "move", move="a1-a3")
    )
