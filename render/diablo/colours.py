"""The colours of Diablo in every theme (ART, section 6)."""

from dataclasses import dataclass

from ..colours import themes


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
    die: tuple[str, str]
    used_die: tuple[str, str]
    stroke: float
    shadow: str | None = None


DIABLO = themes(DiabloColours, "diablo")
