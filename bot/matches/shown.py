"""What is remembered about messages and readers: boards shown, layouts, settings, lists."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from games.core import Word

from .ids import MatchId

Scope: TypeAlias = Literal["turn", "mine", "here", "open", "finished"]
CHANNEL, CARD, DIRECT = "channel", "card", "dm:"
"""The audiences of a match's messages; a direct message's ends with the seat."""
SHOWN_OPEN = -1
"""The revision of a card that still offers its buttons."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Which message shows a match to an audience ("channel", "card"), and at which revision."""

    match: MatchId
    audience: str
    channel: int
    message: int
    revision: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Pieces to set up, as a text of their codes, and what they are called.

    The `title` is a preset's word or the name the layout was kept under. The `stamp` tells this
    draft from what it was before; without the match's seed it tells nothing.
    """

    codes: str
    title: str | Word
    stamp: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Preferences:
    """A user's settings. `locale` None follows the Discord client, `theme` None the server.

    With `codes` Junqi's pieces show their codes large, for those who do not read Chinese.
    """

    locale: str | None = None
    theme: str | None = None
    confirm: bool = True
    pings: bool = True
    codes: bool = False
