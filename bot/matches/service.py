"""All matches of one database: questions about them, and the parts that change them.

Every change takes the Discord interaction's id as its `key`: a second call with the same key
changes nothing and returns what stands. Refusals are `Refusal`, or the engines' own `GameError`;
after either nothing has changed.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from functools import partial

from bot.people.people import People
from bot.people.person import Person
from bot.people.points.leaderboards import Leaderboards
from bot.people.points.profiles import Profiles
from bot.people.quiet_hours import is_zone
from bot.store import CONNECTIONS
from bot.store.command_ids import KeptCommands
from bot.store.database import Use, using
from bot.store.servers import Servers
from bot.store.store import Store
from games.core import AnyGame, AnyRules, Seat, View
from games.rulebook import RULES
from games.submission import excerpt, play
from players.core import AnyPlayer
from players.library import WITHOUT_MASTER
from players.worker import answer

from .acts.eligibility import Eligibility
from .acts.holding import Holding
from .acts.leaving import Leaving
from .acts.limiter import Limiter
from .acts.offers import Offers
from .acts.opening import Opening
from .acts.pairing import Pairing
from .acts.playing import Playing
from .acts.setting_up import SettingUp
from .acts.timekeeping import Timekeeping
from .acts.vacations import Vacations
from .facts import Facts
from .machines.analyses import Analyses
from .machines.computers import Computers
from .machines.hints import Hints
from .machines.thinkers import Thinkers
from .machines.workers import InProcess
from .match.allowance import Limits
from .match.due import OVERDUE_MS
from .match.ids import MatchId
from .match.match import Match
from .match.messages import CHANNEL, PostedMessage
from .match.reader_view import ReaderView
from .match.refusals import Code, Refusal
from .match.shards import WHOLE, Shards
from .neighbours import Peers
from .past.evidence import Evidence
from .past.history_reading import Reading
from .past.marks import Marks
from .past.notes import Notebook
from .referee import Referee
from .store.census import MatchScan
from .store.clearing import Clearing
from .store.follows import Follows
from .store.judgements import Judgements
from .store.notes import Notes
from .store.private import Private
from .store.recounts import PointsRecount
from .store.reports import Reports
from .store.schedule import Schedule
from .store.scores import Scores
from .store.store import MatchStore
from .store.traces import PersonalData
from .store.wishes import Wishes
from .upkeep.audit import Checking
from .upkeep.data_export import DataExport
from .upkeep.deletion import Deletion
from .upkeep.moderation import Moderation
from .upkeep.owed_pings import OwedPings
from .upkeep.points_removal import PointsRemoval
from .upkeep.retention import Retention
from .upkeep.watchers import Watchers

MOST_COUNTED = 1000
"""The most matches in which something is due that are counted."""


def epoch_ms() -> int:
    """Return the time of day everything here counts in."""
    return time.time_ns() // 1_000_000


class Matches:
    """Opens the database and holds the parts; only views leave it."""

    def __init__(
        self,
        store: Store,
        rulebook: Mapping[str, AnyRules],
        now: Callable[[], int],
        entropy: Callable[[int], bytes],
        players: Mapping[str, AnyPlayer],
        thinkers: Thinkers,
        allowance: Limits,
        kept_ms: int | None,
        shards: Shards,
    ) -> None:
        self._store, self._thinkers, self.shards = store, thinkers, shards
        self.people = People(store)
        self._matches = MatchStore(store, self.people, shards)
        self._referee = referee = Referee(
            self._matches, self.people, rulebook, players, now, entropy
        )
        private, notes = Private(store), Notes(store)
        schedule = Schedule(store, self.people, shards)
        self.games: Mapping[str, AnyGame] = {id_: rules.game for id_, rules in rulebook.items()}
        self.followers = referee.followers
        self.ratings = self._matches.ratings
        self.profiles, self.leaderboards = Profiles(store), Leaderboards(store)
        counting = Eligibility(referee, Scores(store))
        self.first_move_due = counting.first_move_due
        self.servers = Servers(store)
        self.neighbours: Peers | None = None
        if not shards.whole:
            self.neighbours = Peers(store, self.servers, self.followers, referee, shards)
            self.followers.others = self.neighbours
        self.attention = Limiter(referee, allowance, self.servers)
        self.opening = Opening(referee, self.attention, counting)
        self.playing = Playing(referee)
        self.offers = Offers(referee, self.playing, self.attention)
        self.setting_up = SettingUp(referee, private, self.playing)
        self.marking = Marks(referee, private)
        self.evidence = Evidence(referee, notes)
        self.reading = Reading(referee)
        self.noting = Notebook(referee, self.reading, notes)
        self.following = Watchers(referee, Follows(store))
        self.computers = Computers(referee, self.playing, self.offers, thinkers)
        self.recounts = PointsRecount(store, {id_: game.info for id_, game in self.games.items()})
        self.facts = Facts(
            referee,
            self.evidence,
            self.offers,
            self.reading,
            self.computers,
            self.recounts,
            self.marking,
        )
        self.followers.add(self.offers)
        self.followers.add(self.computers)
        self.advising = Hints(referee, thinkers)
        self.analysing = Analyses(referee, thinkers, Judgements(store))
        self._add_clocks(counting, schedule, Wishes(store))
        self.commands, self.reports = KeptCommands(store), Reports(store)
        self._add_upkeep(store, kept_ms)
        self._add_looks(store)

    def _add_clocks(self, counting: Eligibility, schedule: Schedule, wishes: Wishes) -> None:
        referee = self._referee
        self.vacations = Vacations(referee, schedule)
        self.pings = OwedPings(referee, schedule)
        self.leaving = Leaving(referee, self.opening, self.playing, self.offers.replacing)
        self.holding = Holding(referee, self.opening)
        self.clocks = Timekeeping(
            referee, schedule, self.opening, self.vacations, self.leaving, self.holding
        )
        self.pairing = Pairing(
            referee, self.opening, counting, self.attention, wishes, self.servers, self.shards
        )

    def _add_looks(self, store: Store) -> None:
        self.now, self.behind = self._referee.now, self._referee.behind
        self.meet = self._referee.meet
        self.list_matches, self.last_here = self._matches.list_matches, self._matches.last_at
        self.here, self.list_held = self._matches.running_at, self._matches.list_held
        self.match_of_message, self.compact = self._matches.match_of_message, store.compact

    def _add_upkeep(self, store: Store, kept_ms: int | None) -> None:
        referee, traces = self._referee, PersonalData(store)
        self.forgetting = Deletion(referee, self.opening, self.leaving, traces, self.servers)
        self.clearing = Retention(referee, Clearing(store), kept_ms)
        self.exporting = DataExport(referee, self.evidence, self.reading, traces)
        self.managing = Moderation(referee, self.opening, self.leaving, self.holding)
        self.striking = PointsRemoval(referee, self.recounts)
        self.checking = Checking(referee, MatchScan(store), self.recounts)

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        now: Callable[[], int] = epoch_ms,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        rulebook: Mapping[str, AnyRules] | None = None,
        players: Mapping[str, AnyPlayer] | None = None,
        thinkers: Thinkers | None = None,
        allowance: Limits | None = None,
        kept_ms: int | None = None,
        shards: Shards = WHOLE,
        connections: int = CONNECTIONS,
        use: Use = "run",
    ) -> Matches:
        """Open an SQLAlchemy address, `sqlite+aiosqlite:///path`; to be `run`, its tables are made
        or brought up to date.

        The defaults are all games (`rulebook`) and computers (`players`) of the library, but for
        Master. The `thinkers`, by default in this process, are closed with the matches. The
        `allowance` bounds what one person may cause; ended matches keep their moves for `kept_ms`,
        by default forever. Unless it has all `shards`, it follows the matches of its own and needs
        PostgreSQL. `connections` is the most that it has to the database.
        """
        known = WITHOUT_MASTER if players is None else players
        at_home = thinkers or Thinkers(InProcess(), 1, known, partial(answer, players=known))
        store, allowed = await Store.open(url, connections, use), allowance or Limits()
        rules = rulebook or RULES
        matches = cls(store, rules, now, entropy, known, at_home, allowed, kept_ms, shards)
        try:
            if use != "read":
                with using(url):
                    await matches.servers.recall()
                    await matches.recounts.work_off()
        except BaseException:
            await matches.close()
            raise
        return matches

    async def close(self) -> None:
        """Wait for what follows from the last changes, then close the database."""
        try:
            if self.neighbours is not None:
                await self.neighbours.close()
            await self.analysing.close()
            await self.computers.close()
            await self.followers.close()
        finally:  # before anything slow: till then what is new is in SQLite's log alone
            await self._store.close()
            await self._thinkers.close()

    def game(self, match: Match) -> AnyGame:
        """Return the public half of a match's game."""
        return self.games[match.terms.game]

    def example(self, game: str, position: str, seat: int | None, turn: str = "") -> View:
        """Show a position of no match as a seat sees it, perhaps after a `turn` of theirs, for the
        pages of the rules. Raises GameError for what the rules do not know."""
        rules = self._referee.rules(game)
        state = rules.load(position)
        if turn and seat is not None:
            state, _ = play(rules, state, Seat(seat), turn)
        view: View = rules.view(state, None if seat is None else Seat(seat))
        return view

    async def figures(self) -> Mapping[str, int]:
        """Count what is behind, due, waiting and stored, by the names of `bot.metrics`."""
        now = self.now()
        due = [at_ms for at_ms, _ in await self.clocks.waiting(now, MOST_COUNTED)]
        return {
            "followers_behind": self.followers.behind,
            "boards_late": self.followers.late,
            "clocks_due": len(due),
            "clocks_overdue": sum(at_ms <= now - OVERDUE_MS for at_ms in due),
            "thinking_queue": self._thinkers.queue,
            "database_bytes": await self._store.size(),
        }

    # ----------------------------------------------------------------- looking

    async def match(self, match: MatchId) -> Match:
        """Return the public part of a match."""
        return (await self._referee.load(match)).match

    async def arrive(self, match: MatchId, key: int) -> tuple[Match, Mapping[int, Person]]:
        """Return the public part of an interaction's match, and the people at its table."""
        stored = await self._referee.arrive(match, key)
        return stored.match, stored.people

    async def check_kept(self, match: MatchId, key: int) -> None:
        """Raise Refusal if the moves of an interaction's match are no longer kept."""
        if (await self._referee.load(match, key)).cleared:
            raise Refusal(Code.NO_LONGER_KEPT, match=match)

    async def see(
        self, match: MatchId, reader: int | None, draft: str = "", key: int | None = None
    ) -> ReaderView:
        """Show a begun match as one reader may see it, with a draft (of the seat to act only) the
        view after it; with the `key` of an interaction just arrived, the match as it stood then."""
        stored = await self._referee.load(match, key)
        stored.match.check_begun()
        seen = self._referee.for_reader(stored, reader, draft)
        return await self.marking.add_marks(await self.reading.add_turns(seen, reader), reader)

    async def played_most(self, guild: int | None) -> list[str]:
        """List all games, those played most on a server first."""
        known = await self._matches.count_games(guild or 0)
        return sorted(self.games, key=lambda game: -known.get(game, 0))

    # --------------------------------------------------------------- messages

    async def latest_messages(self, match: MatchId) -> dict[str, PostedMessage]:
        """Read the latest open message of a match for each audience."""
        return {message.audience: message for message in await self._matches.open_messages(match)}

    async def show(self, posted: PostedMessage) -> None:
        """Remember what a message of a match shows; it may be out of date before it is known."""
        await self.followers.show(posted)
        self.followers.kick(posted.match)

    async def onward(self, match: MatchId, user: int) -> list[tuple[PostedMessage, int | None]]:
        """Read the board of a match and of the next that waits for a user, each with its server."""
        fresh = self.followers.fresh(match, CHANNEL)
        found = await self._matches.onward(match, user)
        return [(fresh if fresh and post.match == match else post, guild) for post, guild in found]

    # ----------------------------------------------------------------- people

    async def prefer(self, user: int, **changes: str | int | bool | None) -> None:
        """Change some of a user's settings, by their names. Raises Refusal for an unknown zone."""
        zone = changes.get("zone")
        if zone is not None and not is_zone(str(zone)):
            raise Refusal(Code.BAD_ZONE, name=excerpt(str(zone)))
        if changes:
            await self.people.prefer(user, changes)
