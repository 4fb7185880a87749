"""Matches opened in a thread: where they go on once it is deleted or locked."""

from collections.abc import Awaitable, Callable

import discord
import pytest

from .bells import prefer, wait
from .conftest import HOUR, ChannelHandle, Evening, MatchId, labels, press, said, shown_by
from .test_places import again, begun_in_den


async def played_on(evening: Evening, match: str, text: str) -> str:
    """Let Brennus, who is to move, play from the channel; return the answer."""
    return said(await evening.brennus.slash(evening.channel, "move", move=text, match=match))


async def rematched(evening: Evening) -> ChannelHandle:
    """Begin a rematch in the thread of a match; return the thread."""
    thread = await evening.begin("thread")
    await again(evening, thread)
    return thread


@pytest.mark.parametrize("begin", [Evening.begin, rematched, begun_in_den])
async def test_a_match_whose_thread_is_deleted_gets_a_new_one(
    evening: Evening, begin: Callable[..., Awaitable[ChannelHandle]]
) -> None:
    thread = await (begin(evening, "thread") if begin is Evening.begin else begin(evening))
    match = evening.id(thread)
    evening.env.backend.delete_channel(thread.id)
    now = await evening.client.desk.matches.match(MatchId(match))
    (acting,) = (one.human.id for one in now.players if one.acting)
    mover, other = evening.livia, evening.brennus
    if acting == other.id:
        mover, other = other, mover
    moved = await mover.slash(evening.channel, "move", move="a1-a3", match=match)
    assert f"`{match}`: you played `a1-a3`" in said(moved)
    (new,) = evening.channel.threads
    assert f"<@{other.id}>" in evening.board(new).content
    assert evening.id(new) == match
    assert "you played `h7-h5`" in said(await other.slash(new, "move", move="h7-h5"))


async def begun_in_forum(evening: Evening) -> ChannelHandle:
    """Begin a match in a post of a forum; return the post."""
    forum = evening.guild.create_forum_channel("talk")
    made = await evening.client.fetch_channel(forum.id)
    assert isinstance(made, discord.ForumChannel)
    await made.create_thread(name="a game?", content="Who?")
    (post,) = forum.threads
    opened = await evening.livia.slash(
        post, "match new", game="murus", opponent=evening.brennus, seat="second"
    )
    await press(evening.brennus, opened, "Accept")
    return post


async def test_a_match_in_a_locked_post_waits_for_its_moderators(evening: Evening) -> None:
    post = await begun_in_forum(evening)
    match, path = evening.id(post), f"/channels/{post.id}/messages"
    evening.env.inject_error("POST", path, status=400, code=160005, times=None)
    assert "ask a moderator to unlock" in await played_on(evening, match, "a1-a3")
    evening.env.backend.faults.clear()
    await evening.pass_time(HOUR)
    assert "a1-a3" in evening.board(post).content


async def test_two_threads_of_a_channel_have_each_its_rematch(evening: Evening) -> None:
    threads = [await evening.begin("thread") for _ in range(2)]
    for thread in threads:
        resigned = await evening.livia.slash(thread, "match resign", match=evening.id(thread))
        await press(evening.livia, resigned, "Resign")
    cards = [await evening.livia.click(evening.board(one), label="Rematch") for one in threads]
    for thread, card in zip(threads, cards, strict=True):
        assert "Accept" in labels(shown_by(card))
        match = said(card).split("`")[1]
        await evening.press(evening.brennus, card, "Accept")
        assert evening.id(thread) == match
        (begun,) = [one.content for one in thread.history() if one.id == shown_by(card).id]
        assert f"<#{thread.id}>" not in begun
        shown = await evening.mara.slash(evening.channel, "match list", scope="here")
        assert match in said(shown)


async def test_whose_match_has_no_place_left_is_told_of_a_turn_once(evening: Evening) -> None:
    lobby = evening.guild.create_text_channel("lobby")
    for way in ("channel", "dm"):
        await prefer(evening, evening.brennus, ping=way)
        evening.room()
        await evening.begin(pace="1d")
        match = evening.id()
        evening.env.backend.delete_channel(evening.channel.id)
        told = len(evening.letters("Brennus"))
        said(await evening.livia.slash(lobby, "move", move="a1-a3", match=match))
        await wait(evening, 2)
        (letter,) = evening.letters("Brennus")[told:]
        assert letter.content.startswith(f"your move in `{match}` Murus Gallicus · I cannot show")
    assert evening.letters("Livia") == []


async def test_whose_match_has_no_place_left_is_told_of_its_end(evening: Evening) -> None:
    await prefer(evening, evening.brennus, ping="none")
    await evening.begin(pace="1d", strict=True)
    evening.env.backend.delete_channel(evening.channel.id)
    told = len(evening.letters("Brennus"))
    for hours in (20, 5, 1, 1):
        await wait(evening, hours)
    letters = [one.content for one in evening.letters("Livia")]
    assert ["your time in" in letters[0], "Called off" in letters[-1]] == [True, True]
    assert len(letters) == 2
    assert evening.letters("Brennus")[told:] == []
