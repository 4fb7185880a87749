"""A worker that answers as no worker should; dask loads this file into it (`--preload`).

The seed of a question says how. What it sends would leave a file wherever it were unpickled: its
name is `HOSTILE_MARK` and the number of the process.
"""

from __future__ import annotations

import json
import os
import pickle
import time
from typing import Any

from distributed import get_worker
from distributed.protocol.serialize import families

from players import wire

MARK = os.environ.get("HOSTILE_MARK", "")
PROGRAM = f"import os; open(f'{MARK}-{{os.getpid()}}', 'w').close()"
MANNERS = (
    "program",
    "family",
    "exception",
    "warning",
    "long",
    "garbage",
    "illegal",
    "another question",
    "two turns",
    "impossible score",
    "other version",
    "failure",
)
"""The ways it answers, by the seed counted from `FIRST`."""
FIRST, SILENT, BUG = 1000, 2000, 2001
"""The seed of the first manner, that of a question it never answers, and that of a player's bug."""
HONEST = wire.reply
PLAIN = families["msgpack"]


class Program:
    """Something that does its work where it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return exec, (PROGRAM,)


class Trouble(Exception):
    """An exception of that kind."""

    def __reduce__(self) -> tuple[Any, ...]:
        return exec, (PROGRAM,)


class Disguised:
    """A value that is sent as plain data, and has the header of a pickle."""


def smuggled(value: object, context: object = None) -> tuple[dict[str, Any], list[bytes]]:
    """Write a value in the name of the family "msgpack"."""
    if isinstance(value, Disguised):
        return {"serializer": "pickle", "writeable": ()}, [pickle.dumps(Program())]
    written: tuple[dict[str, Any], list[bytes]] = PLAIN[0](value)
    return written


def answer(text: str) -> Any:
    """Answer a question in the manner of its seed, or honestly."""
    asked = json.loads(text)
    seed = asked["head"]["seed"]
    if seed == SILENT:
        time.sleep(600)
    if seed == BUG:
        return wire.write_answer((), "Secret")
    if not FIRST <= seed < FIRST + len(MANNERS):
        return HONEST(text)
    said = json.loads(HONEST(text))
    first = said["choices"][0]
    match MANNERS[seed - FIRST]:
        case "program":
            return Program()
        case "family":
            return Disguised()
        case "exception":
            raise Trouble
        case "warning":
            get_worker().log_event("warn", {"message": pickle.dumps(Program())})
            return "[]"
        case "long":
            return "[" * 1_000_000
        case "garbage":
            return "\x00{"
        case "illegal":
            first[0] = "a1-h8"
        case "another question":
            first[0] = "a8-c6"  # the other side's
        case "two turns":
            said["choices"].append(first)
        case "impossible score":
            first[1] = 1e999
        case "other version":
            said["versions"]["python"] = "2.7"
        case "failure":
            said["error"] = "KeyError"
    return json.dumps(said)


def dask_setup(_: object) -> None:
    """Become hostile."""
    families["msgpack"] = (smuggled, *PLAIN[1:])
    wire.reply = answer
