"""Questions about a board, answered in words: `/match ask`, and Ask under Text."""

from discord import app_commands

from bot.matches.match.match import Match
from bot.ui.answers.client import Interaction
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls.buttons import Window, button, choose, on, rows
from bot.ui.words import answers, lines
from bot.ui.words.answers import OF_SQUARES, QUESTIONS, Question
from bot.ui.words.translator import choices

from ..group import MATCH, command
from ..options import MOST_CHOICES, choice, find_view, matches_here

LONGEST_SQUARE = 4


@command(MATCH, question=choices("choice.question.{}", QUESTIONS), match=matches_here)
async def ask(
    interaction: Interaction,
    question: str | None = None,
    square: str | None = None,
    since: int | None = None,
    match: str | None = None,
) -> None:
    """Answer a question about a match, or list the questions."""
    visit = await interaction.client.visit(interaction)
    current = await visit.find(match)
    current.check_begun()
    if question is None and since is not None:
        question = "played"
    wanted = next((known for known in QUESTIONS if known == question), None)
    if wanted or square:
        await show(visit, current, await answer(visit, current, wanted, square or "", since))
    else:
        await show(visit, current, visit.words("ask.which"))


@ask.autocomplete("square")
async def squares(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """List squares with what the asker may know to stand there, those with pieces first."""
    seen = await find_view(interaction)
    if seen is None:
        return []
    words = (await interaction.client.desk.reader(interaction)).words
    start = typed.strip().casefold()
    fitting = [square for square in answers.squares(seen, words) if square.startswith(start)]
    tagged = [(answers.tag(seen, square, words), square) for square in fitting]
    return [choice(*row) for row in sorted(tagged, key=lambda row: row[0] == row[1])][:MOST_CHOICES]


@verb("ask", Answer.PRIVATE)
async def ask_here(visit: Visit) -> None:
    match = await visit.match()
    match.check_begun()
    await show(visit, match, visit.words("ask.which"))


@verb("asked", Answer.IN_PLACE)
async def answer_question(visit: Visit) -> None:
    match = await visit.match()
    wanted = next((question for question in QUESTIONS if question == visit.press.value), None)
    await show(visit, match, await answer(visit, match, wanted, "", None))


@verb("ask_square", Answer.AT_ONCE)
async def ask_square(visit: Visit) -> None:
    match, words = await visit.match(), visit.words
    window = Window(
        words("button.ask_square"),
        words("ask.square_label"),
        on(match, "asked_square"),
        LONGEST_SQUARE,
    )
    await visit.open_window(window)


@verb("asked_square", Answer.IN_PLACE)
async def answer_square(visit: Visit) -> None:
    """Answer all questions about the square written into that window."""
    match = await visit.match()
    await show(visit, match, await answer(visit, match, None, visit.press.value, None))


async def answer(
    visit: Visit, match: Match, question: Question | None, square: str, since: int | None
) -> str:
    """Answer a question from what the asker may see; without one, all there is about a square."""
    matches, words = visit.desk.matches, visit.words
    if question == "clock":
        return answers.clocks(match, matches.now(), words)
    if question == "played":
        await matches.arrive(match.id, visit.key)
    seen = await matches.see(match.id, visit.user, key=visit.key)
    if question == "played":
        turns = await matches.reading.turns_that_count(match.id, visit.user, visit.key)
        return answers.turns_played(seen, turns, since, words)
    if question is None:
        return answers.everything(seen, square, words)
    return answers.answer(seen, question, square, words)


async def show(visit: Visit, match: Match, text: str) -> None:
    """Show an answer, with the questions that can be asked next."""
    words = visit.words
    asked = [question for question in QUESTIONS if question not in OF_SQUARES]
    named: dict[str, str] = {question: words(f"choice.question.{question}") for question in asked}
    items = (
        choose(on(match, "asked"), named, words("ask.which")),
        button(words("button.ask_square"), on(match, "ask_square")),
    )
    await visit.show(lines.title(match, words), text, view=rows(*items))
