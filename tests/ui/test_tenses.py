"""What happened is told in the past; what is only a choice is told as one."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from bot.ui.words.catalogue import catalogue
from games.core import Argument, Event, Word
from games.junqi.codes import piece_args
from games.library import GAMES
from render.look import Look
from render.words import sayings
from tests.laws.walks import seats, walked
from tests.samples import sampled

ENGLISH, CHINESE = catalogue("en"), catalogue("zh-CN")
WALL, RED, BLUE = Word("murus.wall"), Word("junqi.red"), Word("junqi.blue")
COLONEL = {"side": BLUE, "square": "e8", **piece_args("5")}
SOUTH, WEST = Word("junqi.side.south"), Word("junqi.side.west")
MET: Mapping[str, Argument] = {"side": SOUTH, "of": WEST, "square": "g7"}
SPAN = {"first": "c3", "second": "c5"}

# code, arguments, what is told, and as a choice where that differs
TABLE: list[tuple[str, Mapping[str, Argument], str, str, str, str]] = [
    (
        "murus.distributed",
        {"near": "a2", "far": "a3", "near_piece": WALL, "far_piece": Word("murus.tower")},
        *("wall on a2, tower on a3", ""),
        *("a2 成墙，a3 成塔", ""),
    ),
    (
        "murus.threw",
        {"target": "e4"},
        *("the catapult threw a stone to e4", "the catapult throws a stone to e4"),
        *("投石车把一枚石子投到 e4", "投一枚石子到 e4"),
    ),
    (
        "murus.hit",
        {"target": "e3", "left": WALL},
        *("the catapult hit e3, wall left there", "the catapult hits e3, wall left there"),
        *("投石车击中 e3，那里现为墙", "击打 e3，那里将剩墙"),
    ),
    (
        "murus.sacrificed",
        {"target": "d5", "left": WALL},
        "gave one stone to take one on d5, wall left there",
        "gives one stone to take one on d5, wall left there",
        "牺牲一枚，除去 d5 的一枚，那里现为墙",
        "牺牲一枚，除去 d5 的一枚，那里将剩墙",
    ),
    (
        "murus.sacrificed_two",
        {"target": "d5", "left": WALL},
        "gave two stones to take two on d5, wall left there",
        "gives two stones to take two on d5, wall left there",
        "牺牲两枚，除去 d5 的两枚，那里现为墙",
        "牺牲两枚，除去 d5 的两枚，那里将剩墙",
    ),
    ("murus.redistributed", SPAN, "walls on c3 and c5", "", "c3 和 c5 成墙", ""),
    (
        "murus.intruder",
        {"side": Word("murus.seat.0")},
        "the Romans are on the last row and win if they are still there at their next turn",
        "the Romans then stand on the last row, and win if they are still there at their next turn",
        "罗马方已到底线，若下一手开始时仍在那里即获胜",
        "罗马方将到底线，若下一手开始时仍在那里即获胜",
    ),
    (
        "murus.repeated",
        {"times": 2},
        *("same position, 2 of 3: the third time is a draw", ""),
        *("同一局面第 2 次出现，第三次即为和棋", ""),
    ),
    ("diablo.moved", {"target": "b3"}, "moved to b3", "moves to b3", "移至 b3", "移到 b3"),
    (
        "diablo.merged",
        {"target": "b3", "n": 4},
        *("merged to 4 high on b3", "merges to 4 high on b3"),
        *("在 b3 合成 4 枚", ""),
    ),
    (
        "diablo.took",
        {"target": "b3", "n": 1},
        *("took 1 checker on b3", "takes 1 checker on b3"),
        *("在 b3 吃掉了 1 枚", "吃 b3 的 1 枚"),
    ),
    (
        "diablo.took",
        {"target": "b3", "n": 2},
        *("took 2 checkers on b3", "takes 2 checkers on b3"),
        *("在 b3 吃掉了 2 枚", "吃 b3 的 2 枚"),
    ),
    (
        "diablo.removed",
        {"square": "b3", "n": 2},
        *("removed a checker on b3, 2 left there", "removes a checker on b3, 2 left there"),
        *("移除了 b3 的一枚棋子，那里剩 2 枚", "移除 b3 的一枚棋子，那里将剩 2 枚"),
    ),
    ("diablo.rolled", {"first": 1, "second": 3}, "rolled 1 and 3", "", "掷出 1 和 3", ""),
    (
        "diablo.rolled_first",
        {"first": 1, "second": 3},
        *("rolled 1 and 3: one move, with either die", ""),
        *("掷出 1 和 3：只走一步，任用其中一颗骰子", ""),
    ),
    (
        "ponte.may_swap",
        {},
        *("dark may take the light tiles instead (swap)", ""),
        *("深色方可以改为换边，拿浅色方", ""),
    ),
    ("ponte.placed", SPAN, "tiles on c3 and c5", "", "在 c3 和 c5 放置棋片", ""),
    (
        "ponte.placed_one",
        {"square": "c3"},
        *("a tile on c3; one more to place", ""),
        *("在 c3 放了一片，还要再放一片", ""),
    ),
    (
        "ponte.islands",
        {"n": 1},
        *("1 island completed", "completes 1 island"),
        *("完成了 1 座岛", "将完成 1 座岛"),
    ),
    ("ponte.built", {**SPAN, "left": 9}, "bridge, 9 left", "", "架桥，余 9 座", ""),
    (
        "ponte.built_freely",
        SPAN,
        *("built a bridge", "builds a bridge"),
        *("架了一座桥", "架一座桥"),
    ),
    ("ponte.passed", {}, "passed", "leaves the board as it is", "弃权", "不放棋片，也不架桥"),
    (
        "ponte.swapped",
        {},
        *("took the light tiles", "takes the light tiles"),
        *("换边，拿浅色方", ""),
    ),
    (
        "ponte.last_turn",
        {},
        "light has passed: dark has the last turn",
        "passes: dark then has the last turn",
        "浅色方已弃权，深色方走最后一手",
        "弃权，深色方走最后一手",
    ),
    ("ponte.score", {"light": 3, "dark": 1}, "score 3 : 1", "", "比分 3 : 1", ""),
    ("junqi.ready", {"side": RED}, "Red is ready", "", "红方准备就绪", ""),
    ("junqi.plan_move", COLONEL, "the Colonel moves", "", "团长移动", ""),
    ("junqi.plan_attack", COLONEL, "the Colonel attacks", "", "团长攻击", ""),
    ("junqi.plan_flip", {}, "turn up", "", "翻开", ""),
    ("junqi.attacker_stays", {}, "attacker remains", "", "攻方留下", ""),
    (
        "junqi.defender_stays",
        {},
        *("defender remains, the attacker is removed", ""),
        *("守方留下，攻方移除", ""),
    ),
    ("junqi.both_removed", {}, "both are removed", "", "同归于尽", ""),
    (
        "junqi.you_took",
        COLONEL,
        *("your Colonel (5) took the piece on e8", ""),
        *("你的团长吃掉了 e8 的棋子", ""),
    ),
    (
        "junqi.you_failed",
        COLONEL,
        *("you lost a Colonel (5): the piece on e8 remains", ""),
        *("你损失了团长：e8 的棋子留下", ""),
    ),
    (
        "junqi.you_traded",
        COLONEL,
        *("your Colonel (5) and the piece on e8 are both removed", ""),
        *("你的团长与 e8 的棋子同归于尽", ""),
    ),
    (
        "junqi.you_held",
        COLONEL,
        *("your Colonel (5) on e8 held, the attacker is removed", ""),
        *("你 e8 的团长守住了，攻方移除", ""),
    ),
    (
        "junqi.you_fell",
        COLONEL,
        *("you lost a Colonel (5) on e8: the attacker remains", ""),
        *("你损失了 e8 的团长：攻方留下", ""),
    ),
    (
        "junqi.you_shared",
        COLONEL,
        *("your Colonel (5) on e8 and the attacker are both removed", ""),
        *("你 e8 的团长与攻方同归于尽", ""),
    ),
    ("junqi.fell", COLONEL, "Blue lost a Colonel (5)", "", "蓝方损失了团长", ""),
    ("junqi.shown", COLONEL, "Blue's Colonel (5) remains", "", "蓝方团长尚存", ""),
    (
        "junqi.flag_revealed",
        {"side": BLUE, "square": "d12"},
        *("Blue's Field Marshal has fallen, the flag is on d12", ""),
        *("蓝方司令阵亡，军旗在 d12", ""),
    ),
    (
        "junqi.missed",
        {"side": RED, "n": 1, "limit": 5},
        *("Red missed a turn (1 of 5)", ""),
        *("红方误时一次（1/5）", ""),
    ),
    (
        "junqi.skipped",
        {"side": RED, "n": 1, "limit": 5},
        *("Red has no move and is skipped (counts as a missed turn, 1 of 5)", ""),
        *("红方无棋可走，跳过（计误时，1/5）", ""),
    ),
    (
        "junqi.quiet",
        {"n": 3},
        *("3 more turns without a capture and it is a draw", ""),
        *("再走 3 手仍无吃子即和棋", ""),
    ),
    (
        "junqi.quiet_flip",
        {"n": 1},
        *("1 more turn without a capture or flip and it is a draw", ""),
        *("再走 1 手仍无吃子、无翻棋即和棋", ""),
    ),
    (
        "junqi.clash_attacker",
        MET,
        *("South remains on g7, West's piece is removed", ""),
        *("南家在 g7 留下，西家的棋子移除", ""),
    ),
    (
        "junqi.clash_defender",
        MET,
        *("West remains on g7, South's attacker is removed", ""),
        *("西家在 g7 留下，进攻的南家棋子移除", ""),
    ),
    (
        "junqi.clash_both",
        MET,
        *("South's and West's pieces are both removed on g7", ""),
        *("南家与西家的棋子在 g7 同归于尽", ""),
    ),
    (
        "junqi.out",
        {"side": SOUTH, "why": Word("junqi.why.flag")},
        *("South is out: the flag has fallen", ""),
        *("南家出局：军旗被夺", ""),
    ),
    (
        "junqi.out_missed",
        {"side": SOUTH, "n": 5, "timed": 2, "skipped": 3},
        *("South is out: 5 missed turns, 2 timed out and 3 skipped", ""),
        *("南家出局：误时 5 次，其中超时 2 次、无棋可走 3 次", ""),
    ),
    ("junqi.flipped", COLONEL, "turned up Blue's Colonel (5)", "", "翻出蓝方的团长", ""),
    (
        "junqi.colours",
        {"first": RED, "second": BLUE},
        *("the colours are decided: the first player is Red, the second Blue", ""),
        *("颜色已定：先手是红方，后手是蓝方", ""),
    ),
    (
        "junqi.took",
        COLONEL,
        *("took Blue's Colonel (5)", "takes Blue's Colonel (5)"),
        *("吃掉了蓝方的团长", "吃蓝方的团长"),
    ),
    (
        "junqi.failed",
        COLONEL,
        *("lost to Blue's Colonel (5)", "loses to Blue's Colonel (5)"),
        *("败给蓝方的团长", "会败给蓝方的团长"),
    ),
    (
        "junqi.traded",
        COLONEL,
        "both removed, the other one Blue's Colonel (5)",
        "both are removed, the other one Blue's Colonel (5)",
        "同归于尽，对方是蓝方的团长",
        "会同归于尽，对方是蓝方的团长",
    ),
    (
        "junqi.turned",
        COLONEL,
        *("turned up Blue's Colonel (5); the attacker stays where it was", ""),
        *("翻出蓝方的团长；攻方留在原处", ""),
    ),
    ("junqi.carries", COLONEL, "the Colonel carries Blue's flag", "", "团长扛着蓝方的军旗", ""),
    ("junqi.flag_down", COLONEL, "Blue's flag is left on e8", "", "蓝方军旗落在 e8", ""),
    (
        "junqi.workers",
        COLONEL,
        *("Blue has no engineers left: the Colonels do their work now", ""),
        *("蓝方已无工兵：由团长扛旗、挖雷", ""),
    ),
    (
        "junqi.mines_gone",
        COLONEL,
        *("Blue's mines are all gone: the flag can be taken", ""),
        *("蓝方地雷已清，军旗可扛", ""),
    ),
]
PAST = re.compile(r"\b([a-z]\w*ed|took|lost|gave|threw|hit|built)\b")


@pytest.mark.parametrize(("code", "args", "told", "would", "chinese", "chinese_would"), TABLE)
def test_news_are_told_and_foretold(
    code: str, args: Mapping[str, Argument], told: str, would: str, chinese: str, chinese_would: str
) -> None:
    event = Event(code, args)
    assert (ENGLISH.tell(event), ENGLISH.foretell(event)) == (told, would or told)
    assert (CHINESE.tell(event), CHINESE.foretell(event)) == (chinese, chinese_would or chinese)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", sampled(range(3)))
def test_the_table_has_all_that_random_games_tell_and_their_choices_foretell(
    game: str, seed: int
) -> None:
    told, foretold, walk = set(), {}, walked(game, "", seed)
    for moment in walk.moments:
        for seat in (*seats(walk.game), None):
            told |= {event.code for event in walk.rules.view(moment.state, seat).news}
    for moment in walk.moments[:: max(1, len(walk.moments) // 60)]:
        for seat in seats(walk.game):
            view = walk.rules.view(moment.state, seat)
            for action in walk.game.legal(view)[:40]:
                for event in walk.game.preview(view, action).news:
                    foretold[event.code] = event
    assert told | set(foretold) <= {code for code, *_ in TABLE}
    for event in foretold.values():
        for said in (ENGLISH.foretell(event), *sayings(Look(ENGLISH, preview=True), event)):
            assert not PAST.search(said.replace("are removed", "go")), said


def test_a_picture_tells_a_preview_as_a_choice() -> None:
    event = Event("diablo.took", {"target": "b3", "n": 1})
    assert [*sayings(Look(ENGLISH), event)] == ["took 1 checker on b3"]
    assert [*sayings(Look(ENGLISH, preview=True), event)] == ["takes 1 checker on b3"]


def test_what_is_foretold_has_the_places_of_what_is_told() -> None:
    for words in (ENGLISH, CHINESE):
        codes = [code.removeprefix("would.") for code in words.patterns if "would." in code]
        assert len(codes) > 10
        assert [code for code in codes if code not in words] == []


def test_a_rank_is_never_read_as_a_number_of_pieces() -> None:
    for words in (ENGLISH, CHINESE):
        assert [key for key, said in words.patterns.items() if "{piece} {name}" in str(said)] == []


def test_articles_fit_the_ranks() -> None:
    told = [ENGLISH("junqi.you_failed_short", **piece_args(code)) for code in "951BF"]
    assert told == [
        "you lost the Field Marshal (9)",
        "you lost a Colonel (5)",
        "you lost an Engineer (1)",
        "you lost a Bomb",
        "you lost the Flag",
    ]


def test_chinese_leaves_a_space_beside_latin_names_alone() -> None:
    assert CHINESE("line.they_move", player="Livia") == "轮到 Livia"
    assert CHINESE("line.they_move", player="阿杰") == "轮到阿杰"
    assert CHINESE("over.resign", winner="Livia", loser="阿杰") == "Livia 获胜：阿杰认输"
    assert CHINESE("line.your_move", player="<@1>") == "<@1>，轮到你"
