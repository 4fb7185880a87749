"""`python -m games` speaks the line protocol; `python -m games verify RECORD.json` checks one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from .core import NotationError
from .protocol import Session, converse
from .protocol_json import written_finding, written_refusal
from .record import Computer, Holder, Record, read
from .verify import summary, verify

USAGE = "usage: python -m games [verify RECORD.json]"
COMPARE = (
    "Compare these with the channel: players, variant, seals, salt and result are proved only by"
    " what was posted there while the match was played."
)


def main(arguments: list[str]) -> int:
    """Run a command and return its exit code: 0 done, 1 an untrue record, 2 wrong arguments."""
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
    """Verify the record at that path and print every difference."""
    try:
        record = read(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        print(f"cannot read {path}: {error}", file=sys.stderr)
        return 2
    except NotationError as error:
        print(f"not a record: {written_refusal(error.event)}", file=sys.stderr)
        return 2
    print("\n".join(claims(record)))
    findings = verify(record)
    print(*map(written_finding, findings), sep="\n", end="\n" if findings else "")
    count = "1 finding" if len(findings) == 1 else f"{len(findings)} findings"
    print(f"{record.match}: {count if findings else 'verified'}")
    print(COMPARE)
    return 1 if findings else 0


def claims(record: Record) -> Iterator[str]:
    """List the claims that the record cannot prove alone; they were public while the match ran."""
    yield f"match: {record.match}, {record.game} version {record.version}, {record.variant}"
    for seat, held in enumerate(record.seats):
        yield f"seat {seat}: {', '.join(map(held_by, held))}"
    choice = "drawn by lot" if record.seat_choice == "random" else f"the {record.seat_choice}"
    yield f"the host's seat: {record.host}, {choice}"
    yield f"fairness seal: {record.commitment}"
    yield f"fairness salt: {record.salt or '-'}"
    for seal in record.seals:
        yield f"layout seal of seat {seal.seat}: {seal.seal}"
    yield f"result: {summary(record.result)}"


def held_by(holder: Holder) -> str:
    """Name a seat's holder, and the line of taking it over, without signs a terminal acts on."""
    who = holder.who
    if isinstance(who, Computer):
        named = f"computer {who.level} {who.version}"
    else:
        named = f"{who.id} {''.join(c if c.isprintable() else '?' for c in who.name)}"
    return f"{named} from line {holder.since + 1}" if holder.since else named


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # Nobody reads the answers any more; keep Python from complaining about it at shutdown.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
