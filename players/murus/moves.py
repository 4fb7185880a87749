"""The moves of a side and the boards they lead to, all at once."""

from .board import BOARD, DISTRIBUTIONS, SHOOT, SHOTS, TAKE, TAKE_TWO, Stacks
from .value import Values

ORIGINS, NEAR, FAR = (DISTRIBUTIONS.reach(steps) for steps in (0, 1, 2))
"""The multipliers from squares to the lines of towers that begin on them, and that have them next
and last."""
_FIRING = tuple((fan.origins, fan.reach(1)) for fan in SHOTS)


def numbers(position: Stacks, side: int, advanced: bool) -> list[int]:
    """List the numbers of the legal moves, distributions first."""
    walls, towers, catapults, their_walls, their_towers, their_catapults = position
    theirs = their_walls | their_towers | their_catapults
    free = BOARD ^ ((catapults if advanced else towers) | theirs)
    lifted = towers * ORIGINS
    moves = DISTRIBUTIONS.places_in(lifted & free * NEAR & free * FAR)
    if strikes := lifted & their_walls * NEAR:
        moves += [TAKE + place for place in DISTRIBUTIONS.places_in(strikes)]
    if their_catapults and (strikes := lifted & their_catapults * NEAR):
        places = DISTRIBUTIONS.places_in(strikes)
        moves += [TAKE + place for place in places]
        moves += [TAKE_TWO + place for place in places]
    if catapults:
        origins, reach = _FIRING[side]
        targets = BOARD ^ (walls | towers | catapults)
        shots = SHOTS[side].places_in(catapults * origins & targets * reach)
        moves += [SHOOT + place for place in shots]
    return moves


def after(position: Stacks, move: int, side: int, values: Values) -> tuple[Stacks, int]:
    """Return the board after a move, as the other side has it, and the gain of its own side."""
    walls, towers, catapults, their_walls, their_towers, their_catapults = position
    if move < TAKE:
        origin, landing, by_walls, by_towers = values.distributions[side][move]
        low, high = walls & landing, towers & landing
        gain = by_walls[low] + by_towers[high]
        walls ^= landing ^ high
        towers ^= origin ^ high ^ low
        catapults |= high
    elif move < TAKE_TWO:
        origin, target, from_wall, from_catapult, _ = values.sacrifices[side][move - TAKE]
        towers ^= origin
        walls |= origin
        if their_walls & target:
            their_walls ^= target
            gain = from_wall
        else:
            their_catapults ^= target
            their_towers |= target
            gain = from_catapult
    elif move < SHOOT:
        origin, target, _, _, gain = values.sacrifices[side][move - TAKE_TWO]
        towers ^= origin
        their_catapults ^= target
        their_walls |= target
    else:
        origin, target, thrown, wall, tower, catapult = values.shots[side][move - SHOOT]
        catapults ^= origin
        towers |= origin
        if their_walls & target:
            their_walls ^= target
            gain = wall
        elif their_towers & target:
            their_towers ^= target
            their_walls |= target
            gain = tower
        elif their_catapults & target:
            their_catapults ^= target
            their_towers |= target
            gain = catapult
        else:
            walls |= target
            gain = thrown
    return (their_walls, their_towers, their_catapults, walls, towers, catapults), gain
