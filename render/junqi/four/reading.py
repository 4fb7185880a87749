"""What can be asked about a position of four-player Junqi."""

from games.junqi.four.board import GROUND
from games.junqi.four.view import SIDES

from ..reading import of_hidden

READING = of_hidden(GROUND, lambda view: SIDES, lambda view, words: (words("junqi-four.ground"),))
