"""Communities in which people come and go are drawn by the real draw for a month."""

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.people.draw import Drawn, Waiting, draw
from bot.people.wish import FASTEST, LASTS_MS, POINTS
from games.clock import DAY, HOUR, PACES
from games.library import GAMES

INFOS = {id_: game.info for id_, game in GAMES.items()}
KINDS = [f"{game} {variant}" for game, info in INFOS.items() for variant in info.variants]
BEGIN = 1_774_440_000_000
LENGTHS = (2 * DAY, 12 * DAY)
"""The shortest and the longest match."""


@dataclass
class Somebody:
    """A person with tastes, a time of day at which they come, and perhaps a day on which they have
    stopped coming."""

    id: int
    kinds: frozenset[str]
    paces: tuple[str, ...]
    points: str
    most: int
    comes: int
    every: int
    wished_ms: int
    gone_ms: int | None
    since_ms: int
    seen_ms: int = 0
    paired_ms: int = -1
    first_ms: int | None = None
    playing: dict[int, int] = field(default_factory=dict)

    @property
    def line(self) -> str:
        paces, kinds = " ".join(self.paces), ",".join(sorted(self.kinds))
        return f"{self.id}|{self.since_ms}|{self.points}|{paces}|{kinds}"


@dataclass
class Month:
    """Thirty days of a community, hour by hour."""

    people: list[Somebody]
    lots: Random
    met: dict[tuple[int, int], list[int]] = field(default_factory=lambda: defaultdict(list))
    blocks: set[tuple[int, int]] = field(default_factory=set)
    begun: int = 0
    stale: int = 0

    def pass_by(self) -> None:
        for hour in range(30 * 24):
            self.hour(BEGIN + hour * HOUR)

    def hour(self, now_ms: int) -> None:
        for person in self.people:
            day, clock = divmod((now_ms - BEGIN) // HOUR + person.id, 24)
            there = person.gone_ms is None or now_ms < person.gone_ms
            if clock == person.comes and day % person.every == 0 and there:
                person.seen_ms = now_ms
            person.playing = {id_: end for id_, end in person.playing.items() if end > now_ms}
        waiting = [person for person in self.people if self.waits(person, now_ms)]
        recent = {pair for pair, times in self.met.items() if times[-1] > now_ms - LASTS_MS}
        running = {
            tuple(sorted((person.id, other))) for person in self.people for other in person.playing
        }
        apart = "\n".join(f"{first} {second}" for first, second in recent | running | self.blocks)
        texts = Waiting("\n".join(person.line for person in waiting), apart, "", True)
        for group in draw(texts, INFOS, now_ms):
            self.begin(group, now_ms)

    def waits(self, person: Somebody, now_ms: int) -> bool:
        seen = max(person.seen_ms, person.wished_ms)
        wished = person.wished_ms <= now_ms < seen + LASTS_MS
        return wished and seen > person.paired_ms and len(person.playing) < person.most

    def begin(self, group: Drawn, now_ms: int) -> None:
        people = [person for person in self.people if person.id in group.people]
        pairs = [*combinations(sorted(group.people), 2)]
        for pair in pairs:
            assert pair not in self.blocks
            assert all(at_ms <= now_ms - LASTS_MS for at_ms in self.met[pair])
            self.met[pair].append(now_ms)
        gone = [person for person in people if person.gone_ms and person.gone_ms <= now_ms]
        self.begun, self.stale = self.begun + 1, self.stale + bool(gone)
        end = now_ms + (3 * DAY if gone else self.lots.randint(*LENGTHS))
        for person in people:
            assert len(person.playing) < person.most
            person.paired_ms = now_ms
            if not gone:
                person.since_ms = now_ms
                person.first_ms = person.first_ms or now_ms
            else:
                person.paired_ms = -1
            person.playing |= {other.id: end for other in people if other is not person}
        for person in gone:
            person.wished_ms = BEGIN + 100 * DAY  # taken off the list


def community(size: int, seed: int) -> Month:
    lots, people = Random(seed), []
    for number in range(size):
        games = lots.sample([*INFOS], lots.choice((1, 2, 2, 3, 6)))
        kinds = {f"{game} {INFOS[game].variants[0]}" for game in games}
        kinds |= {kind for kind in KINDS if kind.split()[0] in games and lots.random() < 0.1}
        wished = BEGIN + (0 if lots.random() < 0.5 else lots.randrange(10 * DAY))
        person = Somebody(
            number + 1,
            frozenset(kinds),
            tuple(pace for pace in FASTEST[:-2] if pace == "normal" or lots.random() < 0.8),
            lots.choice(("either", "either", "either", "only", "none")),
            lots.choice((1, 2, 2, 3)),
            lots.randrange(24),
            lots.choice((1, 1, 1, 2, 3)),
            wished,
            wished + lots.randrange(30 * DAY) if lots.random() < 0.15 else None,
            wished,
        )
        people.append(person)
    month = Month(people, lots)
    for _ in range(size // 4):
        one, other = sorted(lots.sample(range(1, size + 1), 2))
        month.blocks.add((one, other))
    return month


def waits(months: list[Month]) -> list[float]:
    """List the hours until somebody's first match; infinite for nobody's."""
    return sorted(
        float("inf") if person.first_ms is None else (person.first_ms - person.wished_ms) / HOUR
        for month in months
        for person in month.people
        if person.gone_ms is None
    )


@pytest.mark.parametrize(("size", "seeds", "within"), [(8, 20, 7 * 24), (40, 4, 24)])
def test_nine_in_ten_play_soon(size: int, seeds: int, within: int) -> None:
    months = [community(size, seed) for seed in range(seeds)]
    for month in months:
        month.pass_by()
    hours = waits(months)
    assert sum(wait <= within for wait in hours) >= 0.9 * len(hours)
    assert sum(month.stale for month in months) <= 0.15 * sum(month.begun for month in months)


@pytest.mark.slow
def test_of_a_thousand_half_play_within_an_hour() -> None:
    month = community(1000, 1)
    month.pass_by()
    assert median(waits([month])) <= 1
    assert month.stale <= 0.15 * month.begun


LINES = st.builds(
    lambda since, points, paces, kinds: f"{since}|{points}|{' '.join(paces)}|{','.join(kinds)}",
    st.integers(0, 99),
    st.sampled_from(POINTS),
    st.sets(st.sampled_from(FASTEST), min_size=1),
    st.sets(st.sampled_from([*KINDS, "chess standard"]), min_size=1),
)


@given(st.lists(LINES, max_size=12), st.sets(st.tuples(st.integers(1, 12), st.integers(1, 12))))
def test_whoever_is_drawn_wishes_for_it_and_whoever_is_left_fits_nobody(
    lines: list[str], apart: set[tuple[int, int]]
) -> None:
    texts = [f"{number}|{line}" for number, line in enumerate(lines, 1)]
    banned = "\n".join(f"{first} {second}" for first, second in apart)
    groups = draw(Waiting("\n".join(texts), banned, "1 murus 1600.5", True), INFOS, BEGIN)
    wishes = {number: line.split("|") for number, line in enumerate(lines, 1)}
    people = [person for group in groups for person in group.people]
    assert len(people) == len(set(people))
    for group in groups:
        assert len(group.people) == INFOS[group.game].seats
        for person in group.people:
            _, points, paces, kinds = wishes[person]
            assert group.pace in paces.split()
            assert group.kind in kinds.split(",")
            assert points != "none" or not group.rated
            assert points != "only" or (group.rated and PACES[group.pace].timed)
        pairs = {tuple(sorted(pair)) for pair in combinations(group.people, 2)}
        assert pairs.isdisjoint({tuple(sorted(pair)) for pair in apart})
    left = [text for number, text in enumerate(texts, 1) if number not in people]
    assert draw(Waiting("\n".join(left), banned, "", True), INFOS, BEGIN + 1) == []
