"""`python -m lab match A B --game GAME` plays a gauntlet; --help tells the rest."""

import argparse
import math
import os
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from games.core import GameError
from games.library import GAMES
from games.protocol_json import write_refusal
from players.library import PLAYERS
from players.thinker import NoSuchContender

from .calibration import buckets, fitted_curve, play_and_judge
from .contenders import PROGRAM, contender
from .gauntlet import clear, keep, log_odds, nodes_for, pairs, report, run_shared
from .match import OPENING, Pair, Terms, in_full
from .tuning.library import TUNERS
from .tuning.tuner import tune_part, write_document

A_SIDE = "a level (4), best, nodes-2000, greedy, random, or exec:COMMAND, a program from outside"


def main(arguments: list[str]) -> int:
    """Run a command; return 0 for success, 2 for wrong arguments."""
    wanted = parser().parse_args(arguments)
    try:
        code: int = wanted.run(wanted)
        return code
    except NoSuchContender as error:
        print(error, file=sys.stderr)
    except GameError as error:
        print(write_refusal(error.event), file=sys.stderr)
    return 2


def parser() -> argparse.ArgumentParser:
    """Make the parser of the command line."""
    top = argparse.ArgumentParser("python -m lab", description=__doc__)
    commands = top.add_subparsers(required=True)
    match = commands.add_parser("match", help="play a gauntlet: pairs of games, seats exchanged")
    match.add_argument("first", metavar="A", help=A_SIDE)
    match.add_argument("second", metavar="B", help="the same")
    match.add_argument("--game", required=True, choices=sorted(GAMES))
    match.add_argument("--variant", default="", help="as in /match new, with options")
    match.add_argument("--games", type=even, default=40, help="an even number: two a pair")
    strength = match.add_mutually_exclusive_group()
    strength.add_argument("--nodes", type=whole, help="instead of the levels' own")
    strength.add_argument(
        "--cpu", type=positive, help="seconds of CPU a turn, made into nodes by a pair of games"
    )
    match.add_argument(
        "--time", type=positive, help="seconds a turn that programs from outside are told (1)"
    )
    match.add_argument("--seed", type=int, default=1)
    match.add_argument("--plies", type=int, help="turns taken by chance at the beginning")
    match.add_argument("--records", type=folder, metavar="DIR")
    match.add_argument("--workers", type=whole, default=1)
    match.add_argument(
        "--sprt", type=float, nargs=2, metavar=("P0", "P1"), help="stop when one score is clear"
    )
    match.set_defaults(run=gauntlet)
    asked = commands.add_parser("calibrate", help="compare what hints expect with results")
    asked.add_argument("--game", required=True, choices=sorted(PLAYERS))
    asked.add_argument("--variant", default="")
    asked.add_argument("--levels", nargs="+", default=["2", "3"], help="that play themselves")
    asked.add_argument("--games", type=whole, default=500)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--workers", type=whole, default=1)
    asked.set_defaults(run=calibrate)
    fitted = commands.add_parser("tune", help="make a game's weights anew, by games with itself")
    fitted.add_argument("--game", required=True, choices=sorted(TUNERS))
    fitted.add_argument("--part", help="such as a size of the board; without it all of them")
    fitted.add_argument("--games", type=whole)
    fitted.add_argument("--seed", type=int, default=1)
    fitted.add_argument("--out", type=Path, help="another file than the one that is played with")
    fitted.set_defaults(run=tune)
    return top


def even(text: str) -> int:
    """Read an even number of games."""
    number = int(text)
    if number < 2 or number % 2:
        raise argparse.ArgumentTypeError("an even number of games is wanted, two a pair")
    return number


def whole(text: str) -> int:
    """Read a number of nodes, games or workers."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("a whole number of 1 or more is wanted")
    return number


def folder(text: str) -> Path:
    """Read the name of a folder that is there, or can be made."""
    path = Path(text)
    there = next(parent for parent in (path, *path.parents) if parent.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise argparse.ArgumentTypeError(f"nothing can be kept in {there}")
    return path


def positive(text: str) -> float:
    """Read a positive number of seconds."""
    number = float(text)
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError("a positive number of seconds is wanted")
    return number


def gauntlet(wanted: argparse.Namespace) -> int:
    """Play a gauntlet, printing every pair as it ends."""
    plies = OPENING.get(wanted.game, 0) if wanted.plies is None else wanted.plies
    variant = in_full(wanted.game, wanted.variant)
    terms = Terms(wanted.game, variant, wanted.seed, plies, wanted.nodes, wanted.time or 1.0)
    both = (wanted.first, wanted.second)
    for name in both:
        contender(wanted.game, name).close()
    if wanted.time and not any(name.startswith(PROGRAM) for name in both):
        why = "--time is for programs from outside; --cpu is for computer players"
        print(why, file=sys.stderr)
        return 2
    if wanted.cpu and wanted.game in PLAYERS:
        print("a pair of games shows how many nodes that is …", flush=True)
        terms = replace(terms, nodes=nodes_for(terms, wanted.cpu))
    nodes = f", {terms.nodes} nodes a turn" if terms.nodes else ""
    print(
        f"{wanted.game} {variant}: seed {wanted.seed}, {plies} turns by chance{nodes}", flush=True
    )
    played: list[Pair] = []
    playing = pairs(terms, wanted.first, wanted.second, wanted.games // 2, wanted.workers)
    for pair in playing:
        played.append(pair)
        if wanted.records:
            keep(wanted.records, pair)
        means = [pair.score for pair in played]
        results = " ".join(f"{game.score:g} {game.reason}" for game in pair.games)
        print(f"pair {pair.number}: {results}, {sum(means) / len(means):.3f} so far", flush=True)
        if wanted.sprt and clear(means, *wanted.sprt):
            odds = log_odds(means, *wanted.sprt)
            print(f"clear after {len(means)} pairs: {wanted.sprt[odds > 0]} rather than the other")
            playing.close()
            break
    print("\n".join(report(wanted.first, wanted.second, played)))
    return 0


def calibrate(wanted: argparse.Namespace) -> int:
    """Play games, and print expectations by tenths beside results; return 1 if a tenth is off."""
    variant = in_full(wanted.game, wanted.variant)
    terms = Terms(wanted.game, variant, wanted.seed, OPENING.get(wanted.game, 0))
    turns = (wanted.levels[number % len(wanted.levels)] for number in range(wanted.games))
    calls = [(terms, level, number) for number, level in enumerate(turns)]
    expected = [told for game in run_shared(play_and_judge, calls, wanted.workers) for told in game]
    found = list(buckets(expected, PLAYERS[wanted.game].curve))
    print(f"{wanted.game} {variant}: {wanted.games} games of {' and '.join(wanted.levels)}")
    print(*found, sep="\n")
    print(f"the curve of these games: {fitted_curve(expected)}")
    return 0 if all(bucket.honest for bucket in found) else 1


def tune(wanted: argparse.Namespace) -> int:
    """Fit weights and write them down with where they come from."""
    tuner = TUNERS[wanted.game]
    games, out = wanted.games or tuner.games, wanted.out or tuner.file
    if wanted.part not in (None, *tuner.parts):
        print(f"{wanted.game} has weights for {', '.join(tuner.parts)}", file=sys.stderr)
        return 2
    for part in [wanted.part] if wanted.part else tuner.parts:
        command = f"python -m lab tune --game {wanted.game} --part {part}"
        command += f" --games {games} --seed {wanted.seed}"
        day = datetime.now(UTC).date().isoformat()
        document = tune_part(tuner, part, games, wanted.seed, command=command, date=day)
        out.write_text(write_document(document), "utf-8")
        tuner = replace(tuner, file=out)
        print(f"{part}: {document['provenance'][part]}", flush=True)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader has gone; keep Python from complaining about it at shutdown.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
