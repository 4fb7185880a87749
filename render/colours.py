"""The colours of every theme as they stand in `colours.toml`, beside the code that uses them."""

import tomllib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib.resources import files
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from .look import Theme

T = TypeVar("T")


def themes(kind: type[T], *folder: str) -> dict[Theme, T]:
    """Read the colours in a folder below `render`, as values of this kind, whose fields they name.

    Raises KeyError for a name that is no field, TypeError where one is missing.
    """
    source = files("render").joinpath(*folder, "colours.toml")
    known = tomllib.loads(source.read_text(encoding="utf-8"))
    return {theme: _read(kind, known[theme]) for theme in get_args(Theme)}


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
