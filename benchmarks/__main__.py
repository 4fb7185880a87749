"""`python -m benchmarks`: one table, every figure beside its reference, measured in one run."""

from __future__ import annotations

import sys

from . import commits, pictures, play, presses, scale, wire
from .table import show


def main() -> int:
    """Measure everything; 1 when a figure misses its limit."""
    rows = [row for part in (play, pictures, commits, scale, presses, wire) for row in part.rows()]
    show(rows)
    return 0 if all(row.held for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
