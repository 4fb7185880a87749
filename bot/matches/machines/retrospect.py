"""An ended match, turn by turn, with what a computer has found about each of its turns."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from games.core import AnyGame, Info, Over, Seat, View
from games.quitting import WITHOUT_RESULT
from games.records.record import Hint

from ..course import MatchCourse
from ..match.match import Match
from ..match.players import Who
from ..match.remarks import Judgement
from .analysis import Analysis, RatedTurn

MOST_TURNS = 400
"""Of a longer match only the last turns are analysed."""


class AnalysisReport:
    """The turns of an ended match, and the judgements `known` by now, by the number of the turn."""

    def __init__(
        self,
        match: Match,
        game: AnyGame,
        course: MatchCourse,
        held: Mapping[Seat, Sequence[tuple[int, Who]]],
        hints: Collection[Hint],
        known: Mapping[int, Judgement | None],
    ) -> None:
        self.match = match
        self.known = dict(known)
        self._info: Info = game.info
        self._game = game
        self._held = held
        self._hinted = {(hint.seat, hint.revision) for hint in hints}
        self._lines, self._revisions = tuple(course.lines), tuple(course.revisions)
        self._views = {seat: course.views(seat) for seat in sorted(self._info.everybody)}
        self._public = course.views(None)
        self._turns = {
            number: (line, seat) for number, line, seat in list(course.turns())[-MOST_TURNS:]
        }

    def unknown(self) -> Iterator[tuple[int, tuple[View, ...], str]]:
        """List the turns yet to be judged: the number, the mover's views by then, and the text."""
        for number, (line, seat) in self._turns.items():
            if number not in self.known:
                yield number, self._views[seat][: line + 1], self._lines[line].text

    def analysis(self) -> Analysis:
        """Return the analysis as far as the turns have been judged."""
        first = self._info.team(Seat(0))
        turns = map(self.rate_turn, self._turns)
        found = Analysis(len(self._turns), turns=[turn for turn in turns if turn is not None])
        found.done = self._turns.keys() <= self.known.keys()
        if found.done:
            found.end = _result(self.match, first)
        if found.done and self._turns and comparable(self._info):
            last, _ = list(self._turns.values())[-1]
            played_out = isinstance(self._public[last + 1].turn, Over)
            found.turns[:] = _compare(found.turns, first, found.end if played_out else None)
        return found

    def rate_turn(self, number: int) -> RatedTurn | None:
        """Return a turn as it is rated by itself, if an answer to it is known."""
        (line, seat), judged = self._turns[number], self.known.get(number)
        if judged is None:
            return None
        since, last = self._revisions[line], self._game.last(self._public[line + 1])
        text = last[1] if last else self._lines[line].text  # as everybody saw it
        return RatedTurn(
            number,
            seat,
            who=next(computer for begun, computer in reversed(self._held[seat]) if begun <= since),
            text=text,
            value=judged.value if seat in self._info.team(Seat(0)) else 1 - judged.value,
            given_away=judged.lost,
            best=judged.best,
            hinted=(seat, since) in self._hinted,
        )


def comparable(info: Info) -> bool:
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


def _compare(
    turns: Sequence[RatedTurn], first: frozenset[Seat], end: float | None
) -> Iterator[RatedTurn]:
    """Grade each turn by the position after it as well, which nothing but the turn has changed, and
    the last one by the result (`end`) if it brought that about."""
    for turn, later in zip_longest(turns, turns[1:]):
        after = end
        if later is not None:
            after = later.value if later.number == turn.number + 1 else None
        if turn.given_away and after is not None:
            sign = 1 if turn.seat in first else -1
            given_away = sign * (turn.value - after)
            yield replace(turn, given_away=min(1.0, max(turn.given_away, given_away)))
        else:
            yield turn
