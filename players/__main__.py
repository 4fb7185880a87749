"""`python -m players serve` plays by the line protocol, `verify RECORD.json` recomputes turns, and
`work ADDRESS` thinks for bots elsewhere."""

import argparse
import os
import re
import sys
from pathlib import Path

from games.core import GameError, NotationError
from games.protocol_json import write_finding, write_refusal
from games.records.record import read
from games.records.verdict import verdict

from .serve import serve
from .verify import UNDECIDED, Code, count_turns, verify
from .wire import ADDRESS

REMARKS: dict[str, str] = {
    Code.ANY_TURN: ": nobody could think, and any legal turn was taken",
    Code.OTHER_PLAYER: ": the version of Tetrarch it belongs to can recompute its turns",
    Code.NO_CHANCE: "the record has no seed or no salt",
    Code.NO_COMPUTER: "only people played, and there is no turn to recompute",
    Code.NO_SUCH_PLAYER: ": there is no such computer player here",
    Code.CANNOT_FOLLOW: ": the rules it was played by are not here, or the log goes against them",
}
NO_NATS = """\
A worker needs the extra: pip install -c constraints.txt ".[workers]"
(docs/scale.md, "Workers elsewhere")."""
NO_ADDRESS = "nats://NAME:PASSWORD@HOST:4222 is wanted, or tls://, here or in the variable WORKERS"


def main(arguments: list[str]) -> int:
    """Run a command; return 0 for success, 2 for wrong arguments, and for a record that is not
    proved what `games verify` has."""
    parser = argparse.ArgumentParser("python -m players", description=__doc__)
    commands = parser.add_subparsers(required=True)
    served = commands.add_parser("serve", help="the line protocol of games, with choose and judge")
    served.set_defaults(run=answer)
    checked = commands.add_parser("verify", help="recompute every computer turn of a record")
    checked.add_argument("record", type=Path, metavar="RECORD.json")
    checked.set_defaults(run=check)
    worked = commands.add_parser("work", help="think for the computer players of bots elsewhere")
    worked.add_argument("address", nargs="?", help="nats://NAME:PASSWORD@HOST:4222, or as WORKERS")
    worked.set_defaults(run=work)
    requested = parser.parse_args(arguments)
    try:
        code: int = requested.run(requested)
        return code
    except GameError as error:
        print(write_refusal(error.event), file=sys.stderr)
    return 2


def answer(wanted: argparse.Namespace) -> int:
    """Answer until the input ends."""
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def work(wanted: argparse.Namespace) -> int:
    """Answer bots' questions until this is ended; return 2 if it cannot begin."""
    try:
        from .work import main  # its library comes with the optional extra
    except ImportError:
        print(NO_NATS, file=sys.stderr)
        return 2
    address = wanted.address or os.environ.get("WORKERS", "")
    if not re.fullmatch(ADDRESS, address):  # it holds a password, and is not quoted
        print(NO_ADDRESS, file=sys.stderr)
        return 2
    return main(address)


def check(wanted: argparse.Namespace) -> int:
    """Recompute a record; print every finding after its verdict, and the verdict of the whole."""
    try:
        record = read(wanted.record.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        print(f"cannot read {wanted.record}: {error}", file=sys.stderr)
        return 2
    except NotationError as error:
        print(f"not a record: {write_refusal(error.event)}", file=sys.stderr)
        return 2
    recomputed, found = 0, []
    for line, finding in verify(record):
        recomputed += line > 0
        if finding is None:
            continue
        found.append(finding)
        remark = REMARKS.get(finding.code, "")
        print(f"{verdict([finding], UNDECIDED)}: {write_finding(finding)}{remark}", flush=True)
    wrong = sum(finding.code not in UNDECIDED for finding in found)
    left = count_turns(record) - recomputed
    told = f"{recomputed} turns recomputed, {wrong} of them are others than written"
    print(f"{record.match}: {told}{f', {left} could not be' if left else ''}")
    end = verdict(found, UNDECIDED)
    print(f"{record.match}: {end}")
    return end.status


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader has gone; keep Python from complaining about it at shutdown.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
