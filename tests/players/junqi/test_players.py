"""The computer players of Junqi: legal in every variant, unmoved by what their seat cannot see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.core import AnyRules
from games.junqi.dark.rules import DARK_RULES
from games.junqi.flip.rules import FLIP_RULES
from games.junqi.four.rules import FOUR_RULES
from games.submission import play
from players.core import AnyPlayer, Budget
from players.junqi.dark import DARK_PLAYER
from players.junqi.flip import FLIP_PLAYER
from players.junqi.flip_greedy import greedy as flip_greedy
from players.junqi.four import FOUR_PLAYER
from players.junqi.plain import dark_greedy, four_greedy
from tests.games.junqi import disguises
from tests.samples import chosen

from .course import course

Case = tuple[AnyRules, AnyPlayer, Any, Callable[..., Any]]
FLIP: Case = (FLIP_RULES, FLIP_PLAYER, flip_greedy, disguises.flip)
DARK: Case = (DARK_RULES, DARK_PLAYER, dark_greedy, disguises.dark)
FOUR: Case = (FOUR_RULES, FOUR_PLAYER, four_greedy, disguises.four)
CASES = [
    (FLIP, "standard"),
    (FLIP, "quick"),
    (FLIP, "quick mountain_refuge=true suicide_attacks=true"),
    (FLIP, "standard colour_rule=two_same attack_face_down=true hq_locks=true"),
    (DARK, "standard"),
    (DARK, "standard combat_disclosure=both mine_vs_attacker=reveal hq_locks=false"),
    (DARK, "standard dark_flag_needs_mines_dug=true bomb_takes_flag=false no_capture_limit=0"),
    (FOUR, "standard"),
    (FOUR, "partners combat_disclosure=loser"),
    (FOUR, "open eliminated=stay"),
    (FOUR, "qq"),
]
USUAL = (CASES[0], CASES[4], CASES[7])
each_case = pytest.mark.parametrize(
    ("case", "variant"),
    chosen(CASES, USUAL.__contains__),
    ids=[f"{case[0].game.info.id}-{variant}" for case, variant in CASES],
)


@each_case
def test_every_level_plays_every_variant_within_its_budget(case: Case, variant: str) -> None:
    rules, player, greedy, _ = case
    for number, look in enumerate(course(rules, variant, 3)):
        if number % 17 and number > 5:
            continue
        for budget in (player.levels[number % 4], Budget(0, 0.5), Budget(40), Budget(400)):
            choice = player.choose(look.view, look.past, budget, number)
            assert choice.nodes <= budget.nodes
            assert 0 <= choice.value <= 1
            play(rules, look.state, look.seat, choice.text)
        play(rules, look.state, look.seat, greedy(look.view, look.past, Budget(1), number).text)


@each_case
def test_nothing_that_the_seat_cannot_see_moves_its_player(case: Case, variant: str) -> None:
    rules, player, greedy, disguise = case
    for number, look in enumerate(course(rules, variant, 5)):
        if number % 47 != 7:
            continue
        budget = Budget(400, 0.1)
        chosen = player.choose(look.view, look.past, budget, 1)
        plain = greedy(look.view, look.past, budget, 1)
        judged = player.judge(look.view, look.past, budget.nodes)
        for state in disguise(look.state, look.seat):
            view = rules.view(state, look.seat)
            past = (*look.past[:-1], view)
            assert player.choose(view, past, budget, 1) == chosen
            assert player.judge(view, past, budget.nodes) == judged
            assert greedy(view, past, budget, 1) == plain


@pytest.mark.parametrize(("case", "variant"), USUAL)
def test_hints_are_three_turns_with_the_best_first(case: Case, variant: str) -> None:
    rules, player, _, _ = case
    for number, look in enumerate(course(rules, variant, 7)):
        if number % 31 != 9:
            continue
        hints = player.judge(look.view, look.past, 200)
        assert len(hints) == min(3, len(rules.game.legal(look.view)))
        values = [hint.value for hint in hints]
        assert values == sorted(values, reverse=True)
        for hint in hints:
            play(rules, look.state, look.seat, hint.text)
