"""The order of a line that is written from right to left: it begins with a mark of its direction,
and what stands from left to right in it (numbers, squares, moves, names, commands) is kept apart,
so that nothing turns round."""

import re
from collections.abc import Callable

RIGHT = "\u200f"
"""The mark at the start of what is written from right to left."""
LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
"""Letters and commas of scripts that are written so."""
TURNED = re.compile(f"[{LETTERS}{RIGHT}]")
WHOLE = re.compile(
    rf"(`[^`]*`|\]\([^)]*\)|<[^>]*>|\u2066[^\u2069]*\u2069|\{{[^}}]*\}}"
    rf"|[A-Za-z0-9](?:[^{LETTERS}\u2066{{<\[`\n]*[A-Za-z0-9%])?)"
)
"""The parts of a sentence that stand from left to right: a code mark, a link, a mention, what is
kept apart already, a {place}, other words and numbers."""
ALONE = re.compile(r"\u2066(`[^`\n]+`|<@\d+>)\u2069|(`[^`\n]+`|(?<!\\)<@\d+>)")
"""A code mark or a mention, kept apart already or not; a mention written out is none."""
BESIDE = re.compile(r"[+−±→/~]\s?\{|\}\s?[−±→/]")
"""A sign beside a {place}, which goes to its other side."""
START = re.compile(rf"^((?:(?:-#|#{{1,3}}|>|[-*])[ ])?+)(?!{RIGHT}|$)", re.MULTILINE)
"""The start of an unmarked line, after the signs of a list, a heading, small letters."""
END = re.compile(r"(?<=[.!?؟:؛…)»])$", re.MULTILINE)
"""The end of a line behind a sign that would go to its start where a reader's client counts lines
from the left."""
LONGEST = 2000


def apart(text: str) -> str:
    """Keep a text apart from the line around it, unless it is written from right to left."""
    return text if not text or TURNED.search(text) else f"\u2066{text}\u2069"


def mark_lines(text: str) -> str:
    """Let all lines of a message go from right to left, but for boards, if any of it does, and keep
    code marks and mentions apart in them."""
    if RIGHT not in text:
        return text
    parts = text.split("```")
    parts[::2] = (
        ALONE.sub("\u2066\\1\\2\u2069", END.sub(RIGHT, START.sub(rf"\1{RIGHT}", part)))
        for part in parts[::2]
    )
    begun = "```".join(parts)
    return begun if len(begun) <= LONGEST else text


def fill(pattern: str, put: Callable[[str], str]) -> str:
    """Fill a sentence in by `put`, part by part, and keep the parts apart."""
    if not TURNED.search(pattern):
        return put(pattern)
    parts = WHOLE.split(pattern)
    parts[::2] = map(put, parts[::2])
    parts[1::2] = (put(part) if part[0] in "]\u2066<" else apart(put(part)) for part in parts[1::2])
    return START.sub(rf"\1{RIGHT}", "".join(parts))


def has_turning(pattern: str) -> bool:
    """Tell whether signs beside places would turn round in a sentence from right to left."""
    between = WHOLE.sub(lambda found: found[0] if found[0][0] == "{" else "", pattern)
    return bool(TURNED.search(pattern)) and bool(BESIDE.search(between))
