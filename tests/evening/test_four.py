"""A whole evening of four at one table, in two teams, with a game that only tests know."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import discord
import pytest
from simcord import ChannelHandle, Env, MemberActor

from bot.app import create
from bot.config import Settings
from bot.matches.match import Match
from bot.matches.opening import Proposal
from bot.matches.players import Person
from bot.ui.catalogue import catalogue
from games.core import Seat, View
from games.record import read
from games.rulebook import RULES
from games.verify import verify
from render.draw import DRAWERS
from render.look import Look
from render.scene import Box, Scene, Tile
from render.theme import TOKENS
from tests.laws.toys.quartet import QUARTET_RULES, QuartetView

from .conftest import PATIENCE_S, Evening, labels, press, refused, said
from .dark import sealed

NAMES = ("South", "West", "North", "East")
RULEBOOK = {**RULES, QUARTET_RULES.game.info.id: QUARTET_RULES}


def scene(view: View, look: Look) -> Scene:
    """A toy needs no more than a sheet of paper."""
    paper = TOKENS["light"].page
    return Scene("murus-light", Tile(("toy",), 40, 40, (Box(0, 0, 40, 40, paper),)), (), ())


def describe(view: QuartetView, look: Look) -> str:
    return " ".join(view.caps)


class Table(Evening):
    """Four at a table, and one who looks on."""

    def __init__(self, env: Env, settings: Settings) -> None:
        super().__init__(env, settings)
        self.users |= {name: env.create_user(name) for name in NAMES}
        self.people = [self.guild.add_member(self.users[name]) for name in NAMES]

    async def restart(self) -> None:
        before = self.client
        await self.env.restart_bot(create(self.settings, rulebook=RULEBOOK))
        await before.shut()

    async def sit(self, game: str = "quartet", variant: str = "") -> Match:
        """A match that a program opens: nobody is asked."""
        people = [Person(who.id, name) for who, name in zip(self.people, NAMES, strict=True)]
        proposal = Proposal(
            game=game,
            variant=variant,
            host=people[0],
            invited=tuple(people[1:]),
            guild=self.guild.id,
            channel=self.channel.id,
            where="here",
        )
        matches = self.client.desk.matches
        opened = await matches.opening.seat(proposal, people)
        await matches.followers.bring(opened.id)
        await self.env.settle()
        return await matches.match(opened.id)

    async def ready(self, who: MemberActor, layout: str) -> str:
        """Set up by the panel."""
        shown = await who.slash(self.channel, "match setup", layout=layout)
        assert shown.response
        return said(await sealed(who, shown.response))

    async def now(self) -> Match:
        """The match as it stands."""
        matches, who = self.client.desk.matches, self.people[0].id
        running = await matches.listed(who, "mine", None)
        found = running or await matches.listed(who, "finished", None)
        return found[0]


@pytest.fixture
async def table(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    monkeypatch.setitem(DRAWERS, QuartetView, (scene, describe))
    patterns = cast("dict[str, str]", catalogue("en-US").patterns)
    monkeypatch.setitem(patterns, "over.stars", "{winner} won")
    env = Env(create(settings, rulebook=RULEBOOK), shard_count=1, settle_timeout=PATIENCE_S)
    await env.start()
    table = Table(env, settings)
    yield table
    last = table.client
    await env.shutdown()
    await last.shut()


async def test_a_match_that_a_program_opens_begins_when_its_seal_is_public(table: Table) -> None:
    match = await table.sit()
    card, board = table.channel.history()
    assert match.stand.phase == "setting_up"
    assert match.terms.commitment in card.content
    assert match.terms.salt == str(card.id)
    assert [player.human.name for player in match.players] == [*NAMES]
    assert all(f"<@{who.id}>" in board.content for who in table.people)


async def test_four_play_a_whole_match_in_two_teams(table: Table, tmp_path: Path) -> None:
    match = await table.sit()
    south, west, north, east = table.people
    for who, layout in ((west, "left"), (south, "right"), (east, "left")):
        assert "You are ready" in await table.ready(who, layout)
    assert len(table.letters("North")) == 1
    await table.restart()
    assert "You are ready" in await table.ready(north, "left")
    board = table.board()
    assert board.content.startswith(f"<@{south.id}>")
    assert "not your turn" in await table.move(west, "a1")
    assert "You are watching" in await table.move(table.mara, "b1")
    # An offer outlives the turns of others, and needs everybody who is still in.
    await south.slash(table.channel, "match offer", what="draw")
    offered = table.channel.history()[-1]
    assert all(f"<@{who.id}>" in offered.content for who in (west, north, east))
    assert labels(offered) == ["Accept", "Decline", "Withdraw"]
    await table.move(south, "b2")
    assert (await table.now()).offer is None
    # West waits, North finds West's star, and East plays on alone.
    await table.move(west, "wait")
    assert "North" in await found(table, north, "b1")
    after = await table.now()
    assert after.players[1].acting is False
    assert after.to_act == frozenset({Seat(3)})
    assert "soo" in await own_text(table, west), "a seat that is out looks on"
    await east.slash(table.channel, "match offer", what="cancel")
    asked = table.channel.history()[-1]
    assert f"<@{west.id}>" not in asked.content
    await south.click(asked, label="Accept")
    assert (await table.now()).offer
    await table.move(east, "wait")
    await table.move(south, "d2")
    await table.move(north, "d1")
    end = table.board()
    assert "**South, North won**" in end.content
    assert end.content.count("as sealed") == 4
    assert "`soo`, as sealed" in end.content
    assert labels(end) == ["Rematch", "Text", "Record", "Verify"]
    assert "is genuine" in refused(await table.mara.click(end, label="Verify"))
    given = await table.mara.click(end, label="Record")
    assert given.response
    text = (await given.response.attachments[0].read()).decode()
    assert len(json.loads(text)["seats"]) == 4
    assert verify(read(text), RULEBOOK) == ()
    # Everybody moves one seat on; the match begins when the last of them has accepted.
    await south.click(end, label="Rematch")
    card = table.channel.history()[-1]
    for who in (west, north, east):
        await who.click(card, label="Accept")
    again = await table.now()
    assert [player.human.name for player in again.players] == ["East", "South", "West", "North"]
    assert again.terms.rematch_of == match.id


async def test_an_offer_says_who_has_agreed_and_who_is_yet_to_answer(table: Table) -> None:
    await table.sit()
    south, west, north, east = table.people
    for who in table.people:
        await table.ready(who, "left")
    await south.slash(table.channel, "match offer", what="draw")
    offered = table.channel.history()[-1]
    await west.click(offered, label="Accept")
    now = table.channel.history()[-1]
    assert "South offers a draw." in now.content
    assert now.content.endswith("Agreed: West. Yet to answer: North, East.")
    assert labels(now) == ["Accept", "Decline", "Withdraw"]
    again = await north.slash(table.channel, "match offer", what="draw")
    assert said(again).endswith("Agreed: West, North. Yet to answer: East.")
    assert table.channel.history()[-1].id == now.id, "nothing new is posted"
    await east.click(now, label="Decline")
    assert "East declines the draw" in table.channel.history()[-1].content
    # A turn is taken back if both opponents agree; the partner is not asked.
    await table.move(south, "wait")
    made = await south.slash(table.channel, "match offer", what="takeback")
    assert "until the next move" in said(made)
    asked = table.channel.history()[-1]
    assert f"<@{north.id}>" not in asked.content
    assert "for your opponents to answer" in refused(await north.click(asked, label="Accept"))
    await west.click(asked, label="Accept")
    half = table.channel.history()[-1]
    assert "South asks to take back the last turn." in half.content
    assert half.content.endswith("Agreed: West. Yet to answer: East.")
    await east.click(half, label="Accept")
    assert (await table.now()).stand.taken_back
    assert table.board().content.startswith(f"<@{south.id}>")


@pytest.mark.parametrize("out", [False, True])
async def test_who_leaves_the_server_with_a_partner_escapes(table: Table, out: bool) -> None:
    await table.sit("junqi-four", "resign_min_ply=0")
    south, west, _, east = table.people
    for who in table.people:
        await table.ready(who, "fortress")
    if out:
        await resigns(table, west)
        assert "West is out: resigned" in table.board().content
    table.guild.remove_member(east)
    for _ in range(3 - out):
        match = await table.now()
        await table.move(table.people[min(match.to_act)], await quiet(table))
    end = table.board()
    if out:
        assert "**South, North won: their last opponent left the match**" in end.content
    else:
        assert "**No result: a player left, and their partner was still in**" in end.content
    assert end.content.count("as sealed") == 4
    assert labels(end) == ["Rematch", "Text", "Record", "Verify"]
    assert "is genuine" in refused(await table.mara.click(end, label="Verify"))
    results = [player.result for player in (await table.now()).players]
    assert results == (["won", "lost", "won", "lost"] if out else [None] * 4)
    listed = await south.slash(table.channel, "match list", scope="finished")
    assert end.content.split("**")[1] in said(listed)


async def test_who_is_out_may_leave_and_the_others_play_on(table: Table) -> None:
    await table.sit("junqi-four", "resign_min_ply=0")
    for who in table.people:
        await table.ready(who, "fortress")
    await resigns(table, table.people[3])
    table.guild.remove_member(table.people[3])
    for _ in range(4):
        match = await table.now()
        assert match.running
        await table.move(table.people[min(match.to_act)], await quiet(table))
    assert (await table.now()).running


async def test_partners_confer_in_a_thread_that_shows_no_board(table: Table) -> None:
    match = await table.sit("junqi-four", "partners resign_min_ply=0")
    south, west, north, east = table.people
    rooms = table.client.desk.rooms
    made = await asyncio.gather(*(rooms.room(match, Seat(seat)) for seat in (0, 2, 0)))
    (room,) = table.channel.threads
    assert set(made) == {room.id}
    assert f"<#{room.id}>" in said(await south.slash(table.channel, "match partners"))
    (welcome,) = room.history()
    assert "South, North" in welcome.content
    assert "moderators can read it too, so no board or layout is shown here" in welcome.content
    for who in table.people:
        await table.ready(who, "fortress")
    await table.restart()
    more = await north.click(table.board(), label="More")
    assert f"<#{room.id}>" in said(await press(north, more, "Team thread"))
    await west.slash(table.channel, "match partners")
    first, second = table.channel.threads
    assert table.guild.me
    assert members(table, first) == {south.id, north.id, table.guild.me.id}
    assert members(table, second) == {west.id, east.id, table.guild.me.id}
    mara = await table.mara.slash(table.channel, "match partners")
    assert "You are watching" in said(mara)
    # Who is out may still speak to a partner who is not.
    await resigns(table, south)
    assert f"<#{room.id}>" in said(await south.slash(table.channel, "match partners"))
    await press(north, await north.slash(table.channel, "match resign"), "Resign")
    assert table.board().content.startswith("**West, East won")
    assert [archived(table, one) for one in (first, second)] == [True, True]
    assert [len(one.history()) for one in (first, second)] == [1, 1]


async def test_a_team_thread_that_was_deleted_is_made_anew(table: Table) -> None:
    await table.sit("junqi-four", "partners")
    south = table.people[0]
    await south.slash(table.channel, "match partners")
    (room,) = table.channel.threads
    table.env.backend.delete_channel(room.id)
    shown = await south.slash(table.channel, "match partners")
    (again,) = table.channel.threads
    assert again.id != room.id
    assert f"<#{again.id}>" in said(shown)


async def test_partners_who_may_not_see_each_others_pieces_have_no_thread(table: Table) -> None:
    await table.sit("junqi-four")
    south = table.people[0]
    assert "in this variant" in said(await south.slash(table.channel, "match partners"))
    more = await south.click(table.board(), label="More")
    assert more.response
    assert "Team thread" not in labels(more.response)
    assert table.channel.threads == []


async def test_where_no_private_thread_can_be_made_the_partners_are_told_why(table: Table) -> None:
    me = table.guild.me
    assert me
    denied = discord.PermissionOverwrite(create_private_threads=False)
    table.channel = table.guild.create_text_channel("quiet", overwrites={me: denied})
    match = await table.sit("junqi-four", "partners")
    told = said(await table.people[0].slash(table.channel, "match partners"))
    assert f"I cannot make a private thread in <#{match.terms.channel}>" in told
    assert "“Create Private Threads”" in told


def members(table: Table, room: ChannelHandle) -> set[int]:
    """Who has been let into a thread."""
    return set(table.env.backend.channels[room.id].thread_members)


def archived(table: Table, room: ChannelHandle) -> bool:
    kept = table.env.backend.channels[room.id].thread_metadata
    return kept is not None and kept.archived


async def test_calling_off_is_offered_only_as_long_as_the_rules_allow_it(table: Table) -> None:
    await table.sit("junqi-four", "resign_min_ply=1")
    south, west = table.people[:2]
    for who in table.people:
        await table.ready(who, "fortress")
    menu = await west.click(table.board(), label="Offer")
    assert menu.response
    assert "Call the match off" in labels(menu.response)
    await press(west, menu, "Call the match off")
    asked = table.channel.history()[-1]
    await table.move(south, await quiet(table))
    (closed,) = [one for one in table.channel.history() if one.id == asked.id]
    assert labels(closed) == []
    assert "the offer has lapsed" in closed.content
    menu = await west.click(table.board(), label="Offer")
    assert menu.response
    assert "Call the match off" not in labels(menu.response)
    told = refused(await west.slash(table.channel, "match offer", what="cancel"))
    assert "From turn 1 on a match is no longer called off." in told


async def test_members_are_looked_up_once_a_turn_and_only_where_there_are_partners(
    table: Table,
) -> None:
    def looked_up() -> int:
        return sum("/members/" in request.path for request in table.env.http_requests)

    await table.begin()
    before = looked_up()
    await table.play("a1-a3 a8-a6")
    assert looked_up() == before
    table.channel = table.guild.create_text_channel("quarters")
    await table.sit("junqi-four")
    for who in table.people:
        await table.ready(who, "fortress")
    for turn in range(1, 4):
        match = await table.now()
        await table.people[0].click(table.board(), label="My board")
        assert looked_up() == before + turn
        await table.move(table.people[min(match.to_act)], await quiet(table))


async def resigns(table: Table, who: MemberActor) -> None:
    """Give up one seat, whose partner is still in."""
    asked = await who.slash(table.channel, "match resign")
    assert "your partner plays on alone" in said(asked)
    assert "You are out, and your partner plays on." in said(await press(who, asked, "Resign"))


async def quiet(table: Table) -> str:
    """A move of whoever is to act that meets nobody."""
    matches, match = table.client.desk.matches, await table.now()
    seen = await matches.see(match.id, match.players[min(match.to_act)].human.id)
    free = (one for one in seen.game.legal(seen.view) if not seen.game.weight(seen.view, one))
    return seen.game.format(next(free))


async def found(table: Table, who: MemberActor, cap: str) -> str:
    await table.move(who, cap)
    return table.board().content


async def own_text(table: Table, who: MemberActor) -> str:
    shown: Any = await who.slash(table.channel, "match board", view="text")
    return said(shown)
