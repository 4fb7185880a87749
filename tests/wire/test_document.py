"""The check of requests finds what Discord would refuse; what it takes, every evening sends."""

from typing import Any

import pytest

from .document import request_faults

SEND = ("POST", "/channels/1/messages")
ANSWER = ("POST", "/interactions/1/token/callback")
PUBLISH = ("PUT", "/applications/1/commands")
OPTIONS = [{"label": sign, "value": sign} for sign in "abc"]
FIELD = {"type": 4, "custom_id": "turn", "style": 1}


def button(name: str = "a", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": name, "custom_id": name, **more}


def rows(*components: dict[str, Any], times: int = 1) -> dict[str, Any]:
    return {"content": "x", "components": [{"type": 1, "components": [*components]}] * times}


def select(**more: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "chosen", "options": OPTIONS, **more}


def modal(title: str = "Turn", fields: int = 1) -> dict[str, Any]:
    labels = [
        {"type": 18, "label": "Turn", "component": {**FIELD, "custom_id": str(number)}}
        for number in range(fields)
    ]
    return {"type": 9, "data": {"custom_id": "turn", "title": title, "components": labels}}


def command(name: str = "move", *options: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    return [{"name": name, "description": "Play", "options": [*options], **more}]


def option(name: str = "turn", **more: Any) -> dict[str, Any]:
    return {"type": 3, "name": name, "description": "Which", **more}


@pytest.mark.parametrize(
    ("request_line", "body"),
    [
        (("POST", "/nowhere"), {}),
        (("GET", "/users/@me"), {"name": "x"}),
        (SEND, {"content": ""}),
        (SEND, {"content": "x" * 2001}),
        (SEND, {"embeds": [{"title": "x"}]}),
        (SEND, {"flags": 1 << 15, "components": [{"type": 10, "content": "x"}]}),
        (SEND, rows(*map(button, "abcdef"))),
        (SEND, rows(button(), times=6)),
        (SEND, rows(button(), button())),
        (SEND, rows(button(), select())),
        (SEND, rows(button(custom_id="c" * 101))),
        (SEND, rows(button(label="l" * 81))),
        (SEND, rows(button(label=""))),
        (SEND, rows(button(url="https://example.org"))),
        (SEND, rows(button(style=5))),
        (SEND, rows(select(options=OPTIONS * 2))),
        (SEND, rows(select(max_values=4))),
        (SEND, rows(select(options=[{**choice, "default": True} for choice in OPTIONS]))),
        (SEND, rows(select(options=[{"label": str(n), "value": str(n)} for n in range(26)]))),
        (ANSWER, modal("T" * 46)),
        (ANSWER, modal(fields=6)),
        (ANSWER, {"type": 8, "data": {"choices": [{"name": "a", "value": "a"}] * 26}}),
        (PUBLISH, command("Move")),
        (PUBLISH, command() * 2),
        (PUBLISH, command("move", option(), option())),
        (PUBLISH, command("move", option(), option("game", required=True))),
        (
            PUBLISH,
            command("move", option(autocomplete=True, choices=[{"name": "a", "value": "a"}])),
        ),
        (PUBLISH, command("move", option(description="d" * 101))),
        (PUBLISH, [command(f"c{number}")[0] for number in range(101)]),
    ],
)
def test_what_discord_would_refuse_is_found(request_line: tuple[str, str], body: Any) -> None:
    assert request_faults(*request_line, body, {}) != []


def test_every_file_is_among_the_attachments() -> None:
    described = {"content": "x", "attachments": [{"id": 0, "filename": "board.png"}]}
    assert request_faults(*SEND, described, {"files[0]": b""}) == []
    assert request_faults(*SEND, described, {"files[1]": b""}) != []
    assert request_faults(*SEND, described, {"file": b""}) != []
