"""A simple player of Ponte del Diavolo: it completes islands and builds the bridge that scores."""

from collections.abc import Sequence
from random import Random

from games.core import Code, OutOfTurn
from games.grid import bits
from games.ponte.turns import may_swap
from games.ponte.view import PonteView

from ..core import Budget, Choice
from .board import Mask, score, spans, with_bridge, with_tiles
from .search import PASS, SWAP, State, firsts, pair, result, seconds, state

_WORTH = (0.0, 0.15, 0.35, 0.6, 1.0)
"""The worth of a group, by its number of tiles."""


def greedy(view: PonteView, past: Sequence[PonteView], budget: Budget, seed: int) -> Choice:
    """Build the bridge that gains most points, if more than two tiles do; else place tiles."""
    if not view.acting:
        raise OutOfTurn(Code.NOT_YOUR_TURN)
    position, rng = view.position, Random(seed)
    now = state(position)
    if position.half is not None:
        first = now.table.bit(position.half)
        return Choice(now.table.name(_best(now, seconds(now, first), first, rng)), 0.5)
    if may_swap(position) and rng.random() < 0.5:
        return Choice(SWAP, 0.5)
    before = _worth(now, 0)
    points = score(now.table, now.sea, now.mover)[0]
    bridges = [
        (score(now.table, with_bridge(now.table, now.sea, now.mover, link), now.mover)[0], link)
        for link in (spans(now.table, now.sea, now.mover) if now.linkable else ())
    ]
    most, link = max(bridges, default=(0, None))
    opening = firsts(now)
    if not opening:
        ahead = result(now, now.mover) == 1
        gains = link is not None and (most > points or not ahead)
        return Choice(now.table.text(link) if link and gains else PASS, 0.5)
    one = _best(now, sum(bit for bit in opening if seconds(now, bit)), 0, rng)
    other = _best(now, seconds(now, one), one, rng)
    if link and most - points >= max(1.0, _worth(now, one | other) - before):
        return Choice(now.table.text(link), 0.5)
    return Choice(pair(now.table, one, other), 0.5)


def _best(now: State, squares: Mask, first: Mask, rng: Random) -> Mask:
    rated = [(_worth(now, first | bit), rng.random(), bit) for bit in bits(squares)]
    return max(rated)[2]


def _worth(now: State, tiles: Mask) -> float:
    """Value the islands to be after some tiles more, and the bridges that could join them."""
    table, then = now.table, with_tiles(now.sea, now.mover, tiles)
    own = then.tiles[now.mover]
    groups = table.groups(own)
    total = 0.0
    for group in groups:
        size = group.bit_count()
        alone = not table.around(group) & own & ~group
        total += _WORTH[size] if alone else 0.0
    free = table.squares & ~(then.tiles[0] | then.tiles[1] | then.covered)
    crowd = (table.around(own) & free).bit_count()
    links = sum(1 for _ in spans(table, then, now.mover))
    return total + 0.04 * min(links, 8) + 0.001 * crowd
