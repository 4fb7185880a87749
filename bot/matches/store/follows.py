"""Who is to hear of the end of a match they do not play in."""

from dataclasses import asdict

from sqlalchemy import delete, func, select

from bot.store.store import StorePart, insert_missing, upsert
from bot.store.tables.matches import matches
from bot.store.tables.people import follows
from bot.store.tables.upkeep import pings

from ..match.ids import MatchId
from ..match.match import Match
from ..match.ping import Ping
from .rows import several, store_row

_f, _m = follows.c, matches.c


class Follows(StorePart):
    """The matches that people of one store follow."""

    async def follows(self, match: MatchId, user: int) -> bool:
        own = select(_f.user).where(_f.match == match, _f.user == user)
        return bool(await self._store.rows(own))

    async def by(self, user: int, limit: int) -> tuple[Match, ...]:
        """List the matches a user follows, those that changed last first."""
        newest = _m.updated_ms.desc()
        chosen = select(_m.id).where(_m.id.in_(select(_f.match).where(_f.user == user)))
        listed = several(chosen.order_by(newest, _m.id).limit(limit), newest)
        return tuple(stored.match for stored in store_row(await self._store.rows(listed)))

    async def follow(self, match: MatchId, user: int, most: int) -> bool:
        """Let a user follow a match unless it has ended; False if they follow `most` others."""
        here = select(_m.phase).where(_m.id == match).with_for_update()  # so that it does not end
        others = select(func.count()).where(_f.user == user, _f.match != match)
        async with self._store.writing() as connection:
            phase = (await connection.execute(here)).scalar_one()
            if (await connection.execute(others)).scalar_one() >= most:
                return False
            if phase in ("setting_up", "playing"):
                await insert_missing(connection, follows, {"match": match, "user": user})
        return True

    async def unfollow(self, match: MatchId, user: int) -> None:
        await self._store.write(delete(follows).where(_f.match == match, _f.user == user))

    async def of(self, match: MatchId) -> tuple[int, ...]:
        found = await self._store.rows(select(_f.user).where(_f.match == match))
        return tuple(row.user for row in found)

    async def end(self, match: MatchId, *owed: Ping) -> None:
        """Forget who follows a match that has ended, and owe these pings instead."""
        async with self._store.writing() as connection:
            for ping in owed:
                await upsert(connection, pings, asdict(ping))
            await connection.execute(delete(follows).where(_f.match == match))
