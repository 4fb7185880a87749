"""Nine hundred thousand wild texts at the doors of the games: each is read or refused in words.

By default a few; in the slow suite a sample, and with TETRARCH_FULL=1 all of them. The doors on
Discord are tried over the wire, and records in tests/games/test_record_schema.
"""

import json
import random
from contextlib import suppress
from typing import Any

import pytest

from games.core import Act, AnyRules, GameError, NotationError
from games.protocol import Code, Session
from games.rulebook import RULES
from games.submission import play
from tests.samples import FULL, chosen, sampled
from tests.wild import hit, number, text

from .walks import SUBJECTS, viewers, walked

TURNS, POSITIONS, LINES = (60_000, 60_000, 160_000) if FULL else (900, 600, 2_000)
"""The numbers of texts: turns and positions of each game, lines of the protocol."""
FEW = 0.05
"""The share of them that is tried by default."""
SHARE = pytest.mark.parametrize("share", sampled((FEW, 1)))
CASES = [(rules, share) for rules in SUBJECTS.values() for share in (FEW, 1)]
EVERY_GAME = pytest.mark.parametrize(
    ("rules", "share"),
    chosen(CASES, lambda case: case[1] == FEW),
    ids=[f"{rules.game.info.id}-{share}" for rules, share in CASES],
)


@EVERY_GAME
def test_a_wild_turn_is_played_or_refused(rules: AnyRules, share: float) -> None:
    """A view of any seat reads it, and a turn that can be read is played or refused."""
    rng, game = random.Random(f"turns {rules.game.info.id}"), rules.game
    paths = [walked(game.info.id, variant, 0) for variant in game.info.variants]
    good = {path.variant: [entry.text for entry in path.log] for path in paths}
    for _ in range(int(TURNS * share)):
        path = rng.choice(paths)
        state = rng.choice(path.moments).state
        typed = text(rng, 300) if rng.random() < 0.5 else hit(rng, rng.choice(good[path.variant]))
        turn, before = rules.turn(state), rules.dump(state)
        seats = sorted(turn.seats) if isinstance(turn, Act) else viewers(game)[:1]
        with suppress(GameError):
            play(rules, state, rng.choice([seat for seat in seats if seat is not None]), typed)
        assert rules.dump(state) == before
        view = rules.view(state, rng.choice(viewers(game)))
        with suppress(NotationError):
            action = game.parse(view, typed)
            assert game.parse(view, game.format(action)) == action


@EVERY_GAME
def test_a_wild_position_loads_or_is_refused(rules: AnyRules, share: float) -> None:
    """A position that loads can be seen by all and played on, or is over."""
    rng, game = random.Random(f"positions {rules.game.info.id}"), rules.game
    paths = [walked(game.info.id, variant, 0) for variant in game.info.variants]
    for _ in range(int(POSITIONS * share)):
        good = rules.dump(rng.choice(rng.choice(paths).moments).state)
        written = text(rng, 300) if rng.random() < 0.1 else hit(rng, good)
        try:
            state = rules.load(written)
        except NotationError:
            continue
        assert rules.load(rules.dump(state)) == state
        for seat in viewers(game):
            view = rules.view(state, seat)
            game.cells(view), game.diagram(view), game.facts(view), game.last(view)
            for action in game.legal(view):
                assert seat is not None
                rules.apply(state, seat, action)


@EVERY_GAME
def test_a_wild_variant_is_played_or_refused(rules: AnyRules, share: float) -> None:
    rng, info = random.Random("variants"), rules.game.info
    for _ in range(int(TURNS * share)):
        typed = text(rng, 300) if rng.random() < 0.5 else hit(rng, rng.choice(info.variants))
        with suppress(NotationError):
            rules.initial(typed)


OPS = ("games", "new", "load", "legal", "play", "roll", "lapse", "forfeit", "view", "dump", "fly")
TEXTS = (*RULES, "basic", "lapse", "", "a1-a3")
FIELDS = ("op", "game", "variant", "position", "seat", "text", "after", "faces", "reason", "answer")


def value(rng: random.Random) -> Any:
    """Return any value JSON has, often one that the protocol knows."""
    return rng.choice(
        (None, True, 0, 1, 3, 0.5, number(rng), text(rng, 60), [], [3], [number(rng)], {}, *TEXTS)
    )


def request(rng: random.Random) -> bytes:
    """Return a line that may be no request at all."""
    if rng.random() < 0.1:
        return text(rng, 200).encode("utf-8", "surrogatepass") + rng.randbytes(rng.randint(0, 4))
    asked = {"op": rng.choice(OPS)} | {key: value(rng) for key in rng.sample(FIELDS, 4)}
    asked |= {"op": rng.choice(OPS)} if rng.random() < 0.9 else {}
    line = json.dumps(asked, ensure_ascii=rng.random() < 0.5)
    return (hit(rng, line) if rng.random() < 0.2 else line).encode("utf-8", "surrogatepass")


@SHARE
def test_a_wild_line_of_the_protocol_is_answered_and_never_breaks_an_engine(share: float) -> None:
    rng, session, told = random.Random("lines"), Session(), 0
    for count in range(int(LINES * share)):
        if count % 50 == 0:
            game = rng.choice(sorted(RULES))
            session.answer(json.dumps({"op": "new", "game": game}).encode())
        before = session.answer(b'{"op": "dump"}')
        answer = json.loads(session.answer(line := request(rng)))
        assert answer["ok"] or answer["code"] != Code.FAILED, (line, answer)
        assert answer["ok"] or session.answer(b'{"op": "dump"}') == before, line
        told += answer["ok"]
    assert told
