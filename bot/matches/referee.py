"""What opening, joining and playing have in common: load, make the engine's steps, commit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games import fairness, submission
from games.core import Act, AnyRules, Entry, Over, Seat
from games.record import Seal

from .model import Code, Match, MatchId, Player, Refusal, StaleRevision
from .store.rows import Stored
from .store.store import Store


@dataclass(frozen=True, slots=True, repr=False)
class Step:
    """A position reached and the lines of the log that led there; secret like the position."""

    after: Stored
    state: Any
    entries: tuple[Entry, ...]


class Referee:
    """Applies the rules of the library's games to the matches of one store."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], int],
        entropy: Callable[[int], bytes],
        rulebook: Mapping[str, AnyRules],
    ) -> None:
        self.changed: Callable[[MatchId], object] = lambda match: None
        self._store = store
        self._now = now
        self._entropy = entropy
        self._rulebook = rulebook

    def _rules(self, game: str) -> AnyRules:
        if game not in self._rulebook:
            raise Refusal(Code.UNKNOWN_GAME, game=submission.excerpt(game))
        return self._rulebook[game]

    async def _load(self, match: MatchId, key: int | None = None) -> Stored:
        found = await self._store.load(match, key)
        if found is None:
            raise Refusal(Code.UNKNOWN_MATCH, match=submission.excerpt(match))
        return found

    async def _commit(
        self,
        key: int,
        before: Stored,
        after: Stored,
        otherwise: Refusal,
        entries: Sequence[Entry] = (),
        known: Sequence[Player] = (),
        seal: Seal | None = None,
    ) -> Match | None:
        """The match as committed; None if this very interaction had been carried out meanwhile.

        Raises `otherwise` if somebody else was faster.
        """
        if await self._store.advance(key, before, after, entries, known, seal):
            self.changed(after.match.id)
            return after.match
        if await self._store.handled(key):
            return None
        raise otherwise

    def _settle(
        self,
        rules: AnyRules,
        stored: Stored,
        state: Any,
        entries: tuple[Entry, ...] = (),
        *,
        set_up: bool = False,
    ) -> Step:
        """Let chance act after these entries, and note who is to act then or how it ended.

        What is done to `set_up` a game is no turn of it.
        """
        match, draws = stored.match, stored.draws

        def draw(sides: tuple[int, ...]) -> tuple[int, ...]:
            nonlocal draws
            label, draws = str(draws), draws + 1
            return fairness.roll(stored.seed, match.id, match.salt or "", label, sides)

        state, rolls = submission.roll_on(rules, state, draw)
        turn = rules.turn(state)
        after = replace(
            match,
            status="over" if isinstance(turn, Over) else "running",
            revision=match.revision + len(entries) + len(rolls),
            turns=match.turns + (0 if set_up else sum(map(_turns, entries))),
            taken_back=any(entry.kind == "takeback" for entry in entries),
            to_act=turn.seats if isinstance(turn, Act) else frozenset(),
            outcome=turn if isinstance(turn, Over) else None,
            updated_ms=self._now(),
        )
        position = rules.dump(state)
        step = replace(stored, match=after, draws=draws, position=position, offer=None)
        return Step(step, state, (*entries, *rolls))


def _turns(entry: Entry) -> int:
    """How many turns a line of the log adds."""
    if entry.kind == "takeback":
        return -int(entry.text)
    return int(entry.kind in ("act", "lapse"))


def playing(match: Match, user: int, revision: int | None = None) -> Seat:
    """The seat of a player in a running match, if nothing has happened since `revision`."""
    if match.status != "running":
        raise Refusal(Code.NOT_RUNNING, match=match.id)
    seat = seat_of(match, user)
    if revision is not None and revision != match.revision:
        raise StaleRevision(match.id)
    return seat


def seat_of(match: Match, user: int) -> Seat:
    """The seat a user plays. Raises Refusal for everybody else."""
    seat = match.seat_of(user)
    if seat is None:
        raise Refusal(Code.NOT_A_PLAYER, match=match.id)
    return seat
