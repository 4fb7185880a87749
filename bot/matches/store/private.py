"""What belongs to one person alone, in the database: drafts, kept layouts, marks, refused messages.

Nothing here is read on behalf of anybody but its owner.
"""

from __future__ import annotations

from sqlalchemy import delete, func, select, update

from bot.store.people_tables import layouts
from bot.store.tables import dm_refusals, drafts, marks
from games.core import Word

from ..match.ids import MatchId
from ..match.messages import Layout
from .store import Store, insert_missing, upsert


class Private:
    """What belongs to the people of one store, each alone."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def draft(self, match: MatchId, user: int) -> Layout | None:
        """The layout somebody is working on."""
        statement = select(drafts).where(drafts.c.match == match, drafts.c.user == user)
        found = await self._store.rows(statement)
        if not found:
            return None
        (row,) = found
        return Layout(row.codes, row.title if row.own else Word(row.title))

    async def first_draft(self, match: MatchId, user: int, layout: Layout) -> Layout:
        """The layout somebody is working on; this one, from now on, if there was none."""
        async with self._store.writing() as connection:
            await insert_missing(connection, drafts, _drafted(match, user, layout))
        return await self.draft(match, user) or layout

    async def keep_draft(self, match: MatchId, user: int, layout: Layout) -> None:
        async with self._store.writing() as connection:
            await upsert(connection, drafts, _drafted(match, user, layout))

    async def layouts(self, user: int) -> dict[str, str]:
        """The layouts somebody has kept, by name, in the order of their names."""
        statement = select(layouts).where(layouts.c.user == user).order_by(layouts.c.name)
        return {row.name: row.codes for row in await self._store.rows(statement)}

    async def keep_layout(self, user: int, name: str, codes: str) -> None:
        row = {"user": user, "name": name, "codes": codes}
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
        theirs = (dm_refusals.c.match == match) & (dm_refusals.c.user == user)
        return bool((await self._store.rows(select(func.count()).where(theirs)))[0][0])

    async def refuse(self, match: MatchId, user: int) -> None:
        """Remember that direct messages were refused; the same again changes nothing."""
        async with self._store.writing() as connection:
            row = {"match": match, "user": user, "told": False}
            await insert_missing(connection, dm_refusals, row)

    async def tell(self, user: int) -> None:
        """Remember that somebody has been told of every refusal."""
        theirs = (dm_refusals.c.user == user) & dm_refusals.c.told.is_(False)
        async with self._store.writing() as connection:
            await connection.execute(update(dm_refusals).where(theirs).values(told=True))


def _drafted(match: MatchId, user: int, layout: Layout) -> dict[str, object]:
    title = layout.title
    return {
        "match": match,
        "user": user,
        "codes": layout.codes,
        "title": title.code if isinstance(title, Word) else title,
        "own": not isinstance(title, Word),
    }
