"""People's notes on the turns of matches, read for their writers alone until they publish them."""

from typing import Any

from sqlalchemy import delete, func, select, update

from bot.store.store import StorePart, upsert
from bot.store.tables.people import notes

from ..match.ids import MatchId
from ..match.players import NamedPerson
from ..match.remarks import Note

_n = notes.c


class Notes(StorePart):
    """The notes of the people of one store."""

    async def by(self, match: MatchId, user: int) -> tuple[Note, ...]:
        """Read a user's own notes on a match, by turn."""
        own = select(notes).where(_n.match == match, _n.user == user).order_by(_n.turn)
        return tuple(map(_note, await self._store.rows(own)))

    async def read_published(self, match: MatchId) -> tuple[Note, ...]:
        """Read the notes on a match that their writers have published, by turn."""
        told = select(notes).where(_n.match == match, _n.name.is_not(None))
        return tuple(map(_note, await self._store.rows(told.order_by(_n.turn, _n.user))))

    async def keep(self, match: MatchId, user: int, note: Note, most: int) -> bool:
        """Keep a note in the place of the one on its turn; False if there are `most` others."""
        own = (_n.match == match) & (_n.user == user)
        others = select(func.count()).where(own, _n.turn != note.turn)
        row = {"match": match, "user": user, "turn": note.turn, "text": note.text, "name": None}
        async with self._store.writing() as connection:
            if (await connection.execute(others)).scalar_one() >= most:
                return False
            await upsert(connection, notes, row, "text")
        return True

    async def remove(self, match: MatchId, user: int, turn: int) -> None:
        own = (_n.match == match) & (_n.user == user)
        await self._store.write(delete(notes).where(own, _n.turn == turn))

    async def publish(self, match: MatchId, writer: NamedPerson) -> bool:
        """Publish all notes of a person on a match; False if there are none."""
        own = (_n.match == match) & (_n.user == writer.id)
        return await self._store.write(update(notes).where(own).values(name=writer.name)) > 0


def _note(row: Any) -> Note:
    return Note(row.turn, row.text, None if row.name is None else NamedPerson(row.user, row.name))
