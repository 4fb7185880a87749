"""Names and descriptions of commands in the languages of Discord's clients."""

from collections.abc import Iterable
from typing import Any

from discord import Locale, app_commands

from .catalogue import DEFAULT, catalogue, locales

ENGLISH = catalogue(DEFAULT)
CATALOGUES = {Locale.chinese: "zh-CN", Locale.taiwan_chinese: "zh-TW"}
"""Discord's languages that have a catalogue besides English."""


def choices(key: str, values: Iterable[object]) -> list[app_commands.Choice[str]]:
    """Make the fixed choices of an option, each named by the catalogue under `key`."""
    keys = {str(value): key.format(value) for value in values}
    return [app_commands.Choice(name=menu(key), value=value) for value, key in keys.items()]


def menu(key: str) -> app_commands.locale_str:
    """Name a choice, or an entry in a member's or a message's menu, by the catalogue."""
    return app_commands.locale_str(ENGLISH(key), key=key)


class CommandTranslator(app_commands.Translator):
    """Find the words by what they name: "command.match.new.description", "….new.game.name"."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        code = CATALOGUES.get(locale)
        if code not in locales():
            return None
        words = catalogue(code)
        key = _key(string, context.location, context.data)
        return words(key) if key in words else None


def _key(
    string: app_commands.locale_str, where: app_commands.TranslationContextLocation, named: Any
) -> str:
    if isinstance(named, app_commands.Parameter):
        path = f"{named.command.qualified_name}.{named.name}"
    elif isinstance(named, (app_commands.Command, app_commands.Group)):
        path = named.qualified_name
    else:
        return str(string.extras.get("key", ""))
    part = "description" if where.name.endswith("description") else "name"
    return f"command.{path.replace(' ', '.')}.{part}"
