"""What Discord says as it refuses a request, as a value; no other room knows its codes.

The codes are those of Discord's page "Opcodes and Status Codes"; where several things are refused
with one code, the way of the request decides. Whatever no table here has means that the place does
not take it, so that a code Discord adds keeps nobody waiting for ever.
"""

from dataclasses import dataclass
from json import JSONDecodeError
from typing import Literal, TypeAlias

import aiohttp
import discord

Kind: TypeAlias = Literal["passes", "person", "place", "message", "absent", "asker", "ours", "out"]
"""The kinds of refusals, by what is to be done.

"passes": try again later, quietly. "person": they take no direct messages; take another way.
"place": this channel or thread takes none; use the next place. "message": it is gone; post it anew.
"absent": this user is not here, or not on Discord any more. "asker": the interaction is over; say
nothing. "ours": a request we should not have made; else as "place". "out": the token is refused.
"""
Way: TypeAlias = Literal["post", "letter", "answer"]
"""The ways of a request: to a channel or about one, to a person, in answer to an interaction."""
Why: TypeAlias = Literal[
    "channel_gone",
    "locked",
    "archived",
    "threads_full",
    "cannot_send",
    "automod",
    "refused",
    "no_place",
    "no_rest",
    "removed",
    "closed",
]
"""Why a place takes no message, by the text that explains it (`board.locked` …). The last four are
not Discord's words: another match lives there, it had to move too often, the bot is gone, or the
place are direct messages."""

LOST = (aiohttp.ClientConnectionError, JSONDecodeError)
"""The exceptions of a request whose reply was lost or cut off, so that it may have been heard."""
REFUSALS = (
    *LOST,
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    TimeoutError,
    ConnectionError,
)
"""The exceptions that a request to Discord ends with, for `judge` to judge."""

_PERSON = frozenset({50007, 50278})
_ABSENT = frozenset({10007, 10013, 50033})
_GONE, _MESSAGE_GONE, _THREAD_EXISTS = 10003, 10008, 160004
_ACKNOWLEDGED, _TOKEN_OVER = 40060, 50027
_ASKER = frozenset({10015, 10062, _ACKNOWLEDGED, _TOKEN_OVER})
_ASKER_THERE = frozenset({_GONE, _MESSAGE_GONE, 50001, 50013, 50083, 160005})
"""The codes of an answer that cannot be seen where it was asked for, or that is dismissed."""
_OURS = frozenset({40005, 50006, 50035, 50045, 50109})
_PASSING = frozenset({30046})
_STALE_CHANNEL = 50001
_PASSING_LETTERS = frozenset({0, 20026, 40003, 40333, _STALE_CHANNEL})
_WHY: dict[int, Why] = {
    _GONE: "channel_gone",
    160005: "locked",
    50083: "archived",
    **dict.fromkeys((160006, 30033), "threads_full"),
    **dict.fromkeys((50001, 50013), "cannot_send"),
    **dict.fromkeys((20009, 200000, 200001, 240000), "automod"),
}
SWITCHED, REFUSED, UNAUTHORIZED, TOO_MANY_REQUESTS, SERVER_ERROR = 101, 400, 401, 429, 500
"""The statuses that say something by themselves; the first opens the gateway."""


@dataclass(frozen=True, slots=True)
class Said:
    """One refusal: its kind, Discord's code (0 for none), and why, where a place is meant. It is
    `busy` if nothing was refused: Discord did not come to it."""

    kind: Kind
    code: int = 0
    why: Why = "refused"
    busy: bool = False

    @property
    def waits(self) -> bool:
        """True if the same is to be tried again, and nothing else."""
        return self.kind in ("passes", "out")

    @property
    def thread_exists(self) -> bool:
        """True if the message already has the thread that was to be made from it."""
        return self.code == _THREAD_EXISTS

    @property
    def stale_channel(self) -> bool:
        """True if the channel of somebody's direct messages is to be opened anew."""
        return self.code == _STALE_CHANNEL

    @property
    def acknowledged(self) -> bool:
        """True if Discord took an answer before, and only its reply was lost."""
        return self.code == _ACKNOWLEDGED


def judge(failure: BaseException, way: Way = "post") -> Said:
    """Judge a failed request by its code first and its status second; other failures pass."""
    if not isinstance(failure, discord.HTTPException):
        return Said("passes", busy=True)
    code, status = failure.code, failure.status
    if code in _PASSING:
        return Said("passes", code)
    late = status >= SERVER_ERROR or status == TOO_MANY_REQUESTS
    if late or (not code and _is_page(failure.text)):
        return Said("passes", code, busy=True)
    return Said(_kind(code, status, way), code, _WHY.get(code, "refused"))


def _kind(code: int, status: int, way: Way) -> Kind:
    if code in _ASKER or (way == "answer" and code in _ASKER_THERE):
        return "asker"
    if way == "letter":
        if code in _PERSON:
            return "person"
        if code in _PASSING_LETTERS and status != UNAUTHORIZED:
            return "passes"
    if code in _OURS:
        return "ours"
    if code in _ABSENT:
        return "absent"
    if code == _MESSAGE_GONE:
        return "message"
    return "out" if status == UNAUTHORIZED else "place"


def _is_page(text: str) -> bool:
    """Tell whether a front of Discord's has answered, which speaks no JSON."""
    return text.lstrip().startswith("<") or text.startswith("error code:")
