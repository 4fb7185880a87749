"""Two worlds that a reader cannot tell apart, and all that their histories say to that reader."""

import re
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

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
from tests.evening.twins import DARK, FOUR, RESIGN, WEST, Kind, alike, worlds
from tests.samples import sampled

from .club import ANN, BOB, CID, DAN, Club

EN, ZH = catalogue("en"), catalogue("zh-CN")
CASES = sampled(
    [
        ("junqi-dark", 1, 4),
        ("junqi-four", 1, 16),
        *(("junqi-dark", seed, 1) for seed in range(1, 7)),
        *(("junqi-four", seed, 1) for seed in (1, 2)),
    ],
    usual=2,
)
"""A game, a pair of its worlds, and how many turns pass from one look back to the next."""
LEAST = 900
"""The answers that one pair of worlds is compared by, if every turn is looked back on."""
EVA = NamedPerson(505, "Eva")


KINDS = {"junqi-dark": DARK, "junqi-four": FOUR}
Telling: TypeAlias = Callable[[Club, MatchId, NamedPerson], Awaitable[list[Any]]]


async def answers(
    folder: Path,
    kind: Kind,
    last: str,
    moves: list[str],
    *readers: NamedPerson,
    every: int = 1,
    told: Telling | None = None,
) -> list[list[Any]]:
    """Play a match; list all that each reader is told (of its past) every few turns."""
    told = told or history
    club = await Club.at(address(lay(folder / "club.sqlite")))
    people, game = (ANN, BOB, CID, DAN)[: len(kind.before) + 1], kind.rules.game.info.id
    opened = await club.open(game, *people[1:], variant=kind.variant, pace="none")
    match = await club.join(opened, *people[1:])
    for player, codes in zip(match.players, (*kind.before, last), strict=True):
        match = await club.ready(match, player.human, layout=codes)
    found = [await told(club, match.id, who) for who in readers]
    for number, text in enumerate(moves, start=1):
        if text == RESIGN:
            match = await club.resign(match, match.players[WEST].human)
        else:
            match = (await club.act(match, match.players[min(match.to_act)].human, text)).match
        if number % every == 0:
            for who, own in zip(readers, found, strict=True):
                own += await told(club, match.id, who)
    await club.close()
    return found


async def history(club: Club, match: MatchId, who: NamedPerson) -> list[Any]:
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
        wanted = look(past.step_for_reader(step), EN, "light", private=step.view.seat is not None)
        yield step.view, step.revision, step.number, step.posted, step.undone
        yield describe(step.view, wanted), past.game.diagram(step.view)
        for words in (EN, ZH):
            yield history_lines.headline(past, step, words)
        for text in (False, True):
            shown = under_board(past, Spot(place, past.angle, text), EN).to_components()
            ways = re.findall(r":walk:(?!picture |text )[^']+", str(shown))
            assert {way.endswith(" text") for way in ways} == {text}, "only the switch changes that"
            yield shown
    yield draw(past.steps[-1].view, look(past.step_for_reader(past.steps[-1]), EN, "light"))
    for place in (-1, 0, 3, 999, LAST):
        yield past.nearest(place), past.place(place)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seed", "every"), CASES)
async def test_histories_tell_no_secrets(tmp_path: Path, game: str, seed: int, every: int) -> None:
    kind = KINDS[game]
    last, other, moves = worlds(kind, seed)
    readers = (*(ANN, BOB, CID)[: len(kind.before)], EVA)
    here = await answers(tmp_path / "here", kind, last, moves, *readers, every=every)
    there = await answers(tmp_path / "there", kind, other, moves, *readers, every=every)
    for first, second in zip(here, there, strict=True):
        assert len(first) > LEAST / every
        alike(first, second)


@pytest.mark.parametrize(("game", "own"), [("junqi-dark", BOB), ("junqi-four", DAN)])
async def test_the_check_notices_who_may_know(tmp_path: Path, game: str, own: NamedPerson) -> None:
    last, other, moves = worlds(KINDS[game], 1)
    (one,) = await answers(tmp_path / "one", KINDS[game], last, moves[:1], own)
    (two,) = await answers(tmp_path / "two", KINDS[game], other, moves[:1], own)
    assert len(one) == len(two)
    assert one != two
