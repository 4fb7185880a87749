"""A program from outside that speaks the gauntlet's language, well or badly, as its argument says.

"first" takes the first legal action; the others do so for three turns, and "naked" for none.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

MANNER = sys.argv[1]
GOOD_TURNS = 0 if MANNER == "naked" else 3


def main() -> None:
    taken = 0
    for line in sys.stdin:
        request = json.loads(line)
        answer: dict[str, Any] = {"ok": True}
        if request["op"] == "move":
            taken += 1
            answer["move"] = request["legal"][0]
            if taken > GOOD_TURNS:
                misbehave(answer)
        print(json.dumps(answer), flush=True)


def misbehave(answer: dict[str, Any]) -> None:
    match MANNER:
        case "illegal":
            answer["move"] = "a1-a9"
        case "naked":
            answer["move"] = "deploy"
        case "nonsense":
            print("I resign!", flush=True)
        case "dead":
            sys.exit(1)
        case "mute":
            del answer["move"]
        case "silent":
            time.sleep(3600)


if __name__ == "__main__":
    main()
