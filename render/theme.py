"""The colours all games share, by purpose: light, dark and high contrast; and the way to read those
of a game, which stand in `colours.toml` beside the code that uses them."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from .look import Theme

T = TypeVar("T")


def themes(kind: type[T], *folder: str) -> dict[Theme, T]:
    """Read the colours in a folder below `render`, as values of this kind, whose fields they name;
    what is missing there is as most boards have it. Raises KeyError for a name that is no field,
    TypeError where one is missing everywhere."""
    own, names = _load(*folder), get_type_hints(kind).keys()
    return {
        theme: _read(kind, {name: usual[name] for name in names & usual} | own.get(theme, {}))
        for theme, usual in _load()["board"].items()
    }


def _load(*folder: str) -> Any:
    source = files("render").joinpath(*folder, "colours.toml")
    return tomllib.loads(source.read_text(encoding="utf-8")) if source.is_file() else {}


def _read(kind: Any, value: Any) -> Any:
    """Make a value of this kind of what TOML holds; lists are tuples, tables are dataclasses."""
    if isinstance(kind, type) and is_dataclass(kind):
        hints = get_type_hints(kind)
        return kind(**{name: _read(hints[name], part) for name, part in value.items()})
    if get_origin(kind) is tuple:
        return tuple(_read(part, own) for part, own in zip(get_args(kind), value, strict=True))
    return value


def inks(colours: object) -> Iterator[str]:
    """Yield every colour of such a value, those of its parts too."""
    match colours:
        case str():
            yield colours
        case tuple():
            for part in colours:
                yield from inks(part)
        case _ if is_dataclass(colours):
            for field in fields(colours):
                yield from inks(getattr(colours, field.name))


@dataclass(frozen=True, slots=True)
class Tokens:
    """Colours common to all games; `on` and `on2` are ink and second ink on the panel of the mover.
    `source` and `target` are the shares of `last` in a marked cell's colour, in per cent; its lines
    are in `lastink`, and have a `keyline` where they cross pieces."""

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
    keyline: str
    pointer: str
    pick: str
    pickink: str
    bad: str
    good: str
    badge: str
    source: int
    target: int


TOKENS = themes(Tokens)

PICKED = 38
"""The share of `pick` in a chosen cell's colour, in per cent."""
GRID_LINE = "#9A9A9A"
"""The line between cells of the high-contrast board, whose colours differ little."""


@cache
def marking(theme: Theme, planned: bool) -> Tokens:
    """Return the colours that mark a turn; one only planned is a choice, not yet past."""
    tokens = TOKENS[theme]
    if not planned:
        return tokens
    pick = tokens.pick
    return replace(tokens, last=pick, lastink=pick, source=PICKED, target=PICKED)


def tints(tokens: Tokens) -> dict[str, tuple[str, float]]:
    """Return the colours that marks lay over a cell, with their shares in per cent."""
    return {
        "source": (tokens.last, tokens.source),
        "target": (tokens.last, tokens.target),
        "chosen": (tokens.pick, PICKED),
    }


def mix(under: str, over: str, percent: float) -> str:
    """Lay one colour over another in this percentage."""
    pairs = zip(channels(under), channels(over), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * percent / 100):02X}" for a, b in pairs)


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue of "#RRGGBB"."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
