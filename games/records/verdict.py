"""The three ends of a verification, of games and of computer players alike."""

from collections.abc import Container, Iterable
from enum import StrEnum

from ..core import Event


class Verdict(StrEnum):
    """The three ends of a verification."""

    PROVED = "proved"
    CONTRADICTED = "contradicted"
    UNDECIDED = "could not be checked"

    @property
    def status(self) -> int:
        """Return the exit status of this end; 2 is for what is no record, or wrong arguments."""
        return {Verdict.PROVED: 0, Verdict.CONTRADICTED: 1, Verdict.UNDECIDED: 3}[self]


def verdict(findings: Iterable[Event], undecided: Container[str]) -> Verdict:
    """Tell what findings come to: any that is not `undecided` contradicts the record."""
    codes = {finding.code for finding in findings}
    if any(code not in undecided for code in codes):
        return Verdict.CONTRADICTED
    return Verdict.UNDECIDED if codes else Verdict.PROVED
