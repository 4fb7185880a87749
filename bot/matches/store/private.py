"""A player's private notes on one match, read for them alone: the draft of a layout, and marks."""

from sqlalchemy import delete, select

from bot.store.store import StorePart, insert_missing, upsert
from bot.store.tables.people import drafts, marks
from games.core import Word

from ..match.ids import MatchId
from ..match.layout import Layout


class Private(StorePart):
    """The private notes of the people of one store."""

    async def draft(self, match: MatchId, user: int) -> Layout | None:
        """Read the layout a user is working on."""
        statement = select(drafts).where(drafts.c.match == match, drafts.c.user == user)
        for row in await self._store.rows(statement):
            return Layout(row.codes, row.title if row.own else Word(row.title))
        return None

    async def first_draft(self, match: MatchId, user: int, layout: Layout) -> Layout:
        """Read the layout a user is working on; this one, from now on, if there was none."""
        async with self._store.writing() as connection:
            await insert_missing(connection, drafts, _draft_row(match, user, layout))
        return await self.draft(match, user) or layout

    async def keep_draft(self, match: MatchId, user: int, layout: Layout) -> None:
        await self._store.write(self._store.put(drafts), _draft_row(match, user, layout))

    async def marks(self, match: MatchId, user: int) -> dict[int, str]:
        """Read a player's guesses, by the number of the piece."""
        found = select(marks.c.piece, marks.c.guess)
        statement = found.where(marks.c.match == match, marks.c.user == user)
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


def _draft_row(match: MatchId, user: int, layout: Layout) -> dict[str, object]:
    title = layout.title
    return {
        "match": match,
        "user": user,
        "codes": layout.codes,
        "title": title.code if isinstance(title, Word) else title,
        "own": not isinstance(title, Word),
    }
