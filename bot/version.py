"""The version of Tetrarch that runs, and what its changelog says of the newest release."""

import re
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

CHANGELOGS = (Path(__file__).with_name("CHANGELOG.md"), Path(__file__).parents[1] / "CHANGELOG.md")
"""Where the changelog is: in what is installed, and in a checkout."""
RELEASE = re.compile(r"^## \[([^\]\n]{1,32})\] - \d{4}-\d\d-\d\d$", re.MULTILINE)
ENTRY = re.compile(r"^- (.+(?:\n  .+)*)", re.MULTILINE)
MOST_TOLD = 3


@dataclass(frozen=True, slots=True)
class Release:
    """A released version, and the first changes that its notes name."""

    version: str
    changes: tuple[str, ...]


def version() -> str:
    """Return the version as installed; "unknown" in a checkout that is not."""
    try:
        return metadata.version("tetrarch")
    except metadata.PackageNotFoundError:
        return "unknown"


def newest() -> Release | None:
    """Read the changelog's newest dated heading; None before the first, or without the file."""
    file = next((path for path in CHANGELOGS if path.is_file()), None)
    text = file.read_text("utf-8") if file else ""
    found = RELEASE.search(text)
    if found is None:
        return None
    notes = text[found.end() :].partition("\n## ")[0]
    changes = (" ".join(entry.split()) for entry in ENTRY.findall(notes))
    return Release(found[1], tuple(changes)[:MOST_TOLD])
