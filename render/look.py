"""How somebody wants a position shown: theme, words, names, side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from games.core import Argument, Pick

Theme: TypeAlias = Literal["light", "dark", "contrast"]


class Words(Protocol):
    """A catalogue in one language."""

    @property
    def locale(self) -> str:
        """A language tag such as "en" or "zh-CN"."""

    def __call__(self, code: str, /, **args: Argument) -> str:
        """The words for a code; the code itself where the catalogue has none."""

    def __contains__(self, code: object) -> bool: ...


@dataclass(frozen=True, slots=True)
class Look:
    """One reader's wishes for one picture.

    `names` are the players' names by seat; `below` is the seat shown at the lower side. `picked` is
    what was chosen so far in the private picker, as in `Game.path`; what can come next is marked.
    A `private` picture says that only its reader sees it; its reader's `notes` are written on the
    squares they name. `codes` puts the codes of pieces before their Chinese names, large. `title`
    is what a layout being set up is called. A `preview` has not been played yet.
    """

    words: Words
    theme: Theme = "light"
    names: tuple[str, ...] = ()
    below: int = 0
    private: bool = False
    picked: tuple[Pick, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    codes: bool = False
    title: str = ""
    preview: bool = False

    @property
    def squares(self) -> tuple[str, ...]:
        """What was picked of squares, without the words."""
        return tuple(pick for pick in self.picked if isinstance(pick, str))
