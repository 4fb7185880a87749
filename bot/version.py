"""Which version of Tetrarch this is, for the log and for whoever asks."""

from __future__ import annotations

import tomllib
from importlib import metadata
from pathlib import Path

SOURCE = Path(__file__).parents[1]
"""The checkout this file lies in, unless Tetrarch has been installed for good."""


def version(source: Path = SOURCE) -> str:
    """The version as installed, else as its source says, else "unknown"."""
    try:
        return metadata.version("tetrarch")
    except metadata.PackageNotFoundError:
        return _written(source / "pyproject.toml")


def _written(project: Path) -> str:
    try:
        found: str = tomllib.loads(project.read_text("utf-8"))["project"]["version"]
    except (OSError, KeyError, ValueError):
        return "unknown"
    return found
