"""The colours of Murus Gallicus in every theme (ART, section 5)."""

from __future__ import annotations

from dataclasses import dataclass

from ..look import Theme


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
        cells=("#E9DCC0", "#D2BE96"),
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
