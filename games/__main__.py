"""`python -m games` speaks the line protocol; `python -m games verify RECORD.json` checks one."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import BinaryIO

from .core import NotationError
from .protocol import LONGEST_LINE, Session, refusal
from .record import read
from .verify import verify

USAGE = "usage: python -m games [verify RECORD.json]"


def main(arguments: list[str]) -> int:
    """The exit code: 0 for success, 1 for a record that is not true, 2 for wrong arguments."""
    match arguments:
        case []:
            serve(sys.stdin.buffer, sys.stdout.buffer)
            return 0
        case ["verify", path]:
            return check(Path(path))
        case _:
            print(USAGE, file=sys.stderr)
            return 2


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line until the input ends."""
    session = Session()
    while line := requests.readline(LONGEST_LINE + 1):
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = requests.readline(LONGEST_LINE + 1)
        answers.write(session.answer(line).encode("ascii") + b"\n")
        answers.flush()


def check(path: Path) -> int:
    """Verify the record at that path and print what differs."""
    try:
        record = read(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        print(f"cannot read {path}: {error}", file=sys.stderr)
        return 2
    except NotationError as error:
        print(f"not a record: {refusal(error)['message']}", file=sys.stderr)
        return 2
    findings = verify(record)
    for finding in findings:
        details = ", ".join(f"{name} {value}" for name, value in finding.args.items())
        print(f"{finding.code.partition('.')[2].replace('_', ' ')}: {details}")
    count = "1 finding" if len(findings) == 1 else f"{len(findings)} findings"
    print(f"{record.match}: {count if findings else 'verified'}")
    return 1 if findings else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # Nobody reads the answers any more; keep Python from complaining about it at shutdown.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
