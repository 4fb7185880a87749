"""Analysis, under the last board of a match: what each turn was worth, for all who ask."""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial

import discord

from bot.matches.machines.analysis import GRADES, Analysis, RatedTurn
from bot.matches.match.match import Match
from bot.matches.match.players import Who
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.words import lines
from bot.ui.words.catalogue import Catalogue
from games.core import Info, Seat
from render.curve.curve import Swing, curve
from render.look import Look

ROUND_S = 2
"""The time between two reports of progress to the asker."""
ROUNDS = 300
"""The most reports: an interaction can be answered for a quarter of an hour."""
MOST_TOLD = 6
"""The most turns that are named."""


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
    text = content(match, info, result, words)
    await visit.show(text, file=await picture(visit, match, result))


def content(match: Match, info: Info, result: Analysis, words: Catalogue) -> str:
    """Count each player's turns of every grade, and name the worst of them."""
    parts = [lines.DOT.join((lines.title(match, words), words("analysis.title")))]
    if not result.done:
        parts.append(words("analysis.unfinished", n=len(result.turns), total=result.total))
    for player in match.players:
        own = [one for one in result.turns if one.seat == player.seat]
        names = [_named(match, one.seat, one.who, words) for one in own]
        for name in dict.fromkeys(names) or [lines.player(match, player.seat, words)]:
            taken = (one for one, named in zip(own, names, strict=True) if named == name)
            grades = Counter(one.grade for one in taken)
            counts = {grade: grades[grade] for grade in GRADES}
            parts.append(words("analysis.counts", player=name, **counts))
    parts += lines.substitutions(match, words)
    parts += [_line(match, one, words) for one in worst(result)]
    top = (lines.player(match, seat, words) for seat in sorted(info.team(Seat(0))))
    parts.append(words("analysis.how", player=lines.WITH.join(top)))
    return "\n".join(parts)


def worst(result: Analysis) -> list[RatedTurn]:
    """Return the turns that gave away most, in order."""
    bad = [one for one in result.turns if one.grade != "good"]
    chosen = sorted(bad, key=lambda one: -one.given_away)[:MOST_TOLD]
    return sorted(chosen, key=lambda one: one.number)


def _line(match: Match, one: RatedTurn, words: Catalogue) -> str:
    return words(
        "analysis.turn",
        n=one.number,
        player=_named(match, one.seat, one.who, words),
        action=one.text,
        grade=words(f"analysis.grade.{one.grade}"),
        lost=lines.score(one.given_away),
        best=one.best,
    )


def _named(match: Match, seat: Seat, who: Who, words: Catalogue) -> str:
    """Name who took a turn: the seat's player now, or an earlier one."""
    now = match.players[seat].who
    return lines.player(match, seat, words) if who == now else lines.who(who, words)


async def picture(visit: Visit, match: Match, result: Analysis) -> discord.File:
    """Draw the curve, in the asker's theme and language."""
    last = result.turns[-1]
    course = [(one.number - 1, one.value) for one in result.turns]
    course.append((last.number, last.value if result.end is None else result.end))
    swings = [Swing(one.number, one.grade != "inaccurate") for one in worst(result)]
    info = visit.desk.matches.game(match).info
    first = info.team(Seat(0))
    both = first, info.everybody - first
    sides = [
        lines.WITH.join(lines.name(match, seat, visit.words) for seat in sorted(one))
        for one in both
    ]
    name = f"analysis-{match.id}.png"
    wanted = Look(visit.words, visit.reader.theme, private=True)
    drawn = partial(curve, course, swings, (sides[0], sides[1]), wanted)
    return await visit.desk.studio.drawn(drawn, name)
