"""Of somebody who has had all about them deleted, SQLite's file has no byte left."""

from __future__ import annotations

from .absences import at_once
from .club import Club
from .test_forgetting import ZOE, used

__all__ = ["at_once"]


async def test_after_a_vacuum_no_byte_of_them_is_in_the_file(club: Club) -> None:
    await used(club)
    await club.matches.forgetting.forget(ZOE.id)
    await club.matches.compact()
    needles = (ZOE.name.encode(), str(ZOE.id).encode(), ZOE.id.to_bytes(8), b"Well played!")
    for path in club.path.parent.iterdir():
        content = path.read_bytes()
        assert [needle for needle in needles if needle in content] == [], path.name
