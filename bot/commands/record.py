"""The record of an ended match: as a file, and verified."""

from __future__ import annotations

import io

import discord

from bot.ui.visits import Answer, Visit, verb
from games.record import write

LONGEST_CONTENT = 2000


@verb("record", Answer.PRIVATE)
async def record(visit: Visit) -> None:
    """The record as a file, which verifies itself."""
    match = visit.press.match
    text = write(await visit.desk.matches.history.record(match))
    file = discord.File(io.BytesIO(text.encode()), filename=f"{match}.json")
    await visit.show(visit.words("record.here", match=match), file=file)


@verb("verify", Answer.PRIVATE)
async def verify(visit: Visit) -> None:
    """Recompute the whole record and say what differs, if anything does."""
    match = visit.press.match
    findings = await visit.desk.matches.history.verify(match)
    told = [visit.words("verify.false" if findings else "verify.true", match=match)]
    told += [f"- {visit.words.tell(finding)}" for finding in findings]
    await visit.show("\n".join(told)[:LONGEST_CONTENT])
