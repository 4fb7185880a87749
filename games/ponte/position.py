"""Everything on the table of Ponte del Diavolo, and its worth (rules, 2.1 and 2.5)."""

from dataclasses import dataclass

from ..core import Act, Over, Seat, Turn
from .board import DARK, LIGHT, Action, Colour, Mask, Network, Span, Water, networks, water


@dataclass(frozen=True, slots=True)
class Variant:
    """Size, the tiles of each side and the bridges of both (None: no limit), and the pie rule."""

    name: str
    size: int
    tiles: int | None
    bridges: int | None
    pie: bool

    @property
    def text(self) -> str:
        return self.name if self.pie else f"{self.name} pie=off"


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """Everything on the table; tiles by colour as masks, bridges in the order they were built.

    `mover` is the colour to move, `swapped` says that seat 0 plays dark. `half` is the first tile
    of an unfinished turn; `final` says that light has passed; `last` is the turn before, by
    `last_seat`.
    """

    variant: Variant
    tiles: tuple[Mask, Mask] = (0, 0)
    spans: tuple[Span, ...] = ()
    mover: Colour = LIGHT
    number: int = 0
    swapped: bool = False
    final: bool = False
    half: int | None = None
    last: tuple[Action, ...] = ()
    last_seat: Seat | None = None
    end: Over | None = None

    @property
    def table(self) -> Water:
        return water(self.variant.size)

    def square(self, name: str) -> int:
        """Return the number of a square. Raises NotationError."""
        return self.table.grid.square(name)

    def seat(self, colour: Colour) -> Seat:
        """Return the seat that plays a colour."""
        return Seat(1 - colour if self.swapped else colour)

    @property
    def seated(self) -> tuple[Colour, Colour]:
        """Return the colours of the seats."""
        return (DARK, LIGHT) if self.swapped else (LIGHT, DARK)

    @property
    def turn(self) -> Turn:
        return self.end or Act(frozenset({self.seat(self.mover)}), begun=self.half is not None)

    @property
    def covered(self) -> Mask:
        """Return the water under all bridges."""
        mask = 0
        for span in self.spans:
            mask |= span.covered
        return mask

    @property
    def ends(self) -> Mask:
        """Return the tiles that carry a bridge."""
        return sum(1 << span.first | 1 << span.second for span in self.spans)

    @property
    def placed(self) -> tuple[Mask, Mask]:
        """Return the tiles by colour, the first of an unfinished turn among them."""
        light, dark = self.tiles
        half = 0 if self.half is None else 1 << self.half
        return (light | half, dark) if self.mover == LIGHT else (light, dark | half)

    def tiles_left(self, colour: Colour) -> int | None:
        """Count the tiles a colour still has to place; None without a limit."""
        limit = self.variant.tiles
        return None if limit is None else limit - self.tiles[colour].bit_count()

    @property
    def bridges_left(self) -> int | None:
        """Count the bridges both may still build; None without a limit."""
        limit = self.variant.bridges
        return None if limit is None else limit - len(self.spans)

    def own_spans(self, colour: Colour) -> tuple[Span, ...]:
        """Return the bridges of a colour."""
        return tuple(span for span in self.spans if self.tiles[colour] >> span.first & 1)

    def networks(self, colour: Colour) -> tuple[Network, ...]:
        """Return a colour's networks, most islands first."""
        return networks(self.variant.size, self.tiles[colour], self.own_spans(colour))

    def score(self, colour: Colour) -> int:
        """Return the worth of a colour's networks now."""
        return sum(network.score for network in self.networks(colour))
