"""Loads matches, makes the engines' steps, and commits every change through one door."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from games import fairness
from games.clock import ClockKind, Clocks
from games.core import Act, AnyRules, Entry, GameError, Info, Over, Seat, Turn
from games.quitting import WITHOUT_RESULT, Agreeing
from games.record import ClockEvent, Seal
from games.submission import excerpt, roll_on
from players.core import AnyPlayer

from .course import Followed
from .followers import Followers, Watched
from .match.change import Change
from .match.ids import MatchId
from .match.match import Match, Phase, Stand
from .match.ping import Ping
from .match.players import Computer, Desertion, Invitation, Offer, OfferKind, Player, Result
from .match.refusals import Code, Refusal
from .store.rows import Stored
from .store.store import Store
from .views import loaded

CARD_GRACE_MS = 60_000
"""How long an open match may lack its card before the card counts as lost."""
RACES = 4
"""How often to try again when somebody else gets in between without a conflict."""
ENDING: Mapping[OfferKind, Agreeing] = {"draw": "agreement", "cancel": "cancelled"}
"""How a match ends by the offers that end it."""
MOST_COURSES = 32
"""How many matches are remembered turn by turn."""
Happening: TypeAlias = tuple[ClockKind, Seat | None, int]
"""What happens to a clock beside the log: its kind, whose clock it is, how much time (in ms)."""


@dataclass(frozen=True, slots=True, repr=False)
class Step:
    """A change, and the state it leads to; secret like the position."""

    change: Change
    state: Any


class Referee:
    """Applies the rules of the rulebook's games to the matches of one store."""

    def __init__(
        self,
        store: Store,
        rulebook: Mapping[str, AnyRules],
        players: Mapping[str, AnyPlayer],
        now: Callable[[], int],
        entropy: Callable[[int], bytes],
    ) -> None:
        self.store = store
        self.entropy = entropy
        self.followers = Followers(self)
        self._rulebook = rulebook
        self.players = players
        self._courses: dict[MatchId, Followed] = {}
        self._now = now

    def now(self) -> int:
        """The time of day in epoch milliseconds."""
        return self._now()

    def rules(self, game: str) -> AnyRules:
        """A game's rules. Raises Refusal for a game nobody knows."""
        if game not in self._rulebook:
            raise Refusal(Code.UNKNOWN_GAME, game=excerpt(game))
        return self._rulebook[game]

    def computer(self, game: str, level: int) -> Computer:
        """A computer player of a game as it plays today. Raises Refusal where there is none."""
        player = self.players.get(game)
        if player is None:
            raise Refusal(Code.NO_COMPUTER, game=excerpt(game))
        if not 1 <= level <= len(player.levels):
            raise Refusal(Code.NO_LEVEL, limit=len(player.levels))
        return Computer(level, player.version)

    async def load(self, match: MatchId, key: int | None = None) -> Stored:
        """A match as it stands. Raises Refusal for one that does not exist."""
        found = await self.store.load(match, key)
        if found is None:
            raise Refusal(Code.UNKNOWN_MATCH, match=excerpt(match))
        return found

    async def watch(self, match: MatchId) -> Watched:
        """A match as spectators see it now."""
        stored = await self.load(match)
        rules = self.rules(stored.match.terms.game)
        view = rules.view(loaded(rules, stored), None) if stored.match.begun else None
        return Watched(stored.match, view)

    async def behind(self) -> tuple[MatchId, ...]:
        """The matches from whose last changes something may have yet to follow."""
        return await self.store.behind(self.now() - CARD_GRACE_MS)

    async def followed(self, serials: Mapping[MatchId, int]) -> None:
        """All that follows from the changes with these serials has been done."""
        await self.store.followed(serials)

    async def course(self, match: Match) -> Followed:
        """A match along its log up to now; a few are kept, for the next turn follows soon."""
        lines = (await self.store.lines(match.id))[: match.stand.revision]
        known = self._courses.pop(match.id, None)
        if known is None or known.count > len(lines):
            known = Followed(self.rules(match.terms.game), match.terms.variant)
        for line in lines[known.count :]:
            known.follow(line.entry)
        self._courses[match.id] = known
        while len(self._courses) > MOST_COURSES:
            del self._courses[next(iter(self._courses))]
        return known

    def check_version(self, stored: Stored) -> None:
        """Raise Refusal for a match begun under other rules than those of today."""
        terms = stored.match.terms
        if terms.version != self.rules(terms.game).game.info.version:
            raise Refusal(Code.OTHER_RULES, match=terms.id)

    def advance(
        self,
        before: Stored,
        state: Any,
        entries: tuple[Entry, ...] = (),
        *,
        key: int | None,
        altered: Match | None = None,
        met: tuple[Invitation, ...] = (),
        seals: tuple[Seal, ...] = (),
        clock: tuple[Happening, ...] = (),
        pings: tuple[Ping, ...] = (),
    ) -> Step:
        """Let chance act after these entries, and note who is to act then or how it ended.

        `altered` is the match as it is otherwise changed by this: with its players, when it begins.
        `clock` happens before the entries.
        """
        match, at = altered or before.match, self.later(before.match)
        rules, rolls = self.rules(match.terms.game), before.rolls

        def dice(sides: tuple[int, ...]) -> tuple[int, ...]:
            nonlocal rolls
            label, rolls = str(rolls), rolls + 1
            salt = match.terms.salt or ""
            return fairness.roll(before.seed, match.id, salt, label, sides)

        state, rolled = roll_on(rules, state, dice)
        lines, turn = (*entries, *rolled), rules.turn(state)
        out: frozenset[Seat] = rules.view(state, None).out
        offer = None if isinstance(turn, Over) else _standing(match, rules.game.info, entries, out)
        agreed = all(player.consent for player in match.players if player.seat not in out)
        if offer and offer.kind in ENDING:
            end, reason = _ended(rules, state, offer.kind), ENDING[offer.kind]
            if end is not None and agreed:
                state, lines, turn = end, (*lines, Entry("forfeit", None, reason)), rules.turn(end)
            offer = None if end is None or agreed else offer
        pausing = offer is not None and offer.kind == "pause" and agreed
        if before.match.begun:
            clocks = _happened(match.clocks, clock, at)
            clocks = clocks.turned(
                match.to_act, turn, lines, at, setting_up=match.stand.phase == "setting_up"
            )
            clocks = clocks.happened("pause", None, 0, at) if pausing else clocks
        else:
            away = match.clocks.away
            clocks = Clocks.begin(match.pace, len(match.players), turn, at, away, match.timeless)
            clock = _begun(match, at)
        after = replace(
            match,
            stand=_stand(match.stand, turn, lines),
            players=_timed(
                _players(match, turn, out, stands=offer is not None and not pausing),
                match,
                entries,
                clocks,
                at,
            ),
            serial=match.serial + 1,
            updated_ms=at,
            paused=clocks.paused,
            clock_ms=at if clock else match.clock_ms,
        )
        after = _still_offered(after)
        position, events = rules.dump(state), _events(before.match.stand, clock, at)
        if pausing:
            events = (*events, *_events(after.stand, (("pause", None, 0),), at))
        change = Change(before.match, after, position, rolls, lines, met, seals, key, events, pings)
        return Step(change, state)

    def later(self, match: Match) -> int:
        """The time of a change: now, but never before the change that went before."""
        return max(self._now(), match.updated_ms, match.clock_ms)

    def happen(
        self,
        before: Stored,
        clock: tuple[Happening, ...],
        key: int | None,
        altered: Match | None = None,
        pings: tuple[Ping, ...] = (),
    ) -> Change:
        """A change of the clocks beside the log; `altered` is the match as it else changes."""
        match, at = altered or before.match, self.later(before.match)
        clocks = _happened(match.clocks, clock, at)
        after = replace(
            match,
            players=tuple(
                replace(player, clock=clocks.seats[player.seat]) for player in match.players
            ),
            paused=clocks.paused,
            clock_ms=at,
        )
        events = _events(before.match.stand, clock, at)
        return replace(self.alter(before, after, key), clock=events, pings=pings)

    def alter(
        self,
        before: Stored,
        after: Match,
        key: int | None,
        met: tuple[Invitation, ...] = (),
    ) -> Change:
        """A change that adds nothing to the log and makes nobody's wait any shorter."""
        altered = replace(_still_offered(after), serial=after.serial + 1)
        return Change(before.match, altered, before.position, before.rolls, met=met, key=key)

    async def commit(self, change: Change, state: Any = None) -> bool:
        """Carry a change out and let the followers know; False if nothing has changed.

        Then the match has changed meanwhile, or the interaction has been handled already.
        """
        if not await self.store.commit(change):
            return False
        now, view = change.after, None
        if state is not None:
            view = self.rules(now.terms.game).view(state, None)
        self.followers.kick(now.id, None if now.begun and view is None else Watched(now, view))
        return True


def _happened(clocks: Clocks, happenings: tuple[Happening, ...], at_ms: int) -> Clocks:
    for kind, seat, ms in happenings:
        clocks = clocks.happened(kind, seat, ms, at_ms)
    return clocks


def _begun(match: Match, at_ms: int) -> tuple[Happening, ...]:
    """How a match with a pace begins: its clocks are set, and held for those who are away."""
    if not match.pace.timed:
        return ()
    held: list[Happening] = [
        ("vacation", player.seat, max(0, player.away_ms - at_ms))
        for player in match.players
        if player.away_ms is not None and not match.terms.strict
    ]
    return (("start", None, match.pace.start_ms), *held)


def _events(stand: Stand, happenings: tuple[Happening, ...], at_ms: int) -> tuple[ClockEvent, ...]:
    revision = stand.revision
    return tuple(ClockEvent(at_ms, seat, kind, ms, revision) for kind, seat, ms in happenings)


def _timed(
    players: tuple[Player, ...],
    before: Match,
    entries: tuple[Entry, ...],
    clocks: Clocks,
    at_ms: int,
) -> tuple[Player, ...]:
    """The players with their clocks after these entries, and with what they have done in time."""
    acted = {entry.seat for entry in entries if entry.kind == "act"}
    missed = {entry.seat for entry in entries if entry.kind == "lapse"}
    return tuple(
        replace(
            player,
            clock=clocks.seats[player.seat],
            missed=player.missed + (player.seat in missed),
            acted_ms=at_ms if player.seat in acted else player.acted_ms,
            declined=frozenset() if player.seat in acted | missed else player.declined,
            deserted=_deserted(player, acted, missed),
            reminded_ms=None
            if player.seat in acted | missed or player.seat not in before.to_act
            else player.reminded_ms,
        )
        for player in players
    )


def _deserted(
    player: Player, acted: Collection[Seat | None], missed: Collection[Seat | None]
) -> Desertion | None:
    """Whether a seat is deserted after these have taken a turn, and those have missed theirs.

    One missed turn alone costs nobody the seat.
    """
    if player.seat in acted or player.computer:
        return None
    again = player.seat in missed and player.missed > 0
    return player.deserted or ("missed" if again else None)


def _still_offered(match: Match) -> Match:
    """The match without an offer to play on for somebody who is there again, or is out, or one by
    somebody who is absent too."""
    offer = match.offer
    if offer is None or offer.deputy is None:
        return match
    absent = {player.seat for player in match.deserted}
    stands = offer.deputy.seat in absent and offer.seat not in absent
    return match if stands else match.unoffered


def _stand(before: Stand, turn: Turn, lines: tuple[Entry, ...]) -> Stand:
    """How far the match has come; what is done to set a game up is not a turn."""
    counted = 0 if before.phase == "setting_up" else sum(map(_turns, lines))
    return Stand(
        revision=before.revision + len(lines),
        turns=before.turns + counted,
        phase=_phase(turn),
        outcome=turn if isinstance(turn, Over) else None,
        taken_back=any(entry.kind == "takeback" for entry in lines),
    )


def _phase(turn: Turn) -> Phase:
    match turn:
        case Over(reason=reason) if reason in WITHOUT_RESULT:
            return "called_off"
        case Over():
            return "over"
        case Act(free=True):
            return "setting_up"
        case _:
            return "playing"


def _turns(entry: Entry) -> int:
    """How many turns a line of the log adds."""
    if entry.kind == "takeback":
        return -int(entry.text)
    return int(entry.kind in ("act", "lapse"))


def _players(match: Match, turn: Turn, out: frozenset[Seat], stands: bool) -> tuple[Player, ...]:
    """The players at a turn: who is to act, who still agrees if the offer stands, who has won."""
    acting = turn.seats if isinstance(turn, Act) else frozenset[Seat]()
    return tuple(
        replace(
            player,
            acting=player.seat in acting,
            out=player.seat in out,
            consent=player.consent if stands else None,
            result=_result(turn, player.seat),
        )
        for player in match.players
    )


def _standing(
    match: Match, info: Info, entries: tuple[Entry, ...], out: frozenset[Seat]
) -> Offer | None:
    """The offer that outlives these entries, after which some seats are out.

    With two players the next turn ends it, with more only the proposer's, or the proposer's going
    out; but any turn ends the question for a takeback, which would undo it too. A deputy is
    waited for as long as nobody goes out and nothing is taken back.
    """
    offer = match.offer
    if offer is None or match.stand.phase == "setting_up" or not entries:
        return offer
    if offer.deputy:
        back = any(entry.kind == "takeback" for entry in entries)
        same = all(player.out == (player.seat in out) for player in match.players)
        return offer if same and not back else None
    if info.seats == 2 or offer.kind == "takeback" or offer.seat in out:
        return None
    own = any(entry.seat in (offer.seat, None) for entry in entries)
    return None if own else offer


def _ended(rules: AnyRules, state: Any, kind: OfferKind) -> Any | None:
    """The state once all have agreed to such an end; None where the rules refuse it."""
    try:
        return rules.forfeit(state, rules.game.info.everybody, ENDING[kind])
    except GameError:
        return None


def _result(turn: Turn, seat: Seat) -> Result | None:
    match turn:
        case Over(reason=reason) if reason in WITHOUT_RESULT:
            return None
        case Over(winners=winners) if winners:
            return "won" if seat in winners else "lost"
        case Over():
            return "drawn"
        case _:
            return None
