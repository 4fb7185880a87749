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
from players.ponte.player import WEIGHTS, choose, judge
from players.ponte.search import Thought, firsts, state
from players.ponte.value import Valuation
from players.weights import nearest
from tests.games.ponte.test_rules import line

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
    shallow, deep = (choose(view(now), [], Budget(nodes), 1) for nodes in (390, 4000))
    assert (shallow.text, deep.text) == ("d4,d5", "b4,b5")
    assert deep.value < shallow.value


@pytest.mark.parametrize("variant", ["standard", "size-8"])
def test_a_sea_is_worth_the_same_however_it_was_come_to(variant: str) -> None:
    """What is kept of the seas before changes no value."""
    table, weights = chart(PONTE_RULES.initial(variant).variant.size), nearest(WEIGHTS, 10)
    course, compared = Valuation(table, weights), 0
    for now in walk(variant, 200, seed=9):
        if now.half is not None:
            continue
        thought = Thought(table, weights, 60)
        for turn in thought.turns(state(now), 10):
            if turn.then is not None and not now.final:
                anew = Valuation(table, weights).logit(turn.then, now.mover)
                assert thought.valuation.logit(turn.then, now.mover) == anew
                assert course.logit(turn.then, now.mover) == anew
                compared += 1
        course.near(sea(now))
    assert compared > 500


@pytest.mark.parametrize("opening", ["a1,j10", "e5,f7"])
def test_a_swap_is_worth_what_the_best_turn_leaves_to_the_other(opening: str) -> None:
    now, _ = play(PONTE_RULES, PONTE_RULES.initial("standard"), Seat(0), opening)
    for nodes in (400, 4000):
        values = {choice.text: choice.value for choice in judge(view(now), [], nodes)}
        assert values.pop("swap") == pytest.approx(1 - max(values.values()))
