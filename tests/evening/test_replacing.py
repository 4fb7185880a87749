"""Deserted seats: those who remain find a computer or a person to play on, and all are told."""

import asyncio

import discord
import pytest
from simcord import InteractionResult, MemberActor

from games.clock import DAY, HOUR, MINUTE

from .conftest import IN_BOTH, Evening, expect, labels, press, refused, said
from .four import Table
from .phone import plain
from .test_flags import FLAGGED, PLAIN, fall


async def search(evening: Evening, english: str) -> InteractionResult:
    """Let Livia's flag fall, and Brennus choose who is to play on for her."""
    await fall(evening)
    assert labels(evening.board()) == evening.named(*FLAGGED)
    asked = await evening.press(evening.brennus, evening.board(), "Find a replacement")
    assert asked.ephemeral
    side = evening.words("murus.seat.0")
    assert evening.words("replace.which", absent="Livia", side=side) in said(asked)
    if english.isdecimal():
        wanted = evening.words("computer.name", level=evening.words(f"computer.level.{english}"))
    else:
        (wanted,) = evening.named(english)
    return await press(evening.brennus, asked, wanted)


def substituted(evening: Evening, player: str) -> str:
    """Write that somebody has played for Livia since the third move."""
    third = evening.words("line.turn_number", n=3)
    return evening.words("line.substitution", player=player, absent="Livia", turn=third)


@IN_BOTH
async def test_a_computer_plays_on_for_a_player_whose_time_is_up(evening: Evening) -> None:
    done = await search(evening, "3")
    club = evening.words("computer.name", level=evening.words("computer.level.3"))
    chosen = evening.words("replace.done", player=club, absent="Livia")
    assert plain(chosen) in plain(said(done))
    await evening.follow()
    line, content = plain(substituted(evening, club)), plain(evening.board().content)
    assert line in content
    assert content.startswith(f"<@{evening.brennus.id}>")
    match = await evening.match()
    assert (match.stand.turns, match.players[0].computer and match.players[0].since) == (3, 2)
    newest = next(post for post in evening.channel.history() if "`" in post.content)
    assert line in plain(newest.content)
    # She is told so once, and her buttons do nothing any more.
    livia = await evening.press(evening.livia, evening.board(), "Offer")
    level = evening.words("computer.level.3")
    replaced = evening.words("match.replaced_by_computer", match=match.id, level=level)
    assert plain(replaced) in plain(refused(livia))
    notice = evening.words("ping.replaced", title=evening.title(), player=club)
    await asyncio.gather(*await evening.client.desk.pings.deliver())
    expect(plain(evening.last().content), plain(notice), f"<@{evening.livia.id}>")


@pytest.mark.slow
@IN_BOTH
async def test_whoever_presses_takes_the_seat(evening: Evening) -> None:
    sent = await search(evening, "Another person")
    assert evening.words("offer.sent") in said(sent)
    asked = evening.last()
    looking = evening.words("offer.replace_by_anybody", player="Brennus", absent="Livia")
    assert looking in asked.content
    assert labels(asked) == evening.named("Take the seat", "Withdraw")
    await evening.restart()
    match = await evening.match()
    own = await evening.press(evening.livia, evening.board(), "Find a replacement")
    assert evening.words("match.own_seat", match=match.id) in refused(own)
    for who, code in ((evening.livia, "own_seat"), (evening.brennus, "had_a_seat")):
        no = await evening.press(who, asked, "Take the seat")
        assert evening.words(f"match.{code}", match=match.id) in refused(no)
    await evening.press(evening.mara, asked, "Take the seat")
    closed = evening.again(asked)
    assert evening.words("replace.done", player="Mara", absent="Livia") in closed.content
    assert labels(closed) == []
    board = evening.board()
    assert plain(board.content).startswith(f"<@{evening.mara.id}>")
    assert substituted(evening, "Mara") in board.content
    assert labels(board) == evening.named(*PLAIN)

    async def listed(who: MemberActor, scope: str) -> str:
        return said(await who.slash(evening.channel, "match list", scope=scope)).partition("\n")[2]

    id_ = evening.id()
    for scope in ("mine", "turn", "finished"):
        assert id_ not in await listed(evening.livia, scope)
    await evening.move(evening.mara, "b1-b3")
    resigning = await evening.brennus.slash(evening.channel, "match resign")
    await evening.press(evening.brennus, resigning, "Resign")
    mark = evening.words("list.replaced")
    line = await listed(evening.livia, "finished")
    assert f" · {mark} · " in line
    for who in (evening.mara, evening.brennus):
        assert await listed(who, "finished") == line.replace(f" · {mark}", "")
    assert id_ not in await listed(evening.livia, "mine")


@pytest.mark.slow
async def test_a_search_for_a_person_says_how_it_ended(evening: Evening) -> None:
    for button, outcome in (
        ("Withdraw", "somebody else for Livia: Brennus withdraws the offer"),
        ("", "somebody else for Livia: Brennus's offer has lapsed"),
    ):
        evening.room()
        await search(evening, "Another person")
        asked = evening.last()
        if button:
            await evening.press(evening.brennus, asked, button)
        else:
            chosen = await evening.press(evening.brennus, evening.board(), "Find a replacement")
            await press(evening.brennus, chosen, "Computer (Pupil)")
        await evening.follow()
        assert labels(evening.again(asked)) == []
        assert outcome in evening.again(asked).content


@pytest.mark.slow
async def test_who_has_left_the_server_is_replaced_unless_they_are_back(evening: Evening) -> None:
    await evening.begin(pace="none", moves="a1-a3 a7-a5")
    for back in (True, False):
        evening.guild.remove_member(evening.livia)
        evening.time.ahead += DAY
        menu = await evening.press(evening.brennus, evening.board(), "Offer")
        chosen = await press(evening.brennus, menu, "Find a replacement")
        assert "Who is to play on for Livia" in said(chosen)
        await evening.follow()
        assert "**Livia has left the server.**" in evening.board().content
        assert "Find a replacement" in labels(evening.board())
        if back:
            evening.livia = evening.guild.add_member(evening.livia.user)
        done = await press(evening.brennus, chosen, "Computer (Pupil)")
        await evening.follow()
        assert "has left the server" not in evening.board().content
        if back:
            assert "Nobody is absent" in refused(done)
            match = await evening.match()
            assert (match.absent, match.players[0].substitution) == ((), None)
            assert "Find a replacement" not in labels(evening.board())
    assert "Computer (Pupil) for Livia since turn 3" in evening.board().content
    await evening.resign(evening.brennus)
    end = evening.board()
    answer = refused(await evening.verify(evening.mara, end))
    assert "is genuine" in answer
    assert (
        f"-# Romans: Livia (`{evening.livia.id}`)\n-# Romans, after line 2: the computer" in answer
    )
    assert f"-# Gauls: Brennus (`{evening.brennus.id}`)" in answer
    record = await evening.record(evening.mara, end)
    assert '"computer": "1"' in record
    assert record.count('"since": 2') == 1


@pytest.mark.slow
async def test_whoever_takes_a_seat_is_told_of_the_turns_missed_there(evening: Evening) -> None:
    await evening.begin(game="junqi-flip")
    for who, square in ((evening.livia, "a1"), (evening.brennus, "a2")):
        await evening.move(who, square)
    await evening.pass_time(72 * HOUR)
    await evening.move(evening.brennus, "b1")
    await evening.pass_time(DAY)
    asked = await evening.press(evening.brennus, evening.board(), "Find a replacement")
    await press(evening.brennus, asked, "Another person")
    taken = await evening.press(evening.mara, evening.last(), "Take the seat")
    told = "\n".join(answer.content for answer in taken.followups)
    assert "This seat has already missed 2 turns" in told


async def missed(table: Table, variant: str) -> list[MemberActor]:
    """Let all move, then the first miss two turns; return who sits where."""
    await table.sit(variant=variant, seat="first")
    match = await table.set_up()
    seated = {who.id: who for who in table.people}
    people = [seated[player.human.id] for player in match.players]
    for who in people:
        await table.move(who, await table.quiet())
    await table.pass_time(96 * HOUR)
    for who in people[1:]:
        await table.move(who, await table.quiet())
    await table.pass_time(24 * HOUR)
    table.time.ahead += MINUTE
    return people


@pytest.mark.slow
async def test_of_four_who_would_rather_wait_is_named(table: Table) -> None:
    _, west, _, east = await missed(table, "standard resign_min_ply=0")
    asked = await west.click(table.board(), label="Find a replacement")
    await press(west, asked, "Computer (Club)")
    offer = next(post for post in reversed(table.channel.history()) if "Accept" in labels(post))
    await east.click(offer, label="Decline")
    await table.follow()
    closed = table.again(offer)
    assert labels(closed) == []
    assert "for Livia: Quintus declines." in closed.content


@pytest.mark.slow
async def test_of_four_all_who_remain_agree_to_a_computer(table: Table) -> None:
    south, west, north, east = await missed(table, "partners resign_min_ply=0")
    assert south == table.livia
    await north.slash(table.channel, "match partners")
    (room,) = table.channel.threads
    assert "Find a replacement" in labels(table.board())
    asked = await west.click(table.board(), label="Find a replacement")
    assert labels(asked) == [
        f"Computer ({level})" for level in ("Pupil", "Casual", "Club", "Strong", "Expert")
    ]
    assert "on the table; its message" in said(await press(west, asked, "Computer (Club)"))
    offer = table.last()
    assert f"{west.user.name} would like Computer (Club) to play on for Livia" in offer.content
    assert str(table.livia.id) not in offer.content
    assert labels(offer) == ["Accept", "Decline", "Withdraw"]
    await north.click(offer, label="Accept")
    await east.click(offer, label="Accept")
    await table.follow()
    closed = table.again(offer)
    assert f"Computer (Club) for Livia: {east.user.name} agrees." in closed.content
    assert labels(closed) == []
    assert "for Livia since turn" in table.board().content
    mine = await table.livia.click(table.board(), label="My board")
    public = await table.mei.click(table.board(), label="My board")
    assert said(mine) == said(public)
    letter = table.letters("Livia")[-1]
    assert "plays on in your place" in letter.content
    assert labels(letter) == []
    edited = [call for call in table.env.http_requests if call.path.endswith(f"/{letter.id}")]
    await table.restart()
    await table.client.desk.matches.followers.reconcile((await table.match()).id)
    again = [call for call in table.env.http_requests if call.path.endswith(f"/{letter.id}")]
    assert len(again) == len(edited) == 1
    no = refused(await table.livia.slash(table.channel, "match partners"))
    assert "The computer (Club) has taken over your seat" in no
    assert south.id not in table.env.backend.channels[room.id].thread_members
    kept = table.env.backend.channels[room.id].thread_metadata
    assert kept
    assert kept.archived


@pytest.mark.slow
async def test_whoever_has_deserted_reads_no_more_of_a_thread_that_lay_idle(table: Table) -> None:
    south, west, north, east = await missed(table, "partners resign_min_ply=0")
    await north.slash(table.channel, "match partners")
    (room,) = table.channel.threads
    kept = table.env.backend.channels[room.id]
    assert kept.thread_metadata
    kept.thread_metadata.archived = True  # by Discord itself, after a week without a word
    members = f"/channels/{room.id}/thread-members/{south.id}"
    before = len(table.env.http_requests)
    table.env.inject_error("DELETE", members, status=400, code=50083)
    asked = await west.click(table.board(), label="Find a replacement")
    await press(west, asked, "Computer (Club)")
    offer = table.last()
    for who in (north, east):
        await who.click(offer, label="Accept")
    await table.follow()
    await table.env.advance_time(36 * 60)
    assert south.id not in kept.thread_members
    assert north.id in kept.thread_members
    assert kept.thread_metadata.archived
    done = [
        (call.json or {}).get("archived", "out")
        for call in table.env.http_requests[before:]
        if call.path == members or (call.method, call.path) == ("PATCH", f"/channels/{room.id}")
    ]
    assert done == [False, "out", False, "out", True], "once more, and then no more"


@pytest.mark.slow
async def test_where_one_look_up_hangs_the_next_are_spared(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    async def hang(_: discord.Guild, user: int) -> None:
        asked.append(user)
        await asyncio.sleep(3600)

    await evening.begin(pace="1d", moves="a1-a3 a7-a5")
    monkeypatch.setattr("discord.Guild.fetch_member", hang)
    monkeypatch.setattr("bot.ui.wire.members.LOOK_UP_S", 0.01)
    await evening.pass_time(DAY)
    assert asked == [evening.livia.id]
    match = await evening.match()
    assert (match.players[0].clock.down, match.players[0].absence) == (True, None)
