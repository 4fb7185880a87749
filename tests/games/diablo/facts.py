"""Facts about Diablo for the tests of all games."""

from games.diablo.board import BLACK, GREEN, checkers
from tests.families import Counts, Legend, Taps, Tense

TENSES: list[Tense] = [
    ("diablo.moved", {"target": "b3"}, "moves to b3", "移至 b3"),
    ("diablo.merged", {"target": "b3", "n": 4}, "merges to 4 high on b3", "在 b3 合成 4 枚"),
    ("diablo.took", {"target": "b3", "n": 1}, "takes 1 checker on b3", "吃 b3 的 1 枚"),
    ("diablo.took", {"target": "b3", "n": 2}, "takes 2 checkers on b3", "吃 b3 的 2 枚"),
    (
        "diablo.removed",
        {"square": "b3", "n": 2},
        "removes a checker on b3, 2 left there",
        "移除 b3 的一枚棋子，那里剩 2 枚",
    ),
    (
        "diablo.emptied",
        {"square": "b3"},
        "removes a checker on b3, leaving it empty",
        "移除 b3 的棋子，那里空出",
    ),
    ("diablo.rolled", {"first": 1, "second": 3}, "rolled 1 and 3", "掷出 1 和 3"),
    (
        "diablo.rolled_first",
        {"first": 1, "second": 3},
        "rolled 1 and 3: one move, with either die",
        "掷出 1 和 3：只走一步，任用其中一颗骰子",
    ),
]
ENDS = {"diablo": ("captured", "removed")}
COUNTS: dict[str, Counts] = {
    "diablo": lambda view: [checkers(view.position.board, seat) for seat in (BLACK, GREEN)]
}

SPELLINGS = [
    ("diablo", "6", "size-6"),
    ("diablo", "Size 10", "size-10"),
    ("diablo", "size-26", "size-26"),
]
FAIRNESS = ["diablo.dice"]


def legend(sign: str) -> str:
    """Read a piece of a text board as `cells` writes it."""
    return f"{'bg'.index(sign[0])}:{sign[1:]}"


LEGENDS: dict[str, Legend] = {"diablo": legend}
DRAWS = {"diablo": "refused"}
SHORTEST = {"diablo": "size-4"}
REFUSED = {"diablo": {"b1": "is your opponent's"}}
TAPS: list[Taps] = [
    ("diablo", "size-6", "any", True, 6),
    ("diablo", "size-8", "any", False, 6),
]
MOST_TAPS = [("diablo", "size-8", 12, 8)]
