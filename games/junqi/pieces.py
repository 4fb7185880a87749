"""Junqi's pieces and the outcomes of fights, in every mode (rules/junqi.md, sections 2, 4)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

Kind: TypeAlias = str
"""The code of a kind of piece: a rank from `9` to `1`, which compare as characters, or B, L, F."""

MARSHAL, ENGINEER, BOMB, MINE, FLAG = "9", "1", "B", "L", "F"
CODES = "987654321BLF"
"""The kinds; ranks from the highest, then bomb, mine, flag."""
COUNTS: dict[Kind, int] = dict(zip(CODES, (1, 1, 2, 2, 2, 2, 3, 3, 3, 2, 3, 1), strict=True))
"""The number of a side's pieces by kind."""
RANKS = CODES[:9]
STILL = frozenset((MINE, FLAG))
SET = "".join(code * count for code, count in COUNTS.items())


@dataclass(frozen=True, slots=True)
class Move:
    """A move from one square to another; onto an enemy it is an attack."""

    origin: int
    target: int


class Verdict(StrEnum):
    """The side that remains after an attack."""

    ATTACKER = "attacker"
    DEFENDER = "defender"
    BOTH = "both"


def clash(attacker: Kind, defender: Kind) -> Verdict:
    """Return the outcome of one kind attacking another (section 4)."""
    if BOMB in (attacker, defender) or attacker == defender:
        return Verdict.BOTH
    if defender == FLAG:
        return Verdict.ATTACKER
    if defender == MINE:
        return Verdict.ATTACKER if attacker == ENGINEER else Verdict.DEFENDER
    return Verdict.ATTACKER if attacker > defender else Verdict.DEFENDER
