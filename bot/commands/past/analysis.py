"""Analysis, under the last board of a match: what each turn was worth, for all who ask."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence

from bot.matches.machines.analysis import GRADES, Analysis, RatedTurn, worst
from bot.matches.match.match import Match
from bot.matches.match.players import Who
from bot.ui.answers.past import ROUND_S, ROUNDS
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls import panels
from bot.ui.controls.buttons import rows
from bot.ui.words import lines
from bot.ui.words.catalogue import Catalogue
from games.core import Seat

MOST_NUMBERS = 40
"""The most turns with a hint that are listed."""


@verb("analysis", Answer.PRIVATE)
async def analysis(visit: Visit) -> None:
    """Analyse a finished match, and show its curve and the turns that changed most."""
    match = await visit.match()
    analysing = visit.desk.matches.analysing
    result = await analysing.begin(match.id)
    words, reported = visit.words, -1
    for _ in range(ROUNDS):
        if not analysing.going_on(match.id):
            break
        if reported != len(result.turns):
            reported = len(result.turns)
            await visit.show(words("analysis.going_on", n=reported, total=result.total))
        await asyncio.sleep(ROUND_S)
    if not result.turns:
        await visit.show(words("match.no_answer", match=match.id))
        return
    info = visit.desk.matches.game(match).info
    seat = match.seat_of(visit.user)
    own = info.team(Seat(0) if seat is None else seat)
    past = await visit.desk.matches.reading.history(match.id, visit.user, key=visit.key)
    posted = {step.number: step.posted for step in past.steps if step.posted and step.kind == "act"}
    text = content(match, own, result, words, posted)
    boards = (panels.after_turn(match, turn.number, words) for turn in worst(result))
    seen = await visit.desk.matches.see(match.id, None)
    picture = await visit.desk.studio.curve(seen, result, own, words, visit.reader.theme)
    await visit.show(text, file=picture, view=rows(*boards))


def content(
    match: Match,
    own: frozenset[Seat],
    result: Analysis,
    words: Catalogue,
    posted: Mapping[int, tuple[int, int]],
) -> str:
    """Count each player's turns of every grade, name the worst and those with a hint. The curve is
    that of the `own` side. Turns among those `posted` lead to their messages."""
    parts = [lines.title(match, words, words("analysis.title"))]
    if not result.done:
        parts.append(words("analysis.unfinished", n=len(result.turns), total=result.total))
    for player in match.players:
        own_turns = [turn for turn in result.turns if turn.seat == player.seat]
        names = [_taker(match, turn.seat, turn.who, words) for turn in own_turns]
        for name in dict.fromkeys(names) or [lines.player(match, player.seat, words)]:
            taken = (turn for turn, named in zip(own_turns, names, strict=True) if named == name)
            grades = Counter(turn.grade for turn in taken)
            counts = {grade: grades[grade] for grade in GRADES}
            parts.append(words("analysis.counts", player=name, **counts))
        if hinted := [str(turn.number) for turn in own_turns if turn.hinted]:
            parts.append(words("analysis.hinted", n=len(hinted), turns=_some(hinted, words)))
    parts += map(lines.small, lines.substitutions(match, words))
    parts += [_line(match, turn, words, posted.get(turn.number)) for turn in worst(result)]
    top = (lines.player(match, seat, words) for seat in sorted(own))
    parts.append(words("analysis.how", player=lines.WITH.join(top)))
    return "\n".join(parts)


def _some(numbers: Sequence[str], words: Catalogue) -> str:
    """List numbers of turns, of a great many the first."""
    more = ["…"] if len(numbers) > MOST_NUMBERS else []
    return words("alt.comma").join((*numbers[:MOST_NUMBERS], *more))


def _line(match: Match, one: RatedTurn, words: Catalogue, posted: tuple[int, int] | None) -> str:
    address = lines.message_url(match.terms.guild, *posted) if posted else ""
    return words(
        "analysis.turn",
        n=f"[{one.number}]({address})" if address else one.number,
        player=_taker(match, one.seat, one.who, words),
        action=one.text,
        grade=words(f"analysis.grade.{one.grade}"),
        lost=lines.score(one.given_away),
        best=one.best,
    )


def _taker(match: Match, seat: Seat, who: Who, words: Catalogue) -> str:
    """Name who took a turn: the seat's player now, or an earlier one."""
    now = match.players[seat].who
    return lines.player(match, seat, words) if who == now else lines.who(who, words)
