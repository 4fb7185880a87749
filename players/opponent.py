"""All that belongs to the computer player of one game, as the library lists it."""

from dataclasses import dataclass

from .core import AnyPlayer, Choose


@dataclass(frozen=True, slots=True)
class Opponent:
    """The player of a game (by its id), and the sensible one it is measured against.
    `opening` turns of a gauntlet's game are taken by chance before the contenders begin; none where
    dice or layouts make every game different."""

    game: str
    player: AnyPlayer
    greedy: Choose
    """The sensible player, which looks one turn ahead."""
    opening: int = 0
    middle: range = range(8, 28, 4)
    """Turns of a game of level 2 in which it is in its middle, for measurements of budgets."""
