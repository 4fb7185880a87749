"""Mountains in which engineers hide: the option `mountain_refuge` (rules/junqi.md, section B8)."""

import pytest

from games.core import NotationError
from games.junqi.flip.game import FLIP_JUNQI
from games.junqi.flip.position import Position
from games.junqi.flip.rules import FLIP_RULES

from .positions import A, flip_at, flip_cells, flip_codes, flip_do, flip_end, flip_refusal

HIDING = "standard mountain_refuge=true"


def hiding(pieces: str, *, quiet: int = 0) -> Position:
    """Return a position in which engineers may hide."""
    return flip_at(pieces, options=HIDING, quiet=quiet)


def after(state: Position, *moves: str) -> list[str]:
    """Return the pieces as the position line names them, after these moves."""
    return FLIP_RULES.dump(flip_do(state, *moves)).split()[7].split(",")


def moves(state: Position, start: str = "") -> set[str]:
    """Return the legal actions of the side to move that begin with `start`."""
    mover = state.tally.mover
    legal = FLIP_JUNQI.legal(FLIP_RULES.view(state, mover))
    return {text for text in map(FLIP_JUNQI.format, legal) if text.startswith(start)}


@pytest.mark.parametrize(
    ("pieces", "turns", "left"),
    [
        ("r1b6 b7e12", ["b6-m1"], ["e12:b7", "m1:r1"]),
        ("r1b7 b7e12", ["b7-m1"], ["e12:b7", "m1:r1"]),
        ("r1d6 b7e12", ["d6-m2"], ["e12:b7", "m2:r1"]),
        ("r1m1 b7e12", ["m1-b7"], ["b7:r1", "e12:b7"]),
        ("r1m2 b7e12", ["m2-d6"], ["d6:r1", "e12:b7"]),
        ("r1b6 b7e12", ["b6-m1", "e12-e11", "m1-b7"], ["b7:r1", "e11:b7"]),
        ("r1b6 r1d7 b7e12", ["b6-m1", "e12-e11", "d7-m2"], ["e11:b7", "m1:r1", "m2:r1"]),
        ("r1b6+r b7e12", ["b6-m1"], ["b6:rF", "e12:b7", "m1:r1"]),
        ("r1m1 bLb7 b7e12", ["m1-b7"], ["b7:r1", "e12:b7"]),
        ("r1m1 r5e1 bBb7 b7e12", ["m1-b7"], ["e1:r5", "e12:b7"]),
        ("r1m1 bFb7 b7e12", ["m1-b7"], ["b7:r1+b", "e12:b7"]),
    ],
)
def test_an_engineer_steps_into_a_mountain_and_out_again(
    pieces: str, turns: list[str], left: list[str]
) -> None:
    assert after(hiding(pieces), *turns) == left


def test_one_road_leads_to_each_side_and_no_railway() -> None:
    assert moves(hiding("r1m1 b7e12")) == {"m1-b6", "m1-b7"}
    assert moves(hiding("r1m2 b7e12")) == {"m2-d6", "m2-d7"}
    assert not {"a6-m1", "c6-m1", "c6-m2"} & moves(hiding("r1a6 r1c6 b7e12"))
    assert flip_refusal(hiding("r1c6 b7e12"), "c6-m1") == "junqi.no_way"
    assert flip_refusal(hiding("r1m1 b7e12"), "m1-c7") == "junqi.no_way"
    assert flip_refusal(hiding("r1m1 b7e12"), "m1-m2") == "junqi.no_way"


@pytest.mark.parametrize(
    ("pieces", "move", "reason"),
    [
        ("r9b6 r1e1 b7e12", "b6-m1", "engineers_only"),
        ("rBb6 r1e1 b7e12", "b6-m1", "engineers_only"),
        ("r2b6 r9e1 b7e12", "b6-m1", "engineers_only"),
        ("r1b6+b b7e12", "b6-m1", "flag_outside"),
        ("r1b6 r1m1 b7e12", "b6-m1", "own_piece"),
        ("r9b6 r1m1 b7e12", "b6-m1", "own_piece"),
        ("r1b6 b1m1 b7e12", "b6-m1", "in_mountain"),
        ("r9b6 r1e1 b1m1 b7e12", "b6-m1", "engineers_only"),
        ("rBb6 r1e1 b1m1 b7e12", "b6-m1", "engineers_only"),
        ("r1m1 b9b7 b7e12", "m1-b7", "stronger"),
        ("r1m1 #b9b7 b7e12", "m1-b7", "face_down"),
        ("r1m1 r5b7 b7e12", "m1-b7", "own_piece"),
        ("r9a1 b7e12", "m1", "empty_square"),
        ("r1m1 b7e12", "m1", "face_up"),
        ("r9a1 b1m1 b7e12", "m1-b7", "not_yours"),
    ],
)
def test_who_may_not_enter_or_attack_is_told_why(pieces: str, move: str, reason: str) -> None:
    state = hiding(pieces)
    assert flip_refusal(state, move) == f"junqi.{reason}"
    assert move not in moves(state)


def test_without_the_option_the_mountains_are_no_squares() -> None:
    state = flip_at("r1b6 b7e12")
    assert flip_refusal(state, "b6-m1") == "core.no_such_square"
    assert flip_refusal(hiding("r1b6 b7e12"), "b6-m3") == "core.no_such_square"
    assert "b6-m1" not in moves(state)
    assert len(state.board) == len(FLIP_RULES.view(state, A).board) == 60
    with pytest.raises(NotationError):
        flip_at("r1m1 b7e12")


def test_nothing_is_dealt_into_the_mountains() -> None:
    state = FLIP_RULES.initial(HIDING)
    assert len(FLIP_RULES.view(state, A).board) == 62
    dealt = FLIP_RULES.roll(state, (1,) * 49)
    assert not {"m1", "m2"} & {*flip_cells(dealt)}
    assert flip_cells(FLIP_RULES.roll(FLIP_RULES.initial(""), (1,) * 49)) == flip_cells(dealt)


@pytest.mark.parametrize("piece", ["r9m1", "r1m1+b", "#r1m1", "bLm2", "r1m3"])
def test_a_position_has_engineers_alone_in_the_mountains(piece: str) -> None:
    with pytest.raises(NotationError):
        hiding(f"{piece} b7e12")


def test_an_engineer_that_falls_attacking_leaves_its_mountain_empty() -> None:
    bold = flip_at("r1m1 r5e1 b9b7", options=f"{HIDING} suicide_attacks=true")
    assert flip_cells(flip_do(bold, "m1-b7")) == {"e1": "r:5", "b7": "b:9"}


def test_a_friend_turned_up_by_an_attack_sends_the_engineer_back_into_its_mountain() -> None:
    state = flip_at("r1m1 #r9b7 b7e12", options=f"{HIDING} attack_face_down=true")
    done = flip_do(state, "m1-b7")
    assert flip_cells(done) == {"m1": "r:1", "b7": "r:9", "e12": "b:7"}
    assert flip_codes(done) == ["turned"]
    assert FLIP_JUNQI.takeback_refusal(FLIP_RULES.view(done, None)) == "junqi.flip_stands"


def test_a_flag_is_taken_up_beside_a_mountain_but_not_carried_into_it() -> None:
    state = flip_do(hiding("r1m1 bFb7 b7e12"), "m1-b7", "e12-e11")
    assert moves(state, "b7-m") == set()
    assert flip_refusal(state, "b7-m1") == "junqi.flag_outside"


def test_who_has_an_engineer_in_a_mountain_can_still_move_and_is_not_eliminated() -> None:
    state = flip_do(hiding("r1m1 rLb6 b7c7 b9e12"), "m1-b7", "c7-b7")
    assert flip_end(state) == ([1], "elimination")
    assert flip_end(flip_do(hiding("r5a6 b5a7 r1m1 b9e12"), "a6-a7")) is None
    assert flip_end(flip_do(hiding("r6e6 r5b6 r4b7 b1m1 bFa12"), "e6-e7")) == ([0], "no_moves")
    passed = flip_at("r6e6 r5b6 r4b7 b1m1 bFa12", options=f"{HIDING} no_move=skip")
    assert flip_codes(flip_do(passed, "e6-e7")) == ["skipped"]


def test_going_in_and_out_of_a_mountain_counts_towards_the_draw() -> None:
    state = hiding("r1b6 b9e12", quiet=68)
    assert flip_end(flip_do(state, "b6-m1", "e12-e11")) == ([], "no_capture")


def test_the_board_in_text_has_the_mountains_between_the_ranks() -> None:
    lines = FLIP_JUNQI.diagram(FLIP_RULES.view(hiding("r1m2 r9b7 b1b6"), A)).splitlines()
    assert lines[6:9] == [" 7 .  r9 .  .  .  7", "      m1    r1", " 6 .  b1 .  .  .  6"]
    wide = FLIP_JUNQI.diagram(FLIP_RULES.view(hiding("r1b7+b b1m1"), A)).splitlines()
    assert wide[6:8] == [" 7  .   r1+b  .    .    .   7", "         b1        m2"]
    plain = FLIP_JUNQI.diagram(FLIP_RULES.view(flip_at("r9b7 b1b6"), A))
    assert len(plain.splitlines()) == len(lines) - 1 == 14
