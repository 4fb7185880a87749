"""A player's news of the own pieces' fights, and the kinds a hidden piece can still be."""

from collections.abc import Iterator

from games.core import Event, Seat
from games.junqi.dark.game import DARK_JUNQI
from games.junqi.dark.position import Position
from games.junqi.dark.rules import DARK_RULES
from games.junqi.dark.view import SEEING

from .course import course
from .disguises import dark as disguised
from .positions import A, B, dark_at, dark_do


def fight(then: Position, now: Position, seat: Seat) -> tuple[Event, ...]:
    return SEEING.fought(DARK_RULES.view(then, seat), DARK_RULES.view(now, seat))


def can_be(state: Position, seat: Seat, square: str) -> str:
    return "".join(SEEING.possible(DARK_RULES.view(state, seat), square))


def test_a_fight_is_told_to_each_side_with_where_the_enemy_stands_now() -> None:
    then = dark_do(dark_at("Fb1 3a6 2e2", "Fd12 9a7 2e11"), "a6-a7")
    now = dark_do(then, "e11-e10", "e2-e3", "a7-a6")
    (mine, stands), theirs = fight(then, now, A), fight(then, now, B)
    assert (mine.code, mine.args["piece"]) == ("junqi.you_failed", "3")
    assert (stands.code, stands.args) == ("junqi.stands", {"square": "a6"})
    assert [(event.code, event.args["piece"]) for event in theirs] == [("junqi.you_held", "9")]
    assert fight(now, now, A) == ()


def games() -> Iterator[list[Position]]:
    """Give games in which pieces attack wherever they can, from the first move on."""
    for seed in range(4):
        looks = course(DARK_RULES, "standard", seed, bold=1)
        yield [look.state for look in looks if not look.view.free][:150]


def test_fights_and_what_can_be_tell_nothing_that_the_views_do_not() -> None:
    fights = 0
    for states in games():
        now = states[-2]
        for state in states[:-1]:
            for seat in (A, B):
                said = fight(state, now, seat)
                fights += bool(said)
                view = DARK_RULES.view(state, seat)
                for other in disguised(state, seat):
                    assert fight(other, now, seat) == said
                    again = DARK_RULES.view(other, seat)
                    for square in DARK_JUNQI.set_up.hidden(view):  # type: ignore[union-attr]
                        assert SEEING.possible(again, square) == SEEING.possible(view, square)
    assert fights > 40


def test_what_a_piece_is_stays_possible() -> None:
    for states in games():
        for state in states[:-1:5]:
            for seat in (A, B):
                view = DARK_RULES.view(state, seat)
                for square in DARK_JUNQI.set_up.hidden(view):  # type: ignore[union-attr]
                    truth = DARK_JUNQI.cells(DARK_RULES.view(state, Seat(1 - seat)))[square][-1]
                    assert truth in SEEING.possible(view, square)


def test_public_facts_drop_what_a_hidden_piece_cannot_be() -> None:
    state = dark_at("Fb1 3a6 2e2", "Fd12 9a7 2e11 La12")
    assert can_be(state, A, "a7") == "987654321"  # no bomb begins in the front row
    assert can_be(state, A, "a12") == "987654321BL"
    assert can_be(state, A, "d12") == "987654321BLF"
    moved = dark_do(dark_do(state, "e2-e3"), "e11-e10")
    assert can_be(moved, A, "e10") == "987654321B"  # a landmine would have stayed
    fallen = dark_do(dark_at("Fb1 Ba6 2e2", "Fd12 9a7 2e11"), "a6-a7")
    assert can_be(fallen, A, "e11") == "87654321BL"  # Marshal fallen, flag known
