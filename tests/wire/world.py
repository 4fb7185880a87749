"""What the stand-in carries out: logins, answers to interactions, messages and threads."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .gateway import Gateway
from .things import (
    APPLICATION,
    CHANNEL,
    EPHEMERAL,
    TETRARCH,
    Json,
    attached,
    channel,
    member,
    message,
    snowflake,
    thread,
    user,
)

LATE = 3.0
"""Seconds in which an interaction has to be answered."""
MESSAGE, PROMISE, PROMISED_EDIT, EDIT = 4, 5, 6, 7
"""How an interaction can be answered; with suggestions or a window besides."""

Reply: TypeAlias = tuple[int, Any]
UNKNOWN: Reply = (404, {"code": 10062, "message": "Unknown interaction"})
TWICE: Reply = (400, {"code": 40060, "message": "Interaction has already been acknowledged."})
GONE: Reply = (404, {"code": 10008, "message": "Unknown Message"})


@dataclass(slots=True)
class Request:
    """A request of the bot, and what it was answered; 0 for one that still waits or was lost."""

    kind: str
    ids: Mapping[str, str]
    body: Any
    files: list[str]
    at: float
    status: int = 0

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
    """How it was answered; 0 for not at all, or too late: its asker reads that the application did
    not respond.
    """
    said: Any = None
    message: Json | None = None
    more: list[Json] = field(default_factory=list)
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)
    done: asyncio.Event = field(default_factory=asyncio.Event)
    """The answer is there; a promise alone is none."""


class World:
    """All that is on Discord, and what each kind of request does to it."""

    def __init__(self) -> None:
        self.channels: dict[int, Json] = {CHANNEL: channel(CHANNEL)}
        self.gateway = Gateway(self.channels)
        self.messages: dict[int, Json] = {}
        """What stands in the channels, threads and direct messages, by id."""
        self.sent: dict[str, list[Json]] = defaultdict(list)
        """The same by what their nonces begin with."""
        self.asked: dict[str, Asked] = {}
        self._nonces: dict[tuple[int, object], Json] = {}
        self._promised: dict[str, Asked] = {}

    def carry_out(self, request: Request) -> Reply:
        done: Reply = getattr(self, "_" + request.kind.replace(" ", "_"))(request)
        return done

    def _put(self, place: int, request: Request, body: Json) -> Json:
        """A new message; one that only its reader sees is kept by nobody else."""
        found = message(snowflake(), place, body, request.files)
        if not found["flags"] & EPHEMERAL:
            self.messages[int(found["id"])] = found
        return found

    # ------------------------------------------------------------------- login

    def _me(self, _: Request) -> Reply:
        return 200, TETRARCH

    def _application(self, _: Request) -> Reply:
        about: Json = {"id": str(APPLICATION), "name": "Tetrarch", "description": "", "icon": None}
        about |= {"owner": user(1, "Host"), "summary": "", "verify_key": "", "team": None}
        return 200, about | {"bot_public": True, "bot_require_code_grant": False, "flags": 0}

    def _gateway(self, _: Request) -> Reply:
        starts = {"total": 1000, "remaining": 1000, "reset_after": 1, "max_concurrency": 1}
        address = f"ws://{self.gateway.address}/gateway"
        return 200, {"url": address, "shards": 1, "session_start_limit": starts}

    def _sync(self, request: Request) -> Reply:
        about = {"application_id": str(APPLICATION), "version": "1", "description": ""}
        return 200, [{"id": str(snowflake()), **about, **one} for one in request.body]

    # ------------------------------------------------------------ interactions

    def _callback(self, request: Request) -> Reply:
        asked = self.asked.get(request.ids["token"])
        if asked is None or asked.type:
            return TWICE if asked else UNKNOWN
        asked.acknowledged.set()
        if time.monotonic() - asked.at > LATE:
            asked.done.set()
            return UNKNOWN
        asked.type, asked.said = request.body["type"], request.body.get("data") or {}
        if asked.type in (MESSAGE, PROMISE):
            asked.message = self._put(asked.place, request, asked.said)
        elif asked.type in (PROMISED_EDIT, EDIT) and asked.source is not None:
            asked.message = asked.source
            asked.message |= _changed(asked.said)
            self._promised[asked.message["id"]] = asked
        if asked.type not in (PROMISE, PROMISED_EDIT):
            asked.done.set()
        about = {"id": str(asked.id), "type": 3}
        resource: Json = {"type": asked.type}
        if asked.message is not None:
            about["response_message_id"] = asked.message["id"]
            resource["message"] = asked.message
        return 200, {"interaction": about, "resource": resource}

    def _original(self, request: Request) -> Reply:
        asked = self._answered(request)
        return (200, asked.message) if asked and asked.message else GONE

    def _answer(self, request: Request) -> Reply:
        asked = self._answered(request)
        if asked is None or asked.message is None:
            return GONE
        asked.message |= _changed(request.body, request.files)
        asked.done.set()
        return 200, asked.message

    def _followup(self, request: Request) -> Reply:
        asked = self._answered(request)
        if asked is None:
            return 404, {"code": 10015, "message": "Unknown Webhook"}
        asked.more.append(self._put(asked.place, request, request.body))
        asked.done.set()
        return 200, asked.more[-1]

    def _answered(self, request: Request) -> Asked | None:
        asked = self.asked.get(request.ids["token"])
        return asked if asked and asked.type else None

    # ---------------------------------------------------------------- messages

    def _send(self, request: Request) -> Reply:
        place, nonce = request.place or 0, request.body.get("nonce")
        found = self._nonces.get((place, nonce))
        if nonce is None or found is None:
            found = self._nonces[place, nonce] = self._put(place, request, request.body)
            self.sent[str(nonce).partition("-")[0]].append(found)
        return 200, found

    def _edit(self, request: Request) -> Reply:
        found = self.messages.get(int(request.ids["message"]))
        if found is None:
            return GONE
        found |= _changed(request.body, request.files)
        if waiting := self._promised.pop(request.ids["message"], None):
            waiting.done.set()
        return 200, found

    def _thread(self, request: Request) -> Reply:
        number = int(request.ids["message"])
        if number in self.channels:
            return 400, {"code": 160004, "message": "A thread has already been created"}
        return self._grow(number, request) if number in self.messages else GONE

    def _fresh_thread(self, request: Request) -> Reply:
        return self._grow(snowflake(), request)

    def _grow(self, number: int, request: Request) -> Reply:
        self.channels[number] = thread(number, request.place or 0, request.body["name"])
        return 201, self.channels[number]

    def _channel(self, request: Request) -> Reply:
        found = self.channels.get(request.place or 0)
        return (200, found) if found else (404, {"code": 10003, "message": "Unknown Channel"})

    def _member(self, request: Request) -> Reply:
        return 200, member(_somebody(request.ids["member"]))

    def _user(self, request: Request) -> Reply:
        return 200, _somebody(request.ids["user"])

    def _dm(self, request: Request) -> Reply:
        who = int(request.body["recipient_id"])
        people = [_somebody(who)]
        return 200, {"id": str(5_000_000 + who), "type": 1, "recipients": people, "flags": 0}


def _somebody(id_: str | int) -> Json:
    """Whoever has this id."""
    return user(int(id_), f"user {id_}")


def _changed(body: Json, files: Iterable[str] = ()) -> Json:
    """The fields of a message that an edit puts others in the place of."""
    edited = {key: body[key] or [] for key in ("components",) if key in body}
    if "content" in body:
        edited["content"] = body["content"] or ""
    if names := list(files):
        edited["attachments"] = attached(names)
    return edited
