"""What fits on the screen of a phone, 360 px wide."""

import re
from collections.abc import Mapping
from unicodedata import east_asian_width

from simcord import Env

from bot.ui.words.catalogue import catalogue, locales

CHINESE = re.compile(r"[\u3000-\u9fff\uff00-\uffef]")
WIDTH, SMALL = 45, 55
"""The Latin characters in a row on a screen of 360 px, or twice the Chinese ones; in small text."""
STEPS = re.compile(rf" +|[\u3000-\u9fff\uff00-\uffef]|[^ \u3000-\u9fff\uff00-\uffef]{{1,{WIDTH}}}")
"""Blanks, single Chinese characters, and words between them, or parts of long ones."""
MARKS = re.compile("[\u200f\u2066-\u2069]")
"""The signs for the direction of a line, which take no room."""
ENDED = re.compile("^((?:[-#>*]+ )?\u200f.*)\u200f$", re.MULTILINE)
"""A line that goes from right to left, with a sign behind it for its last stop."""
LONG_NAME = "N" * 11
HIGHEST = 3
"""The most rows above a board."""


def plain(text: str) -> str:
    """Return a text without its signs for direction, which `test_direction.py` judges."""
    return MARKS.sub("", text)


def unended(text: str) -> str:
    """Return a text without the signs behind its lines, which no sentence of the catalogue has."""
    return ENDED.sub(r"\1", text)


def rows(text: str, names: Mapping[int, str] | None = None, moment: str = "") -> list[str]:
    """Break a text into the rows it takes on a phone; mentions show these names, or a long one.

    Rows break at blanks, between Chinese characters, and in words longer than a row.
    Discord writes moments in its reader's language: unless told a `moment`, one in the text's.
    """
    moment = moment or ("59 分钟前" if CHINESE.search(text) else "59 minutes ago")
    return [row for line in shown(text, names or {}, moment).splitlines() for row in broken(line)]


def shown(text: str, names: Mapping[int, str], moment: str) -> str:
    """Return what is seen of a text's marks, links, mentions and moments."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"<@(\d+)>", lambda found: f"@{names.get(int(found[1]), LONG_NAME)}", text)
    text = re.sub(r"<t:\d+:R>", moment, text)
    return re.sub(r"\*\*|`|\\(?=[^\w\s])", "", text)


def broken(line: str) -> list[str]:
    """Break one line into rows; those of an entry in a list are all indented."""
    done, indent = [""], "  " if line.startswith("- ") else ""
    room = SMALL if line.startswith("-# ") else WIDTH
    for step in STEPS.findall(line.removeprefix("-# ")):
        if wide(done[-1] + step.rstrip()) > room:
            done.append(indent)
        done[-1] += step if done[-1].strip() or step.strip() else ""
    return done


def wide(text: str) -> int:
    """Measure a text in Latin characters."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in plain(text))


def tall(env: Env) -> list[str]:
    """List the texts that take more than three rows of a phone above a board of a channel, but for
    those of boards that were played on, boards in letters, and names full of marks or long ones.
    A vacation, a late proof, two fights, two marshals that fall at once, engineers who are all
    gone, or seals on a board of an earlier version, may take a row more."""
    kept = [message for place in env.backend.messages.values() for message in place.values()]
    boards = {str(message.id) for message in kept if message.attachments}
    names = {user.id: user.name for user in env.backend.users.values()}
    late = "|".join(re.escape(catalogue(code)("fairness.late")) for code in locales())
    found = []
    for request in env.http_requests:
        body, end = request.json, request.path.rpartition("/")[2]
        drawn = end in boards or (end == "messages" and "attachments" in (body or {}))
        if not (drawn and request.path.startswith("/channels/") and isinstance(body, dict)):
            continue
        text = plain(body.get("content") or "")
        fights = r"[;；؛].*([;；؛]|work as)|`[:：].*`[:：]"
        rare = re.search(rf"<t:\d+:f>|`[\w-]{{43}}`|{late}|{fights}", text)
        if (
            not re.search(r"```|\\[*_~|<`@#-]|(\w)\1{9}", text)
            and text.startswith(("<@", "**"))
            and len(rows(text, names)) > HIGHEST + 2 * bool(rare)
        ):
            found.append(text)
    return found
