"""A program from outside that speaks the gauntlet's language, well or badly, as its argument says.

"first" takes the first legal action, "script" the whole turns of a file; the others take the first
action three times before they misbehave, "naked" and "endless" do so at once.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

MANNER = sys.argv[1]
SCRIPT = iter(json.loads(Path(sys.argv[2]).read_text()) if MANNER == "script" else ())
GOOD_TURNS = 0 if MANNER in ("naked", "endless") else 3


def main() -> None:
    taken = 0
    for line in sys.stdin:
        request = json.loads(line)
        answer: dict[str, Any] = {"ok": True}
        if request["op"] == "move":
            taken += 1
            answer["move"] = next(SCRIPT, request["legal"][0])
            if taken > GOOD_TURNS:
                misbehave(request, answer)
        print(json.dumps(answer), flush=True)


def misbehave(request: dict[str, Any], answer: dict[str, Any]) -> None:
    match MANNER:
        case "endless" if request["after"]:
            answer["move"] = ""
        case "illegal":
            answer["move"] = "a1-a9"
        case "naked":
            answer["move"] = "deploy"
        case "nonsense":
            print("I resign!", flush=True)
        case "deep":
            print("[" * 200_000, flush=True)
        case "dead":
            sys.exit(1)
        case "mute":
            del answer["move"]
        case "silent":
            time.sleep(3600)


if __name__ == "__main__":
    main()
