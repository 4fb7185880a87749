"""All messages of Junqi, in every mode."""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from ..core import Argument, Event, Word
from .pieces import CODES

WARNING = 15
"""The number of turns before a draw without captures at which the warnings begin."""


class Code(StrEnum):
    """The news first, then plans, the refusals and the faults of a layout."""

    READY = "junqi.ready"
    ATTACKER = "junqi.attacker_stays"
    DEFENDER = "junqi.defender_stays"
    BOTH = "junqi.both_removed"
    CLASH_ATTACKER = "junqi.clash_attacker"
    CLASH_DEFENDER = "junqi.clash_defender"
    CLASH_BOTH = "junqi.clash_both"
    YOU_TOOK = "junqi.you_took"
    YOU_FAILED = "junqi.you_failed"
    YOU_TRADED = "junqi.you_traded"
    YOU_HELD = "junqi.you_held"
    YOU_FELL = "junqi.you_fell"
    YOU_SHARED = "junqi.you_shared"
    FELL = "junqi.fell"
    SHOWN = "junqi.shown"
    REVEALED = "junqi.flag_revealed"
    MISSED = "junqi.missed"
    SKIPPED = "junqi.skipped"
    OUT = "junqi.out"
    OUT_MISSED = "junqi.out_missed"
    FLED = "junqi.fled"
    QUIET = "junqi.quiet"
    QUIET_FLIP = "junqi.quiet_flip"
    FLIPPED = "junqi.flipped"
    COLOURS = "junqi.colours"
    TOOK = "junqi.took"
    FAILED = "junqi.failed"
    TRADED = "junqi.traded"
    TURNED = "junqi.turned"
    CARRIES = "junqi.carries"
    FLAG_DOWN = "junqi.flag_down"
    WORKERS = "junqi.workers"
    MINES_GONE = "junqi.mines_gone"
    STANDS = "junqi.stands"
    GONE = "junqi.gone"

    PLAN_MOVE = "junqi.plan_move"
    PLAN_ATTACK = "junqi.plan_attack"
    PLAN_FLIP = "junqi.plan_flip"

    UNKNOWN_OPTION = "junqi.unknown_option"
    OPTION_TWICE = "junqi.option_twice"
    BAD_NUMBER = "junqi.bad_number"
    BAD_VALUE = "junqi.bad_value"
    ONE_SQUARE = "junqi.one_square"
    SET_UP_DONE = "junqi.set_up_done"
    SET_UP_OVER = "junqi.set_up_over"
    BAD_LAYOUT = "junqi.bad_layout"
    BAD_LAYOUT_FOUR = "junqi.bad_layout_four"
    EMPTY_SQUARE = "junqi.empty_square"
    NOT_YOURS = "junqi.not_yours"
    IMMOBILE = "junqi.immobile"
    IN_HEADQUARTERS = "junqi.in_headquarters"
    OWN_PIECE = "junqi.own_piece"
    PARTNERS_PIECE = "junqi.partners_piece"
    IN_CAMP = "junqi.in_camp"
    ENGINEERS_ONLY = "junqi.engineers_only"
    FLAG_OUTSIDE = "junqi.flag_outside"
    IN_MOUNTAIN = "junqi.in_mountain"
    NO_WAY = "junqi.no_way"
    TOO_EARLY = "junqi.too_early"
    TOO_LATE = "junqi.too_late"
    IS_OUT = "junqi.is_out"
    FACE_DOWN = "junqi.face_down"
    FLIP_FIRST = "junqi.flip_first"
    FACE_UP = "junqi.face_up"
    NO_COLOURS = "junqi.no_colours"
    STRONGER = "junqi.stronger"
    MINE_SAFE = "junqi.mine_safe"
    FLAG_SAFE = "junqi.flag_safe"
    FLAG_GUARDED = "junqi.flag_guarded"
    CAPTURE_STANDS = "junqi.capture_stands"
    FLIP_STANDS = "junqi.flip_stands"

    COUNT = "junqi.layout.count"
    OUTSIDE = "junqi.layout.outside_own_half"
    CAMP = "junqi.layout.camp_not_empty"
    FLAG_OUT = "junqi.layout.flag_not_in_hq"
    MINE_FORWARD = "junqi.layout.mine_not_in_last_two_rows"
    BOMB_FORWARD = "junqi.layout.bomb_in_front_row"
    EMPTY = "junqi.layout.point_empty"


NOTABLE = frozenset(
    (
        *(Code.ATTACKER, Code.DEFENDER, Code.BOTH),
        *(Code.CLASH_ATTACKER, Code.CLASH_DEFENDER, Code.CLASH_BOTH),
        *(Code.YOU_TOOK, Code.YOU_FAILED, Code.YOU_TRADED),
        *(Code.YOU_HELD, Code.YOU_FELL, Code.YOU_SHARED),
        *(Code.FLIPPED, Code.TURNED, Code.TOOK, Code.FAILED, Code.TRADED),
        *(Code.CARRIES, Code.FLAG_DOWN, Code.OUT, Code.OUT_MISSED, Code.FLED),
    )
)
"""The news of pieces taken or turned up, and of seats that go out."""
DRAWN = frozenset((Code.READY, Code.FLIPPED, Code.COLOURS))
"""The news that every board shows without words."""


def warning(code: Code, limit: int, quiet: int) -> Iterator[Event]:
    """Warn that a draw without captures is near, in the words of the mode."""
    left = limit - quiet
    if 0 < left <= WARNING < limit:
        yield Event(code, {"n": left})


def piece_word(code: str) -> Word:
    """Return the name of a kind of piece."""
    return Word(f"junqi.piece.{code}")


def piece_args(code: str) -> dict[str, Argument]:
    """Return a piece's arguments: its code, its name, and "Colonel (5)"."""
    return {"piece": code, "name": piece_word(code), "ranked": PIECES[code]}


PIECES: Mapping[str, Word] = {
    code: Word(f"junqi.ranked.{code}") if code.isdigit() else piece_word(code) for code in CODES
}
"""The names of all kinds of pieces, with their ranks where a language gives them."""
