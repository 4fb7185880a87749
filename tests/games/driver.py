"""A line-protocol session as tests speak to it, and recorded games from outside the repository."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from games.protocol import Session

VECTORS = Path(__file__).parents[3] / "shared" / "vectors"
"""Games recorded by other programs; a checkout alone has none of them."""

Answer: TypeAlias = dict[str, Any]


class Driver:
    """Sends requests to a session of its own, in process."""

    def __init__(self, session: Session | None = None) -> None:
        self.session = session or Session()

    def ask(self, **request: Any) -> Answer:
        return self.send(json.dumps(request).encode())

    def send(self, line: bytes) -> Answer:
        text = self.session.answer(line)
        assert "\n" not in text
        answer: Answer = json.loads(text)
        assert answer.get("code") != "request.failed", answer
        return answer


def vectors(name: str) -> list[dict[str, Any]]:
    """Return the recorded games of a file, or none where there is no such file."""
    path = VECTORS / name
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


def needs(name: str) -> pytest.MarkDecorator:
    """Skip, and say so, where the recorded games are not there."""
    there = (VECTORS / name).exists()
    return pytest.mark.skipif(not there, reason=f"no ../shared/vectors/{name} beside this checkout")
