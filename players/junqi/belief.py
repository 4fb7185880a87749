"""The odds of what hidden pieces are, by where they were set up and what all have seen them do."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import fsum
from operator import mul, truediv
from typing import TypeAlias

from games.core import Seat
from games.junqi.board_shape import Ground
from games.junqi.hidden import Back, Cell, Piece, Strike
from games.junqi.hidden_view import HiddenView
from games.junqi.layout import misfits
from games.junqi.pieces import CODES, COUNTS, Verdict

from .fights import DIGS, FLAG, KINDS, MINE, SURE, Odds, fights
from .layouts import MIRRORED, SHARES, left_flag_odds

Name: TypeAlias = tuple[Seat, int]
"""A piece, by its seat and by where it was set up."""

ROUNDS = 10
"""The rounds in which odds are fitted to the numbers of pieces of each kind."""
BOLD = (0.9, 1.0, 1.0, 0.9, 0.8, 0.65, 0.5, 0.4, 0.4, 0.6, 0.0, 0.0)
"""The readiness of each kind of piece to attack one that it does not know."""


@dataclass(slots=True)
class Fight:
    """A fight with another piece. `attacked`: the other began it; `bared`: all knew what the piece
    was that was attacked."""

    met: Name
    verdict: Verdict
    attacked: bool
    bared: bool


@dataclass(slots=True)
class Deeds:
    """All that a piece was seen to do. `turned`: it took a path that only an engineer can take."""

    moved: bool = False
    turned: bool = False
    fights: list[Fight] = field(default_factory=list)
    shown: bool = False
    """Everybody knows its kind."""


ROOMS = [[not any(misfits(code, place)) for code in CODES] for place in range(25)]
"""Whether each kind may be set up on each point of a layout."""


class Belief:
    """The odds of every piece, by its name: `odds` for us, `public` for those who do not know it.
    The owner of the view knows its own pieces, and what it sees of the others'. Nothing else
    enters: the same view and past give the same belief."""

    def __init__(self, ground: Ground, view: HiddenView, past: Sequence[HiddenView]) -> None:
        self.ground = ground
        self.view = view
        self._left = left_flag_odds(ground)
        self._fights = [fights(view.options, bared=bared, guarded=True) for bared in (False, True)]
        self.deeds: dict[Name, Deeds] = {}
        pieces = [piece for piece in (*view.board, *view.lost) if piece]
        for piece in pieces:
            self.deeds[piece.seat, piece.origin] = Deeds()
            if isinstance(piece, Piece) and piece.seat in view.revealed:
                self.deeds[piece.seat, piece.origin].shown = piece.code == CODES[FLAG]
        self._standing = {(cell.seat, cell.origin) for cell in view.board if cell}
        self._places = [{at: place for place, at in enumerate(home)} for home in ground.homes]
        self._follow(past)
        for at, cell in enumerate(view.board):
            if cell and cell.origin != at:
                self.deeds[cell.seat, cell.origin].moved = True
        self.odds: dict[Name, Odds] = {}
        self.public: dict[Name, Odds] = {}
        for piece in pieces:
            if isinstance(piece, Piece):
                self.odds[piece.seat, piece.origin] = SURE[CODES.index(piece.code)]
        seats = sorted({piece.seat for piece in pieces})
        hidden = [
            seat for seat in seats if any(isinstance(p, Back) and p.seat == seat for p in pieces)
        ]
        for _ in range(2 if len(hidden) > 1 else 1):
            for seat in hidden:
                self.odds |= self._fit(seat, dict(self.odds), self._known_kind(seat))
        ours = ground.teams[view.seat] if view.seat is not None else frozenset()
        for seat in seats:
            if seat not in hidden and view.options.sight != "all" and seat in ours:
                known = self._known_kind(seat).items()
                shown = {name: kind for name, kind in known if self.deeds[name].shown}
                self.public |= self._fit(seat, self.odds, shown)
        for name, odds in self.odds.items():
            self.public.setdefault(name, odds)

    def _known_kind(self, seat: Seat) -> dict[Name, int]:
        pieces = (*self.view.board, *self.view.lost)
        return {
            (piece.seat, piece.origin): CODES.index(piece.code)
            for piece in pieces
            if isinstance(piece, Piece) and piece.seat == seat
        }

    def _follow(self, past: Sequence[HiddenView]) -> None:
        before: HiddenView | None = None
        for view in past:
            strike = view.strike
            if strike and not (before and before.ply == view.ply):
                self._note(view, strike, before)
            before = view

    def _note(self, view: HiddenView, strike: Strike, before: HiddenView | None) -> None:
        move, options = strike.move, view.options
        fallen = [piece for piece in strike.fell if piece.seat == strike.seat]
        mover: Cell = fallen[0] if fallen else view.board[move.target]
        if strike.stayed and strike.stayed.seat == strike.seat:
            mover = strike.stayed
        deeds = self.deeds.get((mover.seat, mover.origin)) if mover else None
        if mover is None or deeds is None:
            return
        deeds.moved = True
        if before and before.ply == view.ply - 1 and before.board[move.origin]:
            plain = self.ground.lines.reach(before.board, move.origin, CODES[0])
            deeds.turned = deeds.turned or move.target not in plain
        if strike.verdict is None:
            return
        met = next((p for p in (*strike.fell, strike.stayed) if p and p.seat != mover.seat), None)
        other = self.deeds.get((met.seat, met.origin)) if met else None
        if met is None or other is None:
            return
        here, there = (mover.seat, mover.origin), (met.seat, met.origin)
        deeds.fights.append(Fight(there, strike.verdict, attacked=False, bared=other.shown))
        other.fights.append(Fight(here, strike.verdict, attacked=True, bared=other.shown))
        for piece in strike.fell:
            if options.combat_disclosure != "result":
                self.deeds[piece.seat, piece.origin].shown = True
        if stayed := strike.stayed:
            mine = isinstance(stayed, Piece) and stayed.code == CODES[MINE]
            if options.combat_disclosure == "both" or (
                mine and options.mine_vs_attacker == "reveal"
            ):
                self.deeds[stayed.seat, stayed.origin].shown = True
        for seat, square in strike.revealed:
            if flag := view.board[square]:
                self.deeds[seat, flag.origin].shown = True

    def _fit(self, seat: Seat, met: dict[Name, Odds], known: dict[Name, int]) -> dict[Name, Odds]:
        names = sorted([name for name in self.deeds if name[0] == seat])
        fits = tuple(
            SURE[known[name]] if name in known else self._fitting(name, met) for name in names
        )
        rows = _balance(self._left, tuple(map(self._place, names)), fits, seat in self.view.out)
        return dict(zip(names, rows, strict=False))

    def _place(self, name: Name) -> int:
        return self._places[name[0]].get(name[1], 12)

    def _fitting(self, name: Name, met: dict[Name, Odds]) -> Odds:
        view, deeds = self.view, self.deeds[name]
        seat = name[0]
        allowed = ROOMS[self._place(name)][:]
        if deeds.moved:
            allowed[MINE] = allowed[FLAG] = False
        fallen, out = name not in self._standing, seat in view.out
        if fallen and not out:
            allowed[FLAG] = False
        if view.options.commander_reveals_flag or len(view.missed) > 2:
            if seat in view.revealed:
                allowed[0] = allowed[0] and fallen
                allowed[FLAG] = False
            elif fallen and not out:
                allowed[0] = False
        if deeds.turned and allowed[DIGS]:
            allowed = [kind == DIGS for kind in range(KINDS)]
        fit: Odds = tuple(map(float, allowed))
        for fight in deeds.fights:
            fit = self._fights[fight.bared].odds_after_fight(
                fit, met.get(fight.met, FLAT), fight.verdict, attacked=fight.attacked
            )
            if not fight.attacked:
                fit = tuple(share * bold for share, bold in zip(fit, BOLD, strict=True))
        return fit


COUNTED: Odds = tuple(map(float, COUNTS.values()))
FLAT: Odds = tuple(count / 25 for count in COUNTED)


@lru_cache(256)
def _balance(left: float, places: Sequence[int], fits: Sequence[Odds], out: bool) -> Sequence[Odds]:
    """Return the odds of a seat's pieces by the points of the layout that they were set up on and
    by how well each kind fits what was seen, fitted to how many there are of each kind. What is
    seen of a seat changes seldom, so much of it is asked for again."""
    rows = _weigh(left, places, fits)
    found = [number for number, row in enumerate(rows) if row[FLAG] > 0]
    sure = len(found) == 1 and not out
    if sure:
        rows[found[0]] = SURE[FLAG]
    missing = 25 - len(rows)
    if missing:
        rows.append([missing * count / 25 for count in COUNTED])
        if sure:
            rows[-1] = [*rows[-1][:FLAG], 0.0]
    columns: Sequence[Odds] = list(zip(*rows, strict=True))
    for _ in range(ROUNDS):
        scaled = []
        for count, column in zip(COUNTED, columns, strict=True):
            total = fsum(column)
            scale = count / total if total > 0 else 0.0
            scaled.append([weight * scale for weight in column])
        totals = [fsum(row) or 1.0 for row in zip(*scaled, strict=True)]
        if missing:
            for fitted in scaled:
                fitted[-1] *= missing
        columns = [tuple(map(truediv, fitted, totals)) for fitted in scaled]
    return tuple(zip(*columns, strict=True))


def _weigh(left: float, places: Sequence[int], fits: Sequence[Odds]) -> list[Sequence[float]]:
    """Weigh what a seat's pieces may be, by how people set up and how well each kind fits what was
    seen; before the numbers of all kinds are taken into account. The more the pieces are like those
    around a flag on the left, the likelier it stands there."""
    rows, totals = [], []
    for table in (SHARES, MIRRORED):
        rows.append([list(map(mul, table[n], fit)) for n, fit in zip(places, fits, strict=True)])
        totals.append(list(map(fsum, rows[-1])))
    here, there = left, 1 - left
    for total, other in zip(*totals, strict=True):
        if both := here * total + there * other:
            here, there = here * total / both, there * other / both
    weighed: list[Sequence[float]] = []
    for n, fit in enumerate(fits):
        one = here / totals[0][n] if totals[0][n] else 0.0
        other = there / totals[1][n] if totals[1][n] else 0.0
        row = [one * x + other * y for x, y in zip(rows[0][n], rows[1][n], strict=True)]
        weighed.append(row if any(row) else fit if any(fit) else FLAT)
    return weighed
