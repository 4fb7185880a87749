"""A JSON document read place by place, so that a refusal can say which place is wrong."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from ..core import NotationError

T = TypeVar("T")


class Code(StrEnum):
    """The faults of a document."""

    BAD_DOCUMENT = "record.bad_document"
    WRITTEN_TWICE = "record.written_twice"


def parse(text: str, name: str) -> Place:
    """Return the top of a document of that name. Raises NotationError."""
    try:
        return Place(name, json.loads(text, object_pairs_hook=_object))
    except NotationError:
        raise
    except (ValueError, RecursionError):
        raise NotationError(Code.BAD_DOCUMENT, place="JSON") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object, refusing a key written twice, of which readers could take either."""
    document: dict[str, Any] = {}
    for key, value in pairs:
        if key in document:
            plain = "".join(c for c in key if c.isprintable() and c != "`")
            raise NotationError(Code.WRITTEN_TWICE, key=plain[:24])
        document[key] = value
    return document


@dataclass(frozen=True, slots=True)
class Place:
    """A value of a document and its path there. The methods raise NotationError."""

    path: str
    value: Any

    def wrong(self) -> NotationError:
        """Return the refusal that names this place."""
        return NotationError(Code.BAD_DOCUMENT, place=self.path)

    def __getitem__(self, key: str) -> Place:
        if not isinstance(self.value, dict):
            raise self.wrong()
        place = Place(f"{self.path}.{key}", self.value.get(key))
        if key not in self.value:
            raise place.wrong()
        return place

    def items(self, least: int, most: int) -> list[Place]:
        """Return the items of a list that has from `least` to `most` of them."""
        if not isinstance(self.value, list) or not least <= len(self.value) <= most:
            raise self.wrong()
        return [Place(f"{self.path}.{n}", value) for n, value in enumerate(self.value)]

    def list(self, key: str, most: int) -> list[Place]:
        """Return the items under a key that may be missing."""
        missing = isinstance(self.value, dict) and key not in self.value
        return [] if missing else self[key].items(0, most)

    def has(self, key: str) -> bool:
        """Tell whether this is an object with that key."""
        return isinstance(self.value, dict) and key in self.value

    def optional(self) -> Place | None:
        """Return this place, or None for null."""
        return None if self.value is None else self

    def text(self, pattern: str) -> str:
        """Return a text that matches the whole pattern."""
        if not isinstance(self.value, str) or not re.fullmatch(pattern, self.value, re.DOTALL):
            raise self.wrong()
        return self.value

    def number(self, below: int) -> int:
        """Return a whole number from 0 that is below the limit."""
        if type(self.value) is not int or not 0 <= self.value < below:
            raise self.wrong()
        return self.value

    def one_of(self, *choices: T) -> T:
        """Return the value, which is one of these."""
        for choice in choices:
            if self.value == choice and type(self.value) is type(choice):  # 0 is not False
                return choice
        raise self.wrong()
