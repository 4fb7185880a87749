"""The threats to either side of Junqi with hidden pieces: attacks, guards, and sieges of a flag.

An enemy attacks by what it hopes for against our pieces as it knows them, and is paid by what they
are. An all-seeing enemy would make us timid.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import fsum
from typing import NamedTuple, TypeAlias

from games.core import Seat
from games.junqi.board_shape import Ground
from games.junqi.options import Options
from games.junqi.pieces import Verdict

from .fights import BOMB, DIGS, FLAG, KINDS, MINE, Fights, Odds, fights
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
class PieceOdds:
    """A piece on the board: `odds` as we know it, `public` as its enemies do."""

    seat: int
    odds: Odds
    public: Odds
    kind: int
    """The kind it surely is, or -1."""
    number: int
    out: bool
    """Its seat is out: it stands there, and is worth nothing."""
    mobile: float
    """The likelihood that it can move."""
    flies: bool
    """It may well be an engineer."""
    guard: int
    """The likeliest kind of a piece that can move, as a bit."""

    @classmethod
    def of(
        cls, seat: int, odds: Odds, public: Odds, kind: int, number: int, out: bool
    ) -> PieceOdds:
        """Make a piece of what it may be."""
        mobile = 0.0 if out else 1 - odds[MINE] - odds[FLAG]
        likeliest = kind if kind >= 0 else odds.index(max(odds[:MINE]))
        return cls(seat, odds, public, kind, number, out, mobile, odds[DIGS] > 0.3, 1 << likeliest)


Board: TypeAlias = list[PieceOdds | None]
Threat: TypeAlias = tuple[float, float, PieceOdds, int]
"""An attack by an enemy: what it is likely to cost us, how likely it kills, by whom, and whom, by
number."""


class ThreatTable(NamedTuple):
    """What the pieces may attack or guard, by the points on which they stand."""

    hopes: dict[int, Sequence[tuple[float, int]]]
    """What our pieces hope for, each with its number."""
    guarded: dict[int, Sequence[tuple[int, int]]]
    """The numbers of the pieces that ours guard, each with the guard's kind as a bit."""
    perils: dict[int, Sequence[Threat]]
    """The perils in which the enemies' pieces put ours."""
    points: dict[int, int]
    """The points on which all this depends, a bit each."""


class Threats:
    """The threats on a board, and after changes of it. A piece's threats depend on few points. They
    are looked up once, and again only where a change touches one of them."""

    def __init__(
        self, ground: Ground, options: Options, seat: Seat, board: Board, soon: float
    ) -> None:
        """`soon` is the worth of a threat of ours as a share of carrying it out."""
        self.ground, self.options, self.seat, self.board = ground, options, seat, board
        self.soon = soon
        self.friends = ground.teams[seat]
        self.paths = paths(ground)
        self._bases = sorted(ground.headquarters & {*ground.homes[seat]})
        self.locked = ground.headquarters if options.hq_locks else frozenset[int]()
        self._fights: dict[tuple[bool, bool, bool], Fights] = {}
        self._reveals = options.mine_vs_attacker == "reveal"
        self._guarded = {
            man.seat
            for man in board
            if man and options.dark_flag_needs_mines_dug and man.odds[MINE] > 1 - CERTAIN
        }
        """The seats whose flag cannot be taken as long as their mines may stand."""
        self._gains = fights(options).gains
        self._hopes: dict[tuple[int, int], float] = {}
        self._perils: dict[tuple[int, int], Threat] = {}
        self._survivors: dict[tuple[int, int], Sequence[tuple[int, float]]] = {}
        self._wills: dict[int, Sequence[tuple[int, float]]] = {}
        self._returns: dict[tuple[int, int, int], float] = {}
        self._met: dict[tuple[int, bool, int], tuple[Sequence[int], int]] = {}
        self._held = sum(1 << at for at, man in enumerate(board) if man)
        """The points on which there are pieces, a bit each."""
        self._lifted: dict[int, ThreatTable] = {}
        self._looks = ThreatTable({}, {}, {}, {})
        for at, man in enumerate(board):
            if man:
                self._look(at, self._looks)
        self._besieged = self._siege()

    def against(self, there: PieceOdds) -> Fights:
        """Return how pieces fare against this one."""
        bared, guarded = self._reveals and there.public[MINE] > CERTAIN, there.seat in self._guarded
        found = self._fights.get((bared, guarded, there.out))
        if found is None:
            found = fights(self.options, bared=bared, guarded=guarded, out=there.out)
            self._fights[bared, guarded, there.out] = found
        return found

    def hope(self, man: PieceOdds, there: PieceOdds) -> float:
        """Return what our piece may hope to gain by an attack."""
        key = (man.number, there.number)
        if key not in self._hopes:
            hoped = self.against(there).expected_gain
            if man.kind >= 0:
                hope = hoped(man.kind, there.odds)
            else:
                hope = fsum(
                    share * max(0.0, hoped(kind, there.odds))
                    for kind, share in enumerate(man.odds[:MINE])
                    if share
                )
            self._hopes[key] = hope
        return self._hopes[key]

    def takers(self) -> list[int]:
        """List where enemies stand that are sure to take our flag unless they are removed. A flag
        stands in headquarters, off the rails, so what takes it stands next to it. All know its
        place, and which pieces next to it can move and may take it."""
        if self.seat in self._guarded:
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

    def after(self, origin: int, target: int, man: PieceOdds | None) -> float:
        """Return the balance of threats in points once a move has left this at its target, as we
        see it with the enemies to move."""
        board, held = self.board, self._held
        here, there = board[origin], board[target]
        board[origin], self._held = None, held & ~(1 << origin)
        if origin not in self._lifted:
            self._lifted[origin] = self._look_again(origin, self._looks)
        board[target] = man
        self._held = self._held | 1 << target if man else self._held & ~(1 << target)
        looks = self._look_again(target, self._lifted[origin])
        balance = self._balance(looks) - (self._besieged if there is None else self._siege())
        board[origin], board[target], self._held = here, there, held
        return balance

    def after_move(self, origin: int, target: int, man: PieceOdds | None) -> Threats:
        """Return the threats once a move has left this at its target."""
        board = [*self.board]
        board[origin], board[target] = None, man
        return self.on(board, (origin, target))

    def on(self, board: Board, changes: Iterable[int] | None = None) -> Threats:
        """Return the threats on another board, looked at anew where it differs."""
        other = object.__new__(Threats)
        other.__dict__.update(self.__dict__)
        other.board, other._lifted = [*self.board], {}
        if changes is None:
            changes = [at for at, man in enumerate(board) if man is not self.board[at]]
        for at in changes:
            other.board[at] = man = board[at]
            other._held = other._held | 1 << at if man else other._held & ~(1 << at)
            other._looks = other._look_again(at, other._looks)
        other._besieged = other._siege()
        return other

    def attacks(self) -> list[tuple[PieceOdds, int]]:
        """List the enemies that put one of ours in peril, each with its number."""
        perils = chain.from_iterable(self._looks.perils.values())
        return [(man, other) for _, _, man, other in perils]

    def willing(self, man: PieceOdds, other: PieceOdds) -> Odds:
        """Return how likely an enemy's piece is of each kind and attacks one of ours."""
        shares = [0.0] * KINDS
        for kind, will in self._will(other):
            shares[kind] = man.odds[kind] * will
        return tuple(shares)

    def _look_again(self, at: int, looks: ThreatTable) -> ThreatTable:
        bit = 1 << at
        again = [by for by, points in looks.points.items() if points & bit]
        hopes, guarded, perils, points = looks
        changed = ThreatTable(hopes.copy(), guarded.copy(), perils.copy(), points.copy())
        self._look(at, changed)
        for by in again:
            if by != at:
                self._look(by, changed)
        return changed

    def _look(self, at: int, looks: ThreatTable) -> None:
        board = self.board
        man = board[at]
        all_hopes, all_guarded, all_perils, points = looks
        if at in points:
            del points[at]
            all_hopes.pop(at, None)
            all_guarded.pop(at, None)
            all_perils.pop(at, None)
        if man is None or man.mobile <= 0.02 or at in self.locked:
            return
        friends = self.friends
        ours = man.seat == self.seat
        if not ours and man.seat in friends:
            return
        key = (at, man.flies, self._held & self.paths.spans[man.flies][at])
        seen = self._met.get(key)
        if seen is None:
            seen = self._met[key] = self.paths.look(board, at, man.flies)
        met, points[at] = seen
        number = man.number
        if ours:
            hopes, guarded, known = [], [], self._hopes
            for target in met:
                if other := board[target]:
                    if other.seat in friends:
                        guarded.append((other.number, man.guard))
                    else:
                        hope = known.get((number, other.number))
                        if hope is None:
                            hope = self.hope(man, other)
                        if hope > 0:
                            hopes.append((hope, number))
            if hopes:
                all_hopes[at] = hopes
            if guarded:
                all_guarded[at] = guarded
            return
        perils = []
        for target in met:
            other = board[target]
            if other and other.seat in friends:
                peril = self._perils.get((number, other.number)) or self._peril(man, other)
                if peril[0] > 0.05 or peril[1] > 0.05:
                    perils.append(peril)
        if perils:
            all_perils[at] = perils

    def _balance(self, looks: ThreatTable) -> float:
        perils = [*chain.from_iterable(looks.perils.values())]
        killed: dict[int, float] = {}
        for _, kill, _, other in perils:
            if kill > killed.get(other, 0.0):
                killed[other] = kill
        threats = sorted(
            [
                hope * (1 - killed[number]) if number in killed else hope
                for hope, number in chain.from_iterable(looks.hopes.values())
            ],
            reverse=True,
        )
        gain = 0.0
        for share, hope in zip((1.0, 0.4, 0.2), threats, strict=False):
            gain += hope * self.soon * share
        if not perils:
            return gain
        guards = dict.fromkeys([other for loss, _, _, other in perils if loss > 0.5], 0)
        if guards:
            for number, kind in chain.from_iterable(looks.guarded.values()):
                if number in guards:
                    guards[number] |= kind
        return gain - self._losses(perils, guards)

    def _losses(self, perils: Sequence[Threat], guards: Mapping[int, int]) -> float:
        """Return what we must expect to lose at once: each enemy seat has one turn."""
        worst: dict[int, list[float]] = {}
        for loss, _, man, other in perils:
            net = loss
            if net > 0.5 and (kinds := guards[other]):
                taken = self._returns.get((man.number, other, kinds))
                if taken is None:
                    taken = self._retaken(man.number, other, kinds)
                net -= RETAKEN * taken
            if net > 0:
                worst.setdefault(man.seat, []).append(net)
        total = 0.0
        for seat in sorted(worst):
            losses = sorted(worst[seat], reverse=True)
            total += losses[0] + NEXT * fsum(losses[1:3])
        return total

    def _retaken(self, man: int, other: int, guards: int) -> float:
        """Return what the best of these guards takes back if an enemy takes one of ours."""
        shares = self._survivors[man, other]
        taken = max(
            fsum([share * max(0.0, row[kind]) for kind, share in shares])
            for guard, row in enumerate(self._gains)
            if guards >> guard & 1
        )
        self._returns[man, other, guards] = taken
        return taken

    def _peril(self, man: PieceOdds, other: PieceOdds) -> Threat:
        """Return the peril in which an enemy's piece puts one of ours, and note how likely it is
        each kind of piece and survives."""
        loss, kill = 0.0, 0.0
        survivors = []
        ours = [(kind, share) for kind, share in enumerate(other.odds) if share]
        table = self.against(other)
        for kind, will in self._will(other):
            share = man.odds[kind]
            if share < 0.001:
                continue
            share *= will
            harms, verdicts = table.harms[kind], table.verdicts[kind]
            survived = 0.0
            for own, likely in ours:
                chance = share * likely
                loss += chance * harms[own]
                verdict = verdicts[own]
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

    def _will(self, other: PieceOdds) -> Sequence[tuple[int, float]]:
        """List the kinds of pieces that want to attack one of ours, and how surely they do."""
        if other.number not in self._wills:
            hoped = self.against(other).expected_gain
            hopes = [hoped(kind, other.public) for kind in range(MINE)]
            self._wills[other.number] = [
                (kind, min(1.0, hope / WILLING)) for kind, hope in enumerate(hopes) if hope > 0
            ]
        return self._wills[other.number]

    def _siege(self) -> float:
        board, cost = self.board, 0.0
        for flag in self._bases:
            own = board[flag]
            if own and own.seat == self.seat and own.kind == FLAG:
                for at, way in self.paths.around[flag]:
                    man = board[at]
                    if man and man.seat not in self.friends and at not in self.locked:
                        cost += GUARD * (4 - way) * man.mobile
        return cost
