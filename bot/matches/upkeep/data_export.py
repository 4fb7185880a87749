"""All that is kept about a person, for them to take away: their rows, matches and records."""

import asyncio
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any

from games.clock import DAY
from games.core import Sayable
from games.records.record import write

from ..match.match import Match
from ..match.refusals import Code, Refusal
from ..past.evidence import Evidence
from ..past.history_reading import Reading
from ..referee import Referee
from ..store.traces import PersonalData

DURATIONS = frozenset({"bank_ms", "left_ms"})
"""The columns of people whose milliseconds are no moment."""
LONGEST_PART = 8_000_000
"""The most bytes of a part, unless one record is longer: Discord takes files of 10 MiB."""
MOST_MATCHES = 100_000


class DataExport:
    """Writes down what is kept about people, for each of them once a day."""

    def __init__(
        self, referee: Referee, evidence: Evidence, reading: Reading, traces: PersonalData
    ) -> None:
        self._referee = referee
        self._evidence = evidence
        self._reading = reading
        self._traces = traces
        self._taken: dict[int, int] = {}

    async def today(self, user: int) -> list[str]:
        """Export what is kept about a user, as `export` does. Raises Refusal a second time."""
        now = self._referee.now()
        self._taken = {user: at for user, at in self._taken.items() if at > now - DAY}
        if user in self._taken:
            raise Refusal(Code.EXPORTED_TODAY, at_ms=self._taken[user] + DAY)
        self._taken[user] = now
        try:
            return await self.export(user)
        except BaseException:
            self._taken.pop(user, None)
            raise

    async def export(self, user: int, longest: int = LONGEST_PART) -> list[str]:
        """Write what is kept about a user as documents of JSON, each of `longest` bytes at most: of
        running matches what the user sees, of ended ones the record, which anybody can have. No
        seed, nonce or piece still secret is in it, and no note but their own and published ones."""
        rows = [
            {"why": why, "rows": [_write_row(row) for row in found]}
            for why, found in await self._traces.of(user)
        ]
        running = await self._referee.store.list_matches(user, "mine", None, MOST_MATCHES)
        seen = [await self._running_match(match, user) for match in running if match.running]
        first = {"person": str(user), "made": _moment(self._referee.now())}
        whole = partial(json.dumps, first | {"kept": rows, "running": seen}, ensure_ascii=False)
        parts = [await asyncio.to_thread(whole, indent=1)]
        ended = await self._referee.store.list_matches(user, "finished", None, MOST_MATCHES)
        packed: list[str] = []
        size = 0
        for match in ended:
            text = await self._record(match)
            length = len(text.encode()) + 2
            if packed and size + length > longest:
                parts.append(_pack(packed))
                packed, size = [], 0
            packed.append(text)
            size += length
        return [*parts, _pack(packed)] if packed else parts

    async def _running_match(self, match: Match, user: int) -> dict[str, Any]:
        told = {"match": match.id, "game": match.terms.game, "variant": match.options.variant}
        told["begun"] = _moment(match.begun_ms or match.terms.created_ms)
        try:
            seen = self._referee.for_reader(await self._referee.load(match.id), user)
            turns = await self._reading.turns_that_count(match.id, user)
        except Sayable:
            return {**told, "board": "it cannot be read"}
        taken = [(turn.number, seen.game.last(turn.view)) for turn in turns]
        said = [f"{number} {last[1]}" for number, last in taken if last]
        return {
            **told,
            "seat": seen.view.seat,
            "board": seen.game.diagram(seen.view),
            "turns": said,
        }

    async def _record(self, match: Match) -> str:
        try:
            return write(await self._evidence.record(match.id)).strip()
        except Sayable:  # its moves are no longer kept
            outcome = match.stand.outcome
            return json.dumps(
                {
                    "match": match.id,
                    "game": match.terms.game,
                    "variant": match.options.variant,
                    "ended": _moment(match.updated_ms),
                    "reason": outcome.reason if outcome else None,
                    "results": {player.seat: player.result for player in match.players},
                }
            )


def _pack(records: Iterable[str]) -> str:
    return '{"records": [\n' + ",\n".join(records) + "\n]}\n"


def _write_row(row: Mapping[str, object]) -> dict[str, object]:
    """Write a row by words, its times as people read them; numbers of Discord are no figures."""
    return {
        name.removesuffix("_ms").replace("_", " "): _value(name, value)
        for name, value in row.items()
        if value is not None
    }


def _value(name: str, value: object) -> object:
    if isinstance(value, int) and name in DURATIONS:
        return f"{value // 1000} s"
    if isinstance(value, int) and name.endswith("_ms"):
        return _moment(value)
    return str(value) if isinstance(value, int) and abs(value) >= 1 << 53 else value


def _moment(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="seconds")
