"""The process between the bot and untrusted workers unpickles nothing, whatever comes in."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.matches.machines.relay import MEMORY_BYTES, UNREAD, read_plainly
from players.wire import LONGEST_ANSWER

from .scheduling import ROOT

msgpack = pytest.importorskip("msgpack")

OPENED = f"""\
import pickle, sys
sys.path.insert(0, {str(ROOT)!r})
from bot.matches.machines.relay import seal
seal()
found = {{}}
for how in ("pickle.loads(sys.argv[1].encode())", "pickle._loads(sys.argv[1].encode())",
            "pickle.Unpickler(__import__('io').BytesIO(sys.argv[1].encode())).load()",
            "bytearray({MEMORY_BYTES})"):
    try:
        found[how] = str(eval(how))
    except BaseException as refused:
        found[how] = type(refused).__name__
print(*found.values())
"""
"""A sealed process that tries to load a pickle in three ways, and to fill the memory."""


class Program:
    """Something that would run where it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return open, (str(self.mark), "w")


def frames(message: Any, *parts: tuple[dict[str, Any], bytes]) -> list[bytes]:
    """Write a message as dask does, with parts that lie in frames of their own."""
    found = [msgpack.packb(message)]
    for head, body in parts:
        found += [msgpack.packb(head | {"num-sub-frames": 1}), body]
    return found


PLAIN = {"serializer": "msgpack"}
PARTS: list[tuple[dict[str, Any], bytes, str]] = [
    (PLAIN, msgpack.packb("a1-c3"), "a1-c3"),
    (PLAIN, msgpack.packb({"a": 1}), UNREAD),
    (PLAIN, msgpack.packb("a" * (LONGEST_ANSWER + 1)), UNREAD),
    (PLAIN, msgpack.packb("a" * (5 * LONGEST_ANSWER)), UNREAD),
    (PLAIN, b"\xc1", UNREAD),
    ({"serializer": "pickle", "writeable": []}, b"", UNREAD),
    ({"serializer": "dask", "type-serialized": b""}, b"", UNREAD),
    ({"serializer": "error"}, b"no", UNREAD),
    ({"serializer": None}, b"", UNREAD),
    ({"pickled-obj": b""}, b"", UNREAD),
    ({}, b"", UNREAD),
]


@pytest.mark.parametrize(("head", "body", "read"), PARTS)
@pytest.mark.parametrize("mark", ["__Serialized__", "__Pickled__"])
def test_of_a_message_only_texts_and_plain_data_are_read(
    head: dict[str, Any], body: bytes, read: str, mark: str, tmp_path: Path
) -> None:
    program = pickle.dumps(Program(tmp_path / "mark"))
    head = {key: program if value == b"" else value for key, value in head.items()}
    message = [{"op": "task-erred", "exception": {mark: 1}}, {"op": "key-in-memory", "key": "a"}]
    found = read_plainly(frames(message, (head, body or program)))
    assert found == ({"op": "task-erred", "exception": read}, {"op": "key-in-memory", "key": "a"})
    assert not (tmp_path / "mark").exists()


@pytest.mark.parametrize(
    "message",
    [
        {"__Enum__": True, "__module__": "dask.utils", "__name__": "funcname", "name": "x"},
        {"__Set__": True, "as-list": "a"},
        {"__Serialized__": True, "data": [{"serializer": "pickle"}, [b""]]},
        {"__Serialized__": 99},
        {"__Pickled__": "1"},
    ],
)
def test_a_message_makes_nothing_and_imports_nothing(message: Any) -> None:
    (found,) = read_plainly(frames([message]))
    assert found in (message, UNREAD)
    assert read_plainly([b"\xc1"]) == ()
    assert read_plainly([]) == ()


def test_a_sealed_process_loads_no_pickle_and_takes_no_more_memory(tmp_path: Path) -> None:
    program = pickle.dumps(Program(tmp_path / "mark"), 0).decode()
    ended = subprocess.run(  # noqa: S603 - a program of this file
        [sys.executable, "-c", OPENED, program], capture_output=True, text=True, check=True
    )
    assert ended.stdout.split() == [UNREAD, "Unsafe", "Unsafe", "MemoryError"]
    assert not (tmp_path / "mark").exists()
