"""Analysis, under the last board of a match: what each turn was worth, for whoever asks."""

from __future__ import annotations

import asyncio

import discord

from bot.matches.judged import Analysis, Judged
from bot.matches.match import Match
from bot.ui import lines
from bot.ui.catalogue import Catalogue
from bot.ui.visits import Answer, Visit, verb
from games.core import Seat
from render.curve import Swing

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
    found = await visit.desk.matches.analysing.begin(match.id)
    words, told = visit.words, -1
    for _ in range(ROUNDS):
        if found.done:
            break
        if told != len(found.turns):
            told = len(found.turns)
            await visit.show(words("analysis.going_on", n=told, total=found.total))
        await asyncio.sleep(ROUND_S)
    if not found.turns:
        await visit.show(words("match.no_answer", match=match.id))
        return
    await visit.show(content(match, found, words), file=await picture(visit, match, found))


def content(match: Match, found: Analysis, words: Catalogue) -> str:
    """How many turns of what kind each side took, and the worst of them."""
    told = [lines.DOT.join((lines.title(match, words), words("analysis.title")))]
    for player in match.players:
        own = [one for one in found.turns if one.seat == player.seat]
        counts = {
            grade: sum(one.grade == grade for one in own)
            for grade in ("good", "inaccurate", "mistake", "blunder")
        }
        who = lines.player(match, player.seat, words)
        told.append(words("analysis.counts", player=who, **counts))
    told += [_line(match, one, words) for one in worst(found)]
    told.append(words("analysis.how"))
    return "\n".join(told)


def worst(found: Analysis) -> list[Judged]:
    """The turns that gave away most, in order."""
    bad = [one for one in found.turns if one.grade != "good"]
    chosen = sorted(bad, key=lambda one: -one.lost)[:MOST_TOLD]
    return sorted(chosen, key=lambda one: one.number)


def _line(match: Match, one: Judged, words: Catalogue) -> str:
    return words(
        "analysis.turn",
        n=one.number,
        player=lines.player(match, one.seat, words),
        action=one.text,
        grade=words(f"analysis.grade.{one.grade}"),
        lost=lines.score(one.lost),
        best=one.best,
    )


async def picture(visit: Visit, match: Match, found: Analysis) -> discord.File:
    """The curve, in the asker's theme and language."""
    values = [*(one.value for one in found.turns), found.end]
    swings = [Swing(_at(found, one), one.grade != "inaccurate") for one in worst(found)]
    info = visit.desk.matches.games[match.terms.game].info
    first = info.team(Seat(0))
    both = first, info.everybody - first
    sides = [lines.WITH.join(_name(match, seat, visit) for seat in sorted(one)) for one in both]
    name = f"analysis-{match.id}.png"
    return await visit.desk.curve(values, swings, (sides[0], sides[1]), visit.reader, name)


def _at(found: Analysis, one: Judged) -> int:
    """Where a turn stands on the curve: at the position after it."""
    return found.turns.index(one) + 1


def _name(match: Match, seat: Seat, visit: Visit) -> str:
    return lines.name(match, seat, visit.words)
