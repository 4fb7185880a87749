"""The record of an ended match: as a file, and verified."""

import io

import discord

from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls.buttons import Press, button, rows
from bot.ui.messages.message import LONGEST_CONTENT
from bot.ui.words import evidence_lines
from games.records.record import write

MOST_FINDINGS = 6


@verb("record", Answer.PRIVATE)
async def record(visit: Visit) -> None:
    """The record as a file, with the way to have it verified."""
    match = visit.press.match
    text = write(await visit.desk.matches.evidence.record(match))
    file = discord.File(io.BytesIO(text.encode()), filename=f"{match}.json")
    checked = button(visit.words("button.verify"), Press(match, visit.press.revision, "verify"))
    await visit.show(visit.words("record.here", match=match), file=file, view=rows(checked))


@verb("verify", Answer.PRIVATE)
async def verify(visit: Visit) -> None:
    """Recompute the whole record, say what differs, and what to compare with the channel."""
    evidence, match = visit.desk.matches.evidence, await visit.match()
    wrong, undecided = await evidence.findings(match.id)
    lines = [] if wrong or undecided else [visit.words("verify.true", match=match.id)]
    for key, findings in (("verify.false", wrong), ("verify.undecided", undecided)):
        lines += [visit.words(key, match=match.id)] if findings else []
        lines += [f"- {visit.words.tell(finding)}" for finding in findings[:MOST_FINDINGS]]
    ended = await evidence.record(match.id)
    lines += evidence_lines.to_compare(match, ended, await evidence.proofs(match), visit.words)
    await visit.show("\n".join(lines)[:LONGEST_CONTENT])
