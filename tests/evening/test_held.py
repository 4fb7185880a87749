"""Whoever asks about a match that can be shown nowhere reads why, and may show it elsewhere."""

import re
from types import MethodType
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, InteractionResult, MemberActor

from bot.ui.wire.members import Members

from .conftest import HOUR, IN_BOTH, Evening, Match, expect, labels, refused, said
from .managers import abroad, manager, silence, told
from .phone import plain
from .test_admin_health import health

WHYS = (
    *("channel_gone", "archived", "threads_full", "cannot_send", "automod"),
    *("no_place", "no_rest", "removed", "refused"),
)


async def held(evening: Evening, code: int = 160005) -> Match:
    """Begin a match that cannot be shown any more once Livia has moved."""
    await evening.begin()
    path = f"/channels/{evening.channel.id}/messages"
    evening.env.inject_error("POST", path, status=400, code=code, times=None)
    await evening.move(evening.livia, "a1-a3")
    await evening.follow()
    return await evening.match()


async def show_here(evening: Evening, who: MemberActor, place: ChannelHandle) -> InteractionResult:
    """Press Show it here, under one's own board, in a channel."""
    shown = await who.slash(place, "match board", match=evening.id())
    return await evening.press(who, shown, "Show it here")


@IN_BOTH
async def test_every_private_answer_says_why_and_what_can_be_done(evening: Evening) -> None:
    match, words, place = await held(evening), evening.words, evening.channel
    why = words("board.locked", match=match.id)
    assert match.held
    board = await evening.brennus.slash(place, "match board")
    answers = [
        said(board),
        said(await evening.brennus.slash(place, "match board", view="text")),
        said(await evening.mara.slash(place, "match history", match=match.id)),
        await evening.move(evening.brennus, "a7-a5"),
        refused(await evening.press(evening.livia, evening.board(), "More")),
    ]
    for told_ in answers:
        note = told_.splitlines()[-1]
        assert note.startswith(f"-# {why}")
        expect(note, words("held.no_clock"), f"<t:{(match.held.since_ms + HOUR) // 1000}:R>")
    assert words("button.rehome") in labels(board)
    stranger = await evening.mara.slash(place, "match board", match=match.id)
    assert words("button.rehome") not in labels(stranger)
    assert why not in evening.board().content, "what all read is no place for it"
    evening.env.backend.faults.clear()
    await evening.pass_time(HOUR)
    assert why not in said(await evening.brennus.slash(place, "match board"))
    assert words("time.unshown", span="|").partition("|")[0] in evening.board().content


@IN_BOTH
async def test_lists_say_so_instead_of_time_and_managers_have_it_tried(evening: Evening) -> None:
    match, words = await held(evening), evening.words
    listed = said(await evening.brennus.slash(evening.channel, "match list"))
    assert words("held.listed", why=words("held.why.locked")) in listed
    assert "<t:" not in listed
    judith = manager(evening)
    telling = await health(evening, judith)
    why = words("held.coded", why=words("held.why.locked"), code=160005)
    assert re.search(
        rf"- `{match.id}` <#{evening.channel.id}> <t:\d+:R>[:：] ?{re.escape(plain(why))}",
        plain(telling),
    )
    assert words("held.why.locked") in await told(evening, judith, match.id)
    mara, market = abroad(evening, "Mara", hosts=True)
    assert match.id not in refused(await mara.slash(market, "admin health"))
    await told(evening, judith, match.id, "post")
    tried = (await evening.match()).held
    assert tried
    assert tried.tries == 1
    hall = evening.guild.create_text_channel("hall")
    answer = await told(evening, judith, match.id, "move", channel=hall)
    assert words("admin.match.move", match=match.id, place=f"<#{hall.id}>") in answer
    assert (await evening.match()).held is None


async def test_every_reason_is_told(evening: Evening) -> None:
    match, words = await held(evening), evening.words
    for why in WHYS:
        evening.stored("UPDATE matches SET held_why = ?, held_code = 50999", why)
        board = said(await evening.brennus.slash(evening.channel, "match board"))
        text = words(f"board.{why}", match=match.id, place=match.place, code=50999)
        assert f"\n-# {text.partition('`/')[0]}" in board
        assert len(board) < 2000
        listed = said(await evening.brennus.slash(evening.channel, "match list"))
        assert words("held.listed", why=words(f"held.why.{why}")) in listed


async def test_a_player_whose_clock_runs_on_is_told(evening: Evening) -> None:
    granted = discord.Permissions(manage_threads=True)
    helpers = evening.guild.create_role("Helpers", permissions=granted)
    evening.guild.remove_member(evening.livia)
    evening.guild.add_member(evening.users["Livia"], roles=[helpers])
    await held(evening, 50083)
    told_ = [
        said(await who.slash(evening.channel, "match board"))
        for who in (evening.livia, evening.brennus)
    ]
    assert ["Your clock alone runs on" in text for text in told_] == [True, False]
    assert ["No clock runs meanwhile" in text for text in told_] == [False, True]


# ------------------------------------------------------------------------ Show it here


@IN_BOTH
async def test_a_player_shows_it_where_all_its_players_can_see_it(evening: Evening) -> None:
    match, words = await held(evening), evening.words
    hall = evening.guild.create_text_channel("hall")
    answer = await show_here(evening, evening.livia, hall)
    assert words("held.moved", match=match.id) in said(answer)
    assert (await evening.match()).place == hall.id
    assert f"`{match.id}`" in evening.board(hall).content
    evening.room()
    evening.env.backend.faults.clear()
    await held(evening)
    before = len(evening.channel.history())
    evening.env.backend.faults.clear()
    await evening.follow()
    assert len(evening.channel.history()) == before, "nobody has asked for anything"
    more = await evening.press(evening.livia, evening.board(), "More")
    assert words("button.rehome") in labels(more)
    evening.env.backend.create_thread(hall.id, "corner", evening.livia.id)
    (corner,) = hall.threads
    await show_here(evening, evening.livia, corner)
    moved = await evening.match()
    assert (moved.place, moved.held) == (corner.id, None)
    assert "a1-a3" in evening.board(corner).content
    await evening.move(evening.brennus, "a7-a5", corner)
    assert len(evening.boards(corner)) == 2


@IN_BOTH
async def test_it_is_not_shown_where_one_of_them_or_the_bot_cannot_be(evening: Evening) -> None:
    match, words = await held(evening), evening.words
    hidden: dict[Any, discord.PermissionOverwrite] = {
        evening.brennus: discord.PermissionOverwrite(view_channel=False)
    }
    den = evening.guild.create_text_channel("den", overwrites=hidden)
    told_ = said(await show_here(evening, evening.livia, den))
    place = f"<#{den.id}>"
    assert words("match.not_seen_here", match=match.id, names="Brennus", place=place) in told_
    mute = evening.guild.create_text_channel("mute")
    silence(evening, mute)
    assert words("permission.send_messages") in said(await show_here(evening, evening.livia, mute))
    livia, market = abroad(evening, "Livia")
    assert words("match.no_such_channel") in said(await show_here(evening, livia, market))
    assert (await evening.match()).place == evening.channel.id
    evening.guild.remove_member(evening.brennus)
    await show_here(evening, evening.livia, den)
    assert (await evening.match()).place == den.id, "who has left has nothing to see"


# ------------------------------------------------- whose clock runs on, for they closed the place

CLOSED = ("locked", "archived", "no_rest", "channel_gone", "cannot_send")
CLOSERS: dict[str, set[str]] = {
    "manage_threads": {"locked", "archived", "no_rest", "channel_gone"},
    "manage_channels": {"channel_gone", "cannot_send"},
    "manage_roles": {"cannot_send"},
    "send_messages": set(),
    "administrator": {*CLOSED},
}
"""What somebody with a permission may have done to a place, by why it takes nothing."""


@pytest.mark.parametrize("gone", [False, True])
async def test_whoever_has_the_permission_may_have_closed_the_place(
    evening: Evening, gone: bool
) -> None:
    await evening.begin()
    match, look_up = await evening.match(), evening.client.desk.matches.leaving.roll_call
    assert isinstance(look_up, MethodType)
    members = look_up.__self__
    assert isinstance(members, Members)
    if gone:
        evening.env.backend.delete_channel(evening.channel.id)
    for permission, reasons in CLOSERS.items():
        evening.guild.create_role(permission, permissions=discord.Permissions(**{permission: True}))
        evening.guild.remove_member(evening.brennus)
        evening.guild.add_member(evening.users["Brennus"], roles=[evening.guild.roles[permission]])
        for why in CLOSED:
            found = await members.closers(match, why)
            assert found == ({1} if why in reasons else set()), (permission, why)
        for why in ("automod", "threads_full", "no_place", "removed", "refused"):
            assert await members.closers(match, why) == frozenset()
    for member in (evening.livia, evening.brennus):
        evening.guild.remove_member(member)
    assert await members.closers(match, "locked") == frozenset(), "of those who have left"
