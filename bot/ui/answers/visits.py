"""Verbs, each declared where it is handled and with how it answers, and the visit it is handed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from types import ModuleType
from typing import Any, TypeAlias

import discord

from bot.matches.match.match import Match
from bot.matches.match.players import NamedPerson
from bot.matches.match.refusals import Code, Refusal
from bot.people.person import Person

from ..controls.buttons import NO_MATCH, Asked, Press
from ..followers.retryable import is_transient
from ..words.catalogue import Catalogue
from .desk import Desk, Reader
from .places import check_reach, sees

log = logging.getLogger(__name__)

ALREADY_ACKNOWLEDGED = 40060
FOLLOW_UP_S = 5
"""How long Discord is given for what follows an answer; discord.py would sit out any limit."""


class Answer(Enum):
    """How a pressed button answers."""

    IN_PLACE = auto()
    """In the message it is pressed on, which only its reader can see; refused on all others."""
    PUBLIC = auto()
    """In what everybody reads: a card, an offer, the match itself."""
    PRIVATE = auto()
    """In a new message for the one who pressed."""
    SHARED = auto()
    """In a new message for everybody here."""
    AT_ONCE = auto()
    """In a new private message or a window that needs no time."""


@dataclass(slots=True)
class Visit:
    """One interaction: who asks, in which language, and on which match as it stands."""

    interaction: Asked
    desk: Desk
    reader: Reader
    press: Press
    promised: bool = False
    _match: Match | None = None

    @property
    def words(self) -> Catalogue:
        """The asker's language."""
        return self.reader.words

    @property
    def key(self) -> int:
        """The interaction's id, on whose behalf something is changed."""
        return self.interaction.id

    @property
    def user(self) -> int:
        """The asker's id."""
        return self.reader.person.id

    @property
    def named(self) -> NamedPerson:
        """The asker, by the name they go by here."""
        return NamedPerson(self.user, self.interaction.user.display_name)

    @property
    def channel(self) -> int:
        """Where it is asked."""
        return self.interaction.channel_id or 0

    async def match(self) -> Match:
        """The match it is about, read once. Raises Refusal, also for one out of reach."""
        if self._match is not None:
            return self._match
        found, _ = await self.desk.matches.arrive(self.press.match, self.key)
        return self.on(check_reach(self.interaction, found))

    @property
    def private(self) -> bool:
        """Whether it is about a game in which players have boards of their own."""
        match = self._match
        return match is not None and self.desk.matches.game(match).info.private

    def on(self, match: Match) -> Match:
        """It is about this match, as it stands now."""
        self._match = match
        return match

    async def find(self, named: str | None, *, acting: bool = False) -> Match:
        """The match an option names, else the asker's one running match here. Raises Refusal."""
        found = await self.desk.find(self.user, self.channel, named, acting=acting)
        return self.on(check_reach(self.interaction, found))

    async def show(
        self, content: str, *, file: discord.File | None = None, view: discord.ui.View | None = None
    ) -> None:
        """Put this into the answer, in the place of what it was."""
        response = self.interaction.response
        if self.promised or response.is_done():
            await self.interaction.edit_original_response(
                content=content, attachments=[file] if file else [], view=view
            )
            return
        options: dict[str, Any] = {"file": file} if file else {}
        if view:
            options["view"] = view
        await response.send_message(content, ephemeral=True, **options)

    async def add(self, content: str, *, view: discord.ui.View | None = None) -> None:
        """Say something more, in private."""
        options: dict[str, Any] = {"view": view} if view else {}
        await self._follow_up(content, ephemeral=True, **options)

    async def tell_all(self, content: str, mentions: discord.AllowedMentions) -> bool:
        """Say something more to everybody here; False if Discord does not take it in time."""
        return await self._follow_up(content, allowed_mentions=mentions)

    async def _follow_up(self, content: str, **options: Any) -> bool:
        """Whether it has been said; the answer before it stands without it."""
        try:
            async with asyncio.timeout(FOLLOW_UP_S):
                await self.interaction.followup.send(content, **options)
        except (TimeoutError, discord.HTTPException) as failure:
            if isinstance(failure, discord.HTTPException) and not is_transient(failure):
                raise
            log.info("left unsaid: interaction=%d %r", self.key, failure)
            return False
        return True


Handler: TypeAlias = Callable[[Visit], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Verb:
    """What a button's id can ask for, how it is answered, and by what."""

    name: str
    answer: Answer
    handle: Handler


def verb(name: str, answer: Answer) -> Callable[[Handler], Verb]:
    """Declare a function the handler of a verb."""
    return lambda handle: Verb(name, answer, handle)


def collected(modules: Iterable[ModuleType]) -> Mapping[str, Verb]:
    """The verbs declared in some modules, by name."""
    found: dict[str, Verb] = {}
    for module in modules:
        for one in vars(module).values():
            if isinstance(one, Verb) and found.setdefault(one.name, one) is not one:
                raise ValueError(f"two verbs are called {one.name}")
    return found


async def defer(interaction: Asked, answer: Answer) -> None:
    """Promise the answer. Raises Refusal where it would replace what others can read.

    When Discord has taken the promise and its reply was lost, discord.py tries again and is told
    that there is one already; then all is well.
    """
    try:
        await _promise(interaction, answer)
    except discord.HTTPException as failure:
        if failure.code != ALREADY_ACKNOWLEDGED:
            raise
        log.info("promised already: interaction=%d", interaction.id)


async def _promise(interaction: Asked, answer: Answer) -> None:
    match answer:
        case Answer.IN_PLACE:
            message = interaction.message
            if message and interaction.guild_id and not message.flags.ephemeral:
                raise Refusal(Code.OLD_BUTTON)  # others can read it
            await interaction.response.defer()
        case Answer.PUBLIC:
            await interaction.response.defer()
        case Answer.PRIVATE:
            await interaction.response.defer(ephemeral=True, thinking=True)
        case Answer.SHARED:
            await interaction.response.defer(thinking=True)
        case Answer.AT_ONCE:
            pass


async def enter(interaction: Asked, desk: Desk, press: Press, verb: Verb) -> Visit:
    """Make the visit of a press, its answer promised. Raises Refusal for a match out of reach.

    What everybody will read is promised last: a refusal is for the one who pressed. Whoever plays
    in the match has been read with it.
    """
    shared, match = verb.answer is Answer.SHARED, None
    people: Mapping[int, Person] = {}
    await defer(interaction, Answer.AT_ONCE if shared else verb.answer)
    if press.match != NO_MATCH:
        match, people = await desk.matches.arrive(press.match, interaction.id)
        check_reach(interaction, match)
        if verb.answer is Answer.PUBLIC and interaction.message:
            shown = await desk.matches.shown(match.id)
            if interaction.message.id not in {one.message for one in shown.values()}:
                raise Refusal(Code.OLD_BUTTON)  # it may be the board of another match
        if shared and not sees(interaction, match):
            raise Refusal(Code.SHARED_AT_HOME)
    reader = await desk.reader(interaction, people)
    if shared:
        await defer(interaction, verb.answer)
    promised = not shared and verb.answer is not Answer.AT_ONCE
    return Visit(interaction, desk, reader, press, promised, match)


async def visit(interaction: Asked, desk: Desk, answer: Answer) -> Visit:
    """Make the visit of a command, its answer promised; it names its match later."""
    await defer(interaction, answer)
    reader = await desk.reader(interaction)
    return Visit(interaction, desk, reader, Press(NO_MATCH, 0, ""), answer is not Answer.AT_ONCE)
