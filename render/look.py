"""One reader's wishes for a picture: theme, words, names, side."""

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from games.core import Argument, Pick, View

Theme: TypeAlias = Literal["light", "dark", "contrast"]
Script: TypeAlias = Literal["simplified", "traditional"]
"""The characters in which a board names pieces and places in Chinese, in every language."""


class Words(Protocol):
    """A catalogue in one language."""

    @property
    def locale(self) -> str:
        """A language tag such as "en" or "zh-CN"."""

    def __call__(self, code: str, /, **args: Argument) -> str:
        """Return the words for a code, or the code itself where the catalogue has none."""

    def __contains__(self, code: object) -> bool: ...


@dataclass(frozen=True, slots=True)
class Look:
    """One reader's wishes for one picture.

    `names` are the players' names by seat as they are drawn, `spoken` as they are read aloud where
    that differs; `below` is the seat on the lower side. `picked` is the choice so far in the
    private picker, as in `Game.path`; the next steps are marked. Of a square chosen by file and
    rank the last pick may be the file alone. A `private` picture says that only its reader sees it;
    its reader's `notes` are written on the squares they name. `codes` puts the codes of pieces
    before their Chinese names, large; None leaves that to the language. `title` is the name of a
    layout being set up. A `preview` shows what the view's owner would play, and nothing in it looks
    played. `zoom` is the seat whose part of the board is drawn enlarged, where a game has such
    parts; None shows all of it. Of a `past` board the header has the last turn's number; that, its
    game, its last turn and its end are said beside it, and left out of the words.
    `before` are the same reader's views after the turns since their own but for the last, which are
    marked too, more thinly.
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
    past: bool = False
    before: tuple[View, ...] = ()

    @property
    def coded(self) -> bool:
        """Tell whether codes lead on pieces: for readers of Chinese only if they asked for it."""
        return not self.words.locale.startswith("zh") if self.codes is None else self.codes

    @property
    def script(self) -> Script:
        """The characters on boards: traditional for those who read them, else simplified."""
        return "traditional" if self.words.locale == "zh-TW" else "simplified"

    @property
    def file(self) -> str:
        """The file picked of a square whose rank is still to come, or ""."""
        last = self.picked[-1] if self.picked else ""
        return last if isinstance(last, str) and len(last) == 1 and last.isalpha() else ""

    @property
    def done(self) -> tuple[Pick, ...]:
        """The complete picks: all but a lone file."""
        return self.picked[:-1] if self.file else self.picked

    @property
    def squares(self) -> tuple[str, ...]:
        """The squares picked, without the words and a lone file."""
        return tuple(pick for pick in self.done if isinstance(pick, str))

    def next(self, path: tuple[Pick, ...]) -> Pick | None:
        """Return the pick by which an action goes on from here, or None if it does not."""
        depth = len(self.done)
        if path[:depth] != self.done or not path[depth:]:
            return None
        return path[depth] if str(path[depth]).startswith(self.file) else None
