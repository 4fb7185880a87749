"""From a challenge or an open seat to a match that has begun, or has come to nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from games import fairness
from games.core import Info, Seat

from . import ids
from .ids import MatchId
from .match import Match, Stand, Terms, Where
from .players import Invitation, Person, Player
from .referee import RACES, Referee
from .refusals import Code, Refusal
from .store.rows import Stored

SeatChoice: TypeAlias = Literal["first", "second", "random"]
MOST_OPEN = 10
"""How many open cards one host may have out."""
LENGTHS = (4, 4, 4, 4, 6, 6)
"""How long a match's name is at each try to find one that is free."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What somebody would like to play, with whom and where.

    `invited` are the other places: a person, or None for anybody; one for every seat but the
    host's. `wanted` are the seats of the places, the host's first; None: drawn or left over.
    """

    game: str
    variant: str
    host: Person
    invited: tuple[Person | None, ...]
    guild: int | None
    channel: int
    where: Where = "thread"
    wanted: tuple[Seat | None, ...] = ()
    rematch_of: MatchId | None = None


class Opening:
    """Opening, joining, declining and cancelling matches."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee

    async def open(self, key: int | None, proposal: Proposal) -> Match:
        """Challenge people or offer seats to anybody.

        A match "here" takes its place from now on. Raises NotationError for an unreadable variant,
        Refusal for what cannot be opened now.
        """
        invitations = [Invitation(0, proposal.host, _wanted(proposal, 0), accepted=True)]
        for place, person in enumerate(proposal.invited, start=1):
            invitations.append(Invitation(place, person, _wanted(proposal, place)))
        return await self._open(key, proposal, tuple(invitations))

    async def seat(self, proposal: Proposal, people: Sequence[Person]) -> Match:
        """Open a match for these people, by seat, who need not be asked: a program's doing.

        It begins when its card has been posted, so that its lots are sealed before they are drawn.
        """
        accepted = [
            Invitation(place, person, Seat(place), accepted=True)
            for place, person in enumerate(people)
        ]
        opened = await self._open(None, proposal, tuple(accepted))
        self._referee.followers.kick(opened.id)
        return opened

    async def begin(self, match: MatchId, message: int) -> Match:
        """Begin a match whose places are all taken, now that a message shows its commitment."""
        for _ in range(RACES):
            before = await self._referee.load(match)
            if before.match.begun or not before.match.complete:
                return before.match
            if done := await self._begin(before, before.match, str(message), None):
                return done
        raise Refusal(Code.NOT_OPEN, match=match)

    async def join(self, key: int, match: MatchId, person: Person) -> Match:
        """Accept a challenge or take an open seat; the last one who does begins the match."""
        for _ in range(RACES):
            before = await self._referee.load(match, key)
            if before.repeated:
                return before.match
            place = _place_of(before.match, person)
            taken = replace(place, person=person, accepted=True)
            joined = replace(
                before.match,
                invitations=tuple(
                    taken if one.place == taken.place else one for one in before.match.invitations
                ),
            )
            if joined.complete:
                done = await self._begin(before, joined, str(key), key)
            else:
                done = await self._alter(before, joined, key)
            if done:
                return done
        raise Refusal(Code.NOT_OPEN, match=match)

    async def decline(self, key: int, match: MatchId, user: int) -> Match:
        """One of those challenged would rather not."""
        before = await self._referee.load(match, key)
        if not before.repeated and user not in {person.id for person in before.match.called}:
            names = [person.name for person in before.match.called]
            raise Refusal(Code.NOT_CHALLENGED, match=match, name=", ".join(names))
        return await self._close(key, before)

    async def cancel(self, key: int, match: MatchId, user: int) -> Match:
        """The host takes an open card back."""
        before = await self._referee.load(match, key)
        host = before.match.terms.host
        if not before.repeated and host.id != user:
            raise Refusal(Code.NOT_THE_HOST, match=match, name=host.name)
        return await self._close(key, before)

    async def rematch(self, key: int, match: MatchId, person: Person, channel: int) -> Match:
        """The same game again with the seats turned round, in a channel.

        When another player has proposed it already, this accepts. Raises Refusal.
        """
        before = (await self._referee.load(match)).match
        own = before.player_of(person.id).seat
        if before.running:
            raise Refusal(Code.NOT_OVER, match=match)
        others = before.others(own)
        turned = [Seat((seat + 1) % len(before.players)) for seat in range(len(before.players))]
        proposal = Proposal(
            game=before.terms.game,
            variant=before.terms.variant,
            host=person,
            invited=tuple(player.who for player in others),
            guild=before.terms.guild,
            channel=channel,
            where="here",
            wanted=(turned[own], *(turned[player.seat] for player in others)),
            rematch_of=before.id,
        )
        try:
            return await self.open(key, proposal)
        except Refusal as refusal:
            waiting = await self._proposed_already(refusal, before, person)
            if waiting is None:
                raise
            return await self.join(key, waiting, person)

    async def live_in(self, match: MatchId, home: int) -> Match:
        """Say which thread or channel the boards of a begun match go to from now on."""
        for _ in range(RACES):
            before = await self._referee.load(match)
            before.match.check_begun()
            if before.match.home == home:
                return before.match
            other = await self._referee.store.living_at(home)
            if other is not None:
                raise Refusal(Code.PLACE_TAKEN, match=other.id)
            change = self._referee.alter(before, replace(before.match, home=home), None)
            if await self._referee.store.commit(change):
                return change.after
        raise Refusal(Code.PLACE_TAKEN, match=match)

    # ------------------------------------------------------------- inner steps

    async def _open(
        self, key: int | None, proposal: Proposal, invitations: tuple[Invitation, ...]
    ) -> Match:
        if key is not None and (done := await self._referee.store.handled(key)):
            return (await self._referee.load(done)).match
        host = proposal.host
        if any(person and person.id == host.id for person in proposal.invited):
            raise Refusal(Code.YOURSELF)
        rules = self._referee.rules(proposal.game)
        info = rules.game.info
        rules.initial(proposal.variant)
        if len(invitations) != info.seats:
            raise ValueError(f"{info.id} has {info.seats} seats, not {len(invitations)}")
        seed = self._referee.entropy(fairness.SEED_BYTES)
        for length in LENGTHS:
            name = ids.fresh(self._referee.entropy, length)
            opened = self._opened(name, proposal, info, invitations, seed)
            if await self._referee.store.insert(
                key,
                opened,
                lambda rivals: _check_room(opened.match, rivals),  # noqa: B023
            ):
                return opened.match
            if key is not None and (done := await self._referee.store.handled(key)):
                return (await self._referee.load(done)).match
        raise RuntimeError("no free name for a match")

    def _opened(
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
            variant=proposal.variant.strip() or info.variants[0],
            version=info.version,
            host=proposal.host,
            guild=proposal.guild,
            channel=proposal.channel,
            where=proposal.where,
            commitment=fairness.commitment(seed),
            created_ms=now,
            rematch_of=proposal.rematch_of,
        )
        home = proposal.channel if proposal.where == "here" else None
        opened = Match(terms, Stand(), (), invitations, home, now)
        return Stored(opened, 0, "", seed)

    async def _begin(
        self, before: Stored, joined: Match, salt: str, key: int | None
    ) -> Match | None:
        """Seat everybody and let the game begin, chance first if it must."""
        terms = replace(joined.terms, salt=salt)
        rules = self._referee.rules(terms.game)
        seated = _seated(joined.invitations, before.seed, terms.id, salt)
        begun = replace(
            joined,
            terms=terms,
            players=tuple(Player(Seat(seat), who) for seat, who in enumerate(seated)),
        )
        state = rules.initial(terms.variant)
        step = self._referee.advance(before, state, key=key, begun=begun)
        done = await self._referee.commit(step.change, step.state)
        return step.change.after if done else None

    async def _alter(self, before: Stored, after: Match, key: int | None) -> Match | None:
        change = self._referee.alter(before, after, key)
        return change.after if await self._referee.commit(change) else None

    async def _close(self, key: int, before: Stored) -> Match:
        match = before.match
        if before.repeated:
            return match
        if match.stand.phase == "open":
            closed = replace(match, stand=replace(match.stand, phase="called_off"))
            if done := await self._alter(before, closed, key):
                return done
            again = await self._referee.load(match.id, key)
            if again.repeated:
                return again.match
        raise Refusal(Code.NOT_OPEN, match=match.id)

    async def _proposed_already(
        self, refusal: Refusal, before: Match, person: Person
    ) -> MatchId | None:
        """The other player's rematch that stands in the way of one's own."""
        named = refusal.event.args.get("match")
        if refusal.event.code not in (Code.PLACE_TAKEN, Code.OPEN_ALREADY) or named is None:
            return None
        found = (await self._referee.load(MatchId(str(named)))).match
        called = person.id in {one.id for one in found.called}
        again = found.terms.rematch_of == before.id
        return found.id if found.stand.phase == "open" and called and again else None


def _wanted(proposal: Proposal, place: int) -> Seat | None:
    return proposal.wanted[place] if place < len(proposal.wanted) else None


def _place_of(match: Match, person: Person) -> Invitation:
    """The place a person may take: the one kept for them, else a free one. Raises Refusal."""
    if match.stand.phase != "open":
        raise Refusal(Code.NOT_OPEN, match=match.id)
    taken = {one.person.id for one in match.invitations if one.person and one.accepted}
    if person.id in taken:
        names = ", ".join(one.name for one in match.called)
        if person.id == match.terms.host.id and not match.called:
            raise Refusal(Code.OWN_MATCH, match=match.id)
        raise Refusal(Code.OWN_CHALLENGE, match=match.id, name=names)
    own = [one for one in match.invitations if one.person and one.person.id == person.id]
    free = [one for one in match.invitations if one.person is None]
    for place in (*own, *free):
        return place
    names = ", ".join(one.name for one in match.called)
    raise Refusal(Code.NOT_CHALLENGED, match=match.id, name=names)


def _seated(
    invitations: tuple[Invitation, ...], seed: bytes, match: MatchId, salt: str
) -> tuple[Person, ...]:
    """The people by seat: wanted seats first; who wants none gets one by lot, or what is left.

    A host who wants none draws lots with all the others who want none.
    """
    seated = {one.wanted: one.person for one in invitations if one.wanted is not None}
    free = [Seat(seat) for seat in range(len(invitations)) if Seat(seat) not in seated]
    waiting = [one.person for one in invitations if one.wanted is None]
    if invitations[0].wanted is None and len(invitations) == 2:
        free = free[:: -1 if fairness.host_seat(seed, match, salt) else 1]
    seated.update(zip(free, waiting, strict=True))
    return tuple(person for seat in range(len(invitations)) if (person := seated[Seat(seat)]))


def _check_room(opened: Match, others: Sequence[Match]) -> None:
    """Refuse a card that its host has out already, one whose place is taken, one too many."""
    host, terms = opened.terms.host.id, opened.terms
    cards = [one for one in others if one.stand.phase == "open" and one.terms.host.id == host]
    for one in cards:
        same = one.terms.game == terms.game or bool(opened.called)
        people = {person.id for person in one.called} == {person.id for person in opened.called}
        if one.terms.channel == terms.channel and people and same:
            raise Refusal(Code.OPEN_ALREADY, match=one.id)
    for one in others:
        if opened.home is not None and one.home == opened.home:
            raise Refusal(Code.PLACE_TAKEN, match=one.id)
        if terms.rematch_of is not None and one.terms.rematch_of == terms.rematch_of:
            raise Refusal(Code.OPEN_ALREADY, match=one.id)
    if len(cards) >= MOST_OPEN:
        raise Refusal(Code.TOO_MANY, limit=MOST_OPEN)
