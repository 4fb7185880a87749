"""Two teams of two: how one result moves what is known of all four (Weng and Lin, by openskill)."""

from collections.abc import Sequence

from openskill.models import BradleyTerryFull

from .glicko import MIDDLE, WIDEST, Strength

_BETA, _TAU = 175.0, 3.5
_MODEL = BradleyTerryFull(mu=MIDDLE, sigma=WIDEST, beta=_BETA, tau=_TAU)


def rate(
    teams: Sequence[Sequence[Strength]], ranks: Sequence[int], share: float = 1.0
) -> list[list[Strength]]:
    """Return the strengths after a match of teams; the lower of two ranks has won. Of the change,
    and of the knowledge gained, only a `share` counts, from 0 to 1."""
    made = [[_MODEL.rating(mu=was.rating, sigma=was.deviation) for was in team] for team in teams]
    found = _MODEL.rate(made, ranks=[float(rank) for rank in ranks])
    return [
        [_move(was, now.mu, now.sigma, share) for was, now in zip(team, after, strict=True)]
        for team, after in zip(teams, found, strict=True)
    ]


def _move(was: Strength, mu: float, sigma: float, share: float) -> Strength:
    known = was.deviation**-2
    deviation = (known + share * (sigma**-2 - known)) ** -0.5
    return Strength(was.rating + share * (mu - was.rating), min(WIDEST, deviation), 0.0)
