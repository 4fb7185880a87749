"""A stand-in for Discord on loopback: its REST, with limits, refusals and a log of requests."""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from aiohttp import BodyPartReader, web

from .faults import Fault
from .world import Request, World

API = "/api/v10"
PLENTY = (1_000, 1.0)
ROUTES = {
    "me": "GET /users/@me",
    "application": "GET /oauth2/applications/@me",
    "gateway": "GET /gateway/bot",
    "sync": "PUT /applications/{application}/commands",
    "callback": "POST /interactions/{interaction}/{token}/callback",
    "followup": "POST /webhooks/{application}/{token}",
    "original": "GET /webhooks/{application}/{token}/messages/{message}",
    "answer": "PATCH /webhooks/{application}/{token}/messages/{message}",
    "leave": "DELETE /webhooks/{application}/{token}/messages/{message}",
    "send": "POST /channels/{channel}/messages",
    "history": "GET /channels/{channel}/messages",
    "edit": "PATCH /channels/{channel}/messages/{message}",
    "thread": "POST /channels/{channel}/messages/{message}/threads",
    "fresh thread": "POST /channels/{channel}/threads",
    "channel": "GET /channels/{channel}",
    "member": "GET /guilds/{guild}/members/{member}",
    "guild": "GET /guilds/{guild}",
    "channels": "GET /guilds/{guild}/channels",
    "threads": "GET /guilds/{guild}/threads/active",
    "user": "GET /users/{user}",
    "dm": "POST /users/@me/channels",
}
"""The kinds of requests that are understood here."""
ANSWERS = ("callback", "followup", "original", "answer", "leave")
"""The kinds that no limit on everything counts."""


class Discord(World):
    """Everything the bot meets in place of Discord. Start it, then a `process.Bot` on it."""

    def __init__(self, check: Callable[..., list[str]] | None = None) -> None:
        super().__init__()
        self.requests: list[Request] = []
        self.faults: list[Fault] = []
        self.wrong: list[str] = []
        """The requests that Discord's document forbids."""
        self.limit = PLENTY
        """The number of sends or edits a channel takes, and in how many seconds."""
        self.limit_on_all = PLENTY
        """The number of requests of all kinds but answers, and in how many seconds."""
        self.date = ""
        """The date of all answers, if not today."""
        self._check = check
        self._used: dict[str, deque[float]] = defaultdict(deque)
        self._runner: web.AppRunner | None = None
        self._site: web.TCPSite | None = None

    async def __aenter__(self) -> Discord:
        app = web.Application(client_max_size=1 << 26)
        app.router.add_get("/gateway", self.gateway.serve)
        app.on_response_prepare.append(self._dated)
        for kind, route in ROUTES.items():
            method, _, path = route.partition(" ")
            app.router.add_route(method, API + path, partial(self._handle, kind))
        app.router.add_route("*", "/{path:.*}", self._unknown)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        await self.listen()
        host, port = self._runner.addresses[0][:2]
        self.gateway.address = f"{host}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.gateway.hears.set()
        await self.gateway.drop(1001)
        if self._runner is not None:
            await self._runner.cleanup()

    async def listen(self) -> None:
        """Take connections, again at the same address."""
        host, _, port = self.gateway.address.partition(":")
        if self._runner is not None:
            self._site = web.TCPSite(self._runner, host or "127.0.0.1", int(port or 0))
            await self._site.start()

    async def refuse(self) -> None:
        """Refuse every connection from now on, but for those of the gateway that are there."""
        if self._site is None or self._runner is None or self._runner.server is None:
            return
        await self._site.stop()
        for there in self._runner.server.connections:
            if there.transport is not None and there._current_request is None:
                there.transport.abort()

    async def _dated(self, _: web.Request, answer: web.StreamResponse) -> None:
        if self.date:
            answer.headers["Date"] = self.date

    def fail(self, kind: str, status: int = 0, code: int = 0, **more: Any) -> Fault:
        """Let requests of a kind fail; take the fault off again with `heal`."""
        if kind not in ROUTES:
            raise KeyError(kind)
        self.faults.insert(0, Fault(kind, status, code, **more))
        return self.faults[0]

    def heal(self) -> None:
        """Let all go well again."""
        self.faults.clear()

    def forget(self, match: str) -> None:
        """Forget about a match that is over, and every request so far."""
        super().forget(match)
        self.requests.clear()

    def count(self, kind: str) -> int:
        """Count the requests of a kind that have come."""
        return sum(request.kind == kind for request in self.requests)

    def published(self) -> list[Any]:
        """Return the commands that the bot has published last."""
        (*_, newest) = (request.body for request in self.requests if request.kind == "sync")
        return list(newest)

    async def _unknown(self, http: web.Request) -> web.Response:
        self.wrong.append(f"{http.method} {http.path}: not known here")
        return web.Response(status=404)

    async def _handle(self, kind: str, http: web.Request) -> web.Response:
        body, files = await _read(http)
        request = Request(
            kind, dict(http.match_info), body, files, time.monotonic(), query=http.query
        )
        self.requests.append(request)
        if self._check is not None:
            parts = {f"files[{number}]": b"" for number in range(len(files))}
            wrong = self._check(http.method, http.path.removeprefix(API), body, parts)
            self.wrong += [f"{http.method} {http.path}: {what}" for what in wrong]
        fault = next((fault for fault in self.faults if fault.strikes(kind, request.place)), None)
        if fault is not None and (spoilt := await self._spoil(http, fault, request)):
            return spoilt
        if kind not in ANSWERS:
            left, wait = self._room("all", *self.limit_on_all)
            if left < 0:
                return _limited(request, wait, everywhere=True)
        if kind not in ("send", "edit"):
            return _reply(request, *self.carry_out(request))
        left, wait = self._room(f"{kind} {request.place}", *self.limit)
        headers = {
            "X-RateLimit-Bucket": kind,
            "X-RateLimit-Limit": str(self.limit[0]),
            "X-RateLimit-Remaining": str(max(0, left)),
            "X-RateLimit-Reset-After": f"{wait:.3f}",
        }
        if left < 0:
            return _limited(request, wait, headers)
        return _reply(request, *self.carry_out(request), headers)

    async def _spoil(
        self, http: web.Request, fault: Fault, request: Request
    ) -> web.Response | None:
        if fault.done:
            self.carry_out(request)
        if fault.hang:
            await asyncio.Event().wait()
        if fault.until:
            await fault.until.wait()
        if fault.cut:
            if http.transport is not None:
                http.transport.abort()
            return web.Response()
        if fault.page:
            text = "<html>error code: 1015</html>"
            return web.Response(text=text, status=fault.status, content_type="text/html")
        if fault.garbled:
            return web.Response(body=b'{"id": "', content_type="application/json")
        if fault.status == 429:
            return _limited(request, fault.retry_after, everywhere=fault.everywhere)
        refusal = {"code": fault.code, "message": "no"}
        return _reply(request, fault.status, refusal) if fault.status else None

    def _room(self, what: str, most: int, seconds: float) -> tuple[int, float]:
        """Return how many more requests fit, -1 if none, and the seconds until more do."""
        used, now = self._used[what], time.monotonic()
        while used and used[0] <= now - seconds:
            used.popleft()
        left = most - len(used) - 1
        if left >= 0:
            used.append(now)
        return left, used[0] + seconds - now


async def _read(http: web.Request) -> tuple[Any, list[str]]:
    """Return the content of a request and the names of its files."""
    if not http.content_type.startswith("multipart/"):
        return (await http.json() if http.can_read_body else None), []
    body, files = None, []
    async for part in await http.multipart():
        if not isinstance(part, BodyPartReader):
            raise TypeError("parts within parts")
        if part.name == "payload_json":
            body = await part.json()
        else:
            files.append(part.filename or "")
    return body, files


def _limited(
    request: Request,
    seconds: float,
    headers: Mapping[str, str] | None = None,
    *,
    everywhere: bool = False,
) -> web.Response:
    body = {"message": "You are being rate limited.", "retry_after": seconds, "global": everywhere}
    limits = {"Retry-After": str(seconds)} | ({"X-RateLimit-Global": "true"} if everywhere else {})
    return _reply(request, 429, body, limits | dict(headers or {}))


def _reply(
    request: Request, status: int, content: Any, headers: Mapping[str, str] | None = None
) -> web.Response:
    request.status = status  # discord.py wants to see a Via, and this type to the letter
    kind, body = "application/json", json.dumps(content).encode()
    if status == 204:
        kind, body = "text/html", b""
    always = {"Content-Type": kind, "Via": "1.1 google"}
    return web.Response(body=body, status=status, headers=always | dict(headers or {}))
