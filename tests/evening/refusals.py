"""What Discord refuses an evening: how often it is tried, and what is shown all the same."""

import logging
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, Env, InteractionResult

from games.clock import MINUTE

from .bells import bells
from .conftest import INJECTED, Evening, Match, MatchId, items, said

PATIENTLY = 12
"""The rounds and sweeps that stand for those of an hour."""
STEP_MS = 5 * MINUTE - 10_000
"""The time between them, too short for an outage; all of them take a little less than an hour."""
MOST_TRIES = 2
"""The most tries of one request within an hour."""
NAMED = re.compile(r"cannot (be )?show|not (be )?shown|no clock|held|on hold", re.IGNORECASE)
"""The words, of which one says in private answers that a match can be shown nowhere."""
WAITING = "as soon as"
"""What is said of a board that is about to come."""
FAULT = "Something went wrong on my side"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal by Discord's code and HTTP status."""

    code: int
    status: int = 400

    def __str__(self) -> str:
        return f"{self.status} {self.code}"


class Pair(Evening):
    """Two people of an evening who play in a channel of their own, where something is refused.

    As in an evening they are Livia, who moves first, and Brennus.
    """

    def __init__(self, evening: Evening, refusal: Refusal, number: int = 0) -> None:
        vars(self).update(vars(evening))
        self.refusal = refusal
        self.channel = evening.guild.create_text_channel(f"games-{number}")
        names = ("Livia", "Brennus")
        self.users = {name: evening.env.create_user(f"{name}{number}") for name in names}
        self.livia, self.brennus = map(self.guild.add_member, self.users.values())
        self.name = ""
        self.told: list[str] = []
        """What the two have been told privately since something was refused."""
        self.repairs: list[Callable[[], object]] = []
        """What ends the trouble of the test's own making, before anything is judged."""
        self._faults: list[dict[str, Any]] = []

    @property
    def messages(self) -> str:
        """The route of messages in the channel."""
        return f"/channels/{self.channel.id}/messages"

    @property
    def letterbox(self) -> str:
        """The route of direct messages to Brennus."""
        return f"/channels/{self.users['Brennus'].dm_channel.id}/messages"

    def refuse(
        self, method: str, path: str, refusal: Refusal | None = None, times: int | None = None
    ) -> None:
        """Refuse requests from now on, with another refusal than the pair's if it is given."""
        one = refusal or self.refusal
        code, status = one.code, one.status
        self.env.inject_error(
            method, path, status=status, code=code, times=times, message=f"no ({INJECTED})"
        )
        kept = self.env.backend.faults
        kept.insert(0, kept.pop())  # before those of other pairs
        self._faults.append(kept[0])

    def heal(self) -> None:
        """Refuse nothing any more."""
        kept = self.env.backend.faults
        kept[:] = [fault for fault in kept if all(fault is not own for own in self._faults)]
        self._faults.clear()

    async def invite(self, where: str = "here", **options: Any) -> InteractionResult:
        """Let Livia challenge Brennus; remember the match."""
        given = {"opponent": self.brennus, "seat": "first", "where": where, **options}
        opened = await self.new(self.livia, **given)
        self.remember(opened)
        return opened

    def remember(self, opened: InteractionResult) -> None:
        """Take the match of a card for the pair's."""
        found = re.search(r"`([0-9A-Z]{4,6})`", said(opened))
        assert found, said(opened)
        self.name = found[1]

    async def accept(self, opened: InteractionResult) -> ChannelHandle:
        """Let Brennus accept; return where the match should be played."""
        self.told.append(said(await self.press(self.brennus, opened, "Accept")))
        return self.channel.threads[-1] if self.channel.threads else self.channel

    async def begin(self, where: str = "here", moves: str = "", **options: Any) -> ChannelHandle:
        place = await self.accept(await self.invite(where, **options))
        await self.play(moves, place)
        return place

    async def turn(self, move: str = "a1-a3") -> str:
        """Play a move, Livia's first, from the channel; return what its player is told."""
        now = await self.match()
        answer = await self.to_act(now).slash(self.channel, "move", move=move, match=self.name)
        self.told.append(said(answer))
        return said(answer)

    def to_act(self, match: Match) -> Any:
        """Return the one to move."""
        acting = {player.human.id for player in match.players if player.acting}
        return self.livia if self.livia.id in acting else self.brennus

    async def match(self) -> Match:
        """Return the pair's match, as it stands."""
        return await self.client.desk.matches.match(MatchId(self.name))

    def everything(self) -> list[discord.Message]:
        """List all messages of the channel and its threads, oldest first."""
        places = (self.channel, *self.channel.threads)
        found = [post for place in places for post in place.history()]
        return sorted(found, key=lambda post: post.id)

    async def shown(self) -> discord.Message | None:
        """Return the board that shows the match as it stands, if one is up."""
        mark = f"m:{self.name}:{(await self.match()).stand.revision}:"
        boards = (message for message in reversed(self.everything()) if message.attachments)
        return next((message for message in boards if mark in ids(message)), None)

    async def held(self) -> Any:
        """Return why and since when the match can be shown nowhere; None if it can be."""
        return getattr(await self.match(), "held", None)

    async def listed(self) -> str:
        """Return what Livia is told of her matches."""
        return said(await self.livia.slash(self.channel, "match list", scope="mine"))

    def rung(self) -> bool:
        """Tell whether a message in the channel has notified Brennus of a turn of his."""
        return any(not bell.direct for bell in bells(self, self.brennus))

    def tries(self, since: int) -> Counter[tuple[str, str, str]]:
        """Count the tries of each request that has been refused since some number of requests."""
        return refused_requests(self.env, self._faults, since)


def ids(message: discord.Message) -> str:
    """Return the custom ids of a message's buttons."""
    return str(items(message))


def refused_requests(
    env: Env, faults: Sequence[dict[str, Any]], since: int
) -> Counter[tuple[str, str, str]]:
    """Count the requests that these faults have met, by method, path, and nonce or recipient."""
    found: Counter[tuple[str, str, str]] = Counter()
    for call in env.http_requests[since:]:
        if any(
            call.method == fault["method"] and fnmatch(call.path, fault["path"]) for fault in faults
        ):
            sent = call.json if isinstance(call.json, dict) else {}
            found[
                call.method, call.path, str(sent.get("nonce") or sent.get("recipient_id") or "")
            ] += 1
    return found


async def hour(evening: Evening) -> None:
    """Let an hour pass, with the bot's own rounds and sweeps."""
    for _ in range(PATIENTLY):
        evening.time.ahead += STEP_MS
        evening.client.restart_rounds()
        await evening.env.settle()


def tracebacks(caplog: pytest.LogCaptureFixture) -> list[str]:
    """List what the log has told at length."""
    long = (line for line in caplog.records if line.exc_info and line.levelno >= logging.ERROR)
    told = (f"{log.name}: {log.getMessage()}: {log.exc_info and log.exc_info[1]}" for log in long)
    return list(dict.fromkeys(told))


def too_often(tries: Counter[tuple[str, str, str]]) -> Iterable[str]:
    """Name the requests that were tried more often than an hour allows."""
    return (f"{count} × {' '.join(call)}" for call, count in tries.items() if count > MOST_TRIES)
