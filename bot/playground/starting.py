"""Starts of the simulated Discord, which SimCord gives five seconds each."""

from collections.abc import Callable

import discord
import simcord

from bot.ui.answers.client import Tetrarch

AGAIN = 3
"""The number of times a start is tried again: a starved machine may need longer."""


async def start(env: simcord.Env, make: Callable[[], Tetrarch]) -> None:
    """Start a simulated Discord; `make` makes the bot for another try. Raises TimeoutError."""
    for _ in range(AGAIN):
        try:
            await env.start()
        except TimeoutError:
            await shut_down(env.bot)
            env.bot = make()
        else:
            return
    await env.start()


async def restart(env: simcord.Env, make: Callable[[], Tetrarch]) -> None:
    """Start a new process, as far as the simulated Discord can tell. Raises TimeoutError."""
    last, bot = env.bot, make()
    try:
        await env.restart_bot(bot)
    except TimeoutError:
        await bot.shut_down()
        env.bot = make()
        await start(env, make)
    await shut_down(last)


async def shut_down(bot: discord.Client) -> None:
    if isinstance(bot, Tetrarch):
        await bot.shut_down()
