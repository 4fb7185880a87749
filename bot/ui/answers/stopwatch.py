"""The stopwatch of interactions: how long answers take, and what becomes of them, for monitors."""

import asyncio
from typing import Any

import discord

from bot.metrics import Outcome, count_answer

BEGUN_S = "begun_s"


def begin(interaction: discord.Interaction[Any]) -> None:
    interaction.extras[BEGUN_S] = asyncio.get_running_loop().time()


def end(interaction: discord.Interaction[Any], room: str, outcome: Outcome) -> None:
    """Count an interaction, handled in a room of `bot/commands`, and the time it has taken."""
    now_s = asyncio.get_running_loop().time()
    count_answer(room, outcome, now_s - interaction.extras.get(BEGUN_S, now_s))
