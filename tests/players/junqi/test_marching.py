"""The weak levels of Junqi for four march on the enemies instead of stepping back and forth."""

from games.junqi.four.board import BASES, GROUND, TEAM_OF, point
from games.junqi.four.rules import FOUR_RULES
from players.junqi.opponents import FOUR_PLAYER
from players.junqi.paths import distances
from tests.games.junqi.course import course


def test_the_first_level_comes_nearer_oftener_than_it_turns_back() -> None:
    far = distances(GROUND)
    nearer = farther = 0
    for number, look in enumerate(course(FOUR_RULES, "standard", 3, bold=0.2)):
        if number < 30 or number % 8:
            continue
        if number > 250:
            break
        aims = [
            far[at]
            for seat, base in enumerate(BASES)
            if seat not in TEAM_OF[look.seat]
            for at in base
            if (cell := look.view.board[at]) and cell.origin == at
        ]
        for seed in range(4):
            choice = FOUR_PLAYER.choose(look.view, look.past, FOUR_PLAYER.levels[0], seed)
            origin, target = (
                min(way[point(name)] for way in aims) for name in choice.text.split("-")
            )
            nearer += target < origin
            farther += target > origin
    assert nearer > 2 * farther
