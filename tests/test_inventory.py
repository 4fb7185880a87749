"""Every column of the database is accounted for: whose it is, what for, and how long."""

from collections import Counter
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store.inventory import INVENTORY, USERS, lines
from bot.store.tables.metadata import METADATA
from bot.store.tables.purpose import Whose

PRIVACY = Path(__file__).parents[1] / "PRIVACY.md"


def test_the_inventory_has_every_column_once_and_no_other() -> None:
    columns = Counter(str(column) for table in METADATA.tables.values() for column in table.columns)
    assert columns == Counter(f"{kept.table}.{name}" for kept in INVENTORY for name in kept.columns)


def test_whatever_holds_a_user_or_a_name_belongs_to_a_person() -> None:
    """A name beside a user ends in `_name` or is `name`."""
    for kept in INVENTORY:
        if kept.table.name == "commands":  # the only names that are nobody's
            continue
        for name in kept.columns:
            if name in USERS or name == "name" or name.endswith(("_person", "_name")):
                assert kept.purpose.whose is Whose.PERSON, (kept.table, name)


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
