"""What those who manage a server may do about a match on it: `/admin match`."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import ChannelType, OverwriteType

from bot.matches.match.ids import MatchId
from games.clock import DAY, HOUR
from games.records.record import Person

from .bells import Ear, wait
from .conftest import IN_BOTH, Evening, english, labels, said
from .managers import manager, silence, told
from .test_places import NOBODY_KNOWS

WHY = "*No* to <@1>"
DEEDS: list[tuple[str, dict[str, str]]] = [
    ("extend", {}),
    ("close", {"reason": WHY}),
    ("post", {}),
]


@pytest.fixture
def judith(evening: Evening) -> MemberActor:
    return manager(evening)


async def test_a_manager_sees_where_a_match_stands(evening: Evening, judith: MemberActor) -> None:
    await evening.begin()
    shown = await told(evening, judith, evening.id().lower())
    assert f"`{evening.id()}` [Murus Gallicus]({evening.board().jump_url})" in shown
    assert "Livia to move" in shown


async def test_a_manager_gives_the_player_to_move_24_hours(
    evening: Evening, judith: MemberActor
) -> None:
    await evening.begin(pace="quick")
    for move in ("a1-a3", "a7-a5"):
        await evening.move((evening.livia, evening.brennus)[move == "a7-a5"], move)
    assert "only when less than a day is left" in await told(
        evening, judith, evening.id(), "extend"
    )
    await evening.pass_time(20 * HOUR)
    before = (await evening.match()).players[0].clock.left(evening.time())
    assert before < DAY
    answer = await told(evening, judith, evening.id(), "extend")
    assert "whoever is to act has 24 more hours" in answer
    match = await evening.match()
    assert match.players[0].clock.left(evening.time()) == pytest.approx(before + DAY, abs=HOUR)
    assert match.players[1].clock.deadline_ms is None
    await evening.resign(evening.livia)
    assert await evening.client.desk.matches.evidence.verify(match.id) == ()


@IN_BOTH
async def test_the_board_says_that_a_manager_gave_time_and_the_opponent_is_told(
    evening: Evening,
) -> None:
    judith, words = manager(evening), evening.words
    await evening.begin(pace="1d")
    await evening.play("a1-a3 a7-a5")
    await evening.pass_time(23 * HOUR)
    ear = Ear(evening)
    answer = await told(evening, judith, evening.id(), "extend")
    granted = words("time.granted", player="Livia", n=24)
    assert granted in evening.board().content
    assert words("time.given", n=24) not in evening.board().content
    await wait(evening, 0)
    (bell,) = await ear(evening.brennus)
    assert words("ping.grant", title=f"`{evening.id()}` {words('murus.name')}") in bell.content
    await told(evening, judith, evening.id(), "post")
    assert granted in evening.board().content
    if evening.language != "en-US":
        assert english(answer) == english(bell.content) == []


@IN_BOTH
async def test_managers_give_more_time_twice_a_match(evening: Evening) -> None:
    judith, hera = manager(evening), manager(evening, "Hera")
    await evening.begin(pace="1d")
    for who in (judith, hera):
        await evening.pass_time(23 * HOUR)
        await told(evening, who, evening.id(), "extend")
        await evening.pass_time(5 * HOUR)
        await evening.play("a1-a3 a7-a5" if who is judith else "b1-b3 b7-b5")
    await evening.restart()
    await evening.pass_time(23 * HOUR)
    left = (await evening.match()).players[0].clock.left(evening.time())
    refusal = await told(evening, judith, evening.id(), "extend")
    expected, *_ = evening.words("match.granted_twice", match=evening.id()).partition("`/")
    assert refusal.startswith(expected)
    assert (await evening.match()).players[0].clock.left(evening.time()) == left
    asked = await evening.livia.slash(evening.channel, "match resign")
    await evening.press(evening.livia, asked, "Resign")
    assert await evening.client.desk.matches.evidence.verify(MatchId(evening.id())) == ()


@IN_BOTH
async def test_over_a_fallen_flag_only_the_opponent_gives_more_time(evening: Evening) -> None:
    judith = manager(evening)
    await evening.begin(pace="quick")
    await evening.play("a1-a3 a7-a5")
    await evening.pass_time(3 * DAY)
    refusal = await told(evening, judith, evening.id(), "extend")
    assert refusal == evening.words("match.their_flag", match=evening.id(), name="Livia")
    (give,) = evening.named("Give 24 h")
    assert give in refusal
    assert (await evening.match()).players[0].clock.down
    await evening.press(evening.brennus, evening.board(), "Give 24 h")
    assert not (await evening.match()).players[0].clock.down


async def test_a_match_without_clocks_cannot_be_extended(
    evening: Evening, judith: MemberActor
) -> None:
    await evening.begin(pace="none")
    assert "without clocks" in await told(evening, judith, evening.id(), "extend")


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
    board = evening.board().content
    assert "\\*No\\* to" in board
    assert "\\<@1>" in board
    if evening.language != "en-US":
        assert english(answer) == []
    record = await evening.client.desk.matches.evidence.record(match)
    assert record.closer == Person(str(judith.id), "Judith")
    assert await evening.client.desk.matches.evidence.verify(match) == ()
    await evening.restart()
    again = await told(evening, judith, match)
    assert "\\*No\\* to" in again


async def test_an_open_match_is_called_off_too(evening: Evening, judith: MemberActor) -> None:
    await evening.new(evening.livia)
    (card, *_) = evening.channel.history()
    match = card.content.split("`")[1]
    assert "is not being played" in await told(evening, judith, match, "post")
    await told(evening, judith, match, "close", reason=WHY)
    (card, *_) = evening.channel.history()
    assert "this match did not start" in card.content
    assert "Judith, who manages this server: \\*No" in card.content


async def test_a_board_is_posted_again_without_a_mention(
    evening: Evening, judith: MemberActor
) -> None:
    await evening.begin()
    await evening.move(evening.livia, "a1-a3")
    old, number = evening.board(), len(evening.boards())
    before = len(evening.env.http_requests)
    assert "posted again" in await told(evening, judith, evening.id(), "post")
    new = evening.board()
    assert len(evening.boards()) == number + 1
    assert new.content == old.content
    assert "Move" in labels(new)
    sent = [one.json for one in evening.env.http_requests[before:] if one.json]
    (posted,) = (one for one in sent if "nonce" in one)
    assert posted["allowed_mentions"] == {"parse": [], "users": []}
    (passed,) = (one for one in evening.boards() if one.id == old.id)
    assert labels(passed) == []
    await told(evening, judith, evening.id(), "post")
    assert "`a7-a5`" in await evening.move(evening.brennus, "a7-a5")
    assert "`a7-a5`" in evening.board().content


@IN_BOTH
async def test_managers_hear_what_happened_and_not_what_they_asked_for(evening: Evening) -> None:
    await evening.begin()
    await evening.move(evening.livia, "a1-a3")
    judith, words, match = manager(evening), evening.words, await evening.match()
    silence(evening, evening.channel)
    answer = await told(evening, judith, match.id, "post")
    assert words("admin.match.post", match=match.id) not in answer
    assert words("admin.match.post_unshown", match=match.id) in answer
    assert words("board.cannot_send", match=match.id, place=match.place) in answer
    if evening.language != "en-US":
        assert english(answer) == []
    silence(evening, evening.channel, 0)
    answer = await told(evening, judith, match.id, "post")
    assert words("admin.match.post", match=match.id) in answer


async def test_a_match_moves_to_another_channel_and_goes_on_there(
    evening: Evening, judith: MemberActor
) -> None:
    await evening.begin()
    await evening.move(evening.livia, "a1-a3")
    match, hall = evening.id(), evening.guild.create_text_channel("hall")
    assert "in the option `channel`" in await told(evening, judith, match, "move")
    answer = await told(evening, judith, match, "move", channel=hall)
    assert f"**`{match}` goes on in <#{hall.id}>.**" in answer
    (board,) = evening.boards(hall)
    assert "Move" in labels(board)
    assert labels(evening.board()) == []
    assert "`a7-a5`" in await evening.move(evening.brennus, "a7-a5", hall)
    assert len(evening.boards(hall)) == 2
    opened = await evening.new(evening.mara, where="here")
    assert "Mara is looking for an opponent" in said(opened)
    taken = await told(evening, judith, match, "move", channel=evening.channel)
    assert "already open or being played" in taken


async def test_a_match_moves_only_where_the_manager_and_the_bot_may_be(
    evening: Evening, judith: MemberActor
) -> None:
    await evening.begin()
    closed = discord.PermissionOverwrite(attach_files=False)
    mute = evening.guild.create_text_channel("mute", overwrites={evening.me: closed})
    assert "Attach Files" in await told(evening, judith, evening.id(), "move", channel=mute)
    assert (await evening.match()).place == evening.channel.id
    evening.env.backend.set_overwrite(mute.id, Overwrite(evening.me.id, OverwriteType.MEMBER, 0, 0))
    answer = await told(evening, judith, evening.id(), "move", channel=mute)
    assert f"goes on in <#{mute.id}>" in answer


@IN_BOTH
async def test_a_match_moves_only_where_all_its_players_can_look(evening: Evening) -> None:
    judith, words = manager(evening), evening.words
    await evening.begin()
    players = (evening.livia, evening.brennus)
    for blind in (players[1:], players):
        hidden: dict[Any, discord.PermissionOverwrite] = {
            who: discord.PermissionOverwrite(view_channel=False) for who in blind
        }
        den = evening.guild.create_text_channel("den", overwrites=hidden)
        refusal = await told(evening, judith, evening.id(), "move", channel=den)
        names = words("alt.comma").join(who.name for who in blind)
        place = f"<#{den.id}>"
        expected = words("match.not_seen_here", match=evening.id(), names=names, place=place)
        assert refusal == expected
        if evening.language != "en-US":
            assert english(refusal) == []
    assert (await evening.match()).place == evening.channel.id


async def test_a_match_moves_into_a_private_thread_once_its_players_are_in_it(
    evening: Evening, judith: MemberActor
) -> None:
    await evening.begin()
    backend, kind = evening.env.backend, ChannelType.PRIVATE_THREAD
    backend.create_thread(evening.channel.id, "parlour", judith.id, type=kind)
    (parlour,) = evening.channel.threads
    backend.add_thread_member(parlour.id, evening.me.id)
    backend.add_thread_member(parlour.id, evening.livia.id)
    refusal = await told(evening, judith, evening.id(), "move", channel=parlour)
    assert refusal.startswith("Brennus cannot see")
    backend.add_thread_member(parlour.id, evening.brennus.id)
    answer = await told(evening, judith, evening.id(), "move", channel=parlour)
    assert f"goes on in <#{parlour.id}>" in answer


async def test_whoever_has_left_the_server_keeps_no_match_from_moving(
    evening: Evening, judith: MemberActor
) -> None:
    await evening.begin()
    hidden: dict[Any, discord.PermissionOverwrite] = {
        evening.brennus: discord.PermissionOverwrite(view_channel=False)
    }
    den = evening.guild.create_text_channel("den", overwrites=hidden)
    evening.guild.remove_member(evening.brennus)
    answer = await told(evening, judith, evening.id(), "move", channel=den)
    assert f"goes on in <#{den.id}>" in answer


async def test_a_match_moves_into_a_thread_only_if_the_bot_may_write_in_threads(
    evening: Evening, judith: MemberActor
) -> None:
    await evening.begin()
    talk = discord.PermissionOverwrite(send_messages=True, send_messages_in_threads=False)
    hall = evening.guild.create_text_channel("hall", overwrites={evening.me: talk})
    evening.env.backend.create_thread(hall.id, "corner", judith.id)
    (corner,) = hall.threads
    refused = await told(evening, judith, evening.id(), "move", channel=corner)
    assert evening.words("permission.send_messages_in_threads") in refused
    evening.env.backend.set_overwrite(hall.id, Overwrite(evening.me.id, OverwriteType.MEMBER, 0, 0))
    answer = await told(evening, judith, evening.id(), "move", channel=corner)
    assert f"goes on in <#{corner.id}>" in answer


@pytest.mark.parametrize(("what", "more"), DEEDS)
async def test_nobody_manages_a_match_they_have_a_part_in(
    evening: Evening, what: str, more: dict[str, str]
) -> None:
    judith, hera = manager(evening), manager(evening, "Hera")
    opened = await evening.new(judith, opponent=hera, where="here")
    match = said(opened).split("`")[1]
    for who in (judith, hera):
        assert "please ask somebody else" in await told(evening, who, match, "close", reason=WHY)
    await evening.press(hera, opened, "Accept")
    for who in (judith, hera):
        assert "please ask somebody else" in await told(evening, who, match, what, **more)
    hall = evening.guild.create_text_channel("hall")
    assert "somebody else" in await told(evening, judith, match, "move", channel=hall)
    assert (await evening.match()).running
    assert len(evening.boards()) == 1


@pytest.mark.parametrize("what", ["show", "extend", "close", "post", "move"])
async def test_on_another_server_the_match_does_not_exist(evening: Evening, what: str) -> None:
    await evening.begin()
    match = evening.id()
    elsewhere = evening.env.create_guild("Elsewhere")
    role = elsewhere.create_role("Hosts", permissions=discord.Permissions(manage_guild=True))
    livia = elsewhere.add_member(evening.users["Livia"], roles=[elsewhere.roles["Hosts"] or role])
    market = elsewhere.create_text_channel("market")
    more: dict[str, Any] = {"reason": WHY, "channel": market, "what": what}
    answers = [
        said(await livia.slash(market, "admin match", match=named, **more)).replace(named, "*")
        for named in (match, NOBODY_KNOWS)
    ]
    assert "There is no match `*`" in answers[0]
    assert answers[0] == answers[1]
    assert (await evening.match()).running
    assert await livia.autocomplete(market, "admin match", "match", "") == []


async def test_a_member_who_may_not_manage_the_server_is_refused_by_the_bot_too(
    evening: Evening,
) -> None:
    await evening.begin()
    admin = evening.client.desk.commands.ids["admin"]
    evening.guild.set_command_permissions(admin, {evening.mara: True})
    for what, more in DEEDS:
        answer = await told(evening, evening.mara, evening.id(), what, **more)
        assert answer.startswith("Only those who may manage this server can do this.")
    assert await evening.mara.autocomplete(evening.channel, "admin match", "match", "") == []
    assert (await evening.match()).running
