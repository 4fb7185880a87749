"""What the messages of a match are made from beside the match itself, gathered once."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.people.points.ratings import Change
from games.core import Seat

from .acts.offers import Offers
from .ledger import Snapshot
from .machines.computers import Computers
from .match.due import NOTHING, Given
from .match.match import Match
from .match.messages import LAYOUTS, Proof
from .match.players import NamedPerson, Strike
from .match.reader_view import ReaderView, Taken
from .match.seating import blocks_between
from .past.evidence import Evidence
from .past.history_reading import Reading
from .past.marks import Marks
from .referee import Referee
from .store.recounts import PointsRecount


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """What a public board is made from.

    `first`: it comes before all others. `earlier` are turns no board was posted for. `given` is
    time beyond what the player to move had of their own. `newcomers` play the game for the first
    time, or had another seat in their last match of it (not None). `changes` are those of points,
    `level` is the computer's in a next match. It mentions those `notified`. `analysed`: a computer
    can analyse the match; `replaceable`: absent players can be replaced. `shown` are the
    proofs that it shows. `strike` says why it was taken out of the points.
    """

    seen: ReaderView
    first: bool = False
    earlier: tuple[Taken, ...] = ()
    given: Given = NOTHING
    newcomers: Mapping[int, int | None] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    level: int | None = None
    notified: tuple[NamedPerson, ...] = ()
    analysed: bool = False
    replaceable: bool = False
    shown: tuple[Proof, ...] = ()
    strike: Strike | None = None


@dataclass(frozen=True, slots=True)
class Evident:
    """What players can check by now: salt and seals, at the end the layouts and if sealed."""

    proofs: tuple[Proof, ...] = ()
    layouts: Mapping[Seat, tuple[str, bool]] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Facts:
    """Gathers the facts of messages, each no sooner than a message is made from it."""

    _referee: Referee
    _evidence: Evidence
    _offers: Offers
    _reading: Reading
    _computers: Computers
    _recounts: PointsRecount
    _marking: Marks

    async def posting(
        self,
        watched: Snapshot,
        since: int | None,
        owed: Collection[int],
        shown: Mapping[str, int],
        *,
        again: bool,
    ) -> BoardFacts:
        """Gather what a new board is made from, `again` if it is posted once more. The board before
        it, if any, showed the match at the revision `since`; `owed` have yet to hear of the end;
        `shown` are the proofs of boards."""
        match = watched.match
        earlier = () if again else await self._round(match, since or 0)
        notified = await self._recipients(watched, owed)
        facts = await self._board(watched, since or 0, first=since is None)
        given = await self._given_time(match) if again else NOTHING
        proofs = await self._proofs_of_board(match, since or 0, shown) if again else ()
        return replace(facts, earlier=earlier, given=given, notified=notified, shown=proofs)

    async def editing(
        self, watched: Snapshot, revision: int, *, first: bool, shown: Mapping[str, int]
    ) -> BoardFacts:
        """Gather what the board of a revision is made from once its clocks have changed; `shown`
        are the proofs of boards."""
        facts = await self._board(watched, revision, first=first)
        given = await self._given_time(watched.match)
        proofs = await self._proofs_of_board(watched.match, revision, shown)
        notified = await self._recipients(watched, ())
        return replace(facts, given=given, notified=notified, shown=proofs)

    async def passing(
        self, watched: Snapshot, revision: int, shown: Mapping[str, int]
    ) -> BoardFacts:
        """Gather what is said above the board of a revision once something was played on it."""
        match = watched.match
        proofs = await self._proofs_of_board(match, revision, shown)
        earlier = await self._round(match, revision)
        return replace(self._sight(watched), earlier=earlier, shown=proofs)

    async def evident(self, match: Match, public: Collection[str]) -> Evident:
        """Gather what players can check by now, beside the commitment."""
        if not match.begun:
            return Evident()
        secret = self._referee.rules(match.terms.game).game.set_up is not None
        layouts: Mapping[Seat, tuple[str, bool]] = {}
        if secret and match.stand.outcome and LAYOUTS not in public:
            layouts = await self._evidence.layouts(match.id)
        return Evident(await self._evidence.proofs(match), layouts)

    async def next_level(self, match: Match) -> int | None:
        """Return another level to offer a player alone with computers: the next higher one after a
        win or a draw, the next lower one after two losses in a row."""
        played = {player.computer.level for player in match.players if player.computer}
        if match.running or match.alone is None or len(played) > 1:
            return None
        (level,), player = played, match.alone
        if player.result in ("won", "drawn"):
            return level + 1 if level < self._computers.levels(match.terms.game) else None
        if player.result is None or level == 1:
            return None
        before = await self._referee.store.last_result(match, player.human.id, level)
        return level - 1 if before == "lost" else None

    async def newcomers(self, match: Match, users: Sequence[int]) -> dict[int, int | None]:
        """List those of these players for whom a match is the first of its game, with None; one who
        is asked for alone also if their seat in the last was another, with that seat."""
        seats = (await self._referee.store.last_seats(match, users)).items()
        same = match.seat_of(users[0]) if len(users) == 1 else None
        return {user: seat for user, seat in seats if seat is None or same not in (None, seat)}

    async def _given_time(self, match: Match) -> Given:
        """Sum up the time given in this turn; once its flag has fallen, nothing is left of it."""
        return NOTHING if match.flag_down else await self._evidence.time_given(match)

    def _sight(self, watched: Snapshot) -> BoardFacts:
        if watched.view is None:
            raise ValueError("no board without a view")
        game = self._referee.rules(watched.match.terms.game).game
        return BoardFacts(ReaderView(watched.match, game, watched.view))

    async def _board(self, watched: Snapshot, since: int, *, first: bool) -> BoardFacts:
        match, facts = watched.match, self._sight(watched)
        reader = match.reader.id if match.reader else None
        seen = await self._reading.add_turns(facts.seen, reader)
        return replace(
            facts,
            seen=await self._marking.add_marks(seen, reader),
            first=first,
            newcomers=await self._newcomers(watched, first=first),
            changes=await self._changes(match, since),
            level=await self.next_level(match),
            analysed=self._computers.levels(match.terms.game) > 0,
            replaceable=self._offers.replacing.possible(match),
            strike=await self._recounts.strike_of(match.id) if match.unrated == "struck" else None,
        )

    async def _newcomers(self, watched: Snapshot, *, first: bool) -> dict[int, int | None]:
        """List those whom a board calls for the first time to whom the game or their side is new;
        in a set-up the `first` board calls everybody."""
        match, view = watched.match, watched.view
        set_up = self._referee.rules(match.terms.game).game.set_up is not None
        opening = match.stand.turns < len(match.players)
        if set_up:
            opening = first and view is not None and view.free
        called = [player for player in match.players if player.acting and player.acted_ms is None]
        asked = {player.person for player in called}
        people = [person.id for person in _reading(match) if person in asked]
        if not (opening and people):
            return {}
        return await self.newcomers(match, people)

    async def own_changes(self, match: Match) -> tuple[Change, ...]:
        """List what an ended match has changed, for one of its players to be told."""
        return await self._changes(match, match.stand.revision) if match.stand.outcome else ()

    async def _changes(self, match: Match, since: int) -> tuple[Change, ...]:
        """List what a match has changed for whom: at its end, or as a player is replaced."""
        taken = (player.substitution for player in match.players if player.substitution)
        told = match.stand.outcome or any(substitution.revision >= since for substitution in taken)
        if not told or match.unrated not in (None, "replaced", "escaped"):
            return ()
        return await self._referee.store.ratings.changes(match.id)

    async def _round(self, match: Match, since: int) -> tuple[Taken, ...]:
        """List the turns since a board and before the last, where computers play."""
        if match.timeless and not match.stand.taken_back:
            reader = match.reader.id if match.reader else None
            return await self._reading.round(match, since, reader)
        return ()

    async def _recipients(
        self, watched: Snapshot, owed: Collection[int]
    ) -> tuple[NamedPerson, ...]:
        """List the people to notify: those who are to act, or have yet to hear of the end. Whoever
        brought the end about knows of it, and notifies nobody across a block."""
        match = watched.match
        if match.running:
            acting = {player.person for player in match.players if player.acting}
            return tuple(person for person in _reading(match) if person in acting)
        ended = [player.person for player in await self._evidence.players_to_tell(match)]
        told = {person.id for person in ended if person}
        told -= {user for user in told if blocks_between(user, watched.people)}
        return tuple(person for person in _reading(match) if person.id in told.union(owed))

    async def _proofs_of_board(
        self, match: Match, revision: int, shown: Mapping[str, int]
    ) -> tuple[Proof, ...]:
        """List the proofs that the board of a revision showed."""
        set_up = self._referee.rules(match.terms.game).game.set_up
        early = set_up and revision <= len(match.players)
        if not shown or not (early or any(first >= revision for first in shown.values())):
            return ()
        return tuple(proof for proof in await self._evidence.proofs(match) if proof.key in shown)


def _reading(match: Match) -> list[NamedPerson]:
    """List the players who read a board: all, or a letter's reader alone."""
    own = match.reader
    return [person for person in match.people if own is None or person.id == own.id]
