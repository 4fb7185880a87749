"""Matches followed along their logs, and turns taken back."""

import pytest

from games.core import AnyRules, Entry, IllegalAction, OutOfTurn, Seat
from games.diablo.rules import DIABLO_RULES
from games.junqi import layout
from games.junqi.dark.rules import DARK_RULES
from games.junqi.flip.rules import FLIP_RULES
from games.junqi.four.rules import FOUR_RULES
from games.murus.rules import MURUS_RULES
from games.replay import Course, replay

FIRST, SECOND = Seat(0), Seat(1)


def acts(*texts: str, start: int = 0) -> list[Entry]:
    """Return turns, seat after seat."""
    return [Entry("act", Seat((start + n) % 2), text) for n, text in enumerate(texts)]


def rolled(faces: str) -> Entry:
    return Entry("roll", None, faces)


def back(seat: Seat, turns: int) -> Entry:
    return Entry("takeback", seat, str(turns))


SEALED = acts(*(layout.write_layout(layout.PRESETS[name]) for name in ("fortress", "balanced")))
DEAL = rolled(" ".join(["1"] * 49))
MISSED = Entry("lapse", SECOND, "")
FOUR = [Entry("act", Seat(n), layout.write_layout(layout.PRESETS["decoy"])) for n in range(4)]
MOVED = [*FOUR, *(Entry("act", Seat(n), text) for n, text in enumerate(("i6-i7", "f9-g9")))]
FOUGHT = [*MOVED, Entry("act", Seat(2), "g12xg9")]


def test_who_has_just_moved_takes_one_turn_back() -> None:
    course = Course(MURUS_RULES, "", acts("a1-a3", "a7-a5"))
    assert course.takeback(SECOND) == back(SECOND, 1)
    course.follow(back(SECOND, 1))
    assert course.state == Course(MURUS_RULES, "", acts("a1-a3")).state


def test_who_is_to_move_takes_two_turns_back() -> None:
    course = Course(MURUS_RULES, "", acts("a1-a3", "a7-a5"))
    assert course.takeback(FIRST) == back(FIRST, 2)
    course.follow(back(FIRST, 2))
    assert course.state == MURUS_RULES.initial("")


def test_turns_are_taken_back_one_after_the_other_and_others_made() -> None:
    log = [
        *acts("a1-a3", "a7-a5", "b1-b3"),
        back(FIRST, 1),
        back(FIRST, 2),
        *acts("c1-c3", "a7-a5"),
        back(SECOND, 1),
        *acts("c7-c5", start=1),
    ]
    *_, end = replay(MURUS_RULES, "", log)
    assert end == Course(MURUS_RULES, "", acts("c1-c3", "c7-c5")).state
    assert Course(MURUS_RULES, "", log).lines == acts("c1-c3", "c7-c5")


def test_a_capture_where_nothing_is_hidden_can_be_taken_back() -> None:
    captured = acts("d1-d3", "d7-f5", "e1-c3", "e7-e5", "d2-d4", "e6-e4", "d3xe4")
    assert Course(MURUS_RULES, "", captured).takeback(FIRST) == back(FIRST, 1)


REFUSED: list[tuple[AnyRules, list[Entry], Seat, str]] = [
    (MURUS_RULES, [], FIRST, "core.nothing_to_take_back"),
    (MURUS_RULES, acts("a1-a3"), SECOND, "core.nothing_to_take_back"),
    (MURUS_RULES, [*acts("a1-a3"), back(FIRST, 1)], FIRST, "core.nothing_to_take_back"),
    (DARK_RULES, SEALED[:1], FIRST, "core.nothing_to_take_back"),
    (DARK_RULES, SEALED, SECOND, "core.nothing_to_take_back"),
    (DARK_RULES, [*SEALED, *acts("c3-b3")], SECOND, "core.nothing_to_take_back"),
    (DIABLO_RULES, [rolled("1 1"), *acts("a1xa2"), rolled("3 1")], FIRST, "core.drawn_since"),
    (DARK_RULES, [*SEALED, *acts("c3-b3"), MISSED], FIRST, "core.missed_since"),
    (DARK_RULES, [*SEALED, *acts("a6-a7")], FIRST, "junqi.capture_stands"),
    (DARK_RULES, [*SEALED, *acts("a6-a7", "c10-b10")], FIRST, "junqi.capture_stands"),
    (FOUR_RULES, MOVED, FIRST, "core.moved_since"),
    (FOUR_RULES, FOUGHT, Seat(2), "junqi.capture_stands"),
    (FOUR_RULES, [*FOUGHT, Entry("lapse", Seat(3), "")], Seat(2), "core.moved_since"),
    (FLIP_RULES, [DEAL, *acts("a1")], SECOND, "core.nothing_to_take_back"),
    (FLIP_RULES, [DEAL, *acts("a1")], FIRST, "junqi.flip_stands"),
    (FLIP_RULES, [DEAL, *acts("a1", "b1")], FIRST, "junqi.flip_stands"),
]


@pytest.mark.parametrize(("rules", "log", "seat", "code"), REFUSED)
def test_a_takeback_is_refused_with_its_reason(
    rules: AnyRules, log: list[Entry], seat: Seat, code: str
) -> None:
    course = Course(rules, "", log)
    before = course.state
    with pytest.raises(IllegalAction) as refusal:
        course.follow(back(seat, 1))
    assert refusal.value.event.code == code
    assert course.state == before


def test_what_is_over_is_over() -> None:
    course = Course(MURUS_RULES, "", [*acts("a1-a3"), Entry("forfeit", FIRST, "resign")])
    with pytest.raises(OutOfTurn):
        course.takeback(FIRST)
