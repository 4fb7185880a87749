"""From a challenge or an open seat to a match that has begun, or has come to nothing."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.people.person import Person
from bot.store.deleted_users import is_deleted_user
from games import fairness
from games.clock import PACES
from games.core import Info, Seat

from ..match import ids
from ..match.allowance import Tally
from ..match.ids import MatchId
from ..match.match import NOWHERE, USUAL, Match, Options, Stand, Terms
from ..match.messages import CARD, is_committed
from ..match.players import Computer, Invitation, NamedPerson, Player, Who
from ..match.refusals import Code, Refusal
from ..match.seating import check_blocks, draw_seats, guests, names, place_of, wanted_seat
from ..referee import Referee
from ..store.rows import Stored
from ..transition import Transition
from .eligibility import Eligibility
from .limiter import Limiter
from .room import cards, check_room, proposal_key

LOOKS, GLANCE_S = 20, 0.1
"""The most looks for a card that is being posted, and the seconds from each to the next."""
MOST_SEATS = 3
"""The most seats that one host may hold open everywhere."""
LENGTHS = (4, 4, 4, 4, 6, 6)
"""The length of a match's name at each attempt to find a free one."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A match the host would like to play. `invited` has for every other seat a person, a computer,
    or None for anybody; `wanted` are the seats of the places, the host's first (None: random or
    left over). In a game of teams places and seats go round the table from the host; if the host's
    is random, lots turn the table."""

    game: str
    host: NamedPerson
    invited: tuple[Who | None, ...]
    guild: int | None
    channel: int
    options: Options = USUAL
    wanted: tuple[Seat | None, ...] = ()
    rematch_of: MatchId | None = None
    seat_free: bool = False
    """True if the host has not asked for a seat, so that a rated match may give the due one."""
    thread: int | None = None
    """The thread of the channel that "here" means; None: the channel itself."""

    @property
    def alone(self) -> bool:
        """True if the host plays against computers alone."""
        return bool(self.invited) and all(isinstance(guest, Computer) for guest in self.invited)


class Opening:
    """Opening, joining, declining and cancelling matches."""

    def __init__(self, referee: Referee, attention: Limiter, counting: Eligibility) -> None:
        self._referee = referee
        self._attention = attention
        self._counting = counting

    async def open(self, key: int | None, proposal: Proposal) -> Match:
        """Challenge people or offer seats to anybody; computers accept at once. A match "here"
        takes its place from now on. Raises NotationError for an unreadable variant, or Refusal."""
        info = self._referee.rules(proposal.game).game.info
        invitations = [Invitation(0, proposal.host, wanted_seat(proposal.wanted, info, 0), True)]
        for place, who in enumerate(proposal.invited, start=1):
            seat, accepts = wanted_seat(proposal.wanted, info, place), isinstance(who, Computer)
            if isinstance(who, Computer):
                who = self._referee.computer(proposal.game, who.level)
            order = sum(invitation.accepted for invitation in invitations) if accepts else 0
            invitations.append(Invitation(place, who, seat, accepts, order))
        return await self._open(key, proposal, tuple(invitations))

    async def seat(self, proposal: Proposal, people: Sequence[NamedPerson]) -> Match:
        """Open a match for these people, by seat, without asking them; for programs. It begins once
        its commitment is posted, which comes before anything random."""
        accepted = (
            Invitation(place, person, Seat(place), True, order=place)
            for place, person in enumerate(people)
        )
        opened = await self._open(None, proposal, tuple(accepted))
        self._referee.followers.kick(opened.id)
        return opened

    async def begin(self, match: MatchId, message: int) -> Match:
        """Begin a match whose places are all taken, now that `message` shows its commitment."""

        async def begin(before: Stored) -> Transition | None:
            if before.match.stand.phase != "open" or not before.match.complete:
                return None
            return self._begin(before, before.match.invitations, before.people, str(message))

        return (await self._attempt(match, None, begin)).match

    async def join(
        self, key: int, match: MatchId, person: NamedPerson, among: Collection[int] = ()
    ) -> Match:
        """Accept a challenge or take an open place; the last one taken begins the match. A person
        takes the place kept for them, or else a free one, `among` these if any."""

        async def join(before: Stored) -> Transition | None:
            place = place_of(before.match, person, among)
            if place.accepted:
                return None
            waiting, known = before.match.invitations, before.match.veiled
            people = before.people
            if person.id not in people:
                people = {**people, **await self._referee.people.of([person.id])}
            there = [place.person for place in known.invitations if place.person]
            check_blocks(person.id, there, people)
            order = 1 + max(place.order for place in waiting if place.accepted)
            taken = replace(place, who=person, accepted=True, order=order)
            if all(other.accepted for other in waiting if other != place):
                before, taken = await self._counting.decide_at_start(before, taken)
            places = tuple(taken if other.place == taken.place else other for other in waiting)
            complete = all(place.accepted for place in places)
            seating = [bid.person.id for bid in places if bid.person] if complete else [person.id]
            await self._attention.check_joining(known, person.id, seating)
            if complete:
                step = self._begin(before, places, people, str(key))
            else:
                step = self._referee.amend(before, replace(before.match, invitations=places))
            return replace(step.writing(met=(taken,)), people=people)

        async with self._attention.counting:
            return (await self._attempt(match, key, join)).match

    async def decline(self, key: int | None, match: MatchId, user: int) -> Match:
        """Let a guest decline: that closes a match for two; elsewhere it frees their place."""

        async def decline(before: Stored) -> Transition:
            card = before.match
            if user not in guests(card):
                raise Refusal(Code.NOT_CHALLENGED, match=match, name=names(card))
            named = card.letters and user in {person.id for person in card.called}
            if card.stand.phase != "open" or len(card.invitations) == 2 or named:
                return self._close(before)
            free = tuple(
                replace(invitation, who=None, accepted=False, order=0)
                for invitation in card.invitations
                if invitation.person and invitation.person.id == user
            )
            places = {place.place: place for place in (*card.invitations, *free)}
            left = replace(card, invitations=tuple(places.values()))
            return self._referee.amend(before, left).writing(met=free)

        return (await self._attempt(match, key, decline)).match

    async def cancel(self, key: int, match: MatchId, user: int) -> Match:
        """Close an open match for its host. Raises Refusal for anybody else."""

        async def cancel(before: Stored) -> Transition:
            host = before.match.terms.host
            if host.id != user:
                raise Refusal(Code.NOT_THE_HOST, match=match, name=host.name)
            return self._close(before)

        return (await self._attempt(match, key, cancel)).match

    async def withdraw(
        self,
        match: MatchId,
        closer: NamedPerson | None = None,
        why: str | None = None,
        shut: int = 0,
    ) -> Match:
        """Close an open match that has not been answered, for a `closer` who makes room, or because
        somebody's direct messages are `shut`."""

        async def withdraw(before: Stored) -> Transition:
            return self._close(before, closer, why).writing(unwanted=(shut, None))

        return (await self._attempt(match, None, withdraw)).match

    async def rematch(
        self,
        key: int,
        match: MatchId,
        person: NamedPerson,
        channel: int,
        level: int | None = None,
        thread: int | None = None,
    ) -> Match:
        """Propose the same game again with the seats turned round, in a channel or its `thread`,
        all computers with a `level` if one is given. If another player has proposed it and its card
        and commitment are posted, accept. Raises Refusal."""
        before = (await self._referee.load(match)).match
        own = before.player_of(person.id).seat
        if before.running:
            raise Refusal(Code.NOT_OVER, match=match)
        others = before.others(own)
        nowhere, again = before.terms.guild == NOWHERE, before.options
        again = replace(again, drawn=False, tour=None)
        turned = [Seat((seat + 1) % len(before.players)) for seat in range(len(before.players))]
        proposal = Proposal(
            game=before.terms.game,
            host=person,
            invited=tuple(
                Computer(level) if level and player.computer else player.who for player in others
            ),
            guild=before.terms.guild,
            channel=before.terms.channel if nowhere else channel,
            options=again if nowhere else replace(again, where="here"),
            wanted=(turned[own], *(turned[player.seat] for player in others)),
            rematch_of=before.id,
            thread=thread,
        )
        try:
            return await self.open(key, proposal)
        except Refusal as refusal:
            waiting = await self._standing_rematch(refusal, before, person)
            if waiting is None:
                if done := await self._referee.store.match_of_interaction(key):
                    return (await self._referee.load(done)).match  # by this very interaction
                raise
            await self.check_card(waiting)
            return await self.join(key, waiting, person)

    async def check_card(self, match: MatchId) -> None:
        """Wait a little for an open match's card and its commitment to be posted. Raises Refusal if
        they are not by then."""
        for _ in range(LOOKS):
            shown = await self._referee.store.open_messages(match)
            if any(message.audience == CARD for message in shown) and is_committed(shown):
                return
            await asyncio.sleep(GLANCE_S)
        self._referee.followers.kick(match)
        raise Refusal(Code.CARD_COMING, match=match)

    async def live_in(self, match: MatchId, home: int, channel: int | None = None) -> Match:
        """Set the thread or channel of a begun match's boards. Where people move it, it belongs to
        the `channel` of that place: whoever sees only the old one hears no more of it."""

        async def move_in(before: Stored) -> Transition | None:
            current = before.match
            current.check_begun()
            terms = replace(current.terms, channel=channel or current.terms.channel)
            if (current.home, current.terms) == (home, terms):
                return None
            other = await self._referee.store.living_at(home)
            if other is not None and other.id != match:
                raise Refusal(Code.PLACE_TAKEN, match=other.id)
            return self._referee.amend(before, replace(current, home=home, terms=terms))

        taken = Refusal(Code.PLACE_TAKEN, match=match)
        return (await self._referee.attempt(match, None, move_in, taken, by_follower=True)).match

    # ------------------------------------------------------------- inner steps

    async def _open(
        self, key: int | None, proposal: Proposal, invitations: tuple[Invitation, ...]
    ) -> Match:
        if key is not None and (done := await self._referee.store.match_of_interaction(key)):
            return (await self._referee.load(done)).match
        others = [invitation.person for invitation in invitations if invitation.person]
        people = [other.id for other in others]
        if people.count(proposal.host.id) > 1:
            raise Refusal(Code.YOURSELF)
        if len(set(people)) < len(people):
            raise Refusal(Code.INVITED_TWICE)
        if any(map(is_deleted_user, people)):  # a rematch with somebody who is gone
            raise Refusal(Code.FORMER_PLAYER)
        known = await self._referee.people.of([proposal.host.id, *people])
        check_blocks(proposal.host.id, others, known)
        game = self._referee.rules(proposal.game).game
        info, options = game.info, proposal.options
        hints = proposal.alone if options.hints is None else options.hints
        options = replace(options, variant=game.variant(options.variant), hints=hints)
        if options.strict and (info.lapses or not PACES[options.pace].timed):
            raise Refusal(Code.NOT_STRICT, game=info.id)
        if len(invitations) != info.seats:
            raise ValueError(f"{info.id} has {info.seats} seats, not {len(invitations)}")
        seed = self._referee.entropy(fairness.SEED_BYTES)

        def check(rivals: Sequence[Stored], tally: Tally) -> None:
            open_ = cards(opened, rivals)
            check_room(opened, rivals, open_)
            seats = [open_seat for open_seat in open_ if open_seat.match.everywhere]
            if opened.match.everywhere and len(seats) >= MOST_SEATS:
                raise Refusal(Code.MOST_SEATS, limit=MOST_SEATS)
            if key is not None:
                self._attention.check_opening(opened.match, len(open_), tally)

        for length in LENGTHS:
            name = ids.fresh(self._referee.entropy, length)
            opened = self._make(name, replace(proposal, options=options), info, invitations, seed)
            allowed = self._attention.counts(proposal.guild)
            card = await self._counting.decide(
                opened.match, seat_free=proposal.seat_free, allowed=allowed
            )
            opened = replace(opened, match=card)
            if await self._referee.store.insert(key, opened, check):
                return opened.match
            if key is not None and (done := await self._referee.store.match_of_interaction(key)):
                return (await self._referee.load(done)).match
        raise RuntimeError("no free name for a match")

    def _make(
        self,
        name: MatchId,
        proposal: Proposal,
        info: Info,
        invitations: tuple[Invitation, ...],
        seed: bytes,
    ) -> Stored:
        now = self._referee.now()
        terms = Terms(
            id=name,
            game=info.id,
            version=info.version,
            host=proposal.host,
            guild=proposal.guild,
            channel=proposal.channel,
            commitment=fairness.commitment(seed),
            created_ms=now,
            rematch_of=proposal.rematch_of,
            options=proposal.options,
        )
        home = proposal.thread or proposal.channel if proposal.options.where == "here" else None
        opened = Match(terms, Stand(), (), invitations, home, now, clock_ms=now)
        return Stored(opened, proposal_key(opened), 0, "", seed)

    async def _attempt(
        self, match: MatchId, key: int | None, act: Callable[[Stored], Awaitable[Transition | None]]
    ) -> Stored:
        """Change an open match. Raises Refusal if it is open no longer."""
        return await self._referee.attempt(match, key, act, Refusal(Code.NOT_OPEN, match=match))

    def _begin(
        self,
        before: Stored,
        places: tuple[Invitation, ...],
        people: Mapping[int, Person],
        salt: str,
    ) -> Transition:
        """Seat everybody and let the game begin, with chance first if the rules say so."""
        terms, now = replace(before.match.terms, salt=salt), self._referee.now()
        rules = self._referee.rules_of(terms)
        table = draw_seats(places, rules.game.info, before.seed, terms.id, salt)
        begun = replace(
            before.match,
            terms=terms,
            players=tuple(
                Player(
                    Seat(seat),
                    who,
                    away_ms=None if isinstance(who, Computer) else people[who.id].away_until(now),
                )
                for seat, who in enumerate(table)
            ),
            invitations=(),
            begun_ms=now,
        )
        return self._referee.advance(before, rules.initial(terms.options.variant), altered=begun)

    def _close(
        self, before: Stored, closer: NamedPerson | None = None, why: str | None = None
    ) -> Transition:
        """Close an open match. Raises Refusal if it is open no longer."""
        card = before.match
        if card.stand.phase != "open":
            raise Refusal(Code.NOT_OPEN, match=card.id)
        stand, at = replace(card.stand, phase="called_off"), self._referee.later(card)
        closed = replace(card, stand=stand, updated_ms=at, closer=closer, closer_reason=why)
        return self._referee.amend(before, closed)

    async def _standing_rematch(
        self, refusal: Refusal, before: Match, person: NamedPerson
    ) -> MatchId | None:
        """Find the other player's rematch that stands in the way of this person's."""
        named = refusal.event.args.get("match")
        if refusal.event.code not in (Code.PLACE_TAKEN, Code.OPEN_ALREADY) or named is None:
            return None
        match = (await self._referee.load(MatchId(str(named)))).match
        called = person.id in {person.id for person in match.called}
        again = match.terms.rematch_of == before.id
        return match.id if match.stand.phase == "open" and called and again else None
