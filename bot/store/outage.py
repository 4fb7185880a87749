"""A server that is restarted: whoever needs the database waits for it, and goes on."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from sqlalchemy.exc import DBAPIError

log = logging.getLogger(__name__)

T = TypeVar("T")

PAUSE_S = 0.5
"""The seconds between two attempts to reach the server."""
ATTEMPTS = 60
"""The attempts before whoever waits is told that the database is away."""
AWAY = ("08", "57P", "53300")
"""How states of SQL begin that say that a connection is lost, or that there is none to have."""


class DatabaseAway(Exception):
    """The server of the database cannot be reached; what was asked for may have been done."""


class Outage:
    """Knows whether the server is there."""

    def __init__(self) -> None:
        self._here = True

    async def outlast(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do work once more, as often as it takes, while the server is away. It may have been done
        before, when the connection is lost at its end. Raises DatabaseAway."""
        for _ in range(ATTEMPTS):
            try:
                done = await work()
            except (DBAPIError, OSError) as error:
                self.notice(error)
            else:
                if not self._here:
                    log.warning("the server of the database is there again")
                    self._here = True
                return done
            await asyncio.sleep(PAUSE_S)
        raise DatabaseAway

    def notice(self, error: DBAPIError | OSError) -> None:
        """Note that the server is away, if an error says so; else raise it again."""
        if not away(error):
            raise error
        if self._here:
            log.warning("the server of the database is away: %s", type(error).__name__)
            self._here = False


def away(error: DBAPIError | OSError) -> bool:
    """Tell whether an error is about the connection, and not about a statement."""
    if isinstance(error, OSError) or error.connection_invalidated:
        return True
    errors = (error.orig, getattr(error.orig, "__cause__", None))
    return any(str(getattr(cause, "sqlstate", "")).startswith(AWAY) for cause in errors)


def brief_if_away(record: logging.LogRecord) -> bool:
    """Cut what is logged of work that failed because the server is away down to one warning."""
    failure = record.exc_info[1] if record.exc_info else None
    if isinstance(getattr(failure, "original", failure), DatabaseAway):  # a command has it inside
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.msg, record.args = f"{record.getMessage()}: the database is away", None
        record.exc_info = None
    return True
