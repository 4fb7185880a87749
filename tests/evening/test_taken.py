"""Places that another match has taken: what the bot says, and who may make room."""

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.matches.match.ids import MatchId
from games.clock import DAY
from games.records.record import Person, read, write
from tests.samples import sampled

from .conftest import IN_BOTH, Evening, expect, labels, press, refused, said
from .managers import manager
from .test_places import forged


async def wanting(evening: Evening, who: MemberActor, **more: str) -> InteractionResult:
    """Let a member ask for another game here."""
    return await evening.new(who, **{"game": "diablo", "where": "here", **more})


async def test_the_refusal_says_who_can_do_what_about_an_open_match(evening: Evening) -> None:
    await evening.begin()
    await evening.resign(evening.livia)
    end = evening.board()
    await evening.new(evening.mara, where="here")
    when = (evening.time() + 7 * DAY) // 1000
    answers = (
        await wanting(evening, evening.brennus),
        await evening.livia.click(end, label="Rematch"),
    )
    for answer in answers:
        reply = refused(answer)
        assert "is waiting for an answer here. Mara can cancel it" in reply
        assert f"if nobody answers, it expires <t:{when}:R>." in reply
        assert "gets a thread of its own" in reply
        assert "close" not in reply.lower()
    assert labels(answers[0]) == []


async def test_where_no_threads_may_be_made_a_moderator_can_help(evening: Evening) -> None:
    evening.channel = evening.guild.create_text_channel(
        "quiet", overwrites={evening.me: discord.PermissionOverwrite(create_public_threads=False)}
    )
    await evening.begin()
    answer = refused(await wanting(evening, evening.mara, where="thread"))
    assert f"`{evening.id()}` (Livia – Brennus) is being played here." in answer
    assert "A moderator can also let me “Create Public Threads”" in answer


@IN_BOTH
@pytest.mark.parametrize("permission", sampled(["manage_channels", "manage_threads"]))
async def test_who_manages_the_channel_closes_a_match_in_it(
    evening: Evening, permission: str
) -> None:
    await evening.begin()
    match, judith = evening.id(), manager(evening, permission=permission)
    answer = await wanting(evening, judith)
    words = evening.words
    assert words("taken.close") in refused(answer)
    assert labels(answer) == [words("button.close", match=match)]
    closed = await press(judith, answer, words("button.close", match=match))
    assert words("taken.closed", match=match) in said(closed)
    why = words("over.closed_by", closer="Judith")
    assert f"**{why}**" in evening.board().content
    (ended,) = evening.board().attachments
    assert words("over.closed") in str(ended.description)
    record = await evening.client.desk.matches.evidence.record(MatchId(match))
    assert (record.closer, read(write(record))) == (Person(str(judith.id), "Judith"), record)
    assert words("card.open_seat", host="Judith") in said(await wanting(evening, judith))


async def test_who_manages_the_channel_closes_seats_of_others_alone(evening: Evening) -> None:
    card = said(await evening.new(evening.livia, where="here"))
    judith = manager(evening, permission="manage_channels")
    await press(judith, await wanting(evening, judith), f"Close {card.split('`')[1]}")
    closed = evening.channel.history()[0].content
    expect(closed, "this match did not start", "Called off by Judith, a manager")
    assert "looking for players" in said(await wanting(evening, judith))
    evening.room()
    opened = await evening.new(judith, opponent=evening.brennus, where="here")
    await press(evening.brennus, opened, "Accept")
    reply = await press(judith, await wanting(evening, judith), f"Close {evening.id()}")
    assert "ask somebody else who may do this" in said(reply)
    assert labels(await wanting(evening, evening.mara)) == []
    reply = await forged(evening, evening.mara, evening.channel, f"m:{evening.id()}:0:close")
    assert refused(reply)
    assert (await evening.match()).running
