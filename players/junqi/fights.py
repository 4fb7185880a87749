"""The outcomes of fights between hidden pieces, by the kinds they may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import fsum
from operator import mul
from typing import TypeAlias

from games.junqi.options import Options
from games.junqi.pieces import CODES, ENGINEER, Verdict, clash

KINDS = len(CODES)
BOMB, MINE, FLAG = 9, 10, 11
"""Kinds are places in CODES: 0 is the Field Marshal, 8 the Engineer."""
DIGS = CODES.index(ENGINEER)
Odds: TypeAlias = tuple[float, ...]
"""The likelihood of each kind for a piece."""

WORTH = (42.0, 33.0, 25.0, 18.0, 13.0, 9.0, 6.0, 4.0, 8.0, 15.0, 8.0, 260.0)
"""The worth of each kind, in points; a flag is worth all that it decides."""


def sure(kind: int) -> Odds:
    """Return the odds of a piece whose kind is known."""
    return tuple(float(kind == one) for one in range(KINDS))


SURE = tuple(map(sure, range(KINDS)))


@cache
def verdicts(options: Options) -> tuple[tuple[Verdict, ...], ...]:
    """Return the verdict on an attack by [attacker][defender]; a protected flag counts as open."""
    return tuple(
        tuple(_verdict(one, other, options) for other in range(KINDS)) for one in range(KINDS)
    )


def _verdict(one: int, other: int, options: Options) -> Verdict:
    verdict = clash(CODES[one], CODES[other])
    if other == MINE and verdict is Verdict.DEFENDER and options.mine_vs_attacker == "both":
        return Verdict.BOTH
    if other == FLAG and one == BOMB and not options.bomb_takes_flag:
        return Verdict.DEFENDER
    return verdict


@cache
def gains(options: Options) -> tuple[tuple[float, ...], ...]:
    """Return what an attack by [attacker][defender] gains the attacker, in points."""
    return tuple(
        tuple(_gain(one, other, verdict) for other, verdict in enumerate(row))
        for one, row in enumerate(verdicts(options))
    )


def _gain(one: int, other: int, verdict: Verdict) -> float:
    won = 0.0 if verdict is Verdict.DEFENDER else WORTH[other]
    lost = 0.0 if verdict is Verdict.ATTACKER or (other == FLAG and won) else WORTH[one]
    return won - lost


def hoped(kind: int, odds: Odds, options: Options) -> float:
    """Return what a piece of this kind may hope to gain by attacking one of these odds."""
    row = gains(options)[kind]
    return fsum(map(mul, odds, row))


@cache
def outcomes(options: Options) -> Sequence[Mapping[tuple[Verdict, bool], tuple[int, ...]]]:
    """List for every kind, verdict, and whether it was attacked, the kinds it may have met."""
    table = verdicts(options)
    return tuple(
        {
            (verdict, attacked): tuple(
                other
                for other in range(KINDS)
                if (table[other][kind] if attacked else table[kind][other]) is verdict
            )
            for verdict in Verdict
            for attacked in (False, True)
        }
        for kind in range(KINDS)
    )


def chances(attacker: Odds, defender: Odds, options: Options) -> dict[Verdict, float]:
    """Return the likelihood of each verdict."""
    table = verdicts(options)
    shares = dict.fromkeys(Verdict, 0.0)
    there = [(other, chance) for other, chance in enumerate(defender) if chance]
    for one, share in enumerate(attacker):
        if share:
            row = table[one]
            for other, chance in there:
                shares[row[other]] += share * chance
    return shares


def learned(odds: Odds, met: Odds, verdict: Verdict, options: Options, *, attacked: bool) -> Odds:
    """Return a piece's odds after a fight with the odds `met`; `attacked`: it was attacked."""
    table, key = outcomes(options), (verdict, attacked)
    shares = []
    for kind, share in enumerate(odds):
        fits = 0.0
        if share:
            for other in table[kind][key]:
                fits += met[other]
        shares.append(share * fits)
    total = fsum(shares)
    return tuple(one / total for one in shares) if total > 0 else odds
