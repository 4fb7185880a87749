"""The gateway of the stand-in: sessions that can be dropped, resumed and refused."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from .things import APPLICATION, GUILD, TETRARCH, Json, guild, snowflake

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID, HELLO, ACK = 0, 1, 2, 6, 9, 10, 11
HEARTBEAT_MS = 41_250


@dataclass(slots=True)
class Session:
    """All that one process has been told, and where it listens at the moment."""

    socket: web.WebSocketResponse | None
    sent: list[Json] = field(default_factory=list)

    async def tell(self, event: str, content: Json) -> None:
        """Now, or when it resumes."""
        self.sent.append({"op": DISPATCH, "t": event, "s": len(self.sent) + 1, "d": content})
        await self.say(self.sent[-1])

    async def say(self, content: Json) -> None:
        if self.socket is not None and not self.socket.closed:
            with suppress(ConnectionResetError):  # the process has just been killed
                await self.socket.send_json(content)


class Gateway:
    """Where every process of the bot hears of every event."""

    def __init__(self, channels: dict[int, Json]) -> None:
        self.address = ""
        self.hears = asyncio.Event()
        """Unless set, nothing that the bot says is read any more, not even its goodbye."""
        self.hears.set()
        self.seen: list[int] = []
        """The operations received, in order."""
        self.ready = asyncio.Event()
        """A session has begun or was resumed; clear it to wait for the next."""
        self._channels = channels
        self._sessions: dict[str, Session] = {}

    async def dispatch(self, event: str, content: Json) -> None:
        """Tell the bot of an event, now or when it resumes."""
        for session in self._sessions.values():
            await session.tell(event, content)

    async def repeat(self) -> None:
        """Send the last event once more."""
        for session in self._sessions.values():
            await session.say(session.sent[-1])

    async def drop(self, code: int, *, forget: bool = False) -> None:
        """Close all connections; sessions that are forgotten cannot be resumed."""
        self.ready.clear()
        dropped = list(self._sessions.values())
        if forget:
            self._sessions.clear()
        for session in dropped:
            socket, session.socket = session.socket, None
            if socket is not None:
                await socket.close(code=code)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One connection from HELLO to its end."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS}})
        async for received in socket:
            if received.type is not WSMsgType.TEXT:
                break
            said = json.loads(received.data)
            self.seen.append(said["op"])
            if said["op"] == HEARTBEAT:
                await socket.send_json({"op": ACK, "d": None})
            elif said["op"] == IDENTIFY:
                await self._begin(socket)
            elif said["op"] == RESUME:
                await self._resume(socket, said["d"])
            await self.hears.wait()
        return socket

    async def _begin(self, socket: web.WebSocketResponse) -> None:
        id_, url = str(snowflake()), f"ws://{self.address}/gateway"
        session = self._sessions[id_] = Session(socket)
        about: Json = {"v": 10, "user": TETRARCH, "session_id": id_, "resume_gateway_url": url}
        about |= {"application": {"id": str(APPLICATION), "flags": 0}, "shard": [0, 1]}
        guilds = [{"id": str(GUILD), "unavailable": True}]
        await session.tell("READY", about | {"guilds": guilds})
        await session.tell("GUILD_CREATE", guild(self._channels.values()))
        self.ready.set()

    async def _resume(self, socket: web.WebSocketResponse, said: Json) -> None:
        session = self._sessions.get(said["session_id"])
        if session is None:
            await socket.send_json({"op": INVALID, "d": False})
            return
        session.socket = socket
        for missed in session.sent[said["seq"] :]:
            await session.say(missed)
        await session.tell("RESUMED", {})
        self.ready.set()
