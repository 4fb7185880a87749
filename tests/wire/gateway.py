"""The gateway of the stand-in: sessions that can be dropped, resumed and refused."""

import asyncio
import json
import zlib
from contextlib import suppress
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from .things import APPLICATION, GUILD, TETRARCH, Json, guild, snowflake

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, INVALID, HELLO, ACK = 0, 1, 2, 6, 9, 10, 11
HEARTBEAT_MS = 41_250


class Line:
    """A connection, over which all is said compressed into one stream, as Discord does."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self._packer = zlib.compressobj()

    async def say(self, content: Json) -> None:
        packed = self._packer.compress(json.dumps(content).encode())
        await self.socket.send_bytes(packed + self._packer.flush(zlib.Z_SYNC_FLUSH))


@dataclass(slots=True)
class Session:
    """All that one process has received, and the line on which it listens at the moment."""

    line: Line | None
    shard: tuple[int, int]
    """The shard it listens to, and how many there are."""
    sent: list[Json] = field(default_factory=list)

    def hears(self, server: str) -> bool:
        """Tell whether it is told of a server; the first shard is of what has none ("")."""
        number, of = self.shard
        return (int(server or 0) >> 22) % of == number

    async def tell(self, event: str, content: Json) -> None:
        """Send an event now, or when the process resumes."""
        self.sent.append({"op": DISPATCH, "t": event, "s": len(self.sent) + 1, "d": content})
        await self.say(self.sent[-1])

    async def say(self, content: Json) -> None:
        if self.line is not None and not self.line.socket.closed:
            with suppress(ConnectionResetError):  # the process has just been killed
                await self.line.say(content)


class Gateway:
    """The source of every event for every process of the bot."""

    def __init__(self, channels: dict[int, Json]) -> None:
        self.address = ""
        self.hears = asyncio.Event()
        """Unless set, nothing more that the bot sends is read, not even its goodbye."""
        self.hears.set()
        self.seen: list[int] = []
        """The operations received, in order."""
        self.ready = asyncio.Event()
        """Set when a session has begun or resumed; clear it to wait for the next."""
        self.servers = [GUILD]
        """The servers in which something is played."""
        self.others: list[Json] = []
        """The other servers the bot is on, where nothing happens."""
        self._channels = channels
        self._sessions: dict[str, Session] = {}

    async def dispatch(self, event: str, content: Json) -> None:
        """Tell the bot of an event, now or when it resumes."""
        server = content["id"] if event.startswith("GUILD_") else content.get("guild_id", "")
        for session in self._sessions.values():
            if session.hears(server):
                await session.tell(event, content)

    def forget(self) -> None:
        """Keep only the number of the events so far, which nobody can ask for again then."""
        for session in self._sessions.values():
            session.sent = [{}] * len(session.sent)

    async def repeat(self) -> None:
        """Send the last event once more."""
        for session in self._sessions.values():
            await session.say(session.sent[-1])

    async def babble(self, text: str) -> None:
        """Say something that is not what a gateway says."""
        for session in self._sessions.values():
            if session.line is not None:
                await session.line.socket.send_str(text)

    async def drop(self, code: int, *, forget: bool = False) -> None:
        """Close all connections; sessions that are forgotten cannot be resumed."""
        self.ready.clear()
        dropped = list(self._sessions.values())
        if forget:
            self._sessions.clear()
        for session in dropped:
            line, session.line = session.line, None
            if line is not None:
                await line.socket.close(code=code)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection from HELLO to its end."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        line = Line(socket)
        await line.say({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS}})
        async for received in socket:
            if received.type is not WSMsgType.TEXT:
                break
            payload = json.loads(received.data)
            self.seen.append(payload["op"])
            if payload["op"] == HEARTBEAT:
                await line.say({"op": ACK, "d": None})
            elif payload["op"] == IDENTIFY:
                await self._begin(line, payload["d"])
            elif payload["op"] == RESUME:
                await self._resume(line, payload["d"])
            await self.hears.wait()
        return socket

    async def _begin(self, line: Line, payload: Json) -> None:
        id_, url = str(snowflake()), f"ws://{self.address}/gateway"
        number, of = payload["shard"]
        session = self._sessions[id_] = Session(line, (number, of))
        about: Json = {"v": 10, "user": TETRARCH, "session_id": id_, "resume_gateway_url": url}
        about |= {"application": {"id": str(APPLICATION), "flags": 0}, "shard": [number, of]}
        there = self._channels.values()
        own = [
            guild([channel for channel in there if channel["guild_id"] == str(server)], server)
            for server in self.servers
        ]
        known = (*own, *self.others)
        guilds = [server for server in known if session.hears(server["id"])]
        unavailable = [{"id": server["id"], "unavailable": True} for server in guilds]
        await session.tell("READY", about | {"guilds": unavailable})
        for place in guilds:
            await session.tell("GUILD_CREATE", place)
        self.ready.set()

    async def _resume(self, line: Line, payload: Json) -> None:
        session = self._sessions.get(payload["session_id"])
        if session is None:
            await line.say({"op": INVALID, "d": False})
            return
        session.line = line
        for missed in session.sent[payload["seq"] :]:
            await session.say(missed)
        await session.tell("RESUMED", {})
        self.ready.set()
