"""The stand-in's deeds: logins, answers to interactions, messages and threads."""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tests.patience import PATIENCE_S

from .gateway import Gateway
from .things import (
    APPLICATION,
    CHANNEL,
    EPHEMERAL,
    TETRARCH,
    TEXT,
    Json,
    attached,
    channel,
    guild,
    member,
    message,
    snowflake,
    thread,
    user,
)

LATE = PATIENCE_S / 20
"""The seconds in which an interaction has to be answered: three, unless a machine is slow."""
MESSAGE, PROMISE, PROMISED_EDIT, EDIT = 4, 5, 6, 7
"""The ways to answer an interaction, apart from suggestions and a window."""

Reply: TypeAlias = tuple[int, Any]
UNKNOWN: Reply = (404, {"code": 10062, "message": "Unknown interaction"})
TWICE: Reply = (400, {"code": 40060, "message": "Interaction has already been acknowledged."})
BARRED: Reply = (403, {"code": 50001, "message": "Missing Access"})
GONE: Reply = (404, {"code": 10008, "message": "Unknown Message"})


@dataclass(slots=True)
class Request:
    """A request of the bot, and the status of its reply; 0 if that is to come or was lost."""

    kind: str
    ids: Mapping[str, str]
    body: Any
    files: list[str]
    at: float
    status: int = 0
    query: Mapping[str, str] = field(default_factory=dict)

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
    """The kind of answer; 0 for none in time: "The application did not respond"."""
    content: Any = None
    message: Json | None = None
    left: bool = False
    more: list[Json] = field(default_factory=list)
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)
    done: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the answer is there; a promise alone is none."""


class World:
    """Everything on Discord, and the effects of each kind of request on it."""

    def __init__(self) -> None:
        self.channels: dict[int, Json] = {CHANNEL: channel(CHANNEL)}
        self.gateway = Gateway(self.channels)
        self.elsewhere: set[str] = set()
        """The ids of servers the bot is not on; people there have it installed for themselves."""
        self.messages: dict[int, Json] = {}
        """The messages in channels, threads and direct messages, by id."""
        self.sent: dict[str, list[Json]] = defaultdict(list)
        """The same by the beginnings of their nonces."""
        self.asked: dict[str, Asked] = {}
        self.heeds_nonces = True
        """Whether a nonce is taken for the message it came with before."""
        self._nonces: dict[tuple[int, object], Json] = {}
        self._promised: dict[str, Asked] = {}

    def add_server(self, id_: int, place: int) -> None:
        """Add a server with one channel; do so before the bot starts."""
        self.channels[place] = channel(place, there=id_)
        self.gateway.servers.append(id_)

    def add_server_elsewhere(self, id_: int, place: int) -> None:
        """Add a server with one channel that the bot is not on."""
        self.channels[place] = channel(place, there=id_)
        self.elsewhere.add(str(id_))

    def carry_out(self, request: Request) -> Reply:
        there = request.ids.get("guild", self.channels.get(request.place or 0, {}).get("guild_id"))
        if there in self.elsewhere:
            return BARRED
        done: Reply = getattr(self, "_" + request.kind.replace(" ", "_"))(request)
        return done

    def forget(self, match: str) -> None:
        """Forget all about a match that is over, and what was asked more than a minute ago."""
        for posted in self.sent.pop(match, ()):
            place = int(posted["channel_id"])
            self.messages.pop(int(posted["id"]), None)
            self._nonces.pop((place, posted["nonce"]), None)
            if place != CHANNEL:
                self.channels.pop(place, None)
        long_ago = time.monotonic() - 60
        self.asked = {token: ask for token, ask in self.asked.items() if ask.at > long_ago}
        self._promised = {id_: ask for id_, ask in self._promised.items() if ask.at > long_ago}
        self.gateway.forget()

    def twice(self) -> list[tuple[str, str]]:
        """List the places and nonces of messages that are there more than once."""
        sent = [row for row in self.messages.values() if row["nonce"]]
        times = Counter((str(row["channel_id"]), str(row["nonce"])) for row in sent)
        return [key for key, count in times.items() if count > 1]

    def _put(self, place: int, request: Request, body: Json) -> Json:
        """Create a message; one that only its reader sees is kept nowhere else."""
        posted = message(snowflake(), place, body, request.files)
        if not posted["flags"] & EPHEMERAL:
            self.messages[int(posted["id"])] = posted
        return posted

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
        return 200, [{"id": str(snowflake()), **about, **command} for command in request.body]

    # ------------------------------------------------------------ interactions

    def _callback(self, request: Request) -> Reply:
        asked = self.asked.get(request.ids["token"])
        if asked is None or asked.type:
            return TWICE if asked else UNKNOWN
        asked.acknowledged.set()
        if time.monotonic() - asked.at > LATE:
            asked.done.set()
            return UNKNOWN
        asked.type, asked.content = request.body["type"], request.body.get("data") or {}
        if asked.type in (MESSAGE, PROMISE):
            asked.message = self._put(asked.place, request, asked.content)
        elif asked.type in (PROMISED_EDIT, EDIT) and asked.source is not None:
            asked.message = asked.source
            asked.message |= _changed(asked.content)
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

    def _leave(self, request: Request) -> Reply:
        asked = self._answered(request)
        if asked is None or asked.message is None:
            return GONE
        asked.message, asked.left = None, True
        asked.done.set()
        return 204, None

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
        posted = self._nonces.get((place, nonce))
        if nonce is None or posted is None or not self.heeds_nonces:
            posted = self._nonces[place, nonce] = self._put(place, request, request.body)
            self.sent[str(nonce).partition("-")[0]].append(posted)
        return 200, posted

    def _history(self, request: Request) -> Reply:
        after, most = int(request.query["after"]), int(request.query["limit"])
        there = [row for row in self.messages.values() if int(row["channel_id"]) == request.place]
        later = sorted(
            (row for row in there if int(row["id"]) > after), key=lambda row: int(row["id"])
        )
        return 200, later[:most][::-1]

    def _edit(self, request: Request) -> Reply:
        posted = self.messages.get(int(request.ids["message"]))
        if posted is None:
            return GONE
        posted |= _changed(request.body, request.files)
        if waiting := self._promised.pop(request.ids["message"], None):
            waiting.done.set()
        return 200, posted

    def _thread(self, request: Request) -> Reply:
        number = int(request.ids["message"])
        if number in self.channels:
            return 400, {"code": 160004, "message": "A thread has already been created"}
        return self._grow(number, request) if number in self.messages else GONE

    def _fresh_thread(self, request: Request) -> Reply:
        return self._grow(snowflake(), request)

    def _grow(self, number: int, request: Request) -> Reply:
        parent = self.channels[request.place or 0]
        grown = thread(number, int(parent["id"]), request.body["name"])
        self.channels[number] = grown | {"guild_id": parent["guild_id"]}
        return 201, self.channels[number]

    def _channel(self, request: Request) -> Reply:
        place = self.channels.get(request.place or 0)
        return (200, place) if place else (404, {"code": 10003, "message": "Unknown Channel"})

    def _guild(self, request: Request) -> Reply:
        return 200, guild((), int(request.ids["guild"])) | {"emojis": [], "stickers": []}

    def _channels(self, request: Request) -> Reply:
        return 200, [room for room in self._on(request) if room["type"] == TEXT]

    def _threads(self, request: Request) -> Reply:
        found = [room for room in self._on(request) if room["type"] != TEXT]
        return 200, {"threads": found, "members": []}

    def _on(self, request: Request) -> list[Json]:
        """List the channels and threads of the server a request is about."""
        return [room for room in self.channels.values() if room["guild_id"] == request.ids["guild"]]

    def _member(self, request: Request) -> Reply:
        return 200, member(_somebody(request.ids["member"]))

    def _user(self, request: Request) -> Reply:
        return 200, _somebody(request.ids["user"])

    def _dm(self, request: Request) -> Reply:
        who = int(request.body["recipient_id"])
        people = [_somebody(who)]
        return 200, {"id": str(5_000_000 + who), "type": 1, "recipients": people, "flags": 0}


def _somebody(id_: str | int) -> Json:
    return user(int(id_), f"user {id_}")


def _changed(body: Json, files: Iterable[str] = ()) -> Json:
    """Return the fields of a message that an edit replaces."""
    edited = {key: body[key] or [] for key in ("components",) if key in body}
    if "content" in body:
        edited["content"] = body["content"] or ""
    if names := list(files):
        edited["attachments"] = attached(names)
    return edited
