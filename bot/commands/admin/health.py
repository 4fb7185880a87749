"""`/admin health`: how the bot is: what waits, what has failed on this server, time to Discord."""

from math import isfinite

from bot.ui.answers.ailment import OVERDUE, ailing
from bot.ui.answers.client import Interaction
from bot.ui.answers.managers import check_manager
from bot.ui.answers.visits import Visit
from bot.ui.words import held_lines, times
from bot.version import version

from ..group import ADMIN, command

MOST_SHOWN = 5
"""The last faults that are shown, and the matches that have been held longest."""
QUEUES = ("followers_behind", "boards_late", "clocks_overdue", "thinking_queue")


@command(ADMIN)
async def health(interaction: Interaction) -> None:
    """Show how the bot is, and nothing that tells of other servers."""
    visit = await interaction.client.visit(interaction)
    guild, client = check_manager(visit), interaction.client
    words, span_s = visit.words, client.latency
    lines = [words("about.version", version=version()), await wellness(visit, client.heard_ms)]
    if isfinite(span_s):
        lines.append(words("admin.health.latency", ms=round(span_s * 1000)))
    lines.append(words("about.since", when=times.relative(client.started_ms)))
    try:
        figures = await visit.desk.matches.figures()
        lines += [words(f"admin.health.{name}", number=figures[name]) for name in QUEUES]
        if held := await visit.desk.matches.list_held(guild, MOST_SHOWN):
            lines.append(words("admin.health.held"))
            lines += (held_lines.entry(match, words) for match in held)
    except Exception:  # the database does not answer, which is said above
        lines.append(words("admin.health.no_figures"))
    faults = [fault for fault in client.faults if fault.guild == guild][-MOST_SHOWN:]
    lines.append(words("admin.health.faults" if faults else "admin.health.no_faults"))
    lines += [
        words(
            "admin.health.fault",
            reference=fault.reference,
            when=times.relative(fault.at_ms),
            kind=fault.kind,
        )
        for fault in reversed(faults)
    ]
    await visit.show(*lines)


async def wellness(visit: Visit, heard_ms: int | None) -> str:
    """Say what ails the bot; a match that waits may be another server's, and is not named."""
    found = await ailing(visit.desk.matches, heard_ms)
    if found is None:
        return visit.words("admin.health.well")
    if found.code == OVERDUE:
        return visit.words("ailment.overdue_somewhere", minutes=found.args["minutes"])
    return visit.words.tell(found)
