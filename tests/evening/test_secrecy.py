"""Dark Junqi on two servers with other pieces behind Blue's backs, as `twins` compares them."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.core import AnyRules, IllegalAction, Seat
from games.junqi.board import GRID
from games.junqi.dark.game import DARK_JUNQI
from games.junqi.dark.position import Position
from games.junqi.dark.rules import DARK_RULES
from games.junqi.dark.view import DarkView
from games.rulebook import RULES

from .conftest import Evening, MatchId, MemberActor, said
from .dark import sealed
from .twins import DARK, RED, TURNS, alike, club, look_round, pictures, server, worlds

TOLD_BY = GRID.square("c12")
"""The square whose piece the leaks made on purpose tell."""


async def traffic(file: Path, blue: str, moves: list[str], every: int) -> list[tuple[Any, ...]]:
    """Play a match, asking for everything now and then; return all that is sent except to Blue."""
    async with server(file, "Brennus", club) as (evening, sent):
        await evening.begin(game="junqi-dark")
        match = MatchId(evening.id())
        await evening.livia.slash(evening.channel, "match setup", layout=RED)
        await evening.livia.click(evening.board(), label="Set up")
        await evening.client.desk.matches.setting_up.lay(match, evening.brennus.id, blue)
        for who in (evening.livia, evening.brennus):
            shown = await who.click(evening.board(), label="Set up")
            await sealed(who, shown)
        for number, text in enumerate(moves):
            mover = (evening.livia, evening.brennus)[number % 2]
            if number % every == 0:
                await look_round(evening, DARK, evening.livia, evening.mara)
            await evening.move(mover, text)
            if await taken_back(evening, mover):
                await evening.move(mover, text)
        return sent()


async def taken_back(evening: Evening, mover: MemberActor) -> bool:
    """Tell whether the last player may have the turn back; the other side always agrees."""
    asked = await mover.slash(evening.channel, "match offer", what="takeback")
    question = evening.channel.last_message
    if question is None or "stands until the next move" not in said(asked):
        return False
    granting = evening.livia if mover is evening.brennus else evening.brennus
    await granting.click(question, label="Accept")
    return True


async def compared(
    folder: Path, seed: int, turns: int, every: int = 1
) -> tuple[list[Any], list[Any]]:
    """Return the traffic of both servers."""
    blue, other, moves = worlds(DARK, seed)
    one = await traffic(folder / "one.sqlite", blue, moves[:turns], every)
    two = await traffic(folder / "two.sqlite", other, moves[:turns], every)
    return one, two


@pytest.mark.parametrize(("seed", "every"), [(1, 10), *((seed, 1) for seed in (1, 2, 3, 4))])
@pytest.mark.slow
async def test_nobody_but_blue_can_tell_the_two_matches_apart(
    tmp_path: Path, seed: int, every: int
) -> None:
    one, two = await compared(tmp_path, seed, TURNS, every)
    assert len(one) > 500 / every
    assert "agrees: the turn is taken back" in str(one)
    assert "A takeback cannot go back past a capture" in str(one)
    assert pictures(one) > 100 / every
    alike(one, two)


def leaky_view(state: Position, seat: Seat | None) -> DarkView:
    """Show the rank of one piece to all."""
    view = DARK_RULES.view(state, seat)
    leaks = [piece and piece.origin == TOLD_BY for piece in state.board]
    pairs = zip(view.board, state.board, leaks, strict=True)
    return replace(view, board=tuple(piece if leak else cell for cell, piece, leak in pairs))


def leaky_refusal() -> AnyRules:
    """Refuse a move of Red's flag with another reason while a landmine stands somewhere."""
    mine = False

    def see(state: Position, seat: Seat | None) -> DarkView:
        nonlocal mine
        piece = state.board[TOLD_BY]
        mine = bool(piece and piece.code == "L")
        return DARK_RULES.view(state, seat)

    def check(view: DarkView, action: Any) -> None:
        if mine and getattr(action, "origin", None) == GRID.square("b1"):
            raise IllegalAction("junqi.in_camp", square="b2")
        DARK_JUNQI.check(view, action)

    return replace(DARK_RULES, view=see, game=replace(DARK_JUNQI, check=check))


LEAKS: dict[str, AnyRules] = {
    "a rank in the view": replace(DARK_RULES, view=leaky_view),
    "a reason of a refusal": leaky_refusal(),
}


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS)
async def test_the_comparison_notices_a_wall_broken_on_purpose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    monkeypatch.setitem(RULES, DARK_JUNQI.info.id, LEAKS[leak])
    one, two = await compared(tmp_path, 2, 2)
    assert one != two
