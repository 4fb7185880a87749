"""A place that another match has taken: who can do what about it."""

from __future__ import annotations

from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.refusals import Code, Refusal

from ..controls import panels
from ..controls.buttons import Asked, Press, button, rows
from ..words import lines, times
from .opening import can_thread
from .visits import Visit


async def show_taken(visit: Visit, refusal: Refusal) -> None:
    """Say what stands in the way of a new match, with a Close button for who keeps the channel.

    Raises any other refusal.
    """
    named = refusal.event.args.get("match")
    if refusal.event.code != Code.PLACE_TAKEN or named is None:
        raise refusal
    match, words = await visit.desk.matches.match(MatchId(str(named))), visit.words
    info = visit.desk.matches.game(match).info
    host, people = lines.plain(match.terms.host.name), lines.people(match, info, words)
    kind = "open" if match.stand.phase == "open" else "running"
    when = times.relative(times.expires_ms(match))
    told = [words(f"taken.{kind}", match=match.id, host=host, people=people, when=when)]
    told.append(words("taken.thread" if can_thread(visit.interaction) else "taken.no_thread"))
    if not may_close(visit.interaction, match):
        await visit.show("\n".join(told))
        return
    told.append(words("taken.close"))
    label = words("button.close", match=match.id)
    press = Press(match.id, match.stand.revision, "close")
    await visit.show("\n".join(told), view=rows(button(label, press, panels.RED)))


def may_close(interaction: Asked, match: Match) -> bool:
    """Whether the asker manages the channel or thread that a match has taken, and asks there."""
    granted = interaction.permissions
    managing = granted.manage_channels or granted.manage_threads
    return managing and interaction.channel_id == match.place
