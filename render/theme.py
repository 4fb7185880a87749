"""The colours of the pictures, by what they are for: light, dark and high contrast."""

from __future__ import annotations

from dataclasses import dataclass

from .look import Theme


@dataclass(frozen=True, slots=True)
class Tokens:
    """Colours common to all games; `on` and `on2` are ink and second ink on the panel of the mover.

    `source` and `target` are the shares of `last` in a marked cell's colour, in per cent.
    """

    page: str
    panel: str
    panelon: str
    ink: str
    ink2: str
    on: str
    on2: str
    line: str
    frame: str
    last: str
    lastink: str
    pointer: str
    pick: str
    pickink: str
    bad: str
    good: str
    badge: str
    source: int
    target: int


TOKENS: dict[Theme, Tokens] = {
    "light": Tokens(
        page="#F6F1E7",
        panel="#EBE3D4",
        panelon="#FFFFFF",
        ink="#2A2521",
        ink2="#655B50",
        on="#2A2521",
        on2="#655B50",
        line="#CDC1AC",
        frame="#5C4A3A",
        last="#E8A317",
        lastink="#7A4E00",
        pointer="#C98500",
        pick="#4340C9",
        pickink="#FFFFFF",
        bad="#B3261E",
        good="#1F7A4D",
        badge="#FFFFFF",
        source=28,
        target=50,
    ),
    "dark": Tokens(
        page="#1E1F24",
        panel="#2B2D34",
        panelon="#41444F",
        ink="#F4F0E8",
        ink2="#B9B3A8",
        on="#F4F0E8",
        on2="#B9B3A8",
        line="#4A4C55",
        frame="#0F1013",
        last="#FFC24A",
        lastink="#FFC24A",
        pointer="#FFC24A",
        pick="#BDBAFF",
        pickink="#14131F",
        bad="#FF7A6B",
        good="#6BD19B",
        badge="#1A0E0C",
        source=28,
        target=50,
    ),
    "contrast": Tokens(
        page="#000000",
        panel="#000000",
        panelon="#FFFFFF",
        ink="#FFFFFF",
        ink2="#FFFFFF",
        on="#000000",
        on2="#000000",
        line="#FFFFFF",
        frame="#FFFFFF",
        last="#FFD400",
        lastink="#000000",
        pointer="#000000",
        pick="#0077C8",
        pickink="#FFFFFF",
        bad="#FF5A4F",
        good="#3DDC84",
        badge="#1A0E0C",
        source=55,
        target=100,
    ),
}

PICKED = 38
"""The share of `pick` in a chosen cell's colour, in per cent."""
GRID_LINE = "#9A9A9A"
"""Between the cells of the high-contrast board, whose colours differ little."""


@dataclass(frozen=True, slots=True)
class Side:
    """The colours of one side's stones in Murus Gallicus."""

    fill: str
    outline: str
    trim: str
    joints: str


@dataclass(frozen=True, slots=True)
class MurusColours:
    """The board and stones of Murus Gallicus; `sides` by seat; `stroke` is the outline in cells."""

    cells: tuple[str, str]
    sides: tuple[Side, Side]
    shadow: str | None
    stroke: float


MURUS: dict[Theme, MurusColours] = {
    "light": MurusColours(
        cells=("#E9DCC0", "#DCCBA8"),
        sides=(
            Side("#FCF8EE", "#5A2E22", "#B5402F", "#CBBB9E"),
            Side("#3A4A57", "#10181F", "#E0A45A", "#3A4A57"),
        ),
        shadow="#BBA884",
        stroke=0.036,
    ),
    "dark": MurusColours(
        cells=("#6C6150", "#5E5445"),
        sides=(
            Side("#FAF3E2", "#2A1410", "#C4513D", "#CBBB9E"),
            Side("#1D2831", "#D5E1EA", "#E6AA5E", "#1D2831"),
        ),
        shadow="#453D31",
        stroke=0.036,
    ),
    "contrast": MurusColours(
        cells=("#FFFFFF", "#E2E2E2"),
        sides=(
            Side("#FFFFFF", "#000000", "#C00000", "#8A8A8A"),
            Side("#000000", "#000000", "#FFD400", "#000000"),
        ),
        shadow=None,
        stroke=0.05,
    ),
}


@dataclass(frozen=True, slots=True)
class StackColours:
    """The colours of one side's stacks in Diablo; `edge` is the line round a lower layer."""

    top: str
    layers: str
    edge: str
    outline: str
    ring: str
    numeral: str


@dataclass(frozen=True, slots=True)
class DiabloColours:
    """The board, stacks and dice of Diablo; `stacks` by seat; dice as (face, pips)."""

    cells: tuple[str, str]
    stacks: tuple[StackColours, StackColours]
    shadow: str | None
    die: tuple[str, str]
    used_die: tuple[str, str]
    stroke: float


DIABLO: dict[Theme, DiabloColours] = {
    "light": DiabloColours(
        cells=("#F3E4CF", "#E2C7A6"),
        stacks=(
            StackColours("#2B2A2E", "#3B3940", "#77747E", "#0A0A0C", "#77747E", "#FFFFFF"),
            StackColours("#5DBB72", "#2C7A45", "#123D22", "#123D22", "#2C7A45", "#08210F"),
        ),
        shadow="#C6A883",
        die=("#FFFDF8", "#2A2521"),
        used_die=("#F1EADC", "#857A6C"),
        stroke=0.03,
    ),
    "dark": DiabloColours(
        cells=("#735B49", "#624C3B"),
        stacks=(
            StackColours("#1C1B1F", "#1C1B1F", "#8F8B98", "#E4DDD2", "#8F8B98", "#FFFFFF"),
            StackColours("#70D088", "#2C7A45", "#0A2413", "#0A2413", "#256B3C", "#08210F"),
        ),
        shadow="#4A3829",
        die=("#F4F0E8", "#1E1F24"),
        used_die=("#3A3C44", "#9A9CA6"),
        stroke=0.03,
    ),
    "contrast": DiabloColours(
        cells=("#FFFFFF", "#D9D9D9"),
        stacks=(
            StackColours("#000000", "#000000", "#FFFFFF", "#000000", "#FFFFFF", "#FFFFFF"),
            StackColours("#6BE38A", "#0B5A28", "#000000", "#000000", "#0B5A28", "#000000"),
        ),
        shadow=None,
        die=("#FFFFFF", "#000000"),
        used_die=("#000000", "#FFFFFF"),
        stroke=0.055,
    ),
}


@dataclass(frozen=True, slots=True)
class LandColours:
    """One side's land in Ponte del Diavolo; `roof` and `wall` are its buildings'."""

    sandbank: str
    island: str
    outline: str
    grain: str
    roof: str
    wall: str


@dataclass(frozen=True, slots=True)
class BridgeColours:
    """One side's bridges: the deck, the lines on it, and the edge round all."""

    deck: str
    rail: str
    edge: str


@dataclass(frozen=True, slots=True)
class PonteColours:
    """Water, lands and bridges of Ponte del Diavolo; `lands` and `bridges` light first."""

    water: tuple[str, str]
    grid: str
    wave: str | None
    foam: str
    lands: tuple[LandColours, LandColours]
    bridges: tuple[BridgeColours, BridgeColours]
    shadow: str


PONTE: dict[Theme, PonteColours] = {
    "light": PonteColours(
        water=("#8CC6D2", "#82BECB"),
        grid="#A3D3DC",
        wave="#B9E0E6",
        foam="#C9E8EC",
        lands=(
            LandColours("#F6E6B8", "#FFF9E6", "#6E4A12", "#C9A860", "#C8503A", "#FFFDF5"),
            LandColours("#8A4A45", "#5A2430", "#2E0F16", "#5A2430", "#E9B44C", "#F3D9B0"),
        ),
        bridges=(
            BridgeColours("#FFFDF5", "#6E4A12", "#6E4A12"),
            BridgeColours("#5A2430", "#F6E2BE", "#2E0F16"),
        ),
        shadow="#5E9DAB",
    ),
    "dark": PonteColours(
        water=("#2A5566", "#275061"),
        grid="#356577",
        wave="#44798C",
        foam="#3F7283",
        lands=(
            LandColours("#E8D49B", "#FFF3D2", "#3A2508", "#A98A45", "#C8503A", "#FFFDF5"),
            LandColours("#7C3B3C", "#4A1A26", "#F0CFA0", "#4A1A26", "#F0BE5A", "#F3D9B0"),
        ),
        bridges=(
            BridgeColours("#FFFDF5", "#3A2508", "#3A2508"),
            BridgeColours("#4A1A26", "#F6E2BE", "#15060A"),
        ),
        shadow="#16333F",
    ),
    "contrast": PonteColours(
        water=("#3C8FB0", "#3C8FB0"),
        grid="#8CCBE0",
        wave=None,
        foam="#3C8FB0",
        lands=(
            LandColours("#FFFFFF", "#FFFFFF", "#000000", "#000000", "#D00000", "#FFFFFF"),
            LandColours("#000000", "#000000", "#FFFFFF", "#FFFFFF", "#FFD400", "#FFFFFF"),
        ),
        bridges=(
            BridgeColours("#FFFFFF", "#000000", "#000000"),
            BridgeColours("#000000", "#FFFFFF", "#000000"),
        ),
        shadow="#245B72",
    ),
}
NETWORKS = ("#FF9F1C", "#B9A5FF", "#7EE08A", "#FF8FB8", "#FFE45C", "#6FD3FF")
"""The colours of networks in the final picture, in this order; their letters are the meaning."""


def mixed(under: str, over: str, percent: float) -> str:
    """A colour with so much of another one laid over it."""
    pairs = zip(channels(under), channels(over), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * percent / 100):02X}" for a, b in pairs)


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of "#RRGGBB"."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
