"""Checks the whole database: every match against its log, the points, the file itself."""

from collections import defaultdict

from bot.config import Settings
from bot.matches.match.ids import MatchId
from bot.matches.upkeep.audit import Checking, Difference, Unchecked

from .aside import open_matches
from .status import FOUND, GOOD

MOST_NAMED = 20
"""The most matches of a version that are named as not checked."""
DAMAGED = """\
The database itself is damaged; nothing else has been checked. Stop the bot and go back to a backup
(docs/hosting.md, "Backups")."""


async def main(settings: Settings, *, repair: bool = False) -> int:
    """Check, print a line free of secrets for each difference, and return the exit status. With
    `repair` write anew what follows from the logs. Raises DatabaseUnusable."""
    async with open_matches(settings, "change" if repair else "read") as matches:
        return await _report(matches.checking, repair)


async def _report(checking: Checking, repair: bool) -> int:
    if damage := await checking.damage():
        print(*damage, DAMAGED, sep="\n")
        return FOUND
    found, mended, unchecked = 0, 0, defaultdict[tuple[str, int], list[MatchId]](list)
    async for amiss in checking.everything(repair=repair):
        if isinstance(amiss, Unchecked):
            unchecked[amiss.game, amiss.version].append(amiss.match)
            continue
        found, mended = found + 1, mended + amiss.mended
        print(_line(amiss))
    for (game, version), left in sorted(unchecked.items()):
        named = ", ".join(left[:MOST_NAMED]) + (", …" if len(left) > MOST_NAMED else "")
        print(f"Not checked, because version {version} of {game} is not known here: {named}")
    done = f", {mended} of them mended" if repair and found else ""
    print(f"{_count(checking.count, 'match', 'es')}, {_count(found, 'difference', 's')}{done}")
    return FOUND if found > mended else GOOD


def _count(number: int, one: str, more: str) -> str:
    return f"{number:,} {one}{'' if number == 1 else more}"


def _line(one: Difference) -> str:
    seat = "" if one.seat is None else f", seat {one.seat}"
    return f"{one.place}{seat}: {one.kind}{' (mended)' if one.mended else ''}"
