"""The colours of Ponte del Diavolo in every theme (ART, section 7)."""

from __future__ import annotations

from dataclasses import dataclass

from ..look import Theme


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
    """Water, and lands and bridges, light first; `hatch` marks water closed to tiles."""

    water: tuple[str, str]
    grid: str
    wave: str | None
    foam: str
    lands: tuple[LandColours, LandColours]
    bridges: tuple[BridgeColours, BridgeColours]
    shadow: str
    hatch: str


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
        hatch="#4B8D9E",
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
        hatch="#5C93A6",
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
        hatch="#000000",
    ),
}
NETWORKS = ("#FF9F1C", "#B9A5FF", "#7EE08A", "#FF8FB8", "#FFE45C", "#6FD3FF")
"""The colours of networks in the final picture, in this order; their letters are the meaning."""
