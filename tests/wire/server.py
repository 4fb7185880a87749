"""A stand-in of Discord on loopback: its REST, with limits, refusals and a log of all requests."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from .faults import Fault
from .gateway import Gateway
from .things import (
    APPLICATION,
    BOT,
    CHANNEL,
    EPHEMERAL,
    Json,
    channel,
    message,
    snowflake,
    thread,
    user,
)

LATE = 3.0
"""Seconds in which an interaction has to be answered."""
KINDS = {
    "me": "GET /users/@me",
    "application": "GET /oauth2/applications/@me",
    "gateway": "GET /gateway/bot",
    "sync": "PUT /applications/{application}/commands",
    "callback": "POST /interactions/{interaction}/{token}/callback",
    "followup": "POST /webhooks/{application}/{token}",
    "original": "GET /webhooks/{application}/{token}/messages/{message}",
    "answer": "PATCH /webhooks/{application}/{token}/messages/{message}",
    "send": "POST /channels/{channel}/messages",
    "edit": "PATCH /channels/{channel}/messages/{message}",
    "thread": "POST /channels/{channel}/messages/{message}/threads",
    "fresh thread": "POST /channels/{channel}/threads",
    "channel": "GET /channels/{channel}",
    "dm": "POST /users/@me/channels",
}
_PATHS = [
    (kind, re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", route)))
    for kind, route in KINDS.items()
]

Refusal = tuple[int, Json]
UNKNOWN: Refusal = (404, {"code": 10062, "message": "Unknown interaction"})
TWICE: Refusal = (400, {"code": 40060, "message": "Interaction has already been acknowledged."})
GONE: Refusal = (404, {"code": 10008, "message": "Unknown Message"})


@dataclass(slots=True)
class Request:
    """A request of the bot, and what it was answered; 0 for one that still waits or was lost."""

    kind: str
    ids: Mapping[str, str]
    body: Any
    files: Mapping[str, int]
    at: float
    status: int = 0
    code: int = 0

    @property
    def place(self) -> int | None:
        """The channel it is about."""
        return int(self.ids["channel"]) if "channel" in self.ids else None


@dataclass(slots=True)
class Asked:
    """An interaction and all that came of it."""

    id: int
    token: str
    place: int
    source: Json | None = None
    at: float = field(default_factory=time.monotonic)
    type: int = 0
    """How it was answered: 4 a message, 5 and 6 a promise, 7 an edit, 8 suggestions, 9 a window.

    0 for not at all, or too late: its asker reads that the application did not respond.
    """
    said: Any = None
    message: Json | None = None
    more: list[Json] = field(default_factory=list)
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)
    done: asyncio.Event = field(default_factory=asyncio.Event)
    """The answer is there; a promise alone is none."""


class Discord:
    """Everything the bot finds instead of Discord. Start it, then a `process.Bot` on it."""

    def __init__(self, check: Callable[..., list[str]] | None = None) -> None:
        self.channels: dict[int, Json] = {CHANNEL: channel(CHANNEL)}
        self.gateway = Gateway(self.channels)
        self.requests: list[Request] = []
        self.faults: list[Fault] = []
        self.messages: dict[int, Json] = {}
        """What stands in the channels, threads and direct messages, by id."""
        self.asked: dict[str, Asked] = {}
        self.wrong: list[str] = []
        """What Discord's document forbids."""
        self.limit: tuple[int, float] | None = None
        """How many sends or edits a channel takes in how many seconds."""
        self._check = check
        self.sent: dict[str, list[Json]] = defaultdict(list)
        """The same by what their nonces begin with."""
        self._nonces: dict[tuple[int, object], int] = {}
        self._promised: dict[str, Asked] = {}
        self._used: dict[str, deque[float]] = defaultdict(deque)
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Discord:
        app = web.Application(client_max_size=1 << 26)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_route("*", "/api/v10/{path:.*}", self._handle)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.gateway.address = f"{host}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.gateway.hears.set()
        await self.gateway.drop(1001)
        if self._runner is not None:
            await self._runner.cleanup()

    def fail(self, kind: str, status: int = 0, code: int = 0, **more: Any) -> Fault:
        """Let requests of a kind fail; take it off again with `heal`."""
        if kind not in KINDS:
            raise KeyError(kind)
        self.faults.insert(0, Fault(kind, status, code, **more))
        return self.faults[0]

    def heal(self) -> None:
        """All goes well again."""
        self.faults.clear()

    def count(self, kind: str) -> int:
        """How many requests of a kind have come."""
        return sum(request.kind == kind for request in self.requests)

    # ---------------------------------------------------------------- requests

    async def _handle(self, http: web.Request) -> web.StreamResponse:
        path = f"{http.method} /{http.match_info['path']}"
        found = ((kind, rx.fullmatch(path)) for kind, rx in _PATHS)
        kind, match = next(((kind, m) for kind, m in found if m), ("", None))
        body, files = await _read(http)
        if match is None:
            self.wrong.append(f"{path}: not known here")
            return web.Response(status=404)
        request = Request(kind, match.groupdict(), body, files, time.monotonic())
        self.requests.append(request)
        if self._check is not None:
            parts = {f"files[{number}]": b"" for number in range(len(files))}
            wrong = self._check(http.method, f"/{http.match_info['path']}", body, parts)
            self.wrong += [f"{path}: {what}" for what in wrong]
        fault = next((one for one in self.faults if one.strikes(kind, request.place)), None)
        if fault is not None and (spoilt := await self._spoil(http, fault, request)):
            return spoilt
        headers = self._headers(request)
        if headers.get("X-RateLimit-Remaining") == "-1":
            return self._reply(request, 429, _limited(float(headers["Retry-After"])), headers)
        return self._reply(request, *self._carry_out(request), headers)

    async def _spoil(
        self, http: web.Request, fault: Fault, request: Request
    ) -> web.StreamResponse | None:
        await asyncio.sleep(fault.delay)
        if fault.done:
            self._carry_out(request)
        if fault.hang:
            await asyncio.Event().wait()
        if fault.cut:
            if http.transport is not None:
                http.transport.abort()
            return web.Response()
        if not fault.status:
            return None
        if fault.status == 429:
            headers = {"Via": "1.1 google", "Retry-After": str(fault.retry_after)}
            return self._reply(request, 429, _limited(fault.retry_after), headers)
        return self._reply(request, fault.status, {"code": fault.code, "message": "no"}, {})

    def _reply(
        self, request: Request, status: int, content: Any, headers: Mapping[str, str]
    ) -> web.Response:
        request.status = status
        request.code = content.get("code", 0) if isinstance(content, dict) else 0
        exactly = {"Content-Type": "application/json"} | dict(headers)  # discord.py compares
        return web.Response(body=json.dumps(content).encode(), status=status, headers=exactly)

    def _headers(self, request: Request) -> dict[str, str]:
        """Discord's limits as it tells of them; none are left when -1 are."""
        if request.kind not in ("send", "edit") or self.limit is None:
            left, most, wait = 999, 1000, 1.0
        else:
            most, seconds = self.limit
            used, now = self._used[f"{request.kind} {request.place}"], time.monotonic()
            while used and used[0] <= now - seconds:
                used.popleft()
            left, wait = most - len(used) - 1, seconds - (now - used[0]) if used else seconds
            if left >= 0:
                used.append(now)
        return {
            "Via": "1.1 google",
            "X-RateLimit-Bucket": request.kind.replace(" ", ""),
            "X-RateLimit-Limit": str(most),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "Retry-After": f"{wait:.3f}",
        }

    def _carry_out(self, request: Request) -> tuple[int, Any]:
        done: tuple[int, Any] = getattr(self, "_" + request.kind.replace(" ", "_"))(request)
        return done

    # ------------------------------------------------------------------- login

    def _me(self, _: Request) -> tuple[int, Any]:
        return 200, user(BOT, "Tetrarch", bot=True)

    def _application(self, _: Request) -> tuple[int, Any]:
        about = {"id": str(APPLICATION), "name": "Tetrarch", "description": "", "icon": None}
        return 200, about | {"bot_public": True, "bot_require_code_grant": False, "flags": 0} | {
            "owner": user(1, "Host"),
            "verify_key": "",
            "summary": "",
            "team": None,
        }

    def _gateway(self, _: Request) -> tuple[int, Any]:
        starts = {"total": 1000, "remaining": 1000, "reset_after": 1, "max_concurrency": 1}
        address = f"ws://{self.gateway.address}/gateway"
        return 200, {"url": address, "shards": 1, "session_start_limit": starts}

    def _sync(self, request: Request) -> tuple[int, Any]:
        about = {"application_id": str(APPLICATION), "version": "1"}
        return 200, [{"id": str(snowflake()), **about, **one} for one in request.body]

    # ------------------------------------------------------------ interactions

    def _callback(self, request: Request) -> tuple[int, Any]:
        asked = self.asked.get(request.ids["token"])
        if asked is None or time.monotonic() - asked.at > LATE:
            if asked is not None and not asked.type:
                asked.acknowledged.set()
                asked.done.set()
            return UNKNOWN
        if asked.type:
            return TWICE
        asked.type, asked.said = request.body["type"], request.body.get("data") or {}
        asked.acknowledged.set()
        number = snowflake()
        if asked.type in (4, 5):
            asked.message = message(number, asked.place, asked.said, request.files)
            if asked.type == 4 and not asked.message["flags"] & EPHEMERAL:
                self.messages[number] = asked.message
        elif asked.type in (6, 7):
            asked.message = asked.source
            if asked.message is not None:
                self._promised[asked.message["id"]] = asked
                asked.message |= _changed(asked.said)
        if asked.type not in (5, 6):
            asked.done.set()
        about: Json = {"id": str(asked.id), "type": 3}
        resource: Json = {"type": asked.type}
        if asked.message is not None:
            about["response_message_id"] = asked.message["id"]
            resource["message"] = asked.message
        return 200, {"interaction": about, "resource": resource}

    def _answered(self, request: Request) -> Asked | None:
        asked = self.asked.get(request.ids["token"])
        return asked if asked and asked.type else None

    def _original(self, request: Request) -> tuple[int, Any]:
        asked = self._answered(request)
        return (200, asked.message) if asked and asked.message else GONE

    def _answer(self, request: Request) -> tuple[int, Any]:
        asked = self._answered(request)
        if asked is None or asked.message is None:
            return GONE
        asked.message |= _changed(request.body, request.files)
        asked.done.set()
        return 200, asked.message

    def _followup(self, request: Request) -> tuple[int, Any]:
        asked = self._answered(request)
        if asked is None:
            return 404, {"code": 10015, "message": "Unknown Webhook"}
        said = message(snowflake(), asked.place, request.body, request.files)
        asked.more.append(said)
        asked.done.set()
        if not said["flags"] & EPHEMERAL:
            self.messages[int(said["id"])] = said
        return 200, said

    # ---------------------------------------------------------------- messages

    def _send(self, request: Request) -> tuple[int, Any]:
        place = request.place or 0
        key = (place, request.body.get("nonce"))
        if key[1] is not None and key in self._nonces:
            return 200, self.messages[self._nonces[key]]
        number = snowflake()
        self.messages[number] = message(number, place, request.body, request.files)
        self._nonces[key] = number
        self.sent[str(key[1]).partition("-")[0]].append(self.messages[number])
        return 200, self.messages[number]

    def _edit(self, request: Request) -> tuple[int, Any]:
        found = self.messages.get(int(request.ids["message"]))
        if found is None:
            return GONE
        found |= _changed(request.body, request.files)
        if waiting := self._promised.pop(request.ids["message"], None):
            waiting.done.set()
        return 200, found

    def _thread(self, request: Request) -> tuple[int, Any]:
        number = int(request.ids["message"])
        if number in self.channels:
            return 400, {"code": 160004, "message": "A thread has already been created"}
        if number not in self.messages:
            return GONE
        return self._grow(number, request)

    def _fresh_thread(self, request: Request) -> tuple[int, Any]:
        return self._grow(snowflake(), request)

    def _grow(self, number: int, request: Request) -> tuple[int, Any]:
        self.channels[number] = thread(number, request.place or 0, request.body["name"])
        return 201, self.channels[number]

    def _channel(self, request: Request) -> tuple[int, Any]:
        found = self.channels.get(request.place or 0)
        return (200, found) if found else (404, {"code": 10003, "message": "Unknown Channel"})

    def _dm(self, request: Request) -> tuple[int, Any]:
        who = str(request.body["recipient_id"])
        number = 5_000_000 + int(who)
        person = user(int(who), f"user {who}")
        return 200, {"id": str(number), "type": 1, "recipients": [person], "flags": 0}


async def _read(http: web.Request) -> tuple[Any, dict[str, int]]:
    """The content of a request and the sizes of its files by their names."""
    if not http.content_type.startswith("multipart/"):
        return (await http.json() if http.can_read_body else None), {}
    body: Any = None
    files: dict[str, int] = {}
    async for part in await http.multipart():
        if getattr(part, "name", None) == "payload_json":
            body = json.loads(await part.read(decode=True))  # type: ignore[union-attr]
        else:
            files[part.filename or ""] = len(await part.read(decode=True))  # type: ignore[union-attr]
    return body, files


def _changed(body: Json, files: Mapping[str, int] | None = None) -> Json:
    """The fields of a message that an edit puts others in the place of."""
    edited = {key: body[key] or [] for key in ("components",) if key in body}
    if "content" in body:
        edited["content"] = body["content"] or ""
    if files:
        edited["attachments"] = message(0, 0, {}, files)["attachments"]
    return edited


def _limited(seconds: float) -> Json:
    return {"message": "You are being rate limited.", "retry_after": seconds, "global": False}
