"""What belongs to one person alone, in the database: drafts, kept layouts, marks, refused letters.

Nothing here is read on behalf of anybody but its owner.
"""

from __future__ import annotations

from sqlalchemy import delete, func, insert, select, update

from games.core import Word, read_pick

from ..model import Layout, MatchId
from .store import Store, upsert
from .tables import drafts, layouts, letters, marks


class Notes:
    """The private papers of the people of one store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def draft(self, match: MatchId, user: int) -> Layout | None:
        """The layout somebody is at work on."""
        statement = select(drafts.c.codes, drafts.c.title).where(
            drafts.c.match == match, drafts.c.user == user
        )
        found = await self._store.rows(statement)
        return Layout(found[0].codes, _read_title(found[0].title)) if found else None

    async def keep_draft(self, match: MatchId, user: int, layout: Layout) -> None:
        title = _title(layout.title)
        row = {"match": match, "user": user, "codes": layout.codes, "title": title}
        async with self._store.writing() as connection:
            await upsert(connection, drafts, row)

    async def layouts(self, user: int) -> dict[str, str]:
        """The layouts somebody has kept, by name, in the order of their names."""
        statement = select(layouts).where(layouts.c.user == user).order_by(layouts.c.name)
        return {row.name: row.codes for row in await self._store.rows(statement)}

    async def keep_layout(self, user: int, layout: Layout) -> None:
        row = {"user": user, "name": layout.title, "codes": layout.codes}
        async with self._store.writing() as connection:
            await upsert(connection, layouts, row)

    async def marks(self, match: MatchId, user: int) -> dict[int, str]:
        """A player's guesses, by the number of the piece."""
        statement = select(marks.c.piece, marks.c.guess).where(
            marks.c.match == match, marks.c.user == user
        )
        return {row.piece: row.guess for row in await self._store.rows(statement)}

    async def mark(self, match: MatchId, user: int, piece: int, guess: str | None) -> None:
        """Note a guess about a piece, or take it away."""
        async with self._store.writing() as connection:
            if guess:
                row = {"match": match, "user": user, "piece": piece, "guess": guess}
                await upsert(connection, marks, row)
            else:
                theirs = (marks.c.match == match) & (marks.c.user == user)
                await connection.execute(delete(marks).where(theirs & (marks.c.piece == piece)))

    async def refused(self, match: MatchId, user: int) -> bool:
        """Whether somebody's direct messages were refused in this match."""
        statement = select(func.count()).where(letters.c.match == match, letters.c.user == user)
        return bool((await self._store.rows(statement))[0][0])

    async def refuse(self, match: MatchId, user: int) -> None:
        """Remember that; the same again changes nothing."""
        if not await self.refused(match, user):
            async with self._store.writing() as connection:
                row = {"match": match, "user": user, "told": False}
                await connection.execute(insert(letters), row)

    async def untold(self, user: int) -> bool:
        """Whether somebody has yet to hear of a refusal; from now on they have."""
        theirs = (letters.c.user == user) & letters.c.told.is_(False)
        if not await self._store.rows(select(letters.c.match).where(theirs)):
            return False
        async with self._store.writing() as connection:
            await connection.execute(update(letters).where(theirs).values(told=True))
        return True


def _title(title: str | Word) -> str:
    """A word begins with one "@", a name that begins with "@" itself with two."""
    return f"@{title}" if isinstance(title, str) and title.startswith("@") else str(title)


def _read_title(text: str) -> str | Word:
    return text[1:] if text.startswith("@@") else read_pick(text)
