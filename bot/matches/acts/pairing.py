"""The draw of opponents: every hour in every place, each at a minute of its own."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from bot.people.draw import Drawn, Offered, Ready, Seeker, draw, fit
from bot.people.points.standing import Pool
from bot.people.points.tour import fortnight_at, kind_of
from bot.people.wish import TOUR, Wish
from bot.store.servers import Servers
from games.clock import DAY, HOUR, MINUTE
from games.core import Info, Sayable

from ..match.ids import MatchId
from ..match.match import NOWHERE, Match, Options, Terms
from ..match.players import NamedPerson
from ..match.refusals import Code, Refusal
from ..match.seating import blocks_between
from ..match.shards import Shards
from ..referee import Referee
from ..store.rows import Stored
from ..store.wishes import Wishes
from ..transition import Transition
from .eligibility import Eligibility
from .endings import call_off
from .limiter import Limiter
from .opening import Opening, Proposal

log = logging.getLogger(__name__)

SERIAL_BITS = 22
"""The bits of a server's id that do not tell when it was made, by which servers are spread."""
ROUNDS = 3
"""The most draws in one hour: after one in which somebody could not play, the others draw again."""
Find = Callable[[int, int], Awaitable[NamedPerson | None]]
"""Look somebody up on a server (0: anywhere); None if they have gone. Raises Sayable if unknown."""


@dataclass
class Pairing:
    """Draws opponents for those who are ready to play, and begins their matches."""

    _referee: Referee
    _opening: Opening
    _counting: Eligibility
    _attention: Limiter
    _wishes: Wishes
    _servers: Servers
    _shards: Shards
    find: Find | None = None
    lobby: bool = True
    _drawn: dict[int, int] = field(default_factory=dict, init=False)
    _tidied: int | None = field(default=None, init=False)

    def place_of(self, guild: int) -> int | None:
        """Return the channel in which those play who are drawn on a server; without one they play
        by letter."""
        return self._servers.of(guild).ready or None

    # --------------------------------------------------------------------- wishes

    async def wish_of(self, user: int) -> Ready | None:
        return await self._wishes.of(user)

    async def usual(self, user: int) -> Wish:
        """Return what somebody is asked to wish for first: the games they have played, or all."""
        infos, played = self._infos, await self._wishes.games(user)
        games = [game for game in infos if game in played] or infos
        return Wish(frozenset(f"{game} {infos[game].variants[0]}" for game in games))

    async def want(self, user: int, guild: int, wish: Wish) -> None:
        """Write down what somebody would like to play. Raises Refusal."""
        if not (wish.kinds and wish.paces):
            raise Refusal(Code.EMPTY_WISH)
        if user in self._servers.of(guild).barred:
            raise Refusal(Code.BARRED)
        if guild and self._servers.of(guild).ready is None:
            await self._servers.choose(guild, ready=0)
        await self._wishes.put(user, guild, wish, self._referee.now())

    async def take_off(self, user: int) -> None:
        await self._wishes.take_off([user])

    @cached_property
    def kinds(self) -> list[str]:
        """List all that can be wished for, the usual variant of every game first."""
        return [f"{game} {name}" for game, info in self._infos.items() for name in info.variants]

    @cached_property
    def _infos(self) -> Mapping[str, Info]:
        return {game: self._referee.rules(game).game.info for game in self._referee.games}

    # ---------------------------------------------------------------------- draws

    async def round(self) -> None:
        """Draw wherever an hour has gone by."""
        now = self._referee.now()
        places = [id_ for id_, server in self._servers.known.items() if server.ready is not None]
        for guild in (*places, *([NOWHERE] if self.lobby else [])):
            hour = (now - (guild >> SERIAL_BITS) % 60 * MINUTE) // HOUR
            if self._shards.hear(guild) and self._drawn.get(guild) != hour:
                self._drawn[guild] = hour
                await self.draw(guild)

    async def draw(self, guild: int) -> None:
        """Draw opponents in one place and begin their matches, one after the other. The others draw
        again without those who turn out not to be able to play."""
        now, out = self._referee.now(), set[int]()
        if self._tidied != now // HOUR:  # once for all places
            await self._wishes.expire(now)
            self._tidied = now // HOUR
        counted = self._may_count(guild)
        tour = self._tour(guild, now)
        waiting = await self._wishes.waiting(guild, now, counted=counted, tour=tour)
        for _ in range(ROUNDS):
            groups = await asyncio.to_thread(draw, waiting, self._infos, now, frozenset(out))
            vain = False
            for group in groups:
                faults = await self._begin(guild, group, now)
                out |= faults or {*group.people}
                vain |= bool(faults)
            if not vain:
                return

    async def _begin(self, guild: int, drawn: Drawn, now_ms: int) -> set[int]:
        """Begin the match of people who were drawn; return those because of whom it cannot be."""
        try:
            found = {person: await self._look_up(guild, person) for person in drawn.people}
        except Sayable:
            return {*drawn.people}
        people = [person for person in found.values() if person]
        if gone := {id_ for id_, person in found.items() if person is None}:
            await self._wishes.take_off(gone)
            return gone
        proposal = self._propose(guild, drawn, people, now_ms)
        where = (proposal.guild, proposal.channel)
        terms = Terms(MatchId(""), drawn.game, 0, people[0], *where, "", now_ms)
        if busy := await self._attention.busy(Match(terms), people):
            return busy
        try:
            by_lot = sorted(people, key=lambda person: self._referee.entropy(8))
            seated = await self._seats(proposal.guild or NOWHERE, drawn.game, by_lot)
            await self._opening.seat(proposal, seated)
        except Sayable as refusal:
            log.info("people who were drawn cannot play: %s", refusal.event.code)
            return {*drawn.people}
        return set()

    def _tour(self, guild: int, now_ms: int) -> str:
        """Return the kind of match that the Tour plays; "" on a server without it."""
        return kind_of(fortnight_at(now_ms)) if self._servers.of(guild).tour else ""

    def _may_count(self, guild: int) -> bool:
        return self._attention.counts(guild if self.place_of(guild) else NOWHERE)

    async def _look_up(self, guild: int, person: int) -> NamedPerson | None:
        return await self.find(guild, person) if self.find else NamedPerson(person, str(person))

    def _propose(
        self, guild: int, drawn: Drawn, people: Sequence[NamedPerson], now_ms: int
    ) -> Proposal:
        options = Options(drawn.variant, drawn.pace, rated=drawn.rated, drawn=True, hints=False)
        if drawn.toured and drawn.kind == self._tour(guild, now_ms):
            options = replace(options, tour=fortnight_at(now_ms))
        channel = self.place_of(guild)
        if channel is None:
            guild, options = NOWHERE, replace(options, where="letters")
        elif self._servers.of(guild).place == "here":
            options = replace(options, where="here")
        return Proposal(drawn.game, people[0], (), guild, channel or NOWHERE, options)

    async def _seats(
        self, guild: int, game: str, people: Sequence[NamedPerson]
    ) -> Sequence[NamedPerson]:
        """Seat people: of two who is due to begin begins, otherwise they sit as they come."""
        if len(people) != 2:
            return people
        one, other = people
        due = await self._counting.first_move_due(one.id, other.id, Pool(game, guild))
        return sorted(people, key=lambda person: person.id != due)

    # --------------------------------------------------------------------- offers

    async def offer(self, user: int) -> Offered | None:
        """Find the wish to offer to somebody who has one, once a day; None for nobody."""
        now = self._referee.now()
        own = await self._open_to(user, now)
        if own is None or (own.offered_ms or 0) > now - DAY:
            return None
        for other in await self._wishes.longest(own.guild, user, now):
            drawn = self._terms(own, other, other.wish.touring(self._tour(own.guild, now)))
            if drawn:
                await self._wishes.offer(user, now)
                return Offered(other.since_ms, drawn)
        return None

    async def take_up(self, user: int, text: str) -> None:
        """Begin the match that was offered to somebody, exactly as it was shown. Raises Refusal if
        it is no longer to be had, or was not to be offered to them."""
        now = self._referee.now()
        own = await self._open_to(user, now)
        if own is None or own.offered_ms is None:
            raise Refusal(Code.OFFER_GONE)
        _, _, pace, kind = (*text.split(" ", 3), "", "", "", "")[:4]
        for other in await self._wishes.longest(own.guild, user, now):
            known = other.wish.touring(self._tour(own.guild, now))
            kinds, paces = known.kinds & {kind, TOUR}, known.paces & {pace}
            drawn = self._terms(own, other, replace(known, kinds=kinds, paces=paces))
            same = drawn is not None and Offered(other.since_ms, drawn).text == text
            if drawn and same and not await self._begin(own.guild, drawn, now):
                return
        raise Refusal(Code.OFFER_GONE)

    async def _open_to(self, user: int, now_ms: int) -> Ready | None:
        """Read the wish of somebody who can be drawn now where they wish to play."""
        own = await self._wishes.of(user, now_ms)
        return own if own and (own.guild or self.lobby) else None

    def _terms(self, own: Ready, other: Seeker, wish: Wish) -> Drawn | None:
        """Return the first match for two that somebody wishes for and another may play with them,
        whatever they wish for themselves."""
        now, counted = self._referee.now(), self._may_count(own.guild)
        any_points = replace(wish, points="either", kinds=own.seeker.wish.kinds)
        both = (replace(other, wish=wish), replace(own.seeker, since_ms=now, wish=any_points))
        for kind in (kind for kind in self.kinds if kind in wish.kinds):
            info = self._infos[kind.partition(" ")[0]]
            if info.seats == 2 and (drawn := fit(kind, both, info, now, counted=counted)):
                return drawn
        return None

    # ------------------------------------------------------------ not this one

    async def turn_down(self, key: int, match: MatchId, user: int) -> Match:
        """Call a match off for somebody who was drawn and has not taken a turn yet. Raises
        Refusal."""

        async def turn_down(before: Stored) -> Transition:
            before.match.check_running()
            player = before.match.player_of(user)
            if not before.match.options.drawn or player.acted_ms is not None:
                raise Refusal(Code.TURNED_DOWN_LATE, match=match)
            off = call_off(self._referee, before, "cancelled")
            return off.writing(unwanted=(user, self._referee.now()))

        return (await self._referee.attempt(match, key, turn_down)).match

    # --------------------------------------------------------- a thread instead

    async def move_in(
        self, match: MatchId, guild: int, channel: int, people: Sequence[NamedPerson]
    ) -> Match:
        """Begin a match by letter anew in a thread, with its two `people` in their seats, and call
        it off for nothing. Raises Refusal unless no turn has been taken and both may play there."""
        terms = (await self._referee.load(match)).match.terms
        options = replace(terms.options, where="thread", drawn=False)
        proposal = Proposal(terms.game, people[0], (), guild, channel, options)
        there = Match(replace(terms, guild=guild, channel=channel))
        busy = await self._attention.busy(there, people)

        async def leave(before: Stored) -> Transition:
            known = {person.id: before.people[person.id] for person in people}
            if busy or not before.match.may_move_in or blocks_between(people[0].id, known):
                raise Refusal(Code.NO_THREAD, match=match)
            return call_off(self._referee, before, "cancelled")

        await self._referee.attempt(match, None, leave)
        seated = await self._seats(guild, terms.game, people)
        begun = await self._opening.seat(proposal, seated)
        await self._wishes.replace(match, begun.id, self._referee.now())
        return begun
