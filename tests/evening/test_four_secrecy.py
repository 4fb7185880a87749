"""The same match of four on two servers, with other pieces behind East's backs.

Whatever goes to South, to the partner North or West, also once West is out, to the channel and to
a watcher must be equal to the byte, pictures too; only the codes of the seals may differ.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord import Env

from bot.config import Settings
from games.core import Act, Over, Seat, View
from games.junqi import layout
from games.junqi.four.board import HOMES
from games.junqi.four.position import Position
from games.junqi.four.rules import FOUR_RULES
from games.junqi.four.view import FourView
from games.rulebook import RULES
from games.submission import play

from .clockwork import Time
from .conftest import Lots, press
from .four import Table
from .test_secrecy import sent, server, walk, watch_uploads

VARIANT = "resign_min_ply=0"
OTHERS = (layout.PRESETS["fortress"], layout.PRESETS["ambush"], layout.PRESETS["raiders"])
"""The layouts of South, West and North on both servers."""
SOUTH, WEST, NORTH, EAST = map(Seat, range(4))
RESIGN = "resign"
TURNS, OUT_AFTER = 16, 9
WRONG = ("g1-g2", "i9", "q8-p8", "l9-k9", "c10-c9", "nonsense")


def views_of(east: str, moves: list[str]) -> Iterator[tuple[View, ...]]:
    """List what all but East see after each of these moves, with East's pieces laid out so."""
    state = FOUR_RULES.initial(VARIANT)
    for seat, codes in enumerate((*OTHERS, east)):
        state, _ = play(FOUR_RULES, state, Seat(seat), layout.written(codes))
    for text in moves:
        turn = FOUR_RULES.turn(state)
        if isinstance(turn, Over):
            return
        if text == RESIGN:
            state = FOUR_RULES.forfeit(state, frozenset({WEST}), "resign")
        elif isinstance(turn, Act):
            state, _ = play(FOUR_RULES, state, min(turn.seats), text)
        yield tuple(FOUR_RULES.view(state, seat) for seat in (SOUTH, WEST, NORTH, None))


@cache
def game(seed: int) -> tuple[str, str, list[str]]:
    """Find two layouts of East's and moves after which no other seat can tell them apart."""
    rng = random.Random(seed)
    while True:
        east, moves = layout.chosen(rng.randrange), list[str]()
        state = FOUR_RULES.initial(VARIANT)
        for seat, codes in enumerate((*OTHERS, east)):
            state, _ = play(FOUR_RULES, state, Seat(seat), layout.written(codes))
        while len(moves) < TURNS and isinstance(turn := FOUR_RULES.turn(state), Act):
            if len(moves) == OUT_AFTER:
                state = FOUR_RULES.forfeit(state, frozenset({WEST}), "resign")
                moves.append(RESIGN)
                continue
            view = FOUR_RULES.view(state, min(turn.seats))
            legal = sorted(FOUR_RULES.game.legal(view), key=FOUR_RULES.game.format)
            takes = [action for action in legal if FOUR_RULES.game.weight(view, action)]
            moves.append(FOUR_RULES.game.format(rng.choice(takes or legal)))
            state, _ = play(FOUR_RULES, state, min(turn.seats), moves[-1])
        seen = list(views_of(east, moves))
        fights = sum("clash" in str(views[3].news) for views in seen)
        if len(seen) == TURNS and fights > 1 and (other := twin(east, moves, seen, rng)):
            return east, other, moves


def twin(east: str, moves: list[str], seen: list[Any], rng: random.Random) -> str:
    """Find another layout with which the same moves look the same; "" if none is found soon."""
    other = east
    for _ in range(60):
        changed = layout.swapped(other, rng.randrange(25), rng.randrange(25))
        try:
            if list(views_of(changed, moves)) == seen:
                other = changed
        except ValueError:
            continue
    return other if sum(a != b for a, b in zip(east, other, strict=True)) >= 8 else ""


def quarters(env: Env, settings: Settings, lots: Lots) -> Table:
    return Table(env, settings, "en-US", lots, Time())


async def traffic(file: Path, east: str, moves: list[str], every: int) -> list[tuple[Any, ...]]:
    """Play a match, asking for everything now and then; return all that is sent except to East."""
    async with server(file, quarters) as table:
        uploads, asked = watch_uploads(table), list[int]()

        async def on_interaction(interaction: discord.Interaction[Any]) -> None:
            if interaction.user.id == table.quintus.id:
                asked.append(interaction.id)

        table.client.on_interaction = on_interaction  # type: ignore[attr-defined]
        await table.sit(variant=VARIANT)
        for who, codes in zip(table.people, (*OTHERS, east), strict=True):
            await table.ready(who, codes)
        for number, text in enumerate(moves):
            if number % every == 0:
                await look_round(table)
            if text == RESIGN:
                question = await table.brennus.slash(table.channel, "match resign")
                await press(table.brennus, question, "Resign")
                continue
            await table.move(table.people[min((await table.match()).to_act)], text)
        await look_round(table)
        return sent(table, "Quintus", asked, uploads)


async def look_round(table: Table) -> None:
    """Ask for all that the others than East can, some of it refused."""
    board, channel = table.board(), table.channel
    for who in (table.livia, table.brennus, table.mara, table.mei):
        for label in ("My board", "Text", "Move"):
            await who.click(board, label=label)
        for view in ("public", "flipped", "text"):
            await who.slash(channel, "match board", view=view)
        for typed in ("", "l9", "g"):
            await who.autocomplete(channel, "move", "move", typed)
            await who.autocomplete(channel, "match mark", "square", typed)
        await who.slash(channel, "match mark", square="q8", guess="L")
        for square in ("q8", "l9"):
            await who.slash(channel, "match ask", square=square)
        for question in ("pieces", "taken", "goal", "played"):
            await who.slash(channel, "match ask", question=question)
        for angle in ("public", "mine", "open"):
            await who.slash(channel, "match history", view=angle, turn=3)
        await walk(who, await who.slash(channel, "match history"))
        await who.autocomplete(channel, "match ask", "square", "q")
        for text in WRONG:
            await who.slash(channel, "move", move=text)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
async def test_nobody_but_east_can_tell_the_two_matches_apart(tmp_path: Path, seed: int) -> None:
    east, other, moves = game(seed)
    one = await traffic(tmp_path / "one.sqlite", east, moves, 8)
    two = await traffic(tmp_path / "two.sqlite", other, moves, 8)
    files = [request[-1][1] for request in one if len(request) > 4]
    assert sum(b"PNG" in bytes(file[:8]) for file in files) > 40
    assert "West is out" in str(one)
    for here, there in zip(one, two, strict=True):
        assert here == there


@pytest.mark.slow
async def test_the_comparison_notices_a_piece_of_easts_that_its_partner_sees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    east, other, _ = game(1)
    differs = next(at for at, pair in enumerate(zip(east, other, strict=True)) if len({*pair}) > 1)

    def leaky(state: Position, seat: Seat | None) -> FourView:
        view, at = FOUR_RULES.view(state, seat), HOMES[EAST][differs]
        if seat != WEST:
            return view
        return replace(view, board=(*view.board[:at], state.board[at], *view.board[at + 1 :]))

    monkeypatch.setitem(RULES, "junqi-four", replace(FOUR_RULES, view=leaky))
    one = await traffic(tmp_path / "one.sqlite", east, [], 8)
    assert one != await traffic(tmp_path / "two.sqlite", other, [], 8)
