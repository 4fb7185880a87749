"""One game between contenders, refereed and recorded so that anybody can verify it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games import fairness
from games.core import Entry, GameError, IllegalAction, Over, Roll, Seat
from games.records.record import Holder, Line, Record, Seal, write
from games.replay import Course
from games.rulebook import RULES
from games.submission import excerpt
from players.core import turn_seed
from players.library import OPPONENTS

from .contenders import Contender, contender, house
from .outside import Forfeited

SALT = "0"
OPENING: Mapping[str, int] = {name: opponent.opening for name, opponent in OPPONENTS.items()}
"""The turns taken by chance before the contenders begin, unless another number is named."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms that all games of a gauntlet have in common. `nodes` and `seconds` are those of
    `contenders.contender`; `plies` turns are taken by chance."""

    game: str
    variant: str
    seed: int
    plies: int
    nodes: int | None = None
    seconds: float = 1.0


@dataclass(slots=True)
class Cost:
    """The cost of one contender's turns: seconds, of CPU if it is ours, and nodes."""

    turns: int = 0
    total: float = 0.0
    worst: float = 0.0
    nodes: int = 0

    def add(self, seconds: float, nodes: int) -> None:
        """Add one more turn."""
        self.turns += 1
        self.nodes += nodes
        self.total += seconds
        self.worst = max(self.worst, seconds)

    def merge(self, other: Cost) -> None:
        """Add the turns of other games."""
        self.turns += other.turns
        self.nodes += other.nodes
        self.total += other.total
        self.worst = max(self.worst, other.worst)


@dataclass(slots=True)
class Played:
    """A finished game as the first contender sees it: 1 won, 0.5 a draw, 0 lost."""

    score: float
    reason: str
    turns: int
    record: str
    """The document, as `python -m games verify` reads it."""
    faults: list[str] = field(default_factory=list)
    """Illegal or missing answers, which lose the game."""


@dataclass(slots=True)
class Pair:
    """The same opening, dice and deals twice, with the seats exchanged."""

    number: int
    games: tuple[Played, Played]
    costs: tuple[Cost, Cost]

    @property
    def score(self) -> float:
        """The mean of both games: the unit of a gauntlet, for its games are not independent."""
        return sum(game.score for game in self.games) / 2


def in_full(game: str, variant: str) -> str:
    """Name a variant with all of its options; raise GameError if there is no such variant."""
    named = RULES[game].game.variant(variant)
    RULES[game].initial(named)
    return named


def play_pair(terms: Terms, first: str, second: str, number: int) -> Pair:
    """Play both games of a pair; the contenders are made from their names, in any process."""
    both = [contender(terms.game, name, terms.nodes, terms.seconds) for name in (first, second)]
    costs = (Cost(), Cost())
    try:
        games = [_game(terms, both, costs, number, turned) for turned in (False, True)]
    finally:
        for player in both:
            player.close()
    return Pair(number, (games[0], games[1]), costs)


def _game(
    terms: Terms, both: Sequence[Contender], costs: Sequence[Cost], number: int, turned: bool
) -> Played:
    info = RULES[terms.game].game.info
    seats = sorted(info.everybody)
    sides = info.teams or tuple(frozenset({seat}) for seat in seats)
    side = {seat: n for n, team in enumerate(sides) for seat in team}
    whose = {seat: side[seat] ^ turned for seat in seats}
    table = Table(terms, number, {seat: both[whose[seat]] for seat in seats})
    result, faults = table.play({seat: costs[whose[seat]] for seat in seats})
    mine = {seat for seat in seats if whose[seat] == 0}
    score = (1.0 if result.winners & mine else 0.0) if result.winners else 0.5
    if table.loser is not None:
        score = 0.0 if table.loser in mine else 1.0
    return Played(score, result.reason, table.turns, write(table.record(result)), faults)


class Table:
    """A referee's table: the course of one game, and every seat's views of it."""

    def __init__(self, terms: Terms, number: int, held: Mapping[Seat, Contender]) -> None:
        self._terms = terms
        self._rules = RULES[terms.game]
        self._match = f"gauntlet{number}"
        self._seed = hashlib.sha256(f"{terms.seed} {terms.game} {number}".encode()).digest()
        self._held = held
        self._course: Course[Any, Any, Any] = Course(self._rules, terms.variant)
        self._seen = {seat: [self._rules.view(self._course.state, seat)] for seat in held}
        self._rolls = self._layouts = 0
        self._changes: dict[int, bool] = {}
        """Revisions from which on turns were taken by chance (True), or no longer."""
        self.turns = 0
        self.loser: Seat | None = None
        """The seat whose contender gave no legal answer."""

    def play(self, costs: Mapping[Seat, Cost]) -> tuple[Over, list[str]]:
        """Play to the end; return the result, and what contenders did wrong."""
        faults: list[str] = []
        for seat, player in self._held.items():
            seed = turn_seed(self._seed, self._match, SALT, seat, 0)
            player.begin(self._terms.game, self._terms.variant, seat, seed)
        while not isinstance(turn := self._rules.turn(self._course.state), Over):
            if isinstance(turn, Roll):
                self._roll(turn)
                continue
            seat = min(turn.seats)
            if fault := self._act(seat, costs[seat], free=turn.free):
                faults.append(f"{self._held[seat].name} on seat {seat}: {fault}")
                self.loser = seat
                self._give_up(seat)
        return turn, faults

    def _act(self, seat: Seat, cost: Cost, *, free: bool) -> str | None:
        """Let a seat set up, or take a turn; return what was wrong with it, if anything."""
        revision = len(self._course.lines)
        opening = not free and self.turns < self._terms.plies
        if not free and self.turns in (0, self._terms.plies):
            self._changes.setdefault(revision, opening)
        seed = turn_seed(self._seed, self._match, SALT, seat, revision)
        text = ""
        try:
            one = house(self._terms.game, "random") if opening else self._held[seat]
            choice, seconds = one.choose(tuple(self._seen[seat]), seed)
            text = choice.text
            self._follow(Entry("act", seat, text))
        except Forfeited as error:
            return str(error)
        except GameError as error:
            return f"{error.event.code}: {excerpt(text)!r}"
        if not opening:
            cost.add(seconds, choice.nodes)
        self.turns += not free
        self._layouts += free
        return None

    def _roll(self, turn: Roll) -> None:
        faces = fairness.roll(self._seed, self._match, SALT, str(self._rolls), turn.sides)
        self._rolls += 1
        self._follow(Entry("roll", None, " ".join(map(str, faces))))

    def _follow(self, entry: Entry) -> None:
        """Follow one line more, and show every seat what it may see of it."""
        self._course.follow(entry)
        for seat, player in self._held.items():
            before, after = self._seen[seat][-1], self._rules.view(self._course.state, seat)
            self._seen[seat].append(after)
            last = self._rules.game.last(after)
            if entry.kind == "act" and last:
                player.hear_turn(seat, last[1], before, after)

    def _give_up(self, loser: Seat) -> None:
        """Let this seat resign, and then its partner unless that has ended the game. Where it may
        not it escapes, and where two players may not resign yet, the match is closed."""
        info = self._rules.game.info
        other = "escape" if info.teams else "closed"
        for seat in (loser, *sorted(info.team(loser) - {loser})):
            if isinstance(self._rules.turn(self._course.state), Over):
                return
            try:
                self._follow(Entry("forfeit", seat, "resign"))
            except IllegalAction:
                self._follow(Entry("forfeit", seat if info.teams else None, other))

    def record(self, result: Over) -> Record:
        """Return the game as a record; the opening was the random player's."""
        info, lines = self._rules.game.info, self._course.lines
        layouts = lines[: self._layouts]
        ready = self._layouts == info.seats
        return Record(
            match=self._match,
            game=info.id,
            version=info.version,
            variant=self._rules.game.variant(self._terms.variant),
            seats=tuple(self._holders(Seat(seat)) for seat in range(info.seats)),
            host=Seat(0),
            seat_choice="first",
            commitment=fairness.commitment(self._seed),
            seed=self._seed,
            salt=SALT,
            log=tuple(Line(line, 0) for line in (lines if ready else lines[self._layouts :])),
            result=result,
            seals=tuple(self._seal(layout, ready) for layout in layouts),
            pace="none",
        )

    def _seal(self, layout: Entry, ready: bool) -> Seal:
        """Seal a layout; the seal stays closed unless all have set up."""
        seat = layout.seat or 0
        nonce = self._seed[: fairness.NONCE_BYTES]
        seal = fairness.seal(self._match, seat, nonce, layout.text)
        return Seal(seat, seal, nonce if ready else b"")

    def _holders(self, seat: Seat) -> tuple[Holder, ...]:
        """List the holders of a seat: its contender, but the random player for turns by chance."""
        own = self._held[seat].holder(seat)
        chance = house(self._terms.game, "random").holder(seat)
        changes = list(self._changes.items())
        if self._layouts or not changes:
            changes.insert(0, (0, False))
        changes[0] = (0, changes[0][1])
        held = [Holder(chance if random else own, since) for since, random in changes]
        return tuple(heir for n, heir in enumerate(held) if not n or heir.who != held[n - 1].who)
