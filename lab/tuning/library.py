"""The games whose weights are fitted, by the id of the game."""

from collections.abc import Mapping

from .diablo import DIABLO
from .junqi import DARK_JUNQI
from .murus import MURUS
from .ponte import PONTE
from .tuner import Tuner

TUNERS: Mapping[str, Tuner] = {
    tuner.game: tuner
    for tuner in (
        DIABLO,
        DARK_JUNQI,
        MURUS,
        PONTE,
    )
}
