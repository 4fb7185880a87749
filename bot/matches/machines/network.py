"""Workers on other machines, asked through a queue of NATS (extra `workers`), none of them trusted.
A question goes to whoever pulls next, and to another if no answer comes (`ACK_S`). An answer counts
if it is a legal choice of its question; else the question is put again."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from contextlib import suppress
from functools import partial
from math import inf
from time import monotonic
from typing import Any

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error, MaxPayloadError
from nats.js.api import AckPolicy, ConsumerConfig, RetentionPolicy, StorageType, StreamConfig

from players import work
from players.core import Choice, Pause
from players.wire import Untrue, read_answer, write_question
from players.worker import OtherVersion, Question, answer, versions

from .workers import Away, Failed

log = logging.getLogger(__name__)

ATTEMPTS = 3
"""The number of times that a question is put before it is given up for now."""
PAUSE_S = 2.0
"""The pause before it is put again, in which an honest worker may become free."""
ACK_S = 30.0
"""The time after which a question that was pulled goes to another worker as well."""
LOOKS, LOOKING_S = 3, 0.4
"""The looks for a worker, and the pause between them: one may be about to pull."""
UNREACHED_S = 10.0
"""The pause before a server that could not be reached is tried again."""
QUEUE_BYTES = 1 << 26
"""The room for questions, which lie in the server's memory only."""
MOST = 64
"""The most thoughts at a time."""

THINKING = "workers think for computer players"
WAITING = "computer players wait, and it is tried again every half minute"


class Network(Executor):
    """Has questions answered by workers, as many at a time as there are workers. It connects by
    itself, and anew with the next question after the connection was lost."""

    def __init__(self, address: str, ours: Mapping[str, str] | None = None) -> None:
        """Begin to connect. `ours` are the versions workers must have (None: this process's)."""
        self._address = address
        self._ours = versions() if ours is None else ours
        self._loop = asyncio.get_running_loop()
        self._connecting = asyncio.Lock()
        self._client: Client | None = None
        self._refused = -inf  # when it last could not connect
        self._there = 0
        self._said = ""
        self._greeting = self._loop.create_task(self._greet(), name="greet workers")

    @property
    def room(self) -> int:
        """Count the thoughts that there is room for, one at least: that one finds out."""
        return min(MOST, max(1, self._there))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if fn is not answer:
            raise TypeError("workers elsewhere answer questions and do nothing else")
        return asyncio.run_coroutine_threadsafe(self._ask(*args), self._loop)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the queue; not to be called where its loop runs."""
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()

    async def _close(self) -> None:
        self._greeting.cancel()
        if self._client:
            await work.leave(self._client)

    async def _greet(self) -> None:
        with suppress(Away, Error):
            await self._look(await self._connect())

    async def _ask(self, question: Question) -> tuple[Choice, ...] | Pause:
        """Put a question until it is answered as it should be. Raises Failed if every worker fails
        over it, and Away if there is no answer."""
        text = await asyncio.to_thread(write_question, question, self._ours)
        failed, error = 0, ""
        for attempt in range(ATTEMPTS):
            await asyncio.sleep(PAUSE_S * attempt)
            client = await self._connect()
            try:
                await self._look(client)
                said = await self._put(client, text.encode())
            except TimeoutError:
                continue
            except MaxPayloadError:
                self._say(logging.ERROR, "the server's max_payload is too small (docs/nats.conf)")
                break
            except Error as trouble:  # the connection is lost, or the queue: both are made anew
                self._say(logging.WARNING, str(trouble))
                await work.leave(client)
                continue
            told = said.data.decode("utf-8", "replace")
            try:
                found, error = await asyncio.to_thread(read_answer, question, told, self._ours)
                if not error:
                    self._say(logging.INFO, THINKING)
                    return found
                failed += 1
                why = f"failed over a question: {error}"
            except OtherVersion as differing:
                why = f"has another version: {differing}"
            except Untrue:
                why = "does not answer as a worker of this version does"
            log.error("WORKERS: %.60r %s", said.subject.split(".")[-2], why)
        if failed == ATTEMPTS:
            raise Failed(error)
        self._say(logging.WARNING, f"no worker answers now; {WAITING}")
        raise Away

    async def _put(self, client: Client, text: bytes) -> Msg:
        """Put a question into the queue, wait for one answer, and take the question back."""
        number = secrets.token_hex(16)  # nobody answers but who has pulled it
        answers = await client.subscribe(f"{work.ANSWERS}.*.{number}")
        await answers.unsubscribe(limit=1)
        put = await client.jetstream().publish(f"{work.QUESTIONS}.{number}", text)
        try:
            return await answers.next_msg(work.LONGEST_S)
        finally:
            with suppress(Error):
                await answers.unsubscribe()
                await client.jetstream().delete_msg(work.STREAM, put.seq)

    async def _look(self, client: Client) -> None:
        """Count the workers that wait for a question or think of one. Raises Away."""
        for _ in range(LOOKS):
            found = await client.jetstream().consumer_info(work.STREAM, work.CONSUMER)
            self._there = (found.num_waiting or 0) + (found.num_ack_pending or 0)
            if self._there:
                return
            await asyncio.sleep(LOOKING_S)
        self._say(logging.WARNING, f"no worker is there; {WAITING}")
        raise Away

    async def _connect(self) -> Client:
        """Return the client that is connected, or connect one and make the queue. Raises Away."""
        async with self._connecting:
            if self._client and self._client.is_connected:
                return self._client
            if monotonic() < self._refused + UNREACHED_S:
                raise Away
            client = self._client = _Client()
            try:
                await work.connect(client, self._address, partial(self._say, logging.WARNING))
                await _make_queue(client)
            except (work.Unreachable, Error) as trouble:
                await work.leave(client)
                self._refused = monotonic()
                why = f"the server of the queue cannot be reached ({trouble})"
                self._say(logging.WARNING, f"{why}; {WAITING}")
                raise Away from None
            return client

    def _say(self, level: int, text: str) -> None:
        """Tell the host, but nothing twice in a row."""
        if text != self._said:
            self._said = text
            log.log(level, "WORKERS: %s", text)


class _Client(Client):
    """A client that goes on reading whatever headers a worker has written."""

    async def _process_headers(self, headers: bytes) -> dict[str, str] | None:
        try:
            return await super()._process_headers(headers)
        except Exception:  # a door: without this, nothing would be heard any more
            return None


async def _make_queue(client: Client) -> None:
    """Make the queue and the way to pull from it, unless both are there."""
    queue = client.jetstream()
    await queue.add_stream(
        StreamConfig(
            name=work.STREAM,
            subjects=[f"{work.QUESTIONS}.*"],
            retention=RetentionPolicy.WORK_QUEUE,
            storage=StorageType.MEMORY,
            max_age=work.LONGEST_S,
            max_bytes=QUEUE_BYTES,
        )
    )
    pulled = ConsumerConfig(
        durable_name=work.CONSUMER, ack_policy=AckPolicy.EXPLICIT, ack_wait=ACK_S
    )
    await queue.add_consumer(work.STREAM, pulled)
