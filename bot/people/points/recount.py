"""All results of a pool settled again, one after the other, from nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from .standing import SEASON_MS, Earlier, Finish, Settled, Standing, settled


class Recount:
    """The standings and results that the ends of matches lead to, in the order of commit."""

    def __init__(self, finishes: Iterable[Finish]) -> None:
        self.standings: dict[int, Standing] = {}
        self.results: dict[tuple[str, int], tuple[Finish, Settled]] = {}
        self._earlier: defaultdict[int, list[Earlier]] = defaultdict(list)
        for finish in finishes:
            self._settle(finish)

    def _settle(self, finish: Finish) -> None:
        since = finish.at_ms - SEASON_MS
        earlier = [was for one in finish.people for was in self._earlier[one] if was.at_ms > since]
        for made in settled(finish, self.standings, earlier):
            person, change = made.one.person, made.after.rating - made.before.rating
            self.standings[person] = made.after
            self.results[finish.match, made.one.seat] = (finish, made)
            kept = [was for was in self._earlier[person] if was.at_ms > since - SEASON_MS]
            noted = Earlier(finish.match, person, finish.at_ms, change, made.fresh)
            self._earlier[person] = [*kept, noted]
