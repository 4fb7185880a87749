"""Help, and what can be done from the menus of members and of messages."""

import re

import discord
from simcord import InteractionResult, MemberActor

from .conftest import IN_BOTH, Evening, expect, labels, press, refused, said, shown_by


async def challenge(evening: Evening, who: MemberActor) -> InteractionResult:
    return await evening.livia.context_menu(evening.channel, "Challenge", who)


async def test_help_begins_with_the_first_step_and_names_commands_to_press(
    evening: Evening,
) -> None:
    result = await evening.mara.slash(evening.channel, "help")
    assert result.ephemeral
    ids = evening.client.desk.commands.ids
    pressed = re.findall(r"</([a-z ]+):(\d+)>", said(result))
    assert {int(number) for _, number in pressed} == {ids["match"], ids["move"], ids["about"]}
    named = [name for name, _ in pressed]
    assert named[:4] == ["match new", "match rules", "move", "match list"]
    assert named[4:] == ["match ready", "match stats", "match settings", "about"]
    assert len(said(result).splitlines()) == 9


@IN_BOTH
async def test_the_card_of_a_challenge_takes_the_place_of_the_menu(evening: Evening) -> None:
    asked = await challenge(evening, evening.brennus)
    before = len(evening.env.http_requests)
    chosen = await press(evening.livia, asked, evening.words("new.post"))
    requests = evening.env.http_requests[before:]
    assert shown_by(asked).ephemeral
    assert (shown_by(chosen).id, shown_by(chosen).components) == (shown_by(asked).id, [])
    (card,) = evening.channel.history()
    posted = evening.words("new.posted", address=card.jump_url)
    assert (said(chosen), chosen.followups) == (posted, [])
    answered = [request.json for request in requests if isinstance(request.json, dict)]
    assert answered[0] == {"type": 6}
    contents = [body["content"] for body in answered[1:]]
    assert contents == [card.content, shown_by(chosen).content]
    assert answered[1]["enforce_nonce"]


async def test_the_menu_of_a_challenge_outlives_refusals_and_a_restart(evening: Evening) -> None:
    assert "yourself" in refused(await challenge(evening, evening.livia))
    await evening.new(evening.livia, game="murus", opponent=evening.brennus)
    asked = await challenge(evening, evening.brennus)
    await evening.restart()
    again = await press(evening.livia, asked, "Post")
    assert "is still waiting for an answer" in refused(again)
    assert "Posted: [go there]" in said(await press(evening.livia, asked, "Diablo", "Post"))
    card = evening.last()
    assert "Livia challenges" in card.content
    assert [user.id for user in card.mentions] == [evening.brennus.id]
    await evening.brennus.click(card, label="Accept")
    assert "Diablo" in (evening.board(evening.channel.threads[-1]).attachments[0].description or "")


async def test_a_challenge_without_a_card_or_guest_opens_nothing(evening: Evening) -> None:
    asked, late = [await challenge(evening, evening.brennus) for _ in range(2)]
    path = f"/channels/{evening.channel.id}/messages"
    evening.env.inject_error("POST", path, status=403, code=50013, times=None)
    answer = await press(evening.livia, asked, "Post")
    assert "these permissions: View Channel, Send Messages," in refused(answer)
    assert "Posted" not in said(answer)
    evening.env.backend.faults.clear()
    evening.guild.remove_member(evening.brennus)
    answer = await press(evening.livia, late, "Diablo", "Post")
    assert "no longer on this server" in refused(answer)
    assert await evening.client.desk.matches.list_matches(evening.livia.id, "mine", None) == ()


async def test_boards_alone_lead_to_the_match_as_it_stands(evening: Evening) -> None:
    async def text(message: discord.Message) -> str:
        shown = await evening.mara.context_menu(evening.channel, "Text of this board", message)
        return refused(shown)

    words = await evening.mara.send(evening.channel, "`K7Q2` is a nice name")
    assert "not one of my boards" in await text(words)
    await evening.new(evening.livia)
    card = evening.channel.history()[1]
    assert "is not being played" in await text(card)
    assert labels(card) == ["Join", "Cancel", "Rules"]
    await evening.begin_anew(moves="a1-a3")
    for board in evening.boards():
        answer = await text(board)
        assert answer.startswith("The match as it stands now:")
        expect(answer, "wall a2, a3", "`a1-a3`")
