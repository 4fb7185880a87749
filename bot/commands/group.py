"""The groups `/match` and `/admin`, and how the files here declare commands, in them or beside."""

import inspect
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias, TypeVar

import discord
from discord import app_commands

from bot.ui.answers.client import Interaction
from bot.ui.words.translator import ENGLISH

Choices: TypeAlias = list[app_commands.Choice[str]]
Suggest: TypeAlias = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]
Function: TypeAlias = Callable[..., Coroutine[Any, Any, None]]
Command: TypeAlias = app_commands.Command[Any, ..., None]
Offered = TypeVar("Offered")


def anywhere(offered: Offered) -> Offered:
    """Offer a command in the bot's direct messages as well, and to people who have added the bot to
    their account alone."""
    there = app_commands.allowed_contexts(guilds=True, dms=True)(offered)
    return app_commands.allowed_installs(guilds=True, users=True)(there)


MATCH = anywhere(app_commands.Group(name="match", description=ENGLISH("command.match.description")))

ADMIN = app_commands.Group(
    name="admin",
    description=ENGLISH("command.admin.description"),
    default_permissions=discord.Permissions(manage_guild=True),
)
"""For those who may manage the server; a server can give it to others, so every command asks."""


def command(
    group: app_commands.Group | None = None, /, **offered: Choices | Suggest
) -> Callable[[Function], Command]:
    """Make a command of a function, under its name and with its options, described by the
    catalogue. `offered` are an option's fixed choices, or a function that suggests some."""

    def declare(function: Function) -> Command:
        name = function.__name__.rstrip("_")
        path = f"command.{group.name}.{name}" if group else f"command.{name}"
        _, *options = inspect.signature(function).parameters
        texts = {option: ENGLISH(f"{path}.{option}.description") for option in options}
        fixed = {option: known for option, known in offered.items() if not callable(known)}
        found = {option: suggest for option, suggest in offered.items() if callable(suggest)}
        app_commands.describe(**texts)(function)
        app_commands.choices(**fixed)(function)
        app_commands.autocomplete(**found)(function)
        description = ENGLISH(f"{path}.description")
        declared: Command = app_commands.Command(
            name=name, description=description, callback=function
        )
        if group:
            group.add_command(declared)
        return declared

    return declare
