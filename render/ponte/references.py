"""Positions of Ponte del Diavolo for the palettes and for the README."""

from __future__ import annotations

from ..drawing import Example, Reference

BEGUN = (
    "ponte1 standard on ........o./.x.oooo.o./.xx.....oo/..xoo...../........../"
    ".ooo....../..o......./....x...../...xx...../...x......"
)
REFERENCES = (
    Reference(f"{BEGUN} d 27 0 0 - d7-f9 - 0 d7-f9"),
    Reference(f"{BEGUN} l 28 0 0 - d7-f9 - 1 d1,d2", picked="e"),
    Reference(f"{BEGUN} l 28 0 0 e6 d7-f9 - 1 d1,d2"),
    Reference(f"{BEGUN} l 30 0 1 - d7-f9 score/0/3:1 1 pass"),
    Reference("size-8"),
    Reference("size-12"),
)
LANDS = (
    "........o./.x.oooo.o./.xx.....oo/..xooxx.xx/.....xooxx/"
    ".ooo.xoo../..o.....x./....x.xxx./...xx...../...x.oooo."
)
BRIDGED = f"ponte1 standard on {LANDS} d 27 0 0 - g9-i10,g6-i8,e3-f5,e2-g3,i4-i6,d7-f9 - 0 d7-f9"
"""Dark to move after a bridge."""
NAMES = ("Chiara", "Luca")
EXAMPLES = (
    Example("ponte-light", BRIDGED, NAMES, "light"),
    Example("ponte-chinese", BRIDGED, NAMES, "light", locale="zh-CN"),
)
