"""Hints: `/match hint`, and the button under a private board; the record says who asked when."""

from bot.matches.match.match import Match
from bot.ui.answers.client import Interaction
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls import panels
from bot.ui.words import lines

from ..group import MATCH, command
from ..options import matches_here


@command(MATCH, match=matches_here)
async def hint(interaction: Interaction, match: str | None = None) -> None:
    visit = await interaction.client.visit(interaction)
    await show_hint(visit, await visit.find(match, acting=True))


@verb("hint", Answer.PRIVATE)
async def hint_here(visit: Visit) -> None:
    await show_hint(visit, await visit.match())


async def show_hint(visit: Visit, match: Match) -> None:
    """Show the best turns, each with what it does and the score it promises, to be played."""
    turns = await visit.desk.matches.advising.hint(match.id, visit.user)
    words = visit.words
    parts = [lines.title(match, words, words("hint.title"))]
    for number, advice in enumerate(turns, 1):
        deed = f"`{advice.text}`"
        if news := lines.effects(advice.news, words):
            deed = words("alt.who", side=deed, name=news)
        score = words("hint.wins") if advice.wins else lines.score(advice.value)
        parts.append(words("line.told", deed=f"{number}. {deed}", news=score))
    view = panels.hint_panel(match, [turn.text for turn in turns], words)
    await visit.show(*parts, words("hint.noted"), view=view)
