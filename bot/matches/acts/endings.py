"""Ends without a move: a match called off, a turn that runs out; and the pings about them."""

from collections.abc import Iterable

from games.core import Entry, Over, Seat
from games.quitting import CallingOff

from ..match.match import Match
from ..match.ping import Ping, PingKind
from ..match.players import Player
from ..referee import Referee
from ..store.rows import Stored
from ..transition import Happening, Transition
from ..views import load


def call_off(
    referee: Referee,
    before: Stored,
    reason: CallingOff,
    clock: tuple[Happening, ...] = (),
    *,
    by_itself: bool = False,
) -> Transition:
    """End a match without a result; if that happens `by_itself`, ping everybody."""
    rules, match = referee.rules(before.match.terms.game), before.match
    state = rules.forfeit(load(rules, before), rules.game.info.everybody, reason)
    step = referee.advance(before, state, (Entry("forfeit", None, reason),), clock=clock)
    people = (person.id for person in match.people) if by_itself else ()
    return step.writing(pings=pings_to(match, people, "end", referee.later(match), 1))


def let_lapse(
    referee: Referee,
    before: Stored,
    player: Player,
    clock: tuple[Happening, ...] = (),
    *,
    by_itself: bool = False,
) -> Transition:
    """Let a seat's turn run out. If that happens `by_itself`, ping everybody about an end, and that
    player about anything else."""
    rules, match = referee.rules(before.match.terms.game), before.match
    state = rules.lapse(load(rules, before), player.seat)
    step = referee.advance(before, state, (Entry("lapse", player.seat, ""),), clock=clock)
    if not by_itself:
        return step
    over, lines = isinstance(rules.turn(state), Over), len(step.change.lines)
    people = [person.id for person in match.people] if over else [player.human.id]
    kind: PingKind = "end" if over else "notice"
    return step.writing(pings=pings_to(match, people, kind, referee.later(match), lines))


def against(referee: Referee, match: Match, seat: Seat) -> list[Player]:
    """List the living players of the other sides."""
    team = referee.info(match).team(seat)
    return [player for player in match.players if player.seat not in team and not player.out]


def pings_to(
    match: Match, users: Iterable[int], kind: PingKind, at_ms: int, lines: int = 0
) -> tuple[Ping, ...]:
    """Make a ping for each user, about the match as it is after a number of `lines` more."""
    revision = match.stand.revision + lines
    return tuple(Ping(match.id, user, kind, revision, at_ms) for user in dict.fromkeys(users))
