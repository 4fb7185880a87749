"""The colours of Ponte del Diavolo in every theme (ART, section 7)."""

from dataclasses import dataclass

from ..theme import themes


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
    foam: str
    lands: tuple[LandColours, LandColours]
    bridges: tuple[BridgeColours, BridgeColours]
    shadow: str
    hatch: str
    wave: str | None = None


PONTE = themes(PonteColours, "ponte")
NETWORKS = ("#FF9F1C", "#B9A5FF", "#7EE08A", "#FF8FB8", "#FFE45C", "#6FD3FF")
"""The colours of networks in the final picture, in this order; their letters are the meaning."""
