"""Every column of the database is accounted for: whose it is, what for, and how long."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store.inventory import INVENTORY, USERS, Whose, lines
from bot.store.tables import (
    matches as tables,
)
from bot.store.tables import (
    people as people_tables,
)
from bot.store.tables import (
    points as points_tables,
)
from bot.store.tables import (
    upkeep as upkeep_tables,
)
from bot.store.tables.metadata import METADATA

ROOMS = (people_tables, points_tables, tables, upkeep_tables)
"""Importing them fills METADATA."""
PRIVACY = Path(__file__).parents[1] / "PRIVACY.md"


def test_the_inventory_has_every_column_once_and_no_other() -> None:
    assert ROOMS
    columns = Counter(
        (table.name, column.name) for table in METADATA.tables.values() for column in table.columns
    )
    assert columns == Counter(
        (kept.table, name) for kept in INVENTORY for name in kept.columns.split()
    )


def test_whatever_holds_a_user_or_a_name_belongs_to_a_person() -> None:
    """A name beside a user ends in `_name` or is `name`."""
    for kept in INVENTORY:
        if kept.table == "commands":  # the only names that are nobody's
            continue
        for name in kept.columns.split():
            if name in USERS or name == "name" or name.endswith(("_person", "_name")):
                assert kept.whose is Whose.PERSON, (kept.table, name)


def test_the_privacy_page_has_the_inventory() -> None:
    assert "\n".join(lines()) in PRIVACY.read_text("utf-8"), (
        "put what `python -m bot inventory` prints in the place of the table in PRIVACY.md"
    )


def test_the_inventory_is_printed_without_a_token(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    assert main(["inventory"]) == 0
    assert capsys.readouterr().out.splitlines() == list(lines())
