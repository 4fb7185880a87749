"""What those who manage a server may do about a match on it: `/admin match`."""

from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import ChannelType, OverwriteType

from games.clock import DAY, HOUR
from games.records.record import Person

from .bells import Ear, wait
from .conftest import IN_BOTH, ChannelHandle, Evening, MatchId, MemberActor, expect, labels, said
from .managers import abroad, manager, silence, told
from .phone import plain
from .test_flags import fall
from .test_places import NOBODY_KNOWS

WHY = "*No* to <@1>"
DEEDS: list[tuple[str, dict[str, Any]]] = [("extend", {}), ("close", {"reason": WHY}), ("post", {})]


@pytest.fixture
def judith(evening: Evening) -> MemberActor:
    return manager(evening)


@pytest.mark.slow
@IN_BOTH
async def test_managers_give_the_player_to_move_24_hours_twice_a_match(evening: Evening) -> None:
    judith, hera, words = manager(evening), manager(evening, "Hera"), evening.words
    await evening.begin(pace="1d")
    match = MatchId(evening.id())
    shown = await told(evening, judith, match.lower())
    linked = f"`{match}` [{words('murus.name')}]({evening.board().jump_url})"
    assert plain(linked) in plain(shown)
    assert words("line.they_move", player="Livia") in shown
    for who, turns in ((judith, "a1-a3 a7-a5"), (hera, "b1-b3 b7-b5")):
        await evening.play(turns)
        early = await told(evening, who, match, "extend")
        assert words("match.time_enough") in early or who is hera
        await evening.pass_time(23 * HOUR)
        before = (await evening.match()).players[0].clock.time_left(evening.time())
        ear = Ear(evening)
        await told(evening, who, match, "extend")
        given = await evening.match()
        left = given.players[0].clock.time_left(evening.time())
        assert left == pytest.approx(before + DAY, abs=HOUR)
        assert given.players[1].clock.deadline_ms is None
        granted = words("time.granted", player="Livia", n=24)
        assert granted in evening.board().content
        assert words("time.given", n=24) not in evening.board().content
        await wait(evening, 0)
        (bell,) = await ear(evening.brennus)
        assert plain(words("ping.grant", title=evening.title())) in plain(bell.content)
        await told(evening, who, match, "post")
        assert granted in evening.board().content
    await evening.play("c1-c3 c7-c5")
    await evening.restart()
    await evening.pass_time(23 * HOUR)
    left = (await evening.match()).players[0].clock.time_left(evening.time())
    refusal = await told(evening, judith, match, "extend")
    expected, *_ = words("match.granted_twice", match=match).partition("`/")
    assert refusal.startswith(expected)
    assert (await evening.match()).players[0].clock.time_left(evening.time()) == left
    await evening.resign(evening.livia)
    assert await evening.client.desk.matches.evidence.verify(match) == ()


@IN_BOTH
async def test_over_a_fallen_flag_or_without_clocks_managers_give_no_time(evening: Evening) -> None:
    judith = manager(evening)
    await evening.begin(pace="none")
    refusal = await told(evening, judith, evening.id(), "extend")
    assert evening.words("match.no_clocks", match=evening.id()) in refusal
    evening.room()
    await fall(evening)
    refusal = await told(evening, judith, evening.id(), "extend")
    assert refusal == evening.words("match.their_flag", match=evening.id(), name="Livia")
    (give,) = evening.named("Give 24 h")
    assert plain(give) in plain(refusal)
    assert (await evening.match()).players[0].clock.down
    await evening.press(evening.brennus, evening.board(), "Give 24 h")
    assert not (await evening.match()).players[0].clock.down


@IN_BOTH
async def test_a_match_is_called_off_for_a_reason_that_all_can_read(evening: Evening) -> None:
    judith = manager(evening)
    await evening.begin()
    match, words = MatchId(evening.id()), evening.words
    assert words("match.no_reason") in await told(evening, judith, match, "close")
    assert words("match.no_reason") in await told(evening, judith, match, "close", reason=" ")
    assert (await evening.match()).running
    answer = await told(evening, judith, match, "close", reason=WHY)
    assert words("admin.match.close", match=match) in answer
    expect(evening.board().content, "\\*No\\* to", "\\<@1>")
    record = await evening.client.desk.matches.evidence.record(match)
    assert record.closer == Person(str(judith.id), "Judith")
    assert await evening.client.desk.matches.evidence.verify(match) == ()
    await evening.restart()
    assert "\\*No\\* to" in await told(evening, judith, match)


async def test_an_open_match_is_called_off_too(evening: Evening, judith: MemberActor) -> None:
    await evening.new(evening.livia)
    (card, *_) = evening.channel.history()
    match = card.content.split("`")[1]
    assert "is not being played" in await told(evening, judith, match, "post")
    await told(evening, judith, match, "close", reason=WHY)
    (card, *_) = evening.channel.history()
    expect(card.content, "this match did not start", "Judith, a manager: \\*No")


async def test_a_board_is_posted_again_without_a_mention(
    evening: Evening, judith: MemberActor
) -> None:
    await evening.begin(moves="a1-a3")
    old, number = evening.board(), len(evening.boards())
    before = len(evening.env.http_requests)
    assert "posted again" in await told(evening, judith, evening.id(), "post")
    new = evening.board()
    assert len(evening.boards()) == number + 1
    assert new.content == old.content
    assert "Move" in labels(new)
    sent = [request.json for request in evening.env.http_requests[before:] if request.json]
    (posted,) = (body for body in sent if "nonce" in body)
    assert posted["allowed_mentions"] == {"parse": [], "users": []}
    (passed,) = (message for message in evening.boards() if message.id == old.id)
    assert labels(passed) == []
    await told(evening, judith, evening.id(), "post")
    assert not await evening.move(evening.brennus, "a7-a5")
    assert "`a7-a5`" in evening.board().content


@IN_BOTH
async def test_managers_hear_what_happened_and_not_what_they_asked_for(evening: Evening) -> None:
    await evening.begin(moves="a1-a3")
    judith, words, match = manager(evening), evening.words, await evening.match()
    silence(evening, evening.channel)
    answer = await told(evening, judith, match.id, "post")
    assert words("admin.match.post", match=match.id) not in answer
    assert words("admin.match.post_unshown", match=match.id) in answer
    assert words("board.cannot_send", match=match.id, place=match.place) in answer
    silence(evening, evening.channel, 0)
    answer = await told(evening, judith, match.id, "post")
    assert words("admin.match.post", match=match.id) in answer


async def test_a_match_moves_to_another_channel_and_goes_on_there(
    evening: Evening, judith: MemberActor
) -> None:
    await evening.begin(moves="a1-a3")
    match, hall = evening.id(), evening.guild.create_text_channel("hall")
    assert "in the option `channel`" in await told(evening, judith, match, "move")
    answer = await told(evening, judith, match, "move", channel=hall)
    assert f"**`{match}` goes on in <#{hall.id}>.**" in answer
    (board,) = evening.boards(hall)
    assert "Move" in labels(board)
    assert labels(evening.board()) == []
    assert not await evening.move(evening.brennus, "a7-a5", hall)
    assert len(evening.boards(hall)) == 2
    assert "Mara is looking for players" in said(await evening.new(evening.mara, where="here"))
    taken = await told(evening, judith, match, "move", channel=evening.channel)
    assert "already open or being played" in taken


async def test_a_match_moves_only_where_the_bot_and_those_who_play_may_be(
    evening: Evening, judith: MemberActor
) -> None:
    await evening.begin()
    match, backend, me = evening.id(), evening.env.backend, evening.me.id

    async def moves(place: ChannelHandle) -> str:
        """Ask to move the match there; return the answer, "" if it goes on there."""
        answer = await told(evening, judith, match, "move", channel=place)
        return "" if f"goes on in <#{place.id}>" in answer else answer

    closed = discord.PermissionOverwrite(attach_files=False)
    mute = evening.guild.create_text_channel("mute", overwrites={evening.me: closed})
    assert "Attach Files" in await moves(mute)
    assert (await evening.match()).place == evening.channel.id
    backend.set_overwrite(mute.id, Overwrite(me, OverwriteType.MEMBER, 0, 0))
    assert not await moves(mute)
    backend.create_thread(evening.channel.id, "parlour", judith.id, type=ChannelType.PRIVATE_THREAD)
    (parlour,) = evening.channel.threads
    for member in (me, evening.livia.id):
        backend.add_thread_member(parlour.id, member)
    assert (await moves(parlour)).startswith("Brennus cannot see")
    backend.add_thread_member(parlour.id, evening.brennus.id)
    assert not await moves(parlour)
    talk = discord.PermissionOverwrite(send_messages=True, send_messages_in_threads=False)
    hall = evening.guild.create_text_channel("hall", overwrites={evening.me: talk})
    backend.create_thread(hall.id, "corner", judith.id)
    (corner,) = hall.threads
    assert evening.words("permission.send_messages_in_threads") in await moves(corner)
    backend.set_overwrite(hall.id, Overwrite(me, OverwriteType.MEMBER, 0, 0))
    assert not await moves(corner)
    hidden: dict[Any, discord.PermissionOverwrite]
    for blind in ((evening.livia, evening.brennus), (evening.brennus,)):
        hidden = {who: discord.PermissionOverwrite(view_channel=False) for who in blind}
        den = evening.guild.create_text_channel("den", overwrites=hidden)
        names = ", ".join(who.name for who in blind)
        told_why = {"match": match, "names": names, "place": f"<#{den.id}>"}
        assert await moves(den) == evening.words("match.not_seen_here", **told_why)
    evening.guild.remove_member(evening.brennus)
    assert not await moves(den), "who has left keeps no match from moving"


async def test_nobody_manages_a_match_they_have_a_part_in(evening: Evening) -> None:
    judith, hera = manager(evening), manager(evening, "Hera")
    opened = await evening.new(judith, opponent=hera, where="here")
    match = said(opened).split("`")[1]
    for who in (judith, hera):
        assert "please ask somebody else" in await told(evening, who, match, "close", reason=WHY)
    await evening.press(hera, opened, "Accept")
    hall = evening.guild.create_text_channel("hall")
    for who in (judith, hera):
        for what, more in (*DEEDS, ("move", {"channel": hall})):
            assert "please ask somebody else" in await told(evening, who, match, what, **more)
    assert (await evening.match()).running
    assert len(evening.boards()) == 1


async def test_on_another_server_the_match_does_not_exist(evening: Evening) -> None:
    await evening.begin()
    match = evening.id()
    livia, market = abroad(evening, "Livia", hosts=True)
    for what in ("show", "extend", "close", "post", "move"):
        more: dict[str, Any] = {"reason": WHY, "channel": market, "what": what}
        answers = [
            said(await livia.slash(market, "admin match", match=named, **more)).replace(named, "*")
            for named in (match, NOBODY_KNOWS)
        ]
        assert "There is no match `*`" in answers[0]
        assert answers[0] == answers[1]
    assert (await evening.match()).running
    assert await livia.autocomplete(market, "admin match", "match", "") == []


async def test_who_may_not_manage_the_server_is_refused_by_the_bot_too(evening: Evening) -> None:
    await evening.begin()
    admin = evening.client.desk.commands.ids["admin"]
    evening.guild.set_command_permissions(admin, {evening.mara: True})
    for what, more in DEEDS:
        answer = await told(evening, evening.mara, evening.id(), what, **more)
        assert answer.startswith("Only those who may manage this server can do this.")
    assert await evening.mara.autocomplete(evening.channel, "admin match", "match", "") == []
    assert (await evening.match()).running
