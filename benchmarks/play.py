"""How fast games are played through the contract: legal list from the view, choice, apply."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter

from games.core import Act, Seat
from games.murus.board import START, other
from games.murus.notation import read_variant
from games.murus.rules import MURUS
from games.murus.view import actions, ended, moved

from .table import Row, median, row

RUNS = 7
GAMES = 40
SLOWEST = 50.0
"""Microseconds a ply: 20,000 plies a second, so that a bot's answer never waits for the rules."""


def contract(variant: str, seed: int) -> int:
    """One random game as the service and the line protocol play it; its number of plies."""
    rng = random.Random(seed)
    state = MURUS.initial(variant)
    plies = 0
    while isinstance(turn := MURUS.turn(state), Act):
        (seat,) = turn.seats
        state = MURUS.apply(state, seat, rng.choice(MURUS.legal(MURUS.view(state, seat))))
        plies += 1
    return plies


def bare(text: str, seed: int) -> int:
    """The same game as boards alone: no views, no checks, no history, no repetition."""
    rng = random.Random(seed)
    variant, board, seat, plies = read_variant(text), START, Seat(0), 0
    over = False
    while not over:
        board = moved(board, seat, rng.choice(actions(board, seat, variant, plies)))
        seat, plies = other(seat), plies + 1
        over = ended(board, seat, variant, plies) is not None
    return plies


def microseconds(walk: Callable[[str, int], int], variant: str) -> float:
    """A ply's share of the time of many games."""
    began = perf_counter()
    plies = sum(walk(variant, seed) for seed in range(GAMES))
    return (perf_counter() - began) * 1e6 / plies


def rows() -> list[Row]:
    """Medians of alternating runs, so that a busy moment of the machine meets both sides."""
    found: list[Row] = []
    for variant in ("basic", "advanced"):
        pairs = [
            (microseconds(contract, variant), microseconds(bare, variant)) for _ in range(RUNS)
        ]
        ours, alone = (median(times) for times in zip(*pairs, strict=True))
        found += [
            row(f"play {variant}, against the floor", ours, SLOWEST, "us/ply", 1.0),
            row(f"play {variant}, against bare boards", ours, alone, "us/ply", 4.0),
        ]
    return found
