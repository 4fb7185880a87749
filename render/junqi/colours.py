"""The colours of Junqi's board and pieces in every theme (ART, section 8)."""

from __future__ import annotations

from dataclasses import dataclass

from ..look import Theme


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
    shadow: str | None
    slip: str
    slip_text: str
    front: str
    text: str = "#FFFFFF"

    def tile(self, colour: str) -> TileColours:
        """Return the colours of "r", "b", or "" for face down."""
        return {"r": self.red, "b": self.blue}.get(colour, self.down)


DISTINCT = JunqiColours(
    board="board",
    station="station",
    edge="edge",
    road="road",
    rail="rail",
    dash="dash",
    camp="camp",
    camp_line="camp line",
    camp_text="camp text",
    home="home",
    home_text="home text",
    homes=("red home", "blue home"),
    hill="hill",
    hill_text="hill text",
    red=TileColours("red", "red outline", "red inner"),
    blue=TileColours("blue", "blue outline", "blue inner"),
    down=TileColours("down", "down outline", "down inner"),
    shadow="shadow",
    slip="slip",
    slip_text="slip text",
    front="front",
)
"""Names instead of colours, no two of them the same, in which shapes of all themes are compared."""
JUNQI: dict[Theme, JunqiColours] = {
    "light": JunqiColours(
        board="#EFE2C3",
        station="#FBF5E6",
        edge="#9A8157",
        road="#B58B33",
        rail="#2A2521",
        dash="#FFFFFF",
        camp="#D5E4C6",
        camp_line="#557A43",
        camp_text="#3C5C2D",
        home="#F1D3A8",
        home_text="#6B421B",
        homes=("#C2372C", "#234A97"),
        hill="#6B4A2B",
        hill_text="#FFF6E2",
        red=TileColours("#C2372C", "#6A120C", "#F0B2A6"),
        blue=TileColours("#234A97", "#0B1E47", "#A9C1F0"),
        down=TileColours("#A5937A", "#5F4F3B", "#D9CBB4"),
        shadow="#CDB98C",
        slip="#FFF7B8",
        slip_text="#4A3D00",
        front="#D0BE98",
    ),
    "dark": JunqiColours(
        board="#544C3D",
        station="#6A614F",
        edge="#A39470",
        road="#C29C4B",
        rail="#171410",
        dash="#E4DAC0",
        camp="#4B5E40",
        camp_line="#A9CB92",
        camp_text="#E1F0D3",
        home="#70553A",
        home_text="#FBE6C8",
        homes=("#F0B2A6", "#A9C1F0"),
        hill="#2C2117",
        hill_text="#F3E4C8",
        red=TileColours("#C2372C", "#FFD3C8", "#F0B2A6"),
        blue=TileColours("#234A97", "#C6D8FF", "#A9C1F0"),
        down=TileColours("#B4A286", "#2B241A", "#7D6C54"),
        shadow="#38322A",
        slip="#FFF2A0",
        slip_text="#3A3000",
        front="#453E31",
    ),
    "contrast": JunqiColours(
        board="#FFFFFF",
        station="#FFFFFF",
        edge="#000000",
        road="#000000",
        rail="#000000",
        dash="#FFFFFF",
        camp="#CFF0C4",
        camp_line="#000000",
        camp_text="#000000",
        home="#FFE9A8",
        home_text="#000000",
        homes=("#B80000", "#00308F"),
        hill="#000000",
        hill_text="#FFFFFF",
        red=TileColours("#B80000", "#000000", "#FFD9D0"),
        blue=TileColours("#00308F", "#000000", "#CFE0FF"),
        down=TileColours("#707070", "#000000", "#FFFFFF"),
        shadow=None,
        slip="#FFF04D",
        slip_text="#000000",
        front="#D9D9D9",
    ),
}
