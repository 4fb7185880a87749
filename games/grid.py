"""Squares like "c3" on a rectangular board, and the steps between them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from .core import Code, NotationError
from .submission import excerpt

COMPASS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The eight directions as (files right, ranks up), clockwise from north."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A board of `files` x `ranks`; squares are numbered from a1 along the rank, then upward."""

    files: int
    ranks: int
    names: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _numbers: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names = tuple(
            f"{chr(ord('a') + file)}{rank + 1}"
            for rank in range(self.ranks)
            for file in range(self.files)
        )
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "_numbers", {name: n for n, name in enumerate(names)})

    def __len__(self) -> int:
        return len(self.names)

    def square(self, name: str) -> int:
        """Return the number of a named square. Raises NotationError off the board."""
        try:
            return self._numbers[name]
        except KeyError:
            raise no_square(name, self.names) from None

    def at(self, square: int) -> tuple[int, int]:
        """Return file and rank, both counted from 0."""
        return square % self.files, square // self.files

    def step(self, square: int, right: int, up: int) -> int | None:
        """Return the square `right` files to the right and `up` ranks up, or None off the board."""
        file, rank = square % self.files + right, square // self.files + up
        inside = 0 <= file < self.files and 0 <= rank < self.ranks
        return rank * self.files + file if inside else None

    def distance(self, one: int, other: int) -> int:
        """Count the king's moves from one square to the other."""
        (a, b), (c, d) = self.at(one), self.at(other)
        return max(abs(a - c), abs(b - d))

    def rows(self) -> Iterator[range]:
        """List the squares rank by rank, the highest rank first, each from file a."""
        for rank in range(self.ranks - 1, -1, -1):
            yield range(rank * self.files, (rank + 1) * self.files)

    def write(self, board: Iterable[int], letters: str) -> str:
        """Write a board in rows joined with "/", the highest rank first, a letter for a value."""
        signs = "".join(letters[value] for value in board)
        return "/".join(signs[row.start : row.stop] for row in self.rows())

    def read(self, text: str, letters: str) -> bytes:
        """Return the board of such rows. Raises NotationError."""
        rows = text.split("/")
        fits = [len(row) == self.files and not set(row) - set(letters) for row in rows]
        if len(rows) != self.ranks or not all(fits):
            raise NotationError(Code.BAD_POSITION, text=excerpt(text))
        return bytes(letters.index(letter) for row in reversed(rows) for letter in row)

    def frame(self, tokens: list[str]) -> str:
        """Draw monospaced lines with coordinates all round; one token per square, equally wide."""
        width = max(map(len, tokens))
        letters = " ".join(chr(ord("a") + file).center(width) for file in range(self.files))
        digits = len(str(self.ranks))
        margin = " " * (digits + 1)
        lines = [(margin + letters).rstrip()]
        for row in self.rows():
            rank = str(row[0] // self.files + 1)
            cells = " ".join(tokens[square].center(width) for square in row)
            lines.append(f"{rank:>{digits}} {cells} {rank}")
        return "\n".join([*lines, lines[0]])


def no_square(name: str, names: Sequence[str]) -> NotationError:
    """Refuse a square that is none of a board's, naming those nearest to it."""
    near = [names[0], names[-1]]
    if re.fullmatch("[a-z][0-9]{1,3}", name):
        file, rank = ord(name[0]), int(name[1:])
        apart = {name: abs(ord(name[0]) - file) + abs(int(name[1:]) - rank) for name in names}
        near = [name for name in names if apart[name] == min(apart.values())]
    return NotationError(Code.NO_SUCH_SQUARE, square=excerpt(name), near=", ".join(near))


def bits(mask: int) -> Iterator[int]:
    """Give the bits of a set of squares one by one, from a1 on."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def natural(text: str) -> tuple[tuple[str, int], ...]:
    """Return a key that sorts numbers in texts: "d2" before "d10", "a2-b1" before "a10-b1"."""
    parts = re.findall(r"(\D*)(\d{0,9})", text)
    return tuple((letters, int(number or 0)) for letters, number in parts)
