"""Analysis, under the last board of a match: what each turn was worth, for whoever asks."""

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
"""How often the asker is told how far it has come."""
ROUNDS = 300
"""An interaction can be answered for a quarter of an hour."""
MOST_TOLD = 6
"""How many turns are named."""


@verb("analysis", Answer.PRIVATE)
async def analysis(visit: Visit) -> None:
    """Analyse a finished match, and show its curve and the turns that changed most."""
    match = await visit.match()
    analysing = visit.desk.matches.analysing
    found = await analysing.begin(match.id)
    words, told = visit.words, -1
    for _ in range(ROUNDS):
        if not analysing.going_on(match.id):
            break
        if told != len(found.turns):
            told = len(found.turns)
            await visit.show(words("analysis.going_on", n=told, total=found.total))
        await asyncio.sleep(ROUND_S)
    if not found.turns:
        await visit.show(words("match.no_answer", match=match.id))
        return
    info = visit.desk.matches.game(match).info
    text = content(match, info, found, words)
    await visit.show(text, file=await picture(visit, match, found))


def content(match: Match, info: Info, found: Analysis, words: Catalogue) -> str:
    """How many turns of what kind everybody took, and the worst of them."""
    told = [lines.DOT.join((lines.title(match, words), words("analysis.title")))]
    if not found.done:
        told.append(words("analysis.unfinished", n=len(found.turns), total=found.total))
    for player in match.players:
        own = [one for one in found.turns if one.seat == player.seat]
        names = [_named(match, one.seat, one.who, words) for one in own]
        for name in dict.fromkeys(names) or [lines.player(match, player.seat, words)]:
            taken = (one for one, named in zip(own, names, strict=True) if named == name)
            grades = Counter(one.grade for one in taken)
            counts = {grade: grades[grade] for grade in GRADES}
            told.append(words("analysis.counts", player=name, **counts))
    told += lines.reliefs(match, words)
    told += [_line(match, one, words) for one in worst(found)]
    top = (lines.player(match, seat, words) for seat in sorted(info.team(Seat(0))))
    told.append(words("analysis.how", player=lines.WITH.join(top)))
    return "\n".join(told)


def worst(found: Analysis) -> list[RatedTurn]:
    """The turns that gave away most, in order."""
    bad = [one for one in found.turns if one.grade != "good"]
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
    """Who took a turn: the one who has the seat, or who had it before."""
    now = match.players[seat].who
    return lines.player(match, seat, words) if who == now else lines.who(who, words)


async def picture(visit: Visit, match: Match, found: Analysis) -> discord.File:
    """The curve, in the asker's theme and language."""
    last = found.turns[-1]
    course = [(one.number - 1, one.value) for one in found.turns]
    course.append((last.number, last.value if found.end is None else found.end))
    swings = [Swing(one.number, one.grade != "inaccurate") for one in worst(found)]
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
