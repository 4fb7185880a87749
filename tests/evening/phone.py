"""The rows that a text takes in Discord on a phone, counted by a fixed width.

On a screen of 360 px a row holds about 45 Latin characters, or half as many Chinese ones. Rows
break at blanks, between Chinese characters, and in words longer than a row.
"""

import re
from collections.abc import Mapping
from unicodedata import east_asian_width

from .eyes import CHINESE

WIDTH = 45
STEPS = re.compile(rf" +|[\u3000-\u9fff\uff00-\uffef]|[^ \u3000-\u9fff\uff00-\uffef]{{1,{WIDTH}}}")
"""Blanks, single Chinese characters, and words between them, or parts of long ones."""
LONG_NAME = "N" * 11


def rows(text: str, names: Mapping[int, str] | None = None, moment: str = "") -> list[str]:
    """Break a text into rows; mentions show these names, or a long one.

    Discord writes moments in its reader's language: unless told a `moment`, one in the text's.
    """
    moment = moment or ("59 分钟前" if CHINESE.search(text) else "59 minutes ago")
    return [row for line in shown(text, names or {}, moment).splitlines() for row in broken(line)]


def shown(text: str, names: Mapping[int, str], moment: str) -> str:
    """Return what is seen of a text's marks, links, mentions and moments."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"<@(\d+)>", lambda found: f"@{names.get(int(found[1]), LONG_NAME)}", text)
    text = re.sub(r"<t:\d+:R>", moment, text)
    return re.sub(r"\*\*|`|^-# ", "", text, flags=re.MULTILINE)


def broken(line: str) -> list[str]:
    """Break one line into rows; those of an entry in a list are all indented."""
    done, indent = [""], "  " if line.startswith("- ") else ""
    for step in STEPS.findall(line):
        if wide(done[-1] + step.rstrip()) > WIDTH:
            done.append(indent)
        done[-1] += step if done[-1].strip() or step.strip() else ""
    return done


def wide(text: str) -> int:
    """Measure a text in Latin characters."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)
