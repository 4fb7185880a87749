"""Loads matches, makes the engines' steps, and commits every change through one door."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from bot import metrics
from bot.people.people import People
from games.core import AnyRules, Entry, Info, Seat, View
from games.submission import excerpt
from players.core import AnyPlayer

from .course import MatchCourse
from .followers import Followers
from .ledger import Snapshot
from .match.change import Change
from .match.ids import MatchId
from .match.match import Match, Terms
from .match.players import Computer, NamedPerson, Who
from .match.points import finish, reason_not_to_count
from .match.reader_view import ReaderView
from .match.refusals import Code, Refusal, StaleRevision
from .store.rows import Stored
from .store.store import MatchStore
from .transition import Happening, Transition, add_happening, advance, clock_events, still_offered
from .views import for_reader, load

K = TypeVar("K")
V = TypeVar("V")
CARD_GRACE_MS = 60_000
"""The time an open match may lack its card before the card counts as lost."""
ATTEMPTS = 4
"""The number of times a change is tried while others keep getting in between."""
MOST_ARRIVED = 64
"""The most matches, and the most names, remembered for the interactions about them."""
MOST_STATES = 512
"""The most matches whose positions are remembered as the engines have them."""
MOST_LINES = 4_000
"""The most lines of matches remembered turn by turn: some 35 MiB if all are tables of four."""


class Referee:
    """Applies the rules of the rulebook's games to the matches of one store."""

    def __init__(
        self,
        store: MatchStore,
        people: People,
        rulebook: Mapping[str, AnyRules],
        players: Mapping[str, AnyPlayer],
        now: Callable[[], int],
        entropy: Callable[[int], bytes],
    ) -> None:
        self.store = store
        self.mark_done, self.open_messages = store.mark_done, store.open_messages
        self.show = store.show
        self.people = people
        self.entropy = entropy
        self.followers = Followers(self)
        self._rulebook = rulebook
        self.players = players
        self._courses: dict[MatchId, MatchCourse] = {}
        self._arrived: dict[int, Stored] = {}
        self._names: dict[tuple[int | None, int], NamedPerson] = {}
        self._states: dict[MatchId, tuple[str, Any]] = {}
        self.now = now
        """The time of day in epoch milliseconds."""

    @property
    def games(self) -> Collection[str]:
        return self._rulebook.keys()

    def rules(self, game: str) -> AnyRules:
        """Return a game's rules. Raises Refusal for an unknown game."""
        if game not in self._rulebook:
            raise Refusal(Code.UNKNOWN_GAME, game=excerpt(game))
        return self._rulebook[game]

    def rules_of(self, terms: Terms) -> AnyRules:
        """Return the rules a match is played by: those of its version if kept, else today's."""
        return self.rules(terms.game).as_of(terms.version)

    def computer(self, game: str, level: int) -> Computer:
        """Return a game's computer player in today's version. Raises Refusal if there is none."""
        player = self.players.get(game)
        if player is None:
            raise Refusal(Code.NO_COMPUTER, game=excerpt(game))
        if not 1 <= level <= player.highest:
            raise Refusal(Code.NO_LEVEL, limit=player.highest)
        return Computer(level, player.version)

    def meet(self, person: NamedPerson, guild: int | None) -> None:
        """Remember what somebody is called by now on a server, for changes to matches there."""
        remember(self._names, (guild, person.id), person, MOST_ARRIVED)

    def _rename(self, match: Match) -> Match:
        """Call players as they are called by now."""
        guild, names = match.terms.guild, self._names
        players = tuple(
            replace(player, who=names.get((guild, who.id), who))
            if (who := player.person)
            else player
            for player in match.players
        )
        return replace(match, players=players)

    async def arrive(self, match: MatchId, key: int) -> Stored:
        """Load a match for an interaction, which then changes it without reading it again."""
        stored = await self.load(match, key)
        remember(self._arrived, key, stored, MOST_ARRIVED)
        return stored

    async def load(self, match: MatchId, key: int | None = None) -> Stored:
        """Load a match as it stands. Raises Refusal for one that does not exist."""
        if key in self._arrived and self._arrived[key].match.id == match:
            return self._arrived[key]
        found = await self.store.load(match, key)
        if found is None:
            raise Refusal(Code.UNKNOWN_MATCH, match=excerpt(match))
        position, state = self._states.get(match, ("", None))
        return replace(found, state=state) if position == found.position else found

    def info(self, match: Match) -> Info:
        info: Info = self.rules(match.terms.game).game.info
        return info

    def for_reader(self, stored: Stored, reader: int | None, draft: str = "") -> ReaderView:
        """Show a begun match to one reader, perhaps with a draft, as `views.for_reader` says."""
        rules = self.rules(stored.match.terms.game)
        return for_reader(rules, stored, load(rules, stored), reader, draft)

    def forget(self, user: int) -> None:
        """Forget what is remembered of a person who has had all about them deleted."""
        self.people.forget(user)
        self._names.clear()
        self._arrived.clear()

    def drop(self, match: MatchId) -> None:
        """Forget what is remembered of a match whose moves are no longer kept."""
        self._courses.pop(match, None)
        self._states.pop(match, None)

    # ------------------------------------------------------------------ following

    async def watch(self, match: MatchId) -> Snapshot:
        """Load a match as it stands for its followers, with its people."""
        return self._show(await self.load(match))

    async def behind(self) -> tuple[MatchId, ...]:
        """List the matches that may have a message to post or edit, the longest waiting first;
        among them open ones that did not get their card in time."""
        return await self.store.behind(self.now() - CARD_GRACE_MS)

    def _show(self, stored: Stored, view: View | None = None) -> Snapshot:
        """Show a match to its followers; with the view of each seat in a private game, and in a
        letter match, where everybody has boards of their own."""
        match = stored.match
        people = {user: self.people.recognise(person) for user, person in stored.people.items()}
        if not match.begun or stored.cleared:
            return Snapshot(match, None, people)
        rules = self.rules(match.terms.game)
        state = load(rules, stored)
        seats = match.players if rules.game.info.private or match.letters else ()
        own = {player.seat: rules.view(state, player.seat) for player in seats}
        return Snapshot(match, view or rules.view(state, None), people, own)

    def _at_hand(self, stored: Stored, view: View | None) -> Snapshot | None:
        """Show a match to its followers, unless something is missing that they have to load."""
        if any(person.id not in stored.people for person in stored.match.people):
            return None
        try:
            return self._show(stored, view)
        except Refusal:  # it cannot be read, or its game is gone
            return None

    async def course(self, match: Match) -> MatchCourse:
        """Follow a match along its log up to now; a few are kept for the next turn. Raises Refusal
        for one whose log is no longer kept."""
        revision, known = match.stand.revision, self._courses.get(match.id)
        if known is None or known.count > revision:
            known = MatchCourse(self.rules_of(match.terms), match.options.variant)
        since = known.count
        lines = await self.store.lines(match.id, since) if since < revision else ()
        if known.count > revision:  # followed further meanwhile
            return await self.course(match)
        if since < revision and not lines:
            raise Refusal(Code.NO_LONGER_KEPT, match=match.id)
        for line in lines[known.count - since : revision - since]:
            known.follow(line.entry)
        self._keep(match.id, known)
        return known

    def _keep(self, match: MatchId, course: MatchCourse) -> None:
        """Keep the course of a match as the latest, and the others while they are not too long."""
        self._courses.pop(match, None)
        self._courses[match] = course
        total = sum(course.count for course in self._courses.values())
        for oldest in [*self._courses][:-1]:
            if total <= MOST_LINES:
                break
            total -= self._courses.pop(oldest).count

    async def holders(self, match: Match) -> dict[Seat, tuple[tuple[int, Who], ...]]:
        """Read the holders of each seat in order, each with their first revision."""
        former, now = await self.store.holders(match.id), match.players
        return {heir.seat: (*former.get(heir.seat, ()), (heir.since, heir.who)) for heir in now}

    async def part(self, match: Match) -> frozenset[int]:
        """Return all who have a part in a match: who has opened it, was asked, plays or played."""
        former = (await self.store.holders(match.id)).values() if match.begun else ()
        seats = [player.who for player in match.players] + [
            invitation.who for invitation in match.invitations
        ]
        seats += [who for held in former for _, who in held]
        seats += [player.substitution.person for player in match.players if player.substitution]
        named = (who.id for who in seats if isinstance(who, NamedPerson))
        return frozenset({match.terms.host.id, *named})

    def check_version(self, stored: Stored) -> None:
        """Raise Refusal for a match begun under rules that are not kept."""
        terms = stored.match.terms
        if terms.version != self.rules_of(terms).game.info.version:
            raise Refusal(Code.OTHER_RULES, match=terms.id)

    # ------------------------------------------------------------------- changing

    async def attempt(
        self,
        match: MatchId,
        key: int | None,
        act: Callable[[Stored], Awaitable[Transition | None]],
        beaten: Refusal | None = None,
        *,
        known: Stored | None = None,
        by_follower: bool = False,
    ) -> Stored:
        """Load a match, let `act` change it, and commit; try again if others get in between.
        Returns the match as it stands then, unchanged if the interaction `key` has been carried out
        already or `act` returns None. Raises what `act` raises, and `beaten` or StaleRevision when
        others are faster time after time. `known` is the match as it stood just now. `by_follower`:
        nothing follows from it."""
        for _ in range(ATTEMPTS):
            before, known = known or await self.load(match, key), None
            self._arrived.pop(key or 0, None)
            step = None if before.repeated else await act(before)
            if step is None:
                return before
            done = await self.commit(before, step.writing(key=key), by_follower=by_follower)
            if done is not None:
                if key is not None:  # whatever it is answered with
                    remember(self._arrived, key, replace(done, repeated=True), MOST_ARRIVED)
                return done
            metrics.RETRIES.inc()
        raise beaten or StaleRevision(match)

    def advance(
        self,
        before: Stored,
        state: Any,
        entries: tuple[Entry, ...] = (),
        *,
        altered: Match | None = None,
        clock: tuple[Happening, ...] = (),
        back: tuple[Happening, ...] = (),
    ) -> Transition:
        """Let chance act after these entries, as `transition.advance` says, now."""
        rules, at_ms = self.rules(before.match.terms.game), self.later(before.match)
        return advance(rules, before, state, entries, at_ms, altered, clock, back)

    def later(self, match: Match) -> int:
        """Return the time of a change: now, but never before the previous change."""
        return max(self.now(), match.updated_ms, match.clock_ms)

    def happen(
        self, before: Stored, clock: tuple[Happening, ...], altered: Match | None = None
    ) -> Transition:
        """Change the clocks but not the log; `altered` is the match with its other changes."""
        match, at = altered or before.match, self.later(before.match)
        clocks = add_happening(match.clocks, clock, at)
        players = tuple(
            replace(player, clock=clocks.seats[player.seat], unshown=player.seat in clocks.unshown)
            for player in match.players
        )
        after = replace(match, players=players, paused=clocks.paused, clock_ms=at)
        return self.amend(before, after).writing(clock=clock_events(before.match.stand, clock, at))

    def amend(self, before: Stored, after: Match) -> Transition:
        """Change what is not on the log; players' waiting times stay as they are."""
        altered = replace(still_offered(after), serial=after.serial + 1)
        change = Change(before.match, altered, before.position, before.rolls)
        return Transition(change, before.state)

    async def _settle(self, change: Change) -> Change:
        """Say whether the match still counts after a change, and settle it if it has ended."""
        before, after = change.before, change.after
        if before.unrated is not None or not after.begun:
            return change
        info = self.info(after)
        unrated = reason_not_to_count(before, after, change.lines, info)
        end = finish(before, replace(after, unrated=unrated), change.lines, info)
        if unrated is None and end is None:
            return change
        points = None if end is None else await self.store.ratings.settle(end)
        return replace(change, after=replace(after, unrated=unrated), points=points)

    async def commit(
        self, before: Stored, step: Transition, *, by_follower: bool = False
    ) -> Stored | None:
        """Carry a change out and let the followers know. Returns None, with nothing changed, if
        others have changed the match meanwhile, or if the interaction has been handled already."""
        change = await self._settle(replace(step.change, after=self._rename(step.change.after)))
        while not await self.store.commit(change):
            again = await self._settle(change)
            if again == change:
                return None
            change = again  # another match of these people has ended meanwhile
        after = change.after
        for key in [key for key, arrived in self._arrived.items() if arrived.match.id == after.id]:
            del self._arrived[key]
        course = self._courses.get(after.id)
        if course and course.count == before.match.stand.revision:
            for line in change.lines:
                course.follow(line)
        if step.state is not None:
            remember(self._states, after.id, (change.position, step.state), MOST_STATES)
        done = replace(
            before,
            match=after,
            rolls=change.rolls,
            position=change.position,
            state=step.state,
            people={**before.people, **step.people},
        )
        metrics.COMMITS.inc()
        if not by_follower:
            self.followers.kick(after.id, self._at_hand(done, step.view))
        return done


def remember(kept: dict[K, V], key: K, value: V, most: int) -> None:
    """Keep a value as the latest, and no more than `most` values."""
    kept.pop(key, None)
    kept[key] = value
    while len(kept) > most:
        del kept[next(iter(kept))]
