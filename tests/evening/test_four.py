"""A whole evening of four at one table, in two teams, with a game that only tests know."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from simcord import Env, MemberActor

from bot.app import create
from bot.config import Settings
from bot.matches.acts.opening import Proposal
from bot.matches.match.match import Match
from bot.matches.match.players import NamedPerson
from bot.playground.starting import restart, start
from bot.ui.words.catalogue import catalogue
from games.core import Seat, View
from games.record import read
from games.rulebook import RULES
from games.verify import verify
from render.library import DRAWINGS
from render.look import Look
from render.scene import Box, Scene, Tile
from render.theme import TOKENS
from tests.laws.toys.quartet import QUARTET_RULES, QuartetView

from .conftest import PATIENCE_S, Evening, fairness, labels, refused, said
from .dark import sealed
from .test_evidence import record_of

NAMES = ("South", "West", "North", "East")
RULEBOOK = {**RULES, QUARTET_RULES.game.info.id: QUARTET_RULES}


def scene(view: View, look: Look) -> Scene:
    """Draw a toy as a sheet of paper."""
    paper = TOKENS["light"].page
    return Scene("murus-light", Tile(("toy",), 40, 40, (Box(0, 0, 40, 40, paper),)), (), ())


def describe(view: QuartetView, look: Look) -> str:
    return " ".join(view.caps)


class Table(Evening):
    """A table with four players, and a spectator."""

    def __init__(self, env: Env, settings: Settings) -> None:
        super().__init__(env, settings)
        self.users |= {name: env.create_user(name) for name in NAMES}
        self.people = [self.guild.add_member(self.users[name]) for name in NAMES]

    async def restart(self) -> None:
        await restart(self.env, partial(create, self.settings, rulebook=RULEBOOK))

    async def sit(self, game: str = "quartet", variant: str = "") -> Match:
        """Open a match without asking its players, as a program would."""
        people = [NamedPerson(who.id, name) for who, name in zip(self.people, NAMES, strict=True)]
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
        """Set up with the panel."""
        shown = await who.slash(self.channel, "match setup", layout=layout)
        assert shown.response
        return said(await sealed(who, shown.response))

    async def now(self) -> Match:
        """Return the match as it stands."""
        matches, who = self.client.desk.matches, self.people[0].id
        running = await matches.listed(who, "mine", None)
        listed = running or await matches.listed(who, "finished", None)
        return listed[0]


@pytest.fixture
async def table(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    toy = replace(next(iter(DRAWINGS.values())), view=QuartetView, scene=scene, words=describe)
    monkeypatch.setitem(DRAWINGS, QuartetView, toy)
    patterns = cast("dict[str, str]", catalogue("en-US").patterns)
    monkeypatch.setitem(patterns, "over.stars", "{winner} won")
    make = partial(create, settings, rulebook=RULEBOOK)
    env = Env(make(), shard_count=1, settle_timeout=PATIENCE_S)
    await start(env, make)
    table = Table(env, settings)
    yield table
    last = table.client
    await env.shutdown()
    await last.shut()


async def test_a_match_that_a_program_opens_begins_when_its_seal_is_public(table: Table) -> None:
    match = await table.sit()
    card, seal, _, board = table.channel.history()
    assert match.stand.phase == "setting_up"
    assert match.id in card.content
    assert match.terms.commitment in seal.content
    assert match.terms.salt == str(seal.id)
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
    assert table.board().content.startswith(f"<@{south.id}>")
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
    assert "North" in await board_after(table, north, "b1")
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
    opened = fairness(table.channel)[-1].content
    assert opened.count("as sealed") == 4
    assert "`soo`, as sealed" in opened
    assert labels(end) == ["Rematch", "Replay", "Text", "Record", "Poster"]
    assert "is genuine" in refused(await table.verify(table.mara, end))
    text = await record_of(table.mara, end)
    assert len(json.loads(text)["seats"]) == 4
    assert verify(read(text), RULEBOOK) == ()
    # Everybody moves one seat on; the match begins when the last of them has accepted.
    await south.click(end, label="Rematch")
    card = table.channel.history()[-2]
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
    await west.click(table.channel.history()[-1], label="Accept")
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
    assert "for others to answer" in refused(await north.click(asked, label="Accept"))
    await west.click(asked, label="Accept")
    half = table.channel.history()[-1]
    assert "South asks to take back the last turn." in half.content
    assert half.content.endswith("Agreed: West. Yet to answer: East.")
    await east.click(half, label="Accept")
    assert (await table.now()).stand.taken_back
    assert table.board().content.startswith(f"<@{south.id}>")


async def board_after(table: Table, who: MemberActor, cap: str) -> str:
    await table.move(who, cap)
    return table.board().content


async def own_text(table: Table, who: MemberActor) -> str:
    shown: Any = await who.slash(table.channel, "match board", view="text")
    return said(shown)
