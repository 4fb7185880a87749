"""What a move costs the database: every value is read once."""

from __future__ import annotations

import sqlite3

import pytest

from .conftest import Evening

MOST_SELECTS, MOST_TRANSACTIONS = 6, 2


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every statement that any connection to SQLite executes."""
    found: list[str] = []
    connect = sqlite3.connect

    def traced(*args: object, **options: object) -> sqlite3.Connection:
        connection = connect(*args, **options)  # type: ignore[call-overload]
        connection.set_trace_callback(found.append)
        return connection  # type: ignore[no-any-return]

    monkeypatch.setattr(sqlite3, "connect", traced)
    return found


async def test_a_move_reads_the_database_six_times_and_writes_twice(
    statements: list[str], evening: Evening
) -> None:
    await evening.begin()
    statements.clear()
    await evening.move(evening.livia, "a1-a3")
    selects = [text for text in statements if text.lstrip().startswith("SELECT")]
    begun = [text for text in statements if text.startswith("BEGIN")]
    assert 0 < len(selects) <= MOST_SELECTS, selects
    assert 0 < len(begun) <= MOST_TRANSACTIONS
