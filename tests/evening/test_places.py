"""Matches belong to their place: who must see it to hear of them, and what if it is taken away."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor
from simcord.enums import ChannelType

from tests.samples import sampled

from .bells import prefer, wait
from .conftest import HOUR, ChannelHandle, Evening, MatchId, labels, press, refused, said, shown_by
from .managers import abroad, manager, told

NOBODY_KNOWS = "ZZZZ"
VERBS = ("mine", "text", "flipped", "share", "record", "verify", "rematch", "more", "offer")
LOOKING = [
    ("match board", {}),
    ("match board", {"view": "public"}),
    ("match board", {"view": "text"}),
    ("match setup", {}),
    ("match mark", {"square": "a12", "guess": "9"}),
    ("match offer", {"what": "draw"}),
    ("match resign", {}),
    ("move", {"move": "a6-a7"}),
]


def hidden(evening: Evening) -> ChannelHandle:
    """Make a channel that Livia, Brennus, those who manage the server and the bot see alone."""
    hosts = [evening.guild.roles["Hosts"]] if "Hosts" in evening.guild.roles else []
    overwrites: dict[Any, discord.PermissionOverwrite] = dict.fromkeys(
        (evening.livia, evening.brennus, evening.me, *hosts),
        discord.PermissionOverwrite(view_channel=True),
    )
    nobody = discord.PermissionOverwrite(view_channel=False)
    return evening.guild.create_text_channel(
        "hidden", overwrites={evening.guild.default_role: nobody, **overwrites}
    )


async def begun_in_den(evening: Evening, **options: Any) -> ChannelHandle:
    """Begin a match in a thread that Livia has made for Brennus and the bot; return the thread."""
    backend, me = evening.env.backend, evening.me
    thread = backend.create_thread(evening.channel.id, "den", evening.livia.id, **options)
    for member in (evening.brennus, me):
        backend.add_thread_member(thread.id, member.id)
    (den,) = evening.channel.threads
    opened = await evening.new(
        evening.livia, den, opponent=evening.brennus, seat="first", where="here"
    )
    await press(evening.brennus, opened, "Accept")
    return den


async def forged(
    evening: Evening, who: MemberActor, place: ChannelHandle, custom_id: str
) -> InteractionResult:
    """Press an invented button on the newest message of a place."""
    newest = place.last_message
    assert newest
    button = {"type": 2, "style": 2, "label": "?", "custom_id": custom_id}
    stored = evening.env.backend.get_message(place.id, newest.id)
    stored.components = [{"type": 1, "components": [button]}]
    newest = place.last_message
    assert newest
    return await who.click(newest, custom_id=custom_id)


async def stranger_told(
    who: MemberActor, place: ChannelHandle, match: str, command: str, more: dict[str, str]
) -> str:
    return refused(await who.slash(place, command, match=match, **more)).replace(match, "*")


async def test_on_another_server_a_match_does_not_exist(evening: Evening) -> None:
    mara, market = abroad(evening, "Mara")
    assert (await evening.new(mara, market, where="here")).response
    for game in ("murus", "junqi-dark"):
        await evening.begin_anew(game=game)
        match = evening.id()
        for command, more in LOOKING:
            answer = await stranger_told(mara, market, match, command, more)
            assert "There is no match `*`" in answer
            assert answer == await stranger_told(mara, market, NOBODY_KNOWS, command, more)
        for typed in ("", "a"):
            offered = [
                await mara.autocomplete(market, "move", "move", typed, match=known)
                for known in (match, NOBODY_KNOWS)
            ]
            assert offered == [[], []]
    for verb in VERBS:
        answer = refused(await forged(evening, mara, market, f"m:{match}:0:{verb}"))
        assert f"There is no match `{match}`" in answer, verb
        unknown = refused(await forged(evening, mara, market, f"m:{NOBODY_KNOWS}:0:{verb}"))
        assert unknown == answer.replace(match, NOBODY_KNOWS)


async def test_who_cannot_see_the_place_hears_of_no_match(evening: Evening) -> None:
    den = hidden(evening)
    opened = await evening.new(evening.livia, den, opponent=evening.brennus, seat="first")
    await press(evening.brennus, opened, "Accept")
    places = (den.threads[-1], await begun_in_den(evening, type=ChannelType.PRIVATE_THREAD))
    for match in map(evening.id, places):
        for command, more in LOOKING:
            answer = await stranger_told(evening.mara, evening.channel, match, command, more)
            assert "There is no match `*`" in answer
        seen = await evening.brennus.slash(evening.channel, "match board", match=match)
        assert "Livia to move" in said(seen)


async def test_who_does_not_see_where_a_match_moved_hears_no_more(evening: Evening) -> None:
    judith, den = manager(evening), hidden(evening)
    await evening.begin()
    match = evening.id()
    assert match in said(await evening.mara.slash(evening.channel, "match board", match=match))
    await told(evening, judith, match, "move", channel=den)
    for command, more in LOOKING:
        answer = await stranger_told(evening.mara, evening.channel, match, command, more)
        assert "There is no match `*`" in answer, command
    for verb in VERBS:
        answer = refused(
            await forged(evening, evening.mara, evening.channel, f"m:{match}:0:{verb}")
        )
        assert f"There is no match `{match}`" in answer, verb
    listed = said(await evening.mara.slash(evening.channel, "match list", scope="here"))
    assert "Nothing here. " in listed
    assert await evening.mara.autocomplete(evening.channel, "match history", "match", "") == []
    assert "You have no match here" in refused(
        await evening.mara.slash(evening.channel, "match board")
    )
    for place in (evening.channel, den):
        assert "your move" in said(await evening.livia.slash(place, "match board", match=match))
    assert match in said(await evening.livia.slash(den, "match list", scope="here"))
    evening.env.backend.delete_channel(den.id)
    answer = await stranger_told(evening.mara, evening.channel, match, "match board", {})
    assert "There is no match `*`" in answer


@pytest.mark.parametrize(
    ("kind", "seen"), [(ChannelType.PUBLIC_THREAD, True), (ChannelType.PRIVATE_THREAD, False)]
)
async def test_a_match_moved_into_a_thread_is_there_for_those_who_may_enter_it(
    evening: Evening, kind: ChannelType, seen: bool
) -> None:
    judith, hall = manager(evening), evening.guild.create_text_channel("hall")
    await evening.begin()
    match, me = evening.id(), evening.me
    thread = evening.env.backend.create_thread(hall.id, "corner", judith.id, type=kind)
    for user in (me.id, evening.livia.id, evening.brennus.id):
        evening.env.backend.add_thread_member(thread.id, user)
    (corner,) = hall.threads
    assert "goes on in" in await told(evening, judith, match, "move", channel=corner)
    for place in (evening.channel, hall):
        answer = said(await evening.mara.slash(place, "match board", match=match))
        assert ("Livia to move" in answer) == seen
        assert (f"There is no match `{match}`" in answer) != seen
    assert (match in said(await evening.mara.slash(hall, "match list", scope="here"))) == seen


async def test_a_match_is_shared_at_home_and_played_from_anywhere(evening: Evening) -> None:
    thread = await evening.begin(where="thread")
    match = evening.id(thread)
    lobby = evening.guild.create_text_channel("lobby")
    shown = await evening.mara.slash(lobby, "match board", match=match, view="public")
    assert "Share" in labels(shown)
    shared = await press(evening.mara, shown, "Share")
    assert not shared.ephemeral
    assert match in said(shared)
    livia, market = abroad(evening, "Livia", nick="Fishwife")
    answer = await livia.slash(market, "move", move="a1-a3", match=match)
    assert "you played `a1-a3`" in said(answer)
    shown = await livia.slash(market, "match board", match=match, view="public")
    shared = await press(livia, shown, "Share")
    assert "only on the server on which its match is played" in refused(shared)
    assert "Fishwife" in said(await evening.new(livia, market, where="here"))
    await evening.move(evening.brennus, "a7-a5", thread)
    board = evening.board(thread)
    assert "Fishwife" not in board.content + str(board.attachments[0].description)
    stored = await evening.client.desk.matches.match(MatchId(match))
    assert [player.human.name for player in stored.players] == ["Livia", "Brennus"]


def mentioned(evening: Evening, content: str) -> list[int]:
    """List the users whom the last message with these words pings."""
    for request in reversed(evening.env.http_requests):
        sent: Any = request.json or {}
        sent = sent.get("data") or sent
        if content in (sent.get("content") or ""):
            return [int(user) for user in sent["allowed_mentions"]["users"]]
    raise LookupError(content)


async def test_offers_and_cards_mention_only_those_who_want_it(evening: Evening) -> None:
    await evening.client.desk.matches.prefer(evening.brennus.id, ping="none")
    opened = await evening.new(evening.livia, opponent=evening.brennus, seat="first", where="here")
    assert mentioned(evening, "Do you accept?") == []
    await press(evening.brennus, opened, "Accept")
    await evening.play("a1-a3 a7-a5")
    for what in ("draw", "takeback", "cancel"):
        offer = await evening.offer(evening.livia, what)
        assert f"<@{evening.brennus.id}>" in offer.content
        assert mentioned(evening, offer.content) == []
        await evening.brennus.click(offer, label="Decline")
    offer = await evening.offer(evening.brennus, "draw")
    assert mentioned(evening, offer.content) == [evening.livia.id]


async def take_the_channel(evening: Evening) -> None:
    """Livia and Mara play in the channel itself."""
    opened = await evening.new(evening.livia, opponent=evening.mara, where="here")
    await evening.press(evening.mara, opened, "Accept")


async def test_who_gets_no_thread_where_the_channel_is_taken_learns_why(evening: Evening) -> None:
    full, closed = "Discord allows no more threads here", "no thread for it (code "
    whys = {
        160006: full,
        30033: full,
        **{code: f"{closed}{code})" for code in (50013, 10003, 50027)},
    }
    for code, why in whys.items():
        evening.room()
        await take_the_channel(evening)
        path = f"/channels/{evening.channel.id}/messages/*/threads"
        evening.env.inject_error("POST", path, status=400, code=code, times=None)
        opened = await evening.new(evening.livia, opponent=evening.brennus)
        assert why in said(await evening.press(evening.brennus, opened, "Accept"))


@pytest.mark.slow
async def test_whose_thread_is_shut_learns_what_to_do(evening: Evening) -> None:
    for code, why in ((160005, "ask a moderator to unlock"), (50083, "ask a moderator to reopen")):
        thread = await evening.begin_anew("thread")
        match = evening.id(thread)
        await take_the_channel(evening)
        path = f"/channels/{thread.id}/messages"
        evening.env.inject_error("POST", path, status=400, code=code, times=None)
        for who, text in ((evening.livia, "a1-a3"), (evening.brennus, "a7-a5")):
            assert why in said(await who.slash(thread, "move", move=text, match=match))
            for _ in range(3):  # trying again and again is no moving about
                await evening.client.desk.matches.followers.sweep()


async def again(evening: Evening, thread: ChannelHandle) -> str:
    """End the match of a thread, and begin its rematch there; return the rematch's id."""
    before = evening.id(thread)
    await press(
        evening.livia, await evening.livia.slash(thread, "match resign", match=before), "Resign"
    )
    end = evening.board(thread)
    await evening.livia.click(end, label="Rematch")
    await evening.brennus.click(end, label="Rematch")
    await evening.follow()
    assert evening.id(thread) != before
    return evening.id(thread)


@pytest.mark.slow
async def test_a_thread_is_named_after_the_rematch_it_holds(evening: Evening) -> None:
    thread = await evening.begin("thread")
    match = await again(evening, thread)
    assert evening.channel.threads[-1].name == f"Murus Gallicus · Brennus – Livia · {match}"
    assert len(evening.channel.threads) == 1
    for status, code in ((403, 50013), (429, 0)):
        thread = await evening.begin_anew("thread")
        name, path = thread.name, f"/channels/{thread.id}"
        evening.env.inject_error("PATCH", path, status=status, code=code, times=None)
        await again(evening, thread)
        assert evening.channel.threads[-1].name == name
        assert "your move" in evening.board(thread).content
    evening.room()
    await again(evening, await begun_in_den(evening))
    assert evening.channel.threads[-1].name == "den"


# ---------------------------------------------------------------------- threads deleted or locked


async def rematched(evening: Evening) -> ChannelHandle:
    """Begin a rematch in the thread of a match; return the thread."""
    thread = await evening.begin("thread")
    await again(evening, thread)
    return thread


@pytest.mark.parametrize("begin", sampled([rematched, Evening.begin, begun_in_den]))
async def test_a_match_whose_thread_is_deleted_gets_a_new_one(
    evening: Evening, begin: Callable[..., Awaitable[ChannelHandle]]
) -> None:
    thread = await (begin(evening, "thread") if begin is Evening.begin else begin(evening))
    match = evening.id(thread)
    evening.env.backend.delete_channel(thread.id)
    now = await evening.client.desk.matches.match(MatchId(match))
    (acting,) = (player.human.id for player in now.players if player.acting)
    mover, other = evening.livia, evening.brennus
    if acting == other.id:
        mover, other = other, mover
    moved = await mover.slash(evening.channel, "move", move="a1-a3", match=match)
    assert f"`{match}`: you played `a1-a3`" in said(moved)
    (new,) = evening.channel.threads
    assert f"<@{other.id}>" in evening.board(new).content
    assert evening.id(new) == match
    assert not said(await other.slash(new, "move", move="h7-h5"))


async def test_a_match_in_a_locked_post_waits_for_its_moderators(evening: Evening) -> None:
    forum = evening.guild.create_forum_channel("talk")
    made = await evening.client.fetch_channel(forum.id)
    assert isinstance(made, discord.ForumChannel)
    await made.create_thread(name="a game?", content="Who?")
    (post,) = forum.threads
    opened = await evening.new(evening.livia, post, opponent=evening.brennus, seat="second")
    await press(evening.brennus, opened, "Accept")
    match, path = evening.id(post), f"/channels/{post.id}/messages"
    evening.env.inject_error("POST", path, status=400, code=160005, times=None)
    told_ = said(await evening.brennus.slash(evening.channel, "move", move="a1-a3", match=match))
    assert "ask a moderator to unlock" in told_
    evening.env.backend.faults.clear()
    await evening.pass_time(HOUR)
    assert "1 h without a board" in evening.board(post).content


async def test_two_threads_of_a_channel_have_each_its_rematch(evening: Evening) -> None:
    threads = [await evening.begin("thread") for _ in range(2)]
    for thread in threads:
        resigned = await evening.livia.slash(thread, "match resign", match=evening.id(thread))
        await press(evening.livia, resigned, "Resign")
    cards = [await evening.livia.click(evening.board(hall), label="Rematch") for hall in threads]
    for thread, card in zip(threads, cards, strict=True):
        assert "Accept" in labels(shown_by(card))
        match = said(card).split("`")[1]
        await evening.press(evening.brennus, card, "Accept")
        assert evening.id(thread) == match
        (begun,) = [post.content for post in thread.history() if post.id == shown_by(card).id]
        assert f"<#{thread.id}>" not in begun
        assert match in said(await evening.mara.slash(evening.channel, "match list", scope="here"))


async def test_whose_match_has_no_place_left_is_told_of_a_turn_once(evening: Evening) -> None:
    lobby = evening.guild.create_text_channel("lobby")
    for way in ("channel", "dm"):
        await prefer(evening, evening.brennus, ping=way)
        await evening.begin_anew(pace="1d")
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
    letters = [message.content for message in evening.letters("Livia")]
    assert ["your time in" in letters[0], "Called off" in letters[-1]] == [True, True]
    assert len(letters) == 2
    assert evening.letters("Brennus")[told:] == []
