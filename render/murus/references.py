"""Positions of Murus Gallicus for the palettes and for the README."""

from __future__ import annotations

from ..drawing import Example, Reference

START = "tttttttt/......../......../......../......../......../TTTTTTTT"
MIDDLE = "tt....t./..w.cw../..t...ww/.....T../..C.WW../...T...W/T.T....W"
BEFORE = "tt....t./..w.cw../..t...ww/.....W../..C.W.../...T.T.W/T.T....W"
REFERENCES = (
    Reference(f"advanced {START} 0 -"),
    Reference(f"advanced {BEFORE} 22 -", turn="f2-f4"),
    Reference(f"advanced {BEFORE} 22 -", turn="f2-f4", picked="e6"),
    Reference(f"advanced {MIDDLE} 23 -", turn="a7-c5"),
    Reference(f"advanced {MIDDLE} 23 -", turn="a7-c5", picked="f4"),
    Reference(f"advanced {MIDDLE} 24 -", turn="f4xg5"),
    Reference(f"advanced {MIDDLE} 24 -", turn="f4xg5", picked="c5"),
    Reference(f"advanced {MIDDLE} 24 -", turn="c3xc6"),
    Reference(f"advanced {MIDDLE} 24 -", turn="c3-e5"),
    Reference(f"advanced {MIDDLE} 23 -", turn="e6xe3", picked="c3"),
    Reference(f"advanced {MIDDLE} 30 resign:0"),
    Reference(f"basic+redistribution {START} 0 -", picked="a1"),
)
NAMES = ("Livia", "Brennus")
PUBLIC = f"advanced {BEFORE} 22 -"
"""The position before the Romans' f2-f4."""
LATER = f"advanced {MIDDLE} 24 -"
"""The same board with the Romans to move again."""
EXAMPLES = (
    Example("murus-light", PUBLIC, NAMES, "light", turn="f2-f4"),
    Example("murus-dark", PUBLIC, NAMES, "dark", turn="f2-f4"),
    Example("murus-contrast", PUBLIC, NAMES, "contrast", turn="f2-f4"),
    Example("murus-chinese", PUBLIC, NAMES, "dark", turn="f2-f4", locale="zh-CN"),
    Example("murus-picker", LATER, NAMES, "light", seat=0, private=True, picked=("f4",)),
)
