"""Cups: a game with a secret, a die, a simultaneous turn and turns of two actions, for the laws.

Both seats hide the letters a, b, c under three cups, at once and in secret. Then they take turns: a
three-sided die is rolled, and the seat lifts two different cups of the other (the last one alone).
The cup of the die's number scores that number if it hides the letter of that number; the higher
score wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

from games.core import (
    Act,
    Code,
    Event,
    Game,
    IllegalAction,
    Info,
    NotationError,
    OutOfTurn,
    Over,
    Roll,
    Rules,
    Seat,
    Turn,
    View,
)
from games.quitting import broken_off
from games.submission import actor, check_faces, excerpt, tidy

from .three import HIDDEN, canonical, disguised, pieces, put, set_up

LETTERS = "abc"
LAYOUTS = tuple("".join(letters) for letters in permutations(LETTERS))
PRESETS = {"forward": "abc", "backward": "cba"}


@dataclass(frozen=True, slots=True)
class CupsView(View):
    """`cups` holds a letter or "?" for every cup of seat 0, then of seat 1. `lifted` are the cups
    lifted in this turn, `before` those of the turn before it."""

    cups: tuple[str, str]
    scores: tuple[int, int]
    die: int
    lifted: str
    before: str
    mover: Seat


@dataclass(frozen=True, slots=True, repr=False)
class Cups:
    """`layouts` are the secret; `open_cups` the numbers lifted of each seat, in order."""

    layouts: tuple[str, str]
    open_cups: tuple[str, str]
    scores: tuple[int, int]
    mover: Seat
    die: int
    lifted: str
    before: str
    end: Over | None


def other(seat: Seat) -> Seat:
    return Seat(1 - seat)


_LAYOUT, _CUPS = "(|" + "|".join(LAYOUTS) + ")", "([123]{0,3})"
_POSITION = re.compile(
    r"\|".join((_LAYOUT, _LAYOUT, _CUPS, _CUPS, "([0-9])", "([0-9])", "([01])", "([0-3])", _CUPS))
    + rf"\|{_CUPS}\|(-|([a-z_]+):([01]?))"
)


def initial(variant: str) -> Cups:
    canonical(variant)
    return Cups(("", ""), ("", ""), (0, 0), Seat(0), 0, "", "", None)


def turn(state: Cups) -> Turn:
    if state.end:
        return state.end
    if not all(state.layouts):
        hiding = (Seat(n) for n in (0, 1) if not state.layouts[n])
        return Act(frozenset(hiding), free=True)
    if not state.die:
        return Roll((3,))
    return Act(frozenset({state.mover}), begun=bool(state.lifted))


def see(state: Cups, seat: Seat | None) -> CupsView:
    everybody = (Seat(0), Seat(1)) if state.end and all(state.layouts) else ()
    return shown(state, seat, everybody or (seat,))


def opened(state: Cups) -> CupsView:
    return shown(state, None, (Seat(0), Seat(1)) if all(state.layouts) else ())


def shown(state: Cups, seat: Seat | None, known: tuple[Seat | None, ...]) -> CupsView:
    first, second = (
        "".join(
            letter if owner in known or str(cup) in state.open_cups[owner] else HIDDEN
            for cup, letter in enumerate(state.layouts[owner], start=1)
        )
        for owner in (Seat(0), Seat(1))
    )
    target = state.layouts[other(state.mover) if state.lifted else state.mover]
    told = "" if broken_off(turn(state)) else state.lifted or state.before
    news = tuple(Event("cups.lifted", {"cup": cup, "letter": target[int(cup) - 1]}) for cup in told)
    return CupsView(
        seat,
        turn(state),
        news,
        (first, second),
        state.scores,
        state.die,
        state.lifted,
        state.before,
        state.mover,
    )


def legal(view: CupsView) -> list[str]:
    if not view.acting or not isinstance(view.turn, Act):
        return []
    if view.turn.free:
        return list(PRESETS.values())
    theirs = view.cups[other(view.mover)]
    return [str(cup) for cup, letter in enumerate(theirs, start=1) if letter == HIDDEN]


def check(view: CupsView, action: str) -> None:
    if not view.acting or not isinstance(view.turn, Act):
        raise OutOfTurn(Code.ALREADY_OVER if isinstance(view.turn, Over) else Code.NOT_YOUR_TURN)
    if not (action in LAYOUTS if view.turn.free else action in legal(view)):
        raise IllegalAction("cups.not_now")


def preview(view: CupsView, action: str) -> CupsView:
    seat = view.seat
    if seat is None or not isinstance(view.turn, Act):
        raise OutOfTurn(Code.NOT_YOUR_TURN)
    if view.turn.free:
        waiting = view.turn.seats - {seat}
        turn: Turn = Act(waiting, free=True) if waiting else Roll((3,))
        return replace(view, cups=put(view.cups, seat, action), turn=turn)
    theirs = view.cups[other(seat)]
    theirs = theirs[: int(action) - 1] + "!" + theirs[int(action) :]
    goes_on = not view.lifted and HIDDEN in theirs
    turn = Act(frozenset({seat}), begun=True) if goes_on else Roll((3,))
    lifted = view.lifted + action
    return replace(view, cups=put(view.cups, other(seat), theirs), turn=turn, lifted=lifted)


def apply(state: Cups, seat: Seat, action: str) -> Cups:
    check(see(state, seat), action)
    if not all(state.layouts):
        return replace(state, layouts=put(state.layouts, seat, action))
    enemy = other(seat)
    opened = put(state.open_cups, enemy, state.open_cups[enemy] + action)
    hit = state.die == int(action) and state.layouts[enemy][int(action) - 1] == "abc"[state.die - 1]
    scores = put(state.scores, seat, state.scores[seat] + state.die * hit)
    state = replace(state, open_cups=opened, scores=scores, lifted=state.lifted + action)
    if len(state.lifted) < 2 and len(opened[enemy]) < 3:
        return state
    if len(opened[0]) == len(opened[1]) == 3:
        best = max(scores)
        winners = [Seat(n) for n in (0, 1) if scores[n] == best]
        draw = len(winners) == 2
        return replace(state, end=Over(frozenset(() if draw else winners), "score", scores))
    return replace(state, mover=enemy, die=0, lifted="", before=state.lifted)


def roll(state: Cups, faces: tuple[int, ...]) -> Cups:
    now = turn(state)
    if not isinstance(now, Roll):
        raise OutOfTurn(Code.NOT_YOUR_TURN)
    check_faces(now.sides, faces)
    return replace(state, die=faces[0])


def lapse(state: Cups, seat: Seat) -> Cups:
    actor(CUPS_RULES, state, seat)
    return replace(state, end=Over(frozenset({other(seat)}), "time"))


def forfeit(state: Cups, seats: frozenset[Seat], reason: str) -> Cups:
    if state.end:
        raise OutOfTurn(Code.ALREADY_OVER)
    if not seats or not seats <= {0, 1}:
        raise IllegalAction(Code.NO_SUCH_SEAT, seat="?")
    return replace(state, end=Over(frozenset({Seat(0), Seat(1)}) - seats, reason))


def parse(view: CupsView, text: str) -> str:
    tidied = tidy(text)
    if tidied not in (*LAYOUTS, "1", "2", "3"):
        raise NotationError(Code.UNREADABLE, text=excerpt(text), example="1,2")
    return tidied


def written(action: str) -> str:
    return action


def path(action: str) -> tuple[str, ...]:
    return (action,)


def weight(view: CupsView, action: str) -> int:
    return 0


def last(view: CupsView) -> tuple[Seat, str] | None:
    if view.lifted:
        return view.mover, ",".join(view.lifted)
    return (other(view.mover), ",".join(view.before)) if view.before else None


def takeback_refusal(view: CupsView) -> str | None:
    return "cups.seen"


def cells(view: CupsView) -> dict[str, str]:
    return {
        f"{'ab'[seat]}{cup}": f"{seat}:{letter}"
        for seat in (0, 1)
        for cup, letter in enumerate(view.cups[seat], start=1)
    }


def facts(view: CupsView) -> dict[str, Any]:
    return {"die": view.die, "scores": list(view.scores), "lifted": view.lifted}


def diagram(view: CupsView) -> str:
    return "\n".join((view.cups[1], view.cups[0]))


def dump(state: Cups) -> str:
    end = "-"
    if state.end:
        end = f"{state.end.reason}:{''.join(map(str, sorted(state.end.winners)))}"
    numbers = (*state.scores, state.mover, state.die)
    texts = (*state.layouts, *state.open_cups, *map(str, numbers), state.lifted, state.before)
    return "|".join((*texts, end))


def load(text: str) -> Cups:
    match = _POSITION.fullmatch(text)
    if not match:
        raise NotationError(Code.BAD_POSITION, text=excerpt(text))
    one, two, open_one, open_two, score, score_two, mover, die, lifted, before, *end = (
        match.groups()
    )
    scores = int(score), int(score_two)
    over = None
    if end[1]:
        kept = scores if end[1] == "score" else ()
        over = Over(frozenset(Seat(int(winner)) for winner in end[2]), end[1], kept)
    return Cups(
        (one, two), (open_one, open_two), scores, Seat(int(mover)), int(die), lifted, before, over
    )


def disguises(state: Cups, seat: Seat | None) -> Iterator[Cups]:
    return disguised(state, seat, LAYOUTS, state.open_cups)


def drafted(view: CupsView, codes: str) -> CupsView:
    return view if view.seat is None else replace(view, cups=put(view.cups, view.seat, codes))


CUPS: Game[str, CupsView] = Game(
    info=Info(
        id="cups",
        version=1,
        seats=2,
        variants=("plain",),
        designer="nobody",
        source="tests",
        joint=",",
        secrets=True,
        private=True,
    ),
    legal=legal,
    check=check,
    preview=preview,
    parse=parse,
    format=written,
    path=path,
    weight=weight,
    last=last,
    cells=cells,
    facts=facts,
    diagram=diagram,
    takeback_refusal=takeback_refusal,
    variant=canonical,
    pieces=pieces("cups", LAYOUTS),
    set_up=set_up("cups", LAYOUTS, PRESETS, drafted, cells),
)
"""An action is a layout ("bca") or the number of a cup ("2")."""
CUPS_RULES: Rules[Cups, str, CupsView] = Rules(
    game=CUPS,
    initial=initial,
    turn=turn,
    view=see,
    apply=apply,
    roll=roll,
    lapse=lapse,
    forfeit=forfeit,
    dump=dump,
    load=load,
    opened=opened,
)


def _hinted(state: Cups, seat: Seat | None) -> CupsView:
    view = see(state, seat)
    return replace(view, news=(*view.news, Event("cups.hint", {"of": state.layouts[1]})))


def _hinting(state: Cups, seat: Seat, action: str) -> Cups:
    if all(state.layouts) and action in LAYOUTS:
        hint = "cups.warm" if action == state.layouts[other(seat)] else "cups.cold"
        raise IllegalAction(hint)
    return apply(state, seat, action)


LEAKY_NEWS = replace(CUPS_RULES, view=_hinted)
"""Rules that betray a hidden letter in a viewer's news."""
LEAKY_REFUSAL = replace(CUPS_RULES, apply=_hinting)
"""Rules that betray a hidden letter in the reason of a refusal."""
