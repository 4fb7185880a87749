"""The outcomes of fights between hidden pieces, by the kinds they may be."""

from collections.abc import Sequence
from functools import lru_cache
from math import fsum
from typing import TypeAlias

from games.junqi.options import Options
from games.junqi.pieces import CODES, ENGINEER, Verdict, clash

KINDS = len(CODES)
BOMB, MINE, FLAG = 9, 10, 11
"""Kinds are places in CODES: 0 is the Field Marshal, 8 the Engineer."""
DIGS = CODES.index(ENGINEER)
Odds: TypeAlias = tuple[float, ...]
"""The likelihood of each kind for a piece."""

WORTH = (85.0, 53.0, 37.0, 21.0, 18.0, 11.0, 12.0, 7.0, 15.5, 31.0, 26.0, 260.0)
"""The worth of each kind, in points, as 9,000 games of a port of dark Junqi's player to C say; a
flag is worth all that it decides."""


SURE: Sequence[Odds] = [tuple(float(kind == own) for kind in range(KINDS)) for own in range(KINDS)]
"""The odds of a piece of each kind whose kind is known."""
VERDICTS = tuple(Verdict)


class Fights:
    """How pieces fare under the options of a match against those of a seat. `bared`: all know its
    mine; `guarded`: mines may guard its flag, where the options say so; `out`: it is out, and its
    pieces are worth nothing."""

    def __init__(self, options: Options, bared: bool, guarded: bool, out: bool) -> None:
        verdicts = [
            [_verdict(kind, other, options, bared, guarded) for other in range(KINDS)]
            for kind in range(KINDS)
        ]
        self.verdicts = tuple(tuple(map(VERDICTS.index, row)) for row in verdicts)
        """The place in VERDICTS of the verdict on an attack by [attacker][defender]."""
        self.gains = tuple(
            tuple(_gain(kind, other, verdict, out) for other, verdict in enumerate(row))
            for kind, row in enumerate(verdicts)
        )
        """What an attack by [attacker][defender] gains the attacker, in points."""
        self._met = {
            (verdict, attacked): tuple(
                tuple(
                    other
                    for other in range(KINDS)
                    if verdicts[other if attacked else kind][kind if attacked else other] is verdict
                )
                for kind in range(KINDS)
            )
            for verdict in Verdict
            for attacked in (False, True)
        }
        """The kinds that each kind may have met, by the verdict and whether it was attacked."""

    def likelihood(self, kind: int, met: Odds, verdict: Verdict, *, attacked: bool) -> float:
        """Return that of a verdict if a kind meets these odds; `attacked`: it is attacked."""
        return fsum(met[other] for other in self._met[verdict, attacked][kind])

    def odds_after_fight(self, odds: Odds, met: Odds, verdict: Verdict, *, attacked: bool) -> Odds:
        """Return a piece's odds after a fight with the odds `met`; `attacked`: it was attacked."""
        shares = []
        for share, others in zip(odds, self._met[verdict, attacked], strict=True):
            fits = 0.0
            if share:
                for other in others:
                    fits += met[other]
            shares.append(share * fits)
        total = fsum(shares)
        return tuple([share / total for share in shares]) if total > 0 else odds


@lru_cache(maxsize=64)
def fights(
    options: Options, *, bared: bool = False, guarded: bool = False, out: bool = False
) -> Fights:
    """Return the fights under these options, made ready once."""
    return Fights(options, bared, guarded, out)


def _verdict(one: int, other: int, options: Options, bared: bool, guarded: bool) -> Verdict:
    verdict = clash(CODES[one], CODES[other])
    if other == MINE and verdict is Verdict.DEFENDER:
        goes = options.mine_vs_attacker == "both" or (
            options.mine_vs_attacker == "reveal" and bared
        )
        return Verdict.BOTH if goes else verdict
    if other == FLAG:
        shut = one == BOMB and not options.bomb_takes_flag
        if shut or (guarded and options.dark_flag_needs_mines_dug):
            return Verdict.DEFENDER
    return verdict


def _gain(one: int, other: int, verdict: Verdict, out: bool) -> float:
    won = 0.0 if verdict is Verdict.DEFENDER or out else WORTH[other]
    lost = 0.0 if verdict is Verdict.ATTACKER or (other == FLAG and won) else WORTH[one]
    return won - lost
