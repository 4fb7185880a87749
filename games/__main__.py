"""`python -m games` speaks the line protocol; `python -m games verify RECORD.json` checks one."""

import os
import sys
from io import TextIOWrapper
from pathlib import Path

from .core import NotationError
from .protocol import Session, converse
from .protocol_json import write_finding, write_refusal
from .records.claims import COMPARE, claims
from .records.clock_audit import Code as Clock
from .records.record import read
from .records.seat_audit import Code as Seats
from .records.verdict import Verdict, verdict
from .records.verify import UNDECIDED, Code, verify

USAGE = "usage: python -m games [verify RECORD.json]"
WHY: dict[str, str] = {
    Code.UNKNOWN_GAME: "; nothing of it can be recomputed here",
    Code.OTHER_VERSION: "; these rules are not here, so that its log cannot be followed",
    Code.NO_SEED: "the record has no seed, so that no draw can be recomputed",
    Code.NO_SALT: "the record has no salt, so that no draw can be recomputed",
    Code.NO_RESULT: "the log stops before the end, and how the match ended is missing",
    Clock.NO_PACE: "the record does not say its pace, so that no flag and no clock can be reckoned",
    Clock.UNKNOWN_CLOCK_EVENT: "; this program does not know it, so that no clock can be reckoned",
    Clock.FLAG_LATE: "; if the bot was away then, it is not recorded",
    Clock.RETURN_LATE: "; the end of the vacation is missing, or the bot was away then",
    Clock.NEVER_STRICT: "no match of this game, or with this pace, is strict",
    Clock.PACE_DIFFERS: " hours",
    Seats.HOLDER_WITHOUT_CLOCK: "; when its clock began anew is missing, so that none is reckoned",
    Seats.NOT_CLOSED: "a moderator is named, and the match ended otherwise",
}
"""Notes on codes: what is missing where something was not checked."""


def main(arguments: list[str]) -> int:
    """Run a command and return its exit code: 0 done or proved, 1 a record that is contradicted, 2
    wrong arguments or no record, 3 a record that could not be checked."""
    match arguments:
        case []:
            converse(Session(), sys.stdin.buffer, sys.stdout.buffer)
            return 0
        case ["verify", path]:
            return check(Path(path))
        case _:
            print(USAGE, file=sys.stderr)
            return 2


def check(path: Path) -> int:
    """Verify the record at that path and print every finding under its verdict."""
    try:
        record = read(path.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        print(f"cannot read {path}: {error}", file=sys.stderr)
        return 2
    except NotationError as error:
        print(f"not a record: {write_refusal(error.event)}", file=sys.stderr)
        return 2
    print("\n".join(claims(record)))
    findings = verify(record)
    for end in (Verdict.CONTRADICTED, Verdict.UNDECIDED):
        undecided = end == Verdict.UNDECIDED
        under = [finding for finding in findings if (finding.code in UNDECIDED) == undecided]
        if under:
            print(f"{end}:")
        for finding in under:
            print(f"  {write_finding(finding)}{WHY.get(finding.code, '')}")
    end = verdict(findings, UNDECIDED)
    count = "1 finding" if len(findings) == 1 else f"{len(findings)} findings"
    print(f"{record.match}: {'verified, ' if end == Verdict.PROVED else ''}{end}", end="")
    print(f", {count}" if findings else "")
    print(COMPARE)
    return end.status


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a name may have letters that it cannot write
            stream.reconfigure(errors="backslashreplace")
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # Nobody reads the answers any more; keep Python from complaining about it at shutdown.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
