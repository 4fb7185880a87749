"""The connection: whether Discord answers what it is asked, as every request to it shows."""

import asyncio

import aiohttp

from bot.metrics import count_refusal

from .discord_clock import DiscordClock
from .said import REFUSED, SERVER_ERROR, SWITCHED, TOO_MANY_REQUESTS, UNAUTHORIZED


class ConnectionState:
    """Watches the answers of Discord go by."""

    def __init__(self) -> None:
        self._clock = DiscordClock()
        self.bad = False
        """True if the last answer was a failure of Discord's, or there was none."""
        self.denied = False
        """True if the token may be refused: the heart asks."""
        self.out = asyncio.Event()
        """Set once the token is refused for certain."""

    def trace(self) -> aiohttp.TraceConfig:
        """The trace that tells it of every request of a session."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._note_answer)
        config.on_request_exception.append(self._note_silence)
        return config

    async def _note_answer(
        self, session: aiohttp.ClientSession, _: object, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        self._clock.compare(ended.response.headers.get("Date"))
        status = ended.response.status
        if status >= REFUSED:
            count_refusal(status)
        self.denied |= status == UNAUTHORIZED
        if status not in (SWITCHED, TOO_MANY_REQUESTS):
            self.bad = status >= SERVER_ERROR

    async def _note_silence(
        self, session: aiohttp.ClientSession, _: object, ended: aiohttp.TraceRequestExceptionParams
    ) -> None:
        if not isinstance(ended.exception, asyncio.CancelledError):  # given up by us
            self.bad = True
            count_refusal(None)
