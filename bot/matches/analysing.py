"""A finished match thought over by the computer, turn by turn, each from its mover's own view."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from games.core import Info, Seat, View
from games.submission import foresee

from .advising import as_boards_have_it
from .ids import MatchId
from .judged import Analysis, Judged
from .match import Match
from .referee import Referee
from .refusals import Code, Refusal
from .thinkers import Thinkers, Unanswered, Urgency

MOST_KEPT = 32
"""How many analyses are remembered."""
MOST_TURNS = 400
"""Of a longer match only the last turns are analysed."""
WIDE = 4
"""The level that analyses where dice and hidden pieces keep one position from telling what the turn
before it was worth: it looks less far than the strongest, but weighs more turns."""


class Analysing:
    """Analyses matches when somebody asks, and remembers them while the process lives."""

    def __init__(self, referee: Referee, thinkers: Thinkers) -> None:
        self._referee = referee
        self._thinkers = thinkers
        self._known: dict[MatchId, Analysis] = {}
        self._tasks: dict[MatchId, asyncio.Task[None]] = {}

    async def begin(self, match: MatchId) -> Analysis:
        """The analysis of an ended match, which goes on growing. Raises Refusal."""
        now = (await self._referee.load(match)).match
        if now.stand.outcome is None:
            raise Refusal(Code.NOT_OVER, match=match)
        if now.terms.game not in self._referee.players or not now.stand.turns:
            raise Refusal(Code.NO_ANSWER, match=match)
        known = self._known.get(match)
        if known is None or not (known.done or match in self._tasks):
            known = self._known[match] = Analysis(total=now.stand.turns)
            while len(self._known) > MOST_KEPT:
                del self._known[next(iter(self._known))]
            task = asyncio.create_task(self._analyse(now, known), name=f"analyse {match}")
            self._tasks[match] = task
            task.add_done_callback(lambda _: self._tasks.pop(match, None))
        return known

    async def close(self) -> None:
        """Give up what is under way; whoever asks again begins anew."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _analyse(self, match: Match, found: Analysis) -> None:
        """One position after the other, whenever nothing more urgent is to be thought of."""
        followed = await self._referee.course(match)
        info = self._referee.rules(match.terms.game).game.info
        first, lines = info.team(Seat(0)), followed.lines
        outcome = match.stand.outcome
        if outcome and outcome.winners:
            found.end = 1.0 if outcome.winners & first else 0.0
        views = {seat: followed.seen(seat) for seat in sorted(info.everybody)}
        public = followed.seen(None)
        turns = [
            (number, line.seat)
            for number, line in enumerate(lines)
            if line.kind == "act" and line.seat is not None and not public[number].free
        ][-MOST_TURNS:]
        found.total = len(turns)
        for count, (number, seat) in enumerate(turns, 1):
            past = views[seat][: number + 1]
            try:
                judged = await self._judged(match, past, lines[number].text)
            except Unanswered:
                continue
            value, lost, best = judged
            text = self._told(match, public[number + 1], lines[number].text)
            mine = value if seat in first else 1 - value
            found.turns.append(Judged(count, seat, text, mine, lost, best))
        if _comparable(info):
            found.turns[:] = _compared(found, first)
        found.done = True

    async def _judged(
        self, match: Match, past: tuple[View, ...], text: str
    ) -> tuple[float, float, str]:
        """What the mover could expect, what the turn gave away for sure, and the best turn."""
        game = self._referee.rules(match.terms.game).game
        player = self._referee.players[match.terms.game]
        level = len(player.levels) if _comparable(game.info) else min(WIDE, len(player.levels))
        budget = player.budget(past[-1], level)
        ranked = await self._thinkers.judge(
            match.terms.game, past, budget.nodes, match=match.id, urgency=Urgency.ANALYSIS
        )
        values = {foresee(game, past[-1], one.text)[1]: one.value for one in ranked}
        if not values:
            raise Unanswered(match.id)
        best = max(values, key=lambda one: values[one])
        worst = min(values.values())
        shown = as_boards_have_it(game, past[-1], best)
        return values[best], max(0.0, values[best] - values.get(text, worst)), shown

    def _told(self, match: Match, after: View, text: str) -> str:
        """A turn as everybody saw it."""
        last = self._referee.rules(match.terms.game).game.last(after)
        return last[1] if last else text


def _comparable(info: Info) -> bool:
    """Whether nothing but turns changes what can be expected."""
    return not info.secrets and not info.dice


def _compared(found: Analysis, first: frozenset[Seat]) -> list[Judged]:
    """The turns with what the position after them says of each: nothing but they has changed it."""
    after = [*(one.value for one in found.turns[1:]), found.end]
    told: list[Judged] = []
    for one, value in zip(found.turns, after, strict=True):
        if one.lost:
            sign = 1 if one.seat in first else -1
            one = replace(one, lost=min(1.0, max(one.lost, sign * (one.value - value))))
        told.append(one)
    return told
