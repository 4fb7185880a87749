"""The four seats in every theme (rules/junqi-four.md, section 6): fill, outline and text.

Partners share light or dark text and the shape of their tiles.
"""

from dataclasses import dataclass

from ...colours import themes


@dataclass(frozen=True, slots=True)
class SeatColours:
    """The colours of one seat's tile."""

    fill: str
    outline: str
    text: str


@dataclass(frozen=True, slots=True)
class FourColours:
    """The colours of all seats."""

    seats: tuple[SeatColours, SeatColours, SeatColours, SeatColours]


SEATS = {theme: colours.seats for theme, colours in themes(FourColours, "junqi", "four").items()}
