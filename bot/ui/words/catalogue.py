"""One catalogue per language, from codes and arguments to sentences: a folder with common.toml,
history.toml, admin.toml, and a file for the words of every game."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import accumulate
from string import Formatter
from typing import Any, TypeAlias

from babel import Locale

from games.core import Argument, Event, Word

from . import direction

Pattern: TypeAlias = str | Mapping[str, str]
"""A sentence with {places}, or one per plural form ("one", "other"), chosen by the argument `n`. A
place that begins with a slash is a command: {/match new}."""
Mention: TypeAlias = Callable[[str], str]
"""Turn a command, "match new" or "move", into something to press; "" while its id is unknown."""

DEFAULT = "en"
TOML = ".toml"
COMMON = f"common{TOML}"
"""The words that belong to no game."""
MIXED = re.compile(
    "[0-9A-Za-z\u00c0-\u024f][\u4e00-\u9fff]|[\u4e00-\u9fff][0-9A-Za-z\u00c0-\u024f]"
)
"""A Latin letter or digit next to a Chinese character."""
STAND_INS = (
    (re.compile(r"\b([a-z]+)-[a-z]+\."), r"\1."),
    (re.compile(r"^command\..+\.([a-z0-9_]+\.[a-z]+)$"), r"command.any.\1"),
    (re.compile(r"^rules\.[a-z-]+\.([a-z]+\.title)$"), r"rules.any.\1"),
)
"""For a mode of a family (junqi-four) the family, for an option that many commands have, or a page
that many rules have, "any": they have the words that it has not."""


class Catalogue:
    """All words in one language; English stands in for what a translation lacks. Without a
    `mention` commands are named as Discord shows them in this language, in code marks."""

    def __init__(
        self, locale: str, patterns: Mapping[str, Pattern], mention: Mention | None = None
    ) -> None:
        self.locale = locale
        self.patterns = patterns
        self._mention = mention
        language = Locale.parse(locale, sep="-")
        self._plural = language.plural_form
        self._turned = language.text_direction == "rtl"

    def __call__(self, code: str, /, **args: Argument) -> str:
        pattern = self._find(code)
        if pattern is None:
            return code if self.locale == DEFAULT else catalogue(DEFAULT)(code, **args)
        if not isinstance(pattern, str):
            n = args.get("n")
            form = self._plural(n) if isinstance(n, int) else "other"
            pattern = pattern.get(form, pattern["other"])
        given = {
            name: self(value.code) if isinstance(value, Word) else value
            for name, value in args.items()
        }
        return self._fill(pattern, _Values(given, self.command))

    def __contains__(self, code: object) -> bool:
        return isinstance(code, str) and self._find(code) is not None

    def __reduce__(self) -> tuple[Callable[[str], Catalogue], tuple[str]]:
        """Reach another process as the name of a language; commands cannot be pressed there."""
        return catalogue, (self.locale,)

    def _find(self, code: str) -> Pattern | None:
        if code in self.patterns:
            return self.patterns[code]
        codes = (form.sub(stand_in, code) for form, stand_in in STAND_INS)
        return next((self.patterns[known] for known in codes if known in self.patterns), None)

    def tell(self, event: Event) -> str:
        return self(event.code, **event.args)

    def command(self, name: str) -> str:
        """Name a command, "match new" or "move": as something to press, or in code marks."""
        if mention := self._mention and self._mention(name):
            return mention
        paths = accumulate(name.split(), "{}.{}".format)
        return f"`/{' '.join(self(f'command.{path}.name') for path in paths)}`"

    def apart(self, text: str) -> str:
        """Keep a text of signs and numbers apart, where it stands in lines from right to left."""
        return direction.apart(text) if self._turned else text

    def mentioning(self, mention: Mention) -> Catalogue:
        """Return the same words with commands that can be pressed."""
        return Catalogue(self.locale, self.patterns, mention)

    def _fill(self, pattern: str, values: Mapping[str, str | int]) -> str:
        """Fill a sentence in; Chinese leaves a space between its own characters and Latin ones, and
        in a line from right to left what is not is kept apart."""
        if self._turned:
            return direction.fill(pattern, lambda part: part.format_map(values))
        if not self.locale.startswith("zh"):
            return pattern.format_map(values)
        sentence = ""
        for literal, name, _, _ in Formatter().parse(pattern):
            for part in (literal, "" if name is None else str(values[name])):
                sentence += f" {part}" if MIXED.match(sentence[-1:] + part[:1]) else part
        return sentence


class _Values(dict[str, str | int]):
    """The values for the places of a sentence: its arguments, and the commands it names."""

    def __init__(self, given: Mapping[str, str | int], command: Callable[[str], str]) -> None:
        super().__init__(given)
        self._command = command

    def __missing__(self, place: str) -> str:
        if not place.startswith("/"):
            raise KeyError(place)
        return self._command(place.removeprefix("/"))


def places(pattern: Pattern) -> frozenset[str]:
    """List the names of the {places} in a sentence. Raises ValueError for braces that gape."""
    sentences = [pattern] if isinstance(pattern, str) else pattern.values()
    parsed = [part for sentence in sentences for part in Formatter().parse(sentence)]
    return frozenset(name for _, name, _, _ in parsed if name is not None)


def flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Pattern]]:
    """Yield `[murus] wall = …` as ("murus.wall", …); a table with "other" is one entry."""
    for key, value in table.items():
        if isinstance(value, str) or "other" in value:
            yield prefix + key, value
        else:
            yield from flatten(value, f"{prefix}{key}.")


@cache
def locales() -> tuple[str, ...]:
    """List the languages there is a catalogue for, the default first."""
    tags = {entry.name for entry in _folder().iterdir() if (entry / COMMON).is_file()}
    return (DEFAULT, *sorted(tags - {DEFAULT}))


@cache
def catalogue(locale: str) -> Catalogue:
    """Find the catalogue for a language tag, else for its language, else the default one."""
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
    return Catalogue(chosen, dict(entry for part in parts(chosen).values() for entry in part))


def parts(
    locale: str, folder: Traversable | None = None
) -> Mapping[str, tuple[tuple[str, Pattern], ...]]:
    """Read the entries of a catalogue's files, by the file's name: "common", "murus". Raises
    OSError, or ValueError for a file that cannot be read as TOML."""
    return {
        entry.name.removesuffix(TOML): tuple(flatten(tomllib.loads(entry.read_text("utf-8"))))
        for entry in sorted(((folder or _folder()) / locale).iterdir(), key=lambda path: path.name)
        if entry.name.endswith(TOML)
    }


def _folder() -> Traversable:
    return files("bot.ui") / "locales"
