"""A worker on another machine: it takes one question after the other from the bots' queue.

`python -m players work nats://NAME:PASSWORD@HOST:4222` needs the extra `workers`. The server lets
it pull the next question, answer in its own name and do nothing else (docs/nats.conf).
"""

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn
from urllib.parse import urlsplit

from nats.aio.client import Client
from nats.errors import Error
from nats.js.errors import ServiceUnavailableError

from .wire import reply
from .worker import NICENESS, OtherVersion

STREAM, CONSUMER = "tetrarch", "workers"
"""The queue, and the one way to pull from it."""
QUESTIONS, ANSWERS = "tetrarch.questions", "tetrarch.answers"
"""A question's subject ends with its number; that of its answer has the worker's name before it."""
LONGEST_S = 120.0
"""The longest time for which a worker thinks of a question, or the bot waits for an answer."""
CONNECTING_S, LEAVING_S = 10.0, 1.0
"""The longest wait for a connection, and for its end, which never comes if TLS has failed."""
PING_S = 10
"""The time between two pings; a server that misses three is gone."""
PULLING_S, PAUSE_S = 20.0, 0.2
"""The time after which a worker asks for a question anew, and the pause before that."""
DIFFERENT_S = 30.0
"""The pause of a worker that a bot of another version has asked."""
AGAIN_S = 2.0
"""The pause before a worker that has lost its connection tries again."""


class Unreachable(Exception):
    """There is no connection; the text says why, and neither where nor as whom."""


def name_in(address: str) -> str:
    """Return the name of the user in an address."""
    return urlsplit(address).username or "anybody"


async def connect(client: Client, address: str, note: Callable[[str], None]) -> None:
    """Connect as the user in an address, with inboxes that nobody else can read; what goes wrong
    later is noted. Raises Unreachable. What `tls://` says begins with TLS, so that nobody in
    between can do without it."""
    trouble: list[str] = []

    async def complain(error: Exception) -> None:
        text = str(error) if isinstance(error, Error) else type(error).__name__
        note(text) if client.is_connected else trouble.append(text)

    try:
        async with asyncio.timeout(CONNECTING_S):
            await client.connect(
                address,
                inbox_prefix=f"_INBOX.{name_in(address)}",
                tls_handshake_first=address.startswith("tls://"),
                allow_reconnect=False,
                max_reconnect_attempts=1,
                reconnect_time_wait=0,
                ping_interval=PING_S,
                error_cb=complain,
            )
    except (Error, OSError) as error:  # of which a timeout is one
        await complain(error)
        await leave(client)
        raise Unreachable(trouble[0]) from None


async def leave(client: Client) -> None:
    """End a connection, or what was to become one."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LEAVING_S):
            await client.close()


async def work(address: str) -> NoReturn:
    """Answer questions. Raises Unreachable, and nats' Error once the connection is lost."""
    client = Client()
    await connect(client, address, say)
    questions = await client.jetstream().pull_subscribe_bind(CONSUMER, STREAM)
    say("ready for questions")
    try:
        while True:
            try:
                (question,) = await questions.fetch(timeout=PULLING_S)
            except (TimeoutError, ServiceUnavailableError):  # no question, or no bot yet
                await asyncio.sleep(PAUSE_S)
                continue
            answer = await think(question.data.decode())
            number = question.subject.removeprefix(QUESTIONS)
            await client.publish(f"{ANSWERS}.{name_in(address)}{number}", answer.encode())
            if json.loads(answer)["error"] == OtherVersion.__name__:
                say("a bot of another version asks; this worker needs the same Tetrarch and Python")
                await asyncio.sleep(DIFFERENT_S)
    finally:
        await leave(client)


async def think(text: str) -> str:
    """Answer a question in a thread; if that takes too long, end the process."""
    late = asyncio.get_running_loop().call_later(LONGEST_S, os._exit, 1)
    try:
        return await asyncio.to_thread(reply, text)
    finally:
        late.cancel()


def say(text: str) -> None:
    """Tell the host."""
    print(text, file=sys.stderr, flush=True)


def main(address: str) -> NoReturn:
    """Work, and connect anew whenever the connection is lost."""
    os.nice(NICENESS)
    said = ""
    while True:
        try:
            asyncio.run(work(address))
        except (Unreachable, Error) as trouble:
            if said != (said := f"no connection to the queue: {trouble}"):
                say(said)
        time.sleep(AGAIN_S)
