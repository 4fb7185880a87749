"""Messages are sent once, though the process that sent one may have died before it noted so.

`post` and `Outbox.edit` make the requests of `Messageable.send` and `PartialMessage.edit`, but
nothing of what Discord answers: the message that discord.py would make of it takes longer than the
request. They rely on parts of discord.py that are not documented: `handle_message_parameters`, and
`send_message`, `edit_message` and `start_private_message` of its HTTP client.
`tests/ui/test_editing.py` names the version that they were read in, and compares the requests.
"""

import logging
import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2s
from typing import Any, TypeAlias

import discord
from discord.http import handle_message_parameters

from bot.matches.followers import Unfinished
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.messages import PostedMessage
from games.clock import HOUR, MINUTE

from ..controls.buttons import NO_MATCH
from ..words.direction import mark_lines
from .rests import Rests
from .said import REFUSALS, judge

log = logging.getLogger(__name__)

Mark: TypeAlias = tuple[str, int]
Address: TypeAlias = tuple[int, int]
"""The channel and the id of a message."""
MOST_READ = 100
"""The messages that are looked through: those of one request."""
TIMESTAMP = re.compile(r"<t:\d+")
"""The part of a message that differs once the time away has been given back."""


async def post(client: discord.Client, channel: int, content: str, **more: Any) -> int:
    """Send a message and return its id; buttons in its `view` are such as survive restarts."""
    allowed, content = client.allowed_mentions, mark_lines(content)
    with handle_message_parameters(content, previous_allowed_mentions=allowed, **more) as params:
        return int((await client.http.send_message(channel, params=params))["id"])


def nonce(match: Match, about: str) -> str:
    """Name a message of a match, so that Discord posts it only once. It does not ask where: a
    letter's name has its reader."""
    if match.reader is None:
        return f"{match.id}-{about}"
    return short(f"{match.id} {about} {match.reader.id}")


def short(text: str) -> str:
    """Return a nonce for a text; Discord takes at most 25 characters."""
    return blake2s(text.encode(), digest_size=12).hexdigest()


class Outbox:
    """Sends what is due, unless another process has sent it before this one `began`.

    Discord does not send a nonce twice, but forgets it after minutes. So what was due before then
    is looked for in its place: a message with buttons of the same match at the same revision, or
    without any, the same text. A message too many is better than one that never comes.
    """

    def __init__(self, client: discord.Client, now: Callable[[], int]) -> None:
        self._client = client
        self._now = now
        self._began_ms = now()
        self._edited = Rests[Address](now, HOUR)
        self._refused = Rests[Address](now)

    async def edit(self, shown: PostedMessage, *, new: bool = False, **changes: Any) -> bool:
        """Edit an earlier message; False if it is gone. Raises Unfinished for what passes; where
        Discord refuses anything else the message stays as it is, or if it was to tell something
        `new` that is False too."""
        place = shown.channel, shown.message
        if self._refused.rests(place):
            raise Unfinished("an earlier message has been edited too often")
        allowed = self._client.allowed_mentions if "content" in changes else None
        if changes.get("content"):
            changes["content"] = mark_lines(changes["content"])
        try:
            with handle_message_parameters(previous_allowed_mentions=allowed, **changes) as params:
                await self._client.http.edit_message(*place, params=params)
        except REFUSALS as failure:
            answer = judge(failure)
            if answer.waits:
                if not answer.busy:
                    self._refused.add(place)
                raise Unfinished(f"an earlier message has yet to be edited: {failure}") from failure
            log.info("message of match=%s stays as it is: %d", shown.match, answer.code)
            return not new and answer.kind != "message"
        self._edited.add(place)
        return True

    def may_tell_time(self, shown: PostedMessage) -> bool:
        """Tell whether a message may be edited for the time alone: an old one once an hour."""
        posted_ms = (shown.message >> 22) + discord.utils.DISCORD_EPOCH
        recent = posted_ms > self._now() - HOUR
        return recent or not self._edited.rests((shown.channel, shown.message))

    async def send(
        self,
        channel: int,
        content: str,
        due_ms: int,
        *,
        after: PostedMessage | None = None,
        view: discord.ui.View | None = None,
        silent: bool = False,
        **options: Any,
    ) -> int:
        """Send a message, due at `due_ms` and after another one, unless it is there; return its
        id. Raises one of `REFUSALS`."""
        if due_ms < self._began_ms:
            earliest = max(_id(due_ms), after.message if after else 0)
            mark = _mark(view.to_components()) if view else None
            wanted, pictured = mark or _plain(mark_lines(content)), "file" in options
            sent = await self._find(channel, earliest, wanted, pictured=pictured)
            if sent is not None:
                log.info("message=%d was sent before this process began", sent)
                if mark:  # clocks may have been given time back since
                    there = PostedMessage(MatchId(mark[0]), "", channel, sent)
                    await self.edit(there, content=content, view=view)
                return sent
        if silent:
            options["flags"] = discord.MessageFlags(suppress_notifications=True)
        return await post(self._client, channel, content, view=view, **options)

    async def mailbox(self, person: int) -> int:
        """Return the channel of somebody's direct messages. Raises one of `REFUSALS`."""
        return (await self._client.create_dm(discord.Object(person))).id

    async def open_anew(self, person: int) -> int:
        """Open somebody's direct messages though discord.py remembers the channel: Discord has
        denied access to it. Raises one of `REFUSALS`."""
        return int((await self._client.http.start_private_message(person))["id"])

    async def write(
        self, person: int, channel: int, content: str, due_ms: int, **options: Any
    ) -> tuple[int, int]:
        """Send a direct message as `send` does; return its channel and its id. discord.py remembers
        the channel for ever, so it is opened anew where Discord denies access."""
        try:
            return channel, await self.send(channel, content, due_ms, **options)
        except discord.HTTPException as failure:
            if not judge(failure, "letter").stale_channel:
                raise
        if file := options.get("file"):
            file.reset()
        channel = await self.open_anew(person)
        return channel, await self.send(channel, content, due_ms, **options)

    async def _find(
        self, channel: int, earliest: int, wanted: Mark | str, *, pictured: bool
    ) -> int | None:
        """Return the id of the bot's first message after `earliest` with such buttons or text."""
        place, own = self._client.get_partial_messageable(channel), self._client.user
        try:
            async for post in place.history(limit=MOST_READ, after=discord.Object(earliest)):
                if own is None or post.author.id != own.id:
                    continue
                found = _mark(row.to_dict() for row in post.components) or _plain(post.content)
                if found == wanted and bool(post.attachments) is pictured:
                    return post.id
        except Exception as failure:  # perhaps something that discord.py cannot read
            if isinstance(failure, REFUSALS) and judge(failure).waits:
                raise
            log.info("cannot look for a message: %s", type(failure).__name__)
        return None


def _mark(rows: Iterable[Mapping[str, Any]]) -> Mark | None:
    """Return the match and the latest revision of what can be pressed here; links have neither."""
    parts = (part for row in rows for part in row.get("components", ()))
    ids = (str(part.get("custom_id", "")).split(":") for part in parts)
    known = (id_ for id_ in ids if len(id_) > 2 and id_[2].isdecimal())
    marks = ((id_[1], int(id_[2])) for id_ in known if id_[1] != NO_MATCH)
    return max(marks, default=None, key=lambda mark: mark[1])


def _plain(content: str) -> str:
    return TIMESTAMP.sub("", content)


def _id(due_ms: int) -> int:
    """Return an id before those of messages sent from then on; clocks may differ a little."""
    at_ms = max(due_ms - MINUTE, discord.utils.DISCORD_EPOCH)
    return (at_ms - discord.utils.DISCORD_EPOCH) << 22
