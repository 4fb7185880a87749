"""The colours of Diablo in every theme (ART, section 6)."""

from __future__ import annotations

from dataclasses import dataclass

from ..look import Theme


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
