"""What everything that follows a match works with."""

from dataclasses import dataclass

import discord

from bot.matches.service import Matches

from ..controls.pictures import Studio
from ..wire.closings import Closings
from ..wire.letter_queue import LetterQueue
from ..wire.members import Members
from ..wire.outbox import Outbox
from ..words.languages import Languages


@dataclass(frozen=True, slots=True)
class Services:
    """The matches, and the ways to draw, to word and to send what is seen of them."""

    client: discord.Client
    matches: Matches
    studio: Studio
    languages: Languages
    queue: LetterQueue
    outbox: Outbox
    members: Members
    closings: Closings


class WithServices:
    """A part of what follows a match, with the services at hand."""

    def __init__(self, services: Services) -> None:
        self._client = services.client
        self._matches = services.matches
        self._studio = services.studio
        self._languages = services.languages
        self._queue = services.queue
        self._outbox = services.outbox
        self._members = services.members
        self._closings = services.closings
