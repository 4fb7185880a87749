"""Replays are drawn once for all who look alike, in a process of their own that may die."""

import asyncio
import gc
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from io import BytesIO
from weakref import ReferenceType, ref

import pytest
from PIL.GifImagePlugin import GifImageFile

from bot.matches.machines.workers import InProcess, Processes
from bot.ui.controls.replays import LARGEST, MOST_ASKED, MOST_KEPT, SPARE, Replay, Replays
from bot.ui.words.catalogue import catalogue
from games.core import Sayable, View
from games.library import GAMES
from render.look import Look
from render.replay import FRAMES
from tests.render.sample import OPEN
from tests.render.test_replay import filmed, played
from tests.samples import FULL, sampled

LOOK = Look(catalogue("en").mentioning(str), "dark", ("Livia", "Brennus"))
LIVIA = 1001
LONGEST_S = 60
ENOUGH = LARGEST + SPARE
MATCHES = 50 if FULL else 5
"""The matches of a game of which the longest is drawn."""


def views(most: int = 12) -> tuple[View, ...]:
    """Return the first boards of a match: two reports of progress."""
    return played(OPEN, None)[:most]


async def made(replay: Replay | None) -> bytes | None:
    assert replay
    await replay.wait(LONGEST_S)
    assert not replay.going_on
    return replay.gif()


async def begun(replays: Replays, hired: list[Processes]) -> Replay:
    """Begin a replay; return when there is a process to draw it."""
    replay = replays.begin("K7Q2", LIVIA, views(), LOOK, ENOUGH)
    assert replay
    while not hired or not hired[0].pids:
        await replay.wait(0.01)
    return replay


@pytest.fixture
def hired() -> list[Processes]:
    return []


@pytest.fixture
def replays(hired: list[Processes]) -> Iterator[Replays]:
    def hire() -> Executor:
        hired.append(Processes(1))
        return hired[-1]

    yield Replays(hire)
    assert [pid for processes in hired for pid in processes.pids] == []


@pytest.mark.slow
async def test_another_process_draws_the_same_and_ends(
    replays: Replays, hired: list[Processes]
) -> None:
    replay = replays.begin("K7Q2", LIVIA, views(), LOOK, ENOUGH)
    assert replay
    seen = set()
    while replay.going_on:
        seen.add(replay.drawn)
        await replay.wait(0.01)
    assert replay.gif() == filmed(views(), LOOK)
    assert (replay.chosen, replay.drawn, replay.total) == 3 * (len(views()),)
    assert seen <= {*range(0, len(views()), 8), len(views())}
    assert len(hired) == 1


async def test_a_second_press_joins_the_work_and_finds_it_afterwards() -> None:
    replays = Replays(InProcess)
    first = replays.begin("K7Q2", LIVIA, views(2), LOOK, ENOUGH)
    assert replays.begin("K7Q2", LIVIA, views(2), LOOK, ENOUGH) is first
    assert await made(first)
    assert replays.begin("K7Q2", LIVIA, views(2), LOOK, ENOUGH) is first
    assert replays.begin("K7Q2", LIVIA, views(2), LOOK, ENOUGH - 1) is not first
    await replays.close()


async def test_after_its_time_it_is_drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.ui.controls.replays.KEPT_S", 0)
    replays = Replays(InProcess)
    first = replays.begin("K7Q2", LIVIA, views(2), LOOK, ENOUGH)
    assert await made(first)
    await asyncio.sleep(0.01)
    assert replays.begin("K7Q2", LIVIA, views(2), LOOK, ENOUGH) is not first
    await replays.close()


@pytest.mark.slow
async def test_after_a_killed_process_the_press_can_be_repeated(
    replays: Replays, hired: list[Processes], caplog: pytest.LogCaptureFixture
) -> None:
    replay = await begun(replays, hired)
    os.kill(hired[0].pids[0], signal.SIGTERM)
    assert await made(replay) is None
    assert caplog.messages == ["a replay could not be drawn: BrokenExecutor"]
    assert await made(replays.begin("K7Q2", LIVIA, views(), LOOK, ENOUGH))


async def test_closing_ends_what_is_being_drawn(replays: Replays, hired: list[Processes]) -> None:
    replay = await begun(replays, hired)
    await replays.close()
    assert await made(replay) is None


@pytest.mark.slow
@pytest.mark.parametrize("share", sampled([0.4, 0.75, 0.2]))
async def test_a_small_limit_is_kept_with_fewer_and_smaller_boards(share: float) -> None:
    whole = filmed(views(27), LOOK)
    most = int(len(whole) * share)
    replay = Replays(InProcess).begin("K7Q2", LIVIA, views(27), LOOK, most + SPARE)
    gif = await made(replay)
    assert replay
    assert gif
    assert len(gif) <= most
    film = GifImageFile(BytesIO(gif))
    assert film.n_frames == replay.chosen < len(views(27))
    assert film.width == (800 if share > 0.5 else 600)


async def test_no_limit_at_all_ends_in_words() -> None:
    assert await made(Replays(InProcess).begin("K7Q2", LIVIA, views(2), LOOK, 1000)) is None


async def test_only_the_last_are_kept_and_few_may_wait() -> None:
    replays = Replays(InProcess)
    begun = [replays.begin(number, number, views(2), LOOK, ENOUGH) for number in range(MOST_KEPT)]
    with pytest.raises(Sayable, match="busy"):
        replays.begin("one more", LIVIA, views(2), LOOK, ENOUGH)
    for replay in begun:
        assert await made(replay)
    assert await made(replays.begin("one more", LIVIA, views(2), LOOK, ENOUGH))
    assert replays.begin(1, LIVIA, views(2), LOOK, ENOUGH) is begun[1]
    assert replays.begin(0, LIVIA, views(2), LOOK, ENOUGH) is not begun[0]


async def test_one_person_has_only_so_many_drawn_and_keeps_nobody_else_waiting() -> None:
    replays = Replays(InProcess)
    begun = [replays.begin(number, LIVIA, views(2), LOOK, ENOUGH) for number in range(MOST_ASKED)]
    with pytest.raises(Sayable, match="enough"):
        replays.begin("one more", LIVIA, views(2), LOOK, ENOUGH)
    assert replays.begin(0, LIVIA, views(2), LOOK, ENOUGH) is begun[0]
    other = replays.begin("one more", LIVIA + 1, views(2), LOOK, ENOUGH)
    assert replays.begin("one more", LIVIA, views(2), LOOK, ENOUGH) is other
    for replay in (*begun, other):
        assert await made(replay)
    assert await made(replays.begin("another", LIVIA, views(2), LOOK, ENOUGH))


async def test_what_gives_way_leaves_the_memory_at_once() -> None:
    replays = Replays(InProcess)

    async def drawn(name: int) -> ReferenceType[Replay]:
        replay = replays.begin(name, LIVIA, views(2), LOOK, ENOUGH)
        assert replay
        assert await made(replay)
        return ref(replay)

    begun = [await drawn(number) for number in range(2 * MOST_KEPT)]
    await asyncio.sleep(0)
    gc.collect()
    kept = [number for number, replay in enumerate(begun) if replay()]
    assert kept == [*range(MOST_KEPT, 2 * MOST_KEPT)]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
async def test_the_longest_of_many_matches_is_small_enough_in_its_full_size(game: str) -> None:
    longest = max((played(game, None, seed) for seed in range(MATCHES)), key=len)
    look = replace(LOOK, names=("Livia", "Brennus", "Mara", "Judith"))
    replay = Replays(InProcess).begin(game, LIVIA, longest, look, ENOUGH)
    gif = await made(replay)
    assert replay
    assert gif
    assert len(gif) <= LARGEST
    film = GifImageFile(BytesIO(gif))
    assert film.n_frames == replay.chosen > min(len(longest), FRAMES) * 0.9
    assert (film.n_frames <= FRAMES, film.width) == (True, 800)
