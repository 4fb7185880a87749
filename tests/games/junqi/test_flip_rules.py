"""The refusals of flip Junqi (rules/junqi.md, section B), and rules that few games come to.

The recordings of `test_flip_recordings.py` say the rest.
"""

import pytest

from games.core import Act, Over, Seat, Word
from games.junqi.flip.game import FLIP_JUNQI
from games.junqi.flip.position import Position
from games.junqi.flip.rules import FLIP_RULES
from games.junqi.flip.view import FlipView

from .positions import A, B, flip_at, flip_codes, flip_do, flip_end, flip_refusal


def at(pieces: str, option: str = "", mover: Seat = A) -> Position:
    return flip_at(pieces, options=f"standard {option}".strip(), mover=mover)


@pytest.mark.parametrize(
    ("rule", "flips", "colours"),
    [
        ("own", ["a1"], ("r", "b")),
        ("two_same", ["a1", "b1"], ("", "")),
        ("two_same", ["a1", "b1", "d1", "e1"], ("r", "b")),
        ("first_engineer", ["a1", "b1"], ("", "")),
        ("first_engineer", ["a1", "d2"], ("r", "b")),
    ],
)
def test_the_colours_are_settled_by_the_rule(
    rule: str, flips: list[str], colours: tuple[str, str]
) -> None:
    pieces = "#r9a1 #b8b1 #r7c1 #b6d1 #b5e1 #r1c2 #b1d2 #rLa3 #bLb4"
    state = flip_at(pieces, colours="-,-", options=f"standard colour_rule={rule}")
    assert flip_do(state, *flips).colours == colours


def test_until_colours_are_settled_only_flips_are_legal_and_the_last_one_settles_them() -> None:
    options = "standard colour_rule=first_engineer"
    state = flip_at("#r9a1 b8b1 r7c1", colours="-,-", options=options)
    assert flip_refusal(state, "c1-c2") == "junqi.no_colours"
    assert [*map(FLIP_JUNQI.format, FLIP_JUNQI.legal(FLIP_RULES.view(state, A)))] == ["a1"]
    assert flip_do(state, "a1").colours == ("r", "b")


@pytest.mark.parametrize(
    ("pieces", "option", "move", "reason"),
    [
        ("r9a1 #b8b1 b7e12", "", "a1", "face_up"),
        ("r9a1 #b8b1 b7e12", "", "c3", "empty_square"),
        ("r9a1 #b8b1 b7e12", "", "b1-b2", "flip_first"),
        ("r9a1 #b8b1 b7e12", "", "e12-e11", "not_yours"),
        ("r9a1 #b8a2 b7e12", "", "a1-a2", "face_down"),
        ("r3a6 b9a7 r1e1", "", "a6-a7", "stronger"),
        ("r9a2 b1b3 b7e12", "", "a2-b3", "in_camp"),
        ("r9a2 r8b1 b7e12", "hq_locks=true", "b1-b2", "in_headquarters"),
        ("r9a6 r1c6 bLa7 b7e12", "", "a6-a7", "mine_safe"),
        ("r3a6 r5c6 bLc7 b7e12", "", "c6-c7", "mine_safe"),
        ("r3a6 #r1c1 bLa7 b7e12", "", "a6-a7", "mine_safe"),
        ("r1c6 bFc7 bLe12 b7a12", "", "c6-c7", "flag_guarded"),
        ("r9c6 r1e1 bFc7 b7a12", "", "c6-c7", "flag_safe"),
        ("rBc6 r1e1 bFc7 b7a12", "", "c6-c7", "flag_safe"),
        ("r9a4 b1b3+r b7e12", "", "a4-b3", "in_camp"),
        ("r1b6 bFb5+r b1b4", "", "b6-b5", "in_camp"),
    ],
)
def test_a_refusal_says_why(pieces: str, option: str, move: str, reason: str) -> None:
    state = at(pieces, option)
    assert flip_refusal(state, move) == f"junqi.{reason}"
    assert move not in map(FLIP_JUNQI.format, FLIP_JUNQI.legal(FLIP_RULES.view(state, A)))


HIDDEN = "attack_face_down=true"


@pytest.mark.parametrize(
    ("pieces", "option", "moves", "left"),
    [
        ("r9a1 #b8a2 r1d1", HIDDEN, "a1-a2", "d1:r1 a2:r9"),
        ("r9a1 #r8a2 b7e12", HIDDEN, "a1-a2", "a1:r9 a2:r8 e12:b7"),
        ("r9a1 #bLa2 r1d1", HIDDEN, "a1-a2", "d1:r1 a2:bL"),
        ("r9a1 #bFa2 r1d1", HIDDEN, "a1-a2", "a1:r9 d1:r1 a2:bF"),
        ("r3a6 b9a7 r1e1", "suicide_attacks=true", "a6-a7", "e1:r1 a7:b9"),
        ("r3a6 r5c6 bLa7 bLc7 b7e12", "", "a6-a7", "c6:r5 c7:bL e12:b7"),
        ("r1a11+b b7c12", "", "a11-e2", "e2:r1+b c12:b7"),
        ("b1a6+r b9e1 r7a7", "", "a7-a6", "e1:b9 a6:r7+r"),
        ("b9e1 r7a6+r b1e9", "", "a6-a7", "e1:b9 a6:rF a7:r7 e9:b1"),
        ("b1a6+r b9e1 r1a7 r5e12", "", "a7-a6", "e1:b9 a6:rF e12:r5"),
        ("r1a6+b r9e1 b1a7 b5e12", "", "a6-a7", "e1:r9 a6:bF e12:b5"),
        ("r9a5 r1e1 b3a6+r rLe3 b5e12", "", "a5-a6", "e1:r1 e3:rL a6:r9+r e12:b5"),
        ("r9a6+b r1e1 b5e12", "", "a6-a5", "e1:r1 a5:r9 a6:bF e12:b5"),
        ("r3a6+b b2a7+r b5e12", "", "a6-a7 e12-e11 a7-a8", "a7:rF a8:r3+b e11:b5"),
        ("bFa6+r r1a5 b1b7", "", "a5-a6", "a6:r1+b+r b7:b1"),
        ("bFa6+r b1a7 r1e1", "", "e1-d1 a7-a6 d1-e1 a6-a7", "e1:r1 a6:bF a7:b1+r"),
    ],
)
def test_what_few_fights_and_flags_come_to(pieces: str, option: str, moves: str, left: str) -> None:
    state = flip_do(at(pieces, option), *moves.split())
    assert FLIP_RULES.dump(state).split()[7] == left.replace(" ", ",")


def test_each_flag_of_two_that_fall_together_is_told_with_its_side() -> None:
    fallen = flip_do(at("r3a6+b+r b3a7 r1e1 b1b7 b5e12", mover=B), "a7-a6")
    news = FLIP_RULES.view(fallen, None).news[-2:]
    assert [event.args["side"] for event in news] == [Word("junqi.seat.1"), Word("junqi.seat.0")]
    blue = flip_do(fallen, "e1-e2", "b7-a7", "e2-e1", "a7-a6")
    assert FLIP_RULES.view(blue, None).news[0].args["side"] == Word("junqi.seat.0")


@pytest.mark.parametrize(
    ("pieces", "mover", "moves", "codes"),
    [
        ("r1a6 r4e1 b1a7 bLc7 b9e12", A, "a6-a7", ["traded", "workers", "workers"]),
        ("r1c6 bLc7 b7e12", A, "c6-c7", ["took", "mines_gone"]),
        ("r1c6 bFc7 b7a12", A, "c6-c7", ["carries"]),
        ("r7e1 b7a6+b r9e12", B, "a6-a7", ["flag_down"]),
    ],
)
def test_the_players_are_told_what_changes(
    pieces: str, mover: Seat, moves: str, codes: list[str]
) -> None:
    assert flip_codes(flip_do(at(pieces, mover=mover), moves)) == codes


@pytest.mark.parametrize(
    ("pieces", "options", "move", "weight"),
    [
        ("r1b2+b b7a12 rFa1", "standard", "b2-b1", 2),
        ("r1b2+b bBb1 b7a12", "standard", "b2-b1", 1),
        ("r1b2+b b1b1 b7a12", "standard", "b2-b1", 1),
        ("r1b2+b b9b1 b7a12", "standard suicide_attacks=true", "b2-b1", 1),
        ("r1b2+b #b3b1 b7a12", "standard attack_face_down=true", "b2-b1", 1),
        ("r1b2 bFb1 b7a12", "standard", "b2-b1", 2),
        ("r1b2 bFc2 b7a12", "standard", "b2-c2", 1),
        ("r1b2 bFc2 b7a12", "standard flag_goal=capture", "b2-c2", 2),
        ("r9b2+b r1e1 b7a12", "standard", "b2-b1", 0),
        ("r9a3 b2a4 bFa12 bLb12", "standard", "a3-a4", 2),
        ("r5a3 b5a4 b9c6 rFa1 rLb1", "standard", "a3-a4", 1),
        ("r5a3 b5a4 bFa12 rFa1", "standard", "a3-a4", 1),
        ("r5a3 b5a4 bFa12 rFa1", "standard mutual_elimination=mover", "a3-a4", 2),
    ],
)
def test_only_a_move_that_wins_at_once_weighs_two(
    pieces: str, options: str, move: str, weight: int
) -> None:
    state = flip_at(pieces, options=options)
    view = FLIP_RULES.view(state, A)
    assert FLIP_JUNQI.weight(view, FLIP_JUNQI.parse(view, move)) == weight
    ended = over(FLIP_RULES.view(flip_do(state, move), A))
    assert bool(ended and ended.winners == {A}) == (weight == 2)
    if "#" not in pieces:
        foreseen = over(FLIP_JUNQI.preview(view, FLIP_JUNQI.parse(view, move)))
        assert foreseen == ended, "a turn that loses at once is asked back"


def over(view: FlipView) -> Over | None:
    return view.turn if isinstance(view.turn, Over) else None


STUCK = "b2b1 r9a1 r8c1 r7b2 r6e6"


@pytest.mark.parametrize(
    ("pieces", "option", "move", "end"),
    [
        ("r1b11 bFb12 b7a12", "", "b11-b12", None),
        ("r1c6 bFc7 b7a12", "flag_goal=capture", "c6-c7", ([0], "flag")),
        ("r5a6 b3a7 bLc12", "", "a6-a7", ([0], "elimination")),
        ("r5a6 b3a7 #b2c12", "", "a6-a7", None),
        ("r5a6 b5a7 bLc12", "", "a6-a7", ([], "mutual_elimination")),
        ("r5a6 b5a7", "mutual_elimination=mover", "a6-a7", ([0], "elimination")),
        (STUCK, "", "e6-e7", ([0], "no_moves")),
        (STUCK, "no_move=skip", "e6-e7", None),
    ],
)
def test_how_a_game_ends(
    pieces: str, option: str, move: str, end: tuple[list[int], str] | None
) -> None:
    state = flip_do(at(pieces, option), move)
    assert flip_end(state) == end
    if pieces == STUCK and not end:
        assert flip_codes(state) == ["skipped"]
        assert FLIP_RULES.turn(state) == Act(frozenset({A}))


def test_the_quick_game_has_rules_of_its_own_and_a_draw_is_announced() -> None:
    assert FLIP_RULES.initial("quick").options.colour_rule == "own"
    assert FLIP_RULES.initial("quick").options.flag_goal == "capture"
    assert flip_codes(flip_do(flip_at("r9a1 b8e12", quiet=60), "a1-a2")) == ["quiet_flip"]
    assert flip_end(flip_do(flip_at("r9a1 b8e12", quiet=69), "a1-a2")) == ([], "no_capture")
