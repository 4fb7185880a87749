"""The options of Junqi, as `key=value` in a variant's text, and the way to read a variant."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from ..core import Code as Core
from ..core import NotationError
from ..submission import excerpt
from .codes import Code

NoMove: TypeAlias = Literal["skip", "lose", "lose_in_turn"]
Mutual: TypeAlias = Literal["draw", "mover"]
Disclosure: TypeAlias = Literal["result", "loser", "both"]
MineRule: TypeAlias = Literal["stays", "both", "reveal"]
ColourRule: TypeAlias = Literal["opponent", "own", "two_same", "first_engineer"]
FlagGoal: TypeAlias = Literal["carry", "capture"]
Sight: TypeAlias = Literal["own", "partner", "all"]
Order: TypeAlias = Literal["clockwise", "anticlockwise"]
Eliminated: TypeAlias = Literal["removed", "stay"]

NO_MOVE: tuple[NoMove, ...] = ("skip", "lose")
"""The choices. "lose_in_turn" is the "lose" of version 1 of the game for four."""
YES_NO = ("true", "false")
LARGEST = 9999


@dataclass(frozen=True, slots=True)
class Option:
    """One key: its values, the default first. A `number` takes any from 0 to LARGEST."""

    values: tuple[str, ...]
    number: bool = False
    least: int = 0


_FALSE, _TRUE = Option(YES_NO[::-1]), Option(YES_NO)
_COMMON = {
    "missed_limit": Option(("5", "3"), number=True, least=1),
    "missed_reset_on_move": _FALSE,
    "resign_min_ply": Option(("20", "0"), number=True),
    "no_capture_limit": Option(("70", "0", "31", "60", "200"), number=True),
    "max_plies": Option(("0", "1000"), number=True),
    "mutual_elimination": Option(get_args(Mutual)),
}
DARK: Mapping[str, Option] = {
    "hq_locks": _TRUE,
    "no_move": Option(NO_MOVE),
    "combat_disclosure": Option(get_args(Disclosure)),
    "commander_reveals_flag": _TRUE,
    "mine_vs_attacker": Option(get_args(MineRule)),
    "dark_flag_needs_mines_dug": _FALSE,
    "bomb_takes_flag": _TRUE,
    **_COMMON,
}
FLIP: Mapping[str, Option] = {
    "colour_rule": Option(get_args(ColourRule)),
    "flag_goal": Option(get_args(FlagGoal)),
    "suicide_attacks": _FALSE,
    "attack_face_down": _FALSE,
    "hq_locks": _FALSE,
    "mountain_refuge": _FALSE,
    "no_move": Option(NO_MOVE[::-1]),
    **_COMMON,
}

FOUR: Mapping[str, Option] = {
    "sight": Option(get_args(Sight)),
    "order": Option(get_args(Order)),
    "eliminated": Option(get_args(Eliminated)),
    "no_move": Option(NO_MOVE),
    "missed_limit": _COMMON["missed_limit"],
    "no_capture_limit": _COMMON["no_capture_limit"],
    "max_plies": _COMMON["max_plies"],
    "mutual_elimination": _COMMON["mutual_elimination"],
    "combat_disclosure": Option(get_args(Disclosure)),
    "resign_min_ply": Option(("40", "0", "20"), number=True),
}


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match, one field each (rules/junqi.md; rules/junqi-four.md, section 7).

    `text` is the canonical text of the variant: its name, and the options that differ from it. An
    option the mode does not know keeps its value of here.
    """

    text: str
    no_move: NoMove
    missed_limit: int
    resign_min_ply: int
    no_capture_limit: int
    max_plies: int
    mutual_elimination: Mutual
    hq_locks: bool = True
    missed_reset_on_move: bool = False
    combat_disclosure: Disclosure = "result"
    commander_reveals_flag: bool = False
    mine_vs_attacker: MineRule = "stays"
    dark_flag_needs_mines_dug: bool = False
    bomb_takes_flag: bool = True
    colour_rule: ColourRule = "opponent"
    flag_goal: FlagGoal = "capture"
    suicide_attacks: bool = True
    attack_face_down: bool = False
    mountain_refuge: bool = False
    sight: Sight = "own"
    order: Order = "clockwise"
    eliminated: Eliminated = "removed"


def read(text: str, known: Mapping[str, Option], named: Mapping[str, Mapping[str, str]]) -> Options:
    """Read a name out of `named`, the first by default, and key-value pairs. Raises
    NotationError."""
    plain = unicodedata.normalize("NFKC", text).lower()
    parts = [part for part in re.split(r"[\s,;+]+", plain) if part]
    names = [part for part in parts if "=" not in part] or [next(iter(named))]
    if len(names) != 1 or names[0] not in named:
        raise NotationError(Core.UNKNOWN_VARIANT, variant=excerpt(text))
    usual = {key: option.values[0] for key, option in known.items()} | dict(named[names[0]])
    given: dict[str, str] = {}
    for part in parts:
        key, sign, value = part.partition("=")
        if not sign:
            continue
        if key not in known:
            raise NotationError(Code.UNKNOWN_OPTION, key=excerpt(key), known=", ".join(known))
        if key in given:
            raise NotationError(Code.OPTION_TWICE, key=key)
        given[key] = _value(key, known[key], value)
    changed = [f"{key}={given[key]}" for key in known if given.get(key, usual[key]) != usual[key]]
    values = {key: _typed(known[key], value) for key, value in (usual | given).items()}
    return Options(" ".join([names[0], *changed]), **values)


def _value(key: str, option: Option, text: str) -> str:
    if option.number:
        if re.fullmatch(r"[0-9]{1,4}", text) and int(text) >= option.least:
            return str(int(text))
        raise NotationError(Code.BAD_NUMBER, key=key, least=option.least, most=LARGEST)
    if text not in option.values:
        allowed = ", ".join(option.values)
        raise NotationError(Code.BAD_VALUE, key=key, value=excerpt(text), allowed=allowed)
    return text


def _typed(option: Option, value: str) -> Any:
    if option.number:
        return int(value)
    return value == "true" if set(option.values) == set(YES_NO) else value
