"""The process between the bot and workers elsewhere: text goes through, and nothing is unpickled.

`python -m bot.matches.machines.relay ADDRESS SECONDS` connects to a scheduler of dask.distributed.
Lines of JSON come in: `{"id", "worker", "text"}`, a question for one worker. Lines of JSON go out:
`{"workers"}`, how many thoughts each has room for, whenever that has changed; `{"id", "text"}`, an
answer as the worker wrote it; `{"id", "trouble"}`, "gone", "late" or "false" in its place; and
`{"failed"}`, why there is no connection. It ends with its input or its connection.

A client of dask unpickles whatever schedulers and workers send it, with whichever serializers it
is made. So messages are read here by a reader of our own, no pickle is loaded in this process, and
it is not the bot's: what goes wrong in it, or fills its memory, ends it alone.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import pickle
import resource
import signal
import sys
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

from players.wire import LONGEST_ANSWER, reply

if TYPE_CHECKING:
    from distributed import Client, Future

CONNECTING_S = 10
"""The longest wait for a scheduler."""
LOOKING_S = 1
"""The pause between two looks at who is there."""
MEMORY_BYTES = 1 << 28
"""The most memory this process may fill; a message that needs more is not read."""
LONGEST_TEXT = 4 * LONGEST_ANSWER
"""The most bytes of a text that is read: as many as an answer's characters may have."""
UNREAD = "unread"
"""The text in place of everything that is not plain data."""


class Unsafe(Exception):
    """A pickle wanted something to be imported and called."""


def seal() -> None:
    """Let this process load no pickle, whoever asks for it, before dask is imported."""
    pickle.loads = pickle.load = lambda *_, **__: UNREAD  # type: ignore[assignment]

    def refuse(event: str, _: object) -> None:
        if event == "pickle.find_class":
            raise Unsafe

    sys.addaudithook(refuse)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))


def read_plainly(frames: Sequence[Any], *_: object, **__: object) -> Any:
    """Read a message of dask's, in place of its own reader: plain data, and texts that were put
    into frames of their own."""
    import msgpack

    def part(found: dict[Any, Any]) -> Any:
        at = found.get("__Serialized__") or found.get("__Pickled__")
        return found if at is None else text(at)

    def text(at: int) -> str:
        try:
            head = msgpack.loads(frames[at])
            body = b"".join(frames[at + 1 : at + 1 + head["num-sub-frames"]])
            if head["serializer"] != "msgpack" or len(body) > LONGEST_TEXT:
                return UNREAD
            found = msgpack.loads(body)
        except Exception:  # a door: what came with it is read all the same
            return UNREAD
        return found if isinstance(found, str) and len(found) <= LONGEST_ANSWER else UNREAD

    try:
        return msgpack.loads(frames[0], object_hook=part, use_list=False, strict_map_key=False)
    except Exception:  # a door: the connection goes on
        return ()


class Relay:
    """Asks workers and passes their answers on."""

    def __init__(self, client: Client, answers: BinaryIO, longest_s: float) -> None:
        self._client = client
        self._answers = answers
        self._longest_s = longest_s
        self._asked: dict[asyncio.Task[None], str] = {}

    async def look(self) -> None:
        """Say who is there, and give up what those who have left were asked."""
        known = None
        while True:
            found = await asyncio.wait_for(self._client.scheduler.ncores(), CONNECTING_S)
            workers = {str(worker): int(count) for worker, count in found.items()}
            if workers != known:
                say(self._answers, workers=workers)
                known = workers
            for task, worker in self._asked.items():
                if worker not in workers:
                    task.cancel()
            await asyncio.sleep(LOOKING_S)

    async def listen(self) -> None:
        """Ask what comes in, until the input ends."""
        while line := await asyncio.to_thread(sys.stdin.buffer.readline):
            asked = json.loads(line)
            task = asyncio.create_task(self._ask(**asked))
            self._asked[task] = asked["worker"]
            task.add_done_callback(self._asked.pop)

    async def _ask(self, id: int, worker: str, text: str) -> None:  # noqa: A002 - as in the line
        asked = self._client.submit(reply, text, pure=False, workers=[worker])
        try:
            answer = await asyncio.wait_for(self._answer(asked), self._longest_s)
            say(self._answers, id=id, text=answer)
        except asyncio.CancelledError:
            say(self._answers, id=id, trouble="gone")
        except TimeoutError:
            say(self._answers, id=id, trouble="late")
        except Exception:  # a door: what a worker sends can fail in any way
            say(self._answers, id=id, trouble="false")
        finally:
            asked.release()

    async def _answer(self, asked: Future) -> str:
        from distributed import wait

        await wait(asked)
        if asked.status != "finished":
            raise ValueError(asked.status)
        gather = self._client.scheduler.gather
        found: Mapping[str, Any] = await gather(keys=[asked.key], serializers=["msgpack"])
        answer = found["data"][asked.key]
        if not isinstance(answer, str):
            raise TypeError
        return answer


def say(answers: BinaryIO, **message: object) -> None:
    try:
        answers.write(json.dumps(message).encode() + b"\n")
        answers.flush()
    except BrokenPipeError:
        os._exit(0)  # the asking process has gone


async def main(address: str, longest_s: float, answers: BinaryIO) -> None:
    """Connect, and relay until either end is gone."""
    try:
        import distributed

        distributed.protocol.loads = read_plainly

        class Listener(distributed.Client):  # type: ignore[misc]  # it has no types
            """A client that takes no orders to print or to warn, and ends the process when it
            hears no more."""

            _default_event_handlers: Mapping[str, object] = {}

            async def _handle_report(self) -> None:
                try:
                    await super()._handle_report()
                finally:
                    os._exit(1)

        client = await Listener(address, timeout=CONNECTING_S, asynchronous=True)
    except Exception as failure:
        say(answers, failed=type(failure).__name__)
        return
    relay = Relay(client, answers, longest_s)
    ends = [asyncio.create_task(relay.look()), asyncio.create_task(relay.listen())]
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    os._exit(0)  # whatever threads still wait


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot; the relay follows it
    logging.disable()
    warnings.simplefilter("ignore")
    written = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    seal()
    asyncio.run(main(sys.argv[1], float(sys.argv[2]), written))
