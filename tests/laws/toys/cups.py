"""Cups: a game with a secret, a die, a simultaneous turn and turns of two actions, for the laws.

Both seats hide the letters a, b, c under three cups, at once and in secret. Then they take turns: a
three-sided die is rolled, and the seat lifts two different cups of the other (the last one alone).
The cup of the die's number scores that number if it hides the letter of that number; the higher
score wins.
"""

import re
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

from games.core import Act, Code, Event, IllegalAction, Info, NotationError, Over, Roll, Seat, Turn
from games.quitting import was_broken_off
from games.submission import excerpt

from .toy import HIDDEN, Hiding, HidingView, Toy, end_text, put, read_end

LAYOUTS = tuple("".join(letters) for letters in permutations("abc"))
_LAYOUT, _CUPS = "(|" + "|".join(LAYOUTS) + ")", "([123]{0,3})"
_POSITION = re.compile(
    r"\|".join((_LAYOUT, _LAYOUT, _CUPS, _CUPS, "([0-9])", "([0-9])", "([01])", "([0-3])", _CUPS))
    + rf"\|{_CUPS}\|(-|[01]?:[a-z_]+)"
)


@dataclass(frozen=True, slots=True)
class CupsView(HidingView):
    """`lifted` are the cups lifted in this turn, `before` those of the turn before it."""

    scores: tuple[int, ...]
    die: int
    lifted: str
    before: str
    mover: Seat


@dataclass(frozen=True, slots=True, repr=False)
class Cups(Hiding):
    scores: tuple[int, ...] = (0, 0)
    die: int = 0
    lifted: str = ""
    before: str = ""

    @property
    def going_on(self) -> Turn:
        lifting = Act(frozenset({self.mover}), begun=bool(self.lifted))
        return lifting if self.die else Roll((3,))


def other(seat: Seat) -> Seat:
    return Seat(1 - seat)


class _Cups(Toy[Cups, CupsView]):
    info = Info(
        id="cups",
        version=1,
        seats=2,
        variants=("plain",),
        designer="nobody",
        source="tests",
        joint=",",
        secrets=True,
        private=True,
    )
    layouts = LAYOUTS
    presets = {"forward": "abc", "backward": "cba"}  # noqa: RUF012
    words = "[123]"

    def initial(self, variant: str) -> Cups:
        self.variant(variant)
        return Cups(("", ""), ("", ""))

    def shown(self, state: Cups, seat: Seat | None, caps: tuple[str, ...]) -> CupsView:
        target = state.layouts[other(state.mover) if state.lifted else state.mover]
        told = "" if was_broken_off(state.turn) else state.lifted or state.before
        news = tuple(
            Event("cups.lifted", {"cup": cup, "letter": target[int(cup) - 1]}) for cup in told
        )
        counts = state.scores, state.die, state.lifted, state.before, state.mover
        return CupsView(seat, state.turn, news, caps, *counts)

    def lifts(self, view: CupsView, seat: Seat) -> list[str]:
        theirs = enumerate(view.caps[other(seat)], start=1)
        return [str(cup) for cup, letter in theirs if letter == HIDDEN]

    def foreseen(self, view: CupsView, seat: Seat, action: str) -> CupsView:
        theirs = view.caps[other(seat)]
        theirs = theirs[: int(action) - 1] + "!" + theirs[int(action) :]
        goes_on = not view.lifted and HIDDEN in theirs
        turn = Act(frozenset({seat}), begun=True) if goes_on else Roll((3,))
        caps = put(view.caps, other(seat), theirs)
        return replace(view, caps=caps, turn=turn, lifted=view.lifted + action)

    def lifted(self, state: Cups, seat: Seat, action: str) -> Cups:
        enemy = other(seat)
        opened = put(state.open, enemy, state.open[enemy] + action)
        letter = state.layouts[enemy][int(action) - 1]
        hit = state.die == int(action) and letter == "abc"[state.die - 1]
        scores = put(state.scores, seat, state.scores[seat] + state.die * hit)
        state = replace(state, open=opened, scores=scores, lifted=state.lifted + action)
        if len(state.lifted) < 2 and len(opened[enemy]) < 3:
            return state
        if len(opened[0]) == len(opened[1]) == 3:
            winners = [Seat(n) for n in (0, 1) if scores[n] == max(scores)]
            draw = len(winners) == 2
            return replace(state, end=Over(frozenset(() if draw else winners), "score", scores))
        return replace(state, mover=enemy, die=0, lifted="", before=state.lifted)

    def rolled(self, state: Cups, faces: tuple[int, ...]) -> Cups:
        return replace(state, die=faces[0])

    def takeback_refusal(self, view: CupsView) -> str | None:
        return "cups.seen"

    def last(self, view: CupsView) -> tuple[Seat, str] | None:
        if view.lifted:
            return view.mover, ",".join(view.lifted)
        return (other(view.mover), ",".join(view.before)) if view.before else None

    def facts(self, view: CupsView) -> dict[str, Any]:
        return {"die": view.die, "scores": list(view.scores), "lifted": view.lifted}

    def dump(self, state: Cups) -> str:
        numbers = (*state.scores, state.mover, state.die)
        texts = (*state.layouts, *state.open, *map(str, numbers), state.lifted, state.before)
        return "|".join((*texts, end_text(state.end)))

    def load(self, text: str) -> Cups:
        match = _POSITION.fullmatch(text)
        if not match:
            raise NotationError(Code.BAD_POSITION, text=excerpt(text))
        one, two, open_one, open_two, *numbers, lifted, before, end = match.groups()
        first, second, mover, die = map(int, numbers)
        over, scores = read_end(end, (first, second)), (first, second)
        return Cups(
            (one, two), (open_one, open_two), Seat(mover), over, scores, die, lifted, before
        )


_CUPS_TOY = _Cups()
disguises = _CUPS_TOY.disguises
CUPS = _CUPS_TOY.game()
"""An action is a layout ("bca") or the number of a cup ("2")."""
CUPS_RULES = _CUPS_TOY.rules(CUPS)


def _hinted(state: Cups, seat: Seat | None) -> CupsView:
    view = CUPS_RULES.view(state, seat)
    return replace(view, news=(*view.news, Event("cups.hint", {"of": state.layouts[1]})))


def _hinting(state: Cups, seat: Seat, action: str) -> Cups:
    if all(state.layouts) and action in LAYOUTS:
        hint = "cups.warm" if action == state.layouts[other(seat)] else "cups.cold"
        raise IllegalAction(hint)
    return CUPS_RULES.apply(state, seat, action)


LEAKY_NEWS = replace(CUPS_RULES, view=_hinted)
"""Rules that betray a hidden letter in a viewer's news."""
LEAKY_REFUSAL = replace(CUPS_RULES, apply=_hinting)
"""Rules that betray a hidden letter in the reason of a refusal."""
