"""Workers of other machines think as well; one that dies or lies costs no turn and does no harm."""

import asyncio
import json
import logging
import pickle
import signal
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import nats
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.errors import NotFoundError

from bot.matches.machines import network as machine
from bot.matches.machines.network import Network
from bot.matches.machines.thinkers import Thinkers, Unasked
from games.core import Seat
from games.rulebook import RULES
from players.core import Budget
from players.library import PLAYERS, RANDOM
from players.wire import write_answer
from players.work import ANSWERS, CONSUMER, QUESTIONS, STREAM, work
from players.worker import versions
from tests.patience import PATIENCE_S
from tests.players.test_wire import FALSE
from tests.queues import CONFIGURATION, SECRET, address, free_port, served, worker

MURUS = RULES["murus"]
PAST = (MURUS.view(MURUS.initial(""), Seat(0)),)
SHORT, LONG = Budget(30, 0.1), Budget(1500, 0.1)
SLICES = Budget(2 * PLAYERS["murus"].slice + 1000)
HOSTILE = "anna"

UNTRUE = [text for text in FALSE if isinstance(text, str)]
UNTRUE += ["\x00", "7" * 7_000_000, json.dumps({"versions": {"python": "2.7"}})]
FAILURE = write_answer((), "Secret")
HEADERS = (b"NATS/1.0", b"NATS/1.0 \xff\xff\xff\r\n\r\n", b"NATS/1.0\r\n\xff: \xff\r\n\r\n")
"""Headers that no client can read."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("queue")) as place:
        yield place


@dataclass
class Queue:
    """The queue of a bot that is impatient, and the host who may look into it."""

    place: str
    host: Client
    thinkers: Thinkers

    async def until(self, what: str, number: int) -> None:
        """Wait until so many workers wait for questions, or questions are thought of."""
        async with asyncio.timeout(PATIENCE_S):
            queue = self.host.jetstream()
            while getattr(await queue.consumer_info(STREAM, CONSUMER), what) != number:  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    async def turn(self, seed: int = 7, budget: Budget = SHORT) -> str:
        return await turn(self.thinkers, seed, budget)

    @asynccontextmanager
    async def working(self, *users: str, beside: int = 0) -> AsyncIterator[None]:
        """Let honest workers wait for questions, beside others."""
        tasks = [asyncio.create_task(work(address(self.place, user))) for user in users]
        await self.until("num_waiting", beside + len(users))
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @asynccontextmanager
    async def misbehaving(self, answer: Callable[[], str | bytes | None]) -> AsyncIterator[None]:
        """Let a worker wait that answers as `answer` has it, or not at all."""
        client = await joined(self.place)
        questions = await client.jetstream().pull_subscribe_bind(CONSUMER, STREAM)

        async def misbehave() -> None:
            while True:
                (question,) = await questions.fetch(timeout=PATIENCE_S)
                said = await asyncio.to_thread(answer)
                if said is not None:
                    text = said.encode() if isinstance(said, str) else said
                    await client.publish(subject(question), text)

        task = asyncio.create_task(misbehave())
        await self.until("num_waiting", 1)
        yield
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await client.close()

    async def pulled(self) -> tuple[asyncio.Task[str], str]:
        """Ask for a turn, and have the question pulled by somebody who leaves with it."""
        client = await joined(self.place)
        questions = await client.jetstream().pull_subscribe_bind(CONSUMER, STREAM)
        pulled = asyncio.create_task(questions.fetch(timeout=PATIENCE_S))
        await self.until("num_waiting", 1)
        asked = asyncio.create_task(self.turn(8))
        (question,) = await pulled
        await client.close()
        return asked, subject(question)


@pytest.fixture
async def queue(server: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Queue]:
    for pause, seconds in {"PAUSE_S": 0.0, "LOOKING_S": 0.2, "ACK_S": 0.5}.items():
        monkeypatch.setattr(machine, pause, seconds)
    host = await joined(server, "bot")
    with suppress(NotFoundError):
        await host.jetstream().delete_stream(STREAM)
    async with opened(server) as thinkers:
        with pytest.raises(Unasked):
            await turn(thinkers)  # but now the queue is there
        yield Queue(server, host, thinkers)
    await host.close()


@asynccontextmanager
async def opened(place: str, ours: dict[str, str] | None = None) -> AsyncIterator[Thinkers]:
    network = Network(address(place), ours)
    thinkers = Thinkers(network, lambda: network.room)
    try:
        yield thinkers
    finally:
        await thinkers.close()


async def joined(place: str, user: str = HOSTILE, **options: Any) -> Client:
    return await nats.connect(address(place, user), inbox_prefix=f"_INBOX.{user}", **options)


def subject(question: Msg) -> str:
    return f"{ANSWERS}.{HOSTILE}{question.subject.removeprefix(QUESTIONS)}"


def expected(seed: int = 7, budget: Budget = SHORT) -> str:
    return PLAYERS["murus"].choose(PAST[-1], PAST, budget, seed).text


async def turn(thinkers: Thinkers, seed: int = 7, budget: Budget = SHORT) -> str:
    return (await thinkers.choose("murus", PAST, budget, seed, match=f"M{seed}")).text


async def come(thinkers: Thinkers) -> str:
    """Ask again and again, as computers do every half minute, until somebody answers."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            with suppress(Unasked):
                return await turn(thinkers)
            await asyncio.sleep(0.1)


# ------------------------------------------------------------------------- honest workers


async def test_workers_share_what_is_asked_and_bots_share_workers(queue: Queue) -> None:
    async with opened(queue.place) as other, queue.working("anna", "ben"):
        many = [asyncio.create_task(queue.turn(seed, LONG)) for seed in range(100, 108)]
        await asyncio.wait(many, return_when=asyncio.FIRST_COMPLETED)
        assert await turn(other, 7, LONG) == expected(7, LONG)
        assert not all(task.done() for task in many)
        assert await asyncio.gather(*many) == [expected(seed, LONG) for seed in range(100, 108)]


@pytest.mark.slow
async def test_workers_resume_thoughts(queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "ACK_S", 30.0)  # a slice may take longer than in other tests
    async with opened(queue.place) as patient, queue.working("anna", "ben"):
        asked = [turn(patient, seed, SLICES) for seed in range(3)]
        assert await asyncio.gather(*asked) == [expected(seed, SLICES) for seed in range(3)]


@pytest.mark.slow
async def test_a_worker_killed_at_its_thought_costs_one_wait(queue: Queue) -> None:
    with worker(queue.place, "anna") as victim:
        await queue.until("num_waiting", 1)
        victim.send_signal(signal.SIGSTOP)
        asked = asyncio.create_task(queue.turn())
        await queue.until("num_ack_pending", 1)
    async with queue.working("ben"):
        assert await asked == expected()
    for what in ("num_waiting", "num_ack_pending"):
        await queue.until(what, 0)  # the server knows that the last one has left
    with pytest.raises(Unasked):
        await queue.turn()  # nobody but workers is waited for
    found = (await queue.host.jetstream().stream_info(STREAM)).state
    assert (found.last_seq, found.messages) == (1, 0)  # it was put only once, and taken back


async def test_another_version_is_named(queue: Queue, caplog: pytest.LogCaptureFixture) -> None:
    async with opened(queue.place, versions() | {"python": "2.7"}) as other, queue.working("ben"):
        with pytest.raises(Unasked):
            await turn(other)
    assert "'ben' has another version: python " in caplog.text
    assert ", not 2.7" in caplog.text


# ------------------------------------------------------------------------- the server


@pytest.mark.slow
async def test_a_server_away_at_the_start_is_told_of_once_and_asked_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "UNREACHED_S", 1.0)
    caplog.set_level(logging.INFO)
    port = free_port()
    thinkers = Thinkers.open(address(f"127.0.0.1:{port}"))
    for _ in range(2):
        with pytest.raises(Unasked):
            await turn(thinkers)
    with worker(f"127.0.0.1:{port}"):
        for _ in range(2):  # it comes, goes, and comes back
            with served(tmp_path, port):
                assert await come(thinkers) == expected()
    await thinkers.close()
    told = [record.getMessage() for record in caplog.records if record.name.endswith(".network")]
    away = "WORKERS: the server of the queue cannot be reached (ConnectionRefusedError); computer"
    assert told[0].startswith(away)
    assert told.count("WORKERS: workers think for computer players") == 2
    assert all(earlier != later for earlier, later in pairwise(told))
    assert str(port) not in caplog.text
    assert SECRET not in caplog.text


async def test_who_is_not_let_in_is_told_why_and_no_password(
    server: str, caplog: pytest.LogCaptureFixture
) -> None:
    thinkers = Thinkers.open(address(server, "nobody"))
    with pytest.raises(Unasked):
        await turn(thinkers)
    await thinkers.close()
    assert "cannot be reached (nats: 'Authorization Violation')" in caplog.text
    assert SECRET not in caplog.text


async def test_tls_is_begun_with_and_needs_a_certificate_that_is_trusted(
    tmp_path: Path, server: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cert, key = str(tmp_path / "cert.pem"), str(tmp_path / "key.pem")
    made = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=x"
    made += f" -addext subjectAltName=IP:127.0.0.1 -keyout {key} -out {cert}"
    subprocess.run(made.split(), check=True, capture_output=True)  # noqa: ASYNC221, S603
    with_tls = CONFIGURATION.replace("# tls {", "tls {").replace("/etc/nats", str(tmp_path))
    with served(tmp_path, configuration=with_tls) as safe:
        for place in (safe, server):
            thinkers = Thinkers.open(address(place, scheme="tls"))
            with pytest.raises(Unasked):
                await turn(thinkers)
            await thinkers.close()
        monkeypatch.setenv("SSL_CERT_FILE", cert)
        thinkers = Thinkers.open(address(safe, scheme="tls"))
        task = asyncio.create_task(work(address(safe, "ben", "tls")))
        assert await come(thinkers) == expected()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await thinkers.close()
    assert "(SSLCertVerificationError)" in caplog.text
    assert "(SSLError)" in caplog.text


# ------------------------------------------------------------------------- hostile workers


@pytest.mark.slow
async def test_nonsense_is_asked_of_another(queue: Queue, caplog: pytest.LogCaptureFixture) -> None:
    left: list[str | bytes] = [b"", b"\xff\xfe", pickle.dumps(PAST), FAILURE, *UNTRUE]
    async with queue.misbehaving(lambda: left[-1]), queue.working("ben", beside=1):
        while left:
            caplog.clear()
            both = [await queue.turn(8), await queue.turn(9)]  # who pulls first changes
            assert both == [expected(8), expected(9)]
            (told,) = {
                record.getMessage() for record in caplog.records if record.levelname == "ERROR"
            }
            assert told.startswith(f"WORKERS: '{HOSTILE}' "), left[-1]
            left.pop()


async def test_with_hostile_workers_alone_computers_wait_and_play_nothing(
    queue: Queue, caplog: pytest.LogCaptureFixture
) -> None:
    async with queue.misbehaving(lambda: "{"):
        with pytest.raises(Unasked):
            await queue.turn()
    assert f"'{HOSTILE}' does not answer as a worker of this version does" in caplog.text


async def test_a_failure_on_every_worker_is_the_players(
    queue: Queue, caplog: pytest.LogCaptureFixture
) -> None:
    async with queue.misbehaving(lambda: FAILURE):
        assert await queue.turn() == RANDOM["murus"](PAST[-1], PAST, SHORT, 7).text
    assert "game=murus: Secret" in caplog.text


def slow() -> str:
    time.sleep(1.0)
    return "{"


@pytest.mark.parametrize("answer", [slow, lambda: None], ids=["slow", "silent"])
async def test_a_worker_that_does_not_answer_in_time_holds_no_turn_up(
    answer: Callable[[], str | None], queue: Queue, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.clear()
    async with queue.misbehaving(answer), queue.working("ben", beside=1):
        both = await asyncio.gather(queue.turn(8), queue.turn(9))
        await asyncio.sleep(0.6)  # and what comes later is not heard
        assert [*both] == [expected(8), expected(9)]
    assert caplog.text == ""


async def test_a_lost_question_is_put_again(queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it would be if a worker could acknowledge it."""
    monkeypatch.setattr("players.work.LONGEST_S", 1.0)
    asked, _ = await queue.pulled()
    await queue.host.jetstream().purge_stream(STREAM)
    async with queue.working("ben"):
        assert await asked == expected(8)


@pytest.mark.parametrize("headers", HEADERS)
async def test_whatever_is_shouted_in_answer_the_bot_hears_others(
    headers: bytes, queue: Queue, caplog: pytest.LogCaptureFixture
) -> None:
    asked, subject = await queue.pulled()
    user = json.dumps({"user": HOSTILE, "pass": SECRET, "headers": True})
    line = f"HPUB {subject} {len(headers)} {len(headers)}\r\n".encode() + headers + b"\r\n"
    async with queue.working("ben"):
        _, writer = await asyncio.open_connection(*queue.place.split(":"))
        writer.write(f"CONNECT {user}\r\n".encode() + 1000 * line)
        assert await asked == expected(8)
        writer.close()
        await writer.wait_closed()
    assert [record.levelname for record in caplog.records].count("ERROR") == 1


FORBIDDEN = f"""
$JS.ACK.{STREAM}.{CONSUMER}.1.1.1.1.0 $JS.API.STREAM.INFO.{STREAM} $JS.API.STREAM.MSG.GET.{STREAM}
$JS.API.DIRECT.GET.{STREAM} $JS.API.STREAM.PURGE.{STREAM} $JS.API.STREAM.DELETE.{STREAM}
$JS.API.CONSUMER.CREATE.{STREAM}.mine $JS.API.CONSUMER.DURABLE.CREATE.{STREAM}.mine
$JS.API.CONSUMER.DELETE.{STREAM}.{CONSUMER} {QUESTIONS}.1 {ANSWERS}.ben.1 _INBOX.bot.1 _INBOX.ben.1
"""
OVERHEARD = f"> {QUESTIONS}.> {ANSWERS}.> {ANSWERS}.*.* _INBOX.> _INBOX.ben.> _INBOX.bot.>"


async def test_a_worker_can_neither_overhear_others_nor_speak_for_them(queue: Queue) -> None:
    told: set[str] = set()
    heard: list[Msg] = []

    async def note(error: Exception) -> None:
        told.add(str(error).removeprefix("nats: permissions violation for "))

    async def hear(message: Msg) -> None:
        heard.append(message)

    spy = await joined(queue.place, error_cb=note)
    for name in OVERHEARD.split():
        await spy.subscribe(name, cb=hear)
    async with queue.working("ben"):
        assert await queue.turn() == expected()
        for name in FORBIDDEN.split():
            await spy.publish(name, b"{}")
        for _ in range(2):  # the ping of the first flush overtakes what waits to be written
            await spy.flush()
        assert await queue.turn(8) == expected(8)
    await spy.close()
    assert heard == []
    refused = {f'publish to "{name}"'.lower() for name in FORBIDDEN.split()}
    assert told == refused | {f'subscription to "{name}"'.lower() for name in OVERHEARD.split()}
