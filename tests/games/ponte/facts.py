"""Facts about Ponte del Diavolo for the tests of all games."""

from tests.families import Counts, Legend, Taps, Tense

SPAN = {"first": "c3", "second": "c5"}
TENSES: list[Tense] = [
    (
        "ponte.may_swap",
        {},
        "dark may take the light tiles instead (swap)",
        "深色方可以改为换边，拿浅色方",
    ),
    ("ponte.placed", SPAN, "tiles on c3 and c5", "在 c3 和 c5 放置棋片"),
    (
        "ponte.placed_one",
        {"square": "c3"},
        "a tile on c3; one more to place",
        "在 c3 放了一片，还要再放一片",
    ),
    ("ponte.islands", {"n": 1}, "completes 1 island", "完成 1 座岛"),
    ("ponte.built", {**SPAN, "left": 9}, "bridge, 9 left", "架桥，余 9 座"),
    ("ponte.built_freely", SPAN, "builds a bridge", "架一座桥"),
    ("ponte.passed", {}, "passes", "停一手"),
    ("ponte.swapped", {}, "takes the light tiles", "换边，拿浅色方"),
    (
        "ponte.last_turn",
        {},
        "light passes: dark has the last turn",
        "浅色方停一手，深色方走最后一手",
    ),
    ("ponte.score", {"light": 3, "dark": 1}, "score 3 : 1", "比分 3 : 1"),
]
ENDS = {"ponte": ("score", "islands", "bridges", "tie", "agreement")}
COUNTS: dict[str, Counts] = {
    "ponte": lambda view: [view.position.score(colour) for colour in view.position.seated]
}

SPELLINGS = [
    ("ponte", "standard　pie=off", "standard pie=off"),
    ("ponte", "ｓtandard", "standard"),
    ("ponte", "pie=on", "standard"),
    ("ponte", "PIE=OFF,size-08", "size-8 pie=off"),
]


def legend(sign: str) -> str:
    """Read a piece of a text board as `cells` writes it."""
    return str("ox".index(sign.lower()))


LEGENDS: dict[str, Legend] = {"ponte": legend}
SHORTEST = {"ponte": "size-8"}
WHOLE = {"ponte": "size-8 pie=off"}
REFUSED = {
    "ponte": {
        "a1,a1": "There is already a tile on a1",
        "a1,k1": "There is no square “k1”",
        "a1,b1,c1": "complete before `c1`",
        "pass": "You can still place two tiles",
        "a1-a3": "You have no tile on a1",
        "swap": "only as their first turn",
        "a1a3": "could mean `a1,a3` or `a1-a3`",
    }
}
PLAIN = {"ponte": "standard pie=off"}
LOSING = {
    "ponte": (
        "b2,j8; a3,d6; a2,h2; a8,j9; d2,j2; a10,h3; c8,f6; f8,j10; b1,e6; c7,d9; d5,j3; g3,h4; "
        "b3,e9; i7,j5; h5,h9; d3,i8; b2-d2; h4-j5; b8,d4; d10,g5; e7,j7; g10,i10; b3-d5; f9,g7; "
        "h7,i2; c10,j4; b7,e3; b9,h1; e10,i6; a7,c5; b5,f1; c6,d1; e7-e9; g1,i1; f10,i9; g3-g5; "
        "f4,g9; e1,j6; c9,f2; c3,e4; pass; g10-i10"
    )
}
TAPS: list[Taps] = [
    ("ponte", "size-4", "", True, 4),
    ("ponte", "standard", "", False, 6),
]
MOST_TAPS = [("ponte", "standard pie=off", 10, 6)]
