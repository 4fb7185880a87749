"""A line-protocol session as tests speak to it, and the games that other programs have recorded."""

import gzip
import json
from pathlib import Path
from typing import Any, TypeAlias

from games.protocol import Session

SHORT = 60
"""The most turns of a recording that costs little."""
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


def brief(game: dict[str, Any]) -> bool:
    """Tell whether a recording is short, or one of the few long ones that are always tried."""
    return len(game["moves"]) <= SHORT or game["id"].endswith("0")


def recordings(game: str, name: str) -> list[dict[str, Any]]:
    """Read the recordings of a name; the README beside them describes their form."""
    path = Path(__file__).parent / game / "recordings" / f"{name}.jsonl.gz"
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
