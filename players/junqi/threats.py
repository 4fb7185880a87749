"""The threats to either side of Junqi with hidden pieces: attacks, guards, and sieges of a flag.

An enemy attacks by what it hopes for against our pieces as it knows them, and is paid by what they
are. An all-seeing enemy would make us timid.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import TypeAlias

from games.core import Seat
from games.junqi.board_shape import Ground
from games.junqi.options import Options
from games.junqi.pieces import Verdict

from .fights import BOMB, DIGS, FLAG, KINDS, MINE, Odds, gains, hoped, verdicts
from .paths import paths

WILLING = 5.0
"""The hope, in points, at which an enemy surely attacks."""
NEXT = 0.25
"""The share for which a second danger counts, as only one of them is carried out."""
SOON = 0.3
"""The worth of a threat as a share of carrying it out."""
RETAKEN = 0.5
"""The share for which pieces taken back count."""
CERTAIN = 0.999
"""The likelihood of what is taken for certain."""
GUARD = 0.8
"""The cost of an enemy near our flag."""


@dataclass(frozen=True, slots=True)
class Man:
    """A piece on the board: `odds` as we know it, `public` as its enemies do."""

    seat: int
    odds: Odds
    public: Odds
    kind: int
    """The kind it surely is, or -1."""
    number: int

    @property
    def mobile(self) -> float:
        """The likelihood that it can move."""
        return 1 - self.odds[MINE] - self.odds[FLAG]


Board: TypeAlias = list[Man | None]


class Threats:
    """The threats on a board, which may change between two calls."""

    def __init__(self, ground: Ground, options: Options, seat: Seat, board: Board) -> None:
        self.ground, self.options, self.seat, self.board = ground, options, seat, board
        self.friends = ground.teams[seat]
        self.paths = paths(ground)
        self.locked = ground.headquarters if options.hq_locks else frozenset[int]()
        self.gains = gains(options)
        self.hopes: dict[tuple[int, int], float] = {}
        self.perils: dict[tuple[int, int], tuple[float, float, Odds]] = {}

    def hope(self, man: Man, there: Man) -> float:
        """Return what our piece may hope to gain by an attack."""
        key = (man.number, there.number)
        if key not in self.hopes:
            self.hopes[key] = hoped(man.kind, there.odds, self.options)
        return self.hopes[key]

    def takers(self) -> list[int]:
        """List where enemies stand that are sure to take our flag unless they are removed. A flag
        stands in headquarters, off the rails, so what takes it stands next to it. All know its
        place, and which pieces next to it can move and may take it."""
        if self.options.dark_flag_needs_mines_dug:
            return []
        takers = []
        for at, own in enumerate(self.board):
            if own and own.seat == self.seat and own.kind == FLAG and own.public[FLAG] > CERTAIN:
                near = self.paths.near[at]
                for by, man in enumerate(self.board):
                    if man and near[by] == 1 and man.seat not in self.friends:
                        harmless = 0.0 if self.options.bomb_takes_flag else man.odds[BOMB]
                        if by not in self.locked and man.mobile - harmless > CERTAIN:
                            takers.append(by)
        return takers

    def __call__(self) -> float:
        """Return the balance of threats in points, as we see it with the enemies to move."""
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
                        attacks.append((self.hope(man, other), man, other))
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
        """Return what we must expect to lose at once: each enemy seat has one turn."""
        worst: dict[int, list[float]] = {}
        for loss, _, man, other in perils:
            net = loss
            if other.number in guards and net > 0.5:
                shares = self._peril(man, other)[2]
                back = max(
                    fsum(
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
            total += losses[0] + NEXT * fsum(losses[1:3])
        return total

    def _peril(self, man: Man, other: Man) -> tuple[float, float, Odds]:
        """Return what an enemy's piece is going to cost us by attacking one of ours, how likely it
        kills it, and how likely it is each kind of piece and survives."""
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
        """Return the cost of the enemies near our flag."""
        cost = 0.0
        men = enumerate(self.board)
        own = (at for at, man in men if man and man.seat == self.seat and man.kind == FLAG)
        flag = next(own, None)
        if flag is None:
            return 0.0
        near = self.paths.near[flag]
        for at, man in enumerate(self.board):
            if man and man.seat not in self.friends and near[at] < 4 and at not in self.locked:
                cost += GUARD * (4 - near[at]) * man.mobile
        return cost
