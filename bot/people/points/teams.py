"""Two teams of two: how one result moves what is known of all four (Weng and Lin, by openskill)."""

from __future__ import annotations

from collections.abc import Sequence

from openskill.models import BradleyTerryFull

from .glicko import MIDDLE, WIDEST, Strength

_BETA, _TAU = 175.0, 3.5
_MODEL = BradleyTerryFull(mu=MIDDLE, sigma=WIDEST, beta=_BETA, tau=_TAU)


def rated(teams: Sequence[Sequence[Strength]], ranks: Sequence[int]) -> list[list[Strength]]:
    """Return the strengths after a match of teams; the lower of two ranks has won."""
    made = [[_MODEL.rating(mu=one.rating, sigma=one.deviation) for one in team] for team in teams]
    found = _MODEL.rate(made, ranks=[float(rank) for rank in ranks])
    return [[Strength(one.mu, min(WIDEST, one.sigma), 0.0) for one in team] for team in found]
