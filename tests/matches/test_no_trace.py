"""Of somebody who has had all about them deleted, SQLite's files have no byte left."""

import sqlite3
from collections.abc import AsyncIterator

import pytest

from .club import Club
from .rated import EVA, FIN, played
from .test_forgetting import ZOE, used

NEEDLES = (ZOE.name.encode(), str(ZOE.id).encode(), ZOE.id.to_bytes(8), b"Well played!")


@pytest.fixture
async def club(url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Club]:
    """A club with a SQLite that keeps what is deleted unless told otherwise, as not all do."""
    connect = sqlite3.connect

    def keeping(*args: object, **options: object) -> sqlite3.Connection:
        connection = connect(*args, **options)  # type: ignore[call-overload]
        connection.execute("PRAGMA secure_delete = off")
        return connection  # type: ignore[no-any-return]

    monkeypatch.setattr(sqlite3, "connect", keeping)
    club = await Club.at(url)
    yield club
    await club.close()


def left(club: Club) -> dict[str, dict[bytes, int]]:
    """Count what there is of Zoe in the database's file, and in the log beside it."""
    found = {}
    for path in club.path.parent.iterdir():
        content = path.read_bytes()
        found[path.name] = {
            needle: content.count(needle) for needle in NEEDLES if needle in content
        }
    return {name: counted for name, counted in found.items() if counted}


async def test_after_deletion_alone_no_byte_of_them_is_in_the_files(club: Club) -> None:
    await used(club)
    for number in range(20):  # so many that pages are split and joined
        for person in (ZOE, EVA, FIN):
            await club.matches.people.keep_layout(
                person.id, f"{number} {person.name}", "Well played!" if person == ZOE else "x" * 60
            )
    match = await played(club, ZOE, FIN)
    for turn in range(1, 5):
        await club.matches.noting.note(match.id, ZOE.id, turn, "Well played! " * 70)
        await club.matches.noting.note(match.id, FIN.id, turn, "Who was it? " * 70)
    assert set(left(club)) >= {"matches.sqlite-wal"}
    await club.matches.forgetting.forget(ZOE.id)
    assert left(club) == {}


async def test_what_was_deleted_in_another_way_goes_once_the_file_is_compacted(club: Club) -> None:
    await club.matches.people.keep_layout(ZOE.id, "Well played!", "x")
    await club.run("DELETE FROM layouts")
    assert left(club)
    assert await club.matches.compact()
    assert left(club) == {}
