"""Non-interference through whole games of dark Junqi: twins that only their owner can tell apart.

The same moves are played with other pieces behind one side's backs. As long as a viewer hears the
same news, everything that viewer can get must be equal, at every step.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.core import Event, GameError, IllegalAction, Over, Seat
from games.junqi import layout
from games.junqi.board import GRID
from games.junqi.dark.game import DARK_JUNQI
from games.junqi.dark.rules import Dark, State
from games.junqi.dark.view import DarkView
from games.submission import play

LONGEST = 120
OPTIONS = (
    "",
    "combat_disclosure=loser",
    "combat_disclosure=both",
    "mine_vs_attacker=reveal",
    "commander_reveals_flag=false hq_locks=false",
    "dark_flag_needs_mines_dug=true bomb_takes_flag=false",
)
GAMES = 120
SWAPS = 6


def deployed(game: Dark, variant: str, layouts: tuple[str, str]) -> State:
    state = game.initial(variant)
    for seat, codes in enumerate(layouts):
        state, _ = play(game, state, Seat(seat), layout.written(codes))
    return state


def played(game: Dark, variant: str, layouts: tuple[str, str], moves: list[str]) -> Iterator[State]:
    """The states from the first move on, as far as these moves can be made."""
    state = deployed(game, variant, layouts)
    yield state
    for text in moves:
        turn = game.turn(state)
        if isinstance(turn, Over):
            return
        try:
            state, _ = play(game, state, min(turn.seats), text)  # type: ignore[union-attr]
        except GameError:
            return
        yield state


def random_game(game: Dark, variant: str, rng: random.Random) -> tuple[tuple[str, str], list[str]]:
    layouts = layout.chosen(rng.randrange), layout.chosen(rng.randrange)
    state, moves = deployed(game, variant, layouts), list[str]()
    while not isinstance(turn := game.turn(state), Over) and len(moves) < LONGEST:
        view = game.view(state, min(turn.seats))  # type: ignore[union-attr]
        legal = game.legal(view)
        takes = [action for action in legal if game.weight(view, action)]
        moves.append(game.format(rng.choice(takes if takes and rng.random() < 0.5 else legal)))
        state, _ = play(game, state, min(turn.seats), moves[-1])  # type: ignore[union-attr]
    return layouts, moves


def twin(codes: str, rng: random.Random) -> str:
    """The same pieces laid out a little otherwise."""
    for _ in range(rng.randint(1, SWAPS)):
        codes = layout.swapped(codes, rng.randrange(25), rng.randrange(25))
    return codes


def got(game: Dark, state: State, seat: Seat | None, tried: list[str]) -> dict[str, Any]:
    """Everything that can reach one viewer."""
    view = game.view(state, seat)
    found: dict[str, Any] = {
        "view": view,
        "legal": game.legal(view),
        "last": game.last(view),
        "cells": game.cells(view),
        "facts": game.facts(view),
        "diagram": game.diagram(view),
        "news": view.news,
    }
    for text in tried if seat is not None else ():
        assert seat is not None
        try:
            play(game, state, seat, text)
        except GameError as error:
            found[f"refusal of {text}"] = error.event
    return found


def news(state: State, seat: Seat | None, game: Dark) -> tuple[tuple[Event, ...], object]:
    return game.view(state, seat).news, game.turn(state)


def differences(game: Dark, seed: int, variant: str) -> tuple[int, set[str]]:
    """How many moments were compared with a twin's, and in what they differed."""
    rng = random.Random(seed)
    layouts, moves = random_game(game, variant, rng)
    real = list(played(game, variant, layouts, moves))
    compared, told = 0, set[str]()
    squares = [GRID.names[rng.randrange(len(GRID))] for _ in range(12)]
    tried = [f"{a}-{b}" for a, b in zip(squares[::2], squares[1::2], strict=True)]
    for hidden in (0, 1):
        other = twin(layouts[hidden], rng)
        changed = (other, layouts[1]) if hidden == 0 else (layouts[0], other)
        if layout.faults(hidden, layout.placed(hidden, other)) or other == layouts[hidden]:
            continue
        for viewer in (Seat(1 - hidden), None):
            twins = played(game, variant, changed, moves)
            for one, two in zip(real, twins, strict=False):
                if news(one, viewer, game) != news(two, viewer, game) or one.end:
                    break
                compared += 1
                here, there = got(game, one, viewer, tried), got(game, two, viewer, tried)
                told |= {key for key in here | there if here.get(key) != there.get(key)}
    return compared, told


def check(seeds: range) -> None:
    compared = 0
    for seed in seeds:
        moments, told = differences(DARK_JUNQI, seed, OPTIONS[seed % len(OPTIONS)])
        assert told == set(), f"game {seed}"
        compared += moments
    assert compared > 8 * len(seeds)


def test_nobody_can_tell_twins_apart_while_they_hear_the_same() -> None:
    check(range(GAMES))


@pytest.mark.slow
def test_nor_in_thousands_of_games() -> None:
    check(range(GAMES, 2500))


class LeakyCheck(Dark):
    """Has another reason for refusing a move while a landmine stands somewhere."""

    mine = False

    def view(self, state: State, seat: Seat | None) -> DarkView:
        cell = state.board[GRID.square("c12")]
        LeakyCheck.mine = bool(cell and cell.code == "L")
        return super().view(state, seat)

    @staticmethod
    def check(view: DarkView, action: Any) -> None:
        if LeakyCheck.mine and not isinstance(view.turn, Over) and not view.deploying:
            raise IllegalAction("junqi.in_camp", square="b3")
        Dark.check(view, action)


class LeakyFacts(Dark):
    """Counts the mines left among the facts."""

    @staticmethod
    def facts(view: DarkView) -> dict[str, Any]:
        return {**Dark.facts(view), "sum": LeakyFacts.secret}

    secret = 0

    def view(self, state: State, seat: Seat | None) -> DarkView:
        front = state.board[GRID.square("a7")], state.board[GRID.square("a6")]
        LeakyFacts.secret = sum(ord(piece.code) for piece in front if piece)
        return super().view(state, seat)


def test_a_leak_made_on_purpose_is_found() -> None:
    found: set[str] = set()
    for seed in range(60):
        found |= differences(LeakyFacts(), seed, "")[1]
    assert found == {"facts"}


def test_a_leaking_reason_is_found() -> None:
    found: set[str] = set()
    for seed in range(400):
        rng = random.Random(seed)
        layouts = layout.chosen(rng.randrange), layout.chosen(rng.randrange)
        changed = twin(layouts[1], rng)
        if layout.faults(1, layout.placed(1, changed)):
            continue
        other = layouts[0], changed
        one, two = (deployed(DARK_JUNQI, "", each) for each in (layouts, other))
        leaky = LeakyCheck()
        here, there = (got(leaky, state, Seat(0), ["a6-a7"]) for state in (one, two))
        found |= {key for key in here | there if here.get(key) != there.get(key)}
    assert found == {"refusal of a6-a7"}
