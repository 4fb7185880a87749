"""What computers have found about the turns of ended matches, kept as long as the matches."""

from dataclasses import asdict

from sqlalchemy import select

from bot.store.direct import Statement
from bot.store.store import StorePart
from bot.store.tables.matches import judgements

from ..match.ids import MatchId
from ..match.remarks import Judgement

_NOTHING = dict.fromkeys(("value", "lost", "best"))


class Judgements(StorePart):
    """The judgements about the matches of one store."""

    async def of(self, match: MatchId, version: int) -> dict[int, Judgement | None]:
        """Read what a version of a player has found by turn; None: it had no answer to that."""
        found = judgements.c
        statement = select(judgements).where(found.match == match, found.version == version)
        ordered = statement.order_by(found.turn)
        return {
            row.turn: None if row.best is None else Judgement(row.value, row.lost, row.best)
            for row in await self._store.rows(ordered)
        }

    async def keep(self, match: MatchId, turn: int, version: int, found: Judgement | None) -> None:
        """Keep what a version of a player has found about a turn, in the place of another's."""
        row = {"match": match, "turn": turn, "version": version}
        values = _NOTHING if found is None else asdict(found)
        await self._store.carry_out([Statement(self._store.put(judgements), [row | values])])
