"""The computer's secrets: the same match twice, with other pieces behind its backs."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.junqi import layout
from players.core import AnyPlayer, Budget, Choice

from .dark import sealed
from .machines import EVEN, machine
from .test_evidence import record_of
from .twins import DARK, RED, alike, club, look_round, server, worlds

MOVES = 6


def playing(blue: str, moves: Sequence[str]) -> AnyPlayer:
    """Make a player of Blue that lays its pieces out like this and makes every second move.

    Both layouts come before the first move.
    """

    def choose(view: Any, past: Sequence[Any], budget: Budget, seed: int) -> Choice:
        return Choice(layout.write_layout(blue) if view.free else moves[len(past) - 3], EVEN)

    return replace(machine("junqi-dark"), choose=choose)


async def traffic(file: Path, blue: str, moves: Sequence[str]) -> tuple[list[Any], str]:
    """Play a match; return everything sent meanwhile, and its record."""
    machines = {"junqi-dark": playing(blue, moves)}
    async with server(file, "Brennus", club, machines=machines) as (evening, sent):
        livia, channel = evening.livia, evening.channel
        await evening.new(livia, game="junqi-dark", level="2", seat="first", where="here")
        shown = await livia.slash(channel, "match setup", layout=RED)
        await sealed(livia, shown)
        for text in moves[::2]:
            await evening.move(livia, text)
        assert evening.log(evening.id())[2:] == [*moves]
        await look_round(evening, DARK, livia, evening.mara)
        await livia.slash(channel, "match hint")
        requests = sent()
        await livia.slash(channel, "match offer", what="cancel")
        return requests, await record_of(livia, evening.board())


@pytest.mark.slow
async def test_nobody_can_tell_what_the_computer_has_laid_out(tmp_path: Path) -> None:
    blue, other, moves = worlds(DARK, 1)
    one, first = await traffic(tmp_path / "one.sqlite", blue, moves[:MOVES])
    two, second = await traffic(tmp_path / "two.sqlite", other, moves[:MOVES])
    assert layout.write_layout(blue) in first
    assert layout.write_layout(other) in second
    alike(one, two)
