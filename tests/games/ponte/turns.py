"""Whole turns of Ponte del Diavolo, as the recorded games list them."""

from games.core import Act
from games.ponte.game import PONTE
from games.ponte.position import Position
from games.ponte.rules import PONTE_RULES
from games.submission import join_actions, unfinished


def turns(state: Position) -> set[str]:
    """Return every legal turn in canonical writing."""
    turn = PONTE_RULES.turn(state)
    if not isinstance(turn, Act):
        return set()
    (seat,) = turn.seats
    found = set()
    for action in PONTE.legal(PONTE_RULES.view(state, seat)):
        text = PONTE.format(action)
        after = PONTE_RULES.apply(state, seat, action)
        view = PONTE_RULES.view(after, seat)
        if not unfinished(view):
            found.add(text)
            continue
        seconds = (PONTE.format(second) for second in PONTE.legal(view))
        found |= {join_actions(PONTE.info, [text, second]) for second in seconds}
    return found


def count(state: Position) -> int:
    """Count the whole turns; every pair is found from both of its tiles."""
    turn = PONTE_RULES.turn(state)
    if not isinstance(turn, Act):
        return 0
    (seat,) = turn.seats
    single = pairs = 0
    for action in PONTE.legal(PONTE_RULES.view(state, seat)):
        view = PONTE_RULES.view(PONTE_RULES.apply(state, seat, action), seat)
        if unfinished(view):
            pairs += len(PONTE.legal(view))
        else:
            single += 1
    assert pairs % 2 == 0
    return single + pairs // 2
