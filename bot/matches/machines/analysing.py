"""Analysis of a finished match by the computer, turn by turn, each from its mover's own view."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from games.core import Info, Over, Seat, View
from games.quitting import WITHOUT_RESULT
from games.submission import foresee

from ..match.ids import MatchId
from ..match.match import Match
from ..match.refusals import Code, Refusal
from ..referee import Referee
from .advising import as_boards_have_it
from .analysis import Analysis, RatedTurn
from .thinkers import Thinkers, Unanswered, Unasked, Urgency

log = logging.getLogger(__name__)

MOST_KEPT = 32
"""The most analyses remembered."""
MOST_TURNS = 400
"""Of a longer match only the last turns are analysed."""
WIDE = 4
"""The level for games in which, because of dice or hidden pieces, a position does not tell the
worth of the turn before it. It looks less far ahead than the strongest, but weighs more turns."""


class Analysing:
    """Analyses matches on request, and remembers the results while the process lives."""

    def __init__(self, referee: Referee, thinkers: Thinkers) -> None:
        self._referee = referee
        self._thinkers = thinkers
        self._known: dict[MatchId, Analysis] = {}
        self._tasks: dict[MatchId, asyncio.Task[None]] = {}

    async def begin(self, match: MatchId) -> Analysis:
        """Begin the analysis of an ended match, which goes on growing. Raises Refusal."""
        current = (await self._referee.load(match)).match
        if current.stand.outcome is None:
            raise Refusal(Code.NOT_OVER, match=match)
        if current.terms.game not in self._referee.players or not current.stand.turns:
            raise Refusal(Code.NO_ANSWER, match=match)
        known = self._known.get(match)
        if known is None or not (known.done or match in self._tasks):
            self._known.pop(match, None)
            known = self._known[match] = Analysis(total=current.stand.turns)
            for old in [one for one in self._known if one not in self._tasks][:-MOST_KEPT]:
                del self._known[old]
            task = asyncio.create_task(self._analyse(current, known), name=f"analyse {match}")
            self._tasks[match] = task
            task.add_done_callback(lambda _: self._tasks.pop(match, None))
        return known

    def found(self, match: MatchId) -> Analysis | None:
        """Return the whole analysis of a match, if it is still known."""
        known = self._known.get(match)
        return known if known and known.done and known.turns else None

    def going_on(self, match: MatchId) -> bool:
        """Tell whether an analysis is still growing."""
        return match in self._tasks

    async def close(self) -> None:
        """Give up what is under way; the next request begins anew."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _analyse(self, match: Match, found: Analysis) -> None:
        try:
            await self._go_through(match, found)
        except Exception:  # the next request begins anew
            log.exception("the analysis of match=%s has failed", match.id)

    async def _go_through(self, match: Match, found: Analysis) -> None:
        """Judge one position after the other, whenever the workers have nothing more urgent."""
        course = await self._referee.course(match)
        held = await self._referee.held(match)
        info = self._referee.rules(match.terms.game).game.info
        first, lines = info.team(Seat(0)), course.lines
        advised = {(one.seat, one.revision) for one in await self._referee.store.hints(match.id)}
        views = {seat: course.views(seat) for seat in sorted(info.everybody)}
        public = course.views(None)
        turns = list(course.turns())[-MOST_TURNS:]
        found.total = len(turns)
        for number, line, seat in turns:
            past = views[seat][: line + 1]
            try:
                value, given_away, best = await self._judged(match, past, lines[line].text)
            except Unasked:
                return
            except Unanswered:  # it would not be next time either
                continue
            since = course.revisions[line]
            who = next(one for begun, one in reversed(held[seat]) if begun <= since)
            text = self._public_text(match, public[line + 1], lines[line].text)
            mine = value if seat in first else 1 - value
            turn = RatedTurn(number, seat, who, text, mine, given_away, best)
            found.turns.append(replace(turn, hinted=(seat, since) in advised))
        found.end = _result(match, first)
        if turns and _comparable(info):
            played_out = isinstance(public[turns[-1][1] + 1].turn, Over)
            found.turns[:] = _compared(found.turns, first, found.end if played_out else None)
        found.done = True

    async def _judged(
        self, match: Match, past: tuple[View, ...], text: str
    ) -> tuple[float, float, str]:
        """Return the mover's expected score, the part the turn gave away, and the best turn."""
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

    def _public_text(self, match: Match, after: View, text: str) -> str:
        """Write a turn as everybody saw it."""
        last = self._referee.rules(match.terms.game).game.last(after)
        return last[1] if last else text


def _comparable(info: Info) -> bool:
    """Tell whether nothing but turns changes the expected score."""
    return not info.secrets and not info.dice


def _result(match: Match, first: frozenset[Seat]) -> float | None:
    """Return the first side's score of a match, None without a result."""
    outcome = match.stand.outcome
    if outcome is None or outcome.reason in WITHOUT_RESULT:
        return None
    if not outcome.winners:
        return 0.5
    return 1.0 if outcome.winners & first else 0.0


def _compared(
    turns: Sequence[RatedTurn], first: frozenset[Seat], end: float | None
) -> Iterator[RatedTurn]:
    """Grade each turn by the position after it as well, which nothing but the turn has changed.

    `end` is the result, if the last turn has brought it about.
    """
    for one, later in zip_longest(turns, turns[1:]):
        after = end
        if later is not None:
            after = later.value if later.number == one.number + 1 else None
        if one.given_away and after is not None:
            sign = 1 if one.seat in first else -1
            given_away = sign * (one.value - after)
            yield replace(one, given_away=min(1.0, max(one.given_away, given_away)))
        else:
            yield one
