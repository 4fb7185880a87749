"""The colours of Murus Gallicus in every theme (ART, section 5)."""

from dataclasses import dataclass

from ..colours import themes


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
    stroke: float
    shadow: str | None = None


MURUS = themes(MurusColours, "murus")
