"""Two worlds that a reader cannot tell apart, and all that their histories say to that reader."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.matches.match.history import ANGLES, History
from bot.matches.match.ids import MatchId
from bot.matches.match.players import NamedPerson
from bot.matches.match.refusals import Refusal
from bot.ui.controls.history_panel import LAST, Spot, under_board, under_moves
from bot.ui.controls.pictures import look
from bot.ui.words import history_lines
from bot.ui.words.catalogue import catalogue
from render.draw import describe, draw
from tests.databases import address, lay
from tests.evening.test_secrecy import RED, game
from tests.samples import sampled

from .club import ANN, BOB, CID, Club

EN, ZH = catalogue("en"), catalogue("zh-CN")
SEEDS = sampled(range(1, 7))
LEAST = 900
"""The answers that one pair of worlds is compared by."""


async def answers(folder: Path, blue: str, moves: list[str], who: NamedPerson) -> list[Any]:
    """Play a match, and list all that its past says to a reader after every turn."""
    club = await Club.at(address(lay(folder / "club.sqlite")))
    try:
        match = await club.begin("junqi-dark", pace="none")
        for person, codes in ((ANN, RED), (BOB, blue)):
            await club.matches.setting_up.lay(match.id, person.id, codes)
            await club.matches.setting_up.ready(club.keys(), match.id, person.id)
        found = [await told(club, match.id, who)]
        for number, text in enumerate(moves):
            await club.act(match, (ANN, BOB)[number % 2], text)
            found.append(await told(club, match.id, who))
        return [answer for after in found for answer in after]
    finally:
        await club.close()


async def told(club: Club, match: MatchId, who: NamedPerson) -> list[Any]:
    found: list[Any] = []
    for angle in (None, *ANGLES):
        try:
            past = await club.matches.reading.history(match, who.id, angle)
        except Refusal as refusal:
            found.append((angle, refusal.event))
            continue
        found += said(past)
    return found


def said(past: History) -> Iterator[Any]:
    """List every text, every button and every view that a history can answer with."""
    for words in (EN, ZH):
        pages = history_lines.pages(past, {}, words)
        for number, page in enumerate(pages):
            under = under_moves(past, Spot(page.first, past.angle), pages, number, words)
            yield page, under.to_components()
    for place, step in enumerate(past.steps):
        wanted = look(past.seen(step), EN, "light", private=step.view.seat is not None)
        yield step.view, step.revision, step.number, step.posted, step.undone
        yield describe(step.view, wanted), past.game.diagram(step.view)
        for words in (EN, ZH):
            yield history_lines.headline(past, step, words)
        for text in (False, True):
            spot = Spot(place, past.angle, text)
            yield under_board(past, spot, EN).to_components()
    yield draw(past.steps[-1].view, look(past.seen(past.steps[-1]), EN, "light"))
    for place in (-1, 0, 3, 999, LAST):
        yield past.nearest(place), past.place(place)


@pytest.mark.parametrize("seed", SEEDS)
async def test_no_history_tells_a_reader_what_is_behind_the_backs(
    tmp_path: Path, seed: int
) -> None:
    blue, other, moves = game(seed)
    for who in (ANN, CID):
        one = await answers(tmp_path / f"one{who.id}", blue, moves, who)
        two = await answers(tmp_path / f"two{who.id}", other, moves, who)
        assert len(one) > LEAST
        for here, there in zip(one, two, strict=True):
            assert here == there


async def test_the_comparison_notices_who_may_know(tmp_path: Path) -> None:
    blue, other, moves = game(1)
    one = await answers(tmp_path / "one", blue, moves[:2], BOB)
    two = await answers(tmp_path / "two", other, moves[:2], BOB)
    assert len(one) == len(two)
    assert one != two
