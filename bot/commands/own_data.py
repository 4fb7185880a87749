"""Delete, under Privacy in the settings: all about the asker, once they have typed a word."""

from __future__ import annotations

from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls import own_data


@verb("erase", Answer.IN_PLACE)
async def ask(visit: Visit) -> None:
    """Say what would go and what would stay."""
    await show_question(visit)


@verb("erase_sure", Answer.AT_ONCE)
async def confirm(visit: Visit) -> None:
    """Open the window for the word."""
    await visit.interaction.response.send_modal(own_data.window(visit.words))


@verb("erased", Answer.IN_PLACE)
async def erase(visit: Visit) -> None:
    """Delete everything about the asker, if they have typed the word."""
    words = visit.words
    word = words("data.word")
    if visit.press.value.strip().casefold() != word.casefold():
        await show_question(visit, words("data.other_word", word=word))
        return
    await visit.desk.matches.forgetting.forget(visit.user)
    await visit.show(words("data.done"))


async def show_question(visit: Visit, told: str = "") -> None:
    """Ask before deleting, after what is `told`."""
    stakes = await visit.desk.matches.forgetting.stakes(visit.user)
    screen = own_data.deletion(stakes, visit.words, told)
    await visit.show(screen.content, view=screen.view)
