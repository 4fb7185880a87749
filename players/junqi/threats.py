"""The threats to either side of Junqi with hidden pieces: attacks, guards, and sieges of a flag.

An enemy attacks by what it hopes for against our pieces as it knows them, and is paid by what they
are. An all-seeing enemy would make us timid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import chain
from math import fsum
from typing import NamedTuple, TypeAlias

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
    mobile: float
    """The likelihood that it can move."""

    @classmethod
    def of(cls, seat: int, odds: Odds, public: Odds, kind: int, number: int) -> Man:
        """Make a piece of what it may be."""
        return cls(seat, odds, public, kind, number, 1 - odds[MINE] - odds[FLAG])


Board: TypeAlias = list[Man | None]
Peril: TypeAlias = tuple[float, float, Man, int]
"""An attack by an enemy: what it is likely to cost us, how likely it kills, by whom, and whom, by
number."""


class Look(NamedTuple):
    """What a piece may attack or guard: our own what it hopes for, with its number, and the numbers
    of those it guards, with its kind as a bit; an enemy's whom it puts in peril."""

    hopes: Sequence[tuple[float, int]] = ()
    guarded: Sequence[tuple[int, int]] = ()
    perils: Sequence[Peril] = ()
    points: int = 0
    """The points on which this depends, a bit each."""


NOTHING = Look()


class Threats:
    """The threats on a board, and after changes of it.

    A piece's threats depend on few points. They are looked up once, and again only where a change
    touches one of them.
    """

    def __init__(
        self, ground: Ground, options: Options, seat: Seat, board: Board, soon: float
    ) -> None:
        """`soon` is the worth of a threat of ours as a share of carrying it out."""
        self.ground, self.options, self.seat, self.board = ground, options, seat, board
        self.soon = soon
        self.friends = ground.teams[seat]
        self.paths = paths(ground)
        self.locked = ground.headquarters if options.hq_locks else frozenset[int]()
        self.gains = gains(options)
        self._table = verdicts(options)
        self._harms = tuple(
            tuple(gain if gain > 0 else 0.5 * gain for gain in row) for row in self.gains
        )
        self._hopes: dict[tuple[int, int], float] = {}
        self._perils: dict[tuple[int, int], Peril] = {}
        self._survivors: dict[tuple[int, int], Sequence[tuple[int, float]]] = {}
        self._wills: dict[int, Sequence[tuple[int, float]]] = {}
        self._returns: dict[tuple[int, int, int], float] = {}
        self._lifted: dict[int, Sequence[Look]] = {}
        self._looks: Sequence[Look] = [self._look(at) for at in range(len(board))]
        self._besieged = self._siege()

    def hope(self, man: Man, there: Man) -> float:
        """Return what our piece may hope to gain by an attack."""
        key = (man.number, there.number)
        hope = self._hopes.get(key)
        if hope is None:
            if man.kind >= 0:
                hope = hoped(man.kind, there.odds, self.options)
            else:
                hope = fsum(
                    share * max(0.0, hoped(kind, there.odds, self.options))
                    for kind, share in enumerate(man.odds[:MINE])
                    if share
                )
            self._hopes[key] = hope
        return hope

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
        return self._balance(self._looks) - self._besieged

    def after(self, origin: int, target: int, man: Man | None) -> float:
        """Return the balance of threats in points once a move has left this at its target, as we
        see it with the enemies to move."""
        board = self.board
        if origin not in self._lifted:
            board[origin], mover = None, board[origin]
            self._lifted[origin] = self._changed(origin, self._looks)
            board[origin] = mover
        there = board[target]
        board[origin], board[target], mover = None, man, board[origin]
        looks = self._changed(target, self._lifted[origin])
        balance = self._balance(looks) - (self._besieged if there is None else self._siege())
        board[origin], board[target] = mover, there
        return balance

    def moved(self, origin: int, target: int, man: Man | None) -> Threats:
        """Return the threats once a move has left this at its target."""
        other = copy(self)
        other.board = [*self.board]
        other.board[origin] = None
        looks = other._changed(origin, self._looks)
        other.board[target] = man
        other._looks = other._changed(target, looks)
        other._lifted = {}
        other._besieged = other._siege()
        return other

    def on(self, board: Board) -> Threats:
        """Return the threats on another board, looked at anew where it differs."""
        other = copy(self)
        other.board = board
        looks = self._looks
        for at, man in enumerate(board):
            if man is not self.board[at]:
                looks = other._changed(at, looks)
        other._looks = looks
        other._lifted = {}
        other._besieged = other._siege()
        return other

    def attacks(self) -> list[tuple[Man, int]]:
        """List the enemies that put one of ours in peril, each with its number."""
        return [(man, other) for look in self._looks for _, _, man, other in look.perils]

    def willing(self, man: Man, other: Man) -> Odds:
        """Return how likely an enemy's piece is of each kind and attacks one of ours."""
        shares = [0.0] * KINDS
        for kind, will in self._will(other):
            shares[kind] = man.odds[kind] * will
        return tuple(shares)

    def _changed(self, at: int, looks: Sequence[Look]) -> Sequence[Look]:
        """Look again wherever it matters what stands on a point."""
        bit = 1 << at
        again = [by for by, look in enumerate(looks) if look[3] & bit]
        changed = [*looks]
        changed[at] = self._look(at)
        for by in again:
            if by != at:
                changed[by] = self._look(by)
        return changed

    def _look(self, at: int) -> Look:
        """Return what the piece on a point may do."""
        board = self.board
        man = board[at]
        if man is None or at in self.locked:
            return NOTHING
        number, friends = man.number, self.friends
        if man.seat == self.seat:
            if man.mobile <= 0.02:
                return NOTHING
            met, points = self.paths.look(board, at, man.odds[DIGS] > 0.3)
            likeliest = man.kind if man.kind >= 0 else max(range(MINE), key=man.odds.__getitem__)
            guard = 1 << likeliest
            hopes, guarded = [], []
            for target in met:
                if other := board[target]:
                    if other.seat in friends:
                        guarded.append((other.number, guard))
                    elif (hope := self.hope(man, other)) > 0:
                        hopes.append((hope, number))
            return Look(hopes, guarded, (), points)
        if man.seat in friends or man.mobile <= 0.02:
            return NOTHING
        met, points = self.paths.look(board, at, man.odds[DIGS] > 0.3)
        perils = []
        for target in met:
            other = board[target]
            if other and other.seat in friends:
                peril = self._perils.get((number, other.number)) or self._peril(man, other)
                if peril[0] > 0.05 or peril[1] > 0.05:
                    perils.append(peril)
        return Look((), (), perils, points)

    def _balance(self, looks: Sequence[Look]) -> float:
        """Return what our threats are worth, less what those of the enemies cost."""
        hopes, guarded, endangered, _ = zip(*looks, strict=True)
        perils = [*chain.from_iterable(endangered)]
        killed: dict[int, float] = {}
        for _, kill, _, other in perils:
            if kill > killed.get(other, 0.0):
                killed[other] = kill
        threats = sorted(
            [
                hope * (1 - killed[number]) if number in killed else hope
                for hope, number in chain.from_iterable(hopes)
            ],
            reverse=True,
        )
        gain = 0.0
        for share, hope in zip((1.0, 0.4, 0.2), threats, strict=False):
            gain += hope * self.soon * share
        if not perils:
            return gain
        guards = dict.fromkeys([peril[3] for peril in perils], 0)
        for number, kind in chain.from_iterable(guarded):
            if number in guards:
                guards[number] |= kind
        return gain - self._lost(perils, guards)

    def _lost(self, perils: Sequence[Peril], guards: Mapping[int, int]) -> float:
        """Return what we must expect to lose at once: each enemy seat has one turn."""
        worst: dict[int, list[float]] = {}
        for loss, _, man, other in perils:
            net = loss
            if net > 0.5 and guards[other]:
                net -= RETAKEN * self._retaken(man.number, other, guards[other])
            if net > 0:
                worst.setdefault(man.seat, []).append(net)
        total = 0.0
        for seat in sorted(worst):
            losses = sorted(worst[seat], reverse=True)
            total += losses[0] + NEXT * fsum(losses[1:3])
        return total

    def _retaken(self, man: int, other: int, guards: int) -> float:
        """Return what the best of these guards takes back if an enemy takes one of ours."""
        key = (man, other, guards)
        if key not in self._returns:
            shares = self._survivors[man, other]
            self._returns[key] = max(
                fsum(share * max(0.0, row[kind]) for kind, share in shares)
                for guard, row in enumerate(self.gains)
                if guards >> guard & 1
            )
        return self._returns[key]

    def _peril(self, man: Man, other: Man) -> Peril:
        """Return the peril in which an enemy's piece puts one of ours, and note how likely it is
        each kind of piece and survives."""
        loss, kill = 0.0, 0.0
        survivors = []
        ours = [(kind, share) for kind, share in enumerate(other.odds) if share]
        for kind, will in self._will(other):
            share = man.odds[kind]
            if share < 0.001:
                continue
            share *= will
            harms, table = self._harms[kind], self._table[kind]
            survived = 0.0
            for one, likely in ours:
                chance = share * likely
                loss += chance * harms[one]
                verdict = table[one]
                if verdict is not Verdict.DEFENDER:
                    kill += chance
                    if verdict is Verdict.ATTACKER:
                        survived += chance
            if survived:
                survivors.append((kind, survived))
        if other.seat != self.seat:
            loss, kill = 0.5 * loss, 0.0
        key = (man.number, other.number)
        self._survivors[key] = survivors
        self._perils[key] = (loss, kill, man, other.number)
        return self._perils[key]

    def _will(self, other: Man) -> Sequence[tuple[int, float]]:
        """List the kinds of pieces that want to attack one of ours, and how surely they do."""
        if other.number not in self._wills:
            hopes = [hoped(kind, other.public, self.options) for kind in range(MINE)]
            self._wills[other.number] = [
                (kind, min(1.0, hope / WILLING)) for kind, hope in enumerate(hopes) if hope > 0
            ]
        return self._wills[other.number]

    def _siege(self) -> float:
        """Return the cost of the enemies near our flag."""
        cost = 0.0
        men = [(at, man) for at, man in enumerate(self.board) if man]
        flag = next((at for at, man in men if man.seat == self.seat and man.kind == FLAG), None)
        if flag is None:
            return 0.0
        near = self.paths.near[flag]
        for at, man in men:
            if near[at] < 4 and man.seat not in self.friends and at not in self.locked:
                cost += GUARD * (4 - near[at]) * man.mobile
        return cost
