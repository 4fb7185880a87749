"""What players propose to one another: a draw, a turn taken back, the end, a pause, more time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, TypeAlias

from games.clock import DAY
from games.core import Entry, Event, GameError, Info, Seat, View
from games.replay import Course

from ..match.change import Change
from ..match.ids import MatchId
from ..match.match import Match
from ..match.players import Consent, Deputy, Offer, OfferKind, Person, what_of
from ..match.refusals import Code, Refusal, StaleRevision
from ..referee import ENDING, RACES, Happening, Referee, Step
from ..store.rows import Stored
from .playing import Playing
from .replacing import Replacing

MORE_MS = DAY
"""How much time is given at once, and only to somebody who has less."""
REMEMBERED = 200
"""Of how many offers it is remembered who has ended them, for their messages."""
Outcome: TypeAlias = tuple[Seat, Literal["accepted", "declined", "withdrawn"]]
"""By which seat an offer has ended, and how."""


class Offers:
    """One offer stands at a time; when everybody it needs has agreed, it is carried out."""

    def __init__(self, referee: Referee, playing: Playing) -> None:
        self._referee = referee
        self._playing = playing
        self.replacing = Replacing(referee)
        self._outcomes: dict[tuple[MatchId, Offer], Outcome] = {}

    def outcome(self, match: MatchId, offer: Offer) -> Outcome | None:
        """Who has ended an offer by an answer, as far as that is remembered."""
        return self._outcomes.get((match, offer))

    async def offer(
        self,
        key: int,
        match: MatchId,
        user: int,
        kind: OfferKind,
        deputy: Deputy | None = None,
    ) -> Match:
        """Propose something; it stands until it is answered or play has gone on.

        The same offer from another seat accepts it, except for a takeback: the two would be of
        different turns. What has been declined is not offered again before one's next turn. A
        `deputy` is who is to play on for an absent player, who is not asked. Raises GameError for a
        turn that cannot be taken back.
        """
        for _ in range(RACES):
            before = await self._referee.load(match, key)
            if before.repeated:
                return before.match
            before.match.check_running()
            seat = before.match.living(user).seat
            if kind == "draw" and not self._info(before.match).draws:
                raise Refusal(Code.NO_DRAWS)
            if kind in ENDING:
                self._playing.forfeit(before, None, ENDING[kind], None)
            standing = before.match.offer
            made = standing and (standing.kind, standing.seat, standing.deputy)
            if made == (kind, seat, deputy):
                raise Refusal(Code.OFFERED_ALREADY, match=match)
            if what_of(kind, deputy) in before.match.players[seat].declined:
                raise Refusal(Code.DECLINED_ALREADY, match=match)
            if kind in ("pause", "time"):
                _check_clock(before.match, kind, seat, self._referee.later(before.match))
            if kind == "replace":
                self._check_deputy(before.match, seat, deputy)
            if kind == "takeback":
                await self._taken_back(before, seat, None)
            elif standing and (standing.kind, standing.deputy) == (kind, deputy) and kind != "time":
                if done := await self._consent(key, before.match, seat, standing, before):
                    return done
                continue
            offer = Offer(kind, seat, before.match.stand.revision, deputy)
            if done := await self._consent(key, before.match.unoffered, seat, offer, before):
                self._outcomes.pop((match, offer), None)
                return done
        raise StaleRevision(match)

    async def answer(
        self,
        key: int,
        match: MatchId,
        user: int,
        kind: OfferKind,
        accept: bool,
        revision: int,
        by: Seat | None = None,
        deputy: Deputy | None = None,
    ) -> Match:
        """Accept an offer made at `revision` by a seat (None: whichever), or decline it."""
        for _ in range(RACES):
            before = await self._referee.load(match, key)
            if before.repeated:
                return before.match
            before.match.check_running()
            seat = before.match.living(user).seat
            standing = before.match.offer
            if standing is None or (standing.kind, standing.revision) != (kind, revision):
                raise Refusal(Code.NO_OFFER, match=match)
            if standing.deputy != deputy:
                raise Refusal(Code.NO_OFFER, match=match)
            if by not in (None, standing.seat):
                raise Refusal(Code.NO_OFFER, match=match)
            if done := await self._answered(key, before, seat, standing, accept):
                return done
        raise Refusal(Code.NO_OFFER, match=match)

    async def reply(self, match: MatchId, seat: Seat, offer: Offer, accept: bool) -> None:
        """A computer's answer to an offer, if that still stands. Raises Refusal or GameError."""
        for _ in range(RACES):
            before = await self._referee.load(match)
            computer = before.match.begun and before.match.players[seat].computer
            if not computer or before.match.offer != offer:
                return
            if await self._answered(None, before, seat, offer, accept):
                return

    def asks(self, match: Match, seat: Seat) -> bool:
        """Whether the offer that stands waits for the answer of a seat."""
        offer = match.offer
        if offer is None or offer.seat == seat or match.players[seat].consent:
            return False
        return seat in needed(match, self._info(match), offer)

    async def _answered(
        self, key: int | None, before: Stored, seat: Seat, offer: Offer, accept: bool
    ) -> Match | None:
        """The match after a seat's answer to an offer; None if it has changed meanwhile."""
        asked = needed(before.match, self._info(before.match), offer)
        if seat == offer.seat or seat not in asked:
            own = seat == offer.seat
            raise Refusal(Code.OWN_OFFER if own else Code.NOT_ASKED, match=before.match.id)
        if accept:
            done = await self._consent(key, before.match, seat, offer, before)
        else:
            done = await self._made(self._referee.alter(before, _declined(before), key))
        if done is not None and done.offer != offer:
            self._remember(done.id, offer, (seat, "accepted" if accept else "declined"))
        return done

    def _remember(self, match: MatchId, offer: Offer, outcome: Outcome) -> None:
        while len(self._outcomes) >= REMEMBERED:
            del self._outcomes[next(iter(self._outcomes))]
        self._outcomes[match, offer] = outcome

    async def withdraw(self, key: int, match: MatchId, user: int, offer: Offer) -> Match:
        """Take back one's own offer before everybody has agreed to it."""
        for _ in range(RACES):
            before = await self._referee.load(match, key)
            if before.repeated:
                return before.match
            before.match.check_running()
            seat = before.match.living(user).seat
            if seat != offer.seat:
                raise Refusal(Code.NOT_YOUR_OFFER, match=match)
            if before.match.offer != offer:
                raise Refusal(Code.NO_OFFER, match=match)
            if done := await self._made(self._referee.alter(before, before.match.unoffered, key)):
                self._remember(match, offer, (seat, "withdrawn"))
                return done
        raise Refusal(Code.NO_OFFER, match=match)

    async def take(self, key: int, match: MatchId, person: Person, offer: Offer) -> Match:
        """Play on for an absent player, as an offer lets anybody. Raises Refusal."""
        for _ in range(RACES):
            before = await self._referee.load(match, key)
            if before.repeated:
                return before.match
            before.match.check_running()
            if before.match.offer != offer or offer.deputy is None:
                raise Refusal(Code.NO_OFFER, match=match)
            await self.replacing.check_taker(before.match, person, offer)
            change = await self.replacing.taken(key, before, offer.deputy, person)
            if done := await self._made(change):
                return done
        raise Refusal(Code.NO_OFFER, match=match)

    def _check_deputy(self, match: Match, seat: Seat, deputy: Deputy | None) -> None:
        if deputy is None or deputy.seat >= len(match.players):
            raise Refusal(Code.NOT_DESERTED, match=match.id)
        self.replacing.check(match, seat, deputy)

    async def _consent(
        self, key: int | None, match: Match, seat: Seat, offer: Offer, before: Stored
    ) -> Match | None:
        """Note that a seat agrees to an offer, and carry it out if it was the last one needed.

        None if the match has changed meanwhile.
        """
        consent = Consent(offer.kind, offer.seat, offer.revision, offer.deputy)
        agreed = replace(
            match,
            players=tuple(
                replace(player, consent=consent) if player.seat == seat else player
                for player in match.players
            ),
        )
        if self._is_agreed(agreed, offer):
            if offer.kind in ("pause", "time"):
                return await self._made(self._retimed(key, before, offer))
            if offer.deputy:
                return await self._made(await self._relieved(key, before, agreed, offer))
            step = await self._carried_out(key, before, offer)
            return await self._made(step.change, step)
        return await self._made(self._referee.alter(before, agreed, key))

    async def bring(self, match: Match, view: View | None) -> Event | None:
        """Let a computer play on that all have agreed to who remain: whoever had yet to answer may
        be absent by now."""
        offer = match.offer
        if offer and offer.deputy and offer.deputy.level and self._is_agreed(match, offer):
            before = await self._referee.load(match.id)
            if before.match.serial == match.serial:
                await self._made(await self._relieved(None, before, match, offer))
        return None

    def _is_agreed(self, match: Match, offer: Offer) -> bool:
        """Whether as many as it needs have agreed to an offer."""
        asked = needed(match, self._info(match), offer)
        enough = any if offer.kind == "time" else all
        return enough(match.players[one].consent for one in asked)

    async def refused(self, match: MatchId) -> frozenset[OfferKind]:
        """The ends that the rules do not let anybody agree to at present."""
        before = await self._referee.load(match)
        return frozenset(kind for kind in ENDING if self._is_refused(before, kind))

    def _is_refused(self, before: Stored, kind: OfferKind) -> bool:
        try:
            self._playing.forfeit(before, None, ENDING[kind], None)
        except GameError:
            return True
        return False

    def _info(self, match: Match) -> Info:
        info: Info = self._referee.rules(match.terms.game).game.info
        return info

    async def _carried_out(self, key: int | None, before: Stored, offer: Offer) -> Step:
        if offer.kind == "takeback":
            return await self._taken_back(before, offer.seat, key)
        return self._playing.forfeit(before, None, ENDING[offer.kind], key)

    async def _relieved(
        self, key: int | None, before: Stored, agreed: Match, offer: Offer
    ) -> Change:
        """A computer at an absent player's seat; where any person may come, the offer stands."""
        deputy = offer.deputy
        if deputy is None or deputy.level is None:
            return self._referee.alter(before, agreed, key)
        self.replacing.check(before.match, offer.seat, deputy)
        computer = self._referee.computer(before.match.terms.game, deputy.level)
        return await self.replacing.taken(key, before, deputy, computer)

    def _retimed(self, key: int | None, before: Stored, offer: Offer) -> Change:
        """All clocks stopped, or more time for the one who has asked. Raises Refusal."""
        match = before.match
        _check_clock(match, offer.kind, offer.seat, self._referee.later(match))
        if offer.kind == "pause":
            return self._referee.happen(before, (("pause", None, 0),), key, match.unoffered)
        more: tuple[Happening, ...] = (("time", offer.seat, MORE_MS),)
        return self._referee.happen(before, more, key, match.unoffered)

    async def _taken_back(self, before: Stored, seat: Seat, key: int | None) -> Step:
        """A seat's last turn and what was played since, taken back. Raises GameError."""
        self._referee.check_version(before)
        match = before.match
        log = await self._log(match)
        course = self._course(match, log)
        entry = course.takeback(seat)
        _check_relief(match, log, len(course.lines) - int(entry.text))
        course.follow(entry)
        return self._referee.advance(before, course.state, (entry,), key=key)

    async def asked_back(self, match: Match, seat: Seat) -> tuple[str, bool]:
        """A seat's last turn, as everybody saw it, and whether any has been played since.

        Raises GameError if it cannot be taken back.
        """
        rules, course = (
            self._referee.rules(match.terms.game),
            self._course(match, await self._log(match)),
        )
        turns = int(course.takeback(seat).text)
        last = rules.game.last(rules.view(course.states[-turns], None))
        return last[1] if last else "", turns > 1

    async def _log(self, match: Match) -> list[Entry]:
        lines = await self._referee.store.lines(match.id)
        return [line.entry for line in lines[: match.stand.revision]]

    def _course(self, match: Match, log: list[Entry]) -> Course[Any, Any, Any]:
        return Course(self._referee.rules(match.terms.game), match.terms.variant, log)

    async def _made(self, change: Change, step: Step | None = None) -> Match | None:
        done = await self._referee.commit(change, step.state if step else None)
        return change.after if done else None


def _check_relief(match: Match, log: list[Entry], kept: int) -> None:
    """Raise Refusal if so few lines would count that one from before somebody last took a seat
    over did not: what was played before stands."""
    for relief in filter(None, (player.relief for player in match.players)):
        before = log[: relief.revision]
        if kept < sum(-int(one.text) if one.kind == "takeback" else 1 for one in before):
            raise Refusal(Code.TAKEN_OVER_SINCE, name=relief.person.name)


def needed(match: Match, info: Info, offer: Offer) -> frozenset[Seat]:
    """Who must agree to an offer: everybody still in; to a takeback only the other side.

    More time is for any one of the other side to give. Who plays on for the absent, they are not
    asked.
    """
    if offer.deputy:
        return frozenset(player.seat for player in match.remaining)
    living = frozenset(player.seat for player in match.players if not player.out)
    return living - info.team(offer.seat) if offer.kind in ("takeback", "time") else living


def check_more_time(match: Match, seat: Seat, at_ms: int) -> None:
    """Raise Refusal unless a seat is to act with less than a day left."""
    if not match.pace.timed:
        raise Refusal(Code.NO_CLOCKS, match=match.id)
    player = match.players[seat]
    if not player.acting or player.clock.left(at_ms) >= MORE_MS:
        raise Refusal(Code.TIME_ENOUGH, match=match.id)


def _check_clock(match: Match, kind: OfferKind, seat: Seat, at_ms: int) -> None:
    """Raise Refusal unless the clocks can be paused, or be given more time."""
    if kind == "time":
        check_more_time(match, seat, at_ms)
    elif not match.pace.timed:
        raise Refusal(Code.NO_CLOCKS, match=match.id)
    elif match.paused:
        raise Refusal(Code.PAUSED_ALREADY, match=match.id)


def _declined(before: Stored) -> Match:
    """The match without the offer that stood, which its player does not make again this turn.

    Of those who might play on for somebody only the last declined is remembered.
    """
    match, offer = before.match.unoffered, before.match.offer
    if offer is None:
        return match
    player = match.players[offer.seat]
    kept = {one for one in player.declined if not (offer.deputy and Deputy.read(one))}
    declined = frozenset({*kept, what_of(offer.kind, offer.deputy)})
    return match.with_player(replace(player, declined=declined))
