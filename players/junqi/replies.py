"""What enemies do after our turn in Junqi with hidden pieces, and our best answer to it.

An enemy attacks by what it hopes for against our pieces as it knows them, and is paid by what they
are; or it moves quietly, by the threats that it sees.
"""

from math import fsum
from operator import mul

from games.core import Seat
from games.junqi.pieces import CODES, Move, Verdict

from .fights import FLAG, WORTH, Odds
from .outlook import UNLIKELY, Outlook, Plan
from .threats import Board, PieceOdds, Threats

LIKELY = 0.03
"""The likelihood from which on an attack is thought of."""
STUCK = -20.0
"""The worth of having no move."""
MOBILE = 0.3
"""The likelihood from which on a piece is thought able to move."""
PLAIN = CODES[0]


class Replies:
    """The replies to our moves on one board; every position that is looked at costs a node."""

    def __init__(self, outlook: Outlook) -> None:
        self._plan: Plan = outlook.plan
        self._outlook = outlook
        self._men: dict[int, PieceOdds] = {}
        enemies = sorted({Seat(man.seat) for man in outlook.board if man} - outlook.friends)
        self._mirrors = {
            seat: Threats(
                self._plan.ground,
                self._plan.options,
                seat,
                self._mirror(outlook.board),
                self._plan.style.soon,
            )
            for seat in (enemies if self._plan.style.quiet else ())
        }
        """The threats as each enemy sees them whose quiet moves are thought of."""

    def after(self, move: Move, left: PieceOdds | None) -> float:
        """Value a move of ours that leaves a piece at its target, by the replies and our best
        answers to them, in points. Raises Spent."""
        outlook = self._outlook.after_move(move.origin, move.target, left)
        quiet = value = self._value_quiet(outlook)
        for chance, man, other, odds in self._attacks(outlook):
            value += chance * (self._value_attack(outlook, man, other, odds) - quiet)
        return value

    def _mirror(self, board: Board) -> Board:
        return [man and self._enemy_sight(man) for man in board]

    def _enemy_sight(self, man: PieceOdds) -> PieceOdds:
        """Return a piece as its enemies see it, who do not know what we know of theirs."""
        if man.number not in self._men:
            kind = man.public.index(1.0) if 1.0 in man.public else -1
            self._men[man.number] = PieceOdds.of(
                man.seat, man.public, man.odds, kind, man.number, man.out
            )
        return self._men[man.number]

    def _attacks(self, outlook: Outlook) -> list[tuple[float, int, int, Odds]]:
        """List the likely attacks on us: how likely each is, from where and on what point, and what
        the attacker then is."""
        where = {man.number: at for at, man in enumerate(outlook.board) if man}
        hopeful: dict[int, list[tuple[float, int, int, Odds]]] = {}
        for man, number in outlook.threats.attacks():
            other = outlook.board[where[number]]
            if other is None:
                continue
            shares = outlook.threats.willing(man, other)
            hoped = outlook.threats.against(other).expected_gain
            hope = fsum(
                share * hoped(kind, other.public) for kind, share in enumerate(shares) if share
            )
            attack = (hope, where[man.number], where[number], shares)
            hopeful.setdefault(man.seat, []).append(attack)
        likely = []
        for seat in sorted(hopeful):
            rest = 1.0
            for _, origin, target, shares in sorted(
                hopeful[seat], key=lambda attack: (-attack[0], *attack[1:3])
            )[: self._plan.style.attacks]:
                will = fsum(shares)
                chance = rest * will
                if chance >= LIKELY:
                    rest -= chance
                    likely.append((chance, origin, target, tuple(share / will for share in shares)))
        return likely

    def _value_attack(self, outlook: Outlook, origin: int, target: int, odds: Odds) -> float:
        """Value an attack on a piece of ours by one with these odds."""
        man, other = outlook.board[origin], outlook.board[target]
        if man is None or other is None:
            return 0.0
        fights = outlook.threats.against(other)
        ours = fsum(map(mul, other.odds, WORTH)) * (1.0 if other.seat == self._plan.seat else 0.5)
        total = 0.0
        for verdict, share in fights.chances(odds, other.odds).items():
            if share < UNLIKELY:
                continue
            seen = fights.odds_after_fight(odds, other.odds, verdict, attacked=False)
            left: PieceOdds | None = None
            gain = 0.0
            if verdict is not Verdict.ATTACKER:
                gain = fsum(map(mul, seen, WORTH))
            if verdict is not Verdict.DEFENDER:
                gain -= ours
            if verdict is Verdict.ATTACKER:
                left = self._plan.with_piece(man, seen, seen)
            elif verdict is Verdict.DEFENDER:
                known = fights.odds_after_fight(other.public, odds, verdict, attacked=True)
                left = self._plan.with_piece(other, other.odds, known)
            if verdict is Verdict.DEFENDER or other.kind != FLAG:
                gain += self._value_answer(outlook.after_move(origin, target, left))
            total += share * gain
        return total

    def _value_quiet(self, outlook: Outlook) -> float:
        """Value what follows if the enemies attack nothing, by their best moves."""
        for seat in self._mirrors:
            mirror = self._mirrors[seat].on(self._mirror(outlook.board))
            best: tuple[float, int, int] | None = None
            for origin, man in enumerate(outlook.board):
                if man is None or man.seat != seat or man.mobile < MOBILE:
                    continue
                if origin in outlook.threats.locked:
                    continue
                for target in sorted(self._plan.ground.lines.reach(outlook.board, origin, PLAIN)):
                    if outlook.board[target] is None:
                        self._plan.purse.pay()
                        worth = mirror.after(origin, target, self._enemy_sight(man))
                        if best is None or worth > best[0]:
                            best = (worth, origin, target)
            if best:
                outlook = outlook.after_move(best[1], best[2], outlook.board[best[1]])
        return self._value_answer(outlook)

    def _value_answer(self, outlook: Outlook) -> float:
        guesses = sorted(
            (-outlook.guess(move), move.origin, move.target) for move in outlook.moves()
        )
        answers = [
            Move(origin, target) for _, origin, target in guesses[: self._plan.style.answers]
        ]
        return max(map(outlook.move_value, answers), default=STUCK)
