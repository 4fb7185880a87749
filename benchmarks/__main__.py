"""`python -m benchmarks`: one table, every figure beside its reference, measured in one run.

`python -m benchmarks play pictures` measures those parts alone.
"""

import argparse
import sys
import time

from . import (
    animations,
    commits,
    draws,
    engines,
    ladder,
    masters,
    pace,
    pictures,
    play,
    presses,
    scale,
    servers,
    stalls,
    thinking,
    wire,
)
from .table import show

PARTS = {
    "play": play.rows,
    "engines": engines.rows,
    "pictures": pictures.rows,
    "commits": commits.rows,
    "scale": scale.rows,
    "stalls": stalls.rows,
    "draws": draws.rows,
    "ladder": ladder.rows,
    "presses": presses.rows,
    "wire": wire.rows,
    "pace": pace.rows,
    "servers": servers.rows,
    "animations": animations.rows,
    "thinking": thinking.rows,
    "masters": masters.rows,
}
"""The functions that give the rows, in the order of the table."""


def main() -> int:
    """Measure; return 1 if a figure misses its limit."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(PARTS)}")
    parts = parser.parse_args().parts or list(PARTS)
    if unknown := set(parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    began = time.monotonic()
    held = show(row for part in parts for row in PARTS[part]())
    print(f"{time.monotonic() - began:.0f} s; {'all limits kept' if held else 'MISSED a limit'}")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
