"""The draw of opponents among those who are ready to play: pure functions of their wishes."""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import combinations, islice
from operator import itemgetter
from random import Random

from games.clock import PACES, PaceName
from games.core import Info

from .points.counts import Case, age_ms, why_uncounted
from .wish import FASTEST, TOUR, Wish

USUAL_RATING = 1500.0
MOST_LOOKS = 100
"""The most people of nearest rating that somebody is compared with in one draw, for every kind."""


@dataclass(frozen=True, slots=True)
class Seeker:
    """Somebody who waits for an opponent since a moment."""

    person: int
    since_ms: int
    wish: Wish


@dataclass(frozen=True, slots=True)
class Drawn:
    """Those who are to play with each other, and what: a match meant to count if `rated`. All of
    them are on the Tour if `toured`."""

    people: tuple[int, ...]
    kind: str
    pace: PaceName
    rated: bool
    toured: bool = False

    @property
    def game(self) -> str:
        return self.kind.partition(" ")[0]

    @property
    def variant(self) -> str:
        return self.kind.partition(" ")[2]


@dataclass(frozen=True, slots=True)
class Ready:
    """A wish as it stands, for the people of a server or (0) everybody."""

    seeker: Seeker
    guild: int
    pressed_ms: int
    offered_ms: int | None


@dataclass(frozen=True, slots=True)
class Offered:
    """Somebody's wish as it is offered to others, without a word of whose it is."""

    since_ms: int
    drawn: Drawn

    @property
    def text(self) -> str:
        """Write it for the id of a button."""
        rated = "+" if self.drawn.rated else "-"
        return f"{self.since_ms:x} {rated} {self.drawn.pace} {self.drawn.kind}"


@dataclass(frozen=True, slots=True)
class Waiting:
    """All who wait in one place, as the database writes it: seekers, pairs that must not be drawn,
    and ratings, by lines of words. `counted`: matches there may count for points. `tour` is the
    kind of match that the Tour plays, "" where there is none."""

    seekers: str
    apart: str
    ratings: str
    counted: bool
    tour: str = ""


def fit(
    kind: str, seekers: Sequence[Seeker], info: Info, now_ms: int, *, counted: bool
) -> Drawn | None:
    """Return the match of a kind that all of these would be glad of; None if there is none."""
    paces = frozenset.intersection(*(seeker.wish.paces for seeker in seekers))
    points = {seeker.wish.points for seeker in seekers}
    wanted, strict = "none" not in points, "only" in points
    if strict:
        age = min(age_ms(seeker.person, now_ms) for seeker in seekers)
        if why_uncounted(Case(wanted=wanted, allowed=counted, age_ms=age), info):
            return None
    for pace in FASTEST:
        if pace in paces and (PACES[pace].timed or not strict):
            toured = all(TOUR in seeker.wish.kinds for seeker in seekers)
            return Drawn(tuple(seeker.person for seeker in seekers), kind, pace, wanted, toured)
    return None


class _Row:
    """People by strength, those alike as they come, of whom any may leave the row."""

    def __init__(self, strengths: Mapping[int, float]) -> None:
        self._places = {who: (strength, at) for at, (who, strength) in enumerate(strengths.items())}
        self._row = sorted((*place, who) for who, place in self._places.items())

    def leave(self, person: int) -> None:
        del self._row[bisect_left(self._row, self._places[person])]

    def near(self, person: int) -> Iterator[tuple[float, int]]:
        """List others, the nearest first, each with how far they are apart."""
        own, at = self._places[person][0], bisect_left(self._row, self._places[person])
        first, last = max(0, at - MOST_LOOKS), at + 1 + MOST_LOOKS
        below = ((own - strength, who) for strength, _, who in self._row[first:at][::-1])
        above = ((strength - own, who) for strength, _, who in self._row[at + 1 : last])
        return islice(merge(below, above, key=itemgetter(0)), MOST_LOOKS)


class Draw:
    """One draw: who has waited longest chooses first, the nearest rating that fits."""

    def __init__(
        self, waiting: Waiting, games: Mapping[str, Info], now_ms: int, out: Collection[int] = ()
    ) -> None:
        self._games, self._now_ms, self._counted = games, now_ms, waiting.counted
        lines = waiting.seekers.splitlines()
        seekers = (read_seeker(line, games, waiting.tour) for line in lines)
        self._seekers = {
            seeker.person: seeker
            for seeker in seekers
            if seeker.person not in out and seeker.wish.kinds
        }
        self._apart = {tuple(sorted(map(int, pair.split()))) for pair in waiting.apart.splitlines()}
        ratings = {
            (int(person), game): float(rating)
            for person, game, rating in map(str.split, waiting.ratings.splitlines())
        }
        strengths: dict[str, dict[int, float]] = {}
        lots = Random(now_ms)  # noqa: S311 - only so that not everybody plays the same
        shuffled = lots.sample([*self._seekers.values()], len(self._seekers))
        for seeker in shuffled:
            for kind in seeker.wish.kinds:
                own = ratings.get((seeker.person, kind.partition(" ")[0]), USUAL_RATING)
                strengths.setdefault(kind, {})[seeker.person] = own
        self._rows = {kind: _Row(row) for kind, row in strengths.items()}
        self._lots = lots

    def groups(self) -> list[Drawn]:
        """Draw who is to play with whom."""
        drawn, done = [], set[int]()
        for seeker in sorted(self._seekers.values(), key=lambda seeker: seeker.since_ms):
            if seeker.person in done:
                continue
            found = self._best(seeker)
            # Whoever finds nobody chooses first again in an hour, and stands in nobody's way now.
            for person in found.people if found else (seeker.person,):
                done.add(person)
                for kind in self._seekers[person].wish.kinds:
                    self._rows[kind].leave(person)
            drawn += [found] if found else []
        return drawn

    def _best(self, seeker: Seeker) -> Drawn | None:
        best, kinds = None, sorted(seeker.wish.kinds - {TOUR})
        for kind in self._lots.sample(kinds, len(kinds)):
            found = self._nearest(kind, seeker)
            if found and (best is None or found[0] < best[0]):
                best = found
        return best[1] if best else None

    def _nearest(self, kind: str, seeker: Seeker) -> tuple[float, Drawn] | None:
        info, group = self._games[kind.partition(" ")[0]], [seeker]
        if fit(kind, group, info, self._now_ms, counted=self._counted) is None:
            return None
        for gap, person in self._rows[kind].near(seeker.person):
            wider = [*group, self._seekers[person]]
            if not self._meets(wider):
                continue
            if found := fit(kind, wider, info, self._now_ms, counted=self._counted):
                group = wider
                if len(group) == info.seats:
                    return gap, found
        return None

    def _meets(self, group: Sequence[Seeker]) -> bool:
        people = sorted(seeker.person for seeker in group)
        return self._apart.isdisjoint(combinations(people, 2))


def read_seeker(line: str, games: Mapping[str, Info], tour: str) -> Seeker:
    """Read a line of those who wait; what is not played here any more is left out."""
    person, since_ms, points, paces, kinds = line.split("|")
    wish = Wish.read(kinds, paces, points, 1).touring(tour)
    played = {TOUR, *games}
    known = frozenset(kind for kind in wish.kinds if kind.partition(" ")[0] in played)
    return Seeker(int(person), int(since_ms), Wish(known, wish.paces, wish.points))


def draw(
    waiting: Waiting, games: Mapping[str, Info], now_ms: int, out: Collection[int] = ()
) -> list[Drawn]:
    """Draw who is to play with whom; those who are `out` with nobody."""
    return Draw(waiting, games, now_ms, out).groups()
