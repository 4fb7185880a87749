"""Non-interference through whole games of Junqi: twins that only those who may know can tell.

The same moves are played with other pieces behind one side's backs. As long as a viewer hears the
same news, everything that viewer can get must be equal, at every step.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from games.core import AnyRules, Event, GameError, Over, Seat, SetUp
from games.junqi import layout
from games.junqi.board import GRID
from games.junqi.dark.game import DARK_JUNQI
from games.junqi.dark.position import Position as Dark
from games.junqi.dark.rules import DARK_RULES
from games.junqi.dark.view import DarkView
from games.junqi.four.position import Position as Four
from games.junqi.four.rules import FOUR_RULES
from games.submission import play
from tests.samples import FULL
from tests.twins import differing, reaching

LONGEST = 120
OPTIONS = (
    "",
    "combat_disclosure=loser",
    "combat_disclosure=both",
    "mine_vs_attacker=reveal",
    "commander_reveals_flag=false hq_locks=false",
    "dark_flag_needs_mines_dug=true bomb_takes_flag=false",
)
GAMES, MORE, ALL_GAMES = 40, 360, 2500
"""The games played by default, among the longer tests, and with TETRARCH_FULL set."""
SWAPS = 6
FOUR_OPTIONS = (
    "standard",
    "partners",
    "standard combat_disclosure=loser eliminated=stay",
    "partners combat_disclosure=both",
    "qq",
    "standard missed_limit=1 eliminated=stay",
)
FOUR_GAMES, FOUR_MORE = 12, 72
Layouts: TypeAlias = tuple[str, ...]
State: TypeAlias = Dark | Four


def deployed(rules: AnyRules, variant: str, layouts: Layouts) -> State:
    state: State = rules.initial(variant)
    for seat, codes in enumerate(layouts):
        state, _ = play(rules, state, Seat(seat), layout.write_layout(codes))
    return state


def played(rules: AnyRules, variant: str, layouts: Layouts, moves: list[str]) -> Iterator[State]:
    """Play these moves as far as they can be made, and yield every state."""
    state = deployed(rules, variant, layouts)
    yield state
    for text in moves:
        turn = rules.turn(state)
        if isinstance(turn, Over):
            return
        try:
            state, _ = play(rules, state, min(turn.seats), text)  # type: ignore[union-attr]
        except GameError:
            return
        yield state


def random_game(rules: AnyRules, variant: str, rng: random.Random) -> tuple[Layouts, list[str]]:
    layouts = tuple(layout.random_layout(rng.randrange) for _ in range(rules.game.info.seats))
    state, moves = deployed(rules, variant, layouts), list[str]()
    while not isinstance(turn := rules.turn(state), Over) and len(moves) < LONGEST:
        view = rules.view(state, min(turn.seats))  # type: ignore[union-attr]
        legal = rules.game.legal(view)
        takes = [action for action in legal if rules.game.weight(view, action)]
        chosen = rng.choice(takes if takes and rng.random() < 0.5 else legal)
        moves.append(rules.game.format(chosen))
        state, _ = play(rules, state, min(turn.seats), moves[-1])  # type: ignore[union-attr]
    return layouts, moves


def twin(codes: str, rng: random.Random) -> str:
    """Lay the same pieces out a little otherwise."""
    for _ in range(rng.randint(1, SWAPS)):
        codes = layout.swapped(codes, rng.randrange(25), rng.randrange(25))
    return codes


def news(state: State, seat: Seat | None, rules: AnyRules) -> tuple[tuple[Event, ...], object]:
    return rules.view(state, seat).news, rules.turn(state)


def differences(rules: AnyRules, seed: int, variant: str) -> tuple[int, set[str]]:
    """Count the moments compared with a twin's, and name what differed."""
    rng = random.Random(seed)
    layouts, moves = random_game(rules, variant, rng)
    real = list(played(rules, variant, layouts, moves))
    compared, leaks = 0, set[str]()
    points = sorted({at for seat in seats(rules) for at in set_up(rules).squares(seat)})
    squares = [rng.choice(points) for _ in range(12)]
    tried = [f"{a}-{b}" for a, b in zip(squares[::2], squares[1::2], strict=True)]
    for hidden in seats(rules):
        other = twin(layouts[hidden], rng)
        changed = (*layouts[:hidden], other, *layouts[hidden + 1 :])
        if set_up(rules).faults(hidden, other) or other == layouts[hidden]:
            continue
        for viewer in blind(rules, real[0], hidden):
            twins = played(rules, variant, changed, moves)
            for position, second in zip(real, twins, strict=False):
                if news(position, viewer, rules) != news(second, viewer, rules) or position.end:
                    break
                compared += 1
                here = reaching(rules, position, viewer, tried)
                leaks |= differing(here, reaching(rules, second, viewer, tried))
    return compared, leaks


def seats(rules: AnyRules) -> list[Seat]:
    return sorted(rules.game.info.everybody)


def set_up(rules: AnyRules) -> SetUp[Any]:
    found = rules.game.set_up
    assert found is not None
    return found


def blind(rules: AnyRules, state: State, hidden: Seat) -> Iterator[Seat | None]:
    """List the viewers who see nothing but the backs of a seat."""
    for viewer in (*seats(rules), None):
        tokens = set(rules.game.cells(rules.view(state, viewer)).values())
        if {token for token in tokens if token[0] == str(hidden)} == {f"{hidden}:?"}:
            yield viewer


def check(seeds: range, rules: AnyRules = DARK_RULES, options: Sequence[str] = OPTIONS) -> None:
    compared = 0
    for seed in seeds:
        moments, leaks = differences(rules, seed, options[seed % len(options)])
        assert leaks == set(), f"game {seed}"
        compared += moments
    assert compared > 8 * len(seeds)


@pytest.mark.slow
def test_nobody_can_tell_twins_apart_while_they_hear_the_same() -> None:
    check(range(GAMES))


@pytest.mark.slow
def test_nor_in_many_more_games() -> None:
    check(range(GAMES, ALL_GAMES if FULL else MORE))


@pytest.mark.slow
def test_of_four_only_partners_who_see_each_other_can_tell_twins_apart() -> None:
    check(range(FOUR_GAMES), FOUR_RULES, FOUR_OPTIONS)
    viewers = {
        options: [list(blind(FOUR_RULES, state, seat)) for seat in seats(FOUR_RULES)]
        for options in ("standard", "partners", "open")
        for state in [deployed(FOUR_RULES, options, (layout.PRESETS["ambush"],) * 4)]
    }
    assert viewers["standard"] == [
        [1, 2, 3, None],
        [0, 2, 3, None],
        [0, 1, 3, None],
        [0, 1, 2, None],
    ]
    assert viewers["partners"] == [[1, 3, None], [0, 2, None]] * 2
    assert viewers["open"] == [[], [], [], []]


@pytest.mark.slow
def test_nor_can_others_in_many_more_games_of_four() -> None:
    more = 7 * FOUR_MORE if FULL else FOUR_MORE
    check(range(FOUR_GAMES, more), FOUR_RULES, FOUR_OPTIONS)


def leaky_facts() -> AnyRules:
    """Return rules that count the ranks of the front row among the facts."""
    secret = 0

    def see(state: Dark, seat: Seat | None) -> DarkView:
        nonlocal secret
        front = state.board[GRID.square("a7")], state.board[GRID.square("a6")]
        secret = sum(ord(piece.code) for piece in front if piece)
        return DARK_RULES.view(state, seat)

    def facts(view: DarkView) -> dict[str, Any]:
        return {**DARK_JUNQI.facts(view), "sum": secret}

    return replace(DARK_RULES, view=see, game=replace(DARK_JUNQI, facts=facts))


@pytest.mark.slow
def test_a_leak_made_on_purpose_is_found() -> None:
    found: set[str] = set()
    for seed in range(20):
        found |= differences(leaky_facts(), seed, "")[1]
    assert found == {"facts"}
