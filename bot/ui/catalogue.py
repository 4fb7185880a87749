"""Words: one catalogue per language, from codes and arguments to sentences."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, TypeAlias

from babel import Locale

from games.core import Argument, Event, Word

Pattern: TypeAlias = str | Mapping[str, str]
"""A sentence with {places}, or one per plural form ("one", "other"), chosen by the argument `n`."""

DEFAULT = "en"


class Catalogue:
    """All words in one language; English stands in for what a translation lacks."""

    def __init__(self, locale: str, patterns: Mapping[str, Pattern]) -> None:
        self.locale = locale
        self.patterns = patterns
        self._plural = Locale.parse(locale, sep="-").plural_form

    def __call__(self, code: str, /, **args: Argument) -> str:
        pattern = self.patterns.get(code)
        if pattern is None:
            return code if self.locale == DEFAULT else catalogue(DEFAULT)(code, **args)
        if not isinstance(pattern, str):
            pattern = pattern.get(self._form(args.get("n")), pattern["other"])
        return pattern.format_map({name: self._argument(value) for name, value in args.items()})

    def __contains__(self, code: object) -> bool:
        return code in self.patterns

    def tell(self, event: Event) -> str:
        """What an event says."""
        return self(event.code, **event.args)

    def _form(self, n: Argument | None) -> str:
        return self._plural(n) if isinstance(n, int) else "other"

    def _argument(self, value: Argument) -> str | int:
        return self(value.code) if isinstance(value, Word) else value


def places(pattern: Pattern) -> frozenset[str]:
    """The names of the {places} in a sentence."""
    sentences = [pattern] if isinstance(pattern, str) else pattern.values()
    return frozenset(
        name for sentence in sentences for _, name, _, _ in Formatter().parse(sentence) if name
    )


def flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Pattern]]:
    """`[murus] wall = …` as ("murus.wall", …); a table with "other" is one entry's plural forms."""
    for key, value in table.items():
        if isinstance(value, str) or "other" in value:
            yield prefix + key, value
        else:
            yield from flatten(value, f"{prefix}{key}.")


@cache
def locales() -> tuple[str, ...]:
    """The languages there is a catalogue for, the default first."""
    found = {
        entry.name.removesuffix(".toml")
        for entry in (files("bot.ui") / "locales").iterdir()
        if entry.name.endswith(".toml")
    }
    return (DEFAULT, *sorted(found - {DEFAULT}))


@cache
def catalogue(locale: str) -> Catalogue:
    """The catalogue for a language tag, or for its language, or the default one."""
    language = locale.partition("-")[0]
    chosen = next(
        (
            known
            for wanted in (locale, language)
            for known in locales()
            if wanted in (known, known.partition("-")[0])
        ),
        DEFAULT,
    )
    text = (files("bot.ui") / "locales" / f"{chosen}.toml").read_text(encoding="utf-8")
    return Catalogue(chosen, dict(flatten(tomllib.loads(text))))
