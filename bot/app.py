"""Wires the bot together; nothing here talks to Discord before it is run."""

from __future__ import annotations

from bot.commands import board as boards
from bot.commands import endings, rules, setup
from bot.commands import list as lists
from bot.commands import mark as marks
from bot.commands import move as moves
from bot.commands import new as challenges
from bot.commands import settings as panel
from bot.commands.group import match

from .config import Settings
from .ui.desk import Tetrarch

COGS = (boards, challenges, endings, lists, marks, moves, panel, rules, setup)


def create(settings: Settings) -> Tetrarch:
    """The client, ready to be run with a token or attached to a simulated Discord."""
    verbs = {verb: handler for cog in COGS for verb, handler in cog.VERBS.items()}
    return Tetrarch(settings, (match, moves.move), verbs)
