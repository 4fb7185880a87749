"""The bot's connection to Discord: opens the matches, publishes the commands, answers presses."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, TypeAlias

import discord
from discord import app_commands
from discord.ext import tasks

from bot.config import Settings
from bot.matches.match.refusals import Code, Refusal, Stopped
from bot.matches.match.shards import Shards
from bot.matches.service import Matches
from bot.metrics import OTHER, Outcome
from games.core import Sayable

from ..controls.buttons import Asked, Press, PressItem
from ..controls.pictures import Studio
from ..controls.replays import Hire, Replays
from ..followers.correspondence import Correspondence
from ..followers.letters import Letters
from ..followers.lobbies import Lobbies
from ..followers.pings import Pings
from ..followers.services import Services
from ..followers.stops import Stops
from ..followers.team_rooms import TeamRooms
from ..wire.closings import Closings
from ..wire.connection_state import ConnectionState
from ..wire.letter_queue import LetterQueue
from ..wire.members import Members
from ..wire.outbox import Outbox
from ..wire.pace import Pace
from ..wire.rounds import Pulse
from ..words import lines
from ..words.languages import Languages
from ..words.translator import CommandTranslator
from .attendance import Attendance
from .command_ids import Published
from .desk import Desk
from .errors import OLDER, Fault, answer_error, away, cause, sayable
from .news import announce
from .sparing import SparingClient
from .stopwatch import begin, end
from .visits import Answer, Verb, Visit, enter, keep, visit
from .welcome import welcome_once

log = logging.getLogger(__name__)

SWEEP_MINUTES = 5
MOST_FAULTS = 100
"""The faults that are remembered for those who ask how the bot is."""
LONGEST_LIMIT_S = 30
"""The time a request may wait for Discord's limits; after that a sweep tries again."""

AnyCommand: TypeAlias = (
    app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu
)
OpenMatches: TypeAlias = Callable[[], Awaitable[Matches]]


class Tetrarch(SparingClient):
    desk: Desk
    _pulse: Pulse
    _queue: LetterQueue

    def __init__(
        self,
        settings: Settings,
        open_matches: OpenMatches,
        commands: tuple[AnyCommand, ...],
        verbs: Mapping[str, Verb],
        hire: Hire,
    ) -> None:
        self.connection_state = ConnectionState()
        named: dict[str, Any] = {}
        own = Shards.read(settings.shards)
        self._pace = Pace(len(own.there) / own.of)
        if settings.shards:  # otherwise Discord recommends how many there are
            named = {"shard_ids": sorted(own.there), "shard_count": own.of}
        super().__init__(
            **named,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_LIMIT_S,
            http_trace=self._pace.trace(self.connection_state.trace()),
        )
        self.settings = settings
        self.faults: deque[Fault] = deque(maxlen=MOST_FAULTS)
        self.started_ms = int(discord.utils.utcnow().timestamp() * 1000)
        self._open_matches = open_matches
        self._verbs = verbs
        self._hire = hire
        self._sweeping = asyncio.Lock()
        self.leaving = False
        self.tree = Commands(self)
        for command in commands:
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        """Open the matches, register what survives restarts, publish the commands."""
        matches = await self._open_matches()
        published = Published(matches)
        languages = Languages(self, matches, published.mention)
        studio = Studio(self.settings.drawing_threads, self.settings.board_theme, matches.servers)
        outbox, self._queue = Outbox(self, matches.now), LetterQueue()
        members = Members(self, matches, self.known.whole)
        matches.leaving.roll_call = members.present
        matches.pairing.find, matches.pairing.lobby = members.find, self.settings.lobby == "on"
        closings = Closings(self._pace, outbox)
        services = Services(
            self, matches, studio, languages, self._queue, outbox, members, closings
        )
        pings, rooms, lobbies = Pings(services), TeamRooms(services), Lobbies(services)
        self.desk = Desk(
            *(matches, studio, languages, outbox, published, pings, rooms, lobbies),
            *(Replays(self._hire), Attendance()),
        )
        self._pulse = Pulse(self, matches, pings.deliver, self.connection_state)
        reconciler = Correspondence(services, pings, Letters(services, pings))
        matches.followers.announce_stop = Stops(services, pings).announce
        for follower in (reconciler, pings, rooms, members, lobbies):
            matches.followers.add(follower)
        self.add_dynamic_items(PressItem)
        await self.tree.set_translator(CommandTranslator())
        await self._publish()
        self._sweep.start()
        self._pulse.start()
        lobbies.round.start()

    @property
    def heard_ms(self) -> int | None:
        """The time up to which people could be heard for certain; None if not yet."""
        return self._pulse.heard_ms if hasattr(self, "_pulse") else None

    def restart_rounds(self) -> None:
        """Begin all rounds and sweeps anew after the clock has been put ahead."""
        self._sweep.restart()
        self._pulse.restart()
        self.desk.lobbies.round.restart()

    async def _publish(self) -> None:
        """Tell Discord of the commands; if that fails, those of the last time go on working."""
        try:
            await self.desk.commands.publish(self.tree)
        except Exception as failure:  # nobody has to wait for the list of commands to play
            log.warning("the commands are not published yet: %s", failure)

    async def close(self) -> None:
        await self.shut_down()
        await super().close()

    async def shut_down(self) -> None:
        """Finish what follows from the last changes, and close the database."""
        self.leaving = True
        self._sweep.cancel()
        if hasattr(self, "desk"):
            self.desk.lobbies.round.cancel()
            try:
                await self.desk.replays.close()
                await self._pulse.stop()
                await self.desk.matches.followers.close()
                await self._queue.close()
            finally:
                await self.desk.matches.close()

    @tasks.loop(minutes=SWEEP_MINUTES)
    async def _sweep(self) -> None:
        try:
            async with self._sweeping:  # or two would tell the same news
                if not self.desk.commands.current:
                    await self._publish()
                matches = self.desk.matches
                if matches.neighbours is not None:
                    await matches.neighbours.meet()
                await matches.followers.sweep()
                if matches.shards.hear(None):
                    await matches.clearing.portion()
                    await matches.leaderboards.refresh(matches.now())
                await announce(self, matches, self.desk.languages)
        except Exception:  # a loop ends at its first exception, and boards would stay behind
            log.exception("a sweep has failed")

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Show on a server that is back what could not be shown there."""
        await self._sweep()

    @_sweep.before_loop
    async def _when_ready(self) -> None:
        await self.wait_until_ready()

    async def admit(self, interaction: Asked) -> bool:
        """Tell whether the bot is where this is asked; on any other server say so, write nothing.
        There it could answer, and never show a board: people may have it installed for themselves,
        a server may have no more of it than its commands, or have just removed it."""
        begin(interaction)
        if interaction.guild_id is None or self.get_guild(interaction.guild_id):
            return True
        if interaction.type is discord.InteractionType.autocomplete:
            with suppress(discord.HTTPException):
                await interaction.response.autocomplete([])
        else:
            told = Sayable("error.not_here", bot=lines.mention(interaction.application_id))
            end(interaction, OTHER, await self.sorry(interaction, told))
        return False

    async def answer_press(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Answer a button or select by its verb's handler, or by the error funnel."""
        log.info(
            "press verb=%s match=%s revision=%d interaction=%d",
            press.verb,
            press.match,
            press.revision,
            interaction.id,
        )
        if not await self.admit(interaction):
            return
        verb = self._verbs.get(press.verb)
        outcome: Outcome = "done"
        try:
            if verb is None:
                raise Refusal(Code.OLD_BUTTON)
            visited = await enter(interaction, self.desk, press, verb)
            await verb.handle(visited)
            await keep(interaction)
            await self._tell_of_refused_dms(visited)
        except Exception as error:
            outcome = await self.sorry(interaction, error)
        end(interaction, verb.room if verb else OTHER, outcome)

    async def visit(self, interaction: Interaction, *, defer: bool = True) -> Visit:
        """Make a command's visit; without `defer` it answers at once."""
        visited = await visit(interaction, self.desk, Answer.PRIVATE if defer else Answer.AT_ONCE)
        interaction.extras["visit"] = visited
        return visited

    async def on_app_command_completion(self, interaction: Interaction, command: object) -> None:
        """Tell of refused direct messages after every command, as after every button."""
        visited = interaction.extras.get("visit")
        if isinstance(visited, Visit):
            await self._tell_of_refused_dms(visited)
            if not visited.left:  # it may not be followed by anything
                await welcome_once(visited)
        end(interaction, _room(interaction), "done")

    async def _tell_of_refused_dms(self, visited: Visit) -> None:
        """Say once, in private, that direct messages to the asker are refused, and try again."""
        people, person = self.desk.matches.people, visited.reader.person
        if not (people.refuses_messages(person) and visited.interaction.response.is_done()):
            return
        if people.untold(person):
            await visited.add(visited.words("letter.refused"))
        await people.forget_refusals(visited.user)
        for match in await self.desk.matches.list_matches(visited.user, "mine", None):
            if match.letters:  # its boards come nowhere else
                self.desk.matches.followers.kick(match.id)

    async def sorry(self, interaction: discord.Interaction[Any], error: Exception) -> Outcome:
        """Answer a failure in the asker's language, whatever state the database is in; one because
        the bot is leaving is no fault, and goes unanswered."""
        outcome: Outcome = "failed" if sayable(error) is None else "refused"
        if self.leaving and outcome == "failed":
            log.info("left unanswered: interaction=%d", interaction.id)
            return outcome
        if isinstance(stopped := cause(error), Stopped):
            self.desk.matches.followers.kick(stopped.match)  # the other players learn of it too
        words = self.desk.languages.words(interaction.locale.value)
        try:
            if not away(error):
                words = await self.desk.words(interaction)
        except Exception:
            log.exception("no settings for interaction=%d", interaction.id)
        await answer_error(interaction, error, words)
        return outcome


Interaction: TypeAlias = discord.Interaction[Tetrarch]


class Commands(app_commands.CommandTree[Tetrarch]):
    """The commands, whose failures go to the same funnel as all others. They are offered on servers
    that have the bot, and nowhere else unless they say so."""

    def __init__(self, client: Tetrarch) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        return await self.client.admit(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        if isinstance(error, OLDER):
            self.client.desk.commands.doubt()
        if interaction.type is discord.InteractionType.autocomplete:
            if not self.client.leaving:
                log.error("no suggestions for interaction=%d", interaction.id, exc_info=error)
            return
        end(interaction, _room(interaction), await self.client.sorry(interaction, error))


def _room(interaction: Interaction) -> str:
    """Name the file of a command."""
    return (
        interaction.command.name if isinstance(interaction.command, app_commands.Command) else OTHER
    )
