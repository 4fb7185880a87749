"""Names and descriptions of commands in the languages of Discord's clients."""

from collections.abc import Iterable
from typing import Any

from discord import Locale
from discord.app_commands import (
    Choice,
    Command,
    Group,
    Parameter,
    TranslationContextLocation,
    TranslationContextTypes,
    Translator,
    locale_str,
)

from .catalogue import DEFAULT, catalogue, locales

ENGLISH = catalogue(DEFAULT)
CATALOGUES = {Locale.chinese: "zh-CN", Locale.taiwan_chinese: "zh-TW"}
"""Discord's languages that have a catalogue besides English."""


def choices(key: str, values: Iterable[object]) -> list[Choice[str]]:
    """Make the fixed choices of an option, each named by the catalogue under `key`."""
    keys = {str(value): key.format(value) for value in values}
    return [Choice(name=menu(key), value=value) for value, key in keys.items()]


def menu(key: str) -> locale_str:
    """Name a choice, or an entry in a member's or a message's menu, by the catalogue."""
    return locale_str(ENGLISH(key), key=key)


class CommandTranslator(Translator):
    """Find the words by what they name: "command.match.new.description", "….new.game.name"."""

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        code = CATALOGUES.get(locale)
        if code not in locales():
            return None
        words = catalogue(code)
        key = _key(string, context.location, context.data)
        return words(key) if key in words else None


def _key(string: locale_str, where: TranslationContextLocation, named: Any) -> str:
    if isinstance(named, Parameter):
        path = f"{named.command.qualified_name}.{named.name}"
    elif isinstance(named, (Command, Group)):
        path = named.qualified_name
    else:
        return str(string.extras.get("key", ""))
    part = "description" if where.name.endswith("description") else "name"
    return f"command.{path.replace(' ', '.')}.{part}"
