"""Compares a translation with the English words, for whoever writes it."""

import sys
from pathlib import Path

from babel import Locale, UnknownLocaleError

from bot.config import Settings
from bot.ui.words.catalogue import DEFAULT, parts

from .proofreading import faults
from .status import COULD_NOT, FOUND, GOOD

NONE = """\
There is no catalogue {locale} here. Copy the folder bot/ui/locales/en under that name, translate
what is in it, and ask again."""


def main(_: Settings, locale: str, folder: Path | None = None) -> int:
    """Print a catalogue's faults, a line each, from a `folder` or the program's own."""
    try:
        own = parts(locale, folder) if _is_language(locale) else {}
    except FileNotFoundError:
        own = {}
    except (OSError, ValueError) as failure:
        print(f"The catalogue {locale} cannot be read: {failure}", file=sys.stderr)
        return COULD_NOT
    if not own:
        print(NONE.format(locale=locale), file=sys.stderr)
        return COULD_NOT
    english = own if locale == DEFAULT else parts(DEFAULT)
    found = [f"{key}: {fault}" for key, fault in faults(locale, own, english)]
    print(*found, sep="\n", end="\n" if found else "")
    print(f"{locale}: {sum(map(len, own.values())):,} words, {len(found):,} faults")
    return FOUND if found else GOOD


def _is_language(tag: str) -> bool:
    try:
        Locale.parse(tag, sep="-")
    except (ValueError, UnknownLocaleError):
        return False
    return True
