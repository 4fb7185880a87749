"""Analysis of a finished match by the computer, turn by turn, each from its mover's own view."""

import asyncio
import logging
from contextlib import suppress

from games.core import View
from games.submission import foresee

from ..match.ids import MatchId
from ..match.match import Match
from ..match.refusals import Code, Refusal
from ..match.remarks import Judgement
from ..referee import Referee
from ..store.judgements import Judgements
from .analysis import Analysis
from .hints import as_boards_have_it
from .retrospect import AnalysisReport, comparable
from .thinkers import Thinkers, Unanswered, Unasked, Urgency

log = logging.getLogger(__name__)

WIDE = 4
"""The level for games in which, because of dice or hidden pieces, a position does not tell the
worth of the turn before it. It looks less far ahead than the strongest, but weighs more turns."""


class Analyses:
    """Analyses matches on request. What is found is kept with the match, turn by turn, and found
    anew once the player has another version."""

    def __init__(self, referee: Referee, thinkers: Thinkers, judgements: Judgements) -> None:
        self._referee = referee
        self._thinkers = thinkers
        self._judgements = judgements
        self._growing: dict[MatchId, Analysis] = {}
        self._tasks: dict[MatchId, asyncio.Task[None]] = {}

    async def begin(self, match: MatchId) -> Analysis:
        """Return the analysis of an ended match; it grows until it is done. Raises Refusal."""
        stored = await self._referee.load(match)
        ended = stored.match
        if ended.stand.outcome is None:
            raise Refusal(Code.NOT_OVER, match=match)
        if ended.terms.game not in self._referee.players or not ended.stand.turns:
            raise Refusal(Code.NO_ANSWER, match=match)
        self._referee.check_version(stored)
        past = await self._retrospect(ended)
        growing = self._growing.get(match)
        if growing is not None:
            return growing
        found = past.analysis()
        if not found.done:
            self._growing[match] = found
            task = asyncio.create_task(self._analyse(past, found), name=f"analyse {match}")
            self._tasks[match] = task
            task.add_done_callback(lambda _: self._end(match))
        return found

    async def find(self, match: Match) -> Analysis | None:
        """Return the whole analysis of an ended match, if there is one."""
        if not await self._known_judgements(match):
            return None
        found = (await self._retrospect(match)).analysis()
        return found if found.done and found.turns else None

    async def find_meanwhile(self, match: Match, longest_s: float) -> Analysis | None:
        """Analyse an ended match if nobody waits for a computer, and return that once it is done;
        None if it cannot be, or not in `longest_s` seconds. Raises Refusal if it cannot be read."""
        if self._thinkers.queue:
            return None
        with suppress(Refusal):
            await self.begin(match.id)
        if task := self._tasks.get(match.id):
            await asyncio.wait([task], timeout=longest_s)
        return await self.find(match)

    def going_on(self, match: MatchId) -> bool:
        """Tell whether an analysis is still growing."""
        return match in self._tasks

    async def close(self) -> None:
        """Break off what is under way; the next request goes on with it."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _end(self, match: MatchId) -> None:
        del self._tasks[match], self._growing[match]

    async def _known_judgements(self, match: Match) -> dict[int, Judgement | None]:
        player = self._referee.players.get(match.terms.game)
        return await self._judgements.of(match.id, player.version) if player else {}

    async def _retrospect(self, match: Match) -> AnalysisReport:
        referee = self._referee
        return AnalysisReport(
            match,
            referee.rules(match.terms.game).game,
            await referee.course(match),
            await referee.holders(match),
            await referee.store.hints(match.id),
            await self._known_judgements(match),
        )

    async def _analyse(self, past: AnalysisReport, found: Analysis) -> None:
        """Judge one turn after the other, whenever the workers have nothing more urgent."""
        match = past.match
        version = self._referee.players[match.terms.game].version
        try:
            for number, views, text in past.unknown():
                try:
                    judged = await self._judge(match, views, text)
                except Unasked:
                    return
                except Unanswered:  # it would not be next time either
                    judged = None
                await self._judgements.keep(match.id, number, version, judged)
                past.known[number] = judged
                found.turns += filter(None, [past.rate_turn(number)])
            whole = past.analysis()
            found.turns, found.end, found.done = whole.turns, whole.end, whole.done
        except Exception:  # the next request goes on
            log.exception("the analysis of match=%s has failed", match.id)

    async def _judge(self, match: Match, past: tuple[View, ...], text: str) -> Judgement:
        """Judge a turn by its mover's views up to it. Raises Unanswered."""
        game = self._referee.rules(match.terms.game).game
        player = self._referee.players[match.terms.game]
        level = len(player.levels) if comparable(game.info) else min(WIDE, len(player.levels))
        budget = player.budget(past[-1], level)
        ranked = await self._thinkers.judge(
            match.terms.game, past, budget.nodes, match=match.id, urgency=Urgency.ANALYSIS
        )
        values = {foresee(game, past[-1], choice.text)[1]: choice.value for choice in ranked}
        if not values:
            raise Unanswered(match.id)
        best = max(values, key=lambda value: values[value])
        lost = max(0.0, values[best] - values.get(text, min(values.values())))
        return Judgement(values[best], lost, as_boards_have_it(game, past[-1], best))
