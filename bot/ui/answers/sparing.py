"""The servers the bot is on: a little of each is kept, and the rest asked for when it is needed.

discord.py keeps every channel, role and thread of every server, and offers no way not to. Nobody
asks for nearly all of them: what the asker and the bot may do in a channel comes with each
interaction, and messages need no more of a channel than its id.
"""

import asyncio
from collections import OrderedDict
from functools import partial
from typing import Any

import discord
from discord.state import AutoShardedConnectionState

KEPT = ("id", "unavailable", "preferred_locale", "name")
"""What is kept of a server, besides the bot as a member of it."""
HEARD = (
    *("READY", "RESUMED", "INTERACTION_CREATE", "USER_UPDATE"),
    *("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE"),
    *("GUILD_MEMBERS_CHUNK", "GUILD_MEMBER_UPDATE"),  # the answer to a question; the bot itself
)
"""The events that discord.py may handle."""
CHANGES = (
    *("CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE"),
    *("THREAD_CREATE", "THREAD_UPDATE", "THREAD_DELETE", "THREAD_LIST_SYNC"),
    *("GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE"),
)
"""The events after which a server is to be asked for anew. All others are passed over."""
WHOLE_S, MOST_WHOLE = 60, 50
"""The seconds for which a server that has been asked for is kept whole, and the most of them."""
NEVER = "2015-01-01T00:00:00+00:00"
PLACE = dict.fromkeys(("position", "parent_id", "bitrate", "user_limit", "owner_id"), 0) | {
    "name": "",
    "message_count": 0,
    "member_count": 0,
    "thread_metadata": {"archived": False, "auto_archive_duration": 0, "archive_timestamp": NEVER},
}
"""What discord.py wants to read of the channel of an interaction, where Discord promises no more
than its id and type; without it the connection would end."""


class SparingState(AutoShardedConnectionState[Any]):
    """Keep of what discord.py hears only what is asked for again and again.

    This class relies on private parts of discord.py: the parsers by event and what they read, the
    requests of its HTTP client, `Guild(data=…, state=…)`; below it the client's `_get_state` and a
    member's `_roles`. `tests/ui/test_sparing.py` names the version that they were read in, and
    fails with any other until somebody has read them again.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.parsers = {event: self.parsers[event] for event in HEARD}
        self.parsers |= dict.fromkeys(CHANGES, self._change)
        self._whole = OrderedDict[int, tuple[float, asyncio.Task[discord.Guild]]]()

    def parse_guild_create(self, data: Any) -> None:
        self._whole.pop(int(data["id"]), None)
        own = str(self.self_id)
        members = [member for member in data.get("members", ()) if member["user"]["id"] == own]
        super().parse_guild_create(_strip(data) | {"members": members})

    def parse_guild_update(self, data: Any) -> None:
        self._whole.pop(int(data["id"]), None)
        super().parse_guild_update(_strip(data))

    def parse_interaction_create(self, data: Any) -> None:
        if "channel" in data:
            data["channel"] = PLACE | data["channel"]
        super().parse_interaction_create(data)

    def _change(self, data: Any) -> None:
        self._whole.pop(int(data.get("guild_id") or 0), None)

    async def whole(self, server: int) -> discord.Guild:
        """Return a server with its channels, roles and active threads, but without its members.
        Discord is asked, unless it has been within a minute and nothing has changed since. Raises
        HTTPException or RateLimited."""
        now_s = asyncio.get_running_loop().time()
        asked_s, asking = self._whole.get(server, (0.0, None))
        if asking is None or asked_s <= now_s - WHOLE_S:
            asking = asyncio.create_task(self._ask(server), name=f"server {server}")
            self._whole[server] = now_s, asking
            self._whole.move_to_end(server)
            asking.add_done_callback(partial(self._forget_failure, server))
            if len(self._whole) > MOST_WHOLE:
                self._whole.popitem(last=False)
        return await asyncio.shield(asking)

    def _forget_failure(self, server: int, asking: asyncio.Task[discord.Guild]) -> None:
        _, newest = self._whole.get(server, (0.0, None))
        if (asking.cancelled() or asking.exception()) and newest is asking:
            del self._whole[server]

    async def _ask(self, server: int) -> discord.Guild:
        about, channels, threads = await asyncio.gather(
            self.http.get_guild(server, with_counts=False),
            self.http.get_all_guild_channels(server),
            self.http.get_active_threads(server),
        )
        data: Any = {**about, "channels": channels, "threads": threads["threads"]}
        return discord.Guild(data=data, state=self)


class SparingClient(discord.AutoShardedClient):
    """A client that keeps little of its servers."""

    known: SparingState

    def _get_state(self, **options: Any) -> SparingState:
        options |= {"handlers": self._handlers, "hooks": self._hooks}
        self.known = SparingState(dispatch=self.dispatch, http=self.http, **options)
        return self.known


def role_ids(member: discord.Member) -> frozenset[int]:
    """Return the roles of a member; `Member.roles` has only those of a server kept whole."""
    return frozenset(member._roles)


def _strip(data: Any) -> Any:
    return {name: data[name] for name in KEPT if name in data}
