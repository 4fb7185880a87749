"""The version of Tetrarch that runs, for the log and the command line."""

from __future__ import annotations

from importlib import metadata


def version() -> str:
    """Return the version as installed; "unknown" in a checkout that is not."""
    try:
        return metadata.version("tetrarch")
    except metadata.PackageNotFoundError:
        return "unknown"
