"""Four people at a table: how they sit down, who confers with whom, who leaves whom."""

import asyncio

import discord
import pytest
from simcord import ChannelHandle, MemberActor
from simcord.enums import ChannelType

from games.core import Seat

from .conftest import HOUR, Match, expect, fairness, labels, press, refused, said
from .four import Table
from .test_times import seconds


@pytest.mark.slow
@pytest.mark.parametrize("out", [False, True])
async def test_who_leaves_the_server_with_a_partner_escapes(table: Table, out: bool) -> None:
    await table.sit(variant="resign_min_ply=0")
    south, west, _, east = table.people
    await table.set_up()
    if out:
        await resigns(table, west)
        assert "West is out: resigned" in table.board().content
    table.guild.remove_member(east)
    for _ in range(3 - out):
        await table.move(table.people[min((await table.match()).to_act)], await table.quiet())
    end = table.board()
    if out:
        assert "**Livia, Mara won: their last opponent left the match**" in end.content
    else:
        assert "**No result: a player left, and their partner was still in**" in end.content
    assert fairness(table.channel)[-1].content.count("as sealed") == 4
    assert labels(end) == ["Rematch", "Replay", "Analysis", "More", "Poster", "Zoom"]
    assert "is genuine" in refused(await table.verify(table.mei, end))
    results = [player.result for player in (await table.match()).players]
    assert results == (["won", "lost", "won", "lost"] if out else [None] * 4)
    listed = await south.slash(table.channel, "match list", scope="finished")
    assert end.content.split("**")[1] in said(listed)


@pytest.mark.slow
async def test_partners_confer_in_a_thread_that_shows_no_board(table: Table) -> None:
    match = await table.sit(variant="partners resign_min_ply=0")
    south, west, north, east = table.people
    rooms = table.client.desk.rooms
    made = await asyncio.gather(*(rooms.room(match, Seat(seat)) for seat in (0, 2, 0)))
    (room,) = table.channel.threads
    assert {kept.thread for kept in made} == {room.id}
    assert f"<#{room.id}>" in said(await south.slash(table.channel, "match partners"))
    (welcome,) = room.history()
    assert "Livia, Mara" in welcome.content
    assert "moderators can read it too, so no board or layout is shown here" in welcome.content
    await table.set_up()
    await table.restart()
    more = await north.click(table.board(), label="More")
    assert f"<#{room.id}>" in said(await press(north, more, "Team thread"))
    await west.slash(table.channel, "match partners")
    first, second = table.channel.threads
    assert members(table, first) == {south.id, north.id, table.me.id}
    assert members(table, second) == {west.id, east.id, table.me.id}
    assert "You are watching" in said(await table.mei.slash(table.channel, "match partners"))
    # Who is out may still speak to a partner who is not.
    await resigns(table, south)
    assert f"<#{room.id}>" in said(await south.slash(table.channel, "match partners"))
    await table.resign(north)
    assert table.board().content.startswith("**Brennus, Quintus won")
    assert [archived(table, thread) for thread in (first, second)] == [True, True]
    assert [len(thread.history()) for thread in (first, second)] == [1, 1]


async def test_partners_who_play_in_a_thread_confer_in_another(table: Table) -> None:
    backend, south, me, hall = table.env.backend, table.people[0], table.me, table.channel
    for kind in (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD):
        made = backend.create_thread(hall.id, "den", south.id, type=kind)
        for member in (me.id, *(person.id for person in table.people[1:])):
            backend.add_thread_member(made.id, member)
        (table.channel,) = [thread for thread in hall.threads if thread.id == made.id]
        await table.sit(variant="partners")
        before: set[int] = {thread.id for thread in hall.threads}
        for _ in range(2):
            shown = await south.slash(table.channel, "match partners")
            (room,) = [thread for thread in hall.threads if thread.id not in before]
            assert f"<#{room.id}>" in said(shown)
            assert {person.id for person in (south, table.people[2])} <= members(table, room)
            backend.delete_channel(room.id)


@pytest.mark.slow
async def test_where_there_can_be_no_team_thread_the_partners_are_told_why(table: Table) -> None:
    south, me = table.people[0], table.me
    await table.new(south, game="junqi-four", variant="partners", level="1", where="here")
    told = refused(await south.slash(table.channel, "match partners"))
    assert "your partner is a computer" in told
    table.room()
    await table.sit()
    assert "in this variant" in said(await south.slash(table.channel, "match partners"))
    assert "Team thread" not in labels(await south.click(table.board(), label="More"))
    assert table.channel.threads == []
    denied = discord.PermissionOverwrite(create_private_threads=False)
    table.channel = table.guild.create_text_channel("quiet", overwrites={me: denied})
    match = await table.sit(variant="partners")
    answer = said(await south.slash(table.channel, "match partners"))
    assert f"I cannot make a private thread in <#{match.terms.channel}>" in answer
    assert "“Create Private Threads”" in answer


def members(table: Table, room: ChannelHandle) -> set[int]:
    """List who has been let into a thread."""
    return set(table.env.backend.channels[room.id].thread_members)


def archived(table: Table, room: ChannelHandle) -> bool:
    kept = table.env.backend.channels[room.id].thread_metadata
    return kept is not None and kept.archived


@pytest.mark.slow
async def test_calling_off_is_offered_only_as_long_as_the_rules_allow_it(table: Table) -> None:
    await table.sit(variant="resign_min_ply=1")
    south, west = table.people[:2]
    await table.set_up()
    menu = await table.press(west, table.board(), "Offer")
    assert "Call the match off" in labels(menu)
    await press(west, menu, "Call the match off")
    asked = table.channel.history()[-1]
    await table.move(south, await table.quiet())
    (closed,) = [message for message in table.channel.history() if message.id == asked.id]
    assert labels(closed) == []
    assert "offer has lapsed" in closed.content
    menu = await table.press(west, table.board(), "Offer")
    assert "Call the match off" not in labels(menu)
    told = refused(await west.slash(table.channel, "match offer", what="cancel"))
    assert "After turn 1 a match can no longer be called off." in told


@pytest.mark.slow
async def test_members_are_looked_up_once_a_turn_for_partners_alone(table: Table) -> None:
    def looked_up() -> int:
        return sum("/members/" in request.path for request in table.env.http_requests)

    await table.begin()
    before = looked_up()
    await table.play("a1-a3 a8-a6")
    assert looked_up() == before
    table.channel = table.guild.create_text_channel("quarters")
    await table.sit()
    before = looked_up()
    await table.set_up()
    for turn in range(1, 4):
        match = await table.match()
        await table.people[0].click(table.board(), label="My board")
        assert looked_up() == before + turn
        await table.move(table.people[min(match.to_act)], await table.quiet())


async def resigns(table: Table, who: MemberActor) -> None:
    """Resign a seat whose partner is still in."""
    asked = await who.slash(table.channel, "match resign")
    assert "your partner plays on alone" in said(asked)
    assert "You are out, and your partner plays on." in said(await press(who, asked, "Resign"))


# ---------------------------------------------------------------------------- how people sit down


def sides(match: Match) -> list[str]:
    """List who sits South, West, North and East."""
    return [player.human.name for player in match.players]


async def test_a_card_for_four_says_who_sits_where_and_begins_with_the_last(table: Table) -> None:
    card = await table.invite()
    (shown,) = table.channel.history()
    guests = (table.brennus, table.mara, table.quintus)
    assert all(f"<@{who.id}>" in shown.content for who in guests)
    assert {user.id for user in shown.mentions} == {who.id for who in guests}
    assert f"**South** Livia ✓ · **North** <@{table.mara.id}> (invited)" in shown.content
    assert labels(card) == ["Accept", "Decline", "Cancel", "Rules"]
    for who in guests[:2]:
        await who.click(card, label="Accept")
    (shown,) = table.channel.history()
    assert "**South** Livia ✓ · **North** Mara ✓" in shown.content
    assert f"**West** Brennus ✓ · **East** <@{table.quintus.id}> (invited)" in shown.content
    assert "Waiting for Quintus" in shown.content
    assert "for someone else" in refused(await table.mei.click(card, label="Accept"))
    offered = (await table.quintus.click(card, label="Accept")).followups[-1]
    assert offered.content.startswith("Set up your pieces in ")
    assert labels(offered) == ["Set up"]
    closed = table.channel.history()[0].content
    assert "Livia + Mara – Brennus + Quintus: the match has begun" in closed
    assert sides(await table.match()) == ["Livia", "Brennus", "Mara", "Quintus"]


async def test_open_seats_have_a_button_each(table: Table) -> None:
    card = await table.invite(opponent=None, opponent2=None)
    opened = ["Accept", "West, against Livia", "East, against Livia", "Decline", "Cancel", "Rules"]
    assert labels(card) == opened
    assert "invited you" in refused(await table.brennus.click(card, label="Accept"))
    assert "another seat" in refused(await table.mara.click(card, label="East, against Livia"))
    await table.quintus.click(card, label="East, against Livia")
    (shown,) = table.channel.history()
    assert labels(shown) == ["Accept", "West, against Livia", "Decline", "Cancel", "Rules"]
    assert "**West** open · **East** Quintus ✓" in shown.content
    await table.mara.click(card, label="Accept")
    (shown,) = table.channel.history()
    assert labels(shown) == ["West, against Livia", "Leave the table", "Cancel", "Rules"]
    await table.brennus.click(card, label="West, against Livia")
    assert sides(await table.match()) == ["Livia", "Brennus", "Mara", "Quintus"]


async def test_who_declines_leaves_the_seat_to_anybody(table: Table) -> None:
    card = await table.invite()
    await table.quintus.click(card, label="Accept")
    gone = await table.mara.click(card, label="Decline")
    expect(said(gone), "The seat is open to anybody now", "You have declined")
    shown = table.channel.history()[0]
    expect(shown.content, "**North** open", "Waiting for Brennus, anybody; only")
    listed = await table.mei.slash(table.channel, "match list", scope="open")
    assert "Livia + anybody – Brennus + Quintus" in said(listed)
    join, *_ = labels(listed)
    assert "You have joined" in said(await press(table.mei, listed, join))
    assert "**North** Mei ✓" in table.channel.history()[0].content


async def test_lots_turn_the_table_and_partners_stay_partners(table: Table) -> None:
    card = await table.invite(seat="random", opponent2=None)
    (shown,) = table.channel.history()
    assert f"**With Livia** Livia ✓, <@{table.mara.id}> (invited)" in shown.content
    assert f"**Against Livia** <@{table.brennus.id}> (invited), open" in shown.content
    assert "drawn by lot" in shown.content
    await table.quintus.click(card, label="Join against Livia")
    (shown,) = table.channel.history()
    expect(shown.content, "**Against Livia** <@", "Quintus ✓")


async def test_each_seat_of_the_game_is_for_another_person(table: Table) -> None:
    for extra in ("partner", "opponent2"):
        named: dict[str, MemberActor] = {"opponent": table.brennus, extra: table.mara}
        assert "Murus Gallicus is for two" in refused(await table.new(table.livia, **named))
    options = {"partner": table.brennus, "opponent": table.brennus, "opponent2": table.mara}
    answer = await table.livia.slash(table.channel, "match new", game="junqi-four", **options)
    assert "the same person twice" in refused(answer)
    assert table.channel.history() == []


async def test_a_board_tells_the_first_deadline_and_a_list_ones_own(table: Table) -> None:
    await table.sit()
    (ends,) = seconds(table.board().content)
    await table.pass_time(30 * HOUR)
    await press(table.livia, await table.press(table.livia, table.board(), "Offer"), "Give 24 h")
    assert seconds(table.board().content) == [ends]
    for who, own in ((table.livia, ends), (table.brennus, ends + 24 * 3600), (table.mara, ends)):
        assert seconds(said(await who.slash(table.channel, "match list"))) == [own]
