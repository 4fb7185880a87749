"""The colours of Junqi's board and pieces in every theme (ART, section 8)."""

from dataclasses import dataclass

from ..colours import themes


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
