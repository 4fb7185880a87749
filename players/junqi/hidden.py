"""How a side of Junqi with hidden pieces chooses: by hopes of its own, and by its enemies'.

An enemy attacks by what it hopes for against our pieces as it knows them, and is paid by what
they are. An all-seeing enemy would make us timid.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp

from games.core import Seat
from games.junqi.ground import Ground
from games.junqi.notation import written
from games.junqi.pieces import Move, Verdict
from games.junqi.seen import HiddenView

from .belief import Belief
from .fights import DIGS, FLAG, KINDS, MINE, WORTH, Odds, chances, gains, hoped, learned, verdicts

SCALE = 60.0
"""How many points make the odds of winning e to 1."""
WILLING = 5.0
"""The hope, in points, at which an enemy surely attacks."""
NEXT = 0.25
"""How much of a second danger counts, as only one of them is carried out."""
SOON = 0.3
"""What a threat is worth as a share of carrying it out."""
RETAKEN = 0.5
"""How much of what is taken back counts."""
CAMPED = 0.05
"""The share of its worth that a camp adds to a piece."""
MARCH = (0.2, 0.3, 0.3, 0.3, 0.25, 0.2, 0.15, 0.1, 0.15, 0.1, 0.0, 0.0)
"""What a step nearer to the enemy's flag is worth, by kind."""
GUARD = 0.8
"""What an enemy near our flag costs."""
BACK, LOITERING = 1.2, 0.5
"""What it costs to take a move back, and to return to where the piece was lately."""
SECRECY = 0.4
"""What it costs to show that a piece of the last two rows can move."""
CURIOSITY = 0.8
"""What is learned by attacking a piece of which nothing is known."""
LATELY = 6


def expected(points: float) -> float:
    """The expected score of a side that is so many points ahead."""
    return 1 / (1 + exp(-max(-600.0, min(600.0, points / SCALE))))


@dataclass(slots=True)
class Considered:
    """A move and what it is worth, in points; `sure`: it wins at once."""

    move: Move
    points: float
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Man:
    """A piece on the board: `odds` as we know it, `public` as its enemies do."""

    seat: int
    odds: Odds
    public: Odds
    kind: int
    """What it surely is, or -1."""
    number: int

    @property
    def mobile(self) -> float:
        """How likely it can move."""
        return 1 - self.odds[MINE] - self.odds[FLAG]


class Paths:
    """The lines of a board, made ready for asking what a piece meets."""

    def __init__(self, ground: Ground) -> None:
        lines = ground.lines
        self.rays, self.rails = lines.rays, lines.rails
        self.roads = tuple(
            tuple(sorted(near - {ray[0] for ray in lines.rays[at]}))
            for at, near in enumerate(lines.steps)
        )
        size = len(ground.names)
        steps = [tuple(sorted(near)) for near in lines.steps]
        runs = [
            tuple(sorted({*near, *(stop for ray in lines.rays[at] for stop in ray)}))
            for at, near in enumerate(lines.steps)
        ]
        self.far = tuple(
            tuple(
                0.5 * one + 1.5 * other
                for one, other in zip(_spread(steps, at), _spread(runs, at), strict=True)
            )
            for at in range(size)
        )
        self.near = tuple(_spread(steps, at) for at in range(size))

    def met(self, board: Sequence[object], origin: int, flies: bool) -> Iterator[int]:
        """The occupied points that a piece could move onto if it may attack what is there."""
        for near in self.roads[origin]:
            if board[near] is not None:
                yield near
        if flies and origin in self.rails:
            seen, waiting = {origin}, [origin]
            while waiting:
                for stop in self.rails[waiting.pop()]:
                    if stop not in seen:
                        seen.add(stop)
                        if board[stop] is None:
                            waiting.append(stop)
                        else:
                            yield stop
            return
        for ray in self.rays[origin]:
            for stop in ray:
                if board[stop] is not None:
                    yield stop
                    break


def _spread(steps: Sequence[tuple[int, ...]], start: int) -> list[int]:
    found = [99] * len(steps)
    found[start] = 0
    waiting = deque([start])
    while waiting:
        at = waiting.popleft()
        for near in steps[at]:
            if found[near] == 99:
                found[near] = found[at] + 1
                waiting.append(near)
    return found


@cache
def _paths(names: tuple[str, ...]) -> list[Paths]:
    return []


def paths(ground: Ground) -> Paths:
    """The lines of a ground, prepared once."""
    kept = _paths(ground.names)
    if not kept:
        kept.append(Paths(ground))
    return kept[0]


class Thought:
    """One turn of a seat, thought over within a budget of nodes: positions that it values."""

    def __init__(self, ground: Ground, view: HiddenView, past: Sequence[HiddenView]) -> None:
        seat = view.seat if view.seat is not None else Seat(0)
        self.ground, self.view, self.seat = ground, view, seat
        self.options = view.options
        self.friends = ground.teams[seat]
        self.paths = paths(ground)
        self.belief = Belief(ground, view, past)
        self.locked = ground.headquarters if view.options.hq_locks else frozenset[int]()
        self.men: list[Man] = []
        self.board: list[Man | None] = [
            self._man(cell.seat, (cell.seat, cell.origin)) if cell else None for cell in view.board
        ]
        self.gains = gains(self.options)
        self.hopes: dict[tuple[int, int], float] = {}
        self.perils: dict[tuple[int, int], tuple[float, float, Odds]] = {}
        self.nodes = 0
        self.lately = self._lately(past)
        self.flags = self._flags()
        self.base = self._material()
        urgency = view.quiet / view.options.no_capture_limit if view.options.no_capture_limit else 0
        self.urgency = urgency * urgency

    def _man(self, seat: int, name: tuple[Seat, int]) -> Man:
        odds, public = self.belief.odds[name], self.belief.public[name]
        kind = odds.index(1.0) if 1.0 in odds else -1
        man = Man(seat, odds, public, kind, len(self.men))
        self.men.append(man)
        return man

    def _changed(self, man: Man, odds: Odds, public: Odds) -> Man:
        changed = Man(man.seat, odds, public, man.kind, len(self.men))
        self.men.append(changed)
        return changed

    def _lately(self, past: Sequence[HiddenView]) -> dict[tuple[int, int], float]:
        """What it costs a piece (by where it stands now) to return to a square."""
        found: dict[tuple[int, int], float] = {}
        where: dict[int, int] = {}
        turns = 0
        for view in reversed(past):
            strike = view.strike
            if not strike or strike.seat != self.seat or strike.verdict is not None:
                continue
            move = strike.move
            now = where.get(move.target, move.target)
            where[move.origin] = now
            cost = BACK if turns == 0 else LOITERING
            found[now, move.origin] = found.get((now, move.origin), 0.0) + cost
            turns += 1
            if turns >= LATELY:
                break
        return found

    def _flags(self) -> list[tuple[int, float]]:
        """Where the enemies' flags may stand, and how likely."""
        return [
            (at, man.odds[FLAG])
            for at, man in enumerate(self.board)
            if man and man.seat not in self.friends and man.odds[FLAG] > 0.01
        ]

    def _material(self) -> float:
        found = 0.0
        for man in self.board:
            if man:
                worth = sum(o * w for o, w in zip(man.odds[:FLAG], WORTH, strict=False))
                found += worth if man.seat in self.friends else -worth
        return found

    def considered(self, nodes: int) -> list[Considered]:
        """All moves, the best first; as many as the budget allows are thought over."""
        moves = sorted(
            self.ground.actions(self.view.board, self.seat, locks=self.options.hq_locks),
            key=lambda move: (move.origin, move.target),
        )
        still = self._quietly() if nodes else 0.0
        guesses = sorted(
            ((self._guess(move), move) for move in moves),
            key=lambda one: (-one[0], one[1].origin, one[1].target),
        )
        found = []
        for guess, move in guesses:
            costs = 1 if self.board[move.target] is None else 3
            if self.nodes + costs <= nodes:
                found.append(self._valued(move))
            else:
                found.append(Considered(move, self.base + min(0.0, still) + guess - 5.0))
        return sorted(found, key=lambda one: -one.points)

    def _guess(self, move: Move) -> float:
        """A first idea of a move's worth."""
        mover, there = self.board[move.origin], self.board[move.target]
        if mover is None:
            return 0.0
        if there is not None:
            return self._hope(mover, there) + CURIOSITY
        return self._step(mover, move) - self.lately.get((move.origin, move.target), 0.0)

    def _step(self, man: Man, move: Move) -> float:
        """What a step gains by nearness to the flags and by shelter."""
        gain = self._place(man, move.target) - self._place(man, move.origin)
        cell = self.view.board[move.origin]
        if cell and cell.origin == move.origin:
            homes = self.ground.homes[self.seat]
            if cell.origin in homes[:10]:
                gain -= SECRECY
        return gain

    def _place(self, man: Man, at: int) -> float:
        """What it is worth to a piece of ours to stand there."""
        worth = CAMPED * WORTH[man.kind] if at in self.ground.camps else 0.0
        if at in self.ground.headquarters:
            worth -= 0.5 * WORTH[man.kind]
        if self.flags:
            far = self.paths.far[at]
            nearest = max(share / (1 + far[flag]) for flag, share in self.flags)
            way = sum(share * far[flag] for flag, share in self.flags)
            total = sum(share for _, share in self.flags)
            worth += MARCH[man.kind] * (6 * nearest - way / max(1.0, total))
        return worth

    def _valued(self, move: Move) -> Considered:
        """A move's worth: the outcomes it may have, and what the others make of them."""
        board = self.board
        mover, there = board[move.origin], board[move.target]
        if mover is None:
            return Considered(move, -1000.0)
        if there is None:
            board[move.origin], board[move.target] = None, mover
            points = self._quietly() + self._step(mover, move)
            board[move.origin], board[move.target] = mover, None
            points -= self.lately.get((move.origin, move.target), 0.0) * (1 + 3 * self.urgency)
            return Considered(move, self.base + points)
        return self._fought(move, mover, there)

    def _fought(self, move: Move, mover: Man, there: Man) -> Considered:
        """The worth of an attack."""
        board, options = self.board, self.options
        odds = chances(mover.odds, there.odds, options)
        points = self._hope(mover, there) + CURIOSITY * (max(there.odds) < 0.95)
        points += 6 * self.urgency
        sure = there.odds[FLAG] >= 1 and self._hope(mover, there) > 0 and self._last(there.seat)
        if options.dark_flag_needs_mines_dug:
            sure = False
        for verdict, share in odds.items():
            if share < 0.02:
                continue
            board[move.origin] = None
            if verdict is Verdict.ATTACKER:
                seen = learned(mover.public, there.odds, verdict, options, attacked=False)
                board[move.target] = self._changed(mover, mover.odds, seen)
                points += share * self._step(mover, move)
            elif verdict is Verdict.BOTH:
                board[move.target] = None
            else:
                seen = learned(there.odds, mover.odds, verdict, options, attacked=True)
                board[move.target] = self._changed(there, seen, seen)
            points += share * self._quietly()
            board[move.origin], board[move.target] = mover, there
        return Considered(move, self.base + points, sure)

    def _last(self, seat: int) -> bool:
        """Whether this enemy is the only one left of its team."""
        team = self.ground.teams[seat]
        return not (team - {Seat(seat)} - self.view.out)

    def _hope(self, man: Man, there: Man) -> float:
        """What our piece may hope to gain by an attack."""
        key = (man.number, there.number)
        if key not in self.hopes:
            self.hopes[key] = hoped(man.kind, there.odds, self.options)
        return self.hopes[key]

    def _quietly(self) -> float:
        """What threatens either side once we have moved, in points; one node."""
        self.nodes += 1
        board, camps, locked = self.board, self.ground.camps, self.locked
        attacks: list[tuple[float, Man, Man]] = []
        perils: list[tuple[float, float, Man, Man]] = []
        guards: dict[int, list[Man]] = {}
        met = self.paths.met
        for at, man in enumerate(board):
            if man is None or at in locked:
                continue
            if man.seat == self.seat:
                if man.kind >= MINE:
                    continue
                for target in met(board, at, man.kind == DIGS):
                    other = board[target]
                    if other is None or target in camps:
                        continue
                    if other.seat in self.friends:
                        guards.setdefault(other.number, []).append(man)
                    else:
                        attacks.append((self._hope(man, other), man, other))
            elif man.seat not in self.friends and man.mobile > 0.02:
                for target in met(board, at, man.odds[DIGS] > 0.3):
                    other = board[target]
                    if other is not None and other.seat in self.friends and target not in camps:
                        loss, kill, _ = self._peril(man, other)
                        if loss > 0.05 or kill > 0.05:
                            perils.append((loss, kill, man, other))
        lost = self._lost(perils, guards)
        killed: dict[int, float] = {}
        for _, kill, _, other in perils:
            killed[other.number] = max(killed.get(other.number, 0.0), kill)
        threats = sorted(
            (
                (hope * (1 - killed.get(man.number, 0.0)), man, other)
                for hope, man, other in attacks
                if hope > 0
            ),
            key=lambda one: -one[0],
        )
        gain = 0.0
        for number, (hope, _, _) in enumerate(threats[:3]):
            gain += hope * SOON * (1.0, 0.4, 0.2)[number]
        return gain - lost - self._siege()

    def _lost(
        self, perils: list[tuple[float, float, Man, Man]], guards: dict[int, list[Man]]
    ) -> float:
        """What we must expect to lose at once: each enemy seat has one turn."""
        worst: dict[int, list[float]] = {}
        for loss, _, man, other in perils:
            net = loss
            if other.number in guards and net > 0.5:
                shares = self._peril(man, other)[2]
                back = max(
                    sum(
                        share * max(0.0, self.gains[guard.kind][kind])
                        for kind, share in enumerate(shares)
                        if share
                    )
                    for guard in guards[other.number]
                )
                net -= RETAKEN * back
            if net > 0:
                worst.setdefault(man.seat, []).append(net)
        total = 0.0
        for seat in sorted(worst):
            losses = sorted(worst[seat], reverse=True)
            total += losses[0] + NEXT * sum(losses[1:3])
        return total

    def _peril(self, man: Man, other: Man) -> tuple[float, float, Odds]:
        """What an enemy's piece is going to cost us by attacking one of ours, how likely it kills
        it, and how likely it is each kind of piece and does so."""
        key = (man.number, other.number)
        if key in self.perils:
            return self.perils[key]
        loss, kill = 0.0, 0.0
        shares = [0.0] * KINDS
        table = verdicts(self.options)
        for kind in range(MINE):
            share = man.odds[kind]
            if share < 0.001:
                continue
            hope = hoped(kind, other.public, self.options)
            if hope <= 0:
                continue
            share *= min(1.0, hope / WILLING)
            for ours in range(KINDS):
                if not other.odds[ours]:
                    continue
                chance = share * other.odds[ours]
                gain = self.gains[kind][ours]
                loss += chance * (gain if gain > 0 else 0.5 * gain)
                if table[kind][ours] is not Verdict.DEFENDER:
                    kill += chance
                if table[kind][ours] is Verdict.ATTACKER:
                    shares[kind] += chance
        if other.seat != self.seat:
            loss, kill = 0.5 * loss, 0.0
        self.perils[key] = (loss, kill, tuple(shares))
        return self.perils[key]

    def _siege(self) -> float:
        """What the enemies near our flag cost."""
        found = 0.0
        flag = next(
            (
                at
                for at, man in enumerate(self.board)
                if man and man.seat == self.seat and man.kind == FLAG
            ),
            None,
        )
        if flag is None:
            return 0.0
        near = self.paths.near[flag]
        for at, man in enumerate(self.board):
            if man and man.seat not in self.friends and near[at] < 4 and at not in self.locked:
                found += GUARD * (4 - near[at]) * man.mobile
        return found


def considered(
    ground: Ground, view: HiddenView, past: Sequence[HiddenView], nodes: int
) -> tuple[list[Considered], int]:
    """The moves of the view's owner, the best first, and the positions looked at."""
    thought = Thought(ground, view, past)
    return thought.considered(nodes), thought.nodes


def text(ground: Ground, move: Move) -> str:
    """A move as it is typed."""
    return written(move.origin, move.target, names=ground.names)
