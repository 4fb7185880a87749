"""Pieces as their owner sets them up."""

from dataclasses import dataclass, field

from games.core import Word

BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters that cannot be seen, though Unicode counts them as such."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Pieces to set up, as a text of their codes. The `title` is a preset's word or the name they
    were kept under; the `stamp` tells drafts apart, and nothing without the match's seed."""

    codes: str
    title: str | Word
    stamp: str = field(default="", compare=False)
