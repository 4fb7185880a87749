"""The step from one state of a match to the next: dice, offers, clocks, players, in this order,
each a pure function of the one before it; nothing here reads a clock or a database."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from bot.people.person import Person
from games import fairness
from games.clock import ClockKind, Clocks
from games.core import Act, AnyRules, Entry, GameError, Info, Over, Seat, Turn, View
from games.quitting import WITHOUT_RESULT, Agreeing
from games.records.record import ClockEvent
from games.records.timeline import turns_added
from games.submission import roll_on

from .match.change import Change
from .match.match import Match, Phase, Stand
from .match.players import Absence, Offer, OfferKind, Player, Result
from .store.rows import Stored

ENDING: Mapping[OfferKind, Agreeing] = {"draw": "agreement", "cancel": "cancelled"}
"""The end that each of the offers to end a match brings about."""
Happening: TypeAlias = tuple[ClockKind, Seat | None, int]
"""A clock event that is not on the log: its kind, the seat whose clock it is, the time (in ms)."""


@dataclass(frozen=True, slots=True, repr=False)
class Transition:
    """A change and the state it leads to, with the spectators' view of it, both None until
    computed; secret like it. `people` are those the change brings to the table."""

    change: Change
    state: Any = None
    view: View | None = None
    people: Mapping[int, Person] = field(default_factory=dict)

    def writing(self, **more: Any) -> Transition:
        """Write more with the same change: its `seals` and `pings`, or an `after` altered since."""
        return replace(self, change=replace(self.change, **more))


@dataclass(frozen=True, slots=True, repr=False)
class _TurnStep:
    """The progress of a match within one change; secret like its state.

    `entries` are what players or time have done, `lines` all that is added to the log. `view` is
    what spectators see by now, `out` are the seats that have no further part in the game. `offer`
    is the one that stands afterwards; `pausing` says that all clocks are stopped by agreement.
    """

    match: Match
    state: Any
    view: View
    out: frozenset[Seat]
    turn: Turn
    entries: tuple[Entry, ...]
    lines: tuple[Entry, ...]
    rolls: int
    offer: Offer | None = None
    pausing: bool = False


def advance(
    rules: AnyRules,
    before: Stored,
    state: Any,
    entries: tuple[Entry, ...],
    at_ms: int,
    altered: Match | None = None,
    clock: tuple[Happening, ...] = (),
    back: tuple[Happening, ...] = (),
) -> Transition:
    """Let chance act after these entries, and note who is to act then or how the match ended.
    `altered` is the match with its other changes: with its players, when it begins. The `clock`
    events come before the entries, what a takeback gives `back` after them."""
    match = altered or before.match
    step = _settle_offer(_roll_dice(rules, match, before, state, entries), rules)
    if before.match.begun:
        clocks = add_happening(match.clocks, clock, at_ms)
        setting_up = match.stand.phase == "setting_up"
        clocks = clocks.after_log(match.to_act, step.turn, step.lines, at_ms, setting_up=setting_up)
        back = (("pause", None, 0),) if step.pausing else back
        clocks = add_happening(clocks, back, at_ms)
    else:
        away, seats = match.clocks.away, len(match.players)
        clocks = Clocks.begin(match.pace, seats, step.turn, at_ms, away, match.timeless)
        clock = _begin_clocks(match, at_ms)
    after = _note_stand(step, clocks, at_ms, clocked=bool(clock))
    events = clock_events(before.match.stand, clock, at_ms)
    events = (*events, *clock_events(after.stand, back, at_ms))
    position = rules.dump(step.state)
    change = Change(before.match, after, position, step.rolls, step.lines, clock=events)
    return Transition(change, step.state, step.view)


def _roll_dice(
    rules: AnyRules, match: Match, before: Stored, state: Any, entries: tuple[Entry, ...]
) -> _TurnStep:
    """Let chance act as long as it is its turn."""
    terms, rolls = match.terms, before.rolls

    def dice(sides: tuple[int, ...]) -> tuple[int, ...]:
        nonlocal rolls
        label, rolls = str(rolls), rolls + 1
        return fairness.roll(before.seed, terms.id, terms.salt or "", label, sides)

    state, rolled = roll_on(rules, state, dice)
    view, turn = rules.view(state, None), rules.turn(state)
    return _TurnStep(match, state, view, view.out, turn, entries, (*entries, *rolled), rolls)


def _settle_offer(step: _TurnStep, rules: AnyRules) -> _TurnStep:
    """Keep or drop the offer, or carry it out if all who are still in have agreed."""
    if isinstance(step.turn, Over):
        return step
    offer = _standing(step.match, rules.game.info, step.entries, step.out)
    agreed = all(player.consent for player in step.match.players if player.seat not in step.out)
    if offer is None or offer.kind not in ENDING:
        pausing = offer is not None and offer.kind == "pause" and agreed
        return replace(step, offer=offer, pausing=pausing)
    end, reason = _end(rules, step.state, offer.kind), ENDING[offer.kind]
    if end is None:
        return step
    if not agreed:
        return replace(step, offer=offer)
    lines = (*step.lines, Entry("forfeit", None, reason))
    return replace(step, state=end, view=rules.view(end, None), turn=rules.turn(end), lines=lines)


def _note_stand(step: _TurnStep, clocks: Clocks, at_ms: int, *, clocked: bool) -> Match:
    """Note where the match stands after the step, and its players with their clocks."""
    match = step.match
    after = replace(
        match,
        stand=_stand(match.stand, step.turn, step.lines),
        players=_players(step, clocks, at_ms),
        serial=match.serial + 1,
        updated_ms=at_ms,
        paused=clocks.paused,
        clock_ms=at_ms if clocked else match.clock_ms,
        held=match.held if isinstance(step.turn, Act) else None,
    )
    return still_offered(after)


def add_happening(clocks: Clocks, happenings: tuple[Happening, ...], at_ms: int) -> Clocks:
    for kind, seat, ms in happenings:
        clocks = clocks.after_event(kind, seat, ms, at_ms)
    return clocks


def _begin_clocks(match: Match, at_ms: int) -> tuple[Happening, ...]:
    """Set the clocks of a match with a pace, and hold them for players on vacation."""
    if not match.pace.timed:
        return ()
    held: list[Happening] = [
        ("vacation", player.seat, max(0, player.away_ms - at_ms))
        for player in match.players
        if player.away_ms is not None and not match.options.strict
    ]
    return (("start", None, match.pace.start_ms), *held)


def clock_events(
    stand: Stand, happenings: tuple[Happening, ...], at_ms: int
) -> tuple[ClockEvent, ...]:
    return tuple(ClockEvent(at_ms, seat, kind, ms, stand.revision) for kind, seat, ms in happenings)


def _players(step: _TurnStep, clocks: Clocks, at_ms: int) -> tuple[Player, ...]:
    """Note who is to act, still agrees to an offer or has won, and turns taken or missed."""
    acting = step.turn.seats if isinstance(step.turn, Act) else frozenset[Seat]()
    stands = step.offer is not None and not step.pausing
    acted = {entry.seat for entry in step.entries if entry.kind == "act"}
    missed = {entry.seat for entry in step.entries if entry.kind == "lapse"}
    done, waiting = acted | missed, step.match.to_act - acted - missed
    return tuple(
        replace(
            player,
            acting=player.seat in acting,
            out=player.seat in step.out,
            consent=player.consent if stands else None,
            result=result_of(step.turn, player.seat),
            clock=clocks.seats[player.seat],
            unshown=player.seat in clocks.unshown,
            missed=player.missed + (player.seat in missed),
            acted_ms=at_ms if player.seat in acted else player.acted_ms,
            declined=frozenset() if player.seat in done else player.declined,
            absence=_absence(player, acted, missed),
            reminded_ms=player.reminded_ms if player.seat in waiting else None,
        )
        for player in step.match.players
    )


def _absence(
    player: Player, acted: Collection[Seat | None], missed: Collection[Seat | None]
) -> Absence | None:
    """Return why a player is absent after a turn; one missed turn alone costs nobody the seat."""
    if player.seat in acted or player.computer:
        return None
    return "missed" if player.seat in missed and player.missed > 0 else player.absence


def still_offered(match: Match) -> Match:
    """Drop an offer to replace a player who is back or out, or whose proposer is now absent."""
    offer = match.offer
    if offer is None or offer.substitute is None:
        return match
    absent = {player.seat for player in match.absent}
    stands = offer.substitute.seat in absent and offer.seat not in absent
    return match if stands else match.unoffered


def _stand(before: Stand, turn: Turn, lines: tuple[Entry, ...]) -> Stand:
    """Count where the match stands; setting up is not a turn."""
    counted = 0 if before.phase == "setting_up" else sum(map(turns_added, lines))
    return Stand(
        revision=before.revision + len(lines),
        turns=before.turns + counted,
        phase=phase_of(turn),
        outcome=turn if isinstance(turn, Over) else None,
        taken_back=any(entry.kind == "takeback" for entry in lines),
    )


def phase_of(turn: Turn) -> Phase:
    """Return the phase of a begun match at a turn."""
    match turn:
        case Over(reason=reason) if reason in WITHOUT_RESULT:
            return "called_off"
        case Over():
            return "over"
        case Act(free=True):
            return "setting_up"
        case _:
            return "playing"


def _standing(
    match: Match, info: Info, entries: tuple[Entry, ...], out: frozenset[Seat]
) -> Offer | None:
    """Return the offer that outlives these entries, after which some seats are out. With two
    players the next turn ends it; with more, only the proposer's turn or going out. But any turn
    ends the question for a takeback, which would undo it too, and an offer to replace a player
    stands until a seat goes out or something is taken back."""
    offer = match.offer
    if offer is None or match.stand.phase == "setting_up" or not entries:
        return offer
    if offer.substitute:
        back = any(entry.kind == "takeback" for entry in entries)
        same = all(player.out == (player.seat in out) for player in match.players)
        return offer if same and not back else None
    if info.seats == 2 or offer.kind == "takeback" or offer.seat in out:
        return None
    return None if any(entry.seat in (offer.seat, None) for entry in entries) else offer


def _end(rules: AnyRules, state: Any, kind: OfferKind) -> Any | None:
    """Return the state once all have agreed to such an end; None if the rules refuse it."""
    try:
        return rules.forfeit(state, rules.game.info.everybody, ENDING[kind])
    except GameError:
        return None


def result_of(turn: Turn, seat: Seat) -> Result | None:
    """Return what a turn says about a seat's result; None before the end and without one."""
    match turn:
        case Over(reason=reason) if reason in WITHOUT_RESULT:
            return None
        case Over(winners=winners) if winners:
            return "won" if seat in winners else "lost"
        case Over():
            return "drawn"
        case _:
            return None
