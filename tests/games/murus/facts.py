"""Facts about Murus Gallicus for the tests of all games."""

from games.core import Seat, Word
from games.murus.board import stones
from tests.families import Counts, Legend, Taps, Tense

WALL = Word("murus.wall")
SPAN = {"first": "c3", "second": "c5"}
TENSES: list[Tense] = [
    (
        "murus.distributed",
        {"near": "a2", "far": "a3", "near_piece": WALL, "far_piece": Word("murus.tower")},
        "wall on a2, tower on a3",
        "a2 成墙，a3 成塔",
    ),
    (
        "murus.threw",
        {"target": "e4"},
        "the catapult throws a stone to e4",
        "投石车把一枚石子投到 e4",
    ),
    (
        "murus.hit",
        {"target": "e3", "left": WALL},
        "the catapult hits e3, wall left",
        "投石车击中 e3，那里变为墙",
    ),
    (
        "murus.sacrificed",
        {"target": "d5", "left": WALL},
        "one for one on d5, wall left",
        "一换一：d5 变为墙",
    ),
    (
        "murus.sacrificed_two",
        {"target": "d5", "left": WALL},
        "two for two on d5, wall left",
        "二换二：d5 变为墙",
    ),
    ("murus.redistributed", SPAN, "walls on c3 and c5", "c3 和 c5 成墙"),
    (
        "murus.intruder",
        {"side": Word("murus.seat.0")},
        "the Romans are on the last row and win if they are still there at their next turn",
        "罗马方到底线，若下一手开始时仍在那里即获胜",
    ),
    (
        "murus.repeated",
        {"times": 2},
        "same position, 2 of 3: the third time is a draw",
        "同一局面第 2 次出现，第三次即为和棋",
    ),
]
ENDS = {"murus": ("breakthrough", "stalemate", "repetition", "agreement")}
COUNTS: dict[str, Counts] = {
    "murus": lambda view: [stones(view.board, seat) for seat in (Seat(0), Seat(1))]
}
UNEVEN = {"murus": "advanced tt....../......../......../......../......../......../TTTTTTTT 2 -"}
"""Stones go one for one, so that play never leaves the sides different numbers of them."""

SPELLINGS = [
    ("murus", "Basic", "basic"),
    ("murus", "ａｄｖａｎｃｅｄ　+　ｅｓｃａｐｅ", "advanced+escape"),
    ("murus", "advanced+escape+redistribution", "advanced+redistribution+escape"),
]


def legend(sign: str) -> str:
    """Read a piece of a text board as `cells` writes it."""
    return f"{int(sign.islower())}:{'wtc'.index(sign.lower()) + 1}"


LEGENDS: dict[str, Legend] = {"murus": legend}
SHORTEST = {"murus": "advanced"}
REFUSED = {
    "murus": {
        "zzz": "I cannot read “zzz” as a move",
        "   ": "There is no move in that",
        "…": "There is no move in that",
        "x" * 4000: "That is too long for a move",
        "a1-a9": "There is no square “a9” on this board",
        "i1-i3": "There is no square “i1” on this board",
        "Ａ１－Ａ９": "There is no square “a9” on this board",
        "a7-a5": "The tower on a7 is your opponent's",
        "a1-b2": "name the square two steps from a1",
        "d4-d5": "There is nothing on d4",
        "a1xa2": "There is no stone on a2 to take",
        "a1-b2,c2": "only for the first turn of the redistribution variant",
        "a1-a3 b1-b3": "I cannot read",
        "`@everyone`": "I cannot read",
        "'; drop table matches; --": "I cannot read",
        "d4": "There is nothing on d4",
        "z9": "There is no square “z9”",
        "d7": "is your opponent's",
        "pass": "This game has no pass",
        "resign": "use </match resign:",
        "takeback": "use </match offer:",
        "认输": "use </match resign:",
    }
}
TAPS: list[Taps] = [
    ("murus", "basic", "", True, 4),
    ("murus", "advanced", "", True, 4),
    ("murus", "basic+redistribution", "", True, 5),
]
