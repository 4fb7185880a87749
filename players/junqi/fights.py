"""What comes of fights between hidden pieces, by the kinds they may be."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from games.junqi.options import Options
from games.junqi.pieces import CODES, ENGINEER, Verdict, clash

KINDS = len(CODES)
BOMB, MINE, FLAG = 9, 10, 11
"""Kinds are places in CODES: 0 is the Field Marshal, 8 the Engineer."""
DIGS = CODES.index(ENGINEER)
Odds: TypeAlias = tuple[float, ...]
"""How likely a piece is of each kind."""

WORTH = (42.0, 33.0, 25.0, 18.0, 13.0, 9.0, 6.0, 4.0, 8.0, 15.0, 8.0, 260.0)
"""What each kind is worth, in points; a flag is worth all that it decides."""


def sure(kind: int) -> Odds:
    """The odds of a piece whose kind is known."""
    return tuple(float(kind == one) for one in range(KINDS))


SURE = tuple(map(sure, range(KINDS)))


@cache
def verdicts(options: Options) -> tuple[tuple[Verdict, ...], ...]:
    """What comes of an attack by [attacker][defender].

    Where an option protects the flag, it is taken for open to attack.
    """
    return tuple(
        tuple(_verdict(one, other, options) for other in range(KINDS)) for one in range(KINDS)
    )


def _verdict(one: int, other: int, options: Options) -> Verdict:
    found = clash(CODES[one], CODES[other])
    if other == MINE and found is Verdict.DEFENDER and options.mine_vs_attacker == "both":
        return Verdict.BOTH
    if other == FLAG and one == BOMB and not options.bomb_takes_flag:
        return Verdict.DEFENDER
    return found


@cache
def gains(options: Options) -> tuple[tuple[float, ...], ...]:
    """What an attack by [attacker][defender] gains the attacker, in points."""
    return tuple(
        tuple(_gain(one, other, verdict) for other, verdict in enumerate(row))
        for one, row in enumerate(verdicts(options))
    )


def _gain(one: int, other: int, verdict: Verdict) -> float:
    won = 0.0 if verdict is Verdict.DEFENDER else WORTH[other]
    lost = 0.0 if verdict is Verdict.ATTACKER or (other == FLAG and won) else WORTH[one]
    return won - lost


def hoped(kind: int, odds: Odds, options: Options) -> float:
    """What a piece of this kind may hope to gain by attacking one of these odds."""
    row = gains(options)[kind]
    return sum(share * gain for share, gain in zip(odds, row, strict=True) if share)


def chances(attacker: Odds, defender: Odds, options: Options) -> dict[Verdict, float]:
    """How likely each verdict is."""
    table = verdicts(options)
    found = dict.fromkeys(Verdict, 0.0)
    for one, share in enumerate(attacker):
        if share:
            for other, chance in enumerate(defender):
                if chance:
                    found[table[one][other]] += share * chance
    return found


def learned(odds: Odds, met: Odds, verdict: Verdict, options: Options, *, attacked: bool) -> Odds:
    """The odds of a piece once it has fought one of the odds `met`; `attacked`: it was attacked."""
    table = verdicts(options)
    found = []
    for kind, share in enumerate(odds):
        fits = 0.0
        if share:
            for other, chance in enumerate(met):
                one, two = (other, kind) if attacked else (kind, other)
                if chance and table[one][two] is verdict:
                    fits += chance
        found.append(share * fits)
    total = sum(found)
    return tuple(one / total for one in found) if total > 0 else odds
