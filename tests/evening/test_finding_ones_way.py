"""Help, and what can be done from the menus of members and of messages."""

from __future__ import annotations

import re

import pytest
from simcord import InteractionResult, MemberActor

from .conftest import IN_BOTH, Evening, choose, labels, refused, said


async def challenge(evening: Evening, who: MemberActor) -> InteractionResult:
    return await evening.livia.context_menu(evening.channel, "Challenge", who)


async def test_help_names_every_command_as_something_to_press(evening: Evening) -> None:
    result = await evening.mara.slash(evening.channel, "help")
    assert result.ephemeral
    ids = evening.client.desk.commands.ids
    pressed = re.findall(r"</([a-z ]+):(\d+)>", said(result))
    assert {int(number) for _, number in pressed} == {ids["match"], ids["move"], ids["about"]}
    tree = evening.client.tree.get_command("match")
    assert {name for name, _ in pressed} == {
        "about",
        "move",
        *(f"match {one.name}" for one in tree.commands),  # type: ignore[union-attr]  # a group
    }
    assert len(said(result).splitlines()) == 17


async def test_a_member_is_challenged_from_their_menu(evening: Evening) -> None:
    asked = await challenge(evening, evening.brennus)
    assert asked.ephemeral
    assert asked.response
    await choose(evening.livia, asked.response, "challenge", "diablo")
    card, _ = evening.channel.history()
    assert "Livia challenges" in card.content
    assert f"<@{evening.brennus.id}>" in card.content
    assert [user.id for user in card.mentions] == [evening.brennus.id]
    await evening.brennus.click(card, label="Accept")
    assert "Diablo" in evening.board(evening.channel.threads[-1]).content


@IN_BOTH
async def test_the_card_of_a_challenge_takes_the_place_of_the_menu(evening: Evening) -> None:
    asked = await challenge(evening, evening.brennus)
    assert asked.response
    before = len(evening.env.http_requests)
    chosen = await evening.livia.select(asked.response, ["murus"])
    requests = evening.env.http_requests[before:]
    assert asked.response.ephemeral
    assert chosen.response
    assert chosen.response.id == asked.response.id
    assert chosen.response.components == []
    card, seal = evening.channel.history()
    posted = evening.words("challenge.posted", name="Brennus", address=card.jump_url)
    assert chosen.response.content == posted
    assert chosen.followups == []
    answered = [one.json for one in requests if isinstance(one.json, dict)]
    assert answered[0] == {"type": 6}
    contents = [one["content"] for one in answered[1:]]
    assert contents[0] == card.content
    assert sorted(contents[1:]) == sorted([seal.content, posted])
    assert answered[1]["enforce_nonce"]


async def test_a_challenge_that_is_refused_leaves_the_menu(evening: Evening) -> None:
    await evening.new(evening.livia, game="murus", opponent=evening.brennus)
    asked = await challenge(evening, evening.brennus)
    assert asked.response
    again = await evening.livia.select(asked.response, ["murus"])
    assert "is still waiting here for an answer" in refused(again)
    assert again.response
    assert again.response.components
    other = await evening.livia.select(again.response, ["diablo"])
    assert "has been posted" in said(other)


async def test_the_menu_of_a_challenge_outlives_a_restart(evening: Evening) -> None:
    asked = await challenge(evening, evening.brennus)
    await evening.restart()
    assert asked.response
    chosen = await evening.livia.select(asked.response, ["diablo"])
    assert "has been posted" in said(chosen)
    assert "Livia challenges" in evening.channel.history()[0].content


async def test_a_challenge_whose_card_is_refused_opens_nothing(evening: Evening) -> None:
    asked = await challenge(evening, evening.brennus)
    assert asked.response
    path = f"/channels/{evening.channel.id}/messages"
    evening.env.inject_error("POST", path, status=403, code=50013, times=None)
    answer = await evening.livia.select(asked.response, ["murus"])
    assert "nothing has been opened" in refused(answer)
    assert "has been posted" not in said(answer)
    assert await evening.client.desk.matches.listed(evening.livia.id, "mine", None) == ()


async def test_one_cannot_challenge_oneself(evening: Evening) -> None:
    assert "yourself" in refused(await challenge(evening, evening.livia))


async def test_somebody_who_has_left_meanwhile_cannot_be_challenged(evening: Evening) -> None:
    asked = await challenge(evening, evening.brennus)
    assert asked.response
    evening.guild.remove_member(evening.brennus)
    answer = await evening.livia.select(asked.response, ["diablo"])
    assert "no longer on this server" in refused(answer)


@pytest.mark.parametrize("which", [0, -1])
async def test_every_board_leads_to_the_match_as_it_stands(evening: Evening, which: int) -> None:
    await evening.begin()
    await evening.move(evening.livia, "a1-a3")
    board = evening.boards()[which]
    result = await evening.mara.context_menu(evening.channel, "Text of this board", board)
    assert result.ephemeral
    answer = said(result)
    assert answer.startswith("The match as it stands now:")
    assert "walls on a2, a3" in answer
    assert "`a1-a3`" in answer


async def test_other_messages_show_no_board(evening: Evening) -> None:
    words = await evening.mara.send(evening.channel, "`K7Q2` is a nice name")
    answer = await evening.mara.context_menu(evening.channel, "Text of this board", words)
    assert "not one of my boards" in refused(answer)


async def test_the_text_of_a_match_that_has_not_begun_is_refused(evening: Evening) -> None:
    await evening.new(evening.livia)
    card = evening.channel.history()[0]
    answer = await evening.mara.context_menu(evening.channel, "Text of this board", card)
    assert "is not being played" in refused(answer)
    assert labels(card) == ["Join", "Cancel", "Rules"]
