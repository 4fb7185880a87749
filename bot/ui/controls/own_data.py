"""The question before everything about a person is deleted: what goes, and what stays."""

from dataclasses import asdict

import discord

from bot.matches.upkeep.deletion import Stakes

from ..words.catalogue import Catalogue
from .buttons import NO_MATCH, Press, Window, button, rows
from .picker import Screen

LONGEST_WORD = 20


def deletion(stakes: Stakes, words: Catalogue, notice: str = "") -> Screen:
    """Ask whether somebody wants everything about them deleted; `notice` is said first."""
    lines = [notice, words("data.title"), words("data.goes", **asdict(stakes))]
    if stakes.running:
        lines.append(words("data.ends", n=stakes.running))
    if stakes.open:
        lines.append(words("data.closes", n=stakes.open))
    lines += [words("data.stays"), words("data.anew")]
    sure = Press(NO_MATCH, 0, "erase_sure")
    view = rows(
        button(words("data.keep"), Press(NO_MATCH, 0, "panel", "blocks")),
        button(words("data.sure"), sure, discord.ButtonStyle.danger),
    )
    return Screen("\n".join(filter(None, lines)), view)


def window(words: Catalogue) -> Window:
    """Make the window in which they type a word to confirm it."""
    label = words("data.label", word=words("data.word"))
    return Window(words("data.delete"), label, Press(NO_MATCH, 0, "erased"), LONGEST_WORD)
