"""What can be published of a match once it has ended, and checked by anybody."""

from __future__ import annotations

from games import fairness, record
from games.core import AnyRules, Event, Seat
from games.record import Record
from games.verify import verify

from .ids import MatchId
from .referee import Referee
from .refusals import Code, Refusal


class History:
    """Records of ended matches, and the seals published on the way."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee

    async def seals(self, match: MatchId) -> dict[Seat, str]:
        """The published seals of a match's secret layouts, by seat."""
        return {Seat(one.seat): one.seal for one in await self._referee.store.seals(match)}

    async def layouts(self, match: MatchId) -> dict[Seat, tuple[str, bool]]:
        """The secret layouts of an ended match by seat, and whether each is the one sealed."""
        ended = await self.record(match)
        made = {line.entry.seat: line.entry.text for line in reversed(ended.log)}
        return {
            (seat := Seat(one.seat)): (
                made[seat],
                fairness.seal(match, one.seat, one.nonce, made[seat]) == one.seal,
            )
            for one in ended.seals
        }

    async def record(self, match: MatchId) -> Record:
        """All there is to an ended match, its seed included; not a word before the end."""
        stored = await self._referee.load(match)
        ended, terms = stored.match, stored.match.terms
        if ended.stand.outcome is None:
            raise Refusal(Code.NOT_OVER, match=match)
        host = (await self._referee.store.invitations(match))[0]
        return Record(
            match=terms.id,
            game=terms.game,
            version=terms.version,
            variant=terms.variant,
            players=tuple(
                record.Player(str(player.who.id), player.who.name) for player in ended.players
            ),
            host=ended.player_of(host.person.id if host.person else terms.host.id).seat,
            seat_choice=_seat_choice(host.wanted),
            commitment=terms.commitment,
            seed=stored.seed,
            salt=terms.salt,
            log=await self._referee.store.lines(match),
            result=ended.stand.outcome,
            seals=await self._referee.store.seals(match),
        )

    async def verify(self, match: MatchId) -> tuple[Event, ...]:
        """What of an ended match cannot be recomputed from its record; nothing if all is true."""
        ended = await self.record(match)
        rulebook: dict[str, AnyRules] = {ended.game: self._referee.rules(ended.game)}
        return verify(ended, rulebook)


def _seat_choice(wanted: Seat | None) -> record.SeatChoice:
    if wanted is None:
        return "random"
    return "first" if wanted == 0 else "second"
