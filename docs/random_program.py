"""A program that plays every game by chance, one action at a time (see programs.md)."""

from __future__ import annotations

import json
import random
import sys


def main() -> None:
    """Answer every line until there are no more."""
    for line in sys.stdin:
        request = json.loads(line)
        answer = {"ok": True}
        if request["op"] == "new":
            random.seed(request["seed"])
        elif request["op"] == "move":
            answer["move"] = random.choice(request["legal"])  # noqa: S311 - for play
        print(json.dumps(answer), flush=True)


main()
