"""Deserted seats: the rules for substitutes, and the change when one takes over."""

from dataclasses import replace

from bot.people.person import Person
from games.core import Seat

from ..match.match import Match
from ..match.ping import Ping
from ..match.players import NamedPerson, Offer, Player, Substitute, Substitution, Who
from ..match.refusals import Code, Refusal
from ..match.seating import check_blocks
from ..referee import Referee
from ..store.rows import Stored
from ..transition import Happening, Transition
from ..views import load


class Substitutes:
    """Hands the seat of an absent player to a substitute, once those who remain want it."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee

    def possible(self, match: Match) -> bool:
        """Tell whether any substitute could play on for an absent player of this match's game."""
        return not self._referee.info(match).private or match.terms.game in self._referee.players

    def check(self, match: Match, seat: Seat, substitute: Substitute) -> None:
        """Raise Refusal unless a seat may propose this substitute for an absent player. Where seats
        see different things only a computer may come in: it has nobody to tell. Nobody else knows
        of a match by letter."""
        if substitute.seat == seat or match.players[seat] in match.absent:
            raise Refusal(Code.OWN_SEAT, match=match.id)
        if substitute.seat not in {player.seat for player in match.absent}:
            raise Refusal(Code.NOBODY_ABSENT, match=match.id)
        if substitute.level is not None:
            self._referee.computer(match.terms.game, substitute.level)
        elif self._referee.info(match).private or match.letters:
            raise Refusal(Code.ONLY_COMPUTERS, match=match.id)

    async def check_taker(self, before: Stored, taker: Person, offer: Offer) -> None:
        """Raise Refusal unless `taker` may take the seat that this offer opens to anybody."""
        substitute, match = offer.substitute, before.match
        if substitute is None or substitute.level is not None:
            raise Refusal(Code.NO_OFFER, match=match.id)
        self.check(match, offer.seat, substitute)
        absent = match.players[substitute.seat].person
        if absent and absent.id == taker.id:
            raise Refusal(Code.OWN_SEAT, match=match.id)
        former = await self._referee.store.holders(match.id)
        elsewhere = {
            who.id
            for seat, held in former.items()
            for _, who in held
            if seat != substitute.seat and isinstance(who, NamedPerson)
        }
        if match.seat_of(taker.id) is not None or taker.id in elsewhere:
            raise Refusal(Code.HAD_A_SEAT, match=match.id)
        if any(player.person and not player.consent for player in match.remaining):
            raise Refusal(Code.NOT_AGREED, match=match.id)
        people = [player.person for player in match.remaining if player.person]
        check_blocks(taker.id, people, {**before.people, taker.id: taker})

    def take_over(
        self, before: Stored, substitute: Substitute, who: Who, taker: Person | None = None
    ) -> Transition:
        """Seat a substitute (a person: `taker`) for an absent player, with a fresh clock."""
        match, player = before.match, before.match.players[substitute.seat]
        at, left = self._referee.later(match), player.human
        rules = self._referee.rules(match.terms.game)
        turn = rules.view(load(rules, before), None).number or match.stand.turns + 1
        revision = match.stand.revision
        taking = Player(
            player.seat,
            who,
            acting=player.acting,
            clock=player.clock,
            missed=player.missed,
            away_ms=taker.away_until(at) if taker else None,
            since=revision,
            substitution=Substitution(left, turn, revision),
            unshown=player.unshown,
        )
        pings = () if player.absence == "left" else (Ping(match.id, left.id, "end", revision, at),)
        altered = match.with_player(taking).unoffered
        step = self._referee.happen(before, tuple(_set_anew(match, taking, at)), altered)
        return replace(step.writing(pings=pings), people={taker.id: taker} if taker else {})


def _set_anew(match: Match, taking: Player, at_ms: int) -> list[Happening]:
    """Set the clock of a seat that is taken over anew; a computer has none."""
    if not match.pace.timed:
        return []
    anew: list[Happening] = [("seat", taking.seat, match.pace.start_ms if taking.person else 0)]
    if taking.away_ms is not None and not match.options.strict:
        anew.append(("vacation", taking.seat, taking.away_ms - at_ms))
    return anew
