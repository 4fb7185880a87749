"""Facts about Junqi's three games for the tests of all games."""

from collections.abc import Mapping
from typing import Any

from games.core import Argument, Word
from games.junqi.codes import piece_args
from tests.families import Counts, Legend, Taps, Tense

RED, BLUE = Word("junqi.seat.0"), Word("junqi.seat.1")
COLONEL = {"side": BLUE, "square": "e8", **piece_args("5")}
SOUTH, WEST = Word("junqi-four.seat.0"), Word("junqi-four.seat.1")
MET: Mapping[str, Argument] = {"side": SOUTH, "of": WEST, "square": "g7"}
TENSES: list[Tense] = [
    ("junqi.ready", {"side": RED}, "Red is ready", "红方准备就绪"),
    ("junqi.plan_move", COLONEL, "the Colonel moves", "团长移动"),
    ("junqi.plan_attack", COLONEL, "the Colonel attacks", "团长攻击"),
    ("junqi.plan_flip", {}, "turn up", "翻开"),
    ("junqi.attacker_stays", {}, "attacker remains", "攻方留下"),
    ("junqi.defender_stays", {}, "defender remains", "守方留下"),
    ("junqi.both_removed", {}, "both removed", "同归于尽"),
    ("junqi.you_took", COLONEL, "your Colonel (5) took it", "你的团长吃掉了它"),
    ("junqi.you_failed", COLONEL, "you lost your Colonel (5)", "你损失了团长"),
    ("junqi.you_traded", COLONEL, "both removed, yours: Colonel (5)", "同归于尽，你方是团长"),
    ("junqi.you_held", COLONEL, "your Colonel (5) held", "你的团长守住了"),
    ("junqi.you_fell", COLONEL, "you lost your Colonel (5)", "你损失了团长"),
    ("junqi.you_shared", COLONEL, "both removed, yours: Colonel (5)", "同归于尽，你方是团长"),
    ("junqi.fell", COLONEL, "Blue lost: Colonel (5)", "蓝方损失了团长"),
    ("junqi.shown", COLONEL, "Blue's Colonel (5) remains", "蓝方团长尚存"),
    (
        "junqi.flag_revealed",
        {"side": BLUE, "square": "d12"},
        "Blue's Field Marshal fell: flag at d12",
        "蓝方司令阵亡：军旗在 d12",
    ),
    (
        "junqi.missed",
        {"side": RED, "n": 1, "limit": 5},
        "Red missed a turn (1 of 5)",
        "红方错过一手（1/5）",
    ),
    (
        "junqi.skipped",
        {"side": RED, "n": 1, "limit": 5},
        "Red cannot move, missed turn 1 of 5",
        "红方无棋可走，错过 1/5",
    ),
    ("junqi.quiet", {"n": 3}, "3 more turns without a capture: a draw", "再走 3 手仍无吃子即和棋"),
    (
        "junqi.quiet_flip",
        {"n": 1},
        "1 more turn without a capture or flip: a draw",
        "再走 1 手仍无吃子、无翻棋即和棋",
    ),
    ("junqi.clash_attacker", MET, "South beats West", "南家吃掉西家"),
    ("junqi.clash_defender", MET, "West holds against South", "西家挡住南家"),
    ("junqi.clash_both", MET, "South and West: both removed", "南家与西家同归于尽"),
    (
        "junqi.out",
        {"side": SOUTH, "why": Word("junqi.why.flag")},
        "South is out: flag taken",
        "南家出局：失军旗",
    ),
    (
        "junqi.out",
        {"side": Word("junqi-four.seat.3"), "why": Word("junqi.why.no_moves")},
        "East is out: no move",
        "东家出局：无棋可走",
    ),
    (
        "junqi.out_missed",
        {"side": SOUTH, "n": 5, "timed": 2, "skipped": 3},
        "South is out: 5 missed turns",
        "南家出局：错过 5 手",
    ),
    ("junqi.flipped", COLONEL, "turns up Blue's Colonel (5)", "翻出蓝方的团长"),
    (
        "junqi.colours",
        {"first": RED, "second": BLUE},
        "first player Red, second Blue",
        "先手红方，后手蓝方",
    ),
    ("junqi.took", COLONEL, "takes Blue's Colonel (5)", "吃掉蓝方的团长"),
    ("junqi.failed", COLONEL, "loses to Blue's Colonel (5)", "败给蓝方的团长"),
    (
        "junqi.traded",
        COLONEL,
        "both removed, the other one Blue's Colonel (5)",
        "同归于尽，对方是蓝方的团长",
    ),
    (
        "junqi.turned",
        COLONEL,
        "turns up Blue's Colonel (5); the attacker stays",
        "翻出蓝方的团长；攻方留在原处",
    ),
    ("junqi.carries", COLONEL, "the Colonel carries Blue's flag", "团长扛着蓝方的军旗"),
    ("junqi.flag_down", COLONEL, "Blue's flag is left on e8", "蓝方军旗落在 e8"),
    (
        "junqi.workers",
        COLONEL,
        "Blue's Colonels now work as engineers",
        "蓝方已无工兵：由团长扛旗、挖雷",
    ),
    (
        "junqi.mines_gone",
        COLONEL,
        "Blue's mines are gone",
        "蓝方地雷已清，军旗可扛",
    ),
]
ENDS = {
    "junqi-dark": (
        "flag",
        "elimination",
        "mutual_elimination",
        "missed_turns",
        "no_capture",
        "max_plies",
        "no_moves",
        "deadlock",
        "agreement",
    ),
    "junqi-flip": ("flag", "flag_carried", "elimination", "no_capture", "agreement"),
}
"""The reasons for the ends of two of them beside those of every game."""


def lost(view: Any) -> list[int]:
    """Count the pieces that each seat has lost."""
    return [sum(piece.seat == seat for piece in view.lost) for seat in range(len(view.missed))]


def dead(view: Any) -> list[int]:
    """Count them where pieces have colours."""
    return [sum(face.colour == colour for face in view.dead) for colour in view.colours]


COUNTS: dict[str, Counts] = {"junqi-dark": lost, "junqi-flip": dead, "junqi-four": lost}

SPELLINGS = [
    ("junqi-dark", "standard　no_capture_limit=60", "standard no_capture_limit=60"),
    ("junqi-dark", "no_capture_limit=0060\n", "standard no_capture_limit=60"),
    ("junqi-dark", "standard" + "," * 3000 + "no_move=lose", "standard no_move=lose"),
    ("junqi-dark", "  NO_MOVE=lose standard, missed_limit=5 ", "standard no_move=lose"),
    ("junqi-dark", "ｎｏ_ｍｏｖｅ=ｌｏｓｅ\u00a0max_plies=0", "standard no_move=lose"),
    ("junqi-flip", "max_plies=1000 QUICK", "quick max_plies=1000"),
    ("junqi-flip", "quick;hq_locks=false", "quick"),
    ("junqi-four", "PARTNERS", "partners"),
    ("junqi-four", "qq order=clockwise", "qq order=clockwise"),
    ("junqi-four", "open missed_limit=03", "open missed_limit=3"),
]
FAIRNESS = ["junqi-dark.secrets", "junqi-flip.turn"]


def dark(sign: str) -> str:
    """Read a piece of a text board as `cells` writes it."""
    return f"{'rb'.index(sign[0])}:{sign[1]}"


def flip(sign: str) -> str:
    """Read a piece of a text board, or a back, in the same way."""
    return sign if sign == "#" else f"{sign[0]}:{sign[1:]}"


def four(sign: str) -> str:
    """Read a piece of a text board for four in the same way."""
    return f"{'swne'.index(sign[0])}:{sign[1]}"


LEGENDS: dict[str, Legend] = {"junqi-dark": dark, "junqi-flip": flip, "junqi-four": four}
DRAWS = {"junqi-dark": "free", "junqi-flip": "free", "junqi-four": "free"}
WHOLE = {
    "junqi-dark": "standard no_capture_limit=12 hq_locks=false",
    "junqi-flip": "quick",
    "junqi-four": "max_plies=26 resign_min_ply=12",
}
REFUSED = {
    "junqi-dark": {
        "b1": "The Flag never moves",
        "a12": "The piece on a12 is not yours",
        "b3": "There is nothing on b3",
    }
}
TAPS: list[Taps] = [
    ("junqi-flip", "standard", "", False, 3),
    ("junqi-dark", "", "", True, 4),
]
MOST_TAPS = [("junqi-flip", "standard", 30, 4)]
