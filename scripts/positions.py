"""The positions that are drawn for no match: those of the palettes and of the README."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from games.core import Act, AnyRules, Seat, Turn
from games.submission import play
from render.look import Theme

RENDER = Path(__file__).parent.parent / "render"


@dataclass(frozen=True, slots=True)
class Reference:
    """A position from which the palettes are chosen, as the player to act there sees it.

    `position` is a line the rules load, or a variant at its beginning; `turn` is played there, and
    `picked` is what is chosen in the picture after it, separated by spaces.
    """

    position: str
    turn: str = ""
    picked: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """A picture of the README, docs/pictures/<name>.png, with the reader's theme and language.

    It shows a position after a turn as a seat sees it, or a spectator where `seat` is None.
    """

    name: str
    position: str
    names: tuple[str, ...]
    theme: Theme
    turn: str = ""
    seat: int | None = None
    locale: str = "en"
    private: bool = False
    picked: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


def references(game: str) -> tuple[Reference, ...]:
    """Read the positions of a game from which its palette is chosen, if it has any."""
    return tuple(Reference(**entry) for entry in _known().get(game, {}).get("references", ()))


def examples(game: str) -> tuple[Example, ...]:
    """Read its pictures for the README, if it is to have some."""
    return tuple(
        Example(**{name: _frozen(value) for name, value in entry.items()})
        for entry in _known().get(game, {}).get("examples", ())
    )


@cache
def _known() -> Mapping[str, Mapping[str, Sequence[Mapping[str, Any]]]]:
    """Read `references.toml` in every folder of pictures, by the ids of games."""
    files = (tomllib.loads(path.read_text("utf-8")) for path in RENDER.rglob("references.toml"))
    return {game: samples for file in files for game, samples in file.items()}


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def played(rules: AnyRules, position: str, turn: str = "") -> Any:
    """Load a position, or a variant at its beginning, and play a turn of the side to act."""
    state = rules.load(position) if " " in position else rules.initial(position)
    if turn:
        state, _ = play(rules, state, mover(rules.turn(state)), turn)
    return state


def mover(turn: Turn) -> Seat:
    """Return the seat to act, or the first if there is none."""
    return min(turn.seats) if isinstance(turn, Act) else Seat(0)
