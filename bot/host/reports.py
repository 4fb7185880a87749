"""Faults reported to Sentry, where the host wants it: exceptions' types, and where they were
raised. Messages, values, requests and log lines may tell of hidden pieces or of people, and never
leave."""

import logging
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import Any, cast

from sentry_sdk import Client
from sentry_sdk.transport import Transport
from sentry_sdk.types import Event

from bot.store.outage import brief_if_away
from bot.version import version

GOODBYE_S = 2.0
"""The time that reports under way have left when the bot stops."""
MOST = 8
"""The most exceptions of a chain, each raised because of the one before."""
FRAMES = 64
"""The most frames of an exception, those next to where it was raised."""
TOLD = frozenset(
    ["event_id", "timestamp", "platform", "level", "release", "sdk", "exception", "tags"]
)
"""The parts of an event that leave the machine."""


class Reports(logging.Handler):
    """Sends every exception that is logged as an error; the log says who is to look at it."""

    def __init__(self, dsn: str, transport: Transport | None = None) -> None:
        """Raise ValueError for an address that Sentry does not know."""
        super().__init__(logging.ERROR)
        self.addFilter(brief_if_away)
        self._client = Client(
            dsn,
            transport=transport,
            release=version(),
            environment="production",
            server_name="",
            integrations=[],
            default_integrations=False,
            auto_enabling_integrations=False,
            auto_session_tracking=False,
            send_client_reports=False,
            include_local_variables=False,
            include_source_context=False,
            max_breadcrumbs=0,
            debug=False,
            spotlight=False,
            before_send=_bare,
        )

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            self._client.capture_event(report(error, getattr(record, "reference", "")))

    def close(self) -> None:
        """Send what is under way, for a moment, and stop."""
        self._client.close(timeout=GOODBYE_S)
        super().close()


def report(error: BaseException, reference: str) -> Event:
    """Say of an exception and its causes their types and frames, and the log's reference."""
    values = [_one(each) for each in reversed([*_chain(error)])]
    tags = {"reference": reference} if reference else {}
    return {"level": "error", "platform": "python", "exception": {"values": values}, "tags": tags}


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    for _ in range(MOST):
        if error is None:
            return
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _one(error: BaseException) -> dict[str, Any]:
    frames = [*_frames(error.__traceback__)][-FRAMES:]
    kind = type(error)
    return {"type": kind.__qualname__, "module": kind.__module__, "stacktrace": {"frames": frames}}


def _frames(raised: TracebackType | None) -> Iterator[dict[str, Any]]:
    for frame, line in traceback.walk_tb(raised):
        module = str(frame.f_globals.get("__name__", ""))
        yield {
            "function": frame.f_code.co_qualname,
            "module": module,
            "filename": module.replace(".", "/") + ".py",
            "lineno": line,
            "in_app": module.partition(".")[0] in ("bot", "games", "players", "render"),
        }


def _bare(event: Event, _: dict[str, Any]) -> Event:
    """Leave out whatever the library adds by itself."""
    return cast("Event", {part: value for part, value in event.items() if part in TOLD})
