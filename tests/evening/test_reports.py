"""What Sentry is told of a fault: where it was raised, and nothing of what was played."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from bot.host.reports import Reports
from bot.store.outage import DatabaseAway
from bot.ui.controls.pictures import Studio

from .conftest import Evening, refused

PLANTED = "司令-f9-planted"
DSN = "https://key@127.0.0.1/1"


class Post(Transport):
    """Keeps what would be sent."""

    def __init__(self) -> None:
        super().__init__({"dsn": DSN})
        self.sent: list[bytes] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        self.sent.append(envelope.serialize())

    def events(self) -> list[dict[str, Any]]:
        """Read the events that would be sent."""
        return [json.loads(sent.splitlines()[2]) for sent in self.sent]


@pytest.fixture
def post() -> Iterator[Post]:
    """Report all that is logged."""
    kept = Post()
    reports = Reports(DSN, kept)
    logging.root.addHandler(reports)
    yield kept
    logging.root.removeHandler(reports)
    reports.close()


class Planted(Exception):
    """A fault with a secret wherever there is room for one."""


async def failing(*_: object, **__: object) -> None:
    """Fail as badly as can be: with a secret in messages, notes, arguments, values and causes."""
    position = PLANTED
    logging.getLogger("bot.matches").warning("a line before: %s", position)
    try:
        raise KeyError(position)
    except KeyError as cause:
        fault = Planted(position)
        fault.add_note(position)
        fault.__dict__["position"] = position
        raise fault from cause


async def test_a_report_of_a_failing_verb_has_nothing_but_types_and_lines(
    evening: Evening, forgiven: list[str], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgiven.append(PLANTED)
    await evening.begin()
    monkeypatch.setattr(Studio, "own", failing)
    told = refused(await evening.press(evening.livia, evening.board(), "My board"))
    assert post.sent
    (event,) = post.events()
    values = event["exception"]["values"]
    assert [value["type"] for value in values] == ["KeyError", "Planted"]
    assert values[-1]["module"] == __name__
    frame = values[-1]["stacktrace"]["frames"][-1]
    assert frame["module"] == __name__
    assert frame["lineno"] > 0
    assert event["tags"]["reference"] in told
    for secret in (
        PLANTED,
        json.dumps(PLANTED)[1:-1],
        "Livia",
        str(evening.livia.id),
        evening.id(),
    ):
        assert not any(secret.encode() in sent for sent in post.sent), secret
    parts = {"event_id", "timestamp", "platform", "level", "release", "sdk", "exception", "tags"}
    assert event.keys() <= parts
    for value in values:
        assert value.keys() == {"type", "module", "stacktrace"}
        for frame in value["stacktrace"]["frames"]:
            assert frame.keys() == {"function", "module", "filename", "lineno", "in_app"}


async def test_a_refusal_is_no_fault(evening: Evening, post: Post) -> None:
    await evening.begin()
    await evening.move(evening.brennus, "a1-a3")
    logging.getLogger("bot").error("an error without an exception: %s", PLANTED)
    assert post.sent == []


def test_a_database_that_is_away_is_not_reported(post: Post) -> None:
    for failure in (DatabaseAway(), ValueError()):
        try:
            raise failure
        except (DatabaseAway, ValueError):
            logging.getLogger("bot.matches").exception("a sweep has failed")
    assert [event["exception"]["values"][0]["type"] for event in post.events()] == ["ValueError"]
