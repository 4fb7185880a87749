"""Messages are values: what they are made from decides what is sent, not their words."""

from typing import Any

import pytest

from bot.ui.words.catalogue import Catalogue
from games.library import GAMES

from .conftest import Evening, MatchId
from .four import Table, table
from .test_economy import begin, time

__all__ = ["table", "time"]

NAMED = {"matches": "id", "posted": "owner"}
"""The columns with the name of a match, of tables that have none called `match`."""
OWN = {
    "id": "printf('C%05d', n)",
    "match": "printf('C%05d', n)",
    "owner": "printf('C%05d', n)",
    "home": "home + (n << 40)",
    "channel": "channel + (n << 40)",
    "message": "message + (n << 40)",
    "key": "NULL",
}
"""The columns in which a copy of a match differs."""
PUBLISHED = ("command.", "choice.", "menu.")
"""The names of commands and choices, which have to be as Discord allows."""
NUMBERS = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION SELECT n + 1 FROM numbers WHERE n < ?)"


def copied(evening: Evening, match: str, number: int) -> list[MatchId]:
    """Copy a match this number of times, each with messages of its own; return their names."""
    for (name,) in evening.stored("SELECT name FROM sqlite_master WHERE type = 'table'"):
        columns = [row[1] for row in evening.stored(f"PRAGMA table_info('{name}')")]
        own = NAMED.get(name, "match")
        if own not in columns or name == "requests":
            continue
        values = ", ".join(OWN.get(one, f'"{one}"') for one in columns)
        copy = f'SELECT {values} FROM "{name}", numbers WHERE "{own}" = ?'  # noqa: S608
        evening.stored(f'INSERT INTO "{name}" {NUMBERS} {copy}', number, match)
    return [MatchId(f"C{n:05}") for n in range(1, number + 1)]


def reworded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change every string, and with them the label of every button."""
    usual = Catalogue.__call__

    def other(words: Catalogue, code: str, /, **args: Any) -> str:
        text = usual(words, code, **args)
        return text if code.startswith(PUBLISHED) else f"{text}!"

    monkeypatch.setattr(Catalogue, "__call__", other)


async def sent(evening: Evening, matches: list[MatchId]) -> list[str]:
    """Bring matches up once more, and list the requests about messages made for it."""
    before = len(evening.env.http_requests)
    for match in matches:
        await evening.client.desk.matches.followers.reconcile(match)
        await evening.client.desk.matches.followers.letters(match)
    made = evening.env.http_requests[before:]
    return [f"{one.method} {one.path}" for one in made if "/messages" in one.path]


@pytest.mark.parametrize("number", [20, pytest.param(1000, marks=pytest.mark.slow)])
async def test_a_release_that_changes_words_and_labels_edits_nothing(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    await evening.begin()
    await evening.play("a1-a3 h7-h5")
    match = MatchId(evening.id())
    copies = copied(evening, match, number)
    reworded(monkeypatch)
    await evening.restart()
    assert await sent(evening, [match, *copies]) == []
    await evening.play("b1-b3")
    assert evening.board().content.endswith("!"), "what comes next has the new words"


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_after_a_restart_nothing_is_posted_or_edited_in_any_game(
    table: Table, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    await begin(table, game)
    await table.livia.slash(table.channel, "match offer", what="draw")
    reworded(monkeypatch)
    await table.restart()
    assert await sent(table, [MatchId(table.id())]) == []
