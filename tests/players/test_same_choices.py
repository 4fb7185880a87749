"""Computer players choose and value alike on every Python and every machine.

`choices/` has digests of 10,000 choices a game, made on one Python, which every other has to make
again. `python -m tests.players.test_same_choices` writes them anew, in some 10 minutes; with the
name of a game only that game's. With the number of a block, too, it prints the choices of that
block, so that two Pythons can be compared line by line.
"""

import builtins
import hashlib
import json
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

import pytest

from games.core import Act, Seat
from games.rulebook import RULES
from players.core import Budget
from players.library import GREEDY, PLAYERS
from players.thinker import SIMPLE
from tests.laws.walks import walk
from tests.samples import FULL

from .situations import TABLES

FOLDER = Path(__file__).with_name("choices")
GAMES = sorted(PLAYERS)
BLOCKS, CHOICES = 250, 40
"""A block is a walk through a game, and these are choices on the way."""
THOUGHTS = (Budget(4, 0.1), Budget(12, 0.05), Budget(30))
SHALLOW = Budget(30)
"""The first choice of a block is thought over as Expert does, the second is what a hint of this
budget would say."""
USUAL, MORE, AT_ONCE = 1, 49, 12
"""The blocks of a game that the default suite and the slow one compare, and those of one test."""


def block(game: str, number: int) -> Iterator[str]:
    """Give the choices of a block with their values, line by line."""
    variants = [variant for name, variant in TABLES if name == game]
    seed, place = divmod(number, len(variants))
    one = walk(RULES[game], variants[place], 1000 + seed)
    turns = [(moment.state, one.rules.turn(moment.state)) for moment in one.moments]
    whole = [(state, turn) for state, turn in turns if not (isinstance(turn, Act) and turn.begun)]
    acting = [(n, turn.seats) for n, (_, turn) in enumerate(whole) if isinstance(turn, Act)]
    seen: dict[tuple[int, Seat], Any] = {}
    rng = random.Random(f"{game} {number}")
    for choice in range(CHOICES):
        at, seats = rng.choice(acting)
        seat = rng.choice(sorted(seats))
        for n in range(at + 1):
            if (n, seat) not in seen:
                seen[n, seat] = one.rules.view(whole[n][0], seat)
        past = tuple(seen[n, seat] for n in range(at + 1))
        yield f"{variants[place]} {at} {seat} " + _answer(game, past, choice, rng.getrandbits(64))


def _answer(game: str, past: tuple[Any, ...], choice: int, seed: int) -> str:
    player, view = PLAYERS[game], past[-1]
    match choice:
        case 0:
            expert = player.budget(view, len(player.levels))
            found = [player.choose(view, past, expert, seed)]
        case 1:
            found = list(player.judge(view, past, SHALLOW.nodes))
        case 2:
            found = [GREEDY[game](view, past, SHALLOW, seed)]
        case _:
            found = [player.choose(view, past, THOUGHTS[choice % len(THOUGHTS)], seed)]
    return "; ".join(f"{choice.text} {choice.value!r}" for choice in found)


def versions(game: str) -> dict[str, int]:
    """Return the versions of the players that are asked."""
    return {"player": PLAYERS[game].version, "greedy": SIMPLE["greedy"]}


def digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


RECORDS = {path.stem: json.loads(path.read_text("utf-8")) for path in FOLDER.glob("*.json")}
PARTS = [
    *(pytest.param(game, range(USUAL)) for game in GAMES),
    *(
        pytest.param(game, range(first, first + AT_ONCE), marks=pytest.mark.slow)
        for game in GAMES
        for first in range(USUAL, BLOCKS if FULL else MORE, AT_ONCE)
    ),
]


def known_digests(game: str) -> list[str]:
    return " ".join(RECORDS[game]["blocks"]).split()


@pytest.fixture
def exact_sums(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let `sum` refuse floats, which Python 3.12 and newer add in another way than 3.11."""
    plain = builtins.sum

    def watched(*args: Any, **kwargs: Any) -> Any:
        total = plain(*args, **kwargs)
        assert not isinstance(total, float), "floats are added with math.fsum"
        return total

    with monkeypatch.context() as patch:
        patch.setattr(builtins, "sum", watched)
        yield


@pytest.mark.usefixtures("exact_sums")
@pytest.mark.parametrize(("game", "numbers"), PARTS)
def test_the_choices_and_values_on_record_are_made_again(game: str, numbers: range) -> None:
    known = known_digests(game)
    others = [n for n in numbers if n < BLOCKS and digest(block(game, n)) != known[n]]
    assert others == [], "raise the player's version if it was changed; see the head of this file"


def test_the_records_are_of_the_players_of_now() -> None:
    assert sorted(RECORDS) == GAMES
    for game, record in RECORDS.items():
        assert record == versions(game) | {"blocks": record["blocks"]}
        assert len(known_digests(game)) == BLOCKS


def main(args: list[str]) -> None:
    """Print the choices of a block, or write the record of a game or of all anew."""
    if len(args) > 1:
        print(*block(args[0], int(args[1])), sep="\n")
        return
    for game in args or GAMES:
        blocks = " ".join(digest(block(game, n)) for n in range(BLOCKS))
        record, path = versions(game) | {"blocks": wrap(blocks, 64)}, FOLDER / f"{game}.json"
        path.write_text(json.dumps(record, indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
