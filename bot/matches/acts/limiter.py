"""The one place where it is counted how much of other people's attention somebody takes up.
Whatever starts a match, challenges, offers or shares asks here first, unless a program does it.
What a follower begins has been counted when it was opened."""

import asyncio
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from bot.store.servers import Servers
from games.clock import DAY
from games.core import Word

from ..match.allowance import CHALLENGED_MS, STARTED_MS, Limits, Spent, Tally, free_at
from ..match.match import Match
from ..match.players import NamedPerson, Offer
from ..match.refusals import Code, Refusal
from ..match.seating import blocks_between
from ..referee import Referee
from ..store.rows import Stored

MOST_OPEN = 10
"""The most open matches one host may have."""
MOST_DIRECT = 3
"""The most matches somebody may have in their direct messages."""
HERE, DIRECT = Word("match.here"), Word("match.here_direct")
"""Where a limit holds that is a server's, or one of direct messages, not the host's."""


class Limiter:
    """Counts in the database what people cause, and refuses what is too much."""

    def __init__(self, referee: Referee, allowance: Limits, servers: Servers) -> None:
        self._referee = referee
        self.allowance = allowance
        self._servers = servers
        self.counting = asyncio.Lock()
        """Held from the count to the change it allows, so that nobody joins two matches at once."""

    # --------------------------------------------------------------- servers

    def limits_on(self, guild: int) -> Limits:
        """Return what one person may cause on a server: no more than anywhere."""
        most, own = self.allowance, self._servers.of(guild).limits
        return replace(most, **{name: min(own[name], getattr(most, name)) for name in own})

    def counts(self, guild: int | None) -> bool:
        """Tell whether matches may count for points on a server."""
        return self._servers.of(guild).rated

    async def limit(self, guild: int, name: str, limit: int | None) -> None:
        """Lower one of a server's limits; None leaves it to the host. Raises Refusal."""
        most: int = getattr(self.allowance, name)
        if limit is not None and not 1 <= limit <= most:
            raise Refusal(Code.ABOVE_HOST, limit=most)
        await self._servers.limit(guild, name, limit)

    def _counts(self, match: Match, tally: Tally) -> Iterator[tuple[Limits, Tally, Word | str]]:
        """List what is allowed and what there is, everywhere and on the match's server, or first in
        direct messages; with words for where."""
        if tally.here and match.direct:
            few = min(MOST_DIRECT, self.allowance.alone)
            yield replace(self.allowance, alone=few), tally.here, DIRECT
        yield self.allowance, tally, ""
        guild = match.terms.guild
        if tally.here and guild is not None and self._servers.of(guild).limits:
            yield self.limits_on(guild), tally.here, HERE

    def _check_barred(self, match: Match, asking: int) -> None:
        """Raise Refusal if somebody at a card, or who joins, is kept from the server's matches."""
        barred = self._servers.of(match.terms.guild).barred
        if asking in barred:
            raise Refusal(Code.BARRED)
        for person in filter(None, (invitation.person for invitation in match.invitations)):
            if person.id in barred:
                raise Refusal(Code.THEIR_BARRED, name=person.called)

    # --------------------------------------------------------------- matches

    def check_opening(self, opened: Match, cards: int, tally: Tally) -> None:
        """Raise Refusal if its host, who has `cards` other open ones, has too many matches."""
        host, now, rematch = opened.terms.host.id, opened.updated_ms, opened.terms.rematch_of
        self._check_barred(opened, host)
        alone = opened.complete and sum(bool(place.person) for place in opened.invitations) == 1
        for allowed, counted, here in self._counts(opened, tally):
            _check_running(host, allowed, counted, here)
            if alone and counted.alone.get(host, 0) >= allowed.alone:
                raise Refusal(Code.MOST_ALONE, where=here, limit=allowed.alone)
            at_ms = free_at(counted.started, allowed.started, STARTED_MS, now)
            if at_ms is not None:
                raise Refusal(Code.MOST_STARTED, where=here, limit=allowed.started, at_ms=at_ms)
            if rematch is None:
                _check_challenges(opened.called, allowed, counted, now, here)
        limit = self.allowance.to_one
        if rematch and (at_ms := free_at(tally.again, limit, CHALLENGED_MS, now)) is not None:
            raise Refusal(Code.MOST_REMATCHES, limit=limit, at_ms=at_ms)
        if cards >= MOST_OPEN:
            raise Refusal(Code.TOO_MANY, limit=MOST_OPEN)

    async def check_joining(self, match: Match, joining: int, people: Collection[int]) -> None:
        """Raise Refusal if somebody who would now play has too many running matches, or if its host
        has started too many in the channel. `people` are all for whom a match begins with this, or
        only whoever joins."""
        now, host = self._referee.now(), match.terms.host
        self._check_barred(match, joining)
        tally = await self._referee.store.tally(match, people, now)
        for allowed, counted, here in self._counts(match, tally):
            _check_running(joining, allowed, counted, here)
            for person in filter(None, (invitation.person for invitation in match.invitations)):
                _check_running(person.id, allowed, counted, here, person.called)
            at_ms = free_at(counted.started, allowed.started, STARTED_MS, now)
            if host.id in people and at_ms is not None:
                name, limit = host.called, allowed.started
                raise Refusal(Code.THEIR_STARTED, where=here, name=name, limit=limit, at_ms=at_ms)

    async def busy(self, drawn: Match, people: Collection[NamedPerson]) -> set[int]:
        """List those of some people who may not play in a match they were drawn for: managers keep
        them from it, or they play enough."""
        barred = self._servers.of(drawn.terms.guild).barred
        ids = [person.id for person in people]
        tally = await self._referee.store.tally(drawn, ids, self._referee.now())
        full = {
            id_
            for allowed, counted, _ in self._counts(drawn, tally)
            for id_ in ids
            if counted.running.get(id_, 0) >= allowed.running
        }
        return full | {id_ for id_ in ids if id_ in barred}

    # -------------------------------------------------------------- messages

    def offer_costs(
        self, before: Stored, user: int, offer: Offer, asked: Iterable[NamedPerson]
    ) -> tuple[Mapping[int, Spent], frozenset[int]]:
        """Return what an offer costs each person, and the people it mentions. Two of whom one
        blocks the other can only agree to call their match off, unmentioned, and neither can have
        the other replaced. Raises Refusal."""
        match, allowed = before.match, self.allowance
        people = {person.id: person for person in asked}
        absent = match.players[offer.substitute.seat].person if offer.substitute else None
        concerned = people | ({absent.id: absent} if absent else {})
        pairs = {other: {id_: before.people[id_] for id_ in (user, other)} for other in concerned}
        odds = [other for other, pair in pairs.items() if blocks_between(other, pair)]
        if odds and offer.kind != "cancel":
            raise Refusal(Code.ONLY_ENDING, match=match.id, name=concerned[odds[0]].called)
        if _usage(before, user).messages >= allowed.messages:
            raise Refusal(Code.MOST_MESSAGES, match=match.id, limit=allowed.messages)
        heard = {person for person in people if _usage(before, person).mentions >= allowed.mentions}
        mentioned = frozenset(people.keys() - heard.union(odds))
        cost = {person: Spent(offer.revision, mentions=1) for person in mentioned}
        return {user: Spent(offer.revision, messages=1), **cost}, mentioned

    async def share(self, match: Match, user: int) -> None:
        """Count that somebody shows a board to everybody, like an offer. Raises Refusal."""
        one = Spent(match.stand.revision, messages=1)
        if not await self._referee.store.spend(match.id, user, one, self.allowance):
            raise Refusal(Code.MOST_MESSAGES, match=match.id, limit=self.allowance.messages)

    async def share_page(self, user: int) -> None:
        """Count that somebody shows a page of no match to everybody. Raises Refusal."""
        limit, day = self.allowance.pages, self._referee.now() // DAY
        if not await self._referee.people.share(user, day, limit):
            raise Refusal(Code.MOST_PAGES, limit=limit, at_ms=(day + 1) * DAY)

    async def say(self, match: Match, user: int) -> None:
        """Count a phrase that somebody says to those they play with. Raises Refusal."""
        one = Spent(match.stand.revision, phrases=1)
        if not await self._referee.store.spend(match.id, user, one, self.allowance):
            raise Refusal(Code.MOST_PHRASES, match=match.id, limit=self.allowance.phrases)

    async def ring(self, match: Match, user: int) -> bool:
        """Count a mention of somebody in a match; False if it would be one too many."""
        one = Spent(match.stand.revision, mentions=1)
        return await self._referee.store.spend(match.id, user, one, self.allowance)


def _check_running(
    user: int, allowed: Limits, counted: Tally, here: Word | str, name: str | Word = ""
) -> None:
    """Raise Refusal if somebody plays enough: whoever asks, or another of this name."""
    limit = allowed.running
    if counted.running.get(user, 0) < limit:
        return
    if name:
        raise Refusal(Code.THEIR_RUNNING, where=here, name=name, limit=limit)
    raise Refusal(Code.MOST_RUNNING, where=here, limit=limit)


def _check_challenges(
    called: Sequence[NamedPerson], allowed: Limits, counted: Tally, now_ms: int, here: Word | str
) -> None:
    for person in called:
        times = [at_ms for user, at_ms in counted.challenged if user == person.id]
        if (at_ms := free_at(times, allowed.to_one, CHALLENGED_MS, now_ms)) is not None:
            limit = allowed.to_one
            raise Refusal(Code.MOST_TO_ONE, name=person.name, limit=limit, at_ms=at_ms)
    times, limit = [at_ms for _, at_ms in counted.challenged], allowed.challenges
    room = max(1, limit + 1 - len(called))
    if called and (at_ms := free_at(times, room, CHALLENGED_MS, now_ms)) is not None:
        raise Refusal(Code.MOST_CHALLENGES, where=here, limit=limit, at_ms=at_ms)


def _usage(before: Stored, user: int) -> Spent:
    revision = before.match.stand.revision
    found = before.spent.get(user)
    return found if found and found.revision == revision else Spent(revision)
