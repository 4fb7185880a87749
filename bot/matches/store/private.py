"""What a player keeps to themselves about one match: the draft of a layout, and marks.

Nothing here is read on behalf of anybody but its owner.
"""

from __future__ import annotations

from sqlalchemy import delete, select

from bot.store.people_tables import drafts, marks
from bot.store.store import Store, insert_missing, upsert
from games.core import Word

from ..match.ids import MatchId
from ..match.layout import Layout


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


def _drafted(match: MatchId, user: int, layout: Layout) -> dict[str, object]:
    title = layout.title
    return {
        "match": match,
        "user": user,
        "codes": layout.codes,
        "title": title.code if isinstance(title, Word) else title,
        "own": not isinstance(title, Word),
    }
