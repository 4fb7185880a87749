"""A message as a value, and the digest of the facts that it is made from, which has no words in it:
a release that changes words edits no message."""

from dataclasses import dataclass

import discord

from bot.matches.match.match import Match
from render.look import Look

LONGEST_CONTENT = 2000
"""The characters that Discord takes in a message."""


@dataclass(frozen=True, slots=True)
class Message:
    """What an audience should see: a text, buttons, laid out anew for each sending, and the look of
    a picture drawn then from the reader's own view."""

    content: str
    buttons: discord.ui.View | None = None
    picture: Look | None = None


def timing(match: Match) -> str:
    """Digest what a board says of clocks, and of players who are absent."""
    return f"{match.clock_ms} {match.absences}|"


def faces(match: Match) -> str:
    """Digest who sits where, who has had all about them deleted since, and who is out of reach."""
    held = ((player.since, player.person, player.seat in match.closed) for player in match.players)
    return (
        " ".join(
            f"{since}{'-' if who and who.is_deleted else ''}{'!' if closed else ''}"
            for since, who, closed in held
        )
        + "|"
    )


def only_time(before: str, now: str) -> bool:
    """Tell whether two digests differ in nothing but how the clocks stand."""
    return before.partition(" ")[2] == now.partition(" ")[2]


def redrawn(before: str, now: str) -> bool:
    """Tell whether the picture differs between two digests, which begin with the timing."""
    return before.partition("|")[2] != now.partition("|")[2]
