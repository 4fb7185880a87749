"""Workers think apart from the bot, give way to it, and are replaced when they die."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Any

import pytest

from bot.matches.machines.thinkers import ATTEMPTS, PATIENCE, Thinkers, Unanswered, Unasked, Urgency
from bot.matches.machines.workers import Failed, InProcess, Processes
from games.core import Seat, View
from games.rulebook import RULES
from games.submission import play
from players.core import AnyPlayer, Budget, Choice, Pause, Player
from players.worker import Question, answer
from tests.patience import PATIENCE_S
from tests.samples import FULL

from . import thoughts
from .held import Held

ROOT = Path(__file__).parents[2]
KILLS = 200 if FULL else 10
LEFT = """\
import time
from bot.matches.machines.workers import Processes
from tests.matches import thoughts
two = Processes(2)
print(two.submit(thoughts.number).result(), flush=True)
two.submit(thoughts.burn, 1.0)
time.sleep(600)
"""
"""A bot that is killed while its workers think."""
MURUS = RULES["murus"]
START: View = MURUS.view(MURUS.initial(""), Seat(0))


def never(*_: object) -> Any:
    raise AssertionError("the worker is asked, not the player")


def older(question: Question) -> tuple[Choice, ...] | Pause:
    return answer(question, PLAYERS)


PLAYERS: dict[str, AnyPlayer] = {
    "murus": Player(1, (Budget(1),), never, never, slice=200, go_on=never)
}


@pytest.fixture
def two() -> Iterator[Processes]:
    processes = Processes(2)
    yield processes
    processes.shutdown()


# --------------------------------------------------------------------- processes


def test_a_worker_is_a_process_that_gives_way_and_only_names_a_fault(two: Processes) -> None:
    assert two.pids == ()
    assert two.submit(thoughts.number).result() in two.pids
    assert two.submit(thoughts.niceness).result() == min(19, os.nice(0) + 10)
    with pytest.raises(Failed, match=r"^Secret$"):
        two.submit(thoughts.fail).result()
    assert two.submit(thoughts.number).result() in two.pids


def test_a_worker_knows_neither_discord_nor_the_database_nor_secrets_of_the_host(
    two: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://bot:secret@host/database")
    known, names = (two.submit(task).result() for task in (thoughts.known, thoughts.environment))
    assert "players" in known
    assert known.isdisjoint({"bot", "discord", "sqlalchemy", "PIL", "pydantic", "render"})
    assert "PATH" in names
    assert names.isdisjoint({"DISCORD_TOKEN", "DATABASE_URL"})


def test_a_question_that_is_printed_tells_no_piece() -> None:
    assert "flag" not in repr(Question("junqi-dark", ("a12 is the flag",), Budget(1), 1, 1))


@pytest.mark.slow
def test_when_a_worker_is_killed_only_what_it_did_fails(two: Processes, tmp_path: Path) -> None:
    file = tmp_path / "pid"
    long = two.submit(thoughts.burn_and_say, 600.0, str(file))
    victim = int(wait_for(lambda: file.exists() and file.read_text()))
    short = two.submit(thoughts.burn, 0.5)
    os.kill(victim, signal.SIGKILL)
    with pytest.raises(BrokenExecutor):
        long.result()
    short.result()
    assert {two.submit(thoughts.number).result() for _ in range(4)} <= set(two.pids) - {victim}


def test_a_worker_that_hangs_is_killed() -> None:
    hasty = Processes(1, longest_s=0.1)
    with pytest.raises(BrokenExecutor):
        hasty.submit(thoughts.burn, 600.0).result()
    assert hasty.pids == ()
    hasty.shutdown()


@pytest.mark.slow
def test_what_a_bot_leaves_behind_ends_by_itself(tmp_path: Path) -> None:
    script = tmp_path / "left.py"
    script.write_text(LEFT)
    path = {"PYTHONPATH": str(ROOT)}
    bot = subprocess.Popen([sys.executable, script], env=path, stdout=subprocess.PIPE)  # noqa: S603
    assert bot.stdout is not None
    worker = int(bot.stdout.readline())
    bot.kill()
    bot.wait()
    bot.stdout.close()
    wait_for(lambda: not Path(f"/proc/{worker}").exists())


def wait_for(found: Callable[[], Any]) -> Any:
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if value := found():
            return value
        time.sleep(0.01)
    raise TimeoutError


# ---------------------------------------------------------------------- thinkers


@pytest.fixture
def held() -> Held:
    return Held()


@pytest.fixture
async def thinkers(held: Held) -> AsyncIterator[Thinkers]:
    one = Thinkers(held, 1, PLAYERS, thoughts.seeded)
    yield one
    await one.close()


@pytest.fixture
async def working() -> AsyncIterator[tuple[Thinkers, Processes]]:
    processes = Processes(2)
    one = Thinkers(processes, 2, PLAYERS, thoughts.thought)
    yield one, processes
    await one.close()


def ask(thinkers: Thinkers, seed: int, match: str = "A", ms: int = 1) -> asyncio.Task[Choice]:
    return asyncio.create_task(thinkers.choose("murus", (START,), Budget(ms), seed, match=match))


def ask_best(
    thinkers: Thinkers, nodes: int, match: str, urgency: Urgency
) -> asyncio.Task[tuple[Choice, ...]]:
    best = thinkers.judge("murus", (START,), nodes, match=match, urgency=urgency)
    return asyncio.create_task(best)


async def settled() -> None:
    for _ in range(6):
        await asyncio.sleep(0)


async def drained(held: Held) -> list[int]:
    """Answer all questions and list their nodes in the order in which they are asked."""
    order: list[int] = []
    while True:
        await settled()
        if not held.asked:
            return order
        order.append(held.asked[0][0].budget.nodes)
        held.answer()


async def test_moves_come_first_then_hints_then_analysis(thinkers: Thinkers, held: Held) -> None:
    asked: list[asyncio.Task[Any]] = [
        ask_best(thinkers, 1, "A", Urgency.ANALYSIS),
        ask_best(thinkers, 2, "B", Urgency.ANALYSIS),
        ask_best(thinkers, 3, "C", Urgency.HINT),
        ask(thinkers, 7, "D", 4),
    ]
    assert await drained(held) == [1, 4, 3, 2]
    await asyncio.gather(*asked)


async def test_matches_take_turns(thinkers: Thinkers, held: Held) -> None:
    asked = [ask_best(thinkers, n, "A", Urgency.ANALYSIS) for n in range(1, 5)]
    asked += [ask_best(thinkers, n, "B", Urgency.ANALYSIS) for n in range(11, 13)]
    assert await drained(held) == [1, 2, 11, 3, 12, 4]
    await asyncio.gather(*asked)


async def test_nothing_waits_for_ever(thinkers: Thinkers, held: Held) -> None:
    asked: list[asyncio.Task[Any]] = [
        ask(thinkers, n, f"M{n}", 100 + n) for n in range(PATIENCE * 3)
    ]
    asked.append(ask_best(thinkers, 1, "A", Urgency.HINT))
    asked.append(ask_best(thinkers, 2, "A", Urgency.ANALYSIS))
    order = await drained(held)
    assert order.index(1) <= PATIENCE + 1
    assert order.index(2) <= PATIENCE + 2
    await asyncio.gather(*asked)


def paused(held: Held) -> int:
    """Answer the oldest question with a pause after one more slice; return its nodes."""
    question, done = held.asked.pop(0)
    nodes = question.pause.nodes + 200 if question.pause else 200
    done.set_result(Pause(nodes, (nodes,)))
    return question.budget.nodes


async def test_what_is_urgent_or_short_comes_between_slices(thinkers: Thinkers, held: Held) -> None:
    long, other = ask(thinkers, 1, "A", 500), ask(thinkers, 2, "B", 600)
    await settled()
    asked: list[asyncio.Task[Any]] = [
        ask_best(thinkers, 7, "C", Urgency.ANALYSIS),
        ask_best(thinkers, 5, "A", Urgency.HINT),
        ask(thinkers, 3, "C", 30),
    ]
    order = []
    for _ in range(7):
        await settled()
        slices = held.asked[0][0].budget.nodes > 200
        pause = held.asked[0][0].pause
        at_its_end = pause is not None and pause.nodes == 400
        nodes = paused(held) if slices and not at_its_end else held.asked[0][0].budget.nodes
        if not slices or at_its_end:
            held.answer()
        order.append(nodes)
    assert order == [500, 30, 5, 600, 500, 600, 500]
    await settled()
    assert [question.budget.nodes for question, _ in held.asked] == [600]
    assert [question.pause for question, _ in held.asked] == [Pause(400, (400,))]
    held.answer()
    assert await drained(held) == [7]
    assert ((await long).text, (await other).text) == ("1", "2")
    await asyncio.gather(*asked)


async def test_a_long_thought_nobody_waits_for_is_given_up(thinkers: Thinkers, held: Held) -> None:
    long, after = ask(thinkers, 1, "A", 500), ask(thinkers, 2, "B")
    await settled()
    long.cancel()
    await settled()
    paused(held)
    assert await drained(held) == [1]
    assert (await after).text == "2"
    assert long.cancelled()


async def test_what_nobody_waits_for_is_dropped(thinkers: Thinkers, held: Held) -> None:
    first, second, third = (ask(thinkers, n, "A", n) for n in (1, 2, 3))
    await asyncio.sleep(0)
    for given_up in (second, first):
        given_up.cancel()
    assert await drained(held) == [1, 3]
    assert (await third).text == "3"
    assert first.cancelled()
    assert second.cancelled()


async def test_closing_gives_up_what_is_asked(held: Held) -> None:
    thinkers = Thinkers(held, 1, PLAYERS, thoughts.seeded)
    asked = [ask(thinkers, n) for n in (1, 2)]
    await asyncio.sleep(0.01)
    await thinkers.close()
    ends = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(end) for end in ends] == [asyncio.CancelledError] * 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", [thoughts.KILLER, thoughts.BUG])
async def test_a_player_that_fails_or_kills_workers_ends_in_a_legal_turn(
    working: tuple[Thinkers, Processes], caplog: pytest.LogCaptureFixture, seed: int
) -> None:
    bystanders = [ask(working[0], n, f"M{n}", 20) for n in range(20, 30)]
    turn = await ask(working[0], seed)
    play(MURUS, MURUS.initial(""), Seat(0), turn.text)
    answers = [choice.text for choice in await asyncio.gather(*bystanders)]
    assert answers == [str(n) for n in range(20, 30)]
    assert ("Secret" in caplog.text) == (seed == thoughts.BUG)
    assert "e12" not in caplog.text


async def test_what_cannot_be_judged_is_said() -> None:
    thinkers = Thinkers(InProcess(), 1, PLAYERS, never)
    with pytest.raises(Unanswered):
        await ask_best(thinkers, 1, "A", Urgency.HINT)
    await thinkers.close()


async def test_workers_of_another_version_are_not_answered_for() -> None:
    newer = {"murus": Player(2, (Budget(1),), never, never)}
    thinkers = Thinkers(InProcess(), 1, newer, older)
    with pytest.raises(Unasked):
        await ask(thinkers, 7)
    await thinkers.close()
    with pytest.raises(Unasked):
        await ask(thinkers, 7)


@pytest.mark.slow
async def test_workers_killed_answer_every_turn_once(working: tuple[Thinkers, Processes]) -> None:
    thinkers, processes = working
    rng = random.Random(1)
    answers: list[str] = []
    killed = 0
    for round_ in range(KILLS):
        asked = [ask(thinkers, 100 * round_ + n, f"M{n}", 30) for n in range(100, 104)]
        await asyncio.sleep(rng.uniform(0.02, 0.2))
        for pid in rng.sample(processes.pids, k=min(1, len(processes.pids))):
            os.kill(pid, signal.SIGKILL)
            killed += 1
        answers += [choice.text for choice in await asyncio.gather(*asked)]
    assert killed >= KILLS * 0.9
    assert answers == [str(100 * r + n) for r in range(KILLS) for n in range(100, 104)]
    assert ATTEMPTS > 1
