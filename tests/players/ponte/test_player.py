"""The computer player of Ponte del Diavolo plays by the rules, and keeps to its nodes."""

from collections.abc import Iterator
from random import Random

import pytest

from games.core import Over, Seat
from games.grid import bits
from games.ponte.board import Bridge, Tile
from games.ponte.game import PONTE
from games.ponte.notation import load
from games.ponte.position import Position
from games.ponte.rules import PONTE_RULES
from games.ponte.view import PonteView
from games.submission import play
from players.core import Budget
from players.ponte.board import chart, placeable, score, sea, spans, with_tiles
from players.ponte.player import choose, judge
from players.ponte.search import firsts, state
from tests.games.ponte.test_rules import line
from tests.samples import sampled

VARIANTS = ("standard", "unlimited", "size-8", "size-12", "size-8 pie=off")


def walk(variant: str, actions: int, seed: int) -> Iterator[Position]:
    """Give the positions of random games with many bridges, one game after another."""
    chance = Random(seed)
    now = PONTE_RULES.initial(variant)
    for _ in range(actions):
        if isinstance(now.turn, Over):
            now = PONTE_RULES.initial(variant)
        yield now
        legal = PONTE.legal(view(now))
        links = [action for action in legal if isinstance(action, Bridge)]
        action = chance.choice(links if links and chance.random() < 0.4 else legal)
        now = PONTE_RULES.apply(now, now.seat(now.mover), action)


def view(now: Position) -> PonteView:
    """Return what the colour to act sees."""
    return PONTE_RULES.view(now, now.seat(now.mover))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_players_board_is_the_engines(variant: str) -> None:
    for now in walk(variant, 60, seed=2):
        table, known = chart(now.variant.size), sea(now)
        legal = PONTE.legal(view(now))
        tiles = {action.square for action in legal if isinstance(action, Tile)}
        for colour in (0, 1):
            assert score(table, known, colour)[0] == now.score(colour)
        if now.half is not None:
            known = with_tiles(known, now.mover, table.bit(now.half))
            found = {table.name(bit) for bit in bits(placeable(table, known, now.mover))}
            assert found == tiles
            continue
        assert {table.name(bit) for bit in firsts(state(now))} == tiles
        if now.bridges_left != 0:
            links = {PONTE.format(action) for action in legal if isinstance(action, Bridge)}
            assert {table.text(link) for link in spans(table, known, now.mover)} == links


def test_with_nodes_enough_it_looks_at_the_replies() -> None:
    rows = "oo.oo..x/oo.oo..x/.......x/..x....x/x...xx../xx..xx../x......o/......oo"
    now = load(line(rows))
    shallow, deep = (choose(view(now), [], Budget(nodes), 1) for nodes in (1200, 4000))
    assert (shallow.text, deep.text) == ("g4,g5", "d4,d5")
    assert deep.value < shallow.value


@pytest.mark.slow
@pytest.mark.parametrize("number", sampled((11, 8, 5)))
def test_what_it_need_not_look_at_for_its_choice_would_not_have_changed_it(number: int) -> None:
    now = [now for now in walk("size-8", 30, seed=6) if now.half is None][number]
    best = judge(view(now), [], 40_000)[0]
    choice = choose(view(now), [], Budget(40_000), 1)
    assert (choice.text, choice.value) == (best.text, best.value)
    assert choice.nodes < best.nodes


@pytest.mark.parametrize("opening", ["a1,j10", "e5,f7"])
def test_a_swap_is_worth_what_the_best_turn_leaves_to_the_other(opening: str) -> None:
    now, _ = play(PONTE_RULES, PONTE_RULES.initial("standard"), Seat(0), opening)
    for nodes in (400, 4000):
        values = {choice.text: choice.value for choice in judge(view(now), [], nodes)}
        assert values.pop("swap") == pytest.approx(1 - max(values.values()))
