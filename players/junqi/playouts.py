"""Games of dark Junqi played on over deals of what the enemy's hidden pieces may be.

A deal gives each of them a kind, as often as the belief holds it likely. Then one of our moves is
taken, and both sides go on, each by what it may hope for: it knows its own pieces, has the belief's
odds of the others, and learns from fights, which the deal decides.
"""

from collections.abc import Sequence
from random import Random

from games.junqi.pieces import COUNTS, Move

from ..exact import expected
from .fights import DIGS, FLAG, KINDS, MINE, WORTH, Odds
from .hidden import SCALE, Considered, Thought
from .knowledge import BEATEN, NONE, SIDE, STAYED, Best, Knowledge, Lookout

WIDEST = 40
"""The moves from which games are played on, at most."""
PRIOR = 40
"""The playouts that the value of a move at a glance counts for."""
LENGTH = 30
"""The turns of a playout."""
FIRST, NEXT = 400, 40
"""The exchanges of two pieces' kinds before the first deal, and before every other."""
NOISE = 2.0
"""How far, in points, a side errs about what its pieces may do."""
STILL = (NONE, -1, 0)
"""The best move of a piece that has none."""
UNKNOWN = (NONE, -1, -1)
"""The best move of a piece that has to be looked for."""
ALL, MOBILE = (1 << KINDS) - 1, (1 << MINE) - 1


class Start:
    """The position that all playouts of a turn start from, and the deals."""

    def __init__(self, thought: Thought, chance: Random) -> None:
        ground, view, belief = thought.ground, thought.view, thought.belief
        numbers = {
            name: side * SIDE + n
            for side in (0, 1)
            for n, name in enumerate(sorted(name for name in belief.deeds if name[0] == side))
        }
        self.seat, self.base = int(thought.seat), thought.base
        self.board = [
            -1 if cell is None else numbers[cell.seat, cell.origin] for cell in view.board
        ]
        self.at = [-1] * (2 * SIDE)
        for at, piece in enumerate(self.board):
            if piece >= 0:
                self.at[piece] = at
        self.kinds = [0] * (2 * SIDE)
        self.learnt = [ALL] * (2 * SIDE)
        self._odds: list[Odds] = [()] * (2 * SIDE)
        public: list[Odds] = [(1.0,) * KINDS] * (2 * SIDE)
        rest, self._hidden = [*COUNTS.values()], list[int]()
        for name, deeds in belief.deeds.items():
            piece = numbers[name]
            odds = self._odds[piece] = belief.odds[name]
            public[piece] = belief.public[name] if name[0] == self.seat else odds
            if deeds.moved:
                self.learnt[piece] = MOBILE
            if 1.0 not in odds:
                self._hidden.append(piece)
                continue
            self.kinds[piece] = odds.index(1.0)
            if name[0] != self.seat:
                rest[self.kinds[piece]] -= 1
        self._hidden.sort()
        self._draw, self.look = chance.random, Lookout(ground)
        self._deal(rest)
        self._exchanges = FIRST
        self.knowledge = Knowledge(ground, view.options, public)
        self.rows = [self.knowledge.row(n, kinds) for n, kinds in enumerate(self.learnt)]
        self.locked = ground.headquarters if view.options.hq_locks else frozenset[int]()
        self.marches = [self.knowledge.march(n, self.board, self.learnt) for n in (0, 1)]
        self._bests: dict[tuple[int, int], Best] = {}

    def _deal(self, rest: Sequence[int]) -> None:
        """Give every hidden piece a kind that it may be, as many of each as there are."""
        held: list[list[int]] = [[] for _ in range(KINDS)]

        def put(piece: int, tried: set[int]) -> bool:
            odds = self._odds[piece]
            for kind in sorted(range(KINDS), key=lambda kind: -odds[kind]):
                if not odds[kind] or kind in tried:
                    continue
                tried.add(kind)
                full = len(held[kind]) >= rest[kind]
                leaving = next((n for n in held[kind] if put(n, tried)), None) if full else None
                if leaving is not None:
                    held[kind].remove(leaving)
                if len(held[kind]) < rest[kind]:
                    held[kind].append(piece)
                    return True
            return False

        over = [piece for piece in self._hidden if not put(piece, set())]
        for kind, pieces in enumerate(held):
            while over and len(pieces) < rest[kind]:
                pieces.append(over.pop())
            for piece in pieces:
                self.kinds[piece] = kind

    def deal(self) -> None:
        """Deal anew, as often as a deal is likely (the Metropolis algorithm), for some playouts in
        which all err alike."""
        hidden, kinds, odds, draw = self._hidden, self.kinds, self._odds, self._draw
        count = len(hidden)
        for _ in range(self._exchanges if count else 0):
            one, two = hidden[int(draw() * count)], hidden[int(draw() * count)]
            here, there = kinds[one], kinds[two]
            if here != there:
                mine, other = odds[one], odds[two]
                if draw() * mine[here] * other[there] < mine[there] * other[here]:
                    kinds[one], kinds[two] = there, here
        self._exchanges = NEXT
        self.errors = [[NOISE * draw() for _ in range(SIDE)] for _ in range(LENGTH)]
        self.bests = [*map(self._best, range(2 * SIDE), kinds)]
        able = [
            [n for n in range(SIDE * side, SIDE * side + SIDE) if self._able(n)] for side in (0, 1)
        ]
        self.able = [*map(len, able)]
        self.men = [[n for n in men if self.at[n] not in self.locked] for men in able]

    def _able(self, piece: int) -> bool:
        return self.at[piece] >= 0 and self.kinds[piece] < MINE

    def _best(self, piece: int, kind: int) -> Best:
        """Return the best move of a piece as it is dealt, before anything has moved."""
        if not self._able(piece):
            return STILL
        if (piece, kind) not in self._bests:
            side, at = piece // SIDE, self.at[piece]
            march = self.marches[side][kind]
            found = self.look(side * SIDE, kind, at, self.board, self.rows, march)
            self._bests[piece, kind] = found
        return self._bests[piece, kind]


class Playout:
    """One game that is played on from the start."""

    def __init__(self, start: Start) -> None:
        self._start, self._kinds = start, start.kinds
        self._board, self._at, self._best = start.board[:], start.at[:], start.bests[:]
        self._learnt, self._rows = start.learnt[:], start.rows[:]
        self._men, self._able = [men[:] for men in start.men], start.able[:]
        self._marches = start.marches[:]
        self._changed = [0, 0]
        self._gained = 0.0
        self._over: float | None = None

    def play(self, move: Move) -> float:
        """Begin with a move of ours, and return what is expected in the end."""
        start, side, origin, target = self._start, self._start.seat, move.origin, move.target
        best, men, changed, at = self._best, self._men, self._changed, self._at
        kinds, board, rows, look = self._kinds, self._board, self._rows, start.look
        for errors in start.errors:
            self._move(side, origin, target)
            if self._over is not None:
                return self._over
            side = 1 - side
            touched, march, low = changed[side], self._marches[side], side * SIDE
            changed[side] = 0
            most, who = NONE / 2, -1
            for piece, error in zip(men[side], errors, strict=False):
                found = best[piece]
                if found[2] & touched:
                    kind = kinds[piece]
                    found = look(low, kind, at[piece], board, rows, march[kind])
                    best[piece] = found
                worth = found[0] + error
                if worth > most:
                    most, who = worth, piece
            if who < 0:
                break
            origin, target = at[who], best[who][1]
        return expected((start.base + self._gained) / SCALE)

    def _move(self, side: int, origin: int, target: int) -> None:
        board, learnt = self._board, self._learnt
        piece, met = board[origin], board[target]
        bits = 1 << origin | 1 << target
        self._changed[0] |= bits
        self._changed[1] |= bits
        if learnt[piece] & ~MOBILE:
            self._learn(piece, MOBILE)
        unknown = self._kinds[piece] == DIGS and learnt[piece] != 1 << DIGS
        if unknown and self._start.look.bends(origin, target, board):
            self._learn(piece, 1 << DIGS)
        board[origin] = -1
        if met < 0:
            self._put(side, piece, target)
        else:
            self._fight(side, piece, met, target)

    def _put(self, side: int, piece: int, target: int) -> None:
        self._board[target], self._at[piece] = piece, target
        if target in self._start.locked:
            self._men[side].remove(piece)

    def _learn(self, piece: int, kinds: int) -> None:
        self._learnt[piece] &= kinds
        self._rows[piece] = self._start.knowledge.row(piece, self._learnt[piece])

    def _fight(self, side: int, piece: int, met: int, target: int) -> None:
        know, here, there = self._start.knowledge, self._kinds[piece], self._kinds[met]
        verdict = know.verdicts[here][there]
        if there == FLAG and verdict != STAYED:
            self._over = float(side == self._start.seat)
            return
        if verdict != STAYED:
            self._board[target] = -1
            self._fall(1 - side, met)
        if verdict != BEATEN:
            self._fall(side, piece)
        if verdict == BEATEN:
            self._put(side, piece, target)
            self._learn(piece, know.beating[there])
        elif verdict == STAYED:
            self._learn(met, know.beaten[here])
        if verdict != STAYED and ((there == 0 and know.reveals) or target in know.heads):
            self._show(1 - side)
        if verdict != BEATEN and here == 0 and know.reveals:
            self._show(side)
        if not all(self._able):
            ours = self._able[self._start.seat]
            self._over = 0.5 if not any(self._able) else float(ours > 0)

    def _fall(self, side: int, piece: int) -> None:
        kind = self._kinds[piece]
        self._gained += -WORTH[kind] if side == self._start.seat else WORTH[kind]
        self._at[piece] = -1
        if kind < MINE:
            self._able[side] -= 1
            if piece in self._men[side]:
                self._men[side].remove(piece)

    def _show(self, side: int) -> None:
        """Let the other side learn where the flag of a side is."""
        know = self._start.knowledge
        for base in know.bases[side]:
            piece = self._board[base]
            if piece >= 0 and piece // SIDE == side:
                self._learn(piece, 1 << FLAG if self._kinds[piece] == FLAG else ~(1 << FLAG))
        self._marches[1 - side] = know.march(1 - side, self._board, self._learnt)
        for piece in self._men[1 - side]:
            self._best[piece] = UNKNOWN


def play_on(thought: Thought, ideas: list[Considered], playouts: int, seed: int) -> None:
    """Put moves in order by games played on from the first of them: over the same deals, all of
    them, and then the better half, down to the last two (sequential halving). None is worth more
    than those that were played on more often."""
    tried = [idea for idea in ideas[:WIDEST] if not idea.lost]
    start, alive = Start(thought, Random(seed)), len(tried)
    sums = {idea.move: PRIOR * idea.score for idea in tried}
    counts = dict.fromkeys(sums, PRIOR)
    while alive > 1 and playouts >= alive:
        rounds = (alive - 1).bit_length()
        for _ in range(playouts // (rounds * alive) or 1):
            start.deal()
            for idea in tried[:alive]:
                sums[idea.move] += Playout(start).play(idea.move)
                counts[idea.move] += 1
            playouts -= alive
        for idea in tried[:alive]:
            idea.played = sums[idea.move] / counts[idea.move]
        tried[:alive] = sorted(tried[:alive], key=lambda idea: -idea.score)
        alive = (alive + 1) // 2
    most = 1.0
    ideas[: len(tried)] = tried
    for idea in ideas:
        most = idea.played = min(most, idea.score)
