"""What a translation lacks, has too much, or has wrong, beside the English catalogue."""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TypeAlias

from babel import Locale

from bot.ui.words.catalogue import DEFAULT, Pattern, places
from bot.ui.words.direction import has_turning

Parts: TypeAlias = Mapping[str, Sequence[tuple[str, Pattern]]]
"""The entries of a catalogue's files, as `catalogue.parts` reads them."""
LOWER = re.compile(r"\b[a-z]{2,}\b")


class Fault(StrEnum):
    """The faults of an entry."""

    MISSING = "missing"
    SURPLUS = "surplus"
    TWICE = "twice"
    ELSEWHERE = "in another file than the English one"
    STALE = "still the English text"
    PLACES = "other {places} than the English text"
    BROKEN = "its braces do not match"
    PLURAL = "without the plural forms of its language"
    TURNED = "signs beside {places} turn round unless both stand between U+2066 and U+2069"


def faults(locale: str, own: Parts, english: Parts) -> Iterator[tuple[str, Fault]]:
    """List the faults of a catalogue, each with the key of its entry, by file and key."""
    homes = {key: name for name, said in english.items() for key, _ in said}
    wanted = dict(entry for said in english.values() for entry in said)
    needed = {*Locale.parse(locale, sep="-").plural_form.rules, "other"}
    known: set[str] = set()
    for name, said in own.items():
        for key, pattern in said:
            if key in known:
                yield key, Fault.TWICE
            known.add(key)
            if key not in wanted:
                yield key, Fault.SURPLUS
                continue
            if homes[key] != name:
                yield key, Fault.ELSEWHERE
            yield from ((key, fault) for fault in _wrong(pattern, wanted[key], needed))
            if locale != DEFAULT and pattern == wanted[key] and _prose(pattern):
                yield key, Fault.STALE
    yield from ((key, Fault.MISSING) for key in wanted if key not in known)


def _wrong(pattern: Pattern, english: Pattern, needed: set[str]) -> Iterator[Fault]:
    if not isinstance(pattern, str) and set(pattern) != needed:
        yield Fault.PLURAL
    if any(map(has_turning, [pattern] if isinstance(pattern, str) else pattern.values())):
        yield Fault.TURNED
    try:
        if places(pattern) != places(english):
            yield Fault.PLACES
    except ValueError:
        yield Fault.BROKEN


def _prose(pattern: Pattern) -> bool:
    """Tell a text in words from names and signs, which may be the same in every language."""
    texts = [pattern] if isinstance(pattern, str) else pattern.values()
    bare = " ".join(re.sub(r"\{[^}]*\}", "", text) for text in texts)
    return len(LOWER.findall(bare)) > 1
