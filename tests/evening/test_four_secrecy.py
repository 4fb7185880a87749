"""A match of four on two servers with other pieces behind East's backs, as `twins` compares them.

To the others belong the partner North, and West, also once West is out.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.core import Seat
from games.junqi.four.board import HOMES
from games.junqi.four.position import Position
from games.junqi.four.rules import FOUR_RULES
from games.junqi.four.view import FourView
from games.rulebook import RULES

from .conftest import Env, Lots, Settings, Time
from .four import Table
from .twins import FOUR, RESIGN, WEST, alike, look_round, pictures, server, worlds

EAST = Seat(3)
EVERY = 8
"""How many turns pass from one time that all is asked for to the next."""


def quarters(env: Env, settings: Settings, lots: Lots) -> Table:
    return Table(env, settings, "en-US", lots, Time())


async def traffic(file: Path, east: str, moves: list[str]) -> list[tuple[Any, ...]]:
    """Play a match, asking for everything now and then; return all that is sent except to East."""
    async with server(file, "Quintus", quarters) as (table, sent):
        others = (table.livia, table.brennus, table.mara, table.mei)
        await table.sit(variant=FOUR.variant)
        for who, codes in zip(table.people, (*FOUR.before, east), strict=True):
            await table.ready(who, codes)
        for number, text in enumerate(moves):
            if number % EVERY == 0:
                await look_round(table, FOUR, *others)
            if text == RESIGN:
                await table.resign(table.brennus)
            else:
                await table.move(table.people[min((await table.match()).to_act)], text)
        await look_round(table, FOUR, *others)
        return sent()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
async def test_nobody_but_east_can_tell_the_two_matches_apart(tmp_path: Path, seed: int) -> None:
    east, other, moves = worlds(FOUR, seed)
    one = await traffic(tmp_path / "one.sqlite", east, moves)
    two = await traffic(tmp_path / "two.sqlite", other, moves)
    assert pictures(one) > 40
    assert "West is out" in str(one)
    alike(one, two)


@pytest.mark.slow
async def test_the_comparison_notices_a_piece_of_easts_that_its_partner_sees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    east, other, _ = worlds(FOUR, 1)
    differs = next(at for at, pair in enumerate(zip(east, other, strict=True)) if len({*pair}) > 1)

    def leaky(state: Position, seat: Seat | None) -> FourView:
        view, at = FOUR_RULES.view(state, seat), HOMES[EAST][differs]
        if seat != WEST:
            return view
        return replace(view, board=(*view.board[:at], state.board[at], *view.board[at + 1 :]))

    monkeypatch.setitem(RULES, "junqi-four", replace(FOUR_RULES, view=leaky))
    one = await traffic(tmp_path / "one.sqlite", east, [])
    assert one != await traffic(tmp_path / "two.sqlite", other, [])
