"""Games of Junqi played on over deals of what the enemy's hidden pieces may be.

A deal gives each of them a kind, as often as the belief holds it likely. Then one of our moves is
taken, and all sides go on, each by what it may hope for: it knows its own pieces, has the belief's
odds of the others, and learns from fights, which the deal decides.
"""

from collections.abc import Sequence
from itertools import chain
from math import fsum
from random import Random

from games.junqi.pieces import COUNTS, Move

from ..exact import expected
from .fights import FLAG, KINDS, MINE, WORTH, Odds
from .hidden import SCALE, Considered, Thought
from .knowledge import BEATEN, MEN, NONE, STAYED, Best, Knowledge, Lookout, seats_by_team

WIDEST, FEWEST = 40, 8
"""The moves from which games are played on, at most, and the playouts for each, at least."""
PRIOR = 40
"""The playouts that the value of a move at a glance counts for."""
LENGTH = 10
"""The turns of a playout."""
OPEN = 43.0
"""The cost of each point next to one's flag where nobody of one's team stands."""
FIRST, NEXT = 400, 40
"""The exchanges of two pieces' kinds before the first deal, and before every other."""
NOISE = 2.0
"""How far, in points, a side errs about what its pieces may do."""
WON = 1_000_000
"""What a game that was won counts; whole numbers can be added up in slices."""
STILL = (NONE, -1, 0)
"""The best move of a piece that has none."""
UNKNOWN = (NONE, -1, -1)
"""The best move of a piece that has to be looked for."""
ALL, MOBILE = (1 << KINDS) - 1, (1 << MINE) - 1


class Start:
    """The position that all playouts of a turn start from, and the deals. Sides are numbered as
    their pieces are: first those of the team of seat 0."""

    def __init__(self, thought: Thought, chance: Random) -> None:
        ground, view, belief = thought.ground, thought.view, thought.belief
        order, self.look = seats_by_team(ground), Lookout(ground)
        self.half = len(order) // 2
        """The sides of a team."""
        self.gone = [seat in view.out for seat in order]
        self.us = order.index(thought.seat)
        numbers = {
            name: side * MEN + n
            for side, seat in enumerate(order)
            for n, name in enumerate(sorted(name for name in belief.deeds if name[0] == seat))
        }
        self.board = [
            -1 if cell is None else numbers[cell.seat, cell.origin] for cell in view.board
        ]
        count = MEN * len(order)
        where = {piece: at for at, piece in enumerate(self.board)}
        self.at = [where.get(piece, -1) for piece in range(count)]
        signs = [1 if seat in thought.friends else -1 for seat in order]
        self._held = [
            (piece, ground.lines.steps[at], signs[piece // MEN])
            for piece, at in enumerate(self.at)
            if at >= 0 and not self.gone[piece // MEN]
        ]
        self.kinds = [0] * count
        self.learnt = [ALL] * count
        self._odds: list[Odds] = [()] * count
        public: list[Odds] = [(1.0,) * KINDS] * count
        rest = [[*COUNTS.values()] for _ in order]
        self._hidden: list[list[int]] = [[] for _ in order]
        for name, deeds in belief.deeds.items():
            piece = numbers[name]
            odds = self._odds[piece] = belief.odds[name]
            public[piece] = belief.public[name] if name[0] in thought.friends else odds
            if 1.0 in public[piece]:
                self.learnt[piece] = 1 << public[piece].index(1.0)
            elif deeds.moved:
                self.learnt[piece] = MOBILE
            if 1.0 not in odds:
                self._hidden[piece // MEN].append(piece)
                continue
            self.kinds[piece] = odds.index(1.0)
            rest[piece // MEN][self.kinds[piece]] -= 1
        self._draw, self._rest = chance.random, rest
        guarded = [seat in thought.guarded for seat in order]
        know = self.knowledge = Knowledge(
            ground, view.options, public, gone=self.gone, guarded=guarded
        )
        self.rows = [know.row(n, kinds) for n, kinds in enumerate(self.learnt)]
        self.locked = ground.headquarters if view.options.hq_locks else frozenset[int]()
        self.marches = [know.march(team, self.board, self.learnt) for team in (0, 1)]
        step = 1 if view.options.order == "clockwise" else len(order) - 1
        turns = [order.index((thought.seat + step * n) % len(order)) for n in range(len(order))]
        left = [side for side in turns if not self.gone[side]]
        self.turns = [left[n % len(left)] for n in range(1, LENGTH)]
        """The sides in the order of their turns, after ours."""
        self._bests: dict[tuple[int, int], Best] = {}

    def guess(self, move: Move) -> float:
        """Guess what a move of ours gains, in points."""
        piece, met = self.board[move.origin], self.board[move.target]
        kind = self.kinds[piece]
        if met >= 0:
            return self.rows[met][kind]
        march = self.marches[self.us // self.half][kind]
        return march[move.target] - march[move.origin]

    def _deal(self, hidden: Sequence[int], rest: Sequence[int]) -> None:
        """Give each of a side's hidden pieces a kind that it may be, as many of each as there
        are."""
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

        over = [piece for piece in hidden if not put(piece, set())]
        for kind, pieces in enumerate(held):
            while over and len(pieces) < rest[kind]:
                pieces.append(over.pop())
            for piece in pieces:
                self.kinds[piece] = kind

    def deal(self) -> None:
        """Deal anew, as often as a deal is likely (the Metropolis algorithm), for some playouts in
        which all err alike."""
        kinds, odds, draw = self.kinds, self._odds, self._draw
        exchanges = FIRST if self._rest else NEXT
        for hidden, rest in zip(self._hidden, self._rest, strict=False):
            hidden.sort()
            self._deal(hidden, rest)
        self._rest = []
        for hidden in self._hidden:
            count = len(hidden)
            for _ in range(exchanges if count else 0):
                one, two = hidden[int(draw() * count)], hidden[int(draw() * count)]
                here, there = kinds[one], kinds[two]
                if here != there:
                    mine, other = odds[one], odds[two]
                    if draw() * mine[here] * other[there] < mine[there] * other[here]:
                        kinds[one], kinds[two] = there, here
        self.errors = [[NOISE * draw() for _ in range(MEN)] for _ in self.turns]
        self.bests = [*map(self._best, range(len(kinds)), kinds)]
        able = [
            [piece for piece in range(MEN * side, MEN * side + MEN) if self._able(piece)]
            for side in range(len(self.gone))
        ]
        self.able = [*map(len, able)]
        self.men = [[n for n in men if self.at[n] not in self.locked] for men in able]
        self.flags = [(n, near, OPEN * sign) for n, near, sign in self._held if kinds[n] == FLAG]
        """Each flag, the points next to it, and what each costs us that stands open."""
        self.worths = [(n, WORTH[kinds[n]] * sign) for n, _, sign in self._held if kinds[n] < FLAG]
        """The worth to us, in points, of each piece on the board."""

    def _able(self, piece: int) -> bool:
        standing = self.at[piece] >= 0 and not self.gone[piece // MEN]
        return standing and self.kinds[piece] < MINE

    def _best(self, piece: int, kind: int) -> Best:
        """Return the best move of a piece as it is dealt, before anything has moved."""
        if not self._able(piece):
            return STILL
        if (piece, kind) not in self._bests:
            team, at = piece // MEN // self.half, self.at[piece]
            march = self.marches[team][kind]
            found = self.look(team * self.half * MEN, kind, at, self.board, self.rows, march)
            self._bests[piece, kind] = found
        return self._bests[piece, kind]


class Playout:
    """One game that is played on from the start."""

    def __init__(self, start: Start) -> None:
        self._start, self._kinds = start, start.kinds
        self._board, self._at, self._best = start.board[:], start.at[:], start.bests[:]
        self._learnt, self._rows = start.learnt[:], start.rows[:]
        self._men, self._able = [men[:] for men in start.men], start.able[:]
        self._marches, self._changed = start.marches[:], [0] * len(start.gone)
        self._over: int | None = None

    def play(self, move: Move) -> int:
        """Begin with a move of ours, and return what is expected in the end, as a share of WON."""
        start, origin, target = self._start, move.origin, move.target
        best, men, changed, at = self._best, self._men, self._changed, self._at
        kinds, board, rows, look = self._kinds, self._board, self._rows, start.look
        self._move(start.us, origin, target)
        for errors, side in zip(start.errors, start.turns, strict=True):
            if self._over is not None:
                return self._over
            touched, origin = changed[side], -1
            team = side // start.half
            march, low = self._marches[team], team * start.half * MEN
            changed[side] = 0
            most = NONE / 2
            for piece, error in zip(men[side], errors, strict=False):
                found = best[piece]
                if found[2] & touched:
                    kind = kinds[piece]
                    found = look(low, kind, at[piece], board, rows, march[kind])
                    best[piece] = found
                worth = found[0] + error
                if worth > most:
                    most, origin, target = worth, at[piece], found[1]
            if origin >= 0:
                self._move(side, origin, target)
        if self._over is None:
            self._over = round(WON * expected(self._value() / SCALE))
        return self._over

    def _value(self) -> float:
        """Return what we have more than the enemies have, in points, and how safe flags are."""
        start, board, half = self._start, self._board, self._start.half * MEN
        points = [worth for piece, worth in start.worths if self._at[piece] >= 0]
        for flag, near, cost in start.flags:
            if self._at[flag] >= 0:
                points += [-cost for point in near if board[point] // half != flag // half]
        return fsum(points)

    def _move(self, side: int, origin: int, target: int) -> None:
        board, learnt = self._board, self._learnt
        piece, met = board[origin], board[target]
        self._change(1 << origin | 1 << target)
        if learnt[piece] & ~MOBILE:
            self._learn(piece, MOBILE)
        board[origin] = -1
        if met < 0:
            self._put(side, piece, target)
        else:
            self._fight(side, piece, met, target)

    def _change(self, points: int) -> None:
        changed = self._changed
        for side in range(len(changed)):
            changed[side] |= points

    def _put(self, side: int, piece: int, target: int) -> None:
        self._board[target], self._at[piece] = piece, target
        if target in self._start.locked:
            self._men[side].remove(piece)

    def _learn(self, piece: int, kinds: int) -> None:
        self._learnt[piece] &= kinds
        self._rows[piece] = self._start.knowledge.row(piece, self._learnt[piece])

    def _fight(self, side: int, piece: int, met: int, target: int) -> None:
        know, here, there = self._start.knowledge, self._kinds[piece], self._kinds[met]
        other, bared = met // MEN, self._learnt[met] == 1 << MINE
        verdict = know.verdicts[bared][here][there]
        if there == FLAG and know.digs and self._mined(other):
            verdict = STAYED
        if verdict != STAYED:
            self._board[target] = -1
            self._fall(other, met)
        if verdict != BEATEN:
            self._fall(side, piece)
        if verdict == BEATEN:
            self._put(side, piece, target)
            self._learn(piece, know.beating[there])
        elif verdict == STAYED:
            self._learn(met, 1 << MINE if there == MINE and know.bares else know.beaten[here])
        for leaving, lost in ((other, there == FLAG and verdict != STAYED), (side, False)):
            if (lost or not self._able[leaving]) and not self._start.gone[leaving]:
                self._leave(leaving)
        if not any(self._able):
            self._over = WON // 2

    def _mined(self, side: int) -> bool:
        """Tell whether a side has a mine left."""
        men = range(MEN * side, MEN * side + MEN)
        return any(self._at[piece] >= 0 and self._kinds[piece] == MINE for piece in men)

    def _fall(self, side: int, piece: int) -> None:
        self._at[piece] = -1
        if self._kinds[piece] < MINE:
            self._able[side] -= 1
            if piece in self._men[side]:
                self._men[side].remove(piece)

    def _leave(self, side: int) -> None:
        """Take a side out with all its pieces; its team is out too, or the others march on."""
        start, points = self._start, 0
        for piece in range(MEN * side, MEN * side + MEN):
            at = self._at[piece]
            if at >= 0:
                points |= 1 << at
                self._board[at] = -1
                self._fall(side, piece)
        self._change(points)
        half, team = start.half, side // start.half
        if not any(self._able[team * half : (team + 1) * half]):
            self._over = WON * (team != start.us // half)
            return
        self._marches[1 - team] = start.knowledge.march(1 - team, self._board, self._learnt)
        for men in self._men[(1 - team) * half : (2 - team) * half]:
            for piece in men:
                self._best[piece] = UNKNOWN


class Halving:
    """Games that are played on from the moves that look best, over the same deals: from all of
    them, and then from the better half, down to the last two (sequential halving)."""

    def __init__(
        self, start: Start, ideas: list[Considered], playouts: int, state: tuple[int, ...] = ()
    ) -> None:
        """`state` is where an earlier one stopped. Raises ValueError if none did."""
        tried = [idea for idea in ideas if not idea.lost][: min(WIDEST, playouts // FEWEST)]
        self._start, self._ideas, self._tried = start, ideas, tried
        self._deals: list[int] = []
        """The moves from which games are played on over each deal."""
        alive, left = len(tried), playouts
        while alive > 1 and left >= alive:
            rounds = (alive - 1).bit_length()
            deals = left // (rounds * alive) or 1
            self._deals += [alive] * deals
            left -= deals * alive
            alive = (alive + 1) // 2
        self._done = 0
        self._sums = {idea.move: round(PRIOR * WON * idea.score) for idea in tried}
        self._counts = dict.fromkeys(self._sums, PRIOR)
        if state:
            self._go_on(*state)

    def _go_on(self, done: int, *found: int) -> None:
        moves = {idea.move: idea for idea in self._tried}
        self._done, self._tried = done, []
        for origin, target, total, count in zip(*[iter(found)] * 4, strict=True):
            move = Move(origin, target)
            sums = PRIOR <= count <= PRIOR + done and 0 <= total <= count * WON
            if move not in moves or not sums:
                raise ValueError("these are no sums of games that were played on")
            self._sums[move], self._counts[move] = total, count
            self._tried.append(moves.pop(move))
            if count > PRIOR:
                self._value(self._tried[-1])
        if moves or not 0 <= done <= len(self._deals):
            raise ValueError("these are not the moves that were tried")

    @property
    def spent(self) -> bool:
        """True if there are more games to play on."""
        return self._done < len(self._deals)

    @property
    def state(self) -> tuple[int, ...]:
        """What another one goes on from."""
        found = [
            (move.origin, move.target, self._sums[move], self._counts[move])
            for move in (idea.move for idea in self._tried)
        ]
        return (self._done, *chain.from_iterable(found))

    def play_on(self, playouts: int) -> int:
        """Play on, at most so many games, and put the moves in order: none is worth more than those
        that were tried more often. Returns how many were played."""
        played = 0
        for alive in self._deals[self._done :]:
            if played + alive > playouts:
                break
            self._start.deal()
            for idea in self._tried[:alive]:
                self._sums[idea.move] += Playout(self._start).play(idea.move)
                self._counts[idea.move] += 1
            played += alive
            self._done += 1
            if self._deals[self._done : self._done + 1] != [alive]:
                self._rank(alive)
        if self.spent:
            self._rank(self._deals[self._done])
        self._ideas[: len(self._tried)] = self._tried
        most = 1.0
        for idea in self._ideas:
            most = idea.played = min(most, idea.score)
        return played

    def _rank(self, alive: int) -> None:
        for idea in self._tried[:alive]:
            self._value(idea)
        self._tried[:alive] = sorted(self._tried[:alive], key=lambda idea: -idea.score)

    def _value(self, idea: Considered) -> None:
        mean = self._sums[idea.move] / (self._counts[idea.move] * WON)
        idea.played = idea.perhaps_drawn(mean)
