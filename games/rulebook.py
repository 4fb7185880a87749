"""The rules of every game, by id, in the order of the library: their secret halves, for those who
hold states."""

from collections.abc import Mapping

from .core import AnyRules
from .diablo.rules import DIABLO_RULES
from .junqi.dark.rules import DARK_RULES
from .junqi.flip.rules import FLIP_RULES
from .junqi.four.rules import FOUR_RULES
from .murus.rules import MURUS_RULES
from .ponte.rules import PONTE_RULES

RULES: Mapping[str, AnyRules] = {
    rules.game.info.id: rules
    for rules in (
        MURUS_RULES,
        DIABLO_RULES,
        PONTE_RULES,
        FLIP_RULES,
        DARK_RULES,
        FOUR_RULES,
    )
}
