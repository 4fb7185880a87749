"""Sentences about time: what has been agreed, and when something ends, as Discord timestamps."""

from collections.abc import Callable, Iterator

from bot.matches.match.due import NOTHING, UNANSWERED_MS, UNDECIDED_MS, Given, pause_ends_ms
from bot.matches.match.match import Match
from bot.matches.match.players import Player
from games.clock import HOUR, MINUTE
from games.core import Info

from .catalogue import Catalogue

Naming = Callable[[Player], str]
"""A way to name a player."""


def relative(at_ms: int) -> str:
    """Write a moment that all readers see in their own language: "3 hours ago", "in 2 days"."""
    return f"<t:{at_ms // 1000}:R>"


def date(at_ms: int) -> str:
    """Write a day that all readers see in their own language: "3 May 2026"."""
    return f"<t:{at_ms // 1000}:D>"


def day(at_ms: int) -> str:
    """Write the day and hour of a moment, which all readers see in their own time zone."""
    return f"<t:{at_ms // 1000}:f>"


def span(ms: int, words: Catalogue) -> str:
    """Write how long something was, to the hour, or to the minute within a day: "3 d 4 h"."""
    minutes = max(1, ms // MINUTE)
    days, hours, rest = minutes // (24 * 60), minutes // 60 % 24, minutes % 60
    parts = {"days": days, "hours": hours, "minutes": 0 if days else rest}
    return " ".join(words(f"span.{unit}", number=n) for unit, n in parts.items() if n)


# ------------------------------------------------------------------------ cards


def turn_time(match: Match, words: Catalogue) -> str:
    """Say how much time a turn has, and what happens when it is used up."""
    pace = words("card.time", pace=words(f"choice.pace.{match.options.pace}"))
    if not match.options.strict:
        return pace
    return words("alt.join").join((pace, words("card.strict")))


def expires_ms(match: Match) -> int:
    """Return the moment, in epoch milliseconds, at which an unanswered match is given up."""
    return match.clock_ms + UNANSWERED_MS


# ------------------------------------------------------------- running matches


def clocks(match: Match, words: Catalogue, name: Naming) -> Iterator[str]:
    """Say until when the clocks of a running match run, or why they do not."""
    if not match.running or not match.pace.timed:
        return
    if match.paused:
        yield words("time.paused", when=relative(pause_ends_ms(match)))
        return
    ends = [at for player in match.players if (at := player.clock.deadline_ms) is not None]
    if ends:
        yield words("time.ends", when=relative(min(ends)))
    for player in match.players:
        if player.away_ms is not None and not match.options.strict:
            yield words("time.away", player=name(player), until=day(player.away_ms))


def news(match: Match, words: Catalogue, name: Naming, given: Given = NOTHING) -> Iterator[str]:
    """Say what has changed the clocks since the last turn but one, besides running."""
    if not match.running or not match.pace.timed:
        return
    if given.more_ms and not match.paused:
        yield words("time.given", n=given.more_ms // HOUR)
    for seat, ms in given.granted:
        yield words("time.granted", player=name(match.players[seat]), n=ms // HOUR)
    if given.unshown_ms >= MINUTE:
        yield words("time.unshown", span=span(given.unshown_ms, words))
    if match.outage_ms:
        yield words("time.outage", span=span(match.outage_ms, words))


def fallen_flags(match: Match, info: Info, words: Catalogue, name: Naming) -> Iterator[str]:
    """Say whose time is up, and what the others who are still in may do about it."""
    for player in match.players:
        if player.clock.flag_ms is not None:
            when = relative(player.clock.flag_ms + UNDECIDED_MS)
            yield words("time.fallen", player=name(player), when=when)
        elif player in match.absent and player.absence == "left":
            ends = player.clock.deadline_ms
            code = "time.left_partner" if info.teams and ends else "time.left"
            yield words(code, player=name(player), when=relative(ends or 0))


def list_time(match: Match, reader: int, words: Catalogue) -> str:
    """Give the time that counts in a list: what is left, else when anything last happened."""
    if match.stand.phase == "open":
        return words("list.expires", when=relative(expires_ms(match)))
    seat = match.seat_of(reader)
    acting = [player for player in match.players if player.acting]
    own = [player for player in acting if player.seat == seat]
    deadlines = [player.clock.deadline_ms for player in own or acting]
    ends = [end for end in deadlines if end is not None]
    if match.running and ends:
        return words("time.ends", when=relative(min(ends)))
    if match.running and match.paused:
        return words("list.paused")
    for flag_ms in (player.clock.flag_ms for player in acting if player.clock.flag_ms is not None):
        if own or seat is None:
            return words("list.fallen")
        return words("list.recorded", when=relative(flag_ms + UNDECIDED_MS))
    code = "last_move" if match.stand.turns else "last_change"
    return words(f"list.{code if match.running else 'ended'}", when=relative(match.updated_ms))
