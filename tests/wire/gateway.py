"""The gateway of the stand-in: sessions that can be dropped, resumed and refused."""

from __future__ import annotations

import asyncio
import json
import zlib
from typing import Any

from aiohttp import WSMsgType, web

from .things import APPLICATION, BOT, GUILD, Json, guild, snowflake, user

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID, HELLO, ACK = 0, 1, 2, 6, 9, 10, 11


class Gateway:
    """One bot's connection; what is dispatched while it is away is kept for a RESUME."""

    def __init__(self, channels: dict[int, Json]) -> None:
        self.address = ""
        self.heartbeat_ms = 41_250
        self.acks = True
        """Whether heartbeats are answered."""
        self.hears = asyncio.Event()
        """Unless set, nothing that the bot says is read any more, not even its goodbye."""
        self.hears.set()
        self.seen: list[int] = []
        """The operations received, in order."""
        self.ready = asyncio.Event()
        """A session is under way: identified or resumed."""
        self._channels = channels
        self._session = ""
        self._sent: list[Json] = []
        self._socket: web.WebSocketResponse | None = None
        self._deflate: Any = None

    async def dispatch(self, event: str, content: Json) -> None:
        """Tell the bot of an event, now or when it resumes."""
        self._sent.append({"op": DISPATCH, "t": event, "s": len(self._sent) + 1, "d": content})
        if self.ready.is_set():
            await self._send(self._sent[-1])

    async def repeat(self) -> None:
        """Send the last event once more."""
        await self._send(self._sent[-1])

    async def drop(self, code: int, *, forget: bool = False) -> None:
        """Close the connection; a session that is forgotten cannot be resumed."""
        self.ready.clear()
        if forget:
            self._session = ""
        if self._socket is not None:
            await self._socket.close(code=code)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """One connection from HELLO to its end."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self._socket = socket
        self._deflate = zlib.compressobj() if "compress" in request.query else None
        await self._send({"op": HELLO, "d": {"heartbeat_interval": self.heartbeat_ms}})
        async for received in socket:
            if received.type is not WSMsgType.TEXT:
                break
            said = json.loads(received.data)
            self.seen.append(said["op"])
            await self._answer(said["op"], said["d"])
            await self.hears.wait()
        if socket is self._socket:
            self.ready.clear()
        return socket

    async def _answer(self, op: int, said: Any) -> None:
        if op == HEARTBEAT and self.acks:
            await self._send({"op": ACK, "d": None})
        elif op == IDENTIFY:
            await self._begin()
        elif op == RESUME and said["session_id"] != self._session:
            await self._send({"op": INVALID, "d": False})
        elif op == RESUME:
            for missed in self._sent[said["seq"] :]:
                await self._send(missed)
            self.ready.set()
            await self.dispatch("RESUMED", {})

    async def _begin(self) -> None:
        self._session, self._sent = str(snowflake()), []
        self.ready.set()
        await self.dispatch(
            "READY",
            {
                "v": 10,
                "user": user(BOT, "Tetrarch", bot=True),
                "guilds": [{"id": str(GUILD), "unavailable": True}],
                "session_id": self._session,
                "resume_gateway_url": f"ws://{self.address}/gateway",
                "application": {"id": str(APPLICATION), "flags": 0},
                "shard": [0, 1],
            },
        )
        await self.dispatch("GUILD_CREATE", guild(list(self._channels.values())))

    async def _send(self, content: Json) -> None:
        if self._socket is None or self._socket.closed:
            return
        packed = json.dumps(content).encode()
        if self._deflate is None:
            await self._socket.send_str(packed.decode())
        else:
            ended = self._deflate.compress(packed) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
            await self._socket.send_bytes(ended)
