"""The colours of Junqi's board and pieces in every theme (ART, section 8)."""

from dataclasses import dataclass

from ..theme import themes


@dataclass(frozen=True, slots=True)
class TileColours:
    """The colours of one side's tiles, or of those lying face down."""

    fill: str
    outline: str
    inner: str


@dataclass(frozen=True, slots=True)
class JunqiColours:
    """Board, tiles and note slips; `homes` are the headquarters' lines by side, red first."""

    board: str
    station: str
    edge: str
    road: str
    rail: str
    dash: str
    camp: str
    camp_line: str
    camp_text: str
    home: str
    home_text: str
    homes: tuple[str, str]
    hill: str
    hill_text: str
    red: TileColours
    blue: TileColours
    down: TileColours
    slip: str
    slip_text: str
    front: str
    shadow: str | None = None
    text: str = "#FFFFFF"

    def tile(self, colour: str) -> TileColours:
        """Return the colours of "r", "b", or "" for face down."""
        return {"r": self.red, "b": self.blue}.get(colour, self.down)


JUNQI = themes(JunqiColours, "junqi")


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


FOUR = {theme: colours.seats for theme, colours in themes(FourColours, "junqi", "four").items()}
"""The four seats (rules/junqi-four.md, section 6). Partners share light or dark text and the shape
of their tiles."""
