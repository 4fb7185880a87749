"""The check that the computer players of a record took the turns that are written there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.core import AnyRules, Event, GameError, Seat
from games.records.record import Computer, Person, Record
from games.replay import Course
from games.rulebook import RULES
from games.submission import excerpt, play

from .core import Budget, Choice, turn_seed
from .library import RANDOM
from .thinker import NoSuchContender, Thinker, thinker


class Code(StrEnum):
    """The findings of a verification: first what is not true, then what cannot be checked."""

    TURN_DIFFERS = "players.turn_differs"
    ANY_TURN = "players.any_turn"
    NO_COMPUTER = "players.no_computer"
    NO_CHANCE = "players.no_chance"
    NO_SUCH_PLAYER = "players.no_such_player"
    OTHER_PLAYER = "players.other_player"
    CANNOT_FOLLOW = "players.cannot_follow"


UNDECIDED = frozenset(Code) - {Code.TURN_DIFFERS}
"""The findings that only say what could not be checked; the other contradicts the record.
"any_turn": the workers failed, and any legal turn was taken, by the same chance. "other_player":
another version played, which can be fetched to recompute its turns."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A turn of a computer player: its line in the log, counted from 1, what it was, and what has
    to be asked to recompute it."""

    line: int
    seat: Seat
    text: str
    thinker: Thinker
    past: tuple[Any, ...]
    seed: int
    state: Any

    def ask(self) -> Choice:
        """Think again."""
        return self.thinker.think(self.past, self.seed)


def computer_turns(record: Record, book: Mapping[str, AnyRules] = RULES) -> Iterator[Taken | Event]:
    """List every turn of a computer player in a record, or why one cannot be recomputed."""
    rules = book.get(record.game)
    if not any(isinstance(holder.who, Computer) for held in record.seats for holder in held):
        yield Event(Code.NO_COMPUTER)
        return
    rules = rules and rules.as_of(record.version)
    if rules is None or rules.game.info.version != record.version:
        yield Event(Code.CANNOT_FOLLOW, {"line": 1})
        return
    if record.seed is None or record.salt is None:
        yield Event(Code.NO_CHANCE)
        return
    missing: set[Computer] = set()
    number = 0
    try:
        course = Course(rules, record.variant)
        for number, line in enumerate(record.log):
            seat, who = line.entry.seat, _holder(record, line.entry.seat, number)
            if line.entry.kind == "act" and seat is not None and isinstance(who, Computer):
                one = _player(record.game, who)
                if isinstance(one, Thinker):
                    seed = turn_seed(record.seed, record.match, record.salt, seat, number)
                    text, past = line.entry.text, course.views(seat)
                    if past[-1].acting:  # else the line cannot be followed, which is said below
                        yield Taken(number + 1, seat, text, one, past, seed, course.state)
                elif who not in missing:
                    missing.add(who)
                    yield one
            course.follow(line.entry)
    except GameError:
        yield Event(Code.CANNOT_FOLLOW, {"line": number + 1})


def compare_turn(turn: Taken, found: Choice, rules: AnyRules) -> Event | None:
    """Compare a recomputed turn with the one in the record; return None if that one is true."""
    written = _text(rules, turn, found)
    if written == turn.text:
        return None
    any_turn = RANDOM[rules.game.info.id](turn.past[-1], turn.past, Budget(1), turn.seed)
    if _text(rules, turn, any_turn) == turn.text:
        return Event(Code.ANY_TURN, {"line": turn.line})
    both = {"expected": written, "found": excerpt(turn.text)}
    return Event(Code.TURN_DIFFERS, {"line": turn.line, **both})


def verify(
    record: Record, book: Mapping[str, AnyRules] = RULES
) -> Iterator[tuple[int, Event | None]]:
    """Recompute every turn of a computer player; give its line, and what is wrong, if anything. A
    finding about no turn stands on line 0."""
    for turn in computer_turns(record, book):
        if isinstance(turn, Event):
            yield 0, turn
        else:
            yield turn.line, compare_turn(turn, turn.ask(), book[record.game])


def count_turns(record: Record) -> int:
    """Count the turns that computer players took by the record."""
    return sum(
        line.entry.kind == "act" and isinstance(_holder(record, line.entry.seat, number), Computer)
        for number, line in enumerate(record.log)
    )


def _text(rules: AnyRules, turn: Taken, choice: Choice) -> str:
    return play(rules, turn.state, turn.seat, choice.text)[1].text


def _holder(record: Record, seat: Seat | None, revision: int) -> Person | Computer | None:
    if seat is None:
        return None
    return next(holder.who for holder in reversed(record.seats[seat]) if holder.since <= revision)


def _player(game: str, who: Computer) -> Thinker | Event:
    try:
        one = thinker(game, who.level)
    except NoSuchContender:
        return Event(Code.NO_SUCH_PLAYER, {"level": who.level})
    if one.version != who.version:
        versions = {"expected": one.version, "found": who.version}
        return Event(Code.OTHER_PLAYER, {"level": who.level, **versions})
    return one
