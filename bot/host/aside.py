"""What a host does about matches and people by a command, beside the bot or while it is stopped."""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from io import TextIOWrapper

from bot.config import Settings
from bot.matches.ledger import Messages, Snapshot
from bot.matches.match.ids import MatchId
from bot.matches.match.refusals import Code, Refusal
from bot.matches.service import Matches
from bot.store.copying import require_there
from bot.store.database import Use, connect
from bot.ui.words.catalogue import DEFAULT, catalogue
from games.core import Event

from .status import COULD_NOT, FOUND, GOOD

DELETED = """\
All about {user} is deleted. Running matches ended for it: {running}, open challenges: {open};
finished matches in which a former player now stands for them: {finished}. The bot brings the boards
up to date by itself. Backups made before still hold everything, and so does a copy made before an
update (…-before-….sqlite): delete them, or wait until the last backup has been replaced."""
LEFT = """\
The database's file is in use and may still hold bytes of them: stop the bot and do it again."""


class Elsewhere:
    """The follower of a program without Discord: whatever shows a match is left to the bot."""

    async def reconcile(self, watched: Snapshot, messages: Messages) -> Event | None:
        return Event("board.later", {"match": watched.match.id})


@asynccontextmanager
async def open_matches(settings: Settings, use: Use) -> AsyncIterator[Matches]:
    """Open the matches of the settings as they are. Raises DatabaseUnusable."""
    url, connections = settings.database_url, settings.database_connections
    require_there(url)
    if use == "change":  # SQLite would make something of an empty file
        await (await connect(url, use="read")).dispose()
    matches = await Matches.open(url, connections=connections, use=use)
    matches.followers.add(Elsewhere())
    try:
        yield matches
    finally:
        await matches.close()


async def export(settings: Settings, user: int) -> int:
    """Print all that is kept about a person as JSON, records apart. Raises DatabaseUnusable."""
    async with open_matches(settings, "read") as matches:
        documents = await matches.exporting.export(user, sys.maxsize)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # as JSON is, whatever the console's letters
    print(*documents, sep="\n")
    return GOOD


async def forget(settings: Settings, user: int) -> int:
    """Delete all that is kept about a person. Raises DatabaseUnusable."""
    async with open_matches(settings, "change") as matches:
        stakes = await matches.forgetting.stakes(user)
        await matches.forgetting.forget(user)
        compacted = await matches.compact()
    print(DELETED.format(user=user, **asdict(stakes)))
    if compacted:
        return GOOD
    print(LEFT, file=sys.stderr)
    return FOUND


async def strike(settings: Settings, match: str, *, undo: bool) -> int:
    """Take a match out of the points or put it back; the bot tells its players in time."""
    words = catalogue(DEFAULT)
    try:
        async with open_matches(settings, "change") as matches:
            striking, id_ = matches.striking, MatchId(match.upper())
            struck = await (striking.undo(id_) if undo else striking.strike(id_))
    except Refusal as refusal:
        unknown = refusal.event.code == Code.UNKNOWN_MATCH
        text = f"There is no match {match}." if unknown else words.tell(refusal.event)
        print(text, file=sys.stderr)
        return COULD_NOT
    again = f"{struck.id} counts for points again."
    print(again if undo else words("ping.struck", title=struck.id))
    return GOOD


async def reports(settings: Settings) -> int:
    """List what players have reported of matches by letter, the latest first."""
    async with open_matches(settings, "read") as matches:
        for report in await matches.reports.all():
            match = await matches.match(report.match)
            at = datetime.fromtimestamp(report.at_ms / 1000, UTC).isoformat(timespec="minutes")
            people = ", ".join(f"{person.name} ({person.id})" for person in match.people)
            print(f"{at} {report.match} [{people}] {report.person}: {report.reason}")
    return GOOD
