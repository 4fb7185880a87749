"""Weights that games were fitted with, as their files keep them."""

import json
from functools import cache
from pathlib import Path


@cache
def nearest(path: Path, size: int) -> tuple[float, ...]:
    """Read the weights fitted for a size of board, or for the nearest size in the file."""
    known = json.loads(path.read_text(encoding="utf-8"))["weights"]
    return tuple(known[min(known, key=lambda each: (abs(int(each) - size), each))])
