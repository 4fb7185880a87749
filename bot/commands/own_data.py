"""Export and Delete, under Privacy in the settings: all about the asker, to take away or to go."""

import io

import discord

from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls import own_data


@verb("export", Answer.PRIVATE)
async def export(visit: Visit) -> None:
    """Hand out all that is kept about the asker, as files."""
    first, *others = await visit.desk.matches.exporting.today(visit.user)
    of = 1 + len(others)
    await visit.show(visit.words("data.exported"), file=_file(first, 1))
    for number, text in enumerate(others, 2):
        caption = visit.words("data.exported_part", n=number, of=of)
        await visit.add(caption, file=_file(text, number))


def _file(text: str, number: int) -> discord.File:
    return discord.File(io.BytesIO(text.encode()), filename=f"tetrarch-{number}.json")


@verb("erase", Answer.IN_PLACE)
async def ask(visit: Visit) -> None:
    await show_question(visit)


@verb("erase_sure", Answer.AT_ONCE)
async def confirm(visit: Visit) -> None:
    """Open the window for the word."""
    await visit.open_window(own_data.window(visit.words))


@verb("erased", Answer.IN_PLACE)
async def erase(visit: Visit) -> None:
    """Delete everything about the asker, if they have typed the word."""
    words = visit.words
    word = words("data.word")
    if visit.press.value.strip().casefold() != word.casefold():
        await show_question(visit, words("data.other_word", word=word))
        return
    await visit.desk.matches.forgetting.grant(visit.user)
    await visit.show(words("data.done"))


async def show_question(visit: Visit, notice: str = "") -> None:
    """Ask before deleting, after a `notice`; refuse at once what would be refused."""
    forgetting = visit.desk.matches.forgetting
    await forgetting.check(visit.user)
    screen = own_data.deletion(await forgetting.stakes(visit.user), visit.words, notice)
    await visit.show(screen.content, view=screen.view)
