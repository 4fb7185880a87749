"""Offers between players: a draw, a turn taken back, the end, a pause, more time, a substitute."""

from dataclasses import replace
from typing import Literal, TypeAlias

from games.clock import DAY
from games.core import Event, Info, Seat

from ..ledger import Messages, Snapshot
from ..match.due import pause_ends_ms
from ..match.ids import MatchId
from ..match.match import Match
from ..match.players import OFFERS, NamedPerson, Offer, OfferKind, Substitute, what_of
from ..match.refusals import Code, Refusal
from ..match.seating import blocks_between
from ..referee import Referee, remember
from ..store.rows import Stored
from ..transition import ENDING, Happening, Transition
from .limiter import Limiter
from .playing import Playing
from .substitutes import Substitutes
from .takebacks import Takebacks

MORE_MS = DAY
"""The time that is given at once, and only to a player who has less."""
REMEMBERED = 200
"""The number of offers of which it is remembered whom they mention and who has ended them."""
Answer: TypeAlias = tuple[Seat, Literal["accepted", "declined", "withdrawn"]]
"""The seat that ended an offer, and how."""


class Offers:
    """One offer stands at a time; when everybody it needs has agreed, it is carried out."""

    def __init__(self, referee: Referee, playing: Playing, attention: Limiter) -> None:
        self._referee = referee
        self._playing = playing
        self._attention = attention
        self.replacing = Substitutes(referee)
        self._takebacks = Takebacks(referee)
        self._outcomes: dict[tuple[MatchId, Offer], Answer] = {}
        self._mentioned: dict[tuple[MatchId, Offer], frozenset[int]] = {}

    def outcome(self, match: MatchId, offer: Offer) -> Answer | None:
        """Return the answer that ended an offer, if it is remembered."""
        return self._outcomes.get((match, offer))

    def mentions(self, match: MatchId, offer: Offer) -> frozenset[int]:
        """Return the people the message of an offer just made may mention."""
        return self._mentioned.get((match, offer), frozenset())

    async def offer(
        self,
        key: int,
        match: MatchId,
        user: int,
        kind: OfferKind,
        substitute: Substitute | None = None,
    ) -> Match:
        """Propose something; it stands until it is answered or play goes on.

        The same offer from another seat accepts it, except for a takeback: the two would be of
        different turns. What has been declined or withdrawn cannot be offered again before the
        proposer's next turn, and a turn has a limit of offers. A `substitute` is to play on for
        an absent player, who is not asked. Raises GameError for a turn that cannot be taken back.
        """
        made: list[tuple[Offer, frozenset[int]]] = []

        async def propose(before: Stored) -> Transition:
            made.clear()
            before.match.check_running()
            seat, standing = before.match.living(user).seat, before.match.offer
            await self._check_offer(before, seat, kind, substitute)
            same = standing and (standing.kind, standing.substitute) == (kind, substitute)
            if standing and same and kind not in ("takeback", "time"):
                return await self._consent(before, before.match, seat, standing)
            new = Offer(kind, seat, before.match.stand.revision, substitute)
            seats = seats_to_ask(before.match, self._referee.info(before.match), new) - {seat}
            living = [before.match.players[asked] for asked in seats]
            asked = [player.human for player in living if player.person]
            cost, mentioned = self._attention.offer_costs(before, user, new, asked)
            made.append((new, mentioned))
            step = await self._consent(before, before.match.unoffered, seat, new)
            return step.writing(spent=cost)

        after = await self._referee.attempt(match, key, propose)
        for offer, mentioned in made:
            self._outcomes.pop((match, offer), None)
            remember(self._mentioned, (match, offer), mentioned, REMEMBERED)
        return after.match

    async def _check_offer(
        self, before: Stored, seat: Seat, kind: OfferKind, substitute: Substitute | None
    ) -> None:
        """Raise Refusal or GameError unless a seat may propose something now."""
        match = before.match
        if kind in ENDING:
            self._playing.forfeit(before, None, ENDING[kind])
        standing = match.offer
        made = standing and (standing.kind, standing.seat, standing.substitute)
        if made == (kind, seat, substitute):
            raise Refusal(Code.OWN_OFFER, match=match.id)
        if what_of(kind, substitute) in match.players[seat].declined:
            raise Refusal(Code.DECLINED_ALREADY, match=match.id)
        if kind in ("pause", "time"):
            _check_clock(match, kind, seat, self._referee.later(match))
        if kind == "replace":
            if substitute is None or substitute.seat >= len(match.players):
                raise Refusal(Code.NOBODY_ABSENT, match=match.id)
            self.replacing.check(match, seat, substitute)
        if kind == "takeback":
            await self._takebacks.check(before, seat)

    async def answer(
        self,
        key: int,
        match: MatchId,
        user: int,
        kind: OfferKind,
        accept: bool,
        revision: int,
        by: Seat | None = None,
        substitute: Substitute | None = None,
    ) -> Match:
        """Accept or decline an offer made at `revision` `by` a seat (None: any)."""
        answered: list[tuple[Seat, Offer]] = []

        async def respond(before: Stored) -> Transition:
            before.match.check_running()
            seat, offer = before.match.living(user).seat, before.match.offer
            if offer is None or (offer.kind, offer.revision) != (kind, revision):
                raise Refusal(Code.NO_OFFER, match=match)
            if offer.substitute != substitute or by not in (None, offer.seat):
                raise Refusal(Code.NO_OFFER, match=match)
            answered[:] = [(seat, offer)]
            return await self._take_answer(before, seat, offer, accept)

        gone = Refusal(Code.NO_OFFER, match=match)
        after = await self._referee.attempt(match, key, respond, gone)
        for seat, offer in answered:
            self._remember(after.match, offer, (seat, "accepted" if accept else "declined"))
        return after.match

    async def reply(self, match: MatchId, seat: Seat, offer: Offer, accept: bool) -> None:
        """Give a computer's answer to an offer, if that still stands. Raises Refusal, GameError."""
        answered = False

        async def respond(before: Stored) -> Transition | None:
            nonlocal answered
            computer = before.match.begun and before.match.players[seat].computer
            answered = bool(computer) and before.match.offer == offer
            return await self._take_answer(before, seat, offer, accept) if answered else None

        after = await self._referee.attempt(match, None, respond)
        if answered:
            self._remember(after.match, offer, (seat, "accepted" if accept else "declined"))

    def asks(self, match: Match, seat: Seat) -> bool:
        """Tell whether the offer that stands waits for the answer of a seat."""
        offer = match.offer
        if offer is None or offer.seat == seat or match.players[seat].consent:
            return False
        return seat in seats_to_ask(match, self._referee.info(match), offer)

    async def _take_answer(
        self, before: Stored, seat: Seat, offer: Offer, accept: bool
    ) -> Transition:
        """Take a seat's answer to an offer. Raises Refusal for a seat that is not asked."""
        asked = seats_to_ask(before.match, self._referee.info(before.match), offer)
        if seat == offer.seat or seat not in asked:
            own = seat == offer.seat
            raise Refusal(Code.OWN_OFFER if own else Code.NOT_ASKED, match=before.match.id)
        if accept:
            return await self._consent(before, before.match, seat, offer)
        return self._referee.amend(before, _decline(before))

    def _remember(self, after: Match, offer: Offer, outcome: Answer) -> None:
        if after.offer != offer:
            remember(self._outcomes, (after.id, offer), outcome, REMEMBERED)

    async def withdraw(self, key: int, match: MatchId, user: int, offer: Offer) -> Match:
        """Take back the user's own offer before everybody has agreed to it."""
        ended: list[Seat] = []

        async def withdraw(before: Stored) -> Transition:
            before.match.check_running()
            ended[:] = [before.match.living(user).seat]
            if ended != [offer.seat]:
                raise Refusal(Code.NOT_YOUR_OFFER, match=match)
            if before.match.offer != offer:
                raise Refusal(Code.NO_OFFER, match=match)
            return self._referee.amend(before, _decline(before))

        gone = Refusal(Code.NO_OFFER, match=match)
        after = await self._referee.attempt(match, key, withdraw, gone)
        for seat in ended:
            self._remember(after.match, offer, (seat, "withdrawn"))
        return after.match

    async def take(self, key: int, match: MatchId, person: NamedPerson, offer: Offer) -> Match:
        """Seat a person for an absent player, as an open offer allows. Raises Refusal."""

        async def take(before: Stored) -> Transition:
            before.match.check_running()
            if before.match.offer != offer or offer.substitute is None:
                raise Refusal(Code.NO_OFFER, match=match)
            taker = await self._referee.people.get(person.id)
            await self.replacing.check_taker(before, taker, offer)
            await self._attention.check_joining(before.match, taker.id, [taker.id])
            return self.replacing.take_over(before, offer.substitute, person, taker)

        gone = Refusal(Code.NO_OFFER, match=match)
        async with self._attention.counting:
            return (await self._referee.attempt(match, key, take, gone)).match

    async def _consent(self, before: Stored, match: Match, seat: Seat, offer: Offer) -> Transition:
        """Note that a seat agrees to an offer; carry it out if it was the last one needed."""
        agreed = match.with_player(replace(match.players[seat], consent=offer))
        if not self._is_agreed(agreed, offer):
            return self._referee.amend(before, agreed)
        if offer.kind in ("pause", "time"):
            return self._change_clocks(before, offer)
        if offer.substitute:
            return self._substitute(before, agreed, offer)
        if offer.kind == "takeback":
            return await self._takebacks.take_back(before, offer.seat)
        return self._playing.forfeit(before, None, ENDING[offer.kind])

    async def reconcile(self, watched: Snapshot, messages: Messages) -> Event | None:
        """Seat the computer that everyone still present has agreed on: others may be absent now."""
        match, offer = watched.match, watched.match.offer
        if offer and offer.substitute and offer.substitute.level and self._is_agreed(match, offer):
            before = await self._referee.load(match.id)
            if before.match.serial == match.serial:
                await self._referee.commit(before, self._substitute(before, match, offer))
        return None

    def _is_agreed(self, match: Match, offer: Offer) -> bool:
        asked = seats_to_ask(match, self._referee.info(match), offer)
        enough = any if offer.kind == "time" else all
        return enough(match.players[seat].consent for seat in asked)

    async def unavailable_offers(self, match: MatchId, user: int) -> frozenset[OfferKind]:
        """List what a player cannot offer now: ends that the rules do not let players agree to, and
        between two of whom one blocks the other, all but calling it off."""
        before = await self._referee.load(match)
        refuses, for_two = self._playing.refuses, len(before.match.players) == 2
        ends = {kind for kind, end in ENDING.items() if refuses(before, None, end)}
        apart = for_two and blocks_between(user, before.people)
        return frozenset({*ends, *(set(OFFERS) - {"cancel"} if apart else ())})

    def _substitute(self, before: Stored, agreed: Match, offer: Offer) -> Transition:
        """Seat a computer for an absent player; where any person may come, keep the offer open."""
        substitute = offer.substitute
        if substitute is None or substitute.level is None:
            return self._referee.amend(before, agreed)
        self.replacing.check(before.match, offer.seat, substitute)
        computer = self._referee.computer(before.match.terms.game, substitute.level)
        return self.replacing.take_over(before, substitute, computer)

    def _change_clocks(self, before: Stored, offer: Offer) -> Transition:
        """Stop all clocks, or give more time to the player who asked for it. Raises Refusal."""
        match = before.match
        _check_clock(match, offer.kind, offer.seat, self._referee.later(match))
        if offer.kind == "pause":
            return self._referee.happen(before, (("pause", None, 0),), match.unoffered)
        more: tuple[Happening, ...] = (("time", offer.seat, MORE_MS),)
        return self._referee.happen(before, more, match.unoffered)

    async def undoing(self, match: Match, offer: Offer) -> tuple[str, bool]:
        """Return the turn that a takeback would undo, in public, and if others have followed;
        nothing for any other offer. Raises GameError."""
        if offer.kind != "takeback":
            return "", False
        course = await self._referee.course(match)
        turns = int(course.take_back(offer.seat)[0].text)
        last = self._referee.rules(match.terms.game).game.last(course.views(None)[-turns])
        return last[1] if last else "", turns > 1


def seats_to_ask(match: Match, info: Info, offer: Offer) -> frozenset[Seat]:
    """Return the seats that must agree to an offer: all still in; to a takeback, or any one of them
    to more time, the other side; to a substitute, all who are present."""
    if offer.substitute:
        return frozenset(player.seat for player in match.remaining)
    living = frozenset(player.seat for player in match.players if not player.out)
    return living - info.team(offer.seat) if offer.kind in ("takeback", "time") else living


def check_more_time(match: Match, seat: Seat, at_ms: int) -> None:
    """Raise Refusal unless a seat is to act with less than a day left."""
    if not match.pace.timed:
        raise Refusal(Code.NO_CLOCKS, match=match.id)
    player = match.players[seat]
    if not player.acting or player.clock.time_left(at_ms) >= MORE_MS:
        raise Refusal(Code.TIME_ENOUGH, match=match.id)


def _check_clock(match: Match, kind: OfferKind, seat: Seat, at_ms: int) -> None:
    """Raise Refusal unless the clocks can be paused, or be given more time."""
    if kind == "time":
        check_more_time(match, seat, at_ms)
    elif not match.pace.timed:
        raise Refusal(Code.NO_CLOCKS, match=match.id)
    elif match.paused:
        raise Refusal(Code.PAUSED_ALREADY, match=match.id)
    elif match.flag_down:
        raise Refusal(Code.FLAG_DOWN, match=match.id)
    elif at_ms >= pause_ends_ms(match):
        raise Refusal(Code.PAUSED_LONG, match=match.id)


def _decline(before: Stored) -> Match:
    """Drop the offer, declined or withdrawn, and note that its player cannot repeat it this turn.
    Of declined substitutes only the last is remembered."""
    match, offer = before.match.unoffered, before.match.offer
    if offer is None:
        return match
    player = match.players[offer.seat]
    kept = {kind for kind in player.declined if not (offer.substitute and Substitute.read(kind))}
    declined = frozenset({*kept, what_of(offer.kind, offer.substitute)})
    return match.with_player(replace(player, declined=declined))
