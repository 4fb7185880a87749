"""Random walks through a game, and the trials on the way."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from games.core import AnyGame, AnyRules, Entry, Over, Roll, Seat
from games.replay import replay
from games.rulebook import RULES
from games.submission import join_actions, unfinished
from tests.families import mapped
from tests.twins import differing, reaching

from .toys.cups import CUPS_RULES
from .toys.cups import disguises as cups
from .toys.quartet import QUARTET_RULES
from .toys.quartet import disguises as quartet

Disguises: TypeAlias = Callable[[Any, Seat | None], Iterator[Any]]

SUBJECTS: dict[str, AnyRules] = {**RULES, "cups": CUPS_RULES, "quartet": QUARTET_RULES}
"""Every game the laws hold for."""
DISGUISES: dict[str, Disguises] = {
    "cups": cups,
    "quartet": quartet,
    **dict(mapped("disguises", "DISGUISES")),
}
"""For every game with secrets the states that a viewer cannot tell from a given one."""
WIDER: dict[str, tuple[str, ...]] = dict(mapped("disguises", "WIDER"))
"""Options that add squares to a board: with them the laws hold as well."""
LONGEST = 2000
"""More lines than any random game may take."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A state on the way and, unless chance is to act or the game is over, the action there."""

    state: Any
    seat: Seat | None
    action: Any


@dataclass(frozen=True, slots=True)
class Walk:
    """A game from its first state to its end, action by action."""

    rules: AnyRules
    variant: str
    moments: tuple[Moment, ...]
    log: tuple[Entry, ...]

    @property
    def game(self) -> AnyGame:
        return self.rules.game

    @property
    def end(self) -> Any:
        return self.moments[-1].state

    def texts(self) -> list[str]:
        """List every action that was open to any seat on the way, written."""
        found = {
            self.game.format(action)
            for moment in self.moments
            for seat in seats(self.game)
            for action in self.game.legal(self.rules.view(moment.state, seat))
        }
        return sorted(found)


def seats(game: AnyGame) -> tuple[Seat, ...]:
    return tuple(map(Seat, range(game.info.seats)))


def viewers(game: AnyGame) -> tuple[Seat | None, ...]:
    return (*seats(game), None)


def walk(rules: AnyRules, variant: str, seed: int, state: Any = None) -> Walk:
    """Play on to the end by chance, which also picks the first of several seats to act."""
    game = rules.game
    rng = random.Random(f"{game.info.id} {variant} {seed}")
    moments: list[Moment] = []
    log: list[Entry] = []
    state = rules.initial(variant) if state is None else state
    while not isinstance(turn := rules.turn(state), Over):
        assert len(log) < LONGEST, "this game does not end"
        if isinstance(turn, Roll):
            moments.append(Moment(state, None, None))
            faces = tuple(rng.randint(1, s) for s in turn.sides)
            state = rules.roll(state, faces)
            log.append(Entry("roll", None, " ".join(map(str, faces))))
            continue
        seat = rng.choice(sorted(turn.seats))
        written: list[str] = []
        while not written or unfinished(rules.view(state, seat)):
            action = rng.choice(sorted(game.legal(rules.view(state, seat)), key=game.format))
            moments.append(Moment(state, seat, action))
            state = rules.apply(state, seat, action)
            written.append(game.format(action))
        log.append(Entry("act", seat, join_actions(game.info, written)))
    moments.append(Moment(state, None, None))
    return Walk(rules, variant, tuple(moments), tuple(log))


@cache
def walked(game_id: str, variant: str, seed: int) -> Walk:
    """Return the same walk again, for all tests."""
    return walk(SUBJECTS[game_id], variant, seed)


def replayed(walked: Walk) -> list[Any]:
    return list(replay(walked.rules, walked.variant, walked.log))


def interference(rules: AnyRules, state: Any, seat: Seat | None, texts: list[str]) -> set[str]:
    """List the things by which the seat can tell the state from one with other secrets."""
    real = reaching(rules, state, seat, texts)
    twins = DISGUISES[rules.game.info.id](state, seat)
    leaks = (differing(real, reaching(rules, twin, seat, texts)) for twin in twins)
    return set[str]().union(*leaks)
