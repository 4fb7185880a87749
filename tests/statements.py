"""A plugin of pytest that notes what the bot asks its database: `pytest -p tests.statements`.

It writes every statement, with an example of its values and the room of the test that makes it,
those that went both ways, and every line that ran of the rooms that make statements, to the file
that TETRARCH_STATEMENTS names.
"""

import json
import os
import re
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.direct import Direct
from bot.store.store import Store
from tests.both_ways import BothWays, gone

FILE = "TETRARCH_STATEMENTS"
ROOT = Path(__file__).parent.parent
KNOWS = re.compile(r"\btables\.(?!metadata|purpose)\w+ import")
"""The inventory, which only describes tables, imports their rooms instead."""
HOLDERS = ("bot/store", "bot/people", "bot/people/points", "bot/matches/store")


def rooms() -> dict[str, Path]:
    """Find the rooms that make statements, which are those that know a table, by their paths."""
    files = [file for holder in HOLDERS for file in sorted((ROOT / holder).glob("*.py"))]
    return {str(file): file for file in files if KNOWS.search(file.read_text())}


_ROOMS = rooms()
_seen: dict[tuple[str, str, str], list[Any]] = {}
_room = ""
_lines: dict[str, set[int]] = {name: set() for name in _ROOMS}


def _trace(frame: FrameType, _what: str, _value: object) -> Callable[..., Any] | None:
    lines = _lines.get(frame.f_code.co_filename)
    if lines is None:
        return None

    def line(frame: FrameType, _what: str, _value: object) -> Callable[..., Any]:
        lines.add(frame.f_lineno)
        return line

    return line(frame, "", None)


def _listen(store: Store, opened: AsyncEngine, direct: Direct | None = None) -> None:
    _init(store, opened, None if direct is None else BothWays(opened, direct))
    dialect = opened.dialect.name

    def note(
        _connection: object, _cursor: object, text: str, given: Sequence[Any], *_: object
    ) -> None:
        many = given and isinstance(given[0], tuple)
        _seen.setdefault((dialect, _room, text), list(given[0] if many else given))

    event.listen(opened.sync_engine, "before_cursor_execute", note)


_init = Store.__init__


def _written(value: bytes | memoryview) -> dict[str, str]:
    return {"hex": bytes(value).hex()}


def pytest_load_initial_conftests() -> None:
    """Begin before any room is read that makes its statements at once."""
    Store.__init__ = _listen  # type: ignore[assignment, method-assign]
    sys.settrace(_trace)
    threading.settrace(_trace)


def pytest_runtest_setup(item: pytest.Item) -> None:
    global _room
    _room = item.path.stem


def pytest_sessionfinish(session: pytest.Session) -> None:
    sys.settrace(None)
    seen = [[*key, values] for key, values in sorted(_seen.items())]
    lines = {name: sorted(found) for name, found in _lines.items()}
    noted = {"statements": seen, "both ways": sorted(gone), "lines": lines}
    text = json.dumps(noted, default=_written)
    Path(os.environ[FILE]).write_text(text)
