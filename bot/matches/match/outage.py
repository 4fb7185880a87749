"""Outages of the bot: the heart beats once a minute, and a long gap costs nobody any time."""

from __future__ import annotations

from games.clock import MINUTE

SHORTEST = 5 * MINUTE
"""A gap must be longer than this to be an outage."""


def lost_ms(beat_ms: int | None, now_ms: int) -> int:
    """How much time everybody gets back: the gap since the last beat, if it is an outage.

    A clock of the machine that has jumped back gives nothing.
    """
    gap = 0 if beat_ms is None else now_ms - beat_ms
    return gap if gap > SHORTEST else 0
