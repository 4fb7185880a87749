"""Wild input: texts that nobody means, and good texts that something has hit."""

import random

PIECES = (
    "",
    " ",
    "\n",
    "\t",
    "\x00",
    "a1-a3",
    "i9",
    "Ａ１－ａ３",
    "١٢",
    "²",
    "9" * 40,
    "-1",
    "1e9",
    "NaN",
    "null",
    "\u202e",
    "\u200b",
    "🙂",
    "👩‍👩‍👧",
    "军旗",
    "@everyone",
    "<@1>",
    "```",
    "**",
    "{match}",
    "%s",
    "'; DROP TABLE matches; --",
    "../../etc",
    ":",
    "|",
    ";",
    "deploy",
    "pass",
)
"""Parts of wild texts: other scripts, quotes, placeholders, numbers beyond any range."""


def text(rng: random.Random, longest: int) -> str:
    """Return a text of at most this number of characters."""
    if rng.random() < 0.05:
        return (rng.choice(PIECES) or "x") * longest
    parts = [rng.choice(PIECES) for _ in range(rng.randint(0, 4))]
    parts += [chr(rng.choice((rng.randint(0, 127), rng.randint(128, 0xD7FF))))] * rng.randint(0, 2)
    rng.shuffle(parts)
    return "".join(parts)[:longest]


def hit(rng: random.Random, good: str) -> str:
    """Return a text with one to three of its places cut out, doubled or overwritten."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(good))
        put = rng.choice(("", " ", "9", "0:", *PIECES, good[at : at + 5], *good[:1], *good[-1:]))
        good = good[:at] + put + good[at + rng.choice((0, 0, 1, 1, 2, 20)) :]
    return good


def number(rng: random.Random) -> int:
    """Return a number, often just inside or just outside what some field holds."""
    near = rng.choice((0, 1, 60, 2**31, 2**53, 2**63, 2**64, 10**30))
    return rng.choice((1, -1)) * (near + rng.randint(-2, 2))
