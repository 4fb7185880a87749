"""`python -m players serve`: the line protocol of `python -m games`, with players to be asked."""

import time
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, BinaryIO

from games.core import AnyRules
from games.protocol import BadRequest, Request, Session, Table, converse, require, require_seat
from games.protocol import Code as Protocol
from games.protocol_json import Answer
from games.rulebook import RULES
from games.submission import actor

from .core import AnyPlayer, Budget, Choice
from .library import PLAYERS

LONGEST_S = 600.0
TRIAL = 3
"""The level that is timed where nothing of a game has been thought of yet."""


class Code(StrEnum):
    """The faults of a question to a player."""

    NO_PLAYER = "request.no_player"
    NO_SUCH_LEVEL = "request.no_such_level"


class Thinking(Session):
    """A session that asks computer players. They see what their seat has seen since the game was
    begun or loaded here, and nothing else. `clock` tells the seconds of CPU spent so far."""

    def __init__(
        self,
        rulebook: Mapping[str, AnyRules] = RULES,
        clock: Callable[[], float] = time.process_time,
    ) -> None:
        super().__init__(rulebook)
        self._ops = {**self._ops, "choose": self._choose, "judge": self._judge}
        self._tables: list[Table] = []
        self._clock = clock
        self._thought: dict[AnyPlayer, tuple[int, float]] = {}
        """The nodes that each player has looked at, and the seconds it took."""

    def _new(self, request: Request) -> Answer:
        answer = super()._new(request)
        self._tables = self._tables[-1:]
        return answer

    def _load(self, request: Request) -> Answer:
        answer = super()._load(request)
        self._tables = self._tables[-1:]
        return answer

    def _sit(self, table: Table) -> Answer:
        answer = super()._sit(table)
        self._tables.append(table)
        return answer

    def _choose(self, request: Request) -> Answer:
        player, past = self._player_and_past(request)
        budget = self._budget(request, player, past)
        choice = self._choose_in_time(player, past, budget, _number(request, "seed"))
        return {**_write(choice), "nodes": choice.nodes}

    def _judge(self, request: Request) -> Answer:
        player, past = self._player_and_past(request)
        best = player.rank(past[-1], past, self._budget(request, player, past).nodes)
        return {"moves": [_write(choice) for choice in best]}

    def _player_and_past(self, request: Request) -> tuple[AnyPlayer, tuple[Any, ...]]:
        """Return the player of this game, and what the seat has seen. Raises OutOfTurn."""
        table = self._current_table()
        rules, seat = table.rules, require_seat(table, request)
        player = PLAYERS.get(rules.game.info.id)
        if player is None:
            raise BadRequest(Code.NO_PLAYER)
        actor(rules, table.state, seat)
        return player, tuple(rules.view(table.state, seat) for table in self._tables)

    def _budget(self, request: Request, player: AnyPlayer, past: Sequence[Any]) -> Budget:
        """Return that of a "level", a number of "nodes", or as many as take about "time" seconds of
        CPU; without any of them, that of Expert."""
        if "nodes" in request:
            return Budget(max(1, _number(request, "nodes")))
        if "time" in request:
            seconds = require(request, "time")
            if not isinstance(seconds, int | float) or not 0 < seconds <= LONGEST_S:
                raise BadRequest(Protocol.WRONG_TYPE, key="time")
            if player not in self._thought:
                self._choose_in_time(player, past, player.budget(past[-1], TRIAL), 0)
            nodes, spent = self._thought.get(player, (0, 1.0))  # none: it takes no thought
            return Budget(max(1, round(nodes / spent * seconds)))
        level = str(request.get("level", len(player.levels)))
        if level not in map(str, range(1, player.highest + 1)):
            raise BadRequest(Code.NO_SUCH_LEVEL, levels=player.highest)
        return player.budget(past[-1], int(level))

    def _choose_in_time(
        self, player: AnyPlayer, past: Sequence[Any], budget: Budget, seed: int
    ) -> Choice:
        """Choose a turn; count nodes and time, unless it took no thought, for requests that name a
        time."""
        begun = self._clock()
        choice = player.choose(past[-1], past, budget, seed)
        if choice.nodes:
            nodes, spent = self._thought.get(player, (0, 0.0))
            spent += max(self._clock() - begun, 1e-6)
            self._thought[player] = nodes + choice.nodes, spent
        return choice


def _write(choice: Choice) -> Answer:
    return {"text": choice.text, "value": round(choice.value, 4), "line": list(choice.line)}


def _number(request: Request, key: str) -> int:
    value = request.get(key, 0)
    if type(value) is not int or value < 0:
        raise BadRequest(Protocol.WRONG_TYPE, key=key)
    return value


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line until the input ends."""
    converse(Thinking(), requests, answers)
