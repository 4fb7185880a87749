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

    `names` are the players' names by seat as they are drawn, `spoken` as they are read aloud where
    that differs; `below` is the seat that sits at the lower side.
    `picked` is what was chosen so far in the private picker, as in `Game.path`; what can come next
    is marked. Of a square that is chosen by file and rank the last pick may be the file alone. A
    `private` picture says that only its reader sees it; its reader's `notes` are written on the
    squares they name. `codes` puts the codes of pieces before their Chinese names, large; None
    leaves that to the language. `title` is what a layout being set up is called. A `preview` shows
    what the view's owner would play, and nothing of it looks played. `zoom` is the seat whose part
    of the board is drawn enlarged, where a game has such parts; None: all of it.
    """

    words: Words
    theme: Theme = "dark"
    names: tuple[str, ...] = ()
    below: int = 0
    private: bool = False
    picked: tuple[Pick, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    codes: bool | None = None
    title: str = ""
    preview: bool = False
    zoom: int | None = None
    spoken: tuple[str, ...] = ()

    @property
    def coded(self) -> bool:
        """Whether codes lead on pieces: for readers of Chinese only if they have said so."""
        return not self.words.locale.startswith("zh") if self.codes is None else self.codes

    @property
    def file(self) -> str:
        """The file picked of a square whose rank is still to come, or ""."""
        last = self.picked[-1] if self.picked else ""
        return last if isinstance(last, str) and len(last) == 1 and last.isalpha() else ""

    @property
    def done(self) -> tuple[Pick, ...]:
        """What was picked whole: all but a file."""
        return self.picked[:-1] if self.file else self.picked

    @property
    def squares(self) -> tuple[str, ...]:
        """What was picked of squares, without the words and a file."""
        return tuple(pick for pick in self.done if isinstance(pick, str))

    def next(self, path: tuple[Pick, ...]) -> Pick | None:
        """The pick by which an action goes on from here; None for one that does not."""
        depth = len(self.done)
        if path[:depth] != self.done or not path[depth:]:
            return None
        return path[depth] if str(path[depth]).startswith(self.file) else None
