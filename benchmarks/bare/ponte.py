"""Ponte del Diavolo without views, checks and news."""

from games.ponte.rules import PONTE_RULES
from games.ponte.turns import actions, after

from ..contest import Contest, plain_walk

WALK = plain_walk(PONTE_RULES, actions, after)
CONTESTS = (Contest(PONTE_RULES, "standard pie=off", WALK, 10, 2.5, 250),)
